package payment

import (
	"context"
	"fmt"
	"slices"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/settlement"
	"rento/internal/store/db"
)

// EntryKind is the kind of a line in the account statement. The screens choose their words by
// it.
type EntryKind string

// The kinds of lines in the account statement.
const (
	EnteredInvoice    EntryKind = "invoice"
	EnteredCreditNote EntryKind = "credit_note"
	EnteredLateFee    EntryKind = "late_fee"
	EnteredPayment    EntryKind = "payment"
	EnteredWallet     EntryKind = "wallet"       // paid from the wallet
	EnteredRefund     EntryKind = "refund"       // paid from what a settlement would pay back: deposit and unused advance rent
	EnteredTax        EntryKind = "tax_deducted" // deducted by the payer and paid to the government
	EnteredOther      EntryKind = "other"        // described by the text of the entry

	EnteredAdvance         EntryKind = "advance"          // rent was paid in advance
	EnteredAdvanceReturned EntryKind = "advance_returned" // unused advance rent was given back
	EnteredNotNeeded       EntryKind = "not_needed"       // a payment that is not needed and goes back to its source
	EnteredReturned        EntryKind = "returned"         // a payment that has gone back to its source
	EnteredToWallet        EntryKind = "to_wallet"        // the part of a payment or credit note above the dues
	EnteredToDeposit       EntryKind = "to_deposit"       // the part of a credit note that goes back to the deposit
)

// Entered is a line of the account statement. A positive Amount was charged or given back. A
// negative Amount reduced what the customer owes. Balance is the balance after the line. Both
// are in paise. Reference is the document number if the line stands for a document.
type Entered struct {
	At          calendar.Instant
	Kind        EntryKind
	Reference   string
	Description string
	Amount      money.Paise
	Balance     money.Paise
}

// AccountStatement lists what a customer was charged from day From to day To, both included, and
// what paid for it. The oldest line comes first.
//
// Opening and Closing are the balance before and after these days: the dues, minus unused
// advance rent, minus payments on their way back. A negative balance is in the customer's
// favour. When an invoice is paid from advance rent there is no line for it, because the advance
// payment itself was a line. At the end, Closing equals Owed minus Advance minus Returning.
type AccountStatement struct {
	From, To         calendar.Date
	Opening, Closing money.Paise
	Charged, Settled money.Paise
	Owed             money.Paise // open on invoices and late fees
	Advance          money.Paise // unused advance rent, with tax
	Returning        money.Paise // payments that still have to go back to their source
	Lines            []Entered
}

// InFavour reports whether any balance of the statement is below zero.
func (a AccountStatement) InFavour() bool {
	return a.Opening < 0 || slices.ContainsFunc(a.Lines, func(e Entered) bool { return e.Balance < 0 })
}

// AccountOf reads the account statement for the days from to to. statementDays says what missing
// days mean and which faults there are.
func (s *Service) AccountOf(ctx context.Context, customerID int64, from, to calendar.Date) (AccountStatement, error) {
	from, to, err := statementDays(from, to, calendar.Today(s.clock))
	if err != nil {
		return AccountStatement{}, err
	}
	var rows []ledger.Movement
	err = s.store.Read(ctx, func(q *db.Queries) (err error) {
		rows, err = ledger.AccountOf(ctx, q, customerID)
		return err
	})
	if err != nil {
		return AccountStatement{}, fmt.Errorf("payment: account: %w", err)
	}
	return accountOf(rows, from, to), nil
}

// statementDays returns the first and the last day of a statement. Without a last day, the
// statement ends today. Without a first day, it starts with the financial year of the last day.
// It returns a 422 Fault if the days are in the wrong order or if the last day is in the future.
func statementDays(from, to, today calendar.Date) (first, last calendar.Date, err error) {
	if to.IsZero() {
		to = today
	}
	if to.After(today) {
		return from, to, fault.Invalid("statement.day_to_come", "to", "The last day must not be after today.")
	}
	if from.IsZero() {
		from = calendar.MustParse(fmt.Sprintf("%04d-04-01", to.FinancialYear()))
	}
	if to.Before(from) {
		return from, to, fault.Invalid("statement.days_reversed", "from", "The first day must not be after the last one.")
	}
	return from, to, nil
}

// accountOf builds the statement from postings, the oldest first. In these postings, an amount
// that the customer owes is negative.
func accountOf(rows []ledger.Movement, from, to calendar.Date) AccountStatement {
	a := AccountStatement{From: from, To: to}
	for len(rows) > 0 && !to.Before(rows[0].At.Date()) {
		n := 1
		for n < len(rows) && rows[n].ID == rows[0].ID {
			n++
		}
		e := entryOf(rows[:n])
		rows = rows[n:]
		a.Owed = money.Sum(a.Owed, e.charged, -e.settled)
		a.Advance = money.Sum(a.Advance, -e.advance)
		a.Returning = money.Sum(a.Returning, -e.returning)
		for _, line := range e.lines() {
			a.enter(line)
		}
	}
	return a
}

// enter adds a line to the statement. A line from before the first day only counts in the
// opening balance.
func (a *AccountStatement) enter(line Entered) {
	a.Closing = money.Sum(a.Closing, line.Amount)
	if line.At.Date().Before(a.From) {
		a.Opening = a.Closing
		return
	}
	if line.Amount > 0 {
		a.Charged = money.Sum(a.Charged, line.Amount)
	} else {
		a.Settled = money.Sum(a.Settled, -line.Amount)
	}
	line.Balance = a.Closing
	a.Lines = append(a.Lines, line)
}

// accountEntry sums up what one journal entry moved, in paise. charged and settled are about
// dues. advance and returning are what the entry took out of advance rent and out of payments on
// their way back; they are negative if the entry put money in. wallet and deposit are what the
// entry put into wallet and deposit; they are negative if the entry took money out.
type accountEntry struct {
	ledger.Movement
	charged, settled   money.Paise
	advance, returning money.Paise
	wallet, deposit    money.Paise
	fee                bool // the entry charged a late fee
}

func entryOf(legs []ledger.Movement) accountEntry {
	e := accountEntry{Movement: legs[0]}
	for _, leg := range legs {
		switch {
		case leg.Account == ledger.Receivable || leg.Account == ledger.LateFee:
			e.charged = money.Sum(e.charged, max(0, -leg.Amount))
			e.settled = money.Sum(e.settled, max(0, leg.Amount))
			e.fee = e.fee || leg.Account == ledger.LateFee && leg.Amount < 0
		case leg.Account == ledger.Advance || leg.Account.IsAdvanceTax():
			e.advance = money.Sum(e.advance, -leg.Amount)
		case leg.Account == ledger.ExcessPayment:
			e.returning = money.Sum(e.returning, -leg.Amount)
		case leg.Account == ledger.Wallet || leg.Account == ledger.PromotionalCredit:
			e.wallet = money.Sum(e.wallet, leg.Amount)
		case leg.Account == ledger.Deposit:
			e.deposit = money.Sum(e.deposit, leg.Amount)
		}
	}
	return e
}

// lines returns the statement lines of an entry. Lines of zero are left out. A payment or credit
// note is shown with its whole amount. A further line below it shows the part that did not go
// towards dues.
func (e accountEntry) lines() (lines []Entered) {
	add := func(kind EntryKind, amount money.Paise) {
		if amount != 0 {
			lines = append(lines, Entered{At: e.At, Kind: kind, Description: e.Description, Amount: amount})
		}
	}
	switch {
	case e.advance > 0: // the part that paid an invoice has no line; the rest was given back
		add(EnteredAdvanceReturned, money.Sum(e.charged, -e.settled, e.advance))
	case e.advance < 0:
		add(EnteredAdvance, e.advance)
	case e.returning > 0:
		add(EnteredReturned, e.returning)
	case e.returning < 0:
		add(EnteredNotNeeded, e.returning)
	default:
		kind, reference := e.kind()
		toWallet, toDeposit := e.aside(kind)
		add(kind, e.charged)
		add(kind, -money.Sum(e.settled, toWallet, toDeposit))
		for i := range lines {
			lines[i].Reference = reference
		}
		add(EnteredToWallet, toWallet)
		add(EnteredToDeposit, toDeposit)
	}
	return lines
}

// aside returns the parts of a payment or credit note that did not go towards dues, in paise. A
// deposit payment is left out because the deposit statement shows it.
func (e accountEntry) aside(kind EntryKind) (toWallet, toDeposit money.Paise) {
	switch {
	case kind == EnteredCreditNote:
		return max(0, e.wallet), max(0, e.deposit)
	case kind == EnteredPayment && e.deposit == 0:
		return max(0, e.wallet), 0
	}
	return 0, 0
}

// kind returns what an entry about dues is, and the number of its document or the UTR of its bank
// transfer.
func (e accountEntry) kind() (kind EntryKind, reference string) {
	switch e.SourceType {
	case billing.SourceInvoice:
		if e.charged > 0 { // an invoice charges the customer, a credit note never does
			return EnteredInvoice, e.Document
		}
		return EnteredCreditNote, e.Document
	case sourcePayment:
		return EnteredPayment, transferOfSource(e.SourceID)
	case sourceTaxDeducted:
		return EnteredTax, transferOfSource(source(transferGateway, e.SourceID))
	case sourceWallet, billing.SourceWalletDue, settlement.SourceWalletDues, billing.SourceCreditNote:
		return EnteredWallet, ""
	case settlement.SourceDues, settlement.SourceNetting:
		return EnteredRefund, ""
	default:
		if e.fee {
			return EnteredLateFee, ""
		}
	}
	switch billing.ReversedSource(e.SourceType) {
	case sourcePayment:
		return EnteredOther, transferOfSource(e.SourceID)
	case sourceTaxDeducted:
		return EnteredOther, transferOfSource(source(transferGateway, e.SourceID))
	}
	return EnteredOther, ""
}
