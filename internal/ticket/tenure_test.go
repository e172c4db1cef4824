package ticket_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// The tenure of all three items ends on 1 January 2027. Their customer is told a month and a week
// before: once, by day, and only of what stays.
func TestTheEndOfATenureIsTold(t *testing.T) {
	testkit.BothEngines(t)
	all := func(day string) string {
		return day + ": Tenure ends on 1 January 2027: Sofa, Fridge, Smart TV, 3,097"
	}
	for name, c := range map[string]struct {
		happens func(t *testing.T, w *fixture)
		want    []string
	}{
		"nothing happens": {func(*testing.T, *fixture) {}, []string{all("1 December 09:00"), all("25 December 09:00")}},
		"an item is being returned": {func(_ *testing.T, w *fixture) {
			w.until("2026-11-30")
			w.closure("2026-12-04", w.sofa)
		}, []string{
			"1 December 09:00: Tenure ends on 1 January 2027: Fridge, Smart TV, 1,598",
			"25 December 09:00: Tenure ends on 1 January 2027: Fridge, Smart TV, 1,598",
		}},
		"all items are being returned on the last day": {func(_ *testing.T, w *fixture) {
			w.until("2026-12-03")
			w.closure("2027-01-01", w.sofa, w.fridge, w.tv)
		}, []string{all("1 December 09:00")}},
		"an item is offered to somebody who does not answer": {func(t *testing.T, w *fixture) {
			w.payAll()
			w.until("2026-11-28")
			_, err := w.transfer(w.Customer(), w.sofa)
			must(t, err)
		}, []string{"1 December 09:00: Tenure ends on 1 January 2027: Fridge, Smart TV, 1,598", all("25 December 09:00")}},
		"all items are extended after the first notice": {func(t *testing.T, w *fixture) {
			w.until("2026-12-20")
			w.extendBy3(t, w.sofa, w.fridge, w.tv)
		}, []string{all("1 December 09:00")}},
		"no node ran on the day": {func(_ *testing.T, w *fixture) {
			w.Clock.Set(day("2026-12-03").At(3, 0))
		}, []string{all("3 December 09:00"), all("25 December 09:00")}},
		"no node ran by day": {func(_ *testing.T, w *fixture) {
			w.until("2026-11-30")
			w.Clock.Set(day("2026-12-01").At(22, 0))
		}, []string{all("2 December 09:00"), all("25 December 09:00")}},
		"an item is being returned before the notice leaves": {func(_ *testing.T, w *fixture) {
			w.until("2026-11-30")
			w.Clock.Set(day("2026-12-01").At(22, 0))
			w.untilTime(day("2026-12-01").At(23, 0))
			w.closure("2026-12-05", w.sofa, w.tv)
		}, []string{
			"2 December 09:00: Tenure ends on 1 January 2027: Fridge, 899", "25 December 09:00: Tenure ends on 1 January 2027: Fridge, 899",
		}},
		"the program starts anew after a notice": {func(_ *testing.T, w *fixture) {
			w.untilTime(day("2026-12-01").At(11, 0))
			w.Wire(billing.DefaultSettings())
		}, []string{all("1 December 09:00"), all("25 December 09:00")}},
		"another tenure ends a month after the notice of these": {func(_ *testing.T, w *fixture) {
			w.Rent(w.customer, company.Bengaluru, "2026-07-25", company.AC)
		}, []string{
			all("1 December 09:00"), all("25 December 09:00"),
			"26 December 09:00: Tenure ends on 25 January 2027: Split AC, 1,800", "18 January 09:00: Tenure ends on 25 January 2027: Split AC, 1,800",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w := newFixture(t, s)
				c.happens(t, w)
				w.until("2027-01-31")
				if diff := cmp.Diff(c.want, w.toldOfTenures(w.customer)); diff != "" {
					t.Errorf("told (-want +got):\n%s", diff)
				}
			})
		})
	}
}

func (w *fixture) extendBy3(t *testing.T, items ...int64) {
	t.Helper()
	offers, err := w.Subscriptions.Extensions(t.Context(), w.Store.Queries(), w.customer, items)
	must(t, err)
	var wanted []subscription.Extension
	for _, o := range offers {
		wanted = append(wanted, subscription.Extension{ItemID: o.ID, Months: 3, Rent: o.Offers[0].Rent})
	}
	must(t, w.Tickets.Extend(by(t.Context()), w.customer, wanted))
}

// toldOfTenures lists the mails about the end of a tenure: when they left, what they say and the rent.
func (w *fixture) toldOfTenures(customerID int64) []string {
	w.T.Helper()
	var told []string
	for _, m := range w.Mails(customerID) {
		if !strings.HasPrefix(m.Subject, "Tenure ends") {
			continue
		}
		_, rent, _ := strings.Cut(m.Body, "the rent of ₹")
		rent, _, _ = strings.Cut(rent, " a month")
		told = append(told, m.SentAt.Time().Format("2 January 15:04")+": "+m.Subject+", "+rent)
	}
	return told
}
