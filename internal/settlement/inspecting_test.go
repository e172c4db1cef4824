package settlement_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/money"
	emulated "rento/internal/sandbox/razorpayx"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// From the pickup until the settlement is worked out, the deposit of the returned items counts as
// being inspected. Other money that is held does not.
func TestADepositIsBeingInspected(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		want := func(when string, inspecting, balance money.Paise) {
			t.Helper()
			got, err := settlement.DepositOf(t.Context(), s.Queries(), d.who.CustomerID, calendar.Today(d.Clock))
			if err != nil {
				t.Fatal(err)
			}
			if got.Inspecting != inspecting || got.Balance() != balance {
				t.Errorf("%s: %v is inspected, balance %v; want %v and %v",
					when, got.Inspecting, got.Balance(), inspecting, balance)
			}
		}
		const more = money.Paise(20000)
		d.Deposit(d.who.CustomerID, "1", money.Rupees(3000)+more)
		order := d.Rent(d.who.CustomerID, company.Bengaluru, "2026-10-01", company.Sofa)
		want("rented", 0, more)
		d.Go("2026-10-30")
		if err := d.Subscriptions.Close(t.Context(), d.who.CustomerID, []int64{order.Items[0].ID}, day("2026-10-30")); err != nil {
			t.Fatal(err)
		}
		want("picked up", money.Rupees(3000), money.Rupees(3000)+more)
		id, _, err := d.service.Open(t.Context(), d.who.CustomerID)
		if err != nil {
			t.Fatal(err)
		}
		want("in inspection", money.Rupees(3000), money.Rupees(3000)+more)
		done, err := d.service.Inspect(t.Context(), d.who.CustomerID, id, nil)
		if err != nil {
			t.Fatal(err)
		}
		want("inspected", 0, done.Refund+more)
	})
}

// The message about a refund of the deposit also says what the deposit paid first.
func TestAReadySettlementSaysWhatWasPaidFirst(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.giveBack()
		words := (money.Rupees(3000) - refund).String() + " of it paid your bills first."
		if d.said(words) == 0 {
			t.Errorf("nobody was told %q", words)
		}
	})
}

// A requested payout of wallet money is under way until it has arrived. It is held if the bank
// does not accept the details.
func TestAPayoutOfTheWalletIsUnderWay(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		want := func(when string, want ...settlement.WalletPayoutUnderWay) {
			t.Helper()
			got, err := settlement.WalletPayoutsUnderWay(t.Context(), s.Queries(), d.who.CustomerID)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: payouts of the wallet (-want +got):\n%s", when, diff)
			}
		}
		d.inspected() // a refund of the deposit is not a payout of the wallet
		if err := d.service.SetPreference(t.Context(), d.who, settlement.ToWallet); err != nil {
			t.Fatal(err)
		}
		d.work()
		if err := d.service.SaveBank(t.Context(), d.who, hers); err != nil {
			t.Fatal(err)
		}
		want("not asked for")
		asked := calendar.Stamp(d.Clock.Now())
		d.decide("payout", emulated.PayoutFailed)
		id, err := d.service.PayOutWallet(t.Context(), d.who, settlement.WalletPayout{All: true, To: settlement.ToBank})
		if err != nil {
			t.Fatal(err)
		}
		leaving := settlement.WalletPayoutUnderWay{SettlementID: id, Amount: money.Rupees(3000), To: settlement.ToBank, AskedAt: asked}
		want("asked for", leaving)
		d.pass(26 * time.Hour)
		leaving.Held = true
		want("refused by the bank", leaving)
		d.otherBank()
		leaving.Held = false
		want("other details", leaving)
		d.pass(30 * time.Hour)
		want("arrived")
	})
}
