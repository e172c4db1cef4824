package billing

import (
	"context"
	"fmt"

	"rento/internal/advance"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/store/db"
)

// IssuedDocument is a document that was issued, as the index of a month names it. Of and ID identify what it
// is printed from. Kind is the kind of an invoice, or "commercial_note", "receipt_voucher",
// "refund_voucher", "delivery_challan" or "cancelled_challan". The total of a challan is the value of
// its goods, which were not sold.
type IssuedDocument struct {
	CustomerID, ID int64

	Of     string
	Kind   string
	Number string
	Date   calendar.Date
	BillTo Party
	Totals
}

// EachIssued passes on the documents of a month, with at most one page of them in memory. A month
// that is not over is a Fault (422), because documents are still added to it.
func (s *Service) EachIssued(ctx context.Context, q *db.Queries, month calendar.Date, each func(IssuedDocument) error) error {
	if err := s.MonthIsOver(month); err != nil {
		return err
	}
	return eachIssued(ctx, q, month, page, each)
}

// MonthIsOver returns a Fault (422) if documents are still added to a month.
func (s *Service) MonthIsOver(month calendar.Date) error {
	if !month.NextMonth().After(s.today()) {
		return nil
	}
	return fault.Invalid("billing.month_not_over", "month", "Documents are still added to this month. Choose one that is over.")
}

func eachIssued(ctx context.Context, q *db.Queries, month calendar.Date, size int32, each func(IssuedDocument) error) error {
	for _, read := range []func(context.Context, *db.Queries, db.BillingIssuedInvoicesParams) ([]IssuedDocument, error){issuedInvoices, issuedVouchers, issuedChallans} {
		at := db.BillingIssuedInvoicesParams{FromDate: month, ToDate: month.NextMonth(), PageSize: size}
		for {
			list, err := read(ctx, q, at)
			if err != nil {
				return fmt.Errorf("billing: list the documents of %s: %w", month, err)
			}
			for _, i := range list {
				if err := each(i); err != nil {
					return err
				}
				at.AfterCustomer, at.AfterID = i.CustomerID, i.ID
			}
			if len(list) < int(size) {
				break
			}
		}
	}
	return nil
}

func issuedInvoices(ctx context.Context, q *db.Queries, at db.BillingIssuedInvoicesParams) ([]IssuedDocument, error) {
	rows, err := q.BillingIssuedInvoices(ctx, at)
	list := make([]IssuedDocument, len(rows))
	for n, r := range rows {
		i := IssuedDocument{
			CustomerID: r.CustomerID, ID: r.ID, Of: DocumentSource, Kind: r.Kind, Number: r.Number, Date: r.Date, BillTo: Party{Name: r.BillName, GSTIN: r.BillGstin},
			Totals: Totals{Taxable: r.TaxablePaise, CGST: r.CgstPaise, SGST: r.SgstPaise, IGST: r.IgstPaise, RoundOff: r.RoundOffPaise, Total: r.TotalPaise},
		}
		if (Invoice{Kind: Kind(r.Kind), Number: r.Number}).Commercial() {
			i.Kind = "commercial_note"
		}
		list[n] = i
	}
	return list, err
}

func issuedVouchers(ctx context.Context, q *db.Queries, at db.BillingIssuedInvoicesParams) ([]IssuedDocument, error) {
	vouchers, err := advance.IssuedIn(ctx, q, db.AdvanceIssuedVouchersParams(at))
	list := make([]IssuedDocument, len(vouchers))
	for n, v := range vouchers {
		list[n] = IssuedDocument{
			CustomerID: v.CustomerID, ID: v.ID, Of: VoucherSource, Kind: string(v.Kind) + "_voucher", Number: v.Number, Date: v.Date, BillTo: Party{Name: v.BillTo.Name, GSTIN: v.BillTo.GSTIN},
			Totals: Totals{Taxable: v.Value, CGST: v.CGST, SGST: v.SGST, IGST: v.IGST, Total: v.Total()},
		}
	}
	return list, err
}

func issuedChallans(ctx context.Context, q *db.Queries, at db.BillingIssuedInvoicesParams) ([]IssuedDocument, error) {
	rows, err := q.BillingIssuedChallans(ctx, db.BillingIssuedChallansParams(at))
	list := make([]IssuedDocument, len(rows))
	for n, r := range rows {
		list[n] = IssuedDocument{
			CustomerID: r.CustomerID, ID: r.ID, Of: ChallanSource, Kind: "delivery_challan", Number: r.Number, Date: r.Date, BillTo: Party{Name: r.PartyName, GSTIN: r.PartyGstin},
			Totals: Totals{Total: money.Paise(r.ValuePaise)},
		}
		if r.CancelledAt != 0 {
			list[n].Kind = "cancelled_challan"
		}
	}
	return list, err
}
