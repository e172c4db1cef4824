package simulate

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rento/internal/calendar"
	"rento/internal/money"
)

// This file is the reference model: what a customer owes and has, worked out
// a second time and in another way. It knows the rules of docs/rules.md and
// shares no code with the services: it lives a customer's journal through
// again, line by line, and expects every figure.

// bill is an invoice or a late fee in the model.
type bill struct {
	id        int64
	due, day  string
	open      money.Paise
	total     money.Paise
	paidUpAt  int64 // when it was paid up, 0 while it is open
	openedAt  int64
	ofInvoice int64 // of a late fee
}

// life is one customer's journal as it is lived through.
type life struct {
	w        *world
	seen     truth
	customer int64
	invoices []*bill
	fees     []*bill
	wallet   money.Paise
	deposit  money.Paise
	refunds  money.Paise // owed back
	credited money.Paise // by credit notes
	waived   []*bill     // fees that the next receipt must show to be wrong
	owned    []owned
}

func (l *life) say(e *entry, format string, args ...any) error {
	return fmt.Errorf("I4: customer %d, %s %s: %s", l.customer, e.source, e.of, fmt.Sprintf(format, args...))
}

// liveThrough replays a customer's journal.
func (w *world) liveThrough(customer int64, seen truth) (*life, error) {
	l := &life{w: w, seen: seen, customer: customer}
	var mine []*entry
	for _, e := range w.books.entries {
		if e.customer == customer {
			mine = append(mine, e)
		}
	}
	slices.SortFunc(mine, func(a, b *entry) int { return cmp.Compare(a.id, b.id) })
	var err error
	if l.owned, err = w.ownedBy(customer); err != nil {
		return nil, err
	}
	for _, e := range mine {
		if err := l.take(e); err != nil {
			return nil, err
		}
	}
	return l, nil
}

func (l *life) take(e *entry) error {
	switch e.source {
	case "invoice":
		return l.invoice(e)
	case "late_fee":
		return l.fee(e)
	case "late_fee_waiver":
		return l.waiver(e)
	case "payment", "wallet_payment":
		return l.receipt(e)
	case "settlement":
		if err := l.settle(e); err != nil {
			return err
		}
		return l.receipt(e)
	case "refund":
		l.refunds -= e.legs["refund_payable"]
	case "payout":
		l.deposit -= e.legs["deposit"]
		l.wallet -= e.legs["wallet"]
		l.refunds -= e.legs["refund_payable"]
	case "goodwill":
		l.wallet -= e.legs["wallet"]
	case "late_fee_received", "late_fee_invoice":
	default:
		if e.legs["receivable"]+e.legs["late_fee"]+e.legs["wallet"]+e.legs["deposit"] != 0 {
			return l.say(e, "an entry that the model does not know: %v", e.legs)
		}
	}
	return nil
}

// invoice is a new debt. The tax document of a received fee is none.
func (l *life) invoice(e *entry) error {
	if e.legs["receivable"]+e.legs["late_fee"]+e.legs["wallet"] == 0 {
		return nil
	}
	id, _ := strconv.ParseInt(e.of, 10, 64)
	if original, err := number(l.w.judge, "SELECT original_id FROM invoices WHERE customer_id = ? AND id = ?", l.customer, id); err != nil || original != 0 {
		return errors.Join(err, l.credit(e, original))
	}
	b := &bill{id: id, openedAt: e.at, open: e.legs["receivable"], total: e.legs["receivable"]}
	err := l.w.judge.one("SELECT due_date, date FROM invoices WHERE customer_id = ? AND id = ?", []any{l.customer, id}, &b.due, &b.day)
	if err != nil {
		return l.say(e, "no such invoice: %v", err)
	}
	l.invoices = append(l.invoices, b)
	return nil
}

// credit expects a credit note to lower what its invoice has open, and to put
// on the wallet what is above that.
func (l *life) credit(e *entry, original int64) error {
	b := find(l.invoices, original)
	total := -e.legs["receivable"] - e.legs["wallet"]
	if b == nil || total <= 0 || -e.legs["receivable"] != min(total, b.open) {
		return l.say(e, "a credit note of %d on %+v is entered as %v", total, b, e.legs)
	}
	was := b.open
	b.open += e.legs["receivable"]
	if was > 0 && b.open == 0 {
		b.paidUpAt = e.at
	}
	l.wallet -= e.legs["wallet"]
	l.credited += total
	return nil
}

// fee expects 2 % of what is open, at least 20 and at most 1000 rupees, in
// whole rupees.
func (l *life) fee(e *entry) error {
	id, _ := strconv.ParseInt(e.of, 10, 64)
	f := &bill{id: id, openedAt: e.at, open: e.legs["late_fee"], total: e.legs["late_fee"]}
	if err := l.w.judge.one("SELECT invoice_id, date FROM late_fees WHERE customer_id = ? AND id = ?", []any{l.customer, id}, &f.ofInvoice, &f.day); err != nil {
		return l.say(e, "no such fee: %v", err)
	}
	i := find(l.invoices, f.ofInvoice)
	if i == nil || i.open == 0 || i.due >= f.day {
		return l.say(e, "a fee on an invoice that is not overdue: %+v", i)
	}
	want := (i.open*2 + 50) / 100
	want = (min(max(want, 2000), 100000) + 50) / 100 * 100
	if f.open != want {
		return l.say(e, "fee %d on %d open, the rule says %d", f.open, i.open, want)
	}
	l.fees = append(l.fees, f)
	return nil
}

func (l *life) waiver(e *entry) error {
	id, _ := strconv.ParseInt(e.of, 10, 64)
	f := find(l.fees, id)
	if f == nil || f.open != f.total || e.legs["late_fee"] != -f.total {
		return l.say(e, "a waiver of %d that fits no untouched fee: %+v", e.legs["late_fee"], f)
	}
	f.open = 0
	l.waived = append(l.waived, f)
	return nil
}

// fair expects the fees of an invoice that a receipt pays off to be taken back
// when, and only when, the payer paid by the day that the fee is for.
func (l *life) fair(e *entry, cleared []*bill) error {
	paid := calendar.Instant(e.at).Date()
	if id, ok := strings.CutPrefix(e.of, "razorpay:"); ok {
		paid = calendar.In(l.seen.payments[id].at)
	}
	for _, f := range l.waived {
		if find(cleared, f.ofInvoice) == nil || l.feeDay(f).Before(paid) {
			return l.say(e, "fee %d was taken back, although it was paid on %s only", f.id, paid)
		}
	}
	for _, f := range l.fees {
		if f.open > 0 && f.open == f.total && find(cleared, f.ofInvoice) != nil && !l.feeDay(f).Before(paid) {
			return l.say(e, "fee %d stands, although its invoice was paid on %s", f.id, paid)
		}
	}
	l.waived = nil
	return nil
}

// feeDay is the last due day of a fee's invoice before the fee.
func (l *life) feeDay(f *bill) calendar.Date {
	due, charged := calendar.MustParse(find(l.invoices, f.ofInvoice).due), calendar.MustParse(f.day)
	day := due
	for n := 1; due.AddMonths(n).Before(charged); n++ {
		day = due.AddMonths(n)
	}
	return day
}

// receipt expects the oldest rent to be paid first, fees last, the rest on
// the wallet.
func (l *life) receipt(e *entry) error {
	if e.legs["deposit"] < 0 { // money for the deposit
		l.deposit -= e.legs["deposit"]
		l.wallet -= e.legs["wallet"]
		return nil
	}
	if e.legs["refund_payable"] < 0 { // a second payment, which goes back
		l.refunds -= e.legs["refund_payable"]
		return nil
	}
	l.deposit -= e.legs["deposit"]
	pool := e.legs[inTransit] + e.legs["deposit"] + max(0, e.legs["wallet"])
	before := openOnes(l.invoices)
	rent := pay(sorted(l.invoices), pool, e.at)
	cleared := slices.DeleteFunc(before, func(b *bill) bool { return b.open > 0 })
	if err := l.fair(e, cleared); err != nil {
		return err
	}
	fees := pay(sorted(l.fees), pool-rent, e.at)
	if -e.legs["receivable"] != rent || -e.legs["late_fee"] != fees || -e.legs["wallet"] != pool-rent-fees-max(0, e.legs["wallet"]) {
		return l.say(e, "%d of money: rent %d and fees %d were expected, entered is %v", pool, rent, fees, e.legs)
	}
	l.wallet -= e.legs["wallet"]
	if l.wallet < 0 {
		return l.say(e, "the wallet is overdrawn to %d", l.wallet)
	}
	return nil
}

func openOnes(list []*bill) []*bill {
	return slices.DeleteFunc(slices.Clone(list), func(b *bill) bool { return b.open == 0 })
}

func find(list []*bill, id int64) *bill {
	for _, b := range list {
		if b.id == id {
			return b
		}
	}
	return nil
}

func sorted(list []*bill) []*bill {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b *bill) int {
		return cmp.Or(cmp.Compare(a.due, b.due), cmp.Compare(a.day, b.day), cmp.Compare(a.id, b.id))
	})
	return list
}

// pay pays bills in their order and returns how much they took.
func pay(list []*bill, pool money.Paise, at int64) (taken money.Paise) {
	for _, b := range list {
		part := min(b.open, pool-taken)
		b.open -= part
		taken += part
		if part > 0 && b.open == 0 {
			b.paidUpAt = at
		}
	}
	return taken
}

func owed(list []*bill) (sum money.Paise) {
	for _, b := range list {
		sum += b.open
	}
	return sum
}

// equity is what a customer owes on balance, from the facts alone: what was
// billed, less all money that ever came, whatever it was used for.
func (w *world) equity(l *life, seen truth) (money.Paise, error) {
	var sum money.Paise
	for _, b := range slices.Concat(l.invoices, l.fees) {
		sum += b.total
	}
	waived, err := number(w.judge, "SELECT SUM(amount_paise) FROM late_fees WHERE customer_id = ? AND waived_reason <> ''", l.customer)
	if err != nil {
		return 0, err
	}
	sum -= money.Paise(waived) + w.facts.goodwill[l.customer] + l.credited - w.paidOut(l.customer)
	err = each(w.judge, "SELECT gateway_order_id FROM payment_attempts WHERE customer_id = ? AND gateway_order_id <> ''", []any{l.customer}, func(rows *sql.Rows) error {
		var order string
		if err := rows.Scan(&order); err != nil {
			return err
		}
		for _, p := range seen.payments {
			if p.order == order && p.captured {
				sum -= p.amount - p.refunded
			}
		}
		return nil
	})
	return sum, err
}

// lateCycles are the months for which a fee must have been charged: the due
// day went by with the invoice open, and for two more days.
func (b *bill) lateCycles(until calendar.Date) (months []string) {
	due := calendar.MustParse(b.due)
	for n := 0; ; n++ {
		day := due.AddMonths(n)
		charged := day.AddDays(3).At(9, 0)
		if !day.AddDays(4).Before(until) || b.paidUpAt != 0 && calendar.Instant(b.paidUpAt).Time().Before(charged) {
			return months
		}
		if !calendar.Instant(b.openedAt).Date().After(day) {
			months = append(months, day.MonthStart().String())
		}
	}
}
