package dashboard_test

import (
	"testing"
	"time"

	"rento/internal/dashboard"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// A city that opens stands on everybody's home screen a minute later.
func TestCitiesAreAMinuteOldAtMost(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-11-20")
		customer := w.Customer()
		home := dashboard.New(s, w.Clock, dashboard.Config{})
		cities := func() int {
			t.Helper()
			data, err := home.For(t.Context(), customer)
			if err != nil {
				t.Fatal(err)
			}
			return len(data.Cities)
		}
		before := cities()
		w.Write(customer, func(tx *store.Tx) error {
			return tx.AddressCityPut(t.Context(), db.AddressCityPutParams{
				ID: 99, Slug: "nagpur", Name: "Nagpur", StateCode: "27", StateName: "Maharashtra", Lat: 21.1, Lng: 79.1, RadiusKm: 20,
			})
		})
		w.Clock.Advance(time.Minute)
		if got := cities(); before == 0 || got != before+1 {
			t.Errorf("cities: got %d, want %d", got, before+1)
		}
		if got := cities(); got != before+1 {
			t.Errorf("cities, read again: got %d, want %d", got, before+1)
		}
	})
}
