// Package identifier checks the form and check characters of the numbers by which India's registers
// identify people and businesses. A number of the right form need not exist; only the registers
// know that.
package identifier

import (
	"errors"
	"regexp"
	"strings"
)

// ErrForm says that a text does not have the form of the number.
var ErrForm = errors.New("identifier: not of the form of its kind")

// Holder is the kind of holder of a PAN, its fourth letter.
type Holder byte

// The holders.
const (
	Person      Holder = 'P'
	Company     Holder = 'C'
	Family      Holder = 'H' // Hindu undivided family
	Firm        Holder = 'F' // also a limited liability partnership
	Association Holder = 'A'
	Trust       Holder = 'T'
	Body        Holder = 'B' // body of individuals
	Authority   Holder = 'L' // local authority
	Artificial  Holder = 'J' // artificial juridical person
	Government  Holder = 'G'
)

var panForm = regexp.MustCompile(`^[A-Z]{3}[ABCFGHJLPT][A-Z][0-9]{4}[A-Z]$`)

// PAN is a permanent account number of the income tax department: ten characters.
type PAN string

// ParsePAN parses a PAN in either case. The last letter is a check letter, but its rule is not
// published, so it is not checked.
func ParsePAN(text string) (PAN, error) {
	text = normal(text)
	if !panForm.MatchString(text) {
		return "", ErrForm
	}
	return PAN(text), nil
}

// Holder is the kind of holder of the number.
func (p PAN) Holder() Holder { return Holder(p[3]) }

// Masked hides all but the last four characters: "XXXXXX234C".
func (p PAN) Masked() string { return masked(string(p)) }

var gstinForm = regexp.MustCompile(`^([0-9]{2})([A-Z0-9]{10})[1-9A-Z][A-Z][0-9A-Z]$`)

// GSTIN is a registration number for goods and services tax: fifteen characters, of which the first
// two are the state and the next ten the holder's PAN.
type GSTIN string

// ParseGSTIN parses a GSTIN in either case, and checks its check character.
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

// PAN is the holder's PAN.
func (g GSTIN) PAN() PAN { return PAN(g[2:12]) }

// isState says whether GST has a state with this code: 01 to 38, 97 for other territory, 99 for the
// centre.
func isState(code string) bool {
	return code >= "01" && code <= "38" || code == "97" || code == "99"
}

const gstinAlphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// GSTINCheck is the check character for the first fourteen characters, which must be digits and
// capital letters.
func GSTINCheck(first14 string) byte {
	sum := 0
	for i, c := range []byte(first14) {
		product := strings.IndexByte(gstinAlphabet, c) * (1 + i%2)
		sum += product/36 + product%36
	}
	return gstinAlphabet[(36-sum%36)%36]
}

var aadhaarForm = regexp.MustCompile(`^[2-9][0-9]{11}$`)

// Aadhaar is the part of a resident's Aadhaar number that may be kept: its last four of twelve
// digits. The whole number is neither stored nor logged.
type Aadhaar string

// ParseAadhaar parses a whole Aadhaar number, with or without spaces between its digits.
func ParseAadhaar(text string) (Aadhaar, error) {
	text = strings.ReplaceAll(text, " ", "")
	if !aadhaarForm.MatchString(text) || !verhoeff(text) {
		return "", ErrForm
	}
	return Aadhaar(text[8:]), nil
}

func normal(text string) string { return strings.ToUpper(strings.TrimSpace(text)) }

// masked hides all but the last four characters.
func masked(text string) string { return strings.Repeat("X", len(text)-4) + text[len(text)-4:] }
