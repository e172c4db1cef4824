package settlement_test

import (
	"slices"
	"strings"
	"testing"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

func day(text string) calendar.Date { return calendar.MustParse(text) }

// picked returns a company with a customer who paid a deposit of 3,000 rupees for a sofa at 1,200
// and gave it back on 20 November. octoberPaid says whether October is paid.
func picked(t *testing.T, s *store.Store, octoberPaid bool) (*company.Company, *settlement.Service, int64, int64) {
	t.Helper()
	w := company.New(t, s, "2026-10-01")
	settlements := settlement.New(settlement.Deps{Store: s, IDs: w.IDs, Clock: w.Clock, Billing: w.Billing, Ledger: w.Ledger, Notify: w.Notices, Keyring: testkit.Keyring()})
	w.Billing.Register(w.Queue, nil)
	settlements.Register(w.Queue, nil)
	c := w.Customer()
	w.Deposit(c, "1", money.Rupees(3000))
	w.Write(c, func(tx *store.Tx) error {
		return subscription.SaveProduct(t.Context(), tx, subscription.Product{
			ID: 9, Slug: "sofa-1200", Name: "Sofa", SAC: "997323", Rent: money.Rupees(1200), Deposit: money.Rupees(3000),
		}, day("2026-10-01"))
	})
	order := w.Rent(c, company.Bengaluru, "2026-10-01", 9)
	w.Go("2026-11-01")
	w.Bill()
	if octoberPaid {
		w.Pay(c, "1", money.Rupees(1416))
	}
	w.Go("2026-11-20")
	if err := w.Subscriptions.Close(t.Context(), c, []int64{order.Items[0].ID}, day("2026-11-20")); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Queue.RunDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	return w, settlements, c, order.Items[0].ID
}

// balance is the deposit balance as the contract shows it, in paise.
func balance(t *testing.T, w *company.Company, c int64) money.Paise {
	t.Helper()
	standing, err := billing.StandingOf(t.Context(), w.Store.Queries(), c)
	if err != nil {
		t.Fatal(err)
	}
	return standing.Deposit.Balance()
}

// After the tenure and with nothing overdue, 3,000 rupees less 896.80 for November and 295.00 for
// damage leave 1,808.20, to the paisa (docs/rules.md R10 B, R8). HOME-04, PROD-01: a positive
// balance with a settlement that is ready.
func TestSettlementLeavesARefund(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, settlements, c, item := picked(t, s, true)
		list, err := settlement.List(t.Context(), s.Queries(), c)
		if err != nil || len(list) != 1 || list[0].State != settlement.Inspecting || list[0].Deposit != money.Rupees(3000) {
			t.Fatalf("got %+v, %v; want len(list) = 1, list[0].State = %v, list[0].Deposit = %v", list, err, settlement.Inspecting, money.Rupees(3000))
		}
		if b := balance(t, w, c); b != money.Rupees(3000) {
			t.Fatalf("before the inspection: %v, want %v", b, money.Rupees(3000))
		}
		damage := []settlement.Deduction{{ItemID: item, Description: "Torn cover", Amount: money.Rupees(250)}}
		for range 2 { // the second time with the same damage
			done, err := settlements.Inspect(t.Context(), c, list[0].ID, damage)
			if err != nil || done.State != settlement.Ready || done.Applied != 119180 || len(done.ItemIDs) != 1 {
				t.Fatalf("got %+v, %v; want done.State = %v, done.Applied = 119180, len(done.ItemIDs) = 1", done, err, settlement.Ready)
			}
		}
		if b := balance(t, w, c); b != 180820 || w.Balances(c).RefundOwed() != b || w.Balances(c).DepositHeld() != 0 {
			t.Fatalf("balance %v, want 180820 and %v", b, b)
		}
		if owed := w.Balances(c).InvoicesDue(); owed != 0 {
			t.Fatalf("owed %v", owed)
		}
		invoices := w.Invoices(c)
		if len(invoices) != 3 || invoices[0].Total != 29500 || invoices[0].Taxable != money.Rupees(250) || invoices[1].Total != 89680 {
			t.Fatalf("got %+v; want len(invoices) = 3, invoices[0].Total = 29500, invoices[0].Taxable = %v, invoices[1].Total = 89680", invoices, money.Rupees(250))
		}
		doc, err := w.Billing.Document(t.Context(), s.Queries(), c, invoices[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := doc.Lines[0].Description, "Sofa: Torn cover"; got != want || doc.For != billing.ForDamage {
			t.Errorf("the line is %q for %s, want %q for %s", got, doc.For, want, billing.ForDamage)
		}
	})
}

// Dues above the deposit stay due. October 1,416, November 896.80 and damage of 2,950 are
// 5,262.80 rupees; 3,000 are taken, and nothing is refunded.
func TestSettlementLeavesDues(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, settlements, c, item := picked(t, s, false)
		list, err := settlement.List(t.Context(), s.Queries(), c)
		if err != nil {
			t.Fatal(err)
		}
		done, err := settlements.Inspect(t.Context(), c, list[0].ID, []settlement.Deduction{{ItemID: item, Description: "Broken frame", Amount: money.Rupees(2500)}})
		if err != nil || done.State != settlement.Paid || done.Applied != money.Rupees(3000) {
			t.Fatalf("got %+v, %v; want done.State = %v, done.Applied = %v", done, err, settlement.Paid, money.Rupees(3000))
		}
		if open, dues := w.Open(c), w.Balances(c).Dues(); dues != 226280 || open.Rent != dues || len(open.Invoices) != 1 {
			t.Fatalf("got %v are due, open are %+v; want dues = 226280, open.Rent = %v, len(open.Invoices) = 1", dues, open, dues)
		}
		if b := balance(t, w, c); b != 0 {
			t.Fatalf("balance %v", b)
		}
		mails := w.Mails(c)
		last := mails[len(mails)-1]
		if last.Subject != "₹3,000 of your deposit paid your bills" || !strings.Contains(last.Body, "₹2,262.80 is still due.") {
			t.Errorf("told %q: %q, want %q and %q in it", last.Subject, last.Body, "₹3,000 of your deposit paid your bills", "₹2,262.80 is still due.")
		}
	})
}

// Each line of what the deposit paid names an invoice; that of a late fee names the overdue
// invoice.
func TestStatementNamesTheInvoiceOfALateFee(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, settlements, c, _ := picked(t, s, false)
		if err := w.Billing.AssessLateFees(t.Context()); err != nil {
			t.Fatal(err)
		}
		list, err := settlement.List(t.Context(), s.Queries(), c)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := settlements.Inspect(t.Context(), c, list[0].ID, nil); err != nil {
			t.Fatal(err)
		}
		october := w.Invoices(c)[len(w.Invoices(c))-1].Number
		statements, _, err := settlements.Statements(t.Context(), c, subscription.Page{Number: 1, Size: 100})
		if err != nil {
			t.Fatal(err)
		}
		fees := slices.DeleteFunc(statements[0].Lines, func(l settlement.Line) bool { return l.Kind != settlement.LineLateFee })
		if len(fees) != 1 || fees[0].Name != october || fees[0].Describe(settlement.OfPickup) != "Late fee for invoice "+october {
			t.Errorf("lines about late fees: got %+v, want one, for invoice %s", fees, october)
		}
	})
}

// No settlement opens twice, and nobody can settle another customer's account.
func TestSettlementIsOpenedOnce(t *testing.T) {
	w, settlements, c, item := picked(t, testkit.Open(t), true)
	if _, opened, err := settlements.Open(t.Context(), c); opened || err != nil {
		t.Fatalf("opened again: %v, %v", opened, err)
	}
	list, err := settlement.List(t.Context(), w.Store.Queries(), c)
	if err != nil || len(list) != 1 {
		t.Fatalf("got %+v, %v; want len(list) = 1", list, err)
	}
	other := w.Customer()
	if _, err := settlements.Inspect(t.Context(), other, list[0].ID, nil); !fault.Is(err, 404) {
		t.Errorf("another's settlement: %v, want 404", err)
	}
	foreign := w.Rent(other, company.Bengaluru, "2026-11-01", company.Sofa).Items[0].ID
	_, err = settlements.Inspect(t.Context(), c, list[0].ID, []settlement.Deduction{{ItemID: foreign, Description: "x", Amount: 1}})
	if !fault.Is(err, 404) {
		t.Errorf("another's item: %v, want 404", err)
	}
	if got, err := settlement.Get(t.Context(), w.Store.Queries(), c, list[0].ID); err != nil || got.State != settlement.Inspecting || got.ItemIDs[0] != item {
		t.Errorf("a failed inspection left %+v, %v; want got.State = %v, got.ItemIDs[0] = %v", got, err, settlement.Inspecting, item)
	}
}

func TestNet(t *testing.T) {
	for _, c := range []struct {
		name                                  string
		deposit, balance, owed, applied, left money.Paise
	}{
		{"nothing owed", 3000, 3000, 0, 0, 3000},
		{"something owed", 3000, 3000, 1000, 1000, 2000},
		{"all of it owed", 3000, 3000, 3000, 3000, 0},
		{"more owed", 3000, 3000, 5000, 3000, 0},
		{"deposit never paid", 3000, 0, 1000, 0, 0},
		{"deposit partly paid", 3000, 1200, 1000, 1000, 200},
		{"the other items lack theirs", 3000, -500, 0, 0, 0},
		{"more held than for these items", 3000, 9000, 1000, 1000, 2000},
	} {
		if applied, left := settlement.Net(c.deposit, c.balance, c.owed); applied != c.applied || left != c.left {
			t.Errorf("%s: applied %d, left %d, want %v and %v", c.name, applied, left, c.applied, c.left)
		}
	}
}
