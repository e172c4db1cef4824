package billing_test

import (
	"fmt"
	"strings"
	"testing"

	"rento/internal/billing"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// paidDues is a customer with two paid invoices, a credit note on the older one, and a late fee
// that was paid in two parts. The money of the credit note paid the second part.
func paidDues(t *testing.T, s *store.Store) (w *company.Company, c int64) {
	t.Helper()
	w, c = owing(t, s)
	assess(t, w, "2026-11-11")
	w.Go("2026-12-01")
	w.Bill()
	older := w.Invoices(c)[1]
	w.Pay(c, "1", money.Rupees(2*1769+20))
	w.Write(c, func(tx *store.Tx) error {
		_, err := w.Billing.CreditIn(t.Context(), tx, billing.Credit{
			CustomerID: c, InvoiceID: older.ID, Operation: "credit", Reason: billing.Reason{Code: billing.WrittenReason, Written: "Goodwill"}, Lines: []billing.CreditedLine{{LineNo: 1, Amount: 10000}},
		})
		return err
	})
	return w, c
}

// Amounts that billing booked pass the check. If a stored amount is changed in the database, the
// error names the document and both figures.
func TestCheckNamesWhatDiffers(t *testing.T) {
	for _, c := range []struct{ name, edit, want string }{
		{"nothing", "UPDATE invoices SET paid_paise = paid_paise", ""},
		{
			"a paid amount", "UPDATE invoices SET paid_paise = paid_paise - 150 WHERE number = 'KA/26-27/0000002'",
			"the paid amount of 1 invoices is not what was allocated to them: KA/26-27/0000002 of customer %d has ₹1,767.50 paid and should have ₹1,769",
		},
		{
			"an allocation", "DELETE FROM payment_allocations WHERE amount_paise < 0",
			"the paid amount of 1 invoices is not what was allocated to them: KA/26-27/0000001 of customer %d has ₹1,651 paid and should have ₹1,769",
		},
		{
			"a credited amount", "UPDATE invoices SET credited_paise = 11700 WHERE number = 'KA/26-27/0000001'",
			"the credited amount of 1 invoices is not the sum of their credit notes: KA/26-27/0000001 of customer %d has ₹117 credited and should have ₹118",
		},
		{
			"a document of late fees", "UPDATE invoices SET paid_paise = 1900 WHERE kind = 'late_fee' AND total_paise = 2000",
			"the paid amount of 1 invoices is not what was allocated to them: KA/26-27/0000003 of customer %d has ₹19 paid and should have ₹20",
		},
		{
			"a paid credit note", "UPDATE invoices SET paid_paise = 1 WHERE kind = 'credit_note'",
			"the paid amount of 1 invoices is not what was allocated to them: KA/26-27/C000001 of customer %d has ₹0.01 paid and should have ₹0",
		},
		{
			"an invoice and its allocations", "DELETE FROM payment_allocations WHERE invoice_id IN (SELECT id FROM invoices WHERE number = 'KA/26-27/0000002'); UPDATE invoices SET paid_paise = 0 WHERE number = 'KA/26-27/0000002'",
			"1 accounts of dues are not what invoices and late fees have open: receivable of customer %d has ₹0 in the account and should have ₹1,769",
		},
		{
			"a late fee", "UPDATE late_fees SET amount_paise = 3600",
			"1 accounts of dues are not what invoices and late fees have open: late_fee of customer %d has ₹0 in the account and should have ₹1",
		},
		{
			"a line", "UPDATE invoice_lines SET sgst_paise = sgst_paise + 1 WHERE kind = 'rent' AND invoice_id IN (SELECT id FROM invoices WHERE number = 'KA/26-27/0000002')",
			"1 documents do not state the sum of their lines: KA/26-27/0000002 of customer %d has ₹1,768.82 with tax and should have ₹1,768.83",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				_, customer := paidDues(t, s)
				if err := billing.Check(t.Context(), s.Queries()); err != nil {
					t.Fatalf("what was booked: %v", err)
				}
				if _, err := testkit.Raw(t, s).ExecContext(t.Context(), c.edit); err != nil {
					t.Fatal(err)
				}
				expectDifference(t, s, c.want, customer)
			})
		})
	}
}

// expectDifference expects Check to begin with the given error about a customer's document, or to find
// nothing for "".
func expectDifference(t *testing.T, s *store.Store, want string, customer int64) {
	t.Helper()
	got := ""
	if err := billing.Check(t.Context(), s.Queries()); err != nil {
		got, _, _ = strings.Cut(err.Error(), "\n")
	}
	if want != "" {
		want = "billing: " + fmt.Sprintf(want, customer)
	}
	if got != want {
		t.Errorf("got the difference %q, want %q", got, want)
	}
}

// A late fee is compared with its own allocations.
func TestCheckOfLateFees(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		paidDues(t, s)
		if _, err := testkit.Raw(t, s).ExecContext(t.Context(), "UPDATE late_fees SET paid_paise = 2100"); err != nil {
			t.Fatal(err)
		}
		err := billing.Check(t.Context(), s.Queries())
		if err == nil {
			t.Fatal("an altered late fee passed")
		}
		for _, want := range []string{"the paid amount of 1 late fees", "has ₹21 paid and should have ₹35"} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want %q in it", err, want)
			}
		}
	})
}

// However many documents differ, five are read and named, and the others are counted.
func TestCheckNamesTheFirstFew(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		for range 12 {
			w.Rent(w.Customer(), company.Bengaluru, "2026-10-01", company.Sofa)
		}
		w.Go("2026-11-01")
		w.Bill()
		if _, err := testkit.Raw(t, s).ExecContext(t.Context(), "UPDATE invoices SET paid_paise = 100, credited_paise = 100"); err != nil {
			t.Fatal(err)
		}
		err := billing.Check(t.Context(), s.Queries())
		if err == nil {
			t.Fatal("twelve altered invoices passed")
		}
		for line := range strings.Lines(err.Error()) {
			for part, want := range map[string]int{" of customer ": 5, "; and 7 more": 1} {
				if got := strings.Count(line, part); got != want {
					t.Errorf("%d times %q, want %d: %s", got, part, want, line)
				}
			}
		}
		for part, want := range map[string]int{" of 12 invoices ": 2, " 12 accounts of dues ": 1} {
			if got := strings.Count(err.Error(), part); got != want {
				t.Errorf("%q is named %d times, want %d, of paid, credited and open amounts: %v", part, got, want, err)
			}
		}
	})
}

// The account of rent in advance must equal what was paid and not drawn.
func TestCheckComparesRentInAdvance(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		customer := w.Customer()
		w.Rent(customer, company.Bengaluru, "2026-10-01", company.Sofa)
		w.PayAhead(customer, 6)
		w.Go("2026-11-01")
		w.Bill()
		if err := billing.Check(t.Context(), s.Queries()); err != nil {
			t.Fatalf("what was booked: %v", err)
		}
		if _, err := testkit.Raw(t, s).ExecContext(t.Context(), "UPDATE advance_draws SET value_paise = value_paise - 100"); err != nil {
			t.Fatal(err)
		}
		expectDifference(t, s, "the rent in advance of 1 customers is not what was paid of it and not drawn: rent in advance of customer %d has ₹7,120.25 in the account and should have ₹7,121.25", customer)
	})
}
