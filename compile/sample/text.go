package sample

import (
	"fmt"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/pattern"
)

// text makes a text of the asked length, pattern and format.
func (m *maker) text(g *goal) (any, error) {
	least, most := g.count("minLength", 0), g.count("maxLength", 1<<20)
	if least > 200_000 {
		return nil, fmt.Errorf("a text of %d characters is asked for", least)
	}
	if len(g.texts) > 0 {
		return m.matching(g.texts[0], least, most)
	}
	if s := m.formatted(g.format); s != "" && utf8.RuneCountInString(s) >= least && utf8.RuneCountInString(s) <= most {
		return s, nil
	}
	words := []string{"alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel"}
	s := words[m.rand.IntN(len(words))]
	for len(s) < least {
		s += " " + words[m.rand.IntN(len(words))]
	}
	if len(s) > most {
		s = s[:most]
	}
	return s, nil
}

// matching tries to meet the length too.
func (m *maker) matching(expr string, least, most int) (any, error) {
	re, err := syntax.Parse(pattern.Plain(expr), syntax.Perl)
	if err != nil {
		return nil, fmt.Errorf("pattern %.40q cannot be sampled: it needs a backtracking engine", expr)
	}
	re = re.Simplify()
	s := ""
	for i := range 30 {
		var b strings.Builder
		if err := m.write(&b, re, min(i, 6), 0); err != nil {
			return nil, fmt.Errorf("pattern %.40q cannot be sampled: %w", expr, err)
		}
		s = b.String()
		if n := utf8.RuneCountInString(s); n >= least && n <= most {
			return s, nil
		}
		if anchored := strings.HasPrefix(expr, "^") && strings.HasSuffix(expr, "$"); !anchored && len(s) < least {
			return s + strings.Repeat("a", least-len(s)), nil
		}
	}
	// A repeat that takes what is missing.
	var b strings.Builder
	if err := m.write(&b, re, least, 0); err != nil {
		return nil, fmt.Errorf("pattern %.40q cannot be sampled: %w", expr, err)
	}
	return b.String(), nil
}

// match gives a text that matches the pattern.
func (m *maker) match(pattern string) (string, error) {
	v, err := m.matching(pattern, 0, 1<<20)
	s, _ := v.(string)
	return s, err
}

// write writes a text for re; open repeats take up to reps more than they must.
func (m *maker) write(b *strings.Builder, re *syntax.Regexp, reps, depth int) error {
	if b.Len() > 1<<18 || depth > 500 {
		return fmt.Errorf("it is too large")
	}
	switch re.Op {
	case syntax.OpNoMatch:
		return fmt.Errorf("nothing matches it")
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteRune(m.classRune(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte(byte('a' + m.rand.IntN(26)))
	case syntax.OpCapture:
		return m.write(b, re.Sub[0], reps, depth+1)
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		return m.repeat(b, re, reps, depth)
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if err := m.write(b, sub, reps, depth+1); err != nil {
				return err
			}
		}
	case syntax.OpAlternate:
		return m.write(b, re.Sub[m.rand.IntN(len(re.Sub))], reps, depth+1)
	}
	return nil
}

func (m *maker) repeat(b *strings.Builder, re *syntax.Regexp, reps, depth int) error {
	least, most := 0, -1
	switch re.Op {
	case syntax.OpPlus:
		least = 1
	case syntax.OpQuest:
		most = 1
	case syntax.OpRepeat:
		least, most = re.Min, re.Max
	}
	n := least
	if reps > 0 {
		n += m.rand.IntN(reps + 1)
	}
	if reps > 6 {
		n = least + reps
	}
	if most >= 0 {
		n = min(n, most)
	}
	for range n {
		if err := m.write(b, re.Sub[0], min(reps, 6), depth+1); err != nil {
			return err
		}
	}
	return nil
}

// classRune picks a character of a class: a plain one if there is any.
func (m *maker) classRune(ranges []rune) rune {
	var plain []rune
	for i := 0; i+1 < len(ranges); i += 2 {
		for r := max(ranges[i], 0x21); r <= min(ranges[i+1], 0x7e); r++ {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				plain = append(plain, r)
			}
		}
	}
	if len(plain) > 0 {
		return plain[m.rand.IntN(len(plain))]
	}
	if len(ranges) == 0 {
		return 'a'
	}
	return ranges[0]
}

// formatted gives a text in a well-known format; "" for others.
func (m *maker) formatted(format string) string {
	n := m.rand.IntN(28) + 1
	switch format {
	case "date":
		return fmt.Sprintf("2026-02-%02d", n)
	case "date-time":
		return fmt.Sprintf("2026-02-%02dT09:30:00Z", n)
	case "time":
		return fmt.Sprintf("09:%02d:00Z", n)
	case "duration":
		return fmt.Sprintf("PT%dM", n)
	case "uuid":
		return fmt.Sprintf("123e4567-e89b-42d3-a456-%012x", m.rand.IntN(1<<40))
	case "email":
		return fmt.Sprintf("person%d@example.org", n)
	case "uri", "url", "uri-reference", "iri":
		return fmt.Sprintf("https://example.org/%d", n)
	case "hostname":
		return fmt.Sprintf("host%d.example.org", n)
	case "ipv4":
		return fmt.Sprintf("192.0.2.%d", n)
	case "ipv6":
		return fmt.Sprintf("2001:db8::%x", n)
	case "byte", "base64":
		return []string{"YWxwaGE=", "YnJhdm8=", "ZGVsdGE="}[n%3]
	}
	return ""
}
