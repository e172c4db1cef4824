package billing

import (
	"context"
	"errors"
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
	fee := min(max(open.PercentInRupees(r.BasisPoints), r.Min.RoundRupee()), r.Max.RoundRupee())
	if r.CapPercent == 0 {
		return fee
	}
	return min(fee, r.left(total, before))
}

// left is what the cap still allows in fees on an invoice after fees before, in
// whole rupees. It is cut from the exact share: a share that is rounded first
// could allow a fraction of a paisa too much.
func (r LateFeeRule) left(total, before money.Paise) money.Paise {
	hundredths := int64(total)*r.CapPercent - int64(before)*100
	return money.Rupees(max(0, hundredths/(100*int64(money.Rupee))))
}

// used reports whether the cap allows no further fee on an invoice after fees
// before, in paise.
func (r LateFeeRule) used(i Invoice, before money.Paise) bool {
	return r.CapPercent > 0 && r.left(i.Total-i.RoundOff, before) == 0
}

// On is the late fee on an invoice after fees before, in paise. What rounds the
// invoice to whole rupees is neither rent nor tax, and does not lift the cap.
func (r LateFeeRule) On(i Invoice, before money.Paise) money.Paise {
	return r.Fee(i.Open(), i.Total-i.RoundOff, before)
}

// feeDays are the days of the late fees on an invoice. The first fee comes the
// day after late, the day after which the invoice is late; each further one the
// day after the due day of a month, the first of these no sooner than a month
// after late. No month has two.
type feeDays struct {
	due  calendar.Date // the invoice's own due day, which names that of each month
	late calendar.Date
}

// next is the first day of a fee in a later month than this one.
func (f feeDays) next(month calendar.Date) calendar.Date {
	day := f.late.AddDays(1)
	for n := 0; !day.MonthStart().After(month.MonthStart()); n++ {
		if due := f.due.AddMonths(n); !due.Before(f.late.AddMonths(1)) {
			day = due.AddDays(1)
		}
	}
	return day
}

// after is the first day of a fee after a day.
func (f feeDays) after(day calendar.Date) calendar.Date {
	next := f.next(day.MonthStart().AddDays(-1))
	if !next.After(day) {
		next = f.next(day)
	}
	return next
}

// last is the newest day of a fee by today, no date before the first.
func (f feeDays) last(today calendar.Date) calendar.Date {
	day := f.late.AddDays(1)
	if day.After(today) {
		return calendar.Date{}
	}
	for next := f.next(day); !next.After(today); next = f.next(day) {
		day = next
	}
	return day
}

// LateFee is a fee for an overdue invoice and one month. Amounts are in paise;
// Amount includes GST and was worked out on Base, the unpaid rent and tax.
type LateFee struct {
	ID           int64
	InvoiceID    int64
	Cycle        calendar.Date // the first day of the month in which it was charged
	Date         calendar.Date // on which it was charged
	DaysLate     int
	Base         money.Paise
	Amount       money.Paise
	Paid         money.Paise
	WaivedReason string
	Next         calendar.Date // the earliest day of another one, none when there is none; known when it is charged only
}

// The reasons for which a late fee is taken back.
const (
	WaivedPaidInTime = "paid in time"
	WaivedGoodwill   = "goodwill"
	WaivedCredited   = "invoice credited"
)

// waivedCodes are the names of these reasons for screens, which word them in the
// customer's language.
var waivedCodes = map[string]string{
	WaivedPaidInTime: "paid_in_time", WaivedGoodwill: "goodwill", WaivedCredited: "invoice_credited",
}

// WaivedCode is the name of the reason for which the fee was taken back, empty
// for none and for one that a person wrote.
func (f LateFee) WaivedCode() string { return waivedCodes[f.WaivedReason] }

// Open is what is still to be paid of the fee, in paise.
func (f LateFee) Open() money.Paise {
	if f.WaivedReason != "" {
		return 0
	}
	return f.Amount - f.Paid
}

// lateFor reports whether money that was paid on a day came too late for this
// fee: not before the day of the fee. due is the due day of its invoice.
func (f LateFee) lateFor(due, paid calendar.Date) bool {
	days := feeDays{due: due, late: f.Date.AddDays(-f.DaysLate)}
	return !paid.Before(days.last(f.Date))
}

func feeOf(r db.LateFee) LateFee {
	return LateFee{
		ID: r.ID, InvoiceID: r.InvoiceID, Cycle: r.Cycle, Date: r.Date, DaysLate: int(r.DaysLate), Base: r.BasePaise,
		Amount: r.AmountPaise, Paid: r.PaidPaise, WaivedReason: r.WaivedReason,
	}
}

// AssessLateFees has the wallet pay what has fallen due, and charges the late
// fees that are due: one per overdue invoice and month, on the unpaid rent and
// tax (docs/rules.md R6). Running it again charges nothing twice. After a day that
// was missed, the next run of the same month charges the month's fee. A customer
// for whom it fails stops nobody else; the error, in the
// end, names the first few.
func (s *Service) AssessLateFees(ctx context.Context) error {
	lapsed := s.mandates.Lapse(ctx, s.store, s.DebitLapsed)
	return errors.Join(lapsed, s.eachDebtor(ctx, "the late fee", s.assess))
}

// eachDebtor does something for everybody who owes anything, by what it is
// called in the error that names the first few for whom it failed.
func (s *Service) eachDebtor(ctx context.Context, what string, do func(ctx context.Context, customerID int64, today calendar.Date) error) error {
	var failed failures
	today := s.today()
	for after := int64(0); ; {
		ids, err := ledger.Debtors(ctx, s.store.Queries(), after, page)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("billing: %s stopped at customer %d: %w", what, id, err)
			}
			failed.add(id, do(ctx, id, today))
			after = id
		}
		if len(ids) < page {
			return failed.err(what)
		}
	}
}

// assess looks at one customer. Most overdue invoices have their fee of the
// month already, so what is to be done is looked up before anything is written.
func (s *Service) assess(ctx context.Context, customerID int64, today calendar.Date) error {
	payable, err := s.dueFromWallet(ctx, s.store.Queries(), customerID, today)
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
		for n := range fees {
			if fees[n], err = s.charge(ctx, tx, customerID, fees[n]); err != nil {
				return err
			}
		}
		return s.tellFees(ctx, tx, customerID, fees)
	})
}

// tellFees tells of fees that were charged at once, and what is to pay after all of
// them. A fee without an id was charged before.
func (s *Service) tellFees(ctx context.Context, tx *store.Tx, customerID int64, fees []LateFee) error {
	balances, err := ledger.BalancesOf(ctx, tx.Queries, customerID)
	if err != nil {
		return fmt.Errorf("billing: read what is to pay: %w", err)
	}
	for _, fee := range fees {
		if fee.ID == 0 {
			continue
		}
		invoice, err := tx.BillingInvoice(ctx, customerID, fee.InvoiceID)
		if err != nil {
			return fmt.Errorf("billing: read invoice %d: %w", fee.InvoiceID, err)
		}
		raised := notify.LateFeeRaised{
			Fee: fee.Amount, Open: fee.Base, ToPay: balances.ToPay(), Invoice: invoice.Number, Due: fee.Date.AddDays(-fee.DaysLate), Next: fee.Next,
		}
		if err := s.notices.Send(ctx, tx, customerID, raised, fmt.Sprintf("late_fee/%d", fee.ID)); err != nil {
			return fmt.Errorf("billing: %w", err)
		}
	}
	return nil
}

// missingFees works out the fees that are due and not charged.
func (s *Service) missingFees(ctx context.Context, q *db.Queries, customerID int64, today calendar.Date) ([]LateFee, error) {
	rows, err := q.BillingOverdue(ctx, customerID, today)
	if err != nil {
		return nil, fmt.Errorf("billing: read overdue invoices: %w", err)
	}
	invoices := invoicesOf(rows)
	late, err := s.settings.LateFee.lateDays(ctx, q, customerID, invoices, today)
	if err != nil {
		return nil, err
	}
	var fees []LateFee
	for _, i := range invoices {
		fee, err := s.settings.LateFee.feeFor(ctx, q, i, late[i.ID], today, 0)
		if err != nil {
			return nil, err
		}
		if fee.Amount > 0 {
			fees = append(fees, fee)
		}
	}
	return fees, nil
}

// feeFor is the fee that an invoice that is late after a day is to be charged
// today, of zero when there is none: it has its fee of the month, the month's
// has not come, a debit is under way or was not submitted through our fault, or
// what is open is too little. skipped is a debit that is taken as skipped by the
// customer, 0 for none.
func (r LateFeeRule) feeFor(ctx context.Context, q *db.Queries, i Invoice, late, today calendar.Date, skipped int64) (fee LateFee, err error) {
	days := feeDays{due: i.DueDate, late: late}
	day, month := days.last(today), today.MonthStart()
	if day.MonthStart() != month {
		return fee, nil
	}
	rows, err := q.BillingLateFeesOf(ctx, i.CustomerID, i.ID)
	if err != nil {
		return fee, fmt.Errorf("billing: read late fees: %w", err)
	}
	var before money.Paise
	for _, charged := range rows {
		// The fee of a month was once charged in the next one, too.
		if charged.Cycle == month || charged.Date.MonthStart() == month {
			return fee, nil
		}
		if charged.WaivedReason == "" {
			before = money.Sum(before, charged.AmountPaise)
		}
	}
	// A debit is for the month of the due day, which may be over on the day after.
	excused, err := mandate.ExcusesWithout(ctx, q, i.CustomerID, i.ID, day.AddDays(-1), skipped)
	if err != nil || excused {
		return fee, err
	}
	fee = LateFee{
		InvoiceID: i.ID, Cycle: month, Date: today, DaysLate: today.Sub(late),
		Base: i.Open(), Amount: r.On(i, before),
	}
	if !r.used(i, money.Sum(before, fee.Amount)) {
		fee.Next = days.next(month)
	}
	return fee, nil
}

// feesAhead is for how many days of a fee NextFee looks: whom none of these reaches is
// excused for as long as nothing changes.
const feesAhead = 3

// NextFee is the late fee that comes next on an invoice of which nothing is paid any
// more, worked out as it will be charged, with its day as Date; no amount for none. The
// fees of today are charged already. skipped is a debit that is taken as skipped by the
// customer, 0 for none.
func (r LateFeeRule) NextFee(ctx context.Context, q *db.Queries, i Invoice, today calendar.Date, skipped int64) (LateFee, error) {
	late, err := r.lateDays(ctx, q, i.CustomerID, []Invoice{i}, today)
	if err != nil {
		return LateFee{}, err
	}
	days := feeDays{due: i.DueDate, late: late[i.ID]}
	// A fee of a day of this month that is over is made up for by the next run.
	day := today.AddDays(1)
	for range feesAhead {
		fee, err := r.feeFor(ctx, q, i, late[i.ID], day, skipped)
		if err != nil || fee.Amount > 0 {
			return fee, err
		}
		day = days.after(day)
	}
	return LateFee{}, nil
}

// InTime is the last day on which paying spares a fee that is to come.
func (f LateFee) InTime() calendar.Date { return f.Date.AddDays(-1) }

// lateDays are the days after which invoices of a customer are late, by invoice:
// the due date, for an exit charge no earlier than the rule's days after the
// pickup; while that has not happened, it can still happen today. What screens
// show as the due day, and as overdue, is this too.
func (r LateFeeRule) lateDays(ctx context.Context, q *db.Queries, customerID int64, invoices []Invoice, today calendar.Date) (map[int64]calendar.Date, error) {
	late := make(map[int64]calendar.Date, len(invoices))
	var adjustments []int64
	for _, i := range invoices {
		if late[i.ID] = i.DueDate; i.Kind == Adjustment {
			adjustments = append(adjustments, i.ID)
		}
	}
	if len(adjustments) == 0 {
		return late, nil
	}
	charges, err := q.BillingExitCharges(ctx, db.BillingExitChargesParams{CustomerID: customerID, Invoices: store.IDs(adjustments), Operations: ExitCharge + "%"})
	if err != nil {
		return nil, fmt.Errorf("billing: read exit charges: %w", err)
	}
	if len(charges) == 0 {
		return late, nil
	}
	items := make([]int64, len(charges))
	for n, c := range charges {
		items[n] = c.ItemID
	}
	briefs, err := subscription.BriefsOf(ctx, q, customerID, items)
	if err != nil {
		return nil, err
	}
	for _, c := range charges {
		pickup := briefs[c.ItemID].PickupDate
		if pickup.IsZero() {
			pickup = today
		}
		late[c.InvoiceID] = calendar.Later(late[c.InvoiceID], pickup.AddDays(r.ExitGrace))
	}
	return late, nil
}

// withLateDays gives invoices as their due date the day after which they are
// late, for screens.
func (s *Service) withLateDays(ctx context.Context, q *db.Queries, customerID int64, invoices []Invoice) error {
	late, err := s.settings.LateFee.lateDays(ctx, q, customerID, invoices, s.today())
	if err != nil {
		return err
	}
	for n := range invoices {
		invoices[n].DueDate = late[invoices[n].ID]
	}
	return nil
}

// charge writes a fee, and returns it with its id, 0 for one that was there. It is
// earned, and taxed, only when it is received.
func (s *Service) charge(ctx context.Context, tx *store.Tx, customerID int64, fee LateFee) (LateFee, error) {
	fee.ID = s.ids.Next()
	added, err := tx.BillingLateFeeAdd(ctx, db.BillingLateFeeAddParams{
		CustomerID: customerID, ID: fee.ID, InvoiceID: fee.InvoiceID, Cycle: fee.Cycle, Date: fee.Date,
		DaysLate: int64(fee.DaysLate), BasePaise: fee.Base, AmountPaise: fee.Amount, CreatedAt: s.now(),
	})
	if err != nil {
		return fee, fmt.Errorf("billing: add late fee: %w", err)
	}
	if added == 0 {
		fee.ID = 0
		return fee, nil
	}
	return fee, s.postFee(ctx, tx, customerID, sourceLateFee, "Late fee", fee, fee.Amount)
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
		return fmt.Errorf("billing: read late fee: %w", err)
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
	return true, s.postFee(ctx, tx, customerID, sourceLateFeeWaiver, "Late fee waived: "+reason, fee, -fee.Open())
}
