package billing_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/fault"
	"rento/internal/gst"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

func noJob(context.Context, []byte) error { return nil }

// CALL-71, CALL-72: an invoice shows days, rate, tax, rounding and the payments that were matched
// with it. Without an id it is the latest invoice.
func TestDocumentExplainsItself(t *testing.T) {
	w, c := owing(t, testkit.Open(t))
	w.Pay(c, "1", money.Rupees(1000))
	d, err := w.Billing.LatestRental(t.Context(), w.Store.Queries(), c)
	if err != nil {
		t.Fatal(err)
	}
	l := d.Lines[0]
	type lineFacts struct {
		Days, MonthDays         int
		Rate, Amount, CGST, Tax money.Paise
		Rule                    string
		BasisPoints             int64
	}
	gotLine := lineFacts{l.Days, l.MonthDays, l.Rate, l.Amount, l.CGST, l.Tax(), l.Rule(), l.GSTBP}
	if diff := cmp.Diff(lineFacts{31, 31, 1499_00, 1499_00, 134_91, 269_82, "R3", 1800}, gotLine); diff != "" {
		t.Errorf("the line (-want +got):\n%s", diff)
	}
	totals := billing.Totals{Taxable: 1499_00, CGST: 134_91, SGST: 134_91, RoundOff: 18, Total: 1769_00}
	if diff := cmp.Diff(totals, d.Totals); diff != "" {
		t.Errorf("totals (-want +got):\n%s", diff)
	}
	if len(d.Groups) != 1 || d.Groups[0].CGST != 134_91 {
		t.Errorf("tax by rate: %+v, want one rate with a CGST of ₹134.91", d.Groups)
	}
	if d.State != billing.PartPaid {
		t.Errorf("state %s, want %s", d.State, billing.PartPaid)
	}
	type paymentFacts struct {
		Amount      money.Paise
		Description string
	}
	var payments []paymentFacts
	for _, p := range d.Payments {
		payments = append(payments, paymentFacts{p.Amount, p.Description})
	}
	if diff := cmp.Diff([]paymentFacts{{1000_00, "Paid"}}, payments); diff != "" {
		t.Errorf("payments (-want +got):\n%s", diff)
	}
	if got, want := gst.StateName(d.PlaceOfSupply), "Karnataka"; got != want {
		t.Errorf("supplied in %s, want %s", got, want)
	}
	if got, want := d.BillTo.Address, "12, Palm Court, 3rd Cross, Bengaluru, 560001"; got != want {
		t.Errorf("billed to %s, want %s", got, want)
	}
	same, err := w.Billing.Document(t.Context(), w.Store.Queries(), c, d.ID)
	if err != nil || same.Number != d.Number {
		t.Errorf("by its id: %s, %v, want %s", same.Number, err, d.Number)
	}
}

// ENTITY-61, CALL-70, CALL-73, PROD-07: documents are listed, and found by order, kind and item.
func TestDocumentsOfAnOrder(t *testing.T) {
	w := company.New(t, testkit.Open(t), "2026-10-01")
	c := w.Customer()
	one := w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
	two := w.Rent(c, company.Bengaluru, "2026-10-01", company.TV)
	w.Go("2026-11-01")
	w.Bill()
	q := w.Store.Queries()
	list, err := w.Billing.List(t.Context(), q, c)
	if err != nil || len(list) != 1 {
		t.Fatalf("%d documents, %v, want 1", len(list), err)
	}
	type entryFacts struct {
		Order           string
		OrderID, ItemID int64 // 0, because it covers several
		Kind            billing.Kind
		State           billing.State
	}
	e := list[0]
	want := entryFacts{Order: one.UniqueID, Kind: billing.Rental, State: billing.Due}
	if diff := cmp.Diff(want, entryFacts{e.OrderUniqueID, e.OrderID, e.ItemID, e.Kind, e.State}); diff != "" {
		t.Errorf("the listed document (-want +got):\n%s", diff)
	}
	for _, unique := range []string{one.UniqueID, two.UniqueID} {
		d, err := w.Billing.OfOrder(t.Context(), q, c, unique, billing.Rental, 0)
		if err != nil || d.ID != e.ID {
			t.Errorf("order %s: document %d, %v, want %d", unique, d.ID, err, e.ID)
		}
	}
	if _, err := w.Billing.OfOrder(t.Context(), q, c, two.UniqueID, billing.Rental, one.Items[0].ID); !fault.Is(err, 404) {
		t.Errorf("an item of another order: %v, want 404", err)
	}
	if _, err := w.Billing.OfOrder(t.Context(), q, c, two.UniqueID, billing.Adjustment, 0); !fault.Is(err, 404) {
		t.Errorf("an adjustment that does not exist: %v, want 404", err)
	}
}

// CALL-75: the late fees of an invoice. No customer sees another customer's documents.
func TestDocumentsArePrivate(t *testing.T) {
	w, c := owing(t, testkit.Open(t))
	assess(t, w, "2026-11-15")
	q, invoice, other := w.Store.Queries(), w.Invoices(c)[0], w.Customer()
	fees, err := billing.LateFeesOf(t.Context(), q, c, invoice.ID)
	if err != nil || len(fees) != 1 {
		t.Fatalf("%d late fees, %v, want 1", len(fees), err)
	}
	type lateFacts struct {
		DaysLate     int
		Base, Amount money.Paise
	}
	got := lateFacts{fees[0].DaysLate, fees[0].Base, fees[0].Amount}
	if diff := cmp.Diff(lateFacts{5, 1769_00, 35_00}, got); diff != "" {
		t.Fatalf("the late fee (-want +got):\n%s", diff)
	}
	if _, err := billing.LateFeesOf(t.Context(), q, other, invoice.ID); !fault.Is(err, 404) {
		t.Errorf("late fees: %v, want 404", err)
	}
	if _, err := w.Billing.Document(t.Context(), q, other, invoice.ID); !fault.Is(err, 404) {
		t.Errorf("document: %v, want 404", err)
	}
	if _, err := w.Billing.LatestRental(t.Context(), q, other); !fault.Is(err, 404) {
		t.Errorf("latest: %v, want 404", err)
	}
	if list, err := w.Billing.List(t.Context(), q, other); err != nil || len(list) != 0 {
		t.Errorf("list: %+v, %v; want none", list, err)
	}
}

// Whatever was paid and credited, the open amounts in the list of documents and the late fees on
// them add up to the customer's dues. Each opened document shows the same amounts. A late fee stays
// on its invoice even when the invoice itself is paid.
func TestTheListAddsUpToTheDues(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		assess(t, w, "2026-11-11")
		w.Go("2026-12-01")
		w.Bill()
		adds := func(step string, paidWithFee bool) {
			t.Helper()
			list, err := w.Billing.List(t.Context(), s.Queries(), c)
			if err != nil {
				t.Fatal(err)
			}
			var sum money.Paise
			found := false
			for _, e := range list {
				sum += e.Open() + e.OpenLateFees
				found = found || e.State == billing.PaidUp && e.OpenLateFees > 0
				doc, err := w.Billing.Document(t.Context(), s.Queries(), c, e.ID)
				if err != nil {
					t.Fatal(err)
				}
				if doc.Open() != e.Open() || doc.OpenLateFees() != e.OpenLateFees {
					t.Errorf("%s: %s shows %v and %v of late fees as open, want %v and %v as listed",
						step, e.Number, doc.Open(), doc.OpenLateFees(), e.Open(), e.OpenLateFees)
				}
			}
			if dues := w.Balances(c).Dues(); sum != dues || sum == 0 {
				t.Errorf("%s: %v is open in the list, want the %v that is due", step, sum, dues)
			}
			if found != paidWithFee {
				t.Errorf("%s: a paid invoice with an open fee is listed: %t, want %t", step, found, paidWithFee)
			}
		}
		adds("nothing paid", false)
		w.Write(c, func(tx *store.Tx) error {
			_, err := w.Billing.CreditIn(t.Context(), tx, billing.Credit{
				CustomerID: c, InvoiceID: w.Invoices(c)[0].ID, Operation: "part", Reason: billing.Reason{Code: billing.WrittenReason, Written: "Down"}, Lines: []billing.CreditedLine{{LineNo: 1, Amount: 10000}},
			})
			return err
		})
		adds("a part credited", false)
		w.Pay(c, "first", money.Rupees(1769))
		adds("the first one paid", true)
		w.Pay(c, "all but a rupee", w.Balances(c).Dues()-money.Rupee)
		adds("a part of the fee paid", true)
	})
}
