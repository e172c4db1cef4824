package api

import (
	"context"
	"strconv"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/document"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/payment"
)

// AccountStatement lists what was charged over a range of days, and what paid it.
type AccountStatement struct {
	From      calendar.Date  `json:"from"`
	To        calendar.Date  `json:"to" doc:"the last day of it"`
	Opening   money.Amount   `json:"opening" doc:"the balance before the first day: what is owed, without rent that is paid in advance and payments that go back; negative in the customer's favour"`
	Closing   money.Amount   `json:"closing" doc:"the balance after the last day: opening and all entries; owed without advance and returning"`
	Owed      money.Amount   `json:"owed" doc:"owed after the last day on invoices and late fees"`
	Advance   money.Amount   `json:"advance" doc:"left after the last day of rent that was paid in advance, with tax"`
	Returning money.Amount   `json:"returning" doc:"payments that are still to go back to their source after the last day"`
	Charged   money.Amount   `json:"charged" doc:"charged or given back"`
	Settled   money.Amount   `json:"settled" doc:"paid or credited"`
	Entries   []AccountEntry `json:"entries" doc:"the oldest first"`
}

// AccountEntry is a line of the statement.
type AccountEntry struct {
	Date        calendar.Instant `json:"date"`
	Kind        string           `json:"kind" enum:"invoice,credit_note,late_fee,payment,wallet,deposit,tax_deducted,other,advance,advance_returned,not_needed,returned,to_wallet,to_deposit" example:"invoice"`
	Reference   string           `json:"reference,omitempty" doc:"number of an invoice or a credit note, or the bank's reference (UTR) of a transfer" example:"KA/26-27/0000001"`
	Description string           `json:"description" doc:"in English, as the books have it"`
	Amount      money.Amount     `json:"amount" doc:"charged or given back; negative what was paid or credited"`
	Balance     money.Amount     `json:"balance" doc:"the balance after it"`
}

// StatementDays are the days of a statement. It is exported so that calls can embed it.
type StatementDays struct {
	From string `query:"from" maxLength:"10" example:"2026-04-01" doc:"the first day of a statement; of the financial year without one"`
	To   string `query:"to" maxLength:"10" example:"2026-11-30" doc:"the last day of a statement; today without one"`
}

// read parses the days. A day that is not given is empty.
func (d StatementDays) read() (from, to calendar.Date, err error) {
	if from, err = dayOf("from", d.From); err != nil {
		return from, to, err
	}
	to, err = dayOf("to", d.To)
	return from, to, err
}

// statementColumns are the columns of every statement in a spreadsheet.
var statementColumns = []string{"date", "kind", "reference", "description", "amount", "balance"}

// customerDays are the days of a customer's statement, for the company's own systems.
type customerDays struct {
	CustomerID int64 `query:"customerId" required:"true" minimum:"1"`
	StatementDays
}

// accountOf is the statement of a customer for a range of days.
type accountOf struct {
	customerID int64
	payment.AccountStatement
}

func (c *paymentCalls) readAccount(ctx context.Context, customerID int64, days StatementDays) (accountOf, error) {
	from, to, err := days.read()
	if err != nil {
		return accountOf{}, err
	}
	a, err := c.service.AccountOf(ctx, customerID, from, to)
	return accountOf{customerID, a}, err
}

func (c *paymentCalls) ownAccount(ctx context.Context, s account.Session, in *StatementDays) (accountOf, error) {
	return c.readAccount(ctx, s.CustomerID, *in)
}

// accountOfCustomer is for the company's own systems and reads the statement of any customer. An
// unknown customer is a Fault (404).
func (c *paymentCalls) accountOfCustomer(ctx context.Context, _ account.Session, in *customerDays) (accountOf, error) {
	if _, err := account.CustomerOf(ctx, c.store.Queries(), in.CustomerID); err != nil {
		return accountOf{}, err
	}
	return c.readAccount(ctx, in.CustomerID, in.StatementDays)
}

// accountPaper returns the handler that answers with a statement.
func accountPaper[In any](c *paymentCalls, read func(context.Context, account.Session, *In) (accountOf, error)) paper[In, accountOf, AccountStatement] {
	return paper[In, accountOf, AccountStatement]{
		read: read,
		wire: func(a accountOf) AccountStatement {
			return AccountStatement{
				From: a.From, To: a.To, Opening: a.Opening.Wire(), Closing: a.Closing.Wire(), Charged: a.Charged.Wire(), Settled: a.Settled.Wire(),
				Owed: a.Owed.Wire(), Advance: a.Advance.Wire(), Returning: a.Returning.Wire(),
				Entries: each(a.Lines, func(e payment.Entered) AccountEntry {
					return AccountEntry{Date: e.At, Kind: string(e.Kind), Reference: e.Reference, Description: e.Description, Amount: e.Amount.Wire(), Balance: e.Balance.Wire()}
				}),
			}
		},
		print: func(ctx context.Context, _ account.Session, a accountOf) (document.File, error) {
			return c.printer.Account(ctx, c.store.Queries(), a.customerID, a.AccountStatement, languageOf(ctx))
		},
		csv: func(a accountOf) [][]string {
			return statementRows(a.From, a.To, a.Opening, a.Closing, each(a.Lines, func(e payment.Entered) []string {
				return []string{e.At.Date().String(), string(e.Kind), e.Reference, e.Description, plainRupees(e.Amount), plainRupees(e.Balance)}
			}))
		},
		days: func(a accountOf) (from, to calendar.Date) { return a.From, a.To },
	}
}

// statementRows returns the rows of a statement for a spreadsheet: the column names, the opening
// balance, the entries, the closing balance.
func statementRows(from, to calendar.Date, opening, closing money.Paise, rows [][]string) [][]string {
	first := [][]string{statementColumns, {from.String(), "opening_balance", "", "Balance before the first day", "", plainRupees(opening)}}
	return append(append(first, rows...), []string{to.String(), "closing_balance", "", "Balance after the last day", "", plainRupees(closing)})
}

// movementRows returns the movements of the wallet or the deposit for a spreadsheet.
func movementRows(s payment.Statement) [][]string {
	return statementRows(s.From, s.To, s.Opening, s.Closing, each(s.Movements, func(m payment.Movement) []string {
		return []string{m.At.Date().String(), string(m.Kind), m.Reference, m.Describe(), plainRupees(m.Amount), plainRupees(m.Balance)}
	}))
}

// plainRupees formats an amount in rupees for programs, without a currency sign or commas.
func plainRupees(p money.Paise) string {
	return strconv.FormatFloat(float64(p)/100, 'f', 2, 64)
}

// dayOf parses a day of a query. An empty text is no day.
func dayOf(field, text string) (calendar.Date, error) {
	if text == "" {
		return calendar.Date{}, nil
	}
	day, err := calendar.Parse(text)
	if err != nil {
		return calendar.Date{}, fault.Invalid("statement.not_a_day", field, "Please give the day as in {example}.", fault.With("example", "2026-04-01"))
	}
	return day, nil
}
