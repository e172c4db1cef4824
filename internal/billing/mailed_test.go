package billing_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// An invoice that is paid before its mail leaves comes without a request to pay.
func TestTheMailOfAnInvoiceThatWasPaidAsksForNothing(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		paid, open := w.Business(), w.Business()
		for _, c := range []int64{paid, open} {
			w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
		}
		w.Clock.Set(calendar.MustParse("2026-11-01").At(0, 10))
		w.Bill()
		w.Pay(paid, "1", money.Rupees(1769))
		w.Clock.Set(calendar.MustParse("2026-11-01").At(9, 0))
		if _, err := w.Queue.RunDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		asks := map[int64]bool{}
		for _, c := range []int64{paid, open} {
			for _, m := range w.Mails(c) {
				if strings.HasPrefix(m.Subject, "Tax invoice ") {
					asks[c] = strings.Contains(m.Body, "Please pay it by")
				}
			}
		}
		if diff := cmp.Diff(map[int64]bool{paid: false, open: true}, asks); diff != "" {
			t.Errorf("whether the mail asks for a payment (-want +got):\n%s", diff)
		}
	})
}
