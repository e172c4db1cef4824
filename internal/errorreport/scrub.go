package errorreport

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"
)

// rule takes away what has a form. replace is what stands there instead; isSafe, if
// there is one, says of a find that it stays.
type rule struct {
	form    *regexp.Regexp
	replace string
	isSafe  func(found string) bool
}

// rules are applied one after the other. web/src/app/error-scrub.ts has the same ones, and
// testdata/scrub.json holds both.
var rules = []rule{
	// What a browser quotes of a text that is no JSON is somebody's data.
	{form: regexp.MustCompile(`(?s)["“].*["”]( is not valid JSON)`), replace: "[text]$1"},
	// A secret after its name, and any credentials of a header.
	{form: regexp.MustCompile(`(?i)\b(bearer|basic)\s+[^\s"',;]+`), replace: "$1 [secret]"},
	{form: regexp.MustCompile(`(?i)((?:authorization|access[_-]?token|token|password|passwd|secret|api[_-]?key|otp|pin|cookie|sentry_key)["']?\s*[:=]\s*["']?)(?:(?:bearer|basic)\s+)?[^\s"'&,;]+`), replace: "${1}[secret]"},
	// The query and the fragment of an address.
	{form: regexp.MustCompile(`([\w/.)\]])[?#][^\s"'<>]*=[^\s"'<>]*`), replace: "$1?[query]"},
	// An e-mail address or a UPI id, and a user in an address.
	{form: regexp.MustCompile(`(?i)[^\s"'<>()\[\]{},;:/=|@]+(?:@|%40)[^\s"'<>()\[\]{},;:/=|@]+`), replace: "[mail]"},
	{form: regexp.MustCompile(`\beyJ[\w-]+(?:\.[\w-]*)*`), replace: "[token]"},
	{form: regexp.MustCompile(`\brs1_[\w-]+`), replace: "[token]"},
	{form: regexp.MustCompile(`(?i)\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`), replace: "[token]"},
	{form: regexp.MustCompile(`[\w-]*[A-Za-z0-9_]{20,}[\w-]*`), replace: "[token]", isSafe: func(found string) bool { return !strings.ContainsAny(found, "0123456789") }},
	// GSTIN, PAN and IFSC, in any case.
	{form: regexp.MustCompile(`(?i)\d{2}[a-z]{5}\d{4}[a-z][0-9a-z]z[0-9a-z]`), replace: "[gstin]"},
	{form: regexp.MustCompile(`(?i)[a-z]{5}[ -]?\d{4}[ -]?[a-z]\b`), replace: "[pan]"},
	{form: regexp.MustCompile(`(?i)\b[a-z]{4}0[0-9a-z]{6}\b`), replace: "[ifsc]"},
	// The address of a machine.
	{form: regexp.MustCompile(`\b\d{1,3}(?:\.\d{1,3}){3}\b`), replace: "[ip]"},
	{form: regexp.MustCompile(`(?i)\b[0-9a-f]{1,4}(?::[0-9a-f]{0,4}){3,7}`), replace: "[ip]"},
	// Phones, Aadhaar, accounts, codes, pincodes, ids: six digits of any script and more,
	// with what stands between them when people write them.
	{form: regexp.MustCompile(`\+?\(?\p{Nd}(?:[\s().\-–/_]{0,2}\p{Nd}){5,}`), replace: "[number]"},
	// What else is quoted stays if it is the name of something in a program.
	{form: regexp.MustCompile(`"[^"]*"|“[^”]*”|'[^'\n]{41,}'`), replace: "[text]", isSafe: func(found string) bool { return isName(strings.Trim(found, `"“”`)) }},
}

var programName = regexp.MustCompile(`^[\w$.:\-\[\]]{1,60}$`)

func isName(text string) bool { return programName.MatchString(text) }

// Scrub returns a text without what leads to a person or opens something: credentials,
// tokens, queries, mail addresses and UPI ids, PAN, GSTIN, IFSC, addresses of machines, and
// any six digits in a row, be they of a phone, an Aadhaar number, an account or a code.
// What is written with percent signs is read first.
func Scrub(text string) string {
	if strings.Contains(text, "%") {
		if plain, err := url.PathUnescape(text); err == nil {
			text = plain
		}
	}
	text = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1 // nobody sees it, and it would part digits
		}
		return r
	}, text)
	for _, r := range rules {
		if r.isSafe == nil {
			text = r.form.ReplaceAllString(text, r.replace)
			continue
		}
		text = r.form.ReplaceAllStringFunc(text, func(found string) string {
			if r.isSafe(found) {
				return found
			}
			return r.replace
		})
	}
	return text
}
