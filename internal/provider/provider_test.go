package provider_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"rento/internal/money"
	"rento/internal/provider"
)

// What a provider writes into a refusal has no end of its own; what is told of
// it has.
func TestTheTextOfAnErrorIsBounded(t *testing.T) {
	for _, text := range []string{strings.Repeat("é", 20_000), strings.Repeat("\x00\xff", 20_000)} {
		err := &provider.Error{Provider: "acme", Call: "pay", Outcome: provider.Declined, Reason: text, Cause: errors.New(text)}
		if n := utf8.RuneCountInString(err.Error()); n != 2000 || !strings.HasPrefix(err.Error(), "acme pay: declined") {
			t.Errorf("%d characters, %.40q, want 2000 that begin with the call", n, err)
		}
	}
}

func TestCheckIDs(t *testing.T) {
	for id, fits := range map[string]bool{
		"": true, strings.Repeat("é", 200): true, strings.Repeat("é", 201): false, "p\x00": false, "p\xff": false,
	} {
		if err := provider.CheckIDs("pay_1", id); (err == nil) != fits || err != nil && !errors.Is(err, provider.ErrID) {
			t.Errorf("CheckIDs of %q: %v, want that it fits: %t", id, err, fits)
		}
	}
}

func TestCheckAmounts(t *testing.T) {
	for _, x := range []struct {
		paid, refunded money.Paise
		fits           bool
	}{{0, 0, true}, {100, 0, true}, {100, 100, true}, {100, 101, false}, {100, -1, false}, {-1, -1, false}} {
		if err := provider.CheckAmounts(x.paid, x.refunded); (err == nil) != x.fits || err != nil && !errors.Is(err, provider.ErrAmounts) {
			t.Errorf("CheckAmounts of %d paid and %d given back: %v, want that they fit: %t", x.paid, x.refunded, err, x.fits)
		}
	}
}
