package dashboard_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/dashboard"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// The newest item comes first. Items of one day are in the order in which they were ordered.
func TestTheOrderOfItems(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-07-01")
		customer := w.Customer()
		var want []int64
		for _, item := range w.Rent(customer, company.Bengaluru, "2026-07-01", company.Sofa, company.Fridge).Items {
			want = append(want, item.ID)
		}
		w.Go("2026-09-01")
		want = append([]int64{w.Rent(customer, company.Bengaluru, "2026-09-01", company.TV).Items[0].ID}, want...)
		data, err := dashboard.New(s, w.Subscriptions, w.Clock, dashboard.Config{}).For(t.Context(), customer)
		if err != nil {
			t.Fatal(err)
		}
		var got []int64
		for _, item := range data.Items {
			got = append(got, item.ID)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("items (-want +got):\n%s", diff)
		}
	})
}

// An item that is picked up for good shows the day. Other items show none.
func TestTheDayOfAPickupStandsBesideItsItem(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-07-01")
		customer := w.Customer()
		items := w.Rent(customer, company.Bengaluru, "2026-07-01", company.Sofa, company.Fridge).Items
		pickup := calendar.Today(w.Clock).AddDays(8)
		if _, err := w.Tickets.Close(t.Context(), customer, ticket.CloseInput{ItemIDs: []int64{items[0].ID}, Pickup: pickup, Reason: "Other"}); err != nil {
			t.Fatal(err)
		}
		data, err := dashboard.New(s, w.Subscriptions, w.Clock, dashboard.Config{}).For(t.Context(), customer)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(map[int64]calendar.Date{items[0].ID: pickup}, data.Pickups, cmp.Comparer(func(a, b calendar.Date) bool { return a == b })); diff != "" {
			t.Errorf("pickups (-want +got):\n%s", diff)
		}
	})
}
