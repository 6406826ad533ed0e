package render

import (
	"fmt"
	"net/url"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/curate/diff/change"
)

// The parts of SARIF 2.1.0 (OASIS, §3) that code scanning reads.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name  string      `json:"name"`
		Rules []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID         string          `json:"id"`
		Short      sarifText       `json:"shortDescription"`
		Properties sarifProperties `json:"properties"`
	}
	sarifProperties struct {
		Tags []string `json:"tags"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string            `json:"ruleId"`
		Level     string            `json:"level"`
		Message   sarifText         `json:"message"`
		Locations []sarifLocation   `json:"locations,omitempty"`
		Related   []sarifLocation   `json:"relatedLocations,omitempty"`
		Prints    map[string]string `json:"partialFingerprints,omitempty"`
	}
	sarifLocation struct {
		ID       *int          `json:"id,omitempty"`
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		Line int `json:"startLine"`
		Col  int `json:"startColumn,omitempty"`
	}
)

func writeSARIF(d *Document, opts Options) ([]byte, error) {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "oatools", Rules: sarifRules(d)}
	for _, p := range d.Problems {
		res := sarifResult{RuleID: p.Code, Level: string(p.Severity), Message: sarifText{p.Message}, Locations: locations(p.Pos, "")}
		if p.Severity == diag.Info {
			res.Level = "note"
		}
		for i, r := range p.Related {
			res.Related = append(res.Related, related(r.Pos, r.Message, i)...)
		}
		run.Results = append(run.Results, res)
	}
	for _, r := range d.Sets {
		if r.Version.Small {
			run.Results = append(run.Results, sarifResult{RuleID: "version-bump", Message: sarifText{r.Version.What},
				Level: map[bool]string{true: "error", false: "warning"}[opts.Gate.Version], Locations: locations(diag.Pos{}, r.File)})
		}
		for i := range r.Changes {
			run.Results = append(run.Results, sarifChange(r, &r.Changes[i], opts.Gate))
		}
	}
	return writeJSON(sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}})
}

func sarifChange(r *change.Report, c *change.Change, g Gate) sarifResult {
	res := sarifResult{
		RuleID: c.Rule, Level: level(c.Class, g, "error", "warning", "note"),
		Message:   sarifText{fmt.Sprintf("%s: %s", who(r, c), c.What)},
		Locations: locations(place(c), r.File),
		Prints:    map[string]string{"oatools/v1": c.Fingerprint},
	}
	if c.Overlay != nil && c.Spec != nil {
		res.Related = related(*c.Spec, "the API description", 0)
	}
	return res
}

// sarifRules lists the rules, and the codes of problems.
func sarifRules(d *Document) []sarifRule {
	rules := []sarifRule{{"version-bump", sarifText{"the version bump is smaller than the change"}, sarifProperties{[]string{"version"}}}}
	for _, r := range change.Rules() {
		rules = append(rules, sarifRule{r.ID, sarifText{r.What}, sarifProperties{[]string{string(r.Class)}}})
	}
	seen := map[string]bool{}
	for _, p := range d.Problems {
		if !seen[p.Code] {
			seen[p.Code] = true
			rules = append(rules, sarifRule{p.Code, sarifText{"the toolset does not compile"}, sarifProperties{[]string{"problem"}}})
		}
	}
	return rules
}

func locations(at diag.Pos, file string) []sarifLocation {
	if at.File == "" {
		at = diag.Pos{File: file}
	}
	if at.File == "" {
		return nil
	}
	return []sarifLocation{{Physical: physical(at)}}
}

func related(at diag.Pos, message string, id int) []sarifLocation {
	if at.File == "" {
		return nil
	}
	return []sarifLocation{{ID: &id, Physical: physical(at), Message: &sarifText{message}}}
}

func physical(at diag.Pos) sarifPhysical {
	p := sarifPhysical{Artifact: sarifArtifact{(&url.URL{Path: at.File}).String()}}
	if at.Line > 0 {
		p.Region = &sarifRegion{at.Line, at.Col}
	}
	return p
}
