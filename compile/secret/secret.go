// Package secret tells what must be taken for a credential: names of places, and
// texts that look like one. It errs on the side of yes.
//
// It knows words and nothing of documents, overlays or requests, so that every
// stage may ask it. Start at Named and Text.
package secret

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/oatools/oatools/compile/naming"
)

// Named reports whether name, in any spelling, is that of a value that
// authenticates somebody.
func Named(name string) bool { return slices.Contains(names(), naming.Fold(name)) }

// names lists them, folded.
func names() []string {
	return []string{
		"apikey", "apitoken", "apisecret", "appkey", "applicationkey", "accesskey", "accesskeyid", "accesstoken",
		"auth", "authkey", "authtoken", "authorization", "authentication", "bearer", "bearertoken", "clientsecret",
		"idtoken", "jwt", "oauthtoken", "oauthsignature", "password", "passwd", "privatekey", "refreshtoken", "secret",
		"secretkey", "securitytoken", "sessionid", "sessionkey", "sessiontoken", "subscriptionkey", "token", "usertoken",
		"amzsecuritytoken", "csrftoken", "xsrftoken",
	}
}

// Hinted reports whether a name speaks of something that is nobody's business:
// one of Named with something before or behind it, as webhook_secret, or a
// number by which people pay or are known to the state. It is for what is only
// shown, where a yes too many costs nothing.
func Hinted(name string) bool {
	key := naming.Fold(name)
	for _, part := range []string{"password", "passwd", "passphrase", "secret", "token", "apikey", "accesskey", "privatekey", "credential",
		"authorization", "signature", "cvv", "cvc", "ssn", "iban", "cardnumber", "accountnumber", "taxid", "pin"} {
		if part == "pin" && key != part {
			continue
		}
		if strings.Contains(key, part) {
			return true
		}
	}
	return Named(name)
}

var known = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(gh[pousr]_|github_pat_|glpat-|sk-|sk_(live|test)_|xox[abpr]-|AKIA[0-9A-Z]{12}|eyJ[A-Za-z0-9_-]{10,}\.|-----BEGIN |(?i:bearer|basic) +\S{8,})`)
})

// Text reports whether a text begins as widely used kinds of tokens do.
func Text(s string) bool { return known().MatchString(s) }

var word = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[A-Za-z0-9+/_-]{20,}`) })

// Random reports whether a text holds something that was made by chance, as
// secrets are, and not written by a person.
func Random(text string) bool {
	for _, t := range word().FindAllString(text, -1) {
		if random(t) {
			return true
		}
	}
	return false
}

// random reports whether capitals, small letters and digits of a word alternate
// as no name's do, or a word is a long number of base 16.
func random(word string) bool {
	var upper, lower, digits, runs, small, hex int
	wasDigit := false
	for _, r := range word {
		digit := r >= '0' && r <= '9'
		switch {
		case digit:
			digits++
			if !wasDigit {
				runs++
			}
		case r >= 'A' && r <= 'Z':
			upper++
		case r >= 'a' && r <= 'z':
			lower++
			small++
		}
		if r < 'a' || r > 'z' {
			small = 0
		}
		if small > 6 {
			return false
		}
		if digit || r >= 'a' && r <= 'f' || r >= 'A' && r <= 'F' {
			hex++
		}
		wasDigit = digit
	}
	return digits >= 3 && runs >= 3 && upper >= 3 && lower >= 3 || hex == len(word) && len(word) >= 32 && digits >= 6 && runs >= 4
}
