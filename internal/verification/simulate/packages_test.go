package simulate

import (
	"cmp"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"rento/internal/calendar"
	"rento/internal/money"
)

// lostDiscount begins the operation of a charge for a discount that was not earned.
const lostDiscount = "advance/"

// draw is what was taken out of a stake.
type draw struct {
	kind             string
	invoice, voucher int64
	from, to         calendar.Date
	took             amounts
}

// drawable is a line of rent with its discount and the tax of both.
type drawable struct {
	invoice  int64
	made     calendar.Instant
	from, to calendar.Date
	supplier string
	place    string
	gst      int64
	rent     amounts
}

// checkPackages is I13 for rent that was paid in advance: what was paid is what was
// drawn and what is left, to the paisa and for each tax; all rent of the months is
// drawn, once, with the discount that was agreed; who leaves early is charged what was
// not earned; what is left goes back once; and no debit is planned for what is paid.
func (w *world) checkPackages(truth) error {
	if !w.trade.ahead {
		return none(w.judge, "I13", "postings are about rent paid ahead", "SELECT COUNT(*) FROM ledger_postings WHERE account = 'advance'")
	}
	list, err := w.shares("")
	if err != nil {
		return err
	}
	held, tax := map[int64]money.Paise{}, map[string]money.Paise{}
	for _, s := range list {
		if !slices.ContainsFunc(w.facts.sold[s.id], func(was stake) bool { return was.as(s.state, s.ended) == s }) {
			return fmt.Errorf("I13: item %d of package %d of %d is not what was bought any more: %+v", s.item, s.id, s.customer, s)
		}
		left, err := w.checkStake(s)
		if err != nil {
			return fmt.Errorf("I13: item %d of package %d of %d: %w", s.item, s.id, s.customer, err)
		}
		held[s.customer] += left.value
		tax["cgst:"+s.supplier] += left.cgst
		tax["sgst:"+s.supplier] += left.sgst
		tax["igst:"+s.supplier] += left.igst
	}
	for _, t := range w.tenants {
		if got := -w.books.balances[ledgerAccount{t.id, "advance"}]; got != held[t.id] {
			return fmt.Errorf("I13: %d of %d are left, the books have %d", held[t.id], t.id, got)
		}
	}
	for name, left := range tax {
		if got := -w.books.totals["company:advance_"+name]; got != left {
			return fmt.Errorf("I13: of the tax %s in advance %d are left, the books have %d", name, left, got)
		}
	}
	return w.checkVouchers()
}

// as is a stake in another state.
func (s stake) as(state string, ended calendar.Date) stake {
	s.state, s.ended = state, ended
	return s
}

// checkVouchers expects refund vouchers of what went back alone, numbers without a gap,
// and no debit of what was paid in advance.
func (w *world) checkVouchers() error {
	for what, query := range map[string]string{
		"refund vouchers are not of what went back": `SELECT COUNT(*) FROM advance_vouchers v WHERE v.kind = 'refund' AND v.total_paise <>
			(SELECT COALESCE(SUM(d.value_paise + d.cgst_paise + d.sgst_paise + d.igst_paise), 0) FROM advance_draws d WHERE d.customer_id = v.customer_id AND d.voucher_id = v.id)`,
		"series of vouchers have a gap": `SELECT COUNT(*) FROM (SELECT 1 FROM advance_vouchers GROUP BY supplier_gstin, substr(number, 1, length(number) - 6)
			HAVING COUNT(*) <> MAX(CAST(substr(number, -6) AS INTEGER)))`,
		"debits are planned for what is paid in advance": `SELECT COUNT(*) FROM mandate_debits m WHERE m.amount_paise > (
			SELECT SUM(i.total_paise - (SELECT COALESCE(SUM(d.value_paise + d.cgst_paise + d.sgst_paise + d.igst_paise), 0)
				FROM advance_draws d WHERE d.customer_id = i.customer_id AND d.invoice_id = i.id))
			FROM invoices i WHERE i.customer_id = m.customer_id AND (i.id = m.invoice_id OR EXISTS
				(SELECT 1 FROM mandate_debit_invoices o WHERE o.customer_id = m.customer_id AND o.debit_id = m.id AND o.invoice_id = i.id)))`,
		"packages have ended before what is for their items, or after it": `SELECT COUNT(*) FROM advance_packages p WHERE (p.state = 'ended') <>
			NOT EXISTS (SELECT 1 FROM advance_items i WHERE i.customer_id = p.customer_id AND i.package_id = p.id AND i.state <> 'ended')`,
	} {
		if err := none(w.judge, "I13", what, query); err != nil {
			return err
		}
	}
	return nil
}

// checkStake follows what is for an item through its invoices, and returns what is left.
func (w *world) checkStake(s stake) (left amounts, err error) {
	i := w.tenantOf(s.customer).item(s.item)
	if i == nil {
		return left, fmt.Errorf("nobody has it")
	}
	draws, err := w.drawsOf(s)
	if err != nil {
		return left, err
	}
	lines, err := w.drawablesOf(s)
	if err != nil {
		return left, err
	}
	f := &follower{stake: s, item: i, left: s.paid}
	for n := 0; n < len(lines) && !f.over; {
		end := n + 1
		for end < len(lines) && lines[end].made == lines[n].made {
			end++
		}
		draws, err = f.invoiced(lines[n:end], draws)
		if err != nil {
			return left, err
		}
		n = end
	}
	return f.left, f.ends(w, draws)
}

// follower follows a stake.
type follower struct {
	stake
	*item

	left    amounts
	planned amounts // rent and its value that invoices had
	rents   []draw
	short   bool // a rent was more than was left
	over    bool // it covers nothing any more
	billed  calendar.Date
}

// invoiced expects each line of rent of the months to be drawn, as far as something is
// left, and takes the draws of these invoices out.
func (f *follower) invoiced(lines []drawable, draws []draw) ([]draw, error) {
	fits := true
	for _, l := range lines {
		f.billed = calendar.Later(f.billed, l.to)
		if l.from.Before(f.from) || !l.from.Before(f.to) {
			continue
		}
		if l.supplier != f.supplier || l.place != f.place || l.gst != f.gst {
			fits = false
			continue
		}
		n := slices.IndexFunc(draws, func(d draw) bool { return d.kind == "rent" && d.invoice == l.invoice && d.from == l.from })
		if n < 0 {
			if f.left.value > 0 && l.rent.value > 0 {
				return nil, fmt.Errorf("nothing is drawn for %s to %s, of which %d are due and %d paid in advance", l.from, l.to, l.rent.value, f.left.value)
			}
			continue
		}
		d := draws[n]
		draws = slices.Delete(draws, n, n+1)
		if err := f.draw(l, d); err != nil {
			return nil, fmt.Errorf("%s to %s: %w", l.from, l.to, err)
		}
	}
	f.over = f.left.total() == 0 || !fits || !f.billed.Before(f.to)
	return draws, nil
}

// draw expects a draw to be the rent of a line with the discount that was agreed, as far
// as it was paid in advance: the last of it takes all of the tax.
func (f *follower) draw(l drawable, d draw) error {
	off, rest := l.rent.list-l.rent.value, f.paid.list-f.paid.value-(f.planned.list-f.planned.value)
	want := min(half(int64(l.rent.list)*f.bp, 10_000), rest)
	f.planned = amounts{list: f.planned.list + l.rent.list, value: f.planned.value + l.rent.value}
	if f.planned.list == f.paid.list {
		want = rest // the last rent that was planned
	}
	if off != max(0, min(want, l.rent.list)) {
		return fmt.Errorf("the discount on %d is %d, agreed is %d", l.rent.list, off, want)
	}
	took := amounts{list: l.rent.list, value: min(l.rent.value, f.left.value)}
	took.cgst, took.sgst, took.igst = min(l.rent.cgst, f.left.cgst), min(l.rent.sgst, f.left.sgst), min(l.rent.igst, f.left.igst)
	if took.value == f.left.value {
		took.cgst, took.sgst, took.igst = f.left.cgst, f.left.sgst, f.left.igst
	}
	if d.took != took || d.to != l.to {
		return fmt.Errorf("drawn are %+v to %s, it should be %+v", d.took, d.to, took)
	}
	f.short = f.short || took.value < l.rent.value
	took.list = 0
	f.left = f.left.minus(took)
	f.rents = append(f.rents, d)
	return nil
}

// ends expects what became of a stake in the end: what was not earned is charged to who
// left early, and what is left goes back once it covers nothing any more.
func (f *follower) ends(w *world, draws []draw) error {
	leaving := f.closed
	if !f.over && !leaving.IsZero() && leaving.Before(f.to) {
		f.over = true
		var err error
		if draws, err = f.leaves(w, leaving, draws); err != nil {
			return err
		}
	}
	f.over = f.over || !leaving.IsZero()
	f.left.list = 0
	switch {
	case !f.over && f.state == "active" && len(draws) == 0:
		return nil
	case f.over && f.state == "ended" && len(draws) == 0 && f.left.total() == 0:
		return nil
	case f.over && f.state == "ended" && len(draws) == 1 && draws[0].kind == "returned" && draws[0].took == f.left:
		f.left = amounts{}
		return nil
	}
	return fmt.Errorf("it is %s on %s, closed on %s, over %t; %+v are left, drawn beside that are %+v", f.state, f.ended, leaving, f.over, f.left, draws)
}

// leaves expects who leaves early to be charged for the discount that was not earned:
// the rent of the days that were used at the discount of the months that were used up,
// less what was drawn for them and not credited; the used rent is never more than what
// was paid in advance. Where something was credited for
// another reason, or the rent was more than was paid in advance, how much that is is
// not looked at.
func (f *follower) leaves(w *world, day calendar.Date, draws []draw) ([]draw, error) {
	used, plain, err := f.usedRent(w, day)
	if err != nil {
		return nil, err
	}
	months, earned := 0, int64(0)
	for !f.from.AddMonths(months + 1).After(day) {
		months++
	}
	for _, t := range tiers {
		if t.Months <= months {
			earned = min(t.BasisPoints, f.bp)
		}
	}
	value := min(used.list-half(int64(used.list)*earned, 10_000), f.paid.value)
	lost := max(0, value-used.value)
	charged, err := number(w.judge, "SELECT SUM(amount_paise) FROM invoice_lines WHERE customer_id = ? AND operation = ?",
		f.customer, fmt.Sprintf("%s%d/%d", lostDiscount, f.stake.id, f.stake.item))
	if !plain {
		lost = money.Paise(charged)
	}
	if err != nil || money.Paise(charged) != lost {
		return nil, errorOf(err, "left on %s after %d months with %d earned, %d are lost, charged are %d", day, months, earned, lost, charged)
	}
	n := slices.IndexFunc(draws, func(d draw) bool { return d.kind == "lost_discount" })
	if n < 0 {
		if lost > 0 && f.left.value > 0 {
			return nil, fmt.Errorf("the lost discount of %d is not drawn", lost)
		}
		return draws, nil
	}
	d := draws[n]
	tax := func(of money.Paise, share int64) money.Paise { return half(int64(of)*f.gst, share) }
	took := amounts{value: min(lost, f.left.value)}
	if f.supplier == f.place {
		took.cgst = min(max(0, tax(value, 20_000)-used.cgst), f.left.cgst)
		took.sgst = min(max(0, tax(value, 20_000)-used.sgst), f.left.sgst)
	} else {
		took.igst = min(max(0, tax(value, 10_000)-used.igst), f.left.igst)
	}
	if took.value == f.left.value {
		took = amounts{value: f.left.value, cgst: f.left.cgst, sgst: f.left.sgst, igst: f.left.igst}
	}
	if plain && d.took != took {
		return nil, fmt.Errorf("a lost discount of %d draws %+v, it should be %+v", lost, d.took, took)
	}
	f.left = f.left.minus(d.took)
	return slices.Delete(draws, n, n+1), nil
}

// usedRent is the rent of the days before one, without the discount, and what was drawn
// for them; plain says that nothing else comes into it.
func (f *follower) usedRent(w *world, day calendar.Date) (used amounts, plain bool, err error) {
	var list money.Paise
	plain = !f.short
	for _, d := range f.rents {
		until := d.to // its days from then on were billed anew
		used = amounts{}.minus(amounts{}.minus(used).minus(d.took))
		err := each(w.judge, `SELECT l.operation, l.from_date, l.amount_paise, l.cgst_paise, l.sgst_paise, l.igst_paise FROM invoice_lines l
			JOIN invoices i ON i.customer_id = l.customer_id AND i.id = l.invoice_id
			WHERE i.customer_id = ? AND i.original_id = ? AND l.item_id = ? AND l.from_date >= ? AND l.from_date < ?`,
			[]any{f.customer, d.invoice, f.stake.item, d.from, d.to}, func(rows *sql.Rows) error {
				var operation, from string
				var back amounts
				err := rows.Scan(&operation, &from, &back.value, &back.cgst, &back.sgst, &back.igst)
				changed := strings.HasPrefix(operation, "changed/")
				plain = plain && (changed || strings.HasPrefix(operation, "overbilled/"))
				if changed && err == nil {
					until = calendar.Earlier(until, calendar.MustParse(from))
				}
				used = used.minus(back)
				return err
			})
		if err != nil {
			return used, plain, err
		}
		switch until = calendar.Earlier(until, day); { // what is left of a line is rounded by itself
		case until == d.to:
			list += d.took.list
		case d.from.Before(until):
			list += f.rentAhead(d.from, until)
		}
	}
	used.list = list
	return used, plain, nil
}

func (w *world) drawsOf(s stake) (list []draw, err error) {
	err = each(w.judge, `SELECT kind, COALESCE(invoice_id, 0), COALESCE(voucher_id, 0), from_date, to_date, list_paise, value_paise, cgst_paise, sgst_paise, igst_paise
		FROM advance_draws WHERE customer_id = ? AND package_id = ? AND item_id = ? ORDER BY id`, []any{s.customer, s.id, s.item}, func(rows *sql.Rows) error {
		var d draw
		err := rows.Scan(&d.kind, &d.invoice, &d.voucher, &d.from, &d.to, &d.took.list, &d.took.value, &d.took.cgst, &d.took.sgst, &d.took.igst)
		list = append(list, d)
		return err
	})
	return list, err
}

// drawablesOf reads the rent of an item that was billed since it was paid in advance.
func (w *world) drawablesOf(s stake) (list []drawable, err error) {
	err = each(w.judge, `SELECT l.invoice_id, i.created_at, l.from_date, l.to_date, i.supplier_state, i.place_of_supply, l.gst_bp, l.amount_paise, l.amount_paise + COALESCE((
			SELECT d.amount_paise FROM invoice_lines d WHERE d.customer_id = l.customer_id AND d.invoice_id = l.invoice_id AND d.line_no = l.line_no + 1 AND d.kind = 'discount'), 0),
			l.cgst_paise, l.sgst_paise, l.igst_paise
		FROM invoice_lines l JOIN invoices i ON i.customer_id = l.customer_id AND i.id = l.invoice_id
		WHERE l.customer_id = ? AND l.item_id = ? AND l.kind = 'rent' AND i.created_at >= ?`, []any{s.customer, s.item, s.bought}, func(rows *sql.Rows) error {
		var l drawable
		err := rows.Scan(&l.invoice, &l.made, &l.from, &l.to, &l.supplier, &l.place, &l.gst, &l.rent.list, &l.rent.value, &l.rent.cgst, &l.rent.sgst, &l.rent.igst)
		list = append(list, l)
		return err
	})
	slices.SortStableFunc(list, func(a, b drawable) int {
		return cmp.Or(cmp.Compare(a.made, b.made), cmp.Compare(a.invoice, b.invoice), a.from.Sub(b.from))
	})
	return list, err
}
