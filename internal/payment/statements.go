package payment

import (
	"context"
	"fmt"

	"rento/internal/account"
	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/notify"
	"rento/internal/store"
)

// MonthStatementSource is the kind of document under which a mail refers to an attached statement of the
// account over a month. Its id is the month, as 202610.
const MonthStatementSource = "statement"

// businessPage is how many business customers are in memory at a time.
const businessPage = 500

// MailStatements mails each business customer the statement of the account over the past month, in the
// one mail of the day with the documents that the monthly run has issued. Who owes nothing and had no
// movement gets none. Running it again mails nothing twice. If it fails for one customer, the others
// still get theirs.
func (s *Service) MailStatements(ctx context.Context) error {
	month := calendar.Today(s.clock).MonthStart().AddMonths(-1)
	var failed bound.Failures
	for after := int64(0); ; {
		ids, err := account.Businesses(ctx, s.store.Queries(), after, businessPage)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("payment: statements stopped at customer %d: %w", id, err)
			}
			if err := s.mailStatement(ctx, id, month); err != nil {
				failed.Add(fmt.Errorf("payment: statement of customer %d: %w", id, err))
			}
			after = id
		}
		if len(ids) < businessPage {
			return failed.Err()
		}
	}
}

func (s *Service) mailStatement(ctx context.Context, customerID int64, month calendar.Date) error {
	id := statementID(month)
	a, err := s.MonthStatement(ctx, customerID, id)
	if err != nil || len(a.Lines) == 0 && a.Opening == 0 {
		return err
	}
	issued := notify.DocumentIssued{Kind: notify.MonthStatement, Number: month.Format("01/2006"), Total: a.Owed}
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		return s.notify.SendDocument(ctx, tx, customerID, issued, notify.Document{Of: MonthStatementSource, ID: id})
	})
}

// MonthStatement reads the statement of the account over a month, given by the id of its document.
func (s *Service) MonthStatement(ctx context.Context, customerID, id int64) (AccountStatement, error) {
	month, err := calendar.Parse(fmt.Sprintf("%04d-%02d-01", id/100, id%100))
	if err != nil {
		return AccountStatement{}, fmt.Errorf("payment: %d names no month: %w", id, err)
	}
	return s.AccountOf(ctx, customerID, month, month.NextMonth().AddDays(-1))
}

func statementID(month calendar.Date) int64 {
	return int64(month.Year())*100 + int64(month.Month())
}
