package side

import (
	"fmt"
	"os"

	"github.com/oatools/oatools/curate"
	"github.com/oatools/oatools/curate/diff"
	"github.com/oatools/oatools/curate/diff/change"
)

// Compare pairs the sets of both sides: the only ones with each other, others
// by name, and tells what changed in each.
func Compare(old, new *Side) []*change.Report {
	var out []*change.Report
	one := func(o, n *Entry) {
		r := diff.Diff(o.set(), n.set())
		if n != nil {
			r.File = n.File
			if n.Prov != nil {
				r.Locate(n.Prov.Lines)
			}
		}
		out = append(out, r)
	}
	if len(old.Sets) == 1 && len(new.Sets) == 1 {
		one(&old.Sets[0], &new.Sets[0])
		return out
	}
	for i := range new.Sets {
		one(old.Find(new.Sets[i].Set.Name), &new.Sets[i])
	}
	for i := range old.Sets {
		if new.Find(old.Sets[i].Set.Name) == nil {
			one(&old.Sets[i], nil)
		}
	}
	return out
}

// Upstream builds the overlay at path as it is, and with the API description spec
// in the place of that of source; source may be empty where there is only one.
func Upstream(path, spec, source string) (old, new *Side, err error) {
	if _, err := os.Stat(spec); err != nil {
		return nil, nil, err
	}
	before, err := curate.Build(path, curate.Options{})
	if err != nil {
		return nil, nil, err
	}
	old = Of(before, path)
	if len(old.Problems) > 0 {
		return old, &Side{}, nil
	}
	set := old.Sets[0].Set
	if source == "" {
		if len(set.Sources) != 1 {
			return nil, nil, &ArgumentError{fmt.Sprintf("--upstream: %s has %d sources; say which one with --source", path, len(set.Sources))}
		}
		source = set.Sources[0].ID
	}
	after, err := curate.Build(path, curate.Options{Specs: map[string]string{source: spec}})
	if err != nil {
		return nil, nil, err
	}
	return old, Of(after, path), nil
}
