package simulate

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"rento/internal/calendar"
	"rento/internal/money"
)

// This file is the reference model: what a customer owes and has, worked out
// a second time and in another way. It knows the rules of docs/rules.md and
// shares no code with the services: it runs a customer's journal through
// again, line by line, and expects every figure.

// bill is an invoice or a late fee in the model.
type bill struct {
	id       int64
	number   string
	due, day string
	open     money.Paise
	total    money.Paise
	capped   money.Paise // rent and tax without the round-off, of which the fees may reach a tenth
	credited money.Paise
	rental   bool
	smallAt  int64 // since when too little of it is open for a late fee, 0 before
	openedAt int64
	debited  bool // a debit was planned for it, and is not submitted
	from     origin
	fee      *feeFacts // of a late fee, else nil
}

// model is one customer's journal, kept beside the one under test.
type model struct {
	w        *world
	seen     truth
	customer int64
	invoices []*bill
	fees     []*bill
	wallet   money.Paise // the customer's own money
	gifts    money.Paise // promotional credit
	due      *passing    // money of a credit note that has dues to pay first
	deposit  money.Paise
	refunds  money.Paise // of settlements, owed to the customer
	ahead    money.Paise // rent that was paid in advance, with its tax
	excess   money.Paise // second payments, owed to their source
	credited money.Paise // by credit notes
	waived   []*bill     // fees that the next receipt must show to be wrong
	owned    []owned
	settled  map[int64]*settled // by settlement
	payouts  []payout           // those that are still to come up
}

func (l *model) say(e *entry, format string, args ...any) error {
	return fmt.Errorf("I4: customer %d, %s %s: %s", l.customer, e.source, e.of, fmt.Sprintf(format, args...))
}

// replay replays a customer's journal.
func (w *world) replay(customer int64, seen truth) (*model, error) {
	l := &model{w: w, seen: seen, customer: customer, settled: map[int64]*settled{}}
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
	if l.payouts, err = w.payoutsOf(customer); err != nil {
		return nil, err
	}
	for _, e := range mine {
		if err := errors.Join(l.payoutsBefore(e.id), l.apply(e)); err != nil {
			return nil, err
		}
	}
	return l, l.payoutsBefore(math.MaxInt64)
}

func (l *model) apply(e *entry) error {
	if err := l.passedOn(e); err != nil {
		return err
	}
	switch e.source {
	case "invoice":
		return l.invoice(e)
	case "late_fee":
		return l.fee(e)
	case "late_fee_waiver":
		return l.waiver(e)
	case "payment", "wallet_payment":
		if e.legs["advance"] < 0 {
			return l.paidAhead(e)
		}
		return l.receipt(e)
	case "advance":
		return errors.Join(l.drawn(e), l.receipt(e))
	case "advance_returned":
		return l.notUsed(e)
	case "wallet_due":
		return errors.Join(l.dueFromWallet(e), l.receipt(e))
	case "credit_note":
		return errors.Join(l.clearFirst(e), l.receipt(e))
	case "settlement":
		return errors.Join(l.checkApplied(e), l.receipt(e))
	case "settlement_refund":
		return l.owe(e)
	case "settlement_wallet_dues":
		return errors.Join(l.walletDues(e), l.receipt(e))
	case "settlement_wallet":
		return l.walletPayout(e)
	case "settlement_netting":
		return errors.Join(l.net(e), l.receipt(e))
	case "refund":
		l.excess -= e.legs["excess_payment"]
	case "payout":
		l.wallet -= e.legs["wallet"]
		l.refunds -= e.legs["refund_payable"]
	case "goodwill":
		l.gifts -= e.legs["promotional_credit"]
	case "late_fee_received", "late_fee_invoice":
	default:
		if e.legs["receivable"]+e.legs["late_fee"]+e.legs["wallet"]+e.legs["deposit"]+e.legs["refund_payable"]+e.legs["advance"] != 0 {
			return l.say(e, "an entry that the model does not know: %v", e.legs)
		}
	}
	return nil
}

// invoice is a new debt. The tax document of a received fee is none.
func (l *model) invoice(e *entry) error {
	if e.legs["receivable"]+e.legs["late_fee"]+e.legs["wallet"]+e.legs["promotional_credit"]+e.legs["deposit"] == 0 {
		return nil
	}
	id, _ := strconv.ParseInt(e.of, 10, 64)
	if original, err := number(l.w.judge, "SELECT original_id FROM invoices WHERE customer_id = ? AND id = ?", l.customer, id); err != nil || original != 0 {
		return errors.Join(err, l.credit(e, id, original))
	}
	b := &bill{id: id, openedAt: e.at, open: e.legs["receivable"], total: e.legs["receivable"], capped: e.legs["receivable"]}
	for account, amount := range e.legs {
		if strings.HasPrefix(account, "company:round_off:") {
			b.capped += amount
		}
	}
	var kind string
	err := l.w.judge.one("SELECT number, due_date, date, kind FROM invoices WHERE customer_id = ? AND id = ?", []any{l.customer, id}, &b.number, &b.due, &b.day, &kind)
	if err != nil {
		return l.say(e, "no such invoice: %v", err)
	}
	t := l.w.tenantOf(l.customer)
	b.rental = kind == "rental"
	// One debit of a month takes all its invoices, as far as they fit.
	with := b.total
	for _, other := range l.invoices {
		if other.debited && other.day == b.day {
			with += other.open
		}
	}
	b.debited = b.rental && with <= t.mandate && (t.stopped == 0 || b.openedAt < t.stopped)
	b.lower(0, e.at)
	l.invoices = append(l.invoices, b)
	return nil
}

// credit expects a credit note to lower what its invoice has open, and what is
// above that to go back to what paid it.
func (l *model) credit(e *entry, note, original int64) error {
	b := find(l.invoices, original)
	if b == nil {
		return l.creditOfFees(e, note)
	}
	total := -e.legs["receivable"] - e.legs["wallet"] - e.legs["promotional_credit"] - e.legs["deposit"]
	if total <= 0 || -e.legs["receivable"] != min(total, b.open) {
		return l.say(e, "a credit note of %d on %+v is entered as %v", total, b, e.legs)
	}
	if err := l.givenBack(e, b.from.giveBack(total+e.legs["receivable"])); err != nil {
		return err
	}
	b.lower(-e.legs["receivable"], e.at)
	l.credited += total
	b.credited += total
	return nil
}

// fair expects the fees of an invoice that a receipt pays off to be taken back
// when, and only when, the payer paid by the day that the fee is for.
func (l *model) fair(e *entry, cleared []*bill) error {
	paid := calendar.Instant(e.at).Date()
	if _, id, ok := strings.Cut(e.of, ":"); ok {
		paid = calendar.In(l.seen.payments[id].at)
	}
	for _, f := range l.waived {
		day, err := l.feeDay(f)
		if err != nil || find(cleared, f.fee.invoice) == nil || day.Before(paid) {
			return l.say(e, "fee %d was taken back, although it was paid on %s only", f.id, paid)
		}
	}
	for _, f := range l.fees {
		day, err := l.feeDay(f)
		if err != nil {
			return err
		}
		if f.open > 0 && f.open == f.total && find(cleared, f.fee.invoice) != nil && !day.Before(paid) {
			return l.say(e, "fee %d stands, although its invoice was paid on %s", f.id, paid)
		}
	}
	l.waived = nil
	return nil
}

// receipt expects what is late first to be paid first, fees last, the rest on
// the wallet.
func (l *model) receipt(e *entry) error {
	if e.legs["deposit"] < 0 { // money for the deposit
		l.deposit -= e.legs["deposit"]
		l.wallet -= e.legs["wallet"]
		return nil
	}
	if e.legs["excess_payment"] < 0 { // a second payment, which goes back
		l.excess -= e.legs["excess_payment"]
		return nil
	}
	l.deposit -= e.legs["deposit"]
	l.refunds -= e.legs["refund_payable"]
	if e.legs["wallet"] > 0 && e.legs["promotional_credit"] != max(0, l.gifts) {
		return l.say(e, "own money was used before promotional credit of %d: %v", l.gifts, e.legs)
	}
	from := l.originOf(e)
	pool := from.gifts + from.deposit + from.own
	before := openOnes(l.invoices)
	invoices, err := l.byLateDay(e.at)
	if err != nil {
		return err
	}
	rent := pay(l.namedFirst(e, invoices), &from, e.at)
	cleared := slices.DeleteFunc(before, func(b *bill) bool { return b.open > 0 })
	if err := l.fair(e, cleared); err != nil {
		return err
	}
	fees := pay(sorted(l.fees, func(b *bill) string { return b.due }), &from, e.at)
	if -e.legs["receivable"] != rent || -e.legs["late_fee"] != fees || -e.legs["wallet"] != pool-rent-fees-max(0, e.legs["wallet"]) {
		return l.say(e, "%d of money: rent %d and fees %d were expected, entered is %v", pool, rent, fees, e.legs)
	}
	l.wallet -= e.legs["wallet"]
	l.gifts -= e.legs["promotional_credit"]
	if l.wallet < 0 || l.gifts < 0 {
		return l.say(e, "the wallet is overdrawn to %d and %d", l.wallet, l.gifts)
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

// byLateDay are the invoices in the order in which money pays them at a time.
func (l *model) byLateDay(at int64) ([]*bill, error) {
	late := map[*bill]string{}
	for _, b := range l.invoices {
		if b.open == 0 {
			continue
		}
		day, err := l.lateDay(b, at)
		if err != nil {
			return nil, err
		}
		late[b] = day.String()
	}
	return sorted(l.invoices, func(b *bill) string { return late[b] }), nil
}

// sorted are bills by a day of each, then by age.
func sorted(list []*bill, by func(*bill) string) []*bill {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b *bill) int {
		return cmp.Or(cmp.Compare(by(a), by(b)), cmp.Compare(a.day, b.day), cmp.Compare(a.id, b.id))
	})
	return list
}

// pay pays bills in their order and returns how much they took.
func pay(list []*bill, pool *origin, at int64) (taken money.Paise) {
	for _, b := range list {
		part := min(b.open, pool.gifts+pool.deposit+pool.own)
		b.lower(part, at)
		b.from.add(pool.use(part))
		if b.fee != nil && part > 0 {
			b.fee.parts = append(b.fee.parts, part)
		}
		taken += part
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
func (w *world) equity(l *model, seen truth) (money.Paise, error) {
	var sum money.Paise
	for _, b := range slices.Concat(l.invoices, l.fees) {
		sum += b.total
	}
	waived, err := number(w.judge, "SELECT SUM(amount_paise) FROM late_fees WHERE customer_id = ? AND waived_reason <> ''", l.customer)
	if err != nil {
		return 0, err
	}
	return sum - money.Paise(waived) - w.facts.goodwill[l.customer] - l.credited + w.paidOut(l.customer) - w.received(l.customer, seen), nil
}

// received is the real money that a customer has paid, less what was given back
// of it: what the gateway has for the customer's orders.
func (w *world) received(customer int64, seen truth) (sum money.Paise) {
	_ = each(w.judge, "SELECT gateway_order_id FROM payment_attempts WHERE customer_id = ? AND gateway_order_id <> ''", []any{customer}, func(rows *sql.Rows) error {
		var order string
		err := rows.Scan(&order)
		for _, p := range seen.payments {
			if p.order == order && p.captured {
				sum += p.amount - p.refunded
			}
		}
		return err
	})
	return sum
}
