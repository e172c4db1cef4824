package identifier

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestPAN(t *testing.T) {
	for text, want := range map[string]Holder{
		"AAAPZ1234C": Person, "AAACZ9999K": Company, " aaapz1234c ": Person, "AAAHZ4321L": Family, "AAAFZ0001Q": Firm,
		"AAATZ7777M": Trust, "AAAGZ1111R": Government, "AAALZ2222B": Authority, "AAAAZ3333D": Association, "AAAJZ8888N": Artificial, "AAABZ6666P": Body,
	} {
		pan, err := ParsePAN(text)
		if err != nil || pan.Holder() != want || string(pan) != normal(text) {
			t.Errorf("%q: %s of %c, %v; want %c", text, pan, pan.Holder(), err, want)
		}
	}
	for _, bad := range []string{"", "AAAXZ1234C", "AAAP1234CZ", "AAAPZ1234", "AAAPZ1234CC", "AAAPZ12345", "1AAPZ1234C", "AAAPZ1234C\n1"} {
		if pan, err := ParsePAN(bad); err == nil {
			t.Errorf("%q taken as %s", bad, pan)
		}
	}
	if got := PAN("AAAPZ1234C").Masked(); got != "XXXXXX234C" {
		t.Errorf("masked %s, want XXXXXX234C", got)
	}
}

func TestGSTIN(t *testing.T) {
	for _, good := range []string{
		"27AAPFU0939F1ZV", "29AAAPZ1234C1ZW", "27AAACZ9999K1Z6", "07AAAFZ0001Q1Z7", "33AAAHZ4321L2Z2", "36AAATZ7777M1ZG", "06AAAGZ1111R1Z0",
		"19AAALZ2222B3Z7", "24AAAAZ3333D1ZV", "08AAAJZ8888N1ZR", "33AAABZ6666P1ZN", "09AAAPZ5555H1DH", "29AAACZ1234C1CY", "29aaapz1234c1zw ",
	} {
		g, err := ParseGSTIN(good)
		if err != nil || g.State() != good[:2] || string(g.PAN()) != strings.ToUpper(good[2:12]) {
			t.Errorf("%s: got %s, %v, want one of state %s and PAN %s", good, g, err, good[:2], strings.ToUpper(good[2:12]))
		}
	}
	for name, bad := range map[string]string{
		"check": "29AAAPZ1234C1ZX", "state": "40AAAPZ1234C1Z0", "serial": "29AAAPZ1234C0ZA", "short": "29AAAPZ1234C1Z", "empty": "",
		"holder": "29AAAXZ1234C1Z" + string(GSTINCheck("29AAAXZ1234C1Z")), "no state": "00AAAPZ1234C1Z" + string(GSTINCheck("00AAAPZ1234C1Z")),
	} {
		if g, err := ParseGSTIN(bad); err == nil {
			t.Errorf("%s: %s taken", name, g)
		}
	}
	for _, state := range []string{"01", "38", "97", "99"} {
		first := state + "AAAPZ1234C1Z"
		if _, err := ParseGSTIN(first + string(GSTINCheck(first))); err != nil {
			t.Errorf("state %s: %v", state, err)
		}
	}
}

func TestAadhaar(t *testing.T) {
	for _, good := range []string{
		"999941057058", "999971658847", "999933119405", "999955183433", "999990501894", "234567890124", "200000000009", "987654321096", "400000000005", "555555555551",
		"9999 4105 7058",
	} {
		a, err := ParseAadhaar(good)
		if err != nil || string(a) != good[len(good)-4:] {
			t.Errorf("%s: got %v, %v, want its last four digits", good, a, err)
		}
	}
	for _, bad := range []string{"", "234567890123", "123456789012", "23456789012", "2345678901244", "23456789012A"} {
		if _, err := ParseAadhaar(bad); err == nil {
			t.Errorf("%q taken", bad)
		}
	}
	if check := VerhoeffCheck("236"); check != '3' {
		t.Errorf("236 is checked by %c, want 3", check)
	}
}

// Verhoeff's check digit detects each wrong digit and each swap of two neighbouring digits, which
// are the typical typing mistakes.
func TestVerhoeffFindsMistakes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		digits := []byte(rapid.StringMatching(`[2-9][0-9]{10}`).Draw(t, "number"))
		digits = append(digits, VerhoeffCheck(string(digits)))
		if !verhoeff(string(digits)) {
			t.Fatalf("%s is not checked by its own digit", digits)
		}
		at := rapid.IntRange(0, 11).Draw(t, "at")
		other := byte('0' + rapid.IntRange(0, 9).Draw(t, "other"))
		if before := digits[at]; before != other {
			digits[at] = other
			if verhoeff(string(digits)) {
				t.Errorf("%c in place of %c at %d is not found", other, before, at)
			}
			digits[at] = before
		}
		if at > 0 && digits[at] != digits[at-1] {
			digits[at], digits[at-1] = digits[at-1], digits[at]
			if verhoeff(string(digits)) {
				t.Errorf("%d and the one before it have changed places, which is not found", at)
			}
		}
	})
}
