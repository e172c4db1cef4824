package document

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"rento/internal/account"
	"rento/internal/advance"
	"rento/internal/payment"
	"rento/internal/pdf"
	"rento/internal/store/db"
)

// Receipt prints the receipt of a payment: of whom, for what, how it was paid, what has
// become of it up to a day and what of it goes back. It is no voucher of GST; that of rent in
// advance names the vouchers that declared its tax.
func (p *Printer) Receipt(ctx context.Context, q *db.Queries, customerID int64, paid payment.Receipt, language string) (File, error) {
	who, err := account.CustomerOf(ctx, q, customerID)
	if err != nil {
		return File{}, fmt.Errorf("document: customer %d: %w", customerID, err)
	}
	r, err := readerOf(ctx, q, language)
	if err != nil {
		return File{}, err
	}
	out, err := p.receipt(r, who.FullName, paid)
	return File{Name: fileName(fmt.Sprintf("receipt-%d", paid.TransactionID)), PDF: out}, err
}

func (p *Printer) receipt(r reader, customer string, paid payment.Receipt) ([]byte, error) {
	f := p.begin(r, head{title: r.TitleReceipt, english: languages[english].TitleReceipt, number: fmt.Sprint(paid.TransactionID), color: neel}, paid.At.Date())
	ahead := cmp.Or(paid.Ahead, &payment.PaidAhead{})
	facts(f,
		fact{r.Number, fmt.Sprint(paid.TransactionID)}, fact{r.Date, r.day(paid.At.Date())}, fact{r.PaidBy, r.paidBy(paid.Listed)},
		fact{r.ReceivedFrom, customer}, fact{r.ReceivedBy, p.company.Legal}, fact{r.PaidFor, r.paidFor(paid.Purpose)}, fact{r.Period, r.days(ahead.From, ahead.To)},
	)
	f.Space(gap)
	if rows := r.became(paid, *ahead, p.company.Wallet); len(rows) > 0 {
		t := table(pdf.Column{Title: r.UsedFor, Share: 700}, pdf.Column{Title: r.Amount, Share: 300, Align: pdf.Right})
		t.Begin(f)
		for _, row := range rows {
			t.Row(f, pdf.Cells(row.label, row.value))
		}
		f.Space(gap)
	}
	sums(f, fact{r.Received, amount(paid.Amount)})
	if paid.TaxDeducted != 0 {
		f.Paragraph(r.TaxDeducted+": "+amount(paid.TaxDeducted), plain)
	}
	f.Space(gap)
	for _, back := range paid.Returned {
		f.Paragraph(fill(r.wentBack(back), "{amount}", amount(back.Amount)), plain)
	}
	var declared []string
	for _, v := range ahead.Of(advance.Receipt) {
		declared = append(declared, v.Number)
	}
	if len(declared) == 0 {
		r.outsideTax(f)
	} else {
		f.Paragraph(fill(r.AdvanceTaxed, "{numbers}", strings.Join(declared, ", ")), label)
		f.Paragraph(r.Electronic, label)
	}
	return p.finish(f, r, p.company.Legal)
}

// became says what has become of a payment; the rows add up to it.
func (r reader) became(paid payment.Receipt, ahead payment.PaidAhead, wallet string) (rows []fact) {
	for _, used := range paid.Used {
		what := fill(r.Invoice, "{number}", used.Number)
		if used.Kind == "" {
			what = fill(r.LateFee, "{number}", used.Number)
		}
		rows = append(rows, fact{what, amount(used.Amount)})
	}
	for _, v := range ahead.Of(advance.Refund) {
		rows = append(rows, fact{r.TitleRefundVoucher + " " + v.Number, amount(v.Total())})
	}
	if paid.ToDeposit != 0 {
		rows = append(rows, fact{r.ToDeposit, amount(paid.ToDeposit)})
	}
	if paid.ToWallet != 0 {
		rows = append(rows, fact{fill(r.ToWallet, "{wallet}", wallet), amount(paid.ToWallet)})
	}
	if paid.Ahead != nil {
		rows = append(rows, fact{r.AdvanceLeft + ", " + r.day(paid.On), amount(ahead.Left)})
	}
	return rows
}

// wentBack words how a payment that was not needed stands.
func (r reader) wentBack(back payment.Listed) string {
	switch {
	case back.NotBack:
		return r.ReceiptNotBack
	case back.State == payment.Succeeded:
		return r.ReceiptReturned
	}
	return r.ReceiptReturning
}

// outsideTax says of a paper that it is no tax document and needs no signature.
func (r reader) outsideTax(f *pdf.Flow) {
	f.Paragraph(r.NoTaxDocument, label)
	f.Paragraph(r.Electronic, label)
}

func (r reader) paidFor(purpose payment.Purpose) string {
	switch purpose {
	case payment.Deposit:
		return r.ForDeposit
	case payment.AdvanceRent:
		return r.ForAdvance
	case payment.Due:
	}
	return r.ForDues
}

// paidBy says how a payment was made; a debit by mandate is called auto debit.
func (r reader) paidBy(paid payment.Listed) string {
	if paid.AutoDebit {
		return r.ModeAutoDebit + ", " + r.mode(paid.Mode)
	}
	return r.mode(paid.Mode)
}

// mode words the gateway's word for a way of paying; what stands behind it, as a
// masked number, is kept.
func (r reader) mode(mode string) string {
	word, rest, _ := strings.Cut(mode, " ")
	own := map[string]string{
		"upi": r.ModeUpi, "card": r.ModeCard, "netbanking": r.ModeNetbanking, "emandate": r.ModeNetbanking, "wallet": r.ModeWallet, "nach": r.ModeNach, "transfer": r.ModeTransfer,
	}[strings.ToLower(word)]
	if own == "" {
		return mode
	}
	if rest, found := strings.CutPrefix(rest, "and wallet"); found {
		return strings.TrimSpace(own + " + " + r.ModeWallet + rest)
	}
	return strings.TrimSpace(own + " " + rest)
}
