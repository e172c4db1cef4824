package billing

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// LateFeeRule says how a late fee is computed. The fee is a share of the unpaid rent and tax,
// between Min and Max, in whole rupees, GST included. All fees of an invoice together stay within
// CapPercent of its rent and tax. An open amount below Floor has no fee. Zero switches off
// CapPercent or Floor. An early closure charge is not late until ExitGrace days after its pickup.
type LateFeeRule struct {
	BasisPoints int64       // hundredths of a percent
	Min, Max    money.Paise // paise
	Floor       money.Paise // paise
	CapPercent  int64
	ExitGrace   int
}

// Fee is the late fee on an invoice, in paise. open is its unpaid amount. total is its rent and tax
// without the round-off. before is the sum of its earlier fees.
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

// left is how much the cap still allows in fees after the earlier fees, in whole rupees. It is cut
// down from the exact share. A share that was rounded first could exceed the cap by a fraction of a
// paisa.
func (r LateFeeRule) left(total, before money.Paise) money.Paise {
	hundredths := int64(total)*r.CapPercent - int64(before)*100
	return money.Rupees(max(0, hundredths/(100*int64(money.Rupee))))
}

// used reports whether the cap allows no further fee on an invoice. before is the sum of its fees
// so far, in paise.
func (r LateFeeRule) used(i Invoice, before money.Paise) bool {
	return r.CapPercent > 0 && r.left(i.Total-i.RoundOff, before) == 0
}

// On is the late fee on an invoice, in paise. before is the sum of its earlier fees. The round-off
// of the invoice is neither rent nor tax, so it does not raise the cap.
func (r LateFeeRule) On(i Invoice, before money.Paise) money.Paise {
	return r.Fee(i.Open(), i.Total-i.RoundOff, before)
}

// feeDays computes the days of the late fees on an invoice. late is the day after which the invoice
// is late. The first fee comes on the day after late. Each further fee comes on the day after a
// monthly due day. The second fee comes no sooner than a month after late. No month has two fees.
type feeDays struct {
	due  calendar.Date // the due date of the invoice; its day of the month is the due day of every month
	late calendar.Date
}

// next is the first fee day in a month later than the given one.
func (f feeDays) next(month calendar.Date) calendar.Date {
	day := f.late.AddDays(1)
	for n := 0; !day.MonthStart().After(month.MonthStart()); n++ {
		if due := f.due.AddMonths(n); !due.Before(f.late.AddMonths(1)) {
			day = due.AddDays(1)
		}
	}
	return day
}

// after is the first fee day after a given day.
func (f feeDays) after(day calendar.Date) calendar.Date {
	next := f.next(day.MonthStart().AddDays(-1))
	if !next.After(day) {
		next = f.next(day)
	}
	return next
}

// last is the latest fee day that is not after today. It is the zero date before the first fee.
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

// LateFee is the fee for one overdue invoice and one month. Amounts are in paise. Amount includes
// GST. It was computed on Base, the unpaid rent and tax.
type LateFee struct {
	ID           int64
	InvoiceID    int64
	Cycle        calendar.Date // the first day of the month in which it was charged
	Date         calendar.Date // the day on which it was charged
	DaysLate     int
	Base         money.Paise
	Amount       money.Paise
	Paid         money.Paise
	WaivedReason string
}

// The reasons for taking back a late fee.
const (
	WaivedPaidInTime = "paid in time"
	WaivedCredited   = "invoice credited"
	WaivedTakenBack  = "payment recorded by mistake"
)

// waivedCodes are the codes of these reasons. Screens show the text for a code in the customer's
// language.
var waivedCodes = map[string]string{
	WaivedPaidInTime: "paid_in_time", WaivedCredited: "invoice_credited", WaivedTakenBack: "payment_taken_back",
}

// WaivedCode is the code of the reason for which the fee was taken back. It is empty when the fee
// stands.
func (f LateFee) WaivedCode() string { return waivedCodes[f.WaivedReason] }

// Open is what is still to be paid of the fee, in paise.
func (f LateFee) Open() money.Paise {
	if f.WaivedReason != "" {
		return 0
	}
	return f.Amount - f.Paid
}

// lateFor reports whether a payment on the day paid came too late to avoid this fee, that is on the
// fee day or later. due is the due date of the invoice. The fee day counts even if a later run of
// the month charged the fee.
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

// AssessLateFees lets the wallet pay what has fallen due and then charges the late fees that are
// due. There is one fee per overdue invoice and month, on the unpaid rent and tax (docs/rules.md
// R6). Running it again charges nothing twice. If a day was missed, the next run of the same month
// charges the month's fee. If it fails for one customer, the others are still processed. The
// returned error names the first few customers that failed.
func (s *Service) AssessLateFees(ctx context.Context) error {
	lapsed := s.mandates.Lapse(ctx, s.store, s.DebitLapsed)
	return errors.Join(lapsed, s.eachDebtor(ctx, "the late fee", s.assess))
}

// eachDebtor calls do for every customer with unpaid invoices.
func (s *Service) eachDebtor(ctx context.Context, what string, do func(ctx context.Context, customerID int64, today calendar.Date) error) error {
	return s.each(ctx, what, ledger.Debtors, do)
}

// each calls do for every customer of a list that comes by pages. what names the work in the returned
// error. That error also names the first few customers for whom do failed.
func (s *Service) each(ctx context.Context, what string, list func(ctx context.Context, q *db.Queries, after int64, limit int) ([]int64, error), do func(ctx context.Context, customerID int64, today calendar.Date) error) error {
	var failed failures
	today := s.today()
	for after := int64(0); ; {
		ids, err := list(ctx, s.store.Queries(), after, page)
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

// assess handles one customer. Most overdue invoices already have their fee of the month. So it
// reads first and opens a write transaction only if there is something to do.
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
		for _, fee := range fees {
			if err := s.charge(ctx, tx, customerID, fee); err != nil {
				return err
			}
		}
		if len(fees) == 0 {
			return nil
		}
		return s.tellFees(ctx, tx, customerID, today)
	})
}

// feesFact is the fact of the message about the late fees of a day.
func feesFact(day string) string { return "late_fees/" + day }

// tellFees sends one message about all late fees of a day.
func (s *Service) tellFees(ctx context.Context, tx *store.Tx, customerID int64, day calendar.Date) error {
	raised, err := s.feesOf(ctx, tx.Queries, customerID, day)
	if err != nil || raised.Fee == 0 {
		return err
	}
	if err := s.notices.Send(ctx, tx, customerID, raised, feesFact(day.String())); err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	return nil
}

// feesOf adds up the late fees that were charged on a day and are still open. It names what the
// customer has to pay now.
func (s *Service) feesOf(ctx context.Context, q *db.Queries, customerID int64, day calendar.Date) (raised notify.LateFeeRaised, err error) {
	rows, err := q.BillingOpenLateFees(ctx, customerID)
	if err != nil {
		return raised, fmt.Errorf("billing: read open late fees: %w", err)
	}
	for _, row := range rows {
		fee := feeOf(row)
		if fee.Date != day {
			continue
		}
		row, err := q.BillingInvoice(ctx, customerID, fee.InvoiceID)
		if err != nil {
			return raised, fmt.Errorf("billing: read invoice %d: %w", fee.InvoiceID, err)
		}
		raised.Fee, raised.Open = money.Sum(raised.Fee, fee.Amount), money.Sum(raised.Open, fee.Base)
		raised.Invoices, raised.Due = append(raised.Invoices, billOf(invoiceOf(row))), fee.Date.AddDays(-fee.DaysLate)
		next, err := s.settings.LateFee.nextAfter(ctx, q, invoiceOf(row), fee)
		if err != nil {
			return raised, err
		}
		if raised.Next.IsZero() || !next.IsZero() && next.Before(raised.Next) {
			raised.Next = next
		}
	}
	balances, err := ledger.BalancesOf(ctx, q, customerID)
	if err != nil {
		return raised, fmt.Errorf("billing: read what is to pay: %w", err)
	}
	raised.ToPay = balances.ToPay()
	return raised, nil
}

// nextAfter is the earliest day of the fee on an invoice that follows a charged one, zero if the
// cap allows none.
func (r LateFeeRule) nextAfter(ctx context.Context, q *db.Queries, i Invoice, fee LateFee) (calendar.Date, error) {
	rows, err := q.BillingLateFeesOf(ctx, i.CustomerID, i.ID)
	if err != nil {
		return calendar.Date{}, fmt.Errorf("billing: read late fees: %w", err)
	}
	if r.used(i, standing(rows)) {
		return calendar.Date{}, nil
	}
	return feeDays{due: i.DueDate, late: fee.Date.AddDays(-fee.DaysLate)}.next(fee.Cycle), nil
}

// standing is the sum of the late fees that were not taken back.
func standing(rows []db.LateFee) (sum money.Paise) {
	for _, fee := range rows {
		if fee.WaivedReason == "" {
			sum = money.Sum(sum, fee.AmountPaise)
		}
	}
	return sum
}

// missingFees computes the fees that are due today and are not charged yet.
func (s *Service) missingFees(ctx context.Context, q *db.Queries, customerID int64, today calendar.Date) ([]LateFee, error) {
	rows, err := q.BillingOverdue(ctx, customerID, today)
	if err != nil {
		return nil, fmt.Errorf("billing: read overdue invoices: %w", err)
	}
	invoices := invoicesOf(rows)
	late, err := s.settings.LateFee.lateDays(ctx, q, customerID, invoices, today, 0)
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

// feeFor is the fee to charge today on an invoice that is late after the day late. Its amount is
// zero when there is no fee: the invoice has this month's fee already, the fee day of the month has
// not come, a debit is under way, a debit was not submitted through our fault, or the open amount
// is too small. skipped is the id of a debit to treat as if the customer had skipped it, 0 for
// none.
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
	if slices.ContainsFunc(rows, func(charged db.LateFee) bool { return charged.Cycle == month }) {
		return fee, nil
	}
	// A debit belongs to the month of the due day, and the fee day may be in the next month.
	excused, err := mandate.Excuses(ctx, q, i.CustomerID, i.ID, day.AddDays(-1), skipped)
	if err != nil || excused {
		return fee, err
	}
	return LateFee{
		InvoiceID: i.ID, Cycle: month, Date: today, DaysLate: today.Sub(late),
		Base: i.Open(), Amount: r.On(i, standing(rows)),
	}, nil
}

// feesAhead is how many fee days NextFee looks ahead. If none of them charges a fee, the invoice
// stays excused for as long as nothing changes.
const feesAhead = 3

// NextFee is the next late fee on these invoices of a customer, at least one, if nothing more of them
// is paid. It is computed in the same way as it will be charged. Date is its day, and Amount is the
// sum of the fees of that day, 0 when no fee comes. The fees of today have been charged already.
// skipped is the id of a debit to treat as if the customer had skipped it, 0 for none.
func (r LateFeeRule) NextFee(ctx context.Context, q *db.Queries, invoices Invoices, today calendar.Date, skipped int64) (next LateFee, err error) {
	late, err := r.lateDays(ctx, q, invoices[0].CustomerID, invoices, today, skipped)
	if err != nil {
		return LateFee{}, err
	}
	for _, i := range invoices {
		fee, err := r.nextFee(ctx, q, i, late[i.ID], today, skipped)
		if err != nil {
			return next, err
		}
		switch {
		case fee.Amount == 0:
		case next.Amount == 0 || fee.Date.Before(next.Date):
			next = fee
		case fee.Date == next.Date:
			next.Amount = money.Sum(next.Amount, fee.Amount)
		}
	}
	return next, nil
}

func (r LateFeeRule) nextFee(ctx context.Context, q *db.Queries, i Invoice, late, today calendar.Date, skipped int64) (LateFee, error) {
	days := feeDays{due: i.DueDate, late: late}
	// If a fee day of this month was missed, the run of tomorrow charges that fee.
	day := today.AddDays(1)
	for range feesAhead {
		fee, err := r.feeFor(ctx, q, i, late, day, skipped)
		if err != nil || fee.Amount > 0 {
			return fee, err
		}
		day = days.after(day)
	}
	return LateFee{}, nil
}

// InTime is the last day on which paying avoids this coming fee.
func (f LateFee) InTime() calendar.Date { return f.Date.AddDays(-1) }

// debitGrace is how many days a customer has to pay by hand once a debit that was under way on the
// due day has failed for good, or we have taken a payment back that was recorded by mistake. The fee
// comes on the day after.
const debitGrace = 4

// lateDays maps each invoice to the day after which it is late. That is the due date. An early
// closure charge is late no sooner than ExitGrace days after the pickup. An invoice whose debit is
// awaited on the due day or later, or failed for good then, is late debitGrace days after that, and so
// is one of which we took a payment back that we had recorded by mistake.
// While the pickup has not happened, it counts as today, because it can still happen today. Screens
// show the same day as the due day and use it to decide what is overdue. skipped is the id of a
// debit to treat as if the customer had skipped it, 0 for none.
func (r LateFeeRule) lateDays(ctx context.Context, q *db.Queries, customerID int64, invoices []Invoice, today calendar.Date, skipped int64) (map[int64]calendar.Date, error) {
	late := make(map[int64]calendar.Date, len(invoices))
	var adjustments []int64
	var debitable []int64
	for _, i := range invoices {
		switch late[i.ID] = i.DueDate; {
		case i.Kind != Adjustment:
			debitable = append(debitable, i.ID)
		case i.Open() > 0: // of a charge that is paid or was withdrawn the day stays
			adjustments = append(adjustments, i.ID)
		}
	}
	awaited, err := mandate.AwaitedTo(ctx, q, customerID, debitable, today, skipped)
	if err != nil {
		return nil, err
	}
	for id, to := range awaited {
		// Until the due day was over, the customer was told that we debit this invoice.
		if !to.Before(late[id]) {
			late[id] = to.AddDays(debitGrace)
		}
	}
	if err := lateByReopening(ctx, q, customerID, late); err != nil {
		return nil, err
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

// lateByReopening puts the days off after which invoices are late that were open again by a mistake of
// ours: until it was taken back, the customer had a receipt.
func lateByReopening(ctx context.Context, q *db.Queries, customerID int64, late map[int64]calendar.Date) error {
	rows, err := q.BillingReopened(ctx, customerID, store.IDs(slices.Sorted(maps.Keys(late))))
	if err != nil {
		return fmt.Errorf("billing: read what was taken off payments: %w", err)
	}
	if len(rows) == 0 {
		return nil
	}
	ids := make([]int64, len(rows))
	for n, r := range rows {
		ids[n] = r.EntryID
	}
	entries, err := ledger.EntriesOf(ctx, q, customerID, ids)
	if err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	for _, r := range rows {
		if by := entries[r.EntryID]; ReversedSource(by.SourceType) != "" {
			late[r.InvoiceID] = calendar.Later(late[r.InvoiceID], by.At.Date().AddDays(debitGrace))
		}
	}
	return nil
}

// PayBy is the last day on which paying these invoices of a customer, at least one, is in time.
// skipped is the id of a debit to treat as if the customer had skipped it, 0 for none.
func (r LateFeeRule) PayBy(ctx context.Context, q *db.Queries, invoices Invoices, today calendar.Date, skipped int64) (day calendar.Date, err error) {
	late, err := r.lateDays(ctx, q, invoices[0].CustomerID, invoices, today, skipped)
	for _, on := range late {
		if day.IsZero() || on.Before(day) {
			day = on
		}
	}
	return day, err
}

// withLateDays replaces the due date of each invoice by the day after which it is late, for
// screens.
func (s *Service) withLateDays(ctx context.Context, q *db.Queries, customerID int64, invoices []Invoice) error {
	late, err := s.settings.LateFee.lateDays(ctx, q, customerID, invoices, s.today(), 0)
	if err != nil {
		return err
	}
	for n := range invoices {
		invoices[n].DueDate = late[invoices[n].ID]
	}
	return nil
}

// charge stores a fee with its journal entry, unless it exists already. A fee becomes revenue and is
// taxed only when it is received.
func (s *Service) charge(ctx context.Context, tx *store.Tx, customerID int64, fee LateFee) error {
	fee.ID = s.ids.Next()
	added, err := tx.BillingLateFeeAdd(ctx, db.BillingLateFeeAddParams{
		CustomerID: customerID, ID: fee.ID, InvoiceID: fee.InvoiceID, Cycle: fee.Cycle, Date: fee.Date,
		DaysLate: int64(fee.DaysLate), BasePaise: fee.Base, AmountPaise: fee.Amount, CreatedAt: s.now(),
	})
	if err != nil {
		return fmt.Errorf("billing: add late fee: %w", err)
	}
	if added == 0 {
		return nil
	}
	if err := s.recordFee(ctx, tx, customerID, fee, "late_fee_charged", fee.Amount, ""); err != nil {
		return err
	}
	return s.postFee(ctx, tx, customerID, sourceLateFee, "Late fee", fee, fee.Amount)
}

// recordFee writes into the audit log what was done to a late fee.
func (s *Service) recordFee(ctx context.Context, tx *store.Tx, customerID int64, fee LateFee, action string, amount money.Paise, reason string) error {
	return s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: action, Object: fmt.Sprintf("late_fee/%d", fee.ID), Amount: amount, Reason: reason})
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

// waive takes back what is open of a fee. It returns false if the fee had been taken back before.
func (s *Service) waive(ctx context.Context, tx *store.Tx, customerID int64, fee LateFee, reason string) (bool, error) {
	moved, err := tx.BillingLateFeeWaive(ctx, db.BillingLateFeeWaiveParams{
		WaivedReason: reason, CustomerID: customerID, ID: fee.ID, PaidPaise: fee.Paid,
	})
	if err != nil {
		return false, fmt.Errorf("billing: take late fee %d back: %w", fee.ID, err)
	}
	if moved == 0 {
		return false, nil
	}
	if err := s.recordFee(ctx, tx, customerID, fee, "late_fee_waived", fee.Amount, reason); err != nil {
		return false, err
	}
	if fee.Open() == 0 {
		return true, nil
	}
	return true, s.postFee(ctx, tx, customerID, sourceLateFeeWaiver, "Late fee waived: "+reason, fee, -fee.Open())
}
