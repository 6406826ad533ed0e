package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/tool"
)

func (p *Plan) compilePath(path []tool.Seg, inPath map[string]*param) error {
	lit := p.server.Base
	for _, s := range path {
		if s.Param == "" {
			lit += literalPath(s.Lit)
			continue
		}
		pm, ok := inPath[s.Param]
		if !ok {
			return fmt.Errorf("path parameter %s has no value", s.Param)
		}
		p.path = append(p.path, segment{lit: lit}, segment{param: pm})
		lit = ""
	}
	p.path = append(p.path, segment{lit: lit})
	p.path = slices.DeleteFunc(p.path, func(s segment) bool { return s.param == nil && s.lit == "" })
	for _, s := range p.path {
		p.slashes += strings.Count(s.lit, "/")
	}
	if len(p.path) == 0 {
		p.path, p.slashes = []segment{{lit: "/"}}, 1
	}
	if p.path[0].param != nil || p.path[0].lit[0] != '/' {
		return fmt.Errorf("path does not begin with /")
	}
	return nil
}

// literalPath escapes what a document's path template may hold but a URL may
// not. Valid %XX stays.
func literalPath(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '%' && i+2 < len(s) && strings.ContainsRune(hexDigits, rune(s[i+1])) && strings.ContainsRune(hexDigits, rune(s[i+2])):
			b.WriteByte(c)
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~/!$&'()*+,;=:@", c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

const hexDigits = "0123456789abcdefABCDEF"
