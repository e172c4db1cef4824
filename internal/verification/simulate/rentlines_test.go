package simulate

import (
	"database/sql"
	"fmt"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/testkit/recompute"
)

// line is a line of an invoice as it is stored, with the supply of
// its invoice.
type line struct {
	customer, invoice, item int64
	operation               string
	supply
	from, to, dated calendar.Date // dated is the invoice
	days, monthDays int64
	rate, amount    money.Paise
	off             money.Paise // below zero, when it was paid in advance
	gst             int64       // hundredths of a percent
}

// net is a part of a line of rent with its share of the line's discount.
func (l line) net(part money.Paise) money.Paise {
	if l.off == 0 {
		return part
	}
	return half(int64(part)*int64(l.amount+l.off), int64(l.amount))
}

// checkRentLines is I13 for rent: each item's rented days are billed once and
// without a gap, at the rent and by the supply of the day, and each invoice sums
// and taxes them by the rules. The figures are worked out from what was
// ordered, agreed, brought and picked up.
func (w *world) checkRentLines(truth) error {
	byItem, _, err := w.readLines()
	if err != nil {
		return err
	}
	back, err := w.readOverbilled()
	if err != nil {
		return err
	}
	for _, t := range w.tenants {
		for _, i := range t.items {
			if err := w.checkItem(i, byItem[i.id], back[i.id]); err != nil {
				return fmt.Errorf("I4: item %d of %d: %w", i.id, t.id, err)
			}
		}
	}
	return w.checkDocuments()
}

const allLines = `SELECT l.customer_id, l.invoice_id, l.item_id, l.operation, i.supplier_state, i.place_of_supply, l.from_date, l.to_date, l.days, l.month_days,
	l.rate_paise, l.amount_paise, COALESCE((SELECT d.amount_paise FROM invoice_lines d WHERE d.customer_id = l.customer_id
		AND d.invoice_id = l.invoice_id AND d.line_no = l.line_no + 1 AND d.kind = 'discount'), 0), l.gst_bp, i.date
	FROM invoice_lines l JOIN invoices i ON i.customer_id = l.customer_id AND i.id = l.invoice_id
	WHERE l.kind IN ('rent', 'charge') ORDER BY l.item_id, l.from_date, l.invoice_id, l.line_no`

// readLines reads the lines of rent by item, and all lines by invoice.
func (w *world) readLines() (rent, byInvoice map[int64][]line, err error) {
	rent, byInvoice = map[int64][]line{}, map[int64][]line{}
	err = each(w.judge, allLines, nil, func(rows *sql.Rows) error {
		var l line
		err := rows.Scan(&l.customer, &l.invoice, &l.item, &l.operation, &l.supplier, &l.place, &l.from, &l.to, &l.days, &l.monthDays,
			&l.rate, &l.amount, &l.off, &l.gst, &l.dated)
		if l.operation == "" {
			rent[l.item] = append(rent[l.item], l)
		}
		byInvoice[l.invoice] = append(byInvoice[l.invoice], l)
		return err
	})
	return rent, byInvoice, err
}

// readOverbilled reads what was credited of days after a pickup, by item.
func (w *world) readOverbilled() (map[int64]money.Paise, error) {
	back := map[int64]money.Paise{}
	err := each(w.judge, "SELECT item_id, amount_paise FROM invoice_lines WHERE kind = 'credit' AND operation LIKE 'overbilled/%'", nil, func(rows *sql.Rows) error {
		var id int64
		var amount money.Paise
		err := rows.Scan(&id, &amount)
		back[id] += amount
		return err
	})
	return back, err
}

// checkItem expects the lines to cover the days from delivery, or the first that
// we bill of an imported item, to pickup, or to
// the end of the last month that is over. What the monthly run had billed when
// our people told of a pickup is credited.
func (w *world) checkItem(i *item, lines []line, back money.Paise) error {
	if w.trade.timing == billing.Advance {
		if back != 0 && i.closed.IsZero() {
			return fmt.Errorf("%d are credited for days after a pickup, there was none", back)
		}
		return w.checkAhead(i, lines)
	}
	end := w.billedTo()
	if !i.closed.IsZero() {
		end = i.closed
	}
	var over money.Paise
	if len(lines) > 0 && lines[len(lines)-1].to.After(end) && !i.closed.IsZero() {
		for _, l := range lines {
			if l.to.After(end) {
				over += l.net(l.amount - share(l.rate, max(0, end.Sub(l.from)), l.from))
			}
		}
		end = lines[len(lines)-1].to.AddDays(-1).NextMonth()
	}
	if back != over {
		return fmt.Errorf("%d are credited for days after the pickup, it should be %d", back, over)
	}
	first := calendar.Later(i.delivered, i.imported)
	spans := i.spans(first, calendar.Later(end, first))
	if len(lines) != len(spans) {
		return fmt.Errorf("%d lines are billed, the rules say %d: %+v instead of %+v", len(lines), len(spans), lines, spans)
	}
	for n, l := range lines {
		s := spans[n]
		days, monthDays := int64(s.to.Sub(s.from)), int64(s.from.DaysInMonth())
		if l.from != s.from || l.to != s.to || l.days != days || l.monthDays != monthDays {
			return fmt.Errorf("%s to %s (%d of %d days) is billed, the rules say %s to %s", l.from, l.to, l.days, l.monthDays, s.from, s.to)
		}
		if want := w.gst(i.product, l.dated); l.gst != want {
			return fmt.Errorf("%s to %s is taxed at %d, the product at %d on %s", l.from, l.to, l.gst, want, l.dated)
		}
		if l.rate != s.rent || l.amount != s.amount || l.supply != s.supply {
			return fmt.Errorf("%s to %s costs %d at %d by %+v, the rules say %d at %d by %+v", l.from, l.to, l.amount, l.rate, l.supply, s.amount, s.rent, s.supply)
		}
	}
	return nil
}

// checkDocuments is I16: every document passes what the tax portal and
// docs/rules.md recompute, and stands in the accounts of its registration.
func (w *world) checkDocuments() error {
	report, err := recompute.Documents(w.ctx, w.judge.DB, w.billedTo().String())
	if err == nil && report.Err() != nil {
		err = fmt.Errorf("I16: %w", report.Err())
	}
	return err
}
