package dashboard

import (
	"slices"
	"testing"
)

// HOME-13: which banners a customer sees, and in which order.
func TestBanners(t *testing.T) {
	for name, c := range map[string]struct {
		live, ahead bool
		want        []string
	}{
		"rents nothing":             {false, true, []string{StartRenting, Referral}},
		"rents":                     {true, false, []string{AutoDebit, Referral, StartRenting}},
		"rents, can pay in advance": {true, true, []string{AdvanceRental, AutoDebit, Referral, StartRenting}},
	} {
		if got := banners(c.live, c.ahead); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
