package payment

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/settlement"
	"rento/internal/store/db"
)

// EntryKind is what a line of the account is. The words of screens follow from it.
type EntryKind string

// The kinds of lines of the account.
const (
	EnteredInvoice    EntryKind = "invoice"
	EnteredCreditNote EntryKind = "credit_note"
	EnteredLateFee    EntryKind = "late_fee"
	EnteredPayment    EntryKind = "payment"
	EnteredWallet     EntryKind = "wallet"  // the wallet paid
	EnteredDeposit    EntryKind = "deposit" // the deposit, or a refund of it, paid
	EnteredOther      EntryKind = "other"   // what the entry says

	EnteredAdvance         EntryKind = "advance"          // rent was paid in advance
	EnteredAdvanceReturned EntryKind = "advance_returned" // what of it was not used was given back
	EnteredNotNeeded       EntryKind = "not_needed"       // a payment that goes back to its source
	EnteredReturned        EntryKind = "returned"         // it went back
	EnteredToWallet        EntryKind = "to_wallet"        // what a payment or a credit note was above what is owed
	EnteredToDeposit       EntryKind = "to_deposit"       // what a credit note gave back to the deposit
)

// Entered is a line of the account: what was charged or given back, or what took off
// what is owed (a negative amount), and the balance after it, in paise. Reference is
// the number of the document, if it is one.
type Entered struct {
	At          calendar.Instant
	Kind        EntryKind
	Reference   string
	Description string
	Amount      money.Paise
	Balance     money.Paise
}

// AccountStatement is what a customer was charged on the days from From to To, and
// what paid it, the oldest first. Opening and Closing are the balance before and after:
// what is owed without what of rent is paid in advance and what of payments goes back,
// so that it is negative in the customer's favour. What an invoice draws from rent in
// advance is no line, because the payment was one. At the end, Closing is Owed without
// Advance and Returning.
type AccountStatement struct {
	From, To         calendar.Date
	Opening, Closing money.Paise
	Charged, Settled money.Paise
	Owed             money.Paise // of invoices and late fees
	Advance          money.Paise // left of rent that was paid in advance, with tax
	Returning        money.Paise // payments that are still to go back to their source
	Lines            []Entered
}

// InFavour reports whether any balance of it is below zero.
func (a AccountStatement) InFavour() bool {
	return a.Opening < 0 || slices.ContainsFunc(a.Lines, func(e Entered) bool { return e.Balance < 0 })
}

// AccountOf reads the account on the days from from to to, as statementDays says.
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

// statementDays are the first and the last day of a statement; without them it is of the
// financial year up to today. 422 Fault for days in the wrong order, and for a last day
// that is still to come.
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

// accountOf adds up the postings, the oldest first. The ledger counts what is owed as
// negative.
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

// enter takes a line in; one of before the first day counts in the opening alone.
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

// accountEntry is what an entry of the books moved, in paise: what it charged and
// settled of what is owed; what it took out of rent in advance and of payments that go
// back, negative where it put something in; and what it put into wallet and deposit,
// negative where it took something out.
type accountEntry struct {
	ledger.Movement
	charged, settled   money.Paise
	advance, returning money.Paise
	wallet, deposit    money.Paise
	fee                bool // a late fee was charged
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

// lines are those of an entry that say something. A payment and a credit note stand
// with their whole amount, and what of it is not for what is owed stands below it.
func (e accountEntry) lines() (lines []Entered) {
	add := func(kind EntryKind, amount money.Paise) {
		if amount != 0 {
			lines = append(lines, Entered{At: e.At, Kind: kind, Description: e.Description, Amount: amount})
		}
	}
	switch {
	case e.advance > 0: // what paid an invoice is none, the rest goes back
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

// aside is what of a payment or a credit note is not for what is owed, in paise. A
// payment of the deposit is on the statement of the deposit.
func (e accountEntry) aside(kind EntryKind) (toWallet, toDeposit money.Paise) {
	switch {
	case kind == EnteredCreditNote:
		return max(0, e.wallet), max(0, e.deposit)
	case kind == EnteredPayment && e.deposit == 0:
		return max(0, e.wallet), 0
	}
	return 0, 0
}

// kind is what an entry of what is owed is, with the number of its document.
func (e accountEntry) kind() (kind EntryKind, reference string) {
	switch e.SourceType {
	case billing.SourceInvoice:
		if number, isNote := strings.CutPrefix(e.Description, billing.CreditNoteEntry); isNote {
			return EnteredCreditNote, number
		}
		if number, isInvoice := strings.CutPrefix(e.Description, "Invoice "); isInvoice {
			return EnteredInvoice, number
		}
	case sourcePayment:
		return EnteredPayment, ""
	case sourceWallet, billing.SourceWalletDue, settlement.SourceWalletDues, billing.SourceCreditNote:
		return EnteredWallet, ""
	case settlement.SourceDues, settlement.SourceNetting:
		return EnteredDeposit, ""
	default:
		if e.fee {
			return EnteredLateFee, ""
		}
	}
	return EnteredOther, ""
}
