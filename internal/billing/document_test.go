package billing_test

import (
	"context"
	"testing"

	"rento/internal/billing"
	"rento/internal/fault"
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
	if l.Days != 31 || l.MonthDays != 31 || l.Rate != 149900 || l.Amount != 149900 || l.Rule() != "R3" || l.GSTBP != 1800 || l.CGST != 13491 || l.Tax() != 26982 {
		t.Errorf(`line %+v; want l.Days = 31, l.MonthDays = 31, l.Rate = 149900, l.Amount = 149900, l.Rule() = "R3", l.GSTBP = 1800, l.CGST = 13491, l.Tax() = 26982`, l)
	}
	if d.RoundOff != 18 || d.Total != d.Taxable+d.Tax()+d.RoundOff || len(d.Groups) != 1 || d.Groups[0].CGST != 13491 {
		t.Errorf("document %+v; want d.RoundOff = 18, d.Total = %v, len(d.Groups) = 1, d.Groups[0].CGST = 13491", d, d.Taxable+d.Tax()+d.RoundOff)
	}
	if len(d.Payments) != 1 || d.Payments[0].Amount != money.Rupees(1000) || d.Payments[0].Description != "Paid" || d.State != billing.PartPaid {
		t.Errorf(`payments %+v, state %s; want len(d.Payments) = 1, d.Payments[0].Amount = %v, d.Payments[0].Description = "Paid", d.State = %v`, d.Payments, d.State, money.Rupees(1000), billing.PartPaid)
	}
	if billing.StateName(d.PlaceOfSupply) != "Karnataka" || d.BillTo.Address != "12, Palm Court, 3rd Cross, Bengaluru, 560001" {
		t.Errorf(`billed to %+v; want billing.StateName(d.PlaceOfSupply) = "Karnataka", d.BillTo.Address = "12, Palm Court, 3rd Cross, Bengaluru, 560001"`, d.BillTo)
	}
	same, err := w.Billing.Document(t.Context(), w.Store.Queries(), c, d.ID)
	if err != nil || same.Number != d.Number {
		t.Errorf("got %+v, %v; want same.Number = %v", same, err, d.Number)
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
		t.Fatalf("got %+v, %v; want len(list) = 1", list, err)
	}
	if e := list[0]; e.OrderUniqueID != one.UniqueID || e.OrderID != 0 || e.ItemID != 0 || e.Kind != billing.Rental || e.State != billing.Due {
		t.Errorf("entry %+v; want e.OrderUniqueID = %v, e.OrderID = 0, e.ItemID = 0, e.Kind = %v, e.State = %v", e, one.UniqueID, billing.Rental, billing.Due)
	}
	for _, unique := range []string{one.UniqueID, two.UniqueID} {
		d, err := w.Billing.OfOrder(t.Context(), q, c, unique, billing.Rental, 0)
		if err != nil || d.ID != list[0].ID {
			t.Errorf("%s: %v, want %v", unique, err, list[0].ID)
		}
	}
	if _, err := w.Billing.OfOrder(t.Context(), q, c, two.UniqueID, billing.Rental, one.Items[0].ID); !fault.Is(err, 404) {
		t.Errorf("an item of another order: %v, want 404", err)
	}
	if _, err := w.Billing.OfOrder(t.Context(), q, c, two.UniqueID, billing.Adjustment, 0); !fault.Is(err, 404) {
		t.Errorf("an adjustment that does not exist: %v", err)
	}
}

// CALL-75: the late fees of an invoice. No customer sees another customer's documents.
func TestDocumentsArePrivate(t *testing.T) {
	w, c := owing(t, testkit.Open(t))
	assess(t, w, "2026-11-15")
	q, invoice, other := w.Store.Queries(), w.Invoices(c)[0], w.Customer()
	fees, err := billing.LateFeesOf(t.Context(), q, c, invoice.ID)
	if err != nil || len(fees) != 1 || fees[0].DaysLate != 5 || fees[0].Base != money.Rupees(1769) || fees[0].Amount != money.Rupees(35) {
		t.Fatalf("got %+v, %v; want len(fees) = 1, fees[0].DaysLate = 5, fees[0].Base = %v, fees[0].Amount = %v", fees, err, money.Rupees(1769), money.Rupees(35))
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
		t.Errorf("list: %+v, %v; want len(list) = 0", list, err)
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
				if err != nil || doc.OpenLateFees() != e.OpenLateFees || doc.Open() != e.Open() {
					t.Errorf("%s: %s opens into %v and %v, listed are %v and %v: %v", step, e.Number, doc.Open(), doc.OpenLateFees(), e.Open(), e.OpenLateFees, err)
				}
			}
			if dues := w.Balances(c).Dues(); sum != dues || sum == 0 || found != paidWithFee {
				t.Errorf("%s: listed are %v, owed %v; a paid one with a fee: %v, want %v and %v", step, sum, dues, found, dues, paidWithFee)
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
