package settlement_test

import (
	"strings"
	"testing"
	"time"

	"rento/internal/address"
	emulated "rento/internal/sandbox/razorpayx"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

func (d *testCompany) holiday(city int64, date string) {
	d.T.Helper()
	d.Write(d.who.CustomerID, func(tx *store.Tx) error {
		return address.SaveHoliday(d.T.Context(), tx, city, day(date), "Holiday")
	})
}

// REFUND-24: a holiday of the city in which the sofa stood is not a working day, neither for the
// promise to the customer nor for the alert. A holiday on a Sunday or in another city changes
// nothing. The promise stays the same once the refund is under way.
func TestHolidaysLengthenThePromise(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.holiday(company.Bengaluru, "2026-11-22") // a Sunday
		d.holiday(company.Pune, "2026-11-24")
		d.giveBack()
		d.decide("payout", emulated.Pending)
		d.toBank()
		want := func(when string, days int, by string) {
			t.Helper()
			if got := d.statement(); got.WorkingDays != days || got.PromisedBy != day(by) {
				t.Fatalf("%s: %d days, by %s, want %d and %s", when, got.WorkingDays, got.PromisedBy, days, by)
			}
		}
		want("without a holiday", 7, "2026-11-28")
		d.holiday(company.Bengaluru, "2026-11-25")
		want("with a holiday", 7, "2026-11-30")
		d.pass(5 * 24 * time.Hour) // the holiday itself
		if got := d.statement().State; got != settlement.Paying {
			t.Fatalf("on the holiday: state %s, want %s", got, settlement.Paying)
		}
		want("on the holiday", 4, "2026-11-30")
		d.pass(2 * 24 * time.Hour) // the fifth working day
		if d.alerts() != "" {
			t.Fatalf("on 27 November: alerts %s", d.alerts())
		}
		d.pass(24 * time.Hour)
		if !strings.Contains(d.alerts(), "payout_slow") {
			t.Errorf("on 28 November: alerts %q, want %q in it", d.alerts(), "payout_slow")
		}
	})
}
