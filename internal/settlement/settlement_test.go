package settlement_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/paging"
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

// underInspection is the settlement of the item that picked has the customer give back.
func underInspection(id, item int64) settlement.Settlement {
	return settlement.Settlement{
		ID: id, Origin: settlement.OfPickup, State: settlement.Inspecting,
		Deposit: money.Rupees(3000), ItemIDs: []int64{item},
	}
}

// balance is the deposit balance as the contract shows it, in paise.
func balance(t *testing.T, w *company.Company, c int64) money.Paise {
	t.Helper()
	standing, err := billing.AccountSummaryOf(t.Context(), w.Store.Queries(), c)
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
		if err != nil || len(list) != 1 {
			t.Fatalf("%d settlements, %v, want 1", len(list), err)
		}
		want := underInspection(list[0].ID, item)
		if diff := cmp.Diff(want, list[0]); diff != "" {
			t.Fatalf("the settlement before the inspection (-want +got):\n%s", diff)
		}
		if b := balance(t, w, c); b != money.Rupees(3000) {
			t.Fatalf("before the inspection: %v, want %v", b, money.Rupees(3000))
		}
		damage := []settlement.Deduction{{ItemID: item, Description: "Torn cover", Amount: money.Rupees(250)}}
		for range 2 { // the second time with the same damage
			done, err := settlements.Inspect(t.Context(), c, list[0].ID, damage)
			if err != nil {
				t.Fatal(err)
			}
			want.State, want.Applied, want.Refund, want.ReadyAt = settlement.Ready, 1191_80, 1808_20, done.ReadyAt
			if diff := cmp.Diff(want, done); diff != "" {
				t.Fatalf("the settlement after the inspection (-want +got):\n%s", diff)
			}
		}
		if b := balance(t, w, c); b != 1808_20 {
			t.Fatalf("after the inspection: balance %v, want %v", b, money.Paise(1808_20))
		}
		company.WantMoney(t, "after the inspection", w.Balances(c), company.Money{RefundOwed: 1808_20})
		type invoiceFacts struct{ Taxable, Total money.Paise }
		var got []invoiceFacts
		invoices := w.Invoices(c)
		for _, i := range invoices {
			got = append(got, invoiceFacts{i.Taxable, i.Total})
		}
		// the newest first: the damage, November and October
		if diff := cmp.Diff([]invoiceFacts{{250_00, 295_00}, {760_00, 896_80}, {1200_00, 1416_00}}, got); diff != "" {
			t.Fatalf("invoices (-want +got):\n%s", diff)
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
		if err != nil {
			t.Fatal(err)
		}
		want := underInspection(list[0].ID, item)
		want.State, want.Applied, want.ReadyAt = settlement.Paid, money.Rupees(3000), done.ReadyAt
		if diff := cmp.Diff(want, done); diff != "" {
			t.Fatalf("the settlement after the inspection (-want +got):\n%s", diff)
		}
		if dues := w.Balances(c).Dues(); dues != 2262_80 {
			t.Fatalf("%v are due, want %v", dues, money.Paise(2262_80))
		}
		if open := w.Open(c); open.Rent != 2262_80 || len(open.Invoices) != 1 {
			t.Fatalf("%v are open of %d invoices, want %v of 1", open.Rent, len(open.Invoices), money.Paise(2262_80))
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
		page, err := settlements.Statements(t.Context(), c, paging.Page{Number: 1, Size: 100})
		statements := page.Statements
		if err != nil {
			t.Fatal(err)
		}
		type lineFacts struct{ Name, Description string }
		var fees []lineFacts
		for _, l := range statements[0].Lines {
			if l.Kind == settlement.LineLateFee {
				fees = append(fees, lineFacts{l.Name, l.Describe(settlement.OfPickup)})
			}
		}
		if diff := cmp.Diff([]lineFacts{{october, "Late fee for invoice " + october}}, fees); diff != "" {
			t.Errorf("lines about late fees (-want +got):\n%s", diff)
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
		t.Fatalf("%d settlements, %v, want 1", len(list), err)
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
	got, err := settlement.Get(t.Context(), w.Store.Queries(), c, list[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(underInspection(list[0].ID, item), got); diff != "" {
		t.Errorf("the settlement after a failed inspection (-want +got):\n%s", diff)
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
