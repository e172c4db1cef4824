package billing

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// reminder is a step of the schedule by which customers are reminded of what is
// open: so many days before the last day in time. Name tells it from the other
// steps. The fees are there for the last day, on which only who is charged one
// the day after is reminded, and of all that is due by then.
type reminder struct {
	name    string
	days    int
	withFee bool
}

// reminders is the schedule, which a further step joins as a row.
var reminders = []reminder{{name: "soon", days: 3}, {name: "last_day", withFee: true}}

// Remind tells customers of what is to be paid soon, and of a late fee that
// comes tomorrow (docs/billing.md). Whose money comes by itself, from the wallet
// or by auto debit, is not reminded. Running it again on a day tells nobody
// twice. A customer for whom it fails stops nobody else.
func (s *Service) Remind(ctx context.Context) error {
	return s.eachDebtor(ctx, "the reminder", s.remind)
}

func (s *Service) remind(ctx context.Context, customerID int64, today calendar.Date) error {
	for _, step := range reminders {
		found, err := s.reminderFor(ctx, s.store.Queries(), customerID, step, today)
		if err != nil {
			return err
		}
		if found.Open == 0 {
			continue
		}
		err = s.store.Write(ctx, customerID, func(tx *store.Tx) error {
			found, err := s.reminderFor(ctx, tx.Queries, customerID, step, today)
			if err != nil || found.Open == 0 {
				return err
			}
			return s.notices.Send(ctx, tx, customerID, found, fmt.Sprintf("payment_reminder/%s/%s", step.name, found.Day))
		})
		if err != nil {
			return fmt.Errorf("billing: remind: %w", err)
		}
	}
	return nil
}

// reminderFor is what a customer is reminded of today, with nothing open for
// nothing. What the wallet will pay by then is left out.
func (s *Service) reminderFor(ctx context.Context, q *db.Queries, customerID int64, step reminder, today calendar.Date) (found notify.PaymentReminder, err error) {
	found.Day = today.AddDays(step.days)
	invoices, late, err := s.settings.LateFee.openInvoices(ctx, q, customerID, today)
	if err != nil || len(invoices) == 0 {
		return found, err
	}
	balances, err := ledger.BalancesOf(ctx, q, customerID)
	if err != nil {
		return found, fmt.Errorf("billing: read balances: %w", err)
	}
	found.Refund = balances.RefundOwed()
	credit := max(0, balances.WalletCredit())
	for _, i := range invoices {
		covered := min(credit, i.Open())
		credit -= covered
		i.Paid = money.Sum(i.Paid, covered)
		open, fee, err := s.remindedOf(ctx, q, i, late[i.ID], step, found.Day)
		if err != nil {
			return found, err
		}
		if late[i.ID].Before(found.Day) && !step.withFee {
			found.Earlier = money.Sum(found.Earlier, open)
		} else {
			found.Open = money.Sum(found.Open, open)
		}
		found.Fee = money.Sum(found.Fee, fee)
	}
	fees := max(0, balances.LateFeesDue()-credit) // of earlier months
	switch {
	case step.withFee && found.Fee == 0:
		found.Open = 0
	case step.withFee: // what is paid is all that is due
		found.Open = money.Sum(found.Open, fees)
	default:
		found.Earlier = money.Sum(found.Earlier, fees)
	}
	return found, nil
}

// remindedOf is what a step reminds of one invoice, which is late after a day,
// on behalf of the step's last day, and the fee that comes the day after.
func (s *Service) remindedOf(ctx context.Context, q *db.Queries, i Invoice, late calendar.Date, step reminder, day calendar.Date) (open, fee money.Paise, err error) {
	if late.After(day) {
		return 0, 0, nil
	}
	// A fee of today, which is charged later today, is none of tomorrow.
	tomorrow := day.AddDays(1)
	if step.withFee && (feeDays{due: i.DueDate, late: late}).last(tomorrow) == tomorrow {
		next, err := s.feeFor(ctx, q, i, late, tomorrow)
		if err != nil || next.Amount > 0 {
			return i.Open(), next.Amount, err
		}
	}
	debited, err := mandate.Excuses(ctx, q, i.CustomerID, i.ID, day)
	if err != nil || debited {
		return 0, 0, err
	}
	return i.Open(), 0, nil
}
