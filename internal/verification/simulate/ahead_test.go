package simulate

import (
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/money"
)

// Rent that is paid in advance, in the model: R11 of docs/rules.md. What of a customer's
// journal is about it is followed here, what was bought and drawn in packages_test.go.

// aheadOf is what an entry takes out of rent that was paid in advance, value and tax.
func aheadOf(e *entry) (sum money.Paise) {
	for account, amount := range e.legs {
		if account == "advance" || strings.HasPrefix(account, "company:advance_") {
			sum += amount
		}
	}
	return sum
}

// paidAhead expects a payment to be held as a whole, and nothing else to come of it. The wallet pays
// a part of it with own money that is not needed for the dues.
func (l *model) paidAhead(e *entry) error {
	own := e.legs["wallet"]
	if held := -aheadOf(e); inTransit(e.legs)+own != held || e.legs["receivable"]+e.legs["late_fee"]+e.legs["promotional_credit"]+e.legs["deposit"] != 0 {
		return l.say(e, "rent in advance of %d is entered as %v", held, e.legs)
	}
	if needed := max(0, owed(l.invoices)+owed(l.fees)-l.gifts); own < 0 || own > max(0, l.wallet-needed) {
		return l.say(e, "the wallet has %d, of which dues need %d, and pays rent in advance with %d", l.wallet, needed, own)
	}
	l.wallet -= own
	l.ahead -= aheadOf(e)
	return nil
}

// drawn expects an invoice to be paid with what was paid in advance right when it is
// made. A debit that is planned for it is for the rest.
func (l *model) drawn(e *entry) error {
	id, _ := strconv.ParseInt(e.of, 10, 64)
	b, took := find(l.invoices, id), aheadOf(e)
	if b == nil || b.open != b.total || took <= 0 || took > b.open || -e.legs["receivable"] != took || l.ahead < took {
		return l.say(e, "of %d in advance, %+v is paid as %v", l.ahead, b, e.legs)
	}
	l.ahead -= took
	if t := l.w.tenantOf(l.customer); b.rental {
		b.debited = b.open > took && b.open-took <= t.mandate && (t.stopped == 0 || b.openedAt < t.stopped)
	}
	return nil
}

// notUsed expects what is left for an item to go to the wallet, or for one that was
// picked up to its settlement.
func (l *model) notUsed(e *entry) error {
	back := aheadOf(e)
	if back <= 0 || back > l.ahead || e.legs["wallet"]+e.legs["refund_payable"] != -back {
		return l.say(e, "of %d in advance, what was not used is entered as %v", l.ahead, e.legs)
	}
	l.ahead -= back
	l.wallet -= e.legs["wallet"]
	l.refunds -= e.legs["refund_payable"]
	if e.legs["refund_payable"] == 0 {
		return nil
	}
	settlement, err := number(l.w.judge, `SELECT s.settlement_id FROM advance_draws d JOIN settlement_items s ON s.customer_id = d.customer_id AND s.item_id = d.item_id
		WHERE d.customer_id = ? AND d.voucher_id = ?`, l.customer, e.of)
	if err != nil || settlement == 0 {
		return l.say(e, "no settlement of it: %v", err)
	}
	s := l.settlementOf(settlement)
	if s.worked {
		return fmt.Errorf("I13: settlement %d of %d is done, and %d in advance are still to go back", settlement, l.customer, back)
	}
	s.ahead += back
	s.refund += back
	return nil
}

// pack is what was paid in advance, and stake what of it is for an item.
type pack struct {
	customer, id, bp int64
	bought           calendar.Instant
	from, to         calendar.Date
}

// amounts are the list price, the value with the discount, and the tax.
type amounts struct{ list, value, cgst, sgst, igst money.Paise }

func (a amounts) total() money.Paise { return a.value + a.cgst + a.sgst + a.igst }

func (a amounts) minus(b amounts) amounts {
	return amounts{a.list - b.list, a.value - b.value, a.cgst - b.cgst, a.sgst - b.sgst, a.igst - b.igst}
}

type stake struct {
	pack

	item, voucher   int64
	supplier, place string
	gst             int64
	state           string
	ended           calendar.Date
	paid            amounts
}

// shares reads what was paid in advance for which item: all of it, or that of a package.
func (w *world) shares(where string, args ...any) (list []stake, err error) {
	err = each(w.judge, `SELECT p.customer_id, p.id, p.discount_bp, p.created_at, p.from_date, p.to_date, i.item_id, i.voucher_id, i.supplier_state, i.place_of_supply,
		i.gst_bp, i.state, i.ended_on, i.list_paise, i.value_paise, i.cgst_paise, i.sgst_paise, i.igst_paise
		FROM advance_packages p JOIN advance_items i ON i.customer_id = p.customer_id AND i.package_id = p.id `+where+" ORDER BY p.id, i.item_id", args, func(rows *sql.Rows) error {
		var s stake
		err := rows.Scan(&s.customer, &s.id, &s.bp, &s.bought, &s.from, &s.to, &s.item, &s.voucher, &s.supplier, &s.place,
			&s.gst, &s.state, &s.ended, &s.paid.list, &s.paid.value, &s.paid.cgst, &s.paid.sgst, &s.paid.igst)
		list = append(list, s)
		return err
	})
	return list, err
}

// checkSales is I13 for what was bought: the months that are offered at the rent that is
// agreed for them, less the discount, with the tax of the day, and as much as was paid.
// It looks at it when it was bought, because rent that is agreed later is not in it.
func (w *world) checkSales(truth) error {
	if !w.trade.ahead {
		return nil
	}
	var bought [][2]int64
	err := each(w.judge, "SELECT customer_id, id FROM advance_packages", nil, func(rows *sql.Rows) error {
		var p [2]int64
		err := rows.Scan(&p[0], &p[1])
		if w.facts.sold[p[1]] == nil {
			bought = append(bought, p)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, p := range bought {
		list, err := w.shares("WHERE p.customer_id = ? AND p.id = ?", p[0], p[1])
		if err == nil {
			err = w.checkSale(w.tenantOf(p[0]), list)
		}
		w.facts.sold[p[1]] = list
		if err != nil {
			return fmt.Errorf("I13: package %d of %d: %w", p[1], p[0], err)
		}
	}
	return nil
}

func (w *world) checkSale(t *tenant, list []stake) error {
	if len(list) == 0 {
		return fmt.Errorf("it is for nothing")
	}
	p := list[0].pack
	today := p.bought.Date()
	first := today.MonthStart()
	if w.trade.timing == billing.Advance {
		first = first.NextMonth()
	}
	if p.from != first {
		return fmt.Errorf("bought on %s, it begins on %s", today, p.from)
	}
	months := 0
	for p.from.AddMonths(months).Before(p.to) {
		months++
	}
	for _, tier := range tiers {
		if tier.Months == months && tier.BasisPoints != p.bp {
			return fmt.Errorf("%d months have %d off", months, p.bp)
		}
	}
	var sum money.Paise
	taxable := map[[2]int64]amounts{}
	for _, s := range list {
		sum += s.paid.total()
		if s.paid.value != s.paid.list-half(int64(s.paid.list)*p.bp, 10_000) {
			return fmt.Errorf("item %d: %d less %d hundredths of a percent are not %d", s.item, s.paid.list, p.bp, s.paid.value)
		}
		key := [2]int64{s.voucher, s.gst}
		taxable[key] = amounts{}.minus(amounts{}.minus(taxable[key]).minus(s.paid))
		i := t.item(s.item)
		if i == nil || i.live != nil || t.busy || t.changed.Equal(w.clock.Now()) {
			continue // an answer may be on the way to the tenant
		}
		if want := w.gst(i.product, today); s.gst != want {
			return fmt.Errorf("item %d is taxed at %d, the product at %d", s.item, s.gst, want)
		}
		if want := i.rentAhead(p.from, w.taxedAlike(i, p)); s.paid.list != want {
			return fmt.Errorf("item %d costs %d from %s to %s, the rules say %d", s.item, s.paid.list, p.from, p.to, want)
		}
	}
	for key, a := range taxable {
		intra := a.igst == 0
		if intra && (a.cgst != half(int64(a.value)*key[1], 20_000) || a.sgst != a.cgst) || !intra && a.igst != half(int64(a.value)*key[1], 10_000) {
			return fmt.Errorf("the tax of %d at %d is %+v", a.value, key[1], a)
		}
	}
	if !t.busy && !t.changed.Equal(w.clock.Now()) {
		for _, i := range t.items {
			there := i.closed.IsZero() && i.live == nil && !i.delivered.After(today)
			if there && i.rentAhead(p.from, w.taxedAlike(i, p)) > 0 && !slices.ContainsFunc(list, func(s stake) bool { return s.item == i.id }) {
				return fmt.Errorf("item %d is not in it", i.id)
			}
		}
	}
	return w.checkPrice(p, sum)
}

// checkPrice expects the gateway to have what a package costs, and the receipt vouchers
// to say so.
func (w *world) checkPrice(p pack, sum money.Paise) error {
	var asked, vouchers money.Paise
	err := w.judge.one(`SELECT t.amount_paise, (SELECT SUM(v.total_paise) FROM advance_vouchers v WHERE v.customer_id = p.customer_id AND v.package_id = p.id AND v.kind = 'receipt')
		FROM advance_packages p JOIN payment_transactions t ON t.customer_id = p.customer_id AND t.id = p.transaction_id
		WHERE p.customer_id = ? AND p.id = ? AND t.state = 'succeeded'`, []any{p.customer, p.id}, &asked, &vouchers)
	if err != nil || asked != sum || vouchers != sum {
		return errorOf(err, "it costs %d, %d were paid, receipt vouchers are of %d", sum, asked, vouchers)
	}
	return nil
}

// item is the tenant's item of an id, nil without one.
func (t *tenant) item(id int64) *item {
	for _, i := range t.items {
		if i.id == id {
			return i
		}
	}
	return nil
}

// rentAhead is the rent from one day to before another of days that are not billed yet,
// as long as the item is the supply that it is first.
func (i *item) rentAhead(from, to calendar.Date) (sum money.Paise) {
	spans := i.spans(calendar.Later(from, calendar.Later(i.delivered, i.imported)), to)
	for _, s := range spans {
		if s.supply != spans[0].supply {
			break
		}
		sum += s.amount
	}
	return sum
}

// taxedAlike is the end of the months of a package that are invoiced at the rate of the
// day on which it was bought.
func (w *world) taxedAlike(i *item, p pack) calendar.Date {
	for month := p.from; month.Before(p.to); month = month.NextMonth() {
		invoiced := month.NextMonth()
		if w.trade.timing == billing.Advance {
			invoiced = month
		}
		if w.gst(i.product, invoiced) != w.gst(i.product, p.bought.Date()) {
			return month
		}
	}
	return p.to
}

// half is n parts of a whole, rounded to a paisa.
func half(n, of int64) money.Paise { return money.Paise((2*n + of) / (2 * of)) }
