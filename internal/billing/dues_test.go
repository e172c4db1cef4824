package billing_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/paging"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
	"rento/internal/testkit/recompute"
)

// owing opens a company in which one customer owes 1,769 rupees for October.
func owing(t *testing.T, s *store.Store) (*company.Company, int64) {
	w := company.New(t, s, "2026-10-01")
	c := w.Customer()
	w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
	w.Go("2026-11-01")
	w.Bill()
	return w, c
}

// debitable is a customer who rents a sofa and lets us debit up to an amount each month.
func debitable(t *testing.T, s *store.Store, most money.Paise) (*company.Company, int64) {
	t.Helper()
	w := company.New(t, s, "2026-10-01")
	c := w.Customer()
	w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
	w.Write(c, func(tx *store.Tx) error {
		_, err := w.Mandates.Record(t.Context(), tx, c, mandate.Mandate{Gateway: "razorpay", Method: "upi", Active: true, Max: most})
		return err
	})
	return w, c
}

func assess(t *testing.T, w *company.Company, day string) {
	t.Helper()
	w.Go(day)
	if err := w.Billing.AssessLateFees(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// ENTITY-04: the dues are the open rent and the open late fees.
func TestLateFeeOncePerMonth(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		for _, d := range []struct {
			day  string
			fees money.Paise
		}{
			{"2026-11-10", 0},
			{"2026-11-11", 3500},
			{"2026-11-11", 3500},
			{"2026-12-10", 3500},
			{"2026-12-11", 7000},
		} {
			assess(t, w, d.day)
			type dueFacts struct{ Rent, Fees, Dues money.Paise }
			p := w.Open(c)
			want := dueFacts{1769_00, d.fees, 1769_00 + d.fees}
			if diff := cmp.Diff(want, dueFacts{p.Rent, p.Fees, w.Balances(c).Dues()}); diff != "" {
				t.Fatalf("on %s: open and due (-want +got):\n%s", d.day, diff)
			}
		}
		company.WantMoney(t, "in the end", w.Balances(c), company.Money{InvoicesDue: 1769_00, LateFeesDue: 70_00})
	})
}

// Money pays the oldest rent first and late fees last, and the rest goes to the wallet. A late fee
// is taxed when it is received (docs/rules.md R6).
func TestAllocate(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		assess(t, w, "2026-11-11")
		w.Go("2026-12-01")
		w.Bill()
		type paidFacts struct {
			Rent, LateFees, Excess money.Paise
			Parts                  int
			Posted                 bool
		}
		pays := func(source string, amount money.Paise, want paidFacts) {
			t.Helper()
			a := w.Pay(c, source, amount)
			if diff := cmp.Diff(want, paidFacts{a.Rent, a.LateFees, a.Excess, len(a.Parts), a.Posted}); diff != "" {
				t.Fatalf("payment %s (-want +got):\n%s", source, diff)
			}
		}
		pays("1", 2000_00, paidFacts{Rent: 2000_00, Parts: 2, Posted: true})
		pays("2", 1700_00, paidFacts{Rent: 1538_00, LateFees: 35_00, Excess: 127_00, Parts: 2, Posted: true})
		company.WantMoney(t, "in the end", w.Balances(c), company.Money{OwnMoney: 127_00})
		doc := w.Invoices(c)[0]
		if doc.Kind != billing.LateFeeDoc {
			t.Fatalf("the newest document is a %s, want a %s", doc.Kind, billing.LateFeeDoc)
		}
		if diff := cmp.Diff(billing.Totals{Taxable: 2966, CGST: 267, SGST: 267, Total: 3500}, doc.Totals); diff != "" {
			t.Fatalf("the document of late fees (-want +got):\n%s", diff)
		}
		if doc.Paid != doc.Total || doc.Open() != 0 {
			t.Fatalf("of the late fees %v are paid and %v open, want %v and nothing", doc.Paid, doc.Open(), doc.Total)
		}
	})
}

func TestAllocateTwiceIsOnce(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		first := w.Pay(c, "1", money.Rupees(2000))
		again := w.Pay(c, "1", money.Rupees(2000))
		first.Posted, first.Parts = false, again.Parts // the second time, the parts do not say which money paid
		if diff := cmp.Diff(first, again); diff != "" {
			t.Fatalf("the second time (-want +got):\n%s", diff)
		}
		if got := w.Balances(c).WalletCredit(); got != money.Rupees(231) {
			t.Fatalf("wallet %v, want %v", got, money.Rupees(231))
		}
	})
}

// Whether a payment is late depends on when the payer paid. Money that was paid at 23:50 on the due
// day takes the late fee back, even if we hear of it at noon on the next day. Money that was paid
// at 00:10 does not, although this is still the due day in UTC (docs/rules.md R1).
func TestPaidInTimeButHeardOfLate(t *testing.T) {
	type paid struct {
		at     calendar.Instant
		amount money.Paise
	}
	inTime, tooLate := calendar.Stamp(day("2026-11-10").At(23, 50)), calendar.Stamp(day("2026-11-11").At(0, 10))
	for _, c := range []struct {
		name   string
		paid   []paid
		waived bool
	}{
		{"in time", []paid{{inTime, money.Rupees(1769)}}, true},
		{"too late", []paid{{tooLate, money.Rupees(1769)}}, false},
		{"in time but for less than the floor", []paid{{inTime, money.Rupees(1769 - 99)}}, true},
		{"in time but for the floor", []paid{{inTime, money.Rupees(1769 - 100)}}, false},
		{"in two parts, both in time", []paid{{inTime, money.Rupees(1000)}, {inTime, money.Rupees(769)}}, true},
		{"the first part too late", []paid{{tooLate, money.Rupees(1000)}, {inTime, money.Rupees(769)}}, false},
		{"all of it in time, heard of after something else paid a part", []paid{{tooLate, money.Rupees(1000)}, {inTime, money.Rupees(1769)}}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, customer := owing(t, testkit.Open(t))
			assess(t, w, "2026-11-11")
			for i, p := range c.paid {
				w.Write(customer, func(tx *store.Tx) error {
					_, err := w.Billing.Allocate(t.Context(), tx, billing.Receipt{
						CustomerID: customer, SourceType: "test", SourceID: strconv.Itoa(i), At: p.at,
						From: []ledger.Leg{ledger.Debit(ledger.Bank, p.amount)},
					})
					return err
				})
			}
			fees, err := billing.LateFeesOf(t.Context(), w.Store.Queries(), customer, w.Invoices(customer)[0].ID)
			if err != nil || len(fees) != 1 {
				t.Fatalf("%d late fees, %v, want 1", len(fees), err)
			}
			if got := fees[0].WaivedReason != ""; got != c.waived {
				t.Fatalf("the fee is waived: %t, want %t", got, c.waived)
			}
			if got := w.Balances(customer).LateFeesDue() == 0; got != c.waived {
				t.Fatalf("late fees %v, want %v", w.Balances(customer).LateFeesDue(), c.waived)
			}
		})
	}
}

// A fee that was taken back stays so: neither the same payment nor the next day changes it.
func TestWaivedLateFeeDoesNotComeBack(t *testing.T) {
	w, c := owing(t, testkit.Open(t))
	assess(t, w, "2026-11-11")
	for range 2 {
		w.Write(c, func(tx *store.Tx) error {
			_, err := w.Billing.Allocate(t.Context(), tx, billing.Receipt{
				CustomerID: c, SourceType: "test", SourceID: "1", At: calendar.Stamp(day("2026-11-10").At(23, 50)),
				From: []ledger.Leg{ledger.Debit(ledger.Bank, money.Rupees(1769))},
			})
			return err
		})
	}
	if got := w.Balances(c).LateFeesDue(); got != 0 || w.Open(c).Fees != 0 {
		t.Fatalf("late fees of %v are due, want none", got)
	}
	assess(t, w, "2026-11-12")
	if p := w.Open(c); p.Fees != 0 {
		t.Fatalf("a waived fee came back: %v of fees, want none", p.Fees)
	}
}

// After a credit, what was not paid is no longer owed, and what was paid goes to the wallet.
func TestCreditNote(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		invoice := w.Invoices(c)[0]
		credit := func(operation string, amount money.Paise) (note billing.Invoice, err error) {
			err = s.Write(t.Context(), c, func(tx *store.Tx) error {
				note, err = w.Billing.CreditIn(t.Context(), tx, billing.Credit{
					CustomerID: c, InvoiceID: invoice.ID, Operation: operation, Reason: billing.Reason{Code: billing.WrittenReason, Written: "Sofa was being repaired"},
					Lines: []billing.CreditedLine{{LineNo: 1, Amount: amount}},
				})
				return err
			})
			return note, err
		}
		w.Pay(c, "1", money.Rupees(1600))
		first, err := credit("repair/1", 29013)
		if err != nil {
			t.Fatal(err)
		}
		type noteFacts struct {
			Number   string
			Total    money.Paise
			Original int64
		}
		want := noteFacts{"KA/26-27/C000001", 342_35, invoice.ID}
		if diff := cmp.Diff(want, noteFacts{first.Number, first.Total, first.OriginalID}); diff != "" {
			t.Fatalf("the credit note (-want +got):\n%s", diff)
		}
		if again, err := credit("repair/1", 29013); err != nil || again.ID != first.ID {
			t.Fatalf("the same credit again: note %d, %v, want %d", again.ID, err, first.ID)
		}
		company.WantMoney(t, "after the first note", w.Balances(c), company.Money{OwnMoney: 342_35 - 169_00})
		if _, err := credit("repair/2", 149900); !fault.Is(err, 409) {
			t.Fatalf("credited too much: %v, want 409", err)
		}
		if rest, err := credit("repair/3", 149900-29013); err != nil || rest.Total != invoice.Total-first.Total {
			t.Fatalf("the rest: %v, %v, want %v", rest.Total, err, invoice.Total-first.Total)
		}
		company.WantMoney(t, "in the end", w.Balances(c), company.Money{OwnMoney: 1600_00})
	})
}

// If we hear of a pickup after the monthly run, the days that were billed too much are credited,
// once (docs/rules.md R2, R7).
func TestPickupAfterTheRun(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		order := w.Rent(c, company.Pune, "2026-11-01", company.TV)
		w.Go("2026-12-01")
		w.Bill()
		w.Go("2026-12-02")
		before := len(w.Invoices(c))
		w.Queue.Handle("billing.closure_invoice", noJob)
		w.Queue.Handle("settlement.open", noJob)
		if err := w.Subscriptions.Close(t.Context(), c, []int64{order.Items[0].ID}, day("2026-11-29")); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := w.Billing.BillClosed(t.Context(), c); err != nil {
				t.Fatal(err)
			}
		}
		note := "credit_note of 2026-12-02 due  for 2026-11-29 to 2026-12-01: 4660" // 699 less 652.40
		if diff := cmp.Diff([]string{note}, described(w.Invoices(c))[before:]); diff != "" {
			t.Fatalf("documents after the pickup (-want +got):\n%s", diff)
		}
	})
}

// When an item is picked up, it is billed on that day up to the day before. No later run bills it
// again (docs/rules.md R2, R3).
func TestClosingInvoice(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		w.Billing.Register(w.Queue, nil)
		order := w.Rent(c, company.Pune, "2026-11-01", company.TV)
		w.Go("2026-11-20")
		w.Queue.Handle("settlement.open", noJob)
		if err := w.Subscriptions.Close(t.Context(), c, []int64{order.Items[0].ID}, day("2026-11-20")); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := w.Queue.RunDue(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		want := []string{
			"rental of 2026-11-01 due 2026-11-10 for 2026-10-01 to 2026-11-01: 149900",
			"adjustment of 2026-11-20 due 2026-12-10 for 2026-11-01 to 2026-11-20: 44270",
		}
		if diff := cmp.Diff(want, described(w.Invoices(c))); diff != "" {
			t.Fatalf("documents after the pickup (-want +got):\n%s", diff)
		}
		if i := w.Invoices(c)[0]; i.Number != "MH/26-27/0000001" || i.RoundOff != 0 {
			t.Fatalf("invoice %s, rounded by %v, want MH/26-27/0000001 without rounding", i.Number, i.RoundOff)
		}
		mails := w.Mails(c)
		if said := mails[len(mails)-1].Body; !strings.Contains(said, "your rent invoice MH/26-27/0000001") {
			t.Errorf("the customer is told %q, want of a rent invoice", said)
		}
		w.Go("2026-12-01")
		w.Bill()
		want = append(want, "rental of 2026-12-01 due 2026-12-10 for 2026-11-01 to 2026-12-01: 149900")
		if diff := cmp.Diff(want, described(w.Invoices(c))); diff != "" {
			t.Fatalf("documents after the next run (-want +got):\n%s", diff)
		}
	})
}

// Random histories: a customer rents, pays with every kind of money, and gets charges, credits and
// waivers. What the journal says is owed always equals the open invoices and late fees. No more of
// a late fee is given back than was paid of it. Every journal entry balances. A second computation
// of every document gives the same result.
func TestInvoicesAgreeWithTheJournal(t *testing.T) {
	companies := map[string]*company.Company{}
	for _, engine := range testkit.Engines() {
		companies[engine] = company.New(t, testkit.OpenOn(t, engine), "2026-01-05")
	}
	rapid.Check(t, func(rt *rapid.T) {
		w := companies[rapid.SampledFrom(testkit.Engines()).Draw(rt, "engine")]
		c, source := w.Customer(), 0
		defer leave(t, w, c)
		products := []int64{company.Sofa, company.Fridge, company.AC, company.TV}
		w.Rent(c, company.Bengaluru, calendar.Today(w.Clock).String(), rapid.SampledFrom(products).Draw(rt, "first"))
		rt.Repeat(map[string]func(*rapid.T){
			"rent": func(rt *rapid.T) {
				city := rapid.SampledFrom([]int64{company.Bengaluru, company.Pune, company.Kolkata}).Draw(rt, "city")
				w.Rent(c, city, calendar.Today(w.Clock).String(), rapid.SampledFrom(products).Draw(rt, "product"))
			},
			"time": func(rt *rapid.T) {
				w.Clock.Set(calendar.Today(w.Clock).AddDays(rapid.IntRange(1, 20).Draw(rt, "days")).At(10, 0))
				w.Bill()
				if err := w.Billing.AssessLateFees(t.Context()); err != nil {
					rt.Fatal(err)
				}
			},
			"pay": func(rt *rapid.T) {
				source++
				with := rapid.SampledFrom([]ledger.Account{ledger.Bank, ledger.PromotionalCredit, ledger.Deposit}).Draw(rt, "with")
				paid(t, w, c, source, with, money.Paise(rapid.Int64Range(1, 600_000).Draw(rt, "amount")))
			},
			"pay all": func(*rapid.T) {
				source++
				paid(t, w, c, source, ledger.Bank, w.Balances(c).Dues()+1)
			},
			"credit": func(rt *rapid.T) {
				source++
				creditSome(rt, w, c, source)
			},
			"": func(rt *rapid.T) {
				p, b := w.Open(c), w.Balances(c)
				if p.Rent != b.InvoicesDue() || p.Fees != b.LateFeesDue() {
					rt.Fatalf("open %v and %v, journal %v and %v", p.Rent, p.Fees, b.InvoicesDue(), b.LateFeesDue())
				}
				if got, back := feeMoney(t, w, c); back > got {
					rt.Fatalf("of %v that late fees received %v were given back", got, back)
				}
			},
		})
	})
	for engine, w := range companies {
		if findings, err := ledger.Check(t.Context(), w.Store.Queries()); err != nil || len(findings) > 0 {
			t.Errorf("%s: %v, %v, want nothing wrong", engine, ledger.Text(findings), err)
		}
		if err := billing.Check(t.Context(), w.Store.Queries()); err != nil {
			t.Errorf("%s: %v", engine, err)
		}
		recomputed(t, w)
	}
}

// paid makes a customer pay with money of an account. The money is put into the account first.
func paid(t *testing.T, w *company.Company, c int64, source int, with ledger.Account, amount money.Paise) {
	t.Helper()
	if with != ledger.Bank {
		w.Write(c, func(tx *store.Tx) error {
			_, _, err := w.Ledger.Post(t.Context(), tx, ledger.Entry{
				CustomerID: c, SourceType: "test", SourceID: fmt.Sprint("given/", source), At: calendar.Stamp(w.Clock.Now()),
				Legs: []ledger.Leg{ledger.Debit(ledger.Bank, amount), ledger.Credit(with, amount)},
			})
			return err
		})
	}
	received(t, w, c, fmt.Sprint(source), ledger.Debit(with, amount))
}

// feeMoney is what a customer's late-fee documents received and what credit notes gave back of it,
// in paise.
func feeMoney(t *testing.T, w *company.Company, c int64) (received, back money.Paise) {
	t.Helper()
	for _, i := range w.Invoices(c) {
		if i.Kind == billing.LateFeeDoc {
			received, back = received+i.Total, back+i.Credited
		}
	}
	return received, back
}

// recomputed expects the second computation of every document to agree.
func recomputed(t *testing.T, w *company.Company) {
	t.Helper()
	report, err := recompute.Documents(t.Context(), testkit.Raw(t, w.Store), calendar.Today(w.Clock).MonthStart().String())
	if err != nil || report.Err() != nil {
		t.Errorf("%s: recomputed: %v, %v; want no difference", w.Store.Engine(), err, report.Err())
	}
	if report.Documents == 0 {
		t.Errorf("%s: no document was recomputed", w.Store.Engine())
	}
}

// leave makes a customer return everything and pay, so that this history does not slow down the
// next.
func leave(t *testing.T, w *company.Company, c int64) {
	t.Helper()
	items, err := w.Subscriptions.ActiveItems(t.Context(), w.Store.Queries(), c, paging.Page{Size: 100})
	if err != nil || items.Total == 0 {
		t.Fatal(items.Total, err)
	}
	ids := make([]int64, len(items.Items))
	for i, item := range items.Items {
		ids[i] = item.ID
	}
	if err := w.Subscriptions.Close(t.Context(), c, ids, calendar.Today(w.Clock)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Billing.BillClosed(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	w.Pay(c, "leaving", w.Balances(c).Dues()+money.Rupee)
}

// creditSome credits all or a part of the first line of an invoice.
func creditSome(rt *rapid.T, w *company.Company, c int64, n int) {
	list := slices.DeleteFunc(w.Invoices(c), func(i billing.Invoice) bool { return i.Kind != billing.Rental && i.Kind != billing.Adjustment })
	if len(list) == 0 {
		return
	}
	doc, err := w.Billing.Document(rt.Context(), w.Store.Queries(), c, rapid.SampledFrom(list).Draw(rt, "invoice").ID)
	if err != nil {
		rt.Fatal(err)
	}
	line := doc.Lines[0].Amount
	amount := rapid.OneOf(rapid.Just(int64(line)), rapid.Int64Range(1, int64(line))).Draw(rt, "amount")
	err = w.Store.Write(rt.Context(), c, func(tx *store.Tx) error {
		_, err := w.Billing.CreditIn(rt.Context(), tx, billing.Credit{
			CustomerID: c, InvoiceID: doc.ID, Operation: fmt.Sprint("credit/", n), Reason: billing.Reason{Code: billing.WrittenReason, Written: "Goodwill"},
			Lines: []billing.CreditedLine{{LineNo: 1, Amount: money.Paise(amount)}},
		})
		return err
	})
	if err != nil && !fault.Is(err, 409) {
		rt.Fatal(err)
	}
}

// One receipt that pays late fees of two invoices gets one document, with a line for each fee
// (docs/rules.md R5, R6).
func TestFeesOfOneReceiptShareADocument(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		assess(t, w, "2026-11-11")
		w.Go("2026-12-01")
		w.Bill()
		assess(t, w, "2026-12-11")
		invoices := w.Invoices(c)
		w.Pay(c, "1", money.Rupees(1769*2+35*3))
		list := w.Invoices(c)
		if len(list) != len(invoices)+1 {
			t.Fatalf("%d documents for one receipt, want %v", len(list)-len(invoices), len(invoices)+1)
		}
		d, err := w.Billing.Document(t.Context(), s.Queries(), c, list[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		want := billing.Totals{Taxable: 8898, CGST: 801, SGST: 801, Total: 10500}
		if diff := cmp.Diff(want, d.Totals); diff != "" {
			t.Errorf("the document of late fees (-want +got):\n%s", diff)
		}
		if d.Kind != billing.LateFeeDoc || d.Paid != d.Total {
			t.Errorf("a %s with %v paid, want a %s with %v", d.Kind, d.Paid, billing.LateFeeDoc, d.Total)
		}
		var told []string
		for _, l := range d.Lines {
			told = append(told, l.Description)
		}
		older, newer := "Late fee for invoice KA/26-27/0000001", "Late fee for invoice KA/26-27/0000002"
		if diff := cmp.Diff([]string{older, older, newer}, told); diff != "" {
			t.Error(diff)
		}
		if sum := company.AccountTotal(t, s.Queries(), ledger.OutputCGST("29")); sum != -(2*13491 + 801) {
			t.Errorf("Karnataka's CGST is %d, want %v", sum, -(2*13491 + 801))
		}
	})
}

// After 30 November a credit note is commercial. It has no tax. It is numbered in its own series,
// so the series in the tax return has no gap.
func TestCommercialCreditNoteHasItsOwnSeries(t *testing.T) {
	w, c := owing(t, testkit.Open(t))
	invoice := w.Invoices(c)[0]
	for _, n := range []struct {
		on, number string
		total      money.Paise
	}{
		{"2027-11-30", "KA/27-28/C000001", 11800},
		{"2027-12-01", "KA/27-28/F000001", 10000},
		{"2027-12-02", "KA/27-28/F000002", 10000},
	} {
		w.Go(n.on)
		w.Write(c, func(tx *store.Tx) error {
			note, err := w.Billing.CreditIn(t.Context(), tx, billing.Credit{
				CustomerID: c, InvoiceID: invoice.ID, Operation: n.on, Reason: billing.Reason{Code: billing.WrittenReason, Written: "Goodwill"}, Lines: []billing.CreditedLine{{LineNo: 1, Amount: 10000}},
			})
			if note.Number != n.number || note.Total != n.total {
				t.Errorf("on %s: got %s of %d, want %s of %d", n.on, note.Number, note.Total, n.number, n.total)
			}
			return err
		})
	}
}

// GST rates come from a table. A changed rate applies from its first day, and a product's own rate
// overrides the table.
func TestRatesComeFromTheTable(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		c := w.Customer()
		w.Write(c, func(tx *store.Tx) error {
			own := subscription.Product{
				ID: 9, Slug: "own", Name: "Laptop", Category: "electronics", SAC: "997315", GSTBP: new(int64(1200)), ClosureMultiplierBP: 15_000,
				Rent: money.Rupees(1000), Deposit: money.Rupees(2000),
			}
			if err := subscription.SaveProduct(t.Context(), tx, own, day("2026-10-01")); err != nil {
				return err
			}
			own.ID, own.Slug, own.GSTBP = 10, "unknown", nil
			if err := subscription.SaveProduct(t.Context(), tx, own, day("2026-10-01")); !fault.Is(err, 422) {
				t.Errorf("a product without any rate: %v, want 422", err)
			}
			return billing.SaveRate(t.Context(), tx, billing.Rate{SAC: "997323", From: day("2026-12-01"), BasisPoints: 500})
		})
		w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa, 9)
		for _, m := range []struct {
			on  string
			tax money.Paise
		}{{"2026-11-01", 26982 + 12000}, {"2026-12-01", 2*3748 + 12000}} {
			w.Go(m.on)
			w.Bill()
			if got := w.Invoices(c)[0].Tax(); got != m.tax {
				t.Errorf("tax of the invoice of %s: got %d, want %d", m.on, got, m.tax)
			}
		}
	})
}

// A stored day that cannot be read is an error. If it counted as no day, an item would be billed
// again from its delivery.
func TestADayThatCannotBeReadIsNotTakenForNone(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		w.Go("2026-12-01")
		if _, err := testkit.Raw(t, s).ExecContext(t.Context(), "UPDATE invoice_lines SET to_date = '2026-11-99' WHERE kind = 'rent'"); err != nil {
			t.Fatal(err)
		}
		_, err := w.Billing.CatchUp(t.Context(), nil)
		if err == nil || !strings.Contains(err.Error(), "2026-11-99") {
			t.Errorf("billed: %v; want an error that names the day", err)
		}
		if list := w.Invoices(c); len(list) != 1 {
			t.Errorf("%d documents, want 1", len(list))
		}
	})
}
