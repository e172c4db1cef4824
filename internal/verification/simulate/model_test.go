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
	smalls   []stretch // in which too little of it is open for a late fee
	openedAt int64
	reopened []int64 // when a payment of it was taken back that was recorded by mistake
	debited  bool    // a debit was planned for it, and is not submitted
	from     origin
	paid     []inTime  // of an invoice
	fee      *feeFacts // of a late fee, else nil
}

// stretch is a time until another, or without an end as long as that is 0.
type stretch struct{ from, until int64 }

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
	refunds  money.Paise    // of settlements, owed to the customer
	ahead    money.Paise    // rent that was paid in advance, with its tax
	excess   money.Paise    // second payments, owed to their source
	credited money.Paise    // by credit notes
	waived   []*bill        // fees that the next receipt must show to be wrong
	wrong    map[*bill]bool // fees that a transfer and the tax beside it must show to be wrong, between their entries
	journal  []*entry
	parts    map[string][]receiptPart // what was paid, by source and id of the entry
	owned    []owned
	settled  map[int64]*settled // by settlement
	payouts  []payout           // those that are still to come up
}

func (l *model) say(e *entry, format string, args ...any) error {
	return fmt.Errorf("I4: customer %d, %s %s: %s", l.customer, e.source, e.of, fmt.Sprintf(format, args...))
}

// replay replays a customer's journal.
func (w *world) replay(customer int64, seen truth) (*model, error) {
	l := &model{w: w, seen: seen, customer: customer, settled: map[int64]*settled{}, parts: map[string][]receiptPart{}}
	var mine []*entry
	for _, e := range w.books.entries {
		if e.customer == customer {
			mine = append(mine, e)
		}
	}
	slices.SortFunc(mine, func(a, b *entry) int { return cmp.Compare(a.id, b.id) })
	l.journal = mine
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
	case "tax_deducted":
		return l.receipt(e)
	case "payment_taken_back", "tax_deducted_taken_back":
		return l.undone(e)
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
	back := total + e.legs["receivable"]
	if err := l.givenBack(e, b.from.giveBack(back)); err != nil {
		return err
	}
	b.paid = append(b.paid, inTime{calendar.Instant(e.at).Date(), -back})
	b.lower(-e.legs["receivable"], e.at)
	l.credited += total
	b.credited += total
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
	queue, err := l.queue(e, l.namedBy(e))
	if err != nil {
		return err
	}
	if isLast, err := l.transferred(e); err != nil || isLast {
		err = errors.Join(err, l.fair(e, l.wrong))
		if l.wrong = nil; err != nil {
			return err
		}
	} else if l.wrong == nil {
		wrong, err := l.wrongFees(queue, pool, l.paidOn(e))
		if err = errors.Join(err, l.fair(e, wrong)); err != nil {
			return err
		}
	}
	var rent, fees money.Paise
	for _, list := range queue {
		for _, b := range list {
			if b.fee == nil {
				rent += l.pay(e, b, &from)
			} else {
				fees += l.pay(e, b, &from)
			}
		}
	}
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

// queue are the bills in the order in which an entry pays them: what is late first, then the late fees.
// Of a transfer, what the payer has named comes first, with its late fees.
func (l *model) queue(e *entry, named func(*bill) bool) ([][]*bill, error) {
	invoices, err := l.byLateDay(e.at)
	if err != nil {
		return nil, err
	}
	fees := sortedFees(l.fees)
	if named == nil {
		return [][]*bill{l.namedFirst(e, invoices), fees}, nil
	}
	isNamed := func(b *bill) bool {
		return b.fee == nil && named(b) || b.fee != nil && named(find(l.invoices, b.fee.invoice))
	}
	first := func(list []*bill) []*bill {
		return slices.DeleteFunc(slices.Clone(list), func(b *bill) bool { return !isNamed(b) })
	}
	return [][]*bill{first(invoices), first(fees), slices.DeleteFunc(invoices, isNamed), slices.DeleteFunc(fees, isNamed)}, nil
}

func sortedFees(list []*bill) []*bill { return sorted(list, func(b *bill) string { return b.due }) }

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

// pay pays a bill and returns how much it took.
func (l *model) pay(e *entry, b *bill, pool *origin) money.Paise {
	part := min(b.open, pool.gifts+pool.deposit+pool.own)
	if part == 0 {
		return 0
	}
	b.lower(part, e.at)
	b.from.add(pool.use(part))
	paid := l.paidOn(e)
	if b.fee != nil {
		b.fee.parts = append(b.fee.parts, part)
	} else {
		b.paid = append(b.paid, inTime{paid, part})
	}
	key := e.source + " " + e.of
	l.parts[key] = append(l.parts[key], receiptPart{b, part, paid})
	return part
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
	told := w.sentBy(l.customer, true) - w.sentBy(l.customer, false)
	return sum - money.Paise(waived) - w.facts.goodwill[l.customer] - l.credited + w.paidOut(l.customer) - w.received(l.customer, seen) - told, nil
}

// received is the real money that a customer has paid, less what was given back
// of it: what the gateway has for the customer's orders, and bank transfers.
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
	return sum + w.sentBy(customer, false)
}
