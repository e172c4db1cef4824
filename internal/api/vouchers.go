package api

import (
	"context"
	"strconv"

	"rento/internal/account"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/document"
	"rento/internal/money"
)

// VoucherDoc is a receipt voucher or a refund voucher for rent in advance, in rupees.
type VoucherDoc struct {
	ID              string        `json:"id" example:"7300000000000001"`
	Kind            string        `json:"kind" enum:"receipt,refund"`
	Number          string        `json:"number" example:"KA/26-27/V000123"`
	Date            calendar.Date `json:"date"`
	ReceiptNumber   string        `json:"receiptNumber,omitempty" doc:"of the receipt voucher that a refund voucher is about" example:"KA/26-27/V000001"`
	ReceiptDate     calendar.Date `json:"receiptDate,omitzero" doc:"of the receipt voucher that a refund voucher is about"`
	RMTransactionID int64         `json:"rmTransactionId" doc:"of the payment"`
	From            calendar.Date `json:"from" doc:"the first day that was paid in advance"`
	To              calendar.Date `json:"to" doc:"the last day that was paid in advance"`
	Supplier        Party         `json:"supplier"`
	BillTo          Party         `json:"billTo"`
	PlaceOfSupply   string        `json:"placeOfSupply" doc:"state and its GST code"`
	Items           []VoucherItem `json:"items"`
	Taxable         money.Amount  `json:"taxable"`
	CGST            money.Amount  `json:"cgst"`
	SGST            money.Amount  `json:"sgst"`
	IGST            money.Amount  `json:"igst"`
	Total           money.Amount  `json:"total" doc:"what came in advance, or what of it went back"`
}

// VoucherItem is the part of a voucher for one item.
type VoucherItem struct {
	Product string       `json:"product" catalogue:"name" example:"Oak sofa"`
	SAC     string       `json:"sac"`
	GSTRate float64      `json:"gstRate" doc:"percent"`
	Amount  money.Amount `json:"amount" doc:"taxable value"`
	Tax     money.Amount `json:"tax"`
}

type voucherQuery struct {
	Voucher int64 `query:"voucher" required:"true"`
}

func (c *advanceCalls) voucher(ctx context.Context, s account.Session, in *voucherQuery) (billing.Voucher, error) {
	return billing.OpenVoucher(ctx, c.store.Queries(), s.CustomerID, in.Voucher)
}

// voucherOfNumber is for the company's own systems and finds the voucher of any customer.
func (c *advanceCalls) voucherOfNumber(ctx context.Context, _ account.Session, in *numberQuery) (billing.Voucher, error) {
	return billing.VoucherOfNumber(ctx, c.store.Queries(), in.Number)
}

// voucherPaper returns the handler that answers with a voucher.
func voucherPaper[In any](c *advanceCalls, read func(context.Context, account.Session, *In) (billing.Voucher, error)) paper[In, billing.Voucher, VoucherDoc] {
	return paper[In, billing.Voucher, VoucherDoc]{read: read, wire: wireVoucher, print: func(ctx context.Context, s account.Session, v billing.Voucher) (document.File, error) {
		return c.printer.Voucher(ctx, c.store.Queries(), v, copyFor(s), languageOf(ctx))
	}}
}

func wireVoucher(v billing.Voucher) VoucherDoc {
	return VoucherDoc{
		ID: strconv.FormatInt(v.ID, 10), Kind: string(v.Kind), Number: v.Number, Date: v.Date, ReceiptNumber: v.Receipt.Number, ReceiptDate: v.Receipt.Date,
		RMTransactionID: v.TransactionID, From: v.From, To: v.To.AddDays(-1),
		Supplier: Party{v.Supplier.Name, v.Supplier.Address, v.Supplier.GSTIN}, BillTo: Party{v.BillTo.Name, v.BillTo.Address, v.BillTo.GSTIN},
		PlaceOfSupply: place(v.Supply.Place),
		Items: each(v.Lines, func(l billing.VoucherLine) VoucherItem {
			return VoucherItem{l.Product, l.SAC, percent(l.GSTBP), l.Value.Wire(), l.Tax().Wire()}
		}),
		Taxable: v.Value.Wire(), CGST: v.CGST.Wire(), SGST: v.SGST.Wire(), IGST: v.IGST.Wire(), Total: v.Total().Wire(),
	}
}
