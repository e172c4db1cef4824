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
	"rento/internal/paging"
	"rento/internal/payment"
	emulated "rento/internal/sandbox/razorpayx"
	"rento/internal/settlement"
	"rento/internal/store"
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
	standing, err := billing.AccountSummaryOf(d.T.Context(), d.Store.Queries(), d.who.CustomerID)
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
		before, want := d.deposit(), billing.Deposit{Received: money.Rupees(3000), RefundOwed: money.Rupees(3000)}
		if diff := cmp.Diff(want, before); diff != "" {
			t.Fatalf("the deposit after the inspection (-want +got):\n%s", diff)
		}
		if got := before.Balance(); got != money.Rupees(3000) {
			t.Fatalf("after the inspection: balance %v, want 3,000", got)
		}
		d.Rent(d.who.CustomerID, company.Bengaluru, "2026-10-30", company.TV)
		if got := d.deposit(); got.Missing() != money.Rupees(1600) || got.Balance() != -money.Rupees(1600) {
			t.Fatalf("after an order: %v missing, balance %v; want 1,600 and -1,600", got.Missing(), got.Balance())
		}
		if err := d.service.SetPreference(t.Context(), d.who, settlement.ToWallet); err != nil {
			t.Fatal(err)
		}
		d.work()
		d.wantRefund("in the wallet", refundFacts{State: settlement.Paid, Refund: money.Rupees(3000)})
		company.WantMoney(t, "in the wallet", d.Balances(d.who.CustomerID), company.Money{OwnMoney: money.Rupees(3000)})
	})
}

// The inspection on 30 October leaves a refund of 3,000 rupees. An invoice of 2,191 of 1 November
// is unpaid on 10 November. So 809.00 are paid out, and statement and message say why
// (docs/rules.md R10).
func TestDuesSinceTheInspectionAreNetted(t *testing.T) {
	for _, c := range []struct {
		name    string
		raise   money.Paise // what becomes due before the payout
		left    money.Paise
		payouts int
	}{
		{"something is left", money.Rupees(2191), money.Rupees(809), 1},
		{"nothing is left", money.Rupees(4130), 0, 0},
		{"nothing became due", 0, money.Rupees(3000), 1},
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
				d.wantRefund("paid", refundFacts{State: settlement.Paid, Refund: c.left, Payouts: c.payouts})
				if owed := d.deposit().RefundOwed; owed != 0 {
					t.Fatalf("%v of the deposit is still owed", owed)
				}
				wantLines(t, d.statement(), c.raise > 0)
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
	if sum != 0 {
		t.Errorf("the lines %+v add up to %v, want the refund %v", s.Lines, s.Refund-sum, s.Refund)
	}
	if said != netted {
		t.Errorf("the lines %+v speak of netting: %t, want %t", s.Lines, said, netted)
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
		want := refundFacts{State: settlement.Ready, Refund: 1820_00, Held: true, Payouts: 1, Alerts: "payout_reversed"}
		d.wantRefund("it came back", want)
		if owed := d.deposit().RefundOwed; owed != money.Rupees(1820) {
			t.Fatalf("%v of the deposit is owed, want 1,820", owed)
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
		d.wantRefund("netted again", refundFacts{State: settlement.Paid, Payouts: 1, Alerts: "payout_reversed"})
		company.WantMoney(t, "netted again", d.Balances(d.who.CustomerID), company.Money{InvoicesDue: money.Rupees(5900 - 1820)})
		if d.said("of it paid bills that were open") == 0 {
			t.Error("nobody was told of the bills that were paid")
		}
		if sum := d.total(ledger.InTransit("razorpayx")); sum != 0 {
			t.Errorf("%v is in transit", sum)
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
		if left <= 0 || left >= settlement.LeastPayout {
			t.Fatalf("%v is left, want less than a rupee", left)
		}
		if owed := d.Balances(c).RefundOwed(); owed != left {
			t.Fatalf("%v is owed, want %v", owed, left)
		}
		d.chargeItem(item, money.Rupees(5))
		due := d.Balances(c).InvoicesDue()
		d.work()
		if err := d.service.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		d.work()
		d.wantRefund("in the end", refundFacts{State: settlement.Paid})
		company.WantMoney(t, "in the end", d.Balances(c), company.Money{InvoicesDue: due - left})
		wantLines(t, d.statement(), true)
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
		if err != nil || done.State != settlement.Ready {
			t.Fatalf("the second settlement: state %q, %v, want %s", done.State, err, settlement.Ready)
		}
		if done.Refund+done.Applied != money.Rupees(2000) || done.Applied == 0 {
			t.Fatalf("%v applied, %v refunded; want some applied, and 2,000 together", done.Applied, done.Refund)
		}
		d.raise(sofa, money.Rupees(3540))
		if err := d.service.SetPreference(t.Context(), d.who, settlement.ToWallet); err != nil {
			t.Fatal(err)
		}
		d.work()
		company.WantMoney(t, "in the end", d.Balances(c), company.Money{OwnMoney: done.Refund - money.Rupees(540)}) // 3,000 less 3,540
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
		page, err := settlements.Statements(t.Context(), c, paging.Page{Number: 1, Size: 100})
		statements := page.Statements
		if err != nil || len(statements) != 2 {
			t.Fatalf("%d settlements, %v, want 2", len(statements), err)
		}
		type settlementFacts struct {
			State  settlement.State
			Refund money.Paise
			Lines  []settlement.Line
		}
		line := settlement.Line{Kind: settlement.LineCreditNote, Amount: 295_00}
		want := settlementFacts{settlement.Ready, 295_00, []settlement.Line{line}}
		got := settlementFacts{statements[0].State, statements[0].Refund, statements[0].Lines}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the settlement of the withdrawn charge (-want +got):\n%s", diff)
		}
		company.WantMoney(t, "in the end", w.Balances(c), company.Money{RefundOwed: 1808_20 + 295_00})
	})
}

// The statement of the deposit says what a refund paid: bills, and the rest that was sent. At
// every stage it adds up to what is left of the deposit.
func TestTheStatementOfANettedRefund(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		want := func(kinds ...payment.MovementKind) {
			t.Helper()
			got := d.depositStatement()
			var sum money.Paise
			var said []payment.MovementKind
			for _, m := range got.Movements {
				sum += m.Amount
				said = append(said, m.Kind)
			}
			if diff := cmp.Diff(kinds, said); diff != "" {
				t.Errorf("movements (-want +got):\n%s", diff)
			}
			type depositFacts struct{ Movements, Unused, Balance money.Paise }
			left := got.Held + got.RefundOwed
			worked := depositFacts{sum, got.Received - got.Used(), got.Balance()}
			if diff := cmp.Diff(depositFacts{left, left, left}, worked); diff != "" {
				t.Errorf("what is left of the deposit, worked out in three ways (-want +got):\n%s", diff)
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
