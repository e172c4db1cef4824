package billing_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/fault"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// The documents of a month are those that were issued in it, of every customer and kind, whatever
// the pages in which they are read.
func TestTheDocumentsOfAMonth(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		ahead, moving, firm := w.Customer(), w.Customer(), w.Business()
		order := w.Rent(ahead, company.Bengaluru, "2026-10-01", company.Sofa)
		w.Rent(moving, company.Pune, "2026-10-01", company.TV)
		w.Rent(firm, company.Bengaluru, "2026-10-01", company.Sofa, company.Fridge)
		w.Go("2026-10-31")
		raised(t, w, ahead, order.Items[0].ID, "test/october", 10000)
		w.Go("2026-11-01")
		w.Bill()
		w.PayAhead(ahead, 3)
		w.Go("2026-11-30")
		w.Write(firm, func(tx *store.Tx) error {
			_, err := w.Billing.CreditIn(t.Context(), tx, billing.Credit{CustomerID: firm, InvoiceID: w.Invoices(firm)[0].ID, Operation: "test/credit", Reason: billing.Reason{Code: billing.PickedUp, Day: day("2026-11-30")}, Lines: []billing.CreditedLine{{LineNo: 1, Amount: 5000}}})
			return err
		})
		w.Go("2026-12-01")
		w.Bill()
		month := day("2026-11-01")
		list := func(each func(func(billing.IssuedDocument) error) error) (got []string) {
			t.Helper()
			err := each(func(i billing.IssuedDocument) error {
				got = append(got, fmt.Sprintf("%s %s %s %s %s", i.Of, i.Kind, i.Number, i.Date, i.Total))
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		want := []string{
			"invoice rental KA/26-27/0000002 2026-11-01 ₹1,769",
			"invoice rental MH/26-27/0000001 2026-11-01 ₹825",
			"invoice rental KA/26-27/0000003 2026-11-01 ₹2,830",
			"invoice credit_note KA/26-27/C000001 2026-11-30 ₹59",
			"voucher receipt_voucher KA/26-27/V000001 2026-11-01 ₹5,200.34",
		}
		for name, each := range map[string]func(func(billing.IssuedDocument) error) error{
			"in pages": func(each func(billing.IssuedDocument) error) error {
				return w.Billing.EachIssued(t.Context(), s.Queries(), month, each)
			},
			"by two": func(each func(billing.IssuedDocument) error) error {
				return billing.EachIssuedByTwo(t.Context(), s.Queries(), month, each)
			},
		} {
			if diff := cmp.Diff(want, list(each)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
		enough := errors.New("enough")
		if err := w.Billing.EachIssued(t.Context(), s.Queries(), month, func(billing.IssuedDocument) error { return enough }); !errors.Is(err, enough) {
			t.Errorf("a reader that stops: got %v, want %v", err, enough)
		}
		w.Go("2026-12-31")
		if err := w.Billing.EachIssued(t.Context(), s.Queries(), day("2026-12-01"), nil); !fault.Is(err, 422) {
			t.Errorf("a month that is not over: got %v, want 422", err)
		}
	})
}
