package document

import (
	"context"
	"fmt"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/payment"
	"rento/internal/pdf"
	"rento/internal/store/db"
)

// Wallet prints the statement of the wallet, the newest movement first, as of a day.
func (p *Printer) Wallet(ctx context.Context, q *db.Queries, customerID int64, w payment.WalletStatement, on calendar.Date, language string) (File, error) {
	r, name, err := p.ofCustomer(ctx, q, customerID, language)
	if err != nil {
		return File{}, err
	}
	h := head{
		title: fill(r.TitleWallet, "{wallet}", p.company.Wallet), english: fill(languages[english].TitleWallet, "{wallet}", p.company.Wallet), color: neel,
	}
	out, err := p.statement(r, h, name, on, w.Movements, fact{fill(r.WalletBalance, "{wallet}", p.company.Wallet), amount(w.Credit)})
	return File{Name: fileName("wallet-" + on.String()), PDF: out}, err
}

// Deposit prints the statement of the deposit, as Wallet does.
func (p *Printer) Deposit(ctx context.Context, q *db.Queries, customerID int64, d payment.DepositStatement, on calendar.Date, language string) (File, error) {
	r, name, err := p.ofCustomer(ctx, q, customerID, language)
	if err != nil {
		return File{}, err
	}
	h := head{title: r.TitleDeposit, english: languages[english].TitleDeposit, color: neel}
	out, err := p.statement(r, h, name, on, d.Movements, fact{r.DepositRequired, amount(d.Required)}, fact{r.DepositHeld, amount(d.Held)})
	return File{Name: fileName("deposit-" + on.String()), PDF: out}, err
}

func (p *Printer) ofCustomer(ctx context.Context, q *db.Queries, customerID int64, language string) (reader, string, error) {
	who, err := account.CustomerOf(ctx, q, customerID)
	if err != nil {
		return reader{}, "", fmt.Errorf("document: customer %d: %w", customerID, err)
	}
	r, err := readerOf(ctx, q, language)
	return r, who.FullName, err
}

func (p *Printer) statement(r reader, h head, customer string, on calendar.Date, movements []payment.Movement, standing ...fact) ([]byte, error) {
	f := p.begin(r, h, on)
	facts(f, fact{r.Customer, customer}, fact{r.Date, r.day(on)})
	f.Space(gap / 2)
	t := table(
		pdf.Column{Title: r.Date, Share: 220}, pdf.Column{Title: r.Description, Share: 420},
		pdf.Column{Title: r.Amount, Share: 180, Align: pdf.Right}, pdf.Column{Title: r.Balance, Share: 180, Align: pdf.Right},
	)
	t.Begin(f)
	for _, m := range movements {
		t.Row(f, pdf.Cells(r.day(m.At.Date()), r.movement(m, p.company.Wallet), amount(m.Amount), amount(m.Balance)))
	}
	f.Space(gap)
	sums(f, standing...)
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
	}[m.Kind]
	if !known {
		words = m.Describe()
	}
	if m.Account == ledger.PromotionalCredit && m.Kind != payment.MovedGift {
		return fill(r.MovedOfGift, "{what}", words)
	}
	return words
}
