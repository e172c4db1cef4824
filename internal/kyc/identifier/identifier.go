// Package identifier knows the forms of the numbers by which India's registers know
// people and businesses, and their check characters. That a number has the right form
// does not say that anybody has it: the registers are asked for that.
package identifier

import (
	"errors"
	"regexp"
	"strings"
)

// ErrForm says that a text is no number of the kind.
var ErrForm = errors.New("identifier: not of the form of its kind")

// Holder is who a PAN belongs to, its fourth letter.
type Holder byte

// The holders.
const (
	Person      Holder = 'P'
	Company     Holder = 'C'
	Family      Holder = 'H' // Hindu undivided family
	Firm        Holder = 'F' // also a limited liability partnership
	Association Holder = 'A'
	Trust       Holder = 'T'
	Body        Holder = 'B' // of individuals
	Authority   Holder = 'L' // a local one
	Artificial  Holder = 'J' // juridical person
	Government  Holder = 'G'
)

var panForm = regexp.MustCompile(`^[A-Z]{3}[ABCFGHJLPT][A-Z][0-9]{4}[A-Z]$`)

// PAN is a permanent account number of income tax: ten characters.
type PAN string

// ParsePAN reads a PAN in either case. Its last letter checks the others by a rule that
// is not published.
func ParsePAN(text string) (PAN, error) {
	text = normal(text)
	if !panForm.MatchString(text) {
		return "", ErrForm
	}
	return PAN(text), nil
}

// Holder is who the number belongs to.
func (p PAN) Holder() Holder { return Holder(p[3]) }

// Masked leaves the last four characters: "XXXXXX234C".
func (p PAN) Masked() string { return masked(string(p)) }

var gstinForm = regexp.MustCompile(`^([0-9]{2})([A-Z0-9]{10})[1-9A-Z][A-Z][0-9A-Z]$`)

// GSTIN is a registration for goods and services tax: fifteen characters, of which the
// first two are the state and the next ten the PAN of who is registered.
type GSTIN string

// ParseGSTIN reads a GSTIN in either case, with its check character.
func ParseGSTIN(text string) (GSTIN, error) {
	text = normal(text)
	parts := gstinForm.FindStringSubmatch(text)
	if parts == nil || !isState(parts[1]) || !panForm.MatchString(parts[2]) || text[14] != GSTINCheck(text[:14]) {
		return "", ErrForm
	}
	return GSTIN(text), nil
}

// State is the code of the state.
func (g GSTIN) State() string { return string(g[:2]) }

// PAN is that of who is registered.
func (g GSTIN) PAN() PAN { return PAN(g[2:12]) }

// isState says whether GST has a state of this code: 01 to 38, 97 for other territory,
// 99 for the centre.
func isState(code string) bool {
	return code >= "01" && code <= "38" || code == "97" || code == "99"
}

const gstinAlphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// GSTINCheck is the check character of the first fourteen, which are digits and capital
// letters.
func GSTINCheck(first14 string) byte {
	sum := 0
	for i, c := range []byte(first14) {
		product := strings.IndexByte(gstinAlphabet, c) * (1 + i%2)
		sum += product/36 + product%36
	}
	return gstinAlphabet[(36-sum%36)%36]
}

var aadhaarForm = regexp.MustCompile(`^[2-9][0-9]{11}$`)

// Aadhaar is what may be kept of the number of a resident, its last four of twelve
// digits: the whole one is neither stored nor logged.
type Aadhaar string

// ParseAadhaar reads a whole Aadhaar number, with or without blanks between its digits.
func ParseAadhaar(text string) (Aadhaar, error) {
	text = strings.ReplaceAll(text, " ", "")
	if !aadhaarForm.MatchString(text) || !verhoeff(text) {
		return "", ErrForm
	}
	return Aadhaar(text[8:]), nil
}

func normal(text string) string { return strings.ToUpper(strings.TrimSpace(text)) }

// masked leaves the last four characters.
func masked(text string) string { return strings.Repeat("X", len(text)-4) + text[len(text)-4:] }
