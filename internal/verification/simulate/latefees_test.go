package simulate

import (
	"database/sql"
	"fmt"
	"slices"
	"strconv"

	"rento/internal/calendar"
	"rento/internal/money"
)

// The rules of late fees in the model: R6 and R6a of docs/rules.md.
const (
	feeFloor   = 10_000 // an open amount below this has no fee
	debitGrace = 4      // days to pay in after a debit has failed for good on the due day or later
	exitGrace  = 10     // days between a pickup and the first fee on its exit charge
	feeCap     = 10     // percent of an invoice that its fees may reach
	wholeRupee = 100
)

// feeFacts are what the model knows of a late fee beside its amounts.
type feeFacts struct {
	invoice  int64
	base     money.Paise   // it was worked out on
	credited money.Paise   // of the invoice, before the fee
	parts    []money.Paise // in which it was paid
	back     []origin      // what each part goes back to, once it has fallen
	returned int           // how many of the parts went back
	waivedAt int64         // 0 while it stands
	undone   bool          // with a transfer that had paid it
}

// lower takes paid or credited money off a bill.
func (b *bill) lower(amount money.Paise, at int64) {
	b.open -= amount
	last := len(b.smalls) - 1
	isSmall := last >= 0 && b.smalls[last].until == 0
	switch {
	case b.open < feeFloor && !isSmall:
		b.smalls = append(b.smalls, stretch{from: at})
	case b.open >= feeFloor && isSmall:
		b.smalls[last].until = at
	}
}

// fee expects 2 % of what is open, at least 20 and at most 1000 rupees, in
// whole rupees, up to the cap; and none while the wallet could have paid.
func (l *model) fee(e *entry) error {
	id, _ := strconv.ParseInt(e.of, 10, 64)
	f := &bill{id: id, openedAt: e.at, open: e.legs["late_fee"], total: e.legs["late_fee"], fee: &feeFacts{}}
	if err := l.w.judge.one("SELECT invoice_id, date FROM late_fees WHERE customer_id = ? AND id = ?", []any{l.customer, id}, &f.fee.invoice, &f.day); err != nil {
		return l.say(e, "no such fee: %v", err)
	}
	i := find(l.invoices, f.fee.invoice)
	if i == nil || i.open < feeFloor {
		return l.say(e, "a fee on too little: %+v", i)
	}
	for _, other := range l.fees {
		if other.fee.invoice == i.id && other.day[:len("2026-11")] == f.day[:len("2026-11")] {
			return l.say(e, "a second fee in the month of %s: %+v", f.day, other)
		}
	}
	f.fee.base, f.fee.credited = i.open, i.credited
	charged := calendar.MustParse(f.day)
	from, ok, err := l.feeFrom(i, charged, e.at)
	if err == nil && !ok { // a debit was planned anew in the same moment, after the fee
		from, ok, err = l.feeFrom(i, charged, e.at-1)
	}
	if err != nil || !ok {
		return l.say(e, "a fee on %s on an invoice that is not late then: %+v, %v", charged, i, err)
	}
	if l.excused(i, from) || l.excusedByDebit(i, from, e.at) {
		return l.say(e, "a fee on %s although our debit was not submitted: %+v", charged, i)
	}
	if l.wallet+l.gifts > 0 {
		return l.say(e, "a fee while the wallet has %d", l.wallet+l.gifts)
	}
	want := min(min(max((i.open*2+5000)/10000*100, 2000), 100000), l.feesLeft(i, e.at))
	if f.open != want {
		return l.say(e, "fee %d on %d open, the rule says %d", f.open, i.open, want)
	}
	l.fees = append(l.fees, f)
	return nil
}

// feeFrom is the day from which an invoice has its fee of the month of a day, as it was known at a
// time. It reports false if it has none by that day.
func (l *model) feeFrom(b *bill, charged calendar.Date, at int64) (from calendar.Date, ok bool, err error) {
	due, err := l.lateAfter(b, at)
	if err != nil || due.IsZero() {
		return from, false, err
	}
	from, ok = feeDays(due, charged.AddDays(1))[charged.MonthStart().String()]
	return from, ok, nil
}

// tenantOf is the tenant with a customer's id.
func (w *world) tenantOf(customer int64) *tenant {
	for _, t := range w.tenants {
		if t.id == customer {
			return t
		}
	}
	return &tenant{id: customer}
}

// excused reports whether an invoice has no fee in a month, the day of which is
// known: a debit was planned for it, and at the end of the day before the tenant
// had not stopped the mandate under which we did not submit it.
func (l *model) excused(b *bill, day calendar.Date) bool {
	stopped := l.w.tenantOf(l.customer).stopped
	return b.debited && (stopped == 0 || stopped >= int64(calendar.Stamp(day.At(0, 0))))
}

// feesLeft is what the cap allowed at a time in further fees on an invoice, in whole
// rupees that are cut from the exact tenth. A fee that was taken back later counted.
func (l *model) feesLeft(i *bill, at int64) money.Paise {
	hundredths := i.capped * feeCap
	for _, f := range l.fees {
		if f.fee.invoice == i.id && (f.fee.waivedAt == 0 || f.fee.waivedAt >= at) {
			hundredths -= 100 * f.total
		}
	}
	return max(0, hundredths/(100*wholeRupee)*wholeRupee)
}

// feeDays are the days of fees on an invoice that is late after a day, by month,
// until one: the day after that, and the 11th of each month of which the 10th is a
// month or more later.
func feeDays(late, until calendar.Date) map[string]calendar.Date {
	days := map[string]calendar.Date{}
	if first := late.AddDays(1); first.Before(until) {
		days[first.MonthStart().String()] = first
	}
	later := late.AddMonths(1)
	for month := later.MonthStart(); month.Before(until); month = month.NextMonth() {
		if day := month.AddDays(10); !day.AddDays(-1).Before(later) && day.Before(until) {
			days[month.String()] = day
		}
	}
	return days
}

// lateAfter is the day after which an invoice is late, as it was known at a time.
// That of an exit charge is no earlier than ten days after its pickup; none while
// nothing was picked up.
func (l *model) lateAfter(b *bill, at int64) (calendar.Date, error) {
	p, err := l.pickupsOf(b)
	if err != nil || !p.charged {
		return b.lateByReopening(l.w.lateByDebit(b, at), at), err
	}
	if p.done == 0 {
		return calendar.Date{}, nil
	}
	return b.lateByReopening(calendar.Later(calendar.MustParse(b.due), p.done.Date().AddDays(exitGrace)), at), nil
}

// lateByReopening is the day after which an invoice is late at a time if that is a day else: four days
// after we took a payment of it back that we had recorded by mistake.
func (b *bill) lateByReopening(late calendar.Date, at int64) calendar.Date {
	for _, on := range b.reopened {
		if on <= at {
			late = calendar.Later(late, calendar.Instant(on).Date().AddDays(debitGrace))
		}
	}
	return late
}

// lateDay is the day that orders an invoice among others at a time: the one
// after which it is late, and while a pickup was still to come as if it came
// then.
func (l *model) lateDay(b *bill, at int64) (calendar.Date, error) {
	p, err := l.pickupsOf(b)
	if err != nil || !p.charged {
		return b.lateByReopening(l.w.lateByDebit(b, at), at), err
	}
	picked := calendar.Instant(at)
	if p.done > 0 && p.done <= picked {
		picked = p.done
	}
	return b.lateByReopening(calendar.Later(calendar.MustParse(b.due), picked.Date().AddDays(exitGrace)), at), nil
}

// pickups are those that an invoice charges for leaving early: whether it does,
// and when the last of them was done, 0 while one is to come.
type pickups struct {
	charged bool
	done    calendar.Instant
}

func (l *model) pickupsOf(b *bill) (pickups, error) {
	var charges, open, done int64
	err := l.w.judge.one(`SELECT COUNT(*), COALESCE(SUM(i.closed_date = ''), 0), COALESCE(MAX((SELECT MAX(s.at) FROM ticket_steps s
			WHERE s.customer_id = n.customer_id AND s.status = 'done' AND n.operation LIKE 'closure/' || s.ticket_id || '/%')), 0) FROM invoice_lines n
		JOIN order_items i ON i.customer_id = n.customer_id AND i.id = n.item_id
		WHERE n.customer_id = ? AND n.invoice_id = ? AND n.operation LIKE 'closure/%'`, []any{l.customer, b.id}, &charges, &open, &done)
	if open > 0 {
		done = 0
	}
	return pickups{charged: charges > 0, done: calendar.Instant(done)}, err
}

func (l *model) waiver(e *entry) error {
	id, _ := strconv.ParseInt(e.of, 10, 64)
	f := find(l.fees, id)
	if f == nil || f.open == 0 || e.legs["late_fee"] != -f.open {
		return l.say(e, "a waiver of %d that fits no open fee: %+v", e.legs["late_fee"], f)
	}
	f.open, f.fee.waivedAt = 0, e.at
	var reason string
	if err := l.w.judge.one("SELECT waived_reason FROM late_fees WHERE customer_id = ? AND id = ?", []any{l.customer, id}, &reason); err != nil {
		return err
	}
	switch {
	case reason == "invoice credited" && !l.falls(f):
		return l.say(e, "a fee fell with an invoice that stands: %+v", find(l.invoices, f.fee.invoice))
	case reason == "payment recorded by mistake":
		f.fee.undone = true
	case reason != "invoice credited" && len(f.fee.parts) > 0:
		return l.say(e, "a fee of which something was paid was taken back for %q", reason)
	case reason != "invoice credited":
		l.waived = append(l.waived, f)
	}
	return nil
}

// falls reports whether a fee goes with its invoice: all of that is credited,
// or since the fee as much as the fee was worked out on.
func (l *model) falls(f *bill) bool {
	i := find(l.invoices, f.fee.invoice)
	return f.fee.undone || i.credited == i.total || i.credited-f.fee.credited >= f.fee.base
}

// creditOfFees expects a credit note on a document of late fees to give back
// what was paid of fees that have fallen, part by part, to what paid it.
func (l *model) creditOfFees(e *entry, note int64) error {
	var back origin
	query := "SELECT operation FROM invoice_lines WHERE customer_id = ? AND invoice_id = ? ORDER BY line_no"
	err := each(l.w.judge, query, []any{l.customer, note}, func(rows *sql.Rows) error {
		var operation string
		if err := rows.Scan(&operation); err != nil {
			return err
		}
		part, err := l.returned(e, operation)
		back.add(part)
		return err
	})
	if err != nil {
		return err
	}
	return l.givenBack(e, back)
}

// returned is what a part of a fallen fee goes back to. The line that says so
// names the fee and what had been paid of it before.
func (l *model) returned(e *entry, operation string) (origin, error) {
	var id, before int64
	if _, err := fmt.Sscanf(operation, "credit/late_fee/%d/%d", &id, &before); err != nil {
		return origin{}, l.say(e, "a credit note on late fees has a line %q", operation)
	}
	f := find(l.fees, id)
	if f == nil || f.open > 0 || !l.falls(f) && !l.goesWithTransfer(e, f) {
		return origin{}, l.say(e, "a fee is given back that stands: %+v", f)
	}
	if f.fee.waivedAt == 0 {
		f.fee.waivedAt = e.at
	}
	if f.fee.back == nil {
		from := f.from
		for _, part := range f.fee.parts {
			f.fee.back = append(f.fee.back, from.giveBack(part))
		}
	}
	for n, part := range f.fee.parts {
		if before == 0 {
			f.fee.returned++
			return f.fee.back[n], nil
		}
		before -= int64(part)
	}
	return origin{}, l.say(e, "fee %d was not paid in this part: %s", id, operation)
}

// feeDay is the last day before a fee on which its invoice should have been
// paid.
func (l *model) feeDay(f *bill) (calendar.Date, error) {
	due, err := l.lateAfter(find(l.invoices, f.fee.invoice), int64(calendar.Stamp(calendar.MustParse(f.day).At(1, 0))))
	if err != nil || due.IsZero() {
		return due, err
	}
	charged := calendar.MustParse(f.day)
	return feeDays(due, charged.AddDays(1))[charged.MonthStart().String()].AddDays(-1), nil
}

// dueFromWallet expects the wallet to pay what has fallen due, as far as it goes. Before a debit is
// announced it pays the debit's invoices, with what it has beyond the other open invoices, and leaves a
// rupee at least if it does not pay all.
func (l *model) dueFromWallet(e *entry) error {
	today := calendar.Instant(e.at).Date()
	wallet := l.wallet + l.gifts
	var due money.Paise
	before := l.beforeDebit(e)
	for _, i := range l.invoices {
		switch {
		case before != nil && before.pays(i.id):
			due += i.open
		case before != nil:
			wallet -= i.open
		}
		if i.open == 0 || before != nil {
			continue
		}
		late, err := l.lateDay(i, e.at)
		if err != nil {
			return err
		}
		if !late.After(today) {
			due += i.open
		}
	}
	want := min(wallet, due)
	if before != nil && want < due { // a rupee is left to debit
		want = min(want, due-money.Rupee)
	}
	if want <= 0 || e.legs["wallet"]+e.legs["promotional_credit"] != want {
		return l.say(e, "the wallet has %d and %d, and %d have fallen due, entered is %v", l.wallet, l.gifts, due, e.legs)
	}
	return nil
}

// lateFeeDays are the days of the fees that must have been charged: the due day went
// by with enough open, and so did two more days.
func (l *model) lateFeeDays(b *bill, until calendar.Date) (days []calendar.Date, err error) {
	due, err := l.lateAfter(b, int64(calendar.Stamp(until.At(0, 0))))
	if err != nil || due.IsZero() {
		return nil, err
	}
	for _, day := range feeDays(due, until) {
		if l.excused(b, day) || l.mayExcuse(b, day) {
			continue
		}
		charged := day.AddDays(2).At(9, 0)
		small := slices.ContainsFunc(b.smalls, func(s stretch) bool {
			return calendar.Instant(s.from).Time().Before(charged) && (s.until == 0 || !calendar.Instant(s.until).Time().Before(day.Start()))
		})
		// A run that comes days late may be in the next month.
		if day.AddDays(3).Before(until) && !small && day.AddDays(2).MonthStart() == day.MonthStart() && calendar.Instant(b.openedAt).Date().Before(day) {
			days = append(days, day)
		}
	}
	return days, nil
}

// checkFees expects a fee for each month in which an invoice was late, until
// its fees reach the cap, and no fee on an invoice that was credited.
func (w *world) checkFees(l *model) error {
	charged := map[string]bool{}
	err := each(w.judge, "SELECT invoice_id, cycle FROM late_fees WHERE customer_id = ?", []any{l.customer}, func(rows *sql.Rows) error {
		var id int64
		var cycle string
		err := rows.Scan(&id, &cycle)
		key := fmt.Sprint(id, "/", cycle)
		if charged[key] {
			return fmt.Errorf("I4: invoice %d has two fees for %s", id, cycle)
		}
		charged[key] = true
		return err
	})
	if err != nil {
		return err
	}
	for _, b := range l.invoices {
		days, err := l.lateFeeDays(b, calendar.Today(w.clock))
		if err != nil {
			return err
		}
		for _, day := range days {
			if !charged[fmt.Sprint(b.id, "/", day.MonthStart())] && l.feesLeft(b, int64(calendar.Stamp(day.Start()))) > 0 {
				return fmt.Errorf("I4: customer %d: invoice %d was late on %s and has no fee", l.customer, b.id, day)
			}
		}
	}
	return l.checkFallen()
}

// checkFallen expects no fee to outlive its invoice: what was open of it is
// owed no more, and every part that was paid went back, once.
func (l *model) checkFallen() error {
	for _, f := range l.fees {
		if l.falls(f) && (f.fee.waivedAt == 0 || f.open > 0) {
			return fmt.Errorf("I4: customer %d: fee %d stands, its invoice was credited", l.customer, f.id)
		}
		if fell := f.fee.waivedAt != 0 && l.falls(f); fell && f.fee.returned != len(f.fee.parts) {
			return fmt.Errorf("I4: customer %d: fee %d was paid in %d parts, %d went back", l.customer, f.id, len(f.fee.parts), f.fee.returned)
		}
	}
	return nil
}
