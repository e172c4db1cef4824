package dashboard

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// HOME-13: which banners a customer sees, and in which order. None offers what the customer cannot
// do now.
func TestBanners(t *testing.T) {
	for name, c := range map[string]struct {
		ahead, setUp bool
		want         []string
	}{
		"neither":                         {false, false, []string{Referral, StartRenting}},
		"can pay in advance":              {true, false, []string{AdvanceRental, Referral, StartRenting}},
		"can set up auto debit":           {false, true, []string{AutoDebit, Referral, StartRenting}},
		"can do both, has the best first": {true, true, []string{AdvanceRental, AutoDebit, Referral, StartRenting}},
	} {
		if diff := cmp.Diff(c.want, banners(c.ahead, c.setUp)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
