package billing_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// challansOn are the challans of some days, each with its goods in a line of text.
func challansOn(t *testing.T, w *company.Company, days ...string) (lines []string) {
	t.Helper()
	for _, on := range days {
		list, err := billing.ChallansOn(t.Context(), w.Store.Queries(), day(on), "", 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range list {
			opened, err := billing.OpenChallan(t.Context(), w.Store.Queries(), c.CustomerID, c.ID)
			if err != nil {
				t.Fatal(err)
			}
			line := fmt.Sprintf("%s %s %s of order %d:", on, opened.Number, opened.Movement, opened.OrderID)
			for _, g := range opened.Goods {
				line += " " + g.Name
			}
			if opened.Cancelled {
				line += ", cancelled"
			}
			lines = append(lines, line)
		}
	}
	return lines
}

// Rule 55, docs/documents.md: goods leave with a challan on the day of their delivery. If they stay, it
// is cancelled on the next morning and another is issued. A transfer delivers nothing.
func TestTheDeliveryOfAnOrderHasAChallan(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-11-10")
		c, giver := w.Customer(), w.Customer()
		given := w.Rent(giver, company.Bengaluru, "2026-11-10", company.Fridge)
		order, err := w.Subscriptions.PlaceOrder(t.Context(), subscription.NewOrder{
			CustomerID: c, AddressID: w.Address(c, company.Bengaluru), PromisedOn: day("2026-11-12"),
			Items: []subscription.NewItem{{ProductID: company.Sofa, TenureMonths: 6}, {ProductID: company.Fridge, TenureMonths: 6}},
		})
		if err != nil {
			t.Fatal(err)
		}
		w.Go("2026-11-11")
		place := w.Address(c, company.Bengaluru)
		w.Write(c, func(tx *store.Tx) error {
			_, err := w.Subscriptions.ReserveIn(t.Context(), tx, given.Items, c, place)
			return err
		})
		for _, on := range []string{"2026-11-11", "2026-11-12", "2026-11-12", "2026-11-13", "2026-11-14"} {
			w.Go(on)
			if on == "2026-11-14" {
				if err := w.Subscriptions.Deliver(t.Context(), c, order.ID, day("2026-11-13")); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Billing.IssueChallansOfOrders(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		want := []string{
			fmt.Sprintf("2026-11-12 KA/26-27/D000001 delivery of order %d: Sofa Fridge, cancelled", order.ID),
			fmt.Sprintf("2026-11-13 KA/26-27/D000002 delivery of order %d: Sofa Fridge", order.ID),
		}
		if diff := cmp.Diff(want, challansOn(t, w, "2026-11-11", "2026-11-12", "2026-11-13", "2026-11-14")); diff != "" {
			t.Errorf("challans (-want +got):\n%s", diff)
		}
	})
}

// An order that is not delivered within two weeks of its day is not expected any more: its last challan
// is cancelled, and no other follows.
func TestAnOrderThatIsNeverDelivered(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-11-02")
		c := w.Customer()
		order, err := w.Subscriptions.PlaceOrder(t.Context(), subscription.NewOrder{
			CustomerID: c, AddressID: w.Address(c, company.Bengaluru), PromisedOn: day("2026-11-02"),
			Items: []subscription.NewItem{{ProductID: company.Sofa, TenureMonths: 6}},
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, on := range []string{"2026-11-16", "2026-11-17", "2026-11-18"} {
			w.Go(on)
			if err := w.Billing.IssueChallansOfOrders(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		want := []string{fmt.Sprintf("2026-11-16 KA/26-27/D000001 delivery of order %d: Sofa, cancelled", order.ID)}
		if diff := cmp.Diff(want, challansOn(t, w, "2026-11-16", "2026-11-17", "2026-11-18")); diff != "" {
			t.Errorf("challans (-want +got):\n%s", diff)
		}
	})
}
