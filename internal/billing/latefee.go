package billing

import (
	"context"
	"fmt"
	"strconv"

	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// LateFeeRule is how late fees are worked out: a share of the unpaid rent and
// tax, between a least and a most, in whole rupees, GST included.
type LateFeeRule struct {
	BasisPoints int64       // hundredths of a percent
	Min, Max    money.Paise // paise
}

// Fee is the late fee on an unpaid amount, in paise.
func (r LateFeeRule) Fee(unpaid money.Paise) money.Paise {
	if unpaid <= 0 {
		return 0
	}
	return min(max(unpaid.Percent(r.BasisPoints), r.Min), r.Max).RoundRupee()
}

// cycle is the month for which a fee on an invoice falls due by today: each
// month in which the due day goes by unpaid counts once. No date before.
func cycle(due, today calendar.Date) calendar.Date {
	months := (today.Year()-due.Year())*12 + int(today.Month()) - int(due.Month())
	for n := months; n >= 0; n-- {
		if day := due.AddMonths(n); day.Before(today) {
			return day.MonthStart()
		}
	}
	return calendar.Date{}
}

// LateFee is a fee for an overdue invoice and one month. Amounts are in paise;
// Amount includes GST and was worked out on Base, the unpaid rent and tax.
type LateFee struct {
	ID           int64
	InvoiceID    int64
	Cycle        calendar.Date
	Date         calendar.Date // on which it was charged
	DaysLate     int
	Base         money.Paise
	Amount       money.Paise
	Paid         money.Paise
	WaivedReason string
}

// The reasons for which a late fee is taken back.
const (
	WaivedPaidInTime = "paid in time"
	WaivedGoodwill   = "goodwill"
)

// Open is what is still to be paid of the fee, in paise.
func (f LateFee) Open() money.Paise {
	if f.WaivedReason != "" {
		return 0
	}
	return f.Amount - f.Paid
}

// lateFor reports whether money that was paid on a day came too late for this
// fee: after the due day that the fee is for.
func (f LateFee) lateFor(paid calendar.Date) bool { return f.dueDay().Before(paid) }

// dueDay is the due day of the invoice in the fee's month.
func (f LateFee) dueDay() calendar.Date {
	due := f.Date.AddDays(-f.DaysLate)
	months := (f.Cycle.Year()-due.Year())*12 + int(f.Cycle.Month()) - int(due.Month())
	return due.AddMonths(months)
}

func feeOf(r db.LateFee) LateFee {
	return LateFee{
		ID: r.ID, InvoiceID: r.InvoiceID, Cycle: r.Cycle, Date: r.Date, DaysLate: int(r.DaysLate), Base: r.BasePaise,
		Amount: r.AmountPaise, Paid: r.PaidPaise, WaivedReason: r.WaivedReason,
	}
}

// AssessLateFees charges the late fees that fall due today: one per overdue
// invoice and month, on the unpaid rent and tax, none while the active mandate
// has a debit open for it. Running it again charges nothing twice. A day that
// was missed altogether is not made up for.
func (s *Service) AssessLateFees(ctx context.Context) error {
	if err := s.mandates.Lapse(ctx, s.store); err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	today := s.today()
	for after := int64(0); ; {
		ids, err := s.store.Queries().BillingDebtors(ctx, after, page)
		if err != nil {
			return fmt.Errorf("billing: %w", err)
		}
		for _, id := range ids {
			if err := s.assess(ctx, id, today); err != nil {
				return err
			}
			after = id
		}
		if len(ids) < page {
			return nil
		}
	}
}

// assess charges one customer. Most overdue invoices have their fee of the
// month already, so that is looked up before anything is written.
func (s *Service) assess(ctx context.Context, customerID int64, today calendar.Date) error {
	wanted, err := s.missingFees(ctx, s.store.Queries(), customerID, today)
	if err != nil || len(wanted) == 0 {
		return err
	}
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		fees, err := s.missingFees(ctx, tx.Queries, customerID, today)
		if err != nil {
			return err
		}
		for _, fee := range fees {
			if err := s.charge(ctx, tx, customerID, fee); err != nil {
				return err
			}
		}
		return nil
	})
}

// missingFees works out the fees that are due and not charged.
func (s *Service) missingFees(ctx context.Context, q *db.Queries, customerID int64, today calendar.Date) ([]LateFee, error) {
	rows, err := q.BillingOverdue(ctx, customerID, today)
	if err != nil {
		return nil, fmt.Errorf("billing: %w", err)
	}
	var fees []LateFee
	for _, row := range rows {
		fee := s.feeFor(invoiceOf(row), today)
		missing, err := missing(ctx, q, customerID, fee)
		if err != nil {
			return nil, err
		}
		if missing {
			fees = append(fees, fee)
		}
	}
	return fees, nil
}

func (s *Service) feeFor(i Invoice, today calendar.Date) LateFee {
	return LateFee{
		InvoiceID: i.ID, Cycle: cycle(i.DueDate, today), Date: today, DaysLate: today.Sub(i.DueDate),
		Base: i.Open(), Amount: s.settings.LateFee.Fee(i.Open()),
	}
}

// missing reports whether a fee is to be charged: it is above zero, was not
// charged yet for its month, and no debit is under way.
func missing(ctx context.Context, q *db.Queries, customerID int64, fee LateFee) (bool, error) {
	if fee.Amount == 0 {
		return false, nil
	}
	rows, err := q.BillingLateFeesOf(ctx, customerID, fee.InvoiceID)
	if err != nil {
		return false, fmt.Errorf("billing: %w", err)
	}
	for _, r := range rows {
		if r.Cycle == fee.Cycle {
			return false, nil
		}
	}
	open, err := mandate.Open(ctx, q, customerID, fee.InvoiceID)
	if err != nil {
		return false, fmt.Errorf("billing: %w", err)
	}
	return !open, nil
}

// charge writes a fee. It is earned, and taxed, only when it is received.
func (s *Service) charge(ctx context.Context, tx *store.Tx, customerID int64, fee LateFee) error {
	fee.ID = s.ids.Next()
	added, err := tx.BillingLateFeeAdd(ctx, db.BillingLateFeeAddParams{
		CustomerID: customerID, ID: fee.ID, InvoiceID: fee.InvoiceID, Cycle: fee.Cycle, Date: fee.Date,
		DaysLate: int64(fee.DaysLate), BasePaise: fee.Base, AmountPaise: fee.Amount, CreatedAt: s.now(),
	})
	if err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	if added == 0 {
		return nil
	}
	return s.postFee(ctx, tx, customerID, "late_fee", "Late fee", fee, fee.Amount)
}

func (s *Service) postFee(ctx context.Context, tx *store.Tx, customerID int64, source, text string, fee LateFee, amount money.Paise) error {
	_, _, err := s.ledger.Post(ctx, tx, ledger.Entry{
		CustomerID: customerID, SourceType: source, SourceID: strconv.FormatInt(fee.ID, 10), At: s.now(), Description: text,
		Legs: []ledger.Leg{ledger.Debit(ledger.LateFee, amount), ledger.Credit(ledger.LateFeeUnearned, amount)},
	})
	if err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	return nil
}

// WaiveLateFee takes back a fee of which nothing was paid yet, for a reason.
// A fee that is paid, waived or somebody else's stays what it is.
func (s *Service) WaiveLateFee(ctx context.Context, tx *store.Tx, customerID, feeID int64, reason string) error {
	row, err := tx.BillingLateFee(ctx, customerID, feeID)
	if store.IsNone(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	return s.waive(ctx, tx, customerID, feeOf(row), reason)
}

func (s *Service) waive(ctx context.Context, tx *store.Tx, customerID int64, fee LateFee, reason string) error {
	moved, err := tx.BillingLateFeeWaive(ctx, db.BillingLateFeeWaiveParams{WaivedReason: reason, CustomerID: customerID, ID: fee.ID})
	if err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	if moved == 0 {
		return nil
	}
	return s.postFee(ctx, tx, customerID, "late_fee_waiver", "Late fee waived: "+reason, fee, -fee.Amount)
}
