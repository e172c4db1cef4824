package simulate

import (
	"database/sql"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/money"
)

// rentLine is a line of an invoice as it is stored.
type rentLine struct {
	customer, invoice, item  int64
	from, to                 calendar.Date
	days, monthDays          int64
	rate, amount, cgst, igst money.Paise
	sac                      string
	bp                       int64
}

// checkRentLines is I13 for rent: each item's rented days are billed once and
// without a gap, at its rent, and each invoice sums and taxes them by the
// rules. The figures are worked out from what was ordered and picked up.
func (w *world) checkRentLines(truth) error {
	byItem, byInvoice, err := w.readLines()
	if err != nil {
		return err
	}
	for _, t := range w.tenants {
		for _, i := range t.items {
			if err := w.checkItem(i, byItem[i.id]); err != nil {
				return fmt.Errorf("I4: item %d of %d: %w", i.id, t.id, err)
			}
		}
	}
	return w.checkTotals(byInvoice)
}

func (w *world) readLines() (byItem, byInvoice map[int64][]rentLine, err error) {
	byItem, byInvoice = map[int64][]rentLine{}, map[int64][]rentLine{}
	err = each(w.judge, `SELECT customer_id, invoice_id, item_id, from_date, to_date, days, month_days, rate_paise, amount_paise, cgst_paise,
		igst_paise, sac, gst_bp FROM invoice_lines WHERE kind = 'rent' ORDER BY item_id, from_date`, nil, func(rows *sql.Rows) error {
		var l rentLine
		err := rows.Scan(&l.customer, &l.invoice, &l.item, &l.from, &l.to, &l.days, &l.monthDays, &l.rate, &l.amount, &l.cgst, &l.igst, &l.sac, &l.bp)
		byItem[l.item] = append(byItem[l.item], l)
		byInvoice[l.invoice] = append(byInvoice[l.invoice], l)
		return err
	})
	return byItem, byInvoice, err
}

// checkItem expects the lines to cover the days from delivery to pickup, or to
// the end of the last month that is over.
func (w *world) checkItem(i *item, lines []rentLine) error {
	end := calendar.Today(w.clock).MonthStart()
	if !i.closed.IsZero() {
		end = i.closed
	}
	day := i.delivered
	for _, l := range lines {
		if l.from != day {
			return fmt.Errorf("days from %s are billed, expected were days from %s", l.from, day)
		}
		last := l.to.AddDays(-1)
		if last.Month() != l.from.Month() || l.days != int64(l.to.Sub(l.from)) || l.monthDays != int64(l.from.DaysInMonth()) {
			return fmt.Errorf("the line %s to %s counts %d days of %d", l.from, l.to, l.days, l.monthDays)
		}
		want := (int64(i.rent)*l.days*2 + l.monthDays) / (2 * l.monthDays)
		if l.rate != i.rent || int64(l.amount) != want {
			return fmt.Errorf("%s to %s costs %d at %d, the rule says %d at %d", l.from, l.to, l.amount, l.rate, want, i.rent)
		}
		day = l.to
	}
	if day.Before(end) || day.After(calendar.Later(end, i.delivered)) {
		return fmt.Errorf("billed up to %s, expected %s", day, end)
	}
	return nil
}

// checkTotals works out every invoice of rent anew.
func (w *world) checkTotals(byInvoice map[int64][]rentLine) error {
	homes := map[int64]string{}
	for _, t := range w.tenants {
		homes[t.id] = t.city.StateCode
	}
	return each(w.judge, "SELECT customer_id, id, kind, taxable_paise, cgst_paise, sgst_paise, igst_paise, total_paise FROM invoices WHERE kind IN ('rental', 'adjustment')",
		nil, func(rows *sql.Rows) error {
			var customer, id int64
			var kind string
			var taxable, cgst, sgst, igst, total money.Paise
			if err := rows.Scan(&customer, &id, &kind, &taxable, &cgst, &sgst, &igst, &total); err != nil {
				return err
			}
			net, half, full := taxOf(byInvoice[id], homes[customer] != "19")
			want := net + 2*half + full
			if kind == "rental" {
				want = (want + 50) / 100 * 100
			}
			if taxable != net || cgst != half || sgst != half || igst != full || total != want {
				return fmt.Errorf("I4: invoice %d is %d + %d + %d + %d = %d, the rules say %d + %d + %d + %d = %d",
					id, taxable, cgst, sgst, igst, total, net, half, half, full, want)
			}
			return nil
		})
}

// taxOf is 18 % on the sum of each SAC, in two equal halves within a state.
func taxOf(lines []rentLine, within bool) (net, half, full money.Paise) {
	groups := map[string]money.Paise{}
	for _, l := range lines {
		groups[l.sac] += l.amount
		net += l.amount
	}
	for _, sum := range groups {
		if within {
			half += (sum*9 + 50) / 100
		} else {
			full += (sum*18 + 50) / 100
		}
	}
	return net, half, full
}
