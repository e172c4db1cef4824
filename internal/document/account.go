package document

import (
	"context"
	"strings"

	"rento/internal/payment"
	"rento/internal/pdf"
	"rento/internal/store/db"
)

// Account prints the statement of the account over some days: the balance before, each
// charge and what paid it with the balance after it, and at the end what is owed and,
// apart, what is left of rent in advance and what is still to go back.
func (p *Printer) Account(ctx context.Context, q *db.Queries, customerID int64, a payment.AccountStatement, language string) (File, error) {
	r, name, err := p.ofCustomer(ctx, q, customerID, language)
	if err != nil {
		return File{}, err
	}
	out, err := p.account(r, name, a)
	return File{Name: fileName("account-" + a.From.String() + "-" + a.To.String()), PDF: out}, err
}

func (p *Printer) account(r reader, customer string, a payment.AccountStatement) ([]byte, error) {
	f := p.begin(r, head{title: r.TitleAccount, english: languages[english].TitleAccount, color: neel}, a.To)
	facts(f, fact{r.Customer, customer}, fact{r.Period, r.days(a.From, a.To.AddDays(1))}, fact{r.BalanceBefore, amount(a.Opening)})
	f.Space(gap / 2)
	t := table(
		pdf.Column{Title: r.Date, Share: 200}, pdf.Column{Title: r.Description, Share: 350}, pdf.Column{Title: r.Charged, Share: 150, Align: pdf.Right},
		pdf.Column{Title: r.Settled, Share: 150, Align: pdf.Right}, pdf.Column{Title: r.Balance, Share: 150, Align: pdf.Right},
	)
	t.Begin(f)
	for _, e := range a.Lines {
		charged, settled := amount(e.Amount), ""
		if e.Amount < 0 {
			charged, settled = "", amount(-e.Amount)
		}
		t.Row(f, pdf.Cells(r.day(e.At.Date()), r.entered(e, p.company.Wallet), charged, settled, amount(e.Balance)))
	}
	f.Space(gap)
	sums(f, r.accountSums(a)...)
	f.Space(gap)
	if a.InFavour() {
		f.Paragraph(r.Favour, label)
	}
	r.outsideTax(f)
	return p.finish(f, r, p.company.Legal)
}

// accountSums add the lines up, and say what the balance at the end is made of where it
// is not what is owed alone.
func (r reader) accountSums(a payment.AccountStatement) []fact {
	list := []fact{{r.BalanceBefore, amount(a.Opening)}, {r.Charged, amount(a.Charged)}, {r.Settled, amount(-a.Settled)}}
	if a.Closing != a.Owed {
		list = append(list, fact{r.BalanceAfter, amount(a.Closing)})
	}
	if a.Advance != 0 {
		list = append(list, fact{r.AdvanceLeft, amount(a.Advance)})
	}
	if a.Returning != 0 {
		list = append(list, fact{r.GoingBack, amount(a.Returning)})
	}
	return append(list, fact{r.OwedAfter, amount(a.Owed)})
}

// entered words a line of the account; what has no words of ours stays as the books
// say it.
func (r reader) entered(e payment.Entered, wallet string) string {
	switch e.Kind {
	case payment.EnteredInvoice:
		return fill(r.Invoice, "{number}", e.Reference)
	case payment.EnteredCreditNote:
		return fill(r.MovedCreditNote, "{number}", e.Reference)
	case payment.EnteredLateFee:
		return r.LateFeeAlone
	case payment.EnteredPayment:
		return strings.TrimSpace(r.PaymentAlone + " " + e.Reference)
	case payment.EnteredWallet:
		return r.ModeWallet
	case payment.EnteredRefund:
		return r.FromRefund
	case payment.EnteredAdvance:
		return r.AdvancePaid
	case payment.EnteredAdvanceReturned:
		return r.AdvanceReturned
	case payment.EnteredNotNeeded:
		return r.NotNeeded
	case payment.EnteredReturned:
		return r.ReturnedToSource
	case payment.EnteredToWallet:
		return fill(r.ToWallet, "{wallet}", wallet)
	case payment.EnteredToDeposit:
		return r.ToDeposit
	case payment.EnteredTax:
		return strings.TrimSpace(r.TaxDeducted + " " + e.Reference)
	case payment.EnteredOther:
	}
	return e.Description
}
