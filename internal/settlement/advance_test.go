package settlement_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/money"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// A customer who has paid six months in advance leaves after two. The settlement has the deposit
// and what is left of the advance once the two months are recomputed, 6,544.64 rupees
// (docs/rules.md R11). Damage is taken from it, and the rest goes to the bank.
func TestUnusedRentComesBackWithTheSettlement(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		c := d.who.CustomerID
		d.Deposit(c, "1", money.Rupees(3000))
		item := d.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa).Items[0].ID
		d.PayAhead(d.who.CustomerID, 6)
		for _, on := range []string{"2026-11-01", "2026-12-01"} {
			d.Go(on)
			d.Bill()
		}
		if err := d.Subscriptions.Close(t.Context(), c, []int64{item}, day("2026-12-01")); err != nil {
			t.Fatal(err)
		}
		id, _, err := d.service.Open(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		damage := []settlement.Deduction{{ItemID: item, Description: "A scratch", Amount: money.Rupees(250)}}
		if _, err := d.service.Inspect(t.Context(), c, id, damage); err != nil {
			t.Fatal(err)
		}
		one := d.statement()
		lines := map[settlement.LineKind]money.Paise{}
		for _, l := range one.Lines {
			lines[l.Kind] += l.Amount
		}
		wantLines := map[settlement.LineKind]money.Paise{
			settlement.LineDeposit: 3000_00, settlement.LineAdvance: 6544_64, settlement.LineCharges: -295_00,
		}
		if diff := cmp.Diff(wantLines, lines); diff != "" {
			t.Fatalf("amounts by the kind of line (-want +got):\n%s", diff)
		}
		want := money.Paise(3000_00 + 6544_64 - 295_00)
		if one.Refund != want {
			t.Fatalf("refund %v, want %v", one.Refund, want)
		}
		company.WantMoney(t, "after the inspection", d.Balances(c), company.Money{RefundOwed: want})
		shown, err := settlement.DepositOf(t.Context(), d.Store.Queries(), c, day("2026-12-01"))
		if err != nil {
			t.Fatal(err)
		}
		var moved money.Paise
		for _, m := range d.depositStatement().Movements {
			moved += m.Amount
		}
		type depositFacts struct{ Owed, Used, Balance, Moved money.Paise }
		wantDeposit := depositFacts{want, 295_00, want, want}
		if diff := cmp.Diff(wantDeposit, depositFacts{shown.RefundOwed, shown.Used(), shown.Balance(), moved}); diff != "" {
			t.Errorf("the deposit (-want +got):\n%s", diff)
		}
		applied := slices.DeleteFunc(d.Mails(c), func(m db.NotifyOutboxRow) bool { return !strings.Contains(m.Subject, "paid your bills") })
		if len(applied) != 1 || applied[0].Subject != "₹295 of your deposit and rent in advance paid your bills" {
			t.Errorf("told %+v, want that rent in advance is a part of it", applied)
		}
		d.toBank()
		d.pass(10 * 24 * time.Hour)
		if one := d.statement(); one.State != settlement.Paid || d.Balances(c).RefundOwed() != 0 {
			t.Errorf("it is %s and %d are owed, want it paid", one.State, d.Balances(c).RefundOwed())
		}
	})
}

// A charge that came after the inspection is paid from the refund before it goes out, from the
// rent in advance first. When the charge is withdrawn, what it took of that rent is the
// customer's own money and not deposit (docs/rules.md R7).
func TestRentInAdvanceThatPaidIsOwnMoney(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		c := d.who.CustomerID
		d.Deposit(c, "1", money.Rupees(3000))
		item := d.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa).Items[0].ID
		d.PayAhead(d.who.CustomerID, 6)
		for _, on := range []string{"2026-11-01", "2026-12-01"} {
			d.Go(on)
			d.Bill()
		}
		if err := d.Subscriptions.Close(t.Context(), c, []int64{item}, day("2026-12-01")); err != nil {
			t.Fatal(err)
		}
		id, _, err := d.service.Open(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.service.Inspect(t.Context(), c, id, nil); err != nil {
			t.Fatal(err)
		}
		refund := money.Paise(3000_00 + 6544_64)
		for n, each := range []struct{ amount, own, deposit money.Paise }{
			{5900_00, 5900_00, 0}, {1180_00, 644_64, 1180_00 - 644_64}, // the second charge takes the rest of the rent in advance
		} {
			operation := fmt.Sprintf("test/%d", n)
			d.Write(c, func(tx *store.Tx) error {
				_, err := d.Billing.ChargesIn(t.Context(), tx, c, []billing.Charge{{ItemID: item, Operation: operation, Written: "Due since", Amount: each.amount.MulDiv(100, 118)}})
				return err
			})
			if err := d.service.NetNow(t.Context(), c, id); err != nil {
				t.Fatal(err)
			}
			if refund -= each.amount; d.statement().Refund != refund {
				t.Fatalf("the refund is %v, want %v after %v were netted", d.statement().Refund, refund, each.amount)
			}
			before := d.Balances(c)
			d.Write(c, func(tx *store.Tx) error {
				return d.Billing.WithdrawIn(t.Context(), tx, c, []string{operation}, billing.Reason{Code: billing.WrittenReason, Written: "Not the customer's"})
			})
			after := d.Balances(c)
			if own, deposit := after.OwnMoney()-before.OwnMoney(), after.DepositHeld()-before.DepositHeld(); own != each.own || deposit != each.deposit {
				t.Errorf("of %v that were withdrawn, %v are own money and %v deposit; want %v and %v", each.amount, own, deposit, each.own, each.deposit)
			}
		}
	})
}
