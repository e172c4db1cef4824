package dashboard_test

import (
	"testing"
	"time"

	"rento/internal/calendar"
	"rento/internal/dashboard"
	"rento/internal/mandate"
	"rento/internal/money"
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

// PAY-19: whoever has an active mandate is not asked for another one,
// whatever is due now.
func TestAMandateEndsTheAskingForIt(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-11-20")
		customer := w.IDs.Next()
		home := dashboard.New(s, w.Clock, dashboard.Config{})
		w.Write(customer, func(tx *store.Tx) error {
			return tx.AccountCustomerAdd(t.Context(), db.AccountCustomerAddParams{
				ID: customer, FullName: "Asha Rao", Email: "asha@example.in", Mobile: "9000011111", CreatedAt: calendar.Stamp(w.Clock.Now()),
				VerificationStatus: "verified", CitySlug: "bangalore", AutoDebitRequired: true,
			})
		})
		want := func(required, active bool) {
			t.Helper()
			data, err := home.For(t.Context(), customer)
			if err != nil || data.AutoDebitRequired != required || data.HasActiveMandate != active {
				t.Fatalf("required %v, active %v, %v", data.AutoDebitRequired, data.HasActiveMandate, err)
			}
		}
		want(true, false)
		w.Write(customer, func(tx *store.Tx) error {
			_, err := w.Mandates.Record(t.Context(), tx, customer, mandate.Mandate{Max: money.Rupees(5000), Gateway: "razorpay", Method: "upi", State: mandate.Confirmed, Active: true})
			return err
		})
		want(false, true)
	})
}
