package ticket_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// challans returns the challans of a request, each as one line of text.
func (w *fixture) challans(ticketID int64) []string {
	w.T.Helper()
	q := w.Store.Queries()
	list, err := billing.ChallansOf(w.T.Context(), q, w.customer, ticketID)
	must(w.T, err)
	lines := make([]string, len(list))
	for i, c := range list {
		opened, err := billing.ChallanOfNumber(w.T.Context(), q, c.Number)
		must(w.T, err)
		lines[i] = fmt.Sprintf("%s of %s, %s, %s-%s:", opened.Number, opened.Date, opened.Movement, opened.Company.StateCode, opened.State)
		for _, g := range opened.Goods {
			lines[i] += fmt.Sprintf(" %s %s %s", g.Name, g.HSN, g.Value)
		}
		if opened.Cancelled {
			lines[i] += ", cancelled"
		}
	}
	return lines
}

func (w *fixture) wantChallans(ticketID int64, want ...string) {
	w.T.Helper()
	if diff := cmp.Diff(append([]string{}, want...), w.challans(ticketID)); diff != "" {
		w.T.Fatalf("challans: %s", diff)
	}
}

// Rule 55, docs/documents.md: a pickup has a challan from the morning on which it begins. A
// relocation has one at each end, on its day, from the registration of that place. A repair moves
// nothing. The numbers have no gaps.
func TestAMovementHasAChallan(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		broken := w.raise(ticket.Repair, w.tv)
		moved, err := w.relocate(w.Address(w.customer, company.Pune), "2026-11-20", "2026-11-23")
		must(t, err)
		leaving := w.closure("2026-11-24", w.fridge).Ticket
		w.until("2026-11-19")
		w.wantChallans(moved.ID)
		fetched := "KA/26-27/D000001 of 2026-11-20, pickup, 29-29: Sofa 9401 ₹24,000"
		w.until("2026-11-22")
		w.wantChallans(moved.ID, fetched)
		w.wantChallans(leaving.ID)
		w.until("2026-11-23")
		brought := "MH/26-27/D000001 of 2026-11-23, delivery, 27-27: Sofa 9401 ₹24,000"
		w.wantChallans(moved.ID, fetched, brought)
		for range 2 {
			must(t, w.Tickets.Finish(t.Context(), w.customer, moved.ID, ""))
		}
		w.until("2026-11-24")
		must(t, w.Tickets.Finish(t.Context(), w.customer, leaving.ID, ""))
		must(t, w.Tickets.Finish(t.Context(), w.customer, broken.ID, ""))
		w.wantChallans(moved.ID, fetched, brought)
		w.wantChallans(leaving.ID, "KA/26-27/D000002 of 2026-11-24, pickup, 29-29: Fridge 8418 ₹16,000")
		w.wantChallans(broken.ID)
		list := w.details(moved.Number).Challans
		if len(list) != 2 {
			t.Errorf("the request shows %+v, want both challans", list)
		}
		_, err = billing.OpenChallan(t.Context(), w.Store.Queries(), w.Customer(), list[0].ID)
		wantFault(t, err, 404)
	})
}

// If a pickup is given up, its goods were not moved. So its challan is cancelled, and the next
// attempt has another number.
func TestThePickupThatIsGivenUpCancelsItsChallan(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		first := w.closure("2026-11-20", w.sofa).Ticket
		w.until("2026-11-20")
		for range 2 {
			must(t, w.giveUp(first.ID))
		}
		again := w.closure("2026-11-25", w.sofa).Ticket
		w.until("2026-11-25")
		w.wantChallans(first.ID, "KA/26-27/D000001 of 2026-11-20, pickup, 29-29: Sofa 9401 ₹24,000, cancelled")
		w.wantChallans(again.ID, "KA/26-27/D000002 of 2026-11-25, pickup, 29-29: Sofa 9401 ₹24,000")
	})
}

// A relocation that is given up after the day of its pickup has moved the goods, so the challan of the
// pickup holds. That of a delivery in vain is cancelled, and that of a pickup that is given up on its day.
func TestTheRelocationThatIsGivenUpKeepsTheChallanOfItsPickup(t *testing.T) {
	for _, c := range []struct {
		what, on string
		want     []string
	}{
		{"on the day of the pickup", "2026-11-20", []string{"KA/26-27/D000001 of 2026-11-20, pickup, 29-29: Sofa 9401 ₹24,000, cancelled"}},
		{"before the delivery", "2026-11-21", []string{"KA/26-27/D000001 of 2026-11-20, pickup, 29-29: Sofa 9401 ₹24,000"}},
		{"on the day of the delivery", "2026-11-23", []string{
			"KA/26-27/D000001 of 2026-11-20, pickup, 29-29: Sofa 9401 ₹24,000", "MH/26-27/D000001 of 2026-11-23, delivery, 27-27: Sofa 9401 ₹24,000, cancelled",
		}},
	} {
		t.Run(c.what, func(t *testing.T) {
			onEachEngine(t, func(t *testing.T, w *fixture) {
				w.payAll()
				moved, err := w.relocate(w.Address(w.customer, company.Pune), "2026-11-20", "2026-11-23")
				must(t, err)
				w.until(c.on)
				for range 2 {
					must(t, w.giveUp(moved.ID))
				}
				w.wantChallans(moved.ID, c.want...)
			})
		})
	}
}

// Goods whose product has no code or value have no challan: an alert says so, no number is used, and
// the pickup goes on.
func TestGoodsWithoutACodeHaveAnAlertInPlaceOfAChallan(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		w.Write(0, func(tx *store.Tx) error {
			products, err := subscription.Products(t.Context(), tx.Queries)
			must(t, err)
			for _, p := range products {
				if p.ID == company.Sofa {
					p.HSN = ""
					return subscription.SaveProduct(t.Context(), tx, p, calendar.MustParse("2026-11-01"))
				}
			}
			return nil
		})
		leaving, other := w.closure("2026-11-20", w.sofa).Ticket, w.closure("2026-11-21", w.fridge).Ticket
		w.until("2026-11-21")
		w.wantChallans(leaving.ID)
		w.wantChallans(other.ID, "KA/26-27/D000001 of 2026-11-21, pickup, 29-29: Fridge 8418 ₹16,000")
		var got []string
		for _, a := range testkit.OpenAlerts(t, w.Store) {
			got = append(got, a.Kind+" "+a.Detail)
		}
		want := []string{"challan_not_issued Sofa has no HSN code of four, six or eight digits, or no value: complete the product"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("alerts (-want +got):\n%s", diff)
		}
	})
}
