package settlement_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
	emulated "rento/internal/sandbox/razorpayx"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// inspected has the customer give a sofa back on 30 October with nothing due. The inspection
// leaves a refund of 3,000 rupees.
func (d *testCompany) inspected() (settlementID int64) {
	d.T.Helper()
	c := d.who.CustomerID
	d.Deposit(c, "1", money.Rupees(3000))
	sofa := d.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
	d.Go("2026-10-30")
	if err := d.Subscriptions.Close(d.T.Context(), c, []int64{sofa.Items[0].ID}, day("2026-10-30")); err != nil {
		d.T.Fatal(err)
	}
	id, _, err := d.service.Open(d.T.Context(), c)
	if err != nil {
		d.T.Fatal(err)
	}
	if _, err := d.Billing.BillClosed(d.T.Context(), c); err != nil {
		d.T.Fatal(err)
	}
	d.Pay(c, "october", d.Balances(c).InvoicesDue())
	if _, err := d.service.Inspect(d.T.Context(), c, id, nil); err != nil {
		d.T.Fatal(err)
	}
	return id
}

func (d *testCompany) deposit() billing.Deposit {
	d.T.Helper()
	standing, err := billing.StandingOf(d.T.Context(), d.Store.Queries(), d.who.CustomerID)
	if err != nil {
		d.T.Fatal(err)
	}
	return standing.Deposit
}

// said is how many of the customer's messages contain the words.
func (d *testCompany) said(words string) (n int) {
	for _, m := range d.messages() {
		if strings.Contains(m.Body, words) {
			n++
		}
	}
	return n
}

// A refund that was shown is owed. What is ordered afterwards needs a deposit of its own, and the
// refund goes out nevertheless (docs/rules.md R10).
func TestARefundIsNoDepositOfAnythingNew(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.inspected()
		before := d.deposit()
		if before.Balance() != money.Rupees(3000) || before.RefundOwed != money.Rupees(3000) || before.Held != 0 {
			t.Fatalf("after the inspection: %+v; want before.Balance() = %v, before.RefundOwed = %v, before.Held = 0", before, money.Rupees(3000), money.Rupees(3000))
		}
		d.Rent(d.who.CustomerID, company.Bengaluru, "2026-10-30", company.TV)
		if got := d.deposit(); got.Missing() != money.Rupees(1600) || got.Balance() != -money.Rupees(1600) {
			t.Fatalf("after an order: %+v; want got.Missing() = %v, got.Balance() = %v", got, money.Rupees(1600), -money.Rupees(1600))
		}
		if err := d.service.SetPreference(t.Context(), d.who, settlement.ToWallet); err != nil {
			t.Fatal(err)
		}
		d.work()
		got := d.statement()
		if b := d.Balances(d.who.CustomerID); got.State != settlement.Paid || b.WalletCredit() != money.Rupees(3000) || d.alerts() != "" {
			t.Fatalf(`got %+v, balances %v, alerts %q; want got.State = %v, b.WalletCredit() = %v, d.alerts() = ""`, got, b, d.alerts(), settlement.Paid, money.Rupees(3000))
		}
	})
}

// The inspection on 30 October leaves a refund of 3,000 rupees. An invoice of 2,191 of 1 November
// is unpaid on 10 November. So 809.00 are paid out, and statement and message say why
// (docs/rules.md R10).
func TestDuesSinceTheInspectionAreNetted(t *testing.T) {
	for _, c := range []struct {
		name  string
		raise money.Paise // what becomes due before the payout
		left  money.Paise
	}{
		{"something is left", money.Rupees(2191), money.Rupees(809)},
		{"nothing is left", money.Rupees(4130), 0},
		{"nothing became due", 0, money.Rupees(3000)},
	} {
		t.Run(c.name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				d := newTestCompany(t, s)
				d.raise(d.inspected(), c.raise)
				if got, want := d.statement().PaysDue, min(c.raise, money.Rupees(3000)); got != want {
					t.Errorf("of the refund, %v is said to pay what is due; want %v", got, want)
				}
				d.Go("2026-11-09")
				d.toBank()
				d.pass(26 * time.Hour) // on 10 November the details have cooled
				got := d.statement()
				if got.State != settlement.Paid || got.Refund != c.left || d.deposit().RefundOwed != 0 {
					t.Fatalf("got %+v, deposit %+v, alerts %q; want got.State = %v, got.Refund = %v, d.deposit().RefundOwed = 0", got, d.deposit(), d.alerts(), settlement.Paid, c.left)
				}
				wantLines(t, got, c.raise > 0)
				var paid money.Paise
				for _, p := range d.payouts() {
					paid += money.Paise(p["amount"].(float64))
				}
				if owed := max(0, c.raise-money.Rupees(3000)); paid != c.left || d.Balances(d.who.CustomerID).InvoicesDue() != owed {
					t.Errorf("%v left us, %v are owed, want %v and %v", paid, d.Balances(d.who.CustomerID).InvoicesDue(), c.left, owed)
				}
				if told := d.said("of it paid bills that were open") > 0; told != (c.raise > 0) {
					t.Errorf("told: %v", told)
				}
				if owing := d.said("₹1,130 is still due") > 0; owing != (c.raise == money.Rupees(4130)) {
					t.Errorf("told what is still due: %v", owing)
				}
			})
		})
	}
}

// raise charges an amount, GST included, on 1 November, for the settlement's first item.
func (d *testCompany) raise(settlementID int64, amount money.Paise) {
	d.T.Helper()
	d.Go("2026-11-01")
	if amount == 0 {
		return
	}
	one, err := settlement.Get(d.T.Context(), d.Store.Queries(), d.who.CustomerID, settlementID)
	if err != nil {
		d.T.Fatal(err)
	}
	d.chargeItem(one.ItemIDs[0], amount)
}

// chargeItem charges an amount in paise, GST included, for an item.
func (d *testCompany) chargeItem(item int64, amount money.Paise) {
	d.T.Helper()
	d.Write(d.who.CustomerID, func(tx *store.Tx) error {
		_, err := d.Billing.ChargesIn(d.T.Context(), tx, d.who.CustomerID, []billing.Charge{{
			ItemID: item, Operation: fmt.Sprintf("test/%d", d.IDs.Next()), Written: "Due since", Amount: amount.MulDiv(100, 118),
		}})
		return err
	})
}

func wantLines(t *testing.T, s settlement.Statement, netted bool) {
	t.Helper()
	sum, said := s.Refund, false
	for _, l := range s.Lines {
		sum -= l.Amount
		said = said || strings.HasSuffix(l.Describe(s.Origin), ", due since the inspection")
	}
	if sum != 0 || said != netted {
		t.Errorf("the lines of %+v are off by %v, netting said: %v; want sum = 0, said = %v", s.Lines, sum, said, netted)
	}
}

// A refund that was netted and then came back from the bank is still owed, and is netted again
// before the next try.
func TestANettedRefundThatComesBack(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		id := d.inspected()
		d.raise(id, money.Rupees(1180))
		d.decide("payout", emulated.PayoutReversed)
		d.toBank()
		d.pass(30 * time.Hour)
		if got := d.statement(); got.State != settlement.Ready || got.Refund != money.Rupees(1820) || d.deposit().RefundOwed != got.Refund {
			t.Fatalf("got %+v, deposit %+v; want got.State = %v, got.Refund = %v, d.deposit().RefundOwed = %v", got, d.deposit(), settlement.Ready, money.Rupees(1820), got.Refund)
		}
		d.Write(d.who.CustomerID, func(tx *store.Tx) error {
			_, err := d.Billing.ChargesIn(t.Context(), tx, d.who.CustomerID, []billing.Charge{{
				ItemID: d.statement().ItemIDs[0], Operation: "test/2", Written: "Due again", Amount: money.Rupees(5000),
			}})
			return err
		})
		if err := d.service.Retry(t.Context(), d.who.CustomerID, id); err != nil {
			t.Fatal(err)
		}
		d.pass(time.Hour)
		b := d.Balances(d.who.CustomerID)
		if got := d.statement(); got.State != settlement.Paid || got.Refund != 0 || b.RefundOwed() != 0 || b.InvoicesDue() != money.Rupees(5900-1820) {
			t.Fatalf("got %+v, balances %v; want got.State = %v, got.Refund = 0, b.RefundOwed() = 0, b.InvoicesDue() = %v", got, b, settlement.Paid, money.Rupees(5900-1820))
		}
		if n := len(d.payouts()); n != 1 || d.said("of it paid bills that were open") == 0 || d.total(ledger.InTransit("razorpayx")) != 0 {
			t.Errorf("%d payouts, %d messages, want 1", n, d.said("of it paid bills that were open"))
		}
	})
}

// Netting leaves less than a rupee, so no payout follows. Before the rest goes to the wallet,
// another charge falls due. It is netted too, and the customer is told of both.
func TestDuesBetweenNettingAndWalletAreNettedToo(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		c, id := d.who.CustomerID, d.inspected()
		d.toBank()
		d.pass(23 * time.Hour) // validated, but still cooling
		d.Clock.Advance(2 * time.Hour)
		item := d.statement().ItemIDs[0]
		d.chargeItem(item, money.Rupees(3000)-50)
		if err := d.service.PayNow(t.Context(), c, id); err != nil {
			t.Fatal(err)
		}
		left := d.statement().Refund
		if left <= 0 || left >= settlement.LeastPayout || d.Balances(c).RefundOwed() != left {
			t.Fatalf("%v is left, balances %v; want less than a rupee, and as much owed", left, d.Balances(c))
		}
		d.chargeItem(item, money.Rupees(5))
		due := d.Balances(c).InvoicesDue()
		d.work()
		if err := d.service.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		d.work()
		got, b := d.statement(), d.Balances(c)
		if got.State != settlement.Paid || got.Refund != 0 || b.RefundOwed() != 0 || b.InvoicesDue() != due-left || b.WalletCredit() != 0 {
			t.Errorf("got %+v, balances %v; want got.State = %v, got.Refund = 0, b.RefundOwed() = 0, b.InvoicesDue() = %v, b.WalletCredit() = 0", got, b, settlement.Paid, due-left)
		}
		wantLines(t, got, true)
		told := map[string]bool{}
		for _, m := range d.messages() {
			if strings.Contains(m.Body, "of it paid bills that were open") {
				told[m.Body] = true
			}
		}
		if len(told) != 2 {
			t.Errorf("told of %v, want both nettings", told)
		}
	})
}

// Two settlements are open at the same time. Each refund comes from its own deposit, the dues are
// taken once, and both refunds go out.
func TestTwoSettlementsAtOnce(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		c := d.who.CustomerID
		d.Deposit(c, "2", money.Rupees(2000))
		fridge := d.Rent(c, company.Bengaluru, "2026-10-01", company.Fridge)
		sofa := d.inspected()
		if err := d.Subscriptions.Close(t.Context(), c, []int64{fridge.Items[0].ID}, day("2026-10-30")); err != nil {
			t.Fatal(err)
		}
		second, _, err := d.service.Open(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		done, err := d.service.Inspect(t.Context(), c, second, nil)
		if err != nil || done.State != settlement.Ready || done.Refund+done.Applied != money.Rupees(2000) || done.Applied == 0 {
			t.Fatalf("got %+v, %v; want done.State = %v, done.Refund+done.Applied = %v, done.Applied other than 0", done, err, settlement.Ready, money.Rupees(2000))
		}
		d.raise(sofa, money.Rupees(3540))
		if err := d.service.SetPreference(t.Context(), d.who, settlement.ToWallet); err != nil {
			t.Fatal(err)
		}
		d.work()
		b, want := d.Balances(c), money.Rupees(3000)+done.Refund-money.Rupees(3540)
		if b.WalletCredit() != want || b.RefundOwed() != 0 || b.DepositHeld() != 0 || b.InvoicesDue() != 0 {
			t.Errorf("balances %v, want %v in the wallet", b, want)
		}
	})
}

// Damage of 250 rupees was paid from the deposit and is withdrawn. The 295.00 go back to the
// deposit and from there to a settlement of their own, once (docs/rules.md R7).
func TestDepositMoneyOfAWithdrawnCharge(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, settlements, c, item := picked(t, s, true)
		list, err := settlement.List(t.Context(), s.Queries(), c)
		if err != nil {
			t.Fatal(err)
		}
		damage := []settlement.Deduction{{ItemID: item, Description: "Torn cover", Amount: money.Rupees(250)}}
		if _, err := settlements.Inspect(t.Context(), c, list[0].ID, damage); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			w.Write(c, func(tx *store.Tx) error {
				return w.Billing.WithdrawIn(t.Context(), tx, c, []string{fmt.Sprintf("damage/%d/0", list[0].ID)}, billing.Reason{Code: billing.WrittenReason, Written: "Not the customer's"})
			})
			if _, err := w.Queue.RunDue(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		statements, _, err := settlements.Statements(t.Context(), c, subscription.Page{Number: 1, Size: 100})
		if err != nil || len(statements) != 2 {
			t.Fatalf("got %+v, %v; want len(statements) = 2", statements, err)
		}
		got, b := statements[0], w.Balances(c)
		if got.State != settlement.Ready || got.Refund != 29500 || len(got.Lines) != 1 || got.Lines[0].Amount != 29500 {
			t.Errorf("got %+v; want got.State = %v, got.Refund = 29500, len(got.Lines) = 1, got.Lines[0].Amount = 29500", got, settlement.Ready)
		}
		if b.RefundOwed() != 180820+29500 || b.WalletCredit() != 0 || b.DepositHeld() != 0 {
			t.Errorf("balances %v, want %v", b, 180820+29500)
		}
	})
}

// The statement of the deposit says what a refund paid: bills, and the rest that was sent. At
// every stage it adds up to what is left of the deposit.
func TestTheStatementOfANettedRefund(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		statements := payment.New(payment.Deps{Store: s, IDs: d.IDs, Clock: d.Clock, Billing: d.Billing, Ledger: d.Ledger, Gateways: provider.NewRegistry(), Jobs: d.Queue})
		want := func(kinds ...payment.MovementKind) {
			t.Helper()
			got, err := statements.DepositOf(t.Context(), d.who.CustomerID)
			if err != nil {
				t.Fatal(err)
			}
			var sum money.Paise
			var said []payment.MovementKind
			for _, m := range got.Movements {
				sum += m.Amount
				said = append(said, m.Kind)
			}
			if diff := cmp.Diff(kinds, said); diff != "" {
				t.Errorf("movements (-want +got):\n%s", diff)
			}
			if left := got.Held + got.RefundOwed; sum != left || got.Received-got.Used() != left || got.Balance() != left {
				t.Errorf("moved %v, left %v, %+v; want sum = %v, got.Received-got.Used() = %v, got.Balance() = %v", sum, left, got.Deposit, left, left, left)
			}
		}
		id := d.inspected()
		want(payment.MovedOther) // the deposit that the test has entered
		d.raise(id, money.Rupees(1180))
		d.toBank()
		d.pass(26 * time.Hour)
		want(payment.MovedSent, payment.MovedToDues, payment.MovedOther)
	})
}
