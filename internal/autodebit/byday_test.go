package autodebit_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/mandate"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/sandbox/emulator"
	"rento/internal/testkit"
)

// A debit that fails in the early morning is told at nine, as it stands then: not if the invoice is
// paid by hand meanwhile, and without another try if auto debit is removed.
func TestAFailedDebitIsToldByDayAsItStandsThen(t *testing.T) {
	for name, c := range map[string]struct {
		meanwhile func(w *world, c int64, m mandate.Mandate)
		want      []string
	}{
		"nothing happens": {func(*world, int64, mandate.Mandate) {}, []string{"We try again on 5 November 2026"}},
		"paid by hand":    {func(w *world, c int64, _ mandate.Mandate) { w.Pay(c, "by hand", rent) }, nil},
		"auto debit is removed": {func(w *world, c int64, m mandate.Mandate) {
			if err := w.debits.Cancel(w.T.Context(), c, "billdesk", m.ID); err != nil {
				w.T.Fatal(err)
			}
		}, []string{"We do not try again. Please pay it in your dashboard by 10 November 2026"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, testkit.Open(t), byBilldesk)
			id := w.tenant()
			m := w.confirmed(id, provider.MandateUPI)
			w.bill()
			w.plan("debit", emulator.Failure, "insufficient_funds")
			w.hour("2026-11-03", 7)
			if told := w.left(id, "did not go through"); len(told) != 0 {
				t.Errorf("told at half past seven: %q, want nothing", told)
			}
			c.meanwhile(w, id, m)
			w.until(calendar.MustParse("2026-11-03").At(9, 0))
			var got []string
			for _, body := range w.left(id, "did not go through") {
				got = append(got, strings.FieldsFunc(body[strings.Index(body, "We "):], func(r rune) bool { return r == ',' || r == ':' })[0])
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("told at nine (-want +got):\n%s", diff)
			}
		})
	}
}

// left are the mails with a subject that have left.
func (w *world) left(c int64, subject string) (bodies []string) {
	w.T.Helper()
	for _, m := range w.Mails(c) {
		if m.State == notify.StateKept && strings.Contains(m.Subject, subject) {
			bodies = append(bodies, m.Body)
		}
	}
	return bodies
}
