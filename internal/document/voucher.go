package document

import (
	"context"
	"strconv"

	"rento/internal/advance"
	"rento/internal/billing"
	"rento/internal/pdf"
	"rento/internal/store/db"
)

// Voucher prints a copy of a receipt voucher or a refund voucher of rent in advance, with all that
// Rules 50 and 51 of the CGST Rules ask for.
func (p *Printer) Voucher(ctx context.Context, q *db.Queries, v billing.Voucher, c Copy, language string) (File, error) {
	r, err := readerOf(ctx, q, language)
	if err != nil {
		return File{}, err
	}
	out, err := p.voucher(r, v, c)
	return File{Name: fileName(v.Number), PDF: out}, err
}

func (p *Printer) voucher(r reader, v billing.Voucher, c Copy) ([]byte, error) {
	law := languages[english]
	h := head{number: v.Number, color: neel, title: r.TitleReceiptVoucher, english: law.TitleReceiptVoucher, kind: r.ForAdvance}
	total, party := r.Received, r.ReceivedFrom
	if v.Kind == advance.Refund {
		h.title, h.english, h.kind = r.TitleRefundVoucher, law.TitleRefundVoucher, r.AdvanceReturned
		total, party = r.Refunded, r.RefundedTo
	}
	f := p.begin(r, r.marked(h, c), v.Date)
	r.voucherFacts(f, v)
	r.sides(f, side{r.Supplier, v.Supplier.Name, v.Supplier.Address, v.Supply.Supplier, v.Supplier.GSTIN},
		side{party, v.BillTo.Name, v.BillTo.Address, v.Supply.Place, v.BillTo.GSTIN})
	r.voucherLines(f, v)
	f.Space(gap)
	r.taxes(f, v.Groups(), v.Intra())
	f.Space(gap)
	sums(f, append(taxedSums(r, v), fact{total, amount(v.Total())})...)
	f.Space(gap)
	if v.Kind == advance.Receipt {
		r.say(f, r.VoucherIsNoInvoice, law.VoucherIsNoInvoice)
	}
	r.say(f, r.Electronic, law.Electronic)
	return p.finish(f, r, v.Supplier.Name)
}

func (r reader) voucherFacts(f *pdf.Flow, v billing.Voucher) {
	list := []fact{{r.Number, v.Number}, {r.Date, r.day(v.Date)}}
	if v.Kind == advance.Refund {
		list = append(list, fact{r.AgainstVoucher, fill(r.OriginalOf, "{number}", v.Receipt.Number, "{date}", r.day(v.Receipt.Date))})
	}
	facts(f, append(list,
		fact{r.PaymentAlone, strconv.FormatInt(v.TransactionID, 10)}, fact{r.Period, r.days(v.From, v.To)},
		fact{r.PlaceOfSupply, state(v.Supply.Place)}, fact{r.ReverseCharge, r.No},
	)...)
}

func (r reader) voucherLines(f *pdf.Flow, v billing.Voucher) {
	t := table(
		pdf.Column{Title: "#", Share: 50, Align: pdf.Right}, pdf.Column{Title: r.Description, Share: 450},
		pdf.Column{Title: "SAC", Share: 110}, pdf.Column{Title: r.Taxable, Share: 150, Align: pdf.Right},
		pdf.Column{Title: r.GstRate, Share: 100, Align: pdf.Right}, pdf.Column{Title: "GST", Share: 140, Align: pdf.Right},
	)
	t.Begin(f)
	for n, l := range v.Lines {
		t.Row(f, pdf.Cells(strconv.Itoa(n+1), r.product(l.Product), l.SAC, amount(l.Value), percent(10*l.GSTBP), amount(l.Tax())))
	}
}

// taxedSums are the value of a voucher and each of its taxes.
func taxedSums(r reader, v billing.Voucher) []fact {
	list := []fact{{r.Taxable, amount(v.Value)}}
	if v.Intra() {
		return append(list, fact{"CGST", amount(v.CGST)}, fact{"SGST", amount(v.SGST)})
	}
	return append(list, fact{"IGST", amount(v.IGST)})
}
