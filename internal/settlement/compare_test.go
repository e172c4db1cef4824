package settlement_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/alert"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/provider/razorpayx"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/testkit"
)

// listing is a provider with a given list of payouts.
type listing struct {
	provider.Payouts
	list []provider.Payout
	odd  []provider.OddEntry
}

func (*listing) Name() string { return razorpayx.Name }

func (l *listing) ListPayouts(context.Context, time.Time, time.Time) (provider.Listing[provider.Payout], error) {
	return provider.Listing[provider.Payout]{Entries: l.list, Odd: l.odd}, nil
}

// If the database refuses one payout, or an entry cannot be read, the comparison still covers the
// others. F28
func TestOnePayoutDoesNotStopTheCompare(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		refuse := map[string]string{
			"sqlite":   "CREATE TRIGGER refused BEFORE INSERT ON alerts WHEN NEW.subject LIKE '%pout_refused' BEGIN SELECT RAISE(ABORT, 'refused'); END",
			"postgres": "ALTER TABLE alerts ADD CHECK (subject NOT LIKE '%pout_refused')",
		}
		if _, err := testkit.Raw(t, s).ExecContext(t.Context(), refuse[s.Engine()]); err != nil {
			t.Fatal(err)
		}
		service := settlement.New(settlement.Deps{
			Store: d.Store, IDs: d.IDs, Clock: d.Clock, Billing: d.Billing, Ledger: d.Ledger, Keyring: d.keyring,
			Alerts:  alert.New(d.Store, d.IDs, d.Clock, nil),
			Payouts: &listing{odd: []provider.OddEntry{{ID: "pout_odd", Cause: errors.New("unknown status")}}, list: []provider.Payout{{ID: "pout_refused", Amount: money.Rupees(5)}, {ID: "pout_behind", Amount: money.Rupees(6)}}},
		})
		c, err := service.CompareLately(t.Context())
		if err == nil || !strings.Contains(err.Error(), "payout pout_refused") {
			t.Errorf("error %v, want one that names the payout", err)
		}
		want := settlement.Comparison{
			Provider: razorpayx.Name, Listed: 2,
			Strange: []string{"pout_refused", "pout_behind"}, Odd: []string{"pout_odd"},
		}
		if diff := cmp.Diff(want, c); diff != "" {
			t.Errorf("the comparison (-want +got):\n%s", diff)
		}
		if c.Clean() {
			t.Error("the comparison finds no difference")
		}
		if got, want := d.alerts(), "payout_unreadable payout_unknown"; got != want {
			t.Errorf("alerts %q, want %q", got, want)
		}
	})
}

// A paid payout has another amount in our books than at the provider. It is listed and a person is
// told, though state and bank reference agree.
func TestAnotherAmountOfAPaidPayout(t *testing.T) {
	d := newTestCompany(t, testkit.Open(t))
	d.giveBack()
	d.toBank()
	d.pass(25 * time.Hour)
	d.wantPaid()
	d.pass(time.Hour)
	if _, err := testkit.Raw(t, d.Store).ExecContext(t.Context(), "UPDATE payouts SET amount_paise = amount_paise + 100"); err != nil {
		t.Fatal(err)
	}
	c, err := d.service.CompareLately(t.Context())
	if err != nil || len(c.Caught) != 1 {
		t.Errorf("compared: %+v, %v; want one payout that differs", c, err)
	}
	if diff := cmp.Diff("payout_differs", d.alerts()); diff != "" {
		t.Errorf("alerts (-want +got):\n%s", diff)
	}
}
