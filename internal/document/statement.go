package document

import (
	"context"
	"fmt"

	"rento/internal/account"
	"rento/internal/ledger"
	"rento/internal/payment"
	"rento/internal/pdf"
	"rento/internal/store/db"
)

// Wallet prints the statement of the wallet on some days.
func (p *Printer) Wallet(ctx context.Context, q *db.Queries, customerID int64, w payment.Statement, language string) (File, error) {
	r, name, err := p.ofCustomer(ctx, q, customerID, language)
	if err != nil {
		return File{}, err
	}
	h := head{
		title: fill(r.TitleWallet, "{wallet}", p.company.Wallet), english: fill(languages[english].TitleWallet, "{wallet}", p.company.Wallet), color: neel,
	}
	out, err := p.statement(r, h, name, w)
	return File{Name: fileName(fmt.Sprintf("wallet-%s-%s", w.From, w.To)), PDF: out}, err
}

// Deposit prints the statement of the deposit, as Wallet does.
func (p *Printer) Deposit(ctx context.Context, q *db.Queries, customerID int64, d payment.Statement, language string) (File, error) {
	r, name, err := p.ofCustomer(ctx, q, customerID, language)
	if err != nil {
		return File{}, err
	}
	h := head{title: r.TitleDeposit, english: languages[english].TitleDeposit, color: neel}
	out, err := p.statement(r, h, name, d)
	return File{Name: fileName(fmt.Sprintf("deposit-%s-%s", d.From, d.To)), PDF: out}, err
}

func (p *Printer) ofCustomer(ctx context.Context, q *db.Queries, customerID int64, language string) (reader, string, error) {
	who, err := account.CustomerOf(ctx, q, customerID)
	if err != nil {
		return reader{}, "", fmt.Errorf("document: customer %d: %w", customerID, err)
	}
	r, err := readerOf(ctx, q, language)
	return r, who.FullName, err
}

func (p *Printer) statement(r reader, h head, customer string, s payment.Statement) ([]byte, error) {
	f := p.begin(r, h, s.To)
	facts(f, fact{r.Customer, customer}, fact{r.Period, r.days(s.From, s.To.AddDays(1))})
	f.Space(gap / 2)
	t := table(
		pdf.Column{Title: r.Date, Share: 220}, pdf.Column{Title: r.Description, Share: 420},
		pdf.Column{Title: r.Amount, Share: 180, Align: pdf.Right}, pdf.Column{Title: r.Balance, Share: 180, Align: pdf.Right},
	)
	t.Begin(f)
	t.Row(f, pdf.Cells(r.day(s.From), r.BalanceBefore, "", amount(s.Opening)))
	for _, m := range s.Movements {
		t.Row(f, pdf.Cells(r.day(m.At.Date()), r.movement(m, p.company.Wallet), amount(m.Amount), amount(m.Balance)))
	}
	f.Space(gap)
	sums(f, fact{r.BalanceAfter, amount(s.Closing)})
	f.Space(gap)
	r.outsideTax(f)
	return p.finish(f, r, p.company.Legal)
}

// movement words a movement; what has no words of ours stays as the books say it.
// Gifts are told apart: they are used first and never paid out.
func (r reader) movement(m payment.Movement, wallet string) string {
	words, known := map[payment.MovementKind]string{
		payment.MovedDeposit: r.MovedDeposit, payment.MovedToPayment: r.MovedPayment, payment.MovedOverpaid: r.MovedOverpaid, payment.MovedToDues: r.MovedDues,
		payment.MovedCreditNote: fill(r.MovedCreditNote, "{number}", m.Reference), payment.MovedGift: r.MovedGift, payment.MovedPayout: r.MovedPayout,
		payment.MovedRefund: r.MovedRefund, payment.MovedToWallet: fill(r.MovedToWallet, "{wallet}", wallet), payment.MovedSent: r.MovedSent, payment.MovedBack: r.MovedBack,
		payment.MovedAdvance: r.AdvanceReturned,
	}[m.Kind]
	if !known {
		words = m.Describe()
	}
	if m.Account == ledger.PromotionalCredit && m.Kind != payment.MovedGift {
		return fill(r.MovedOfGift, "{what}", words)
	}
	return words
}
