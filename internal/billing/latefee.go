package billing

import (
	"context"
	"fmt"
	"strconv"

	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// LateFeeRule is how late fees are worked out: a share of the unpaid rent and
// tax, between a least and a most, in whole rupees, GST included. All fees of
// an invoice stay within CapPercent of what it was raised for, and less than
// Floor is not charged for; zero switches either off. An exit charge is not late
// for ExitGrace days after its pickup.
type LateFeeRule struct {
	BasisPoints int64       // hundredths of a percent
	Min, Max    money.Paise // paise
	Floor       money.Paise // paise
	CapPercent  int64
	ExitGrace   int
}

// Fee is the late fee on an open amount of an invoice whose rent and tax are
// total, without its round-off, after fees before, in paise.
func (r LateFeeRule) Fee(open, total, before money.Paise) money.Paise {
	if open <= 0 || open < r.Floor {
		return 0
	}
	fee := min(max(open.Percent(r.BasisPoints), r.Min), r.Max).RoundRupee()
	if r.CapPercent == 0 {
		return fee
	}
	left := total.MulDiv(r.CapPercent, 100) - before
	return max(0, min(fee, left-left%money.Rupee))
}

// On is the late fee on an invoice after fees before, in paise. What rounds the
// invoice to whole rupees is neither rent nor tax, and does not lift the cap.
func (r LateFeeRule) On(i Invoice, before money.Paise) money.Paise {
	return r.Fee(i.Open(), i.Total-i.RoundOff, before)
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
	WaivedCredited   = "invoice credited"
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

// AssessLateFees has the wallet pay what has fallen due, and charges the late
// fees that fall due today: one per overdue invoice and month, on the unpaid
// rent and tax (docs/rules.md R6). Running it again charges nothing twice. A
// day that was missed altogether is not made up for.
func (s *Service) AssessLateFees(ctx context.Context) error {
	if err := s.mandates.Lapse(ctx, s.store); err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	today := s.today()
	for after := int64(0); ; {
		ids, err := ledger.Debtors(ctx, s.store.Queries(), after, page)
		if err != nil {
			return err
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

// assess looks at one customer. Most overdue invoices have their fee of the
// month already, so what is to be done is looked up before anything is written.
func (s *Service) assess(ctx context.Context, customerID int64, today calendar.Date) error {
	payable, err := dueFromWallet(ctx, s.store.Queries(), customerID, today)
	if err != nil {
		return err
	}
	fees, err := s.missingFees(ctx, s.store.Queries(), customerID, today)
	if err != nil || payable == 0 && len(fees) == 0 {
		return err
	}
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		if err := s.payDueFromWallet(ctx, tx, customerID, today); err != nil {
			return err
		}
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
		return nil, fmt.Errorf("billing: read overdue invoices: %w", err)
	}
	var fees []LateFee
	for _, row := range rows {
		fee, err := s.feeFor(ctx, q, invoiceOf(row), today)
		if err != nil {
			return nil, err
		}
		if fee.Amount > 0 {
			fees = append(fees, fee)
		}
	}
	return fees, nil
}

// feeFor is the fee that an overdue invoice is to be charged today, of zero
// when there is none: it has its fee of the month, a debit is under way or was
// not submitted through our fault, or what is open is too little.
func (s *Service) feeFor(ctx context.Context, q *db.Queries, i Invoice, today calendar.Date) (fee LateFee, err error) {
	late, err := s.settings.LateFee.lateAfter(ctx, q, i)
	if err != nil || late.IsZero() || !late.Before(today) {
		return fee, err
	}
	rows, err := q.BillingLateFeesOf(ctx, i.CustomerID, i.ID)
	if err != nil {
		return fee, fmt.Errorf("billing: read late fees: %w", err)
	}
	cycle := cycle(late, today)
	var before money.Paise
	for _, r := range rows {
		if r.Cycle == cycle {
			return fee, nil
		}
		if r.WaivedReason == "" {
			before += r.AmountPaise
		}
	}
	excused, err := mandate.Excuses(ctx, q, i.CustomerID, i.ID)
	if err != nil || excused {
		return fee, err
	}
	return LateFee{
		InvoiceID: i.ID, Cycle: cycle, Date: today, DaysLate: today.Sub(late),
		Base: i.Open(), Amount: s.settings.LateFee.On(i, before),
	}, nil
}

// lateAfter is the day after which an invoice is late: its due date, for an
// exit charge no earlier than the rule's days after the pickup has happened;
// none while it has not.
func (r LateFeeRule) lateAfter(ctx context.Context, q *db.Queries, i Invoice) (calendar.Date, error) {
	if i.Kind != Adjustment {
		return i.DueDate, nil
	}
	items, err := q.BillingExitCharges(ctx, db.BillingExitChargesParams{CustomerID: i.CustomerID, InvoiceID: i.ID, Operations: ExitCharge + "%"})
	if err != nil {
		return calendar.Date{}, fmt.Errorf("billing: read the exit charges of invoice %d: %w", i.ID, err)
	}
	briefs, err := subscription.BriefsOf(ctx, q, i.CustomerID, items)
	if err != nil {
		return calendar.Date{}, err
	}
	late := i.DueDate
	for _, item := range briefs {
		if item.ClosedDate.IsZero() {
			return calendar.Date{}, nil
		}
		late = calendar.Later(late, item.ClosedDate.AddDays(r.ExitGrace))
	}
	return late, nil
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
	if err := s.postFee(ctx, tx, customerID, "late_fee", "Late fee", fee, fee.Amount); err != nil {
		return err
	}
	invoice, err := tx.BillingInvoice(ctx, customerID, fee.InvoiceID)
	if err != nil {
		return fmt.Errorf("billing: read invoice %d: %w", fee.InvoiceID, err)
	}
	raised := notify.LateFeeRaised{Fee: fee.Amount, Open: fee.Base, Invoice: invoice.Number}
	if err := s.notices.Send(ctx, tx, customerID, raised, fmt.Sprintf("late_fee/%d", fee.ID)); err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	return nil
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
	if row.PaidPaise > 0 {
		return nil
	}
	_, err = s.waive(ctx, tx, customerID, feeOf(row), reason)
	return err
}

// waive takes back what is open of a fee. It reports false for one that was
// taken back before.
func (s *Service) waive(ctx context.Context, tx *store.Tx, customerID int64, fee LateFee, reason string) (bool, error) {
	moved, err := tx.BillingLateFeeWaive(ctx, db.BillingLateFeeWaiveParams{
		WaivedReason: reason, CustomerID: customerID, ID: fee.ID, PaidPaise: fee.Paid,
	})
	if err != nil {
		return false, fmt.Errorf("billing: take late fee %d back: %w", fee.ID, err)
	}
	if moved == 0 || fee.Open() == 0 {
		return moved > 0, nil
	}
	return true, s.postFee(ctx, tx, customerID, "late_fee_waiver", "Late fee waived: "+reason, fee, -fee.Open())
}
