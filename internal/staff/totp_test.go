package staff

import (
	"net/url"
	"strings"
	"testing"
	"time"
)

// The vectors of RFC 6238, appendix B, for SHA-1: the last six of their eight digits.
func TestTheVectorsOfTheStandard(t *testing.T) {
	shared := secret("12345678901234567890")
	if got, want := shared.text(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"; got != want {
		t.Fatalf("the secret in base32 is %s, want %s", got, want)
	}
	for seconds, want := range map[int64]string{
		59: "94287082", 1111111109: "07081804", 1111111111: "14050471", 1234567890: "89005924", 2000000000: "69279037", 20000000000: "65353130",
	} {
		at := time.Unix(seconds, 0)
		if got := shared.code(stepOf(at)); got != want[2:] {
			t.Errorf("at %d: %s, want %s", seconds, got, want[2:])
		}
		if got, err := CodeAt(shared.text(), at); err != nil || got != want[2:] {
			t.Errorf("CodeAt %d: %s, %v, want %s", seconds, got, err, want[2:])
		}
	}
}

// A code is good in its 30 seconds and in those beside them, and not at or before the
// last one that was taken.
func TestWhenACodeIsGood(t *testing.T) {
	shared, now := newSecret(), time.Unix(1_800_000_015, 0)
	present := stepOf(now)
	for _, c := range []struct {
		step, taken int64
		want        bool
	}{
		{present, 0, true},
		{present - 1, 0, true},
		{present + 1, 0, true},
		{present - 2, 0, false},
		{present + 2, 0, false},
		{present, present, false},
		{present - 1, present, false},
		{present + 1, present, true},
	} {
		step, ok := shared.match(shared.code(c.step), now, c.taken)
		if ok != c.want || ok && step != c.step {
			t.Errorf("step %+d after %+d: %d, %t, want %t", c.step-present, c.taken-present, step-present, ok, c.want)
		}
	}
	if _, ok := shared.match("", now, 0); ok {
		t.Error("no code was taken")
	}
	spaced := shared.code(present)
	if _, ok := shared.match(spaced[:3]+" "+spaced[3:], now, 0); !ok {
		t.Error("a code in two groups was refused")
	}
}

func TestTheSecretAsAppsReadIt(t *testing.T) {
	shared := newSecret()
	read, err := url.Parse(shared.uri("Rento & Co", "meera@rento.example"))
	if err != nil {
		t.Fatal(err)
	}
	if read.Scheme != "otpauth" || read.Host != "totp" || read.Path != "/Rento & Co:meera@rento.example" || read.Query().Get("secret") != shared.text() || read.Query().Get("issuer") != "Rento & Co" {
		t.Errorf("got %s, want the address of a TOTP with issuer, account and secret", read)
	}
	if again := newSecret(); again.text() == shared.text() || strings.Contains(shared.text(), "=") || len(shared) != secretSize {
		t.Error("a secret is not of its own, padded, or short")
	}
}
