package recompute

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
)

func (b *books) read(ctx context.Context, db Database) error {
	b.byID, b.itemByID = map[int64]*document{}, map[int64]*item{}
	b.registered, b.fees, b.posted = map[string][2]string{}, map[int64]*fee{}, map[int64]map[string]int64{}
	b.credited, b.changed, b.notes = map[string]int64{}, map[string]int64{}, map[int64][]*document{}
	for query, scan := range map[string]func(rows *sql.Rows) error{
		"SELECT state_code, gstin, series FROM gst_registrations": b.readRegistration,
		"SELECT sac, from_date, to_date, rate_bp FROM gst_rates":  b.readRate,
		`SELECT e.source_id, p.account, p.amount_paise FROM ledger_entries e
			JOIN ledger_postings p ON p.customer_id = e.customer_id AND p.entry_id = e.id WHERE e.source_type = 'invoice'`: b.readPosting,
	} {
		if err := each(ctx, db, query, scan); err != nil {
			return err
		}
	}
	// What hangs on others is read after them.
	for _, step := range []struct {
		query string
		scan  func(rows *sql.Rows) error
	}{
		{"SELECT id, invoice_id, date, base_paise, amount_paise, paid_paise, waived_reason FROM late_fees", b.readFee},
		{`SELECT late_fee_id, entry_id, amount_paise, deposit_paise, promotional_paise FROM payment_allocations WHERE late_fee_id <> 0
			ORDER BY customer_id, id`, b.readMatch},
		{`SELECT customer_id, id, original_id, number, kind, date, due_date, supplier_state, supplier_gstin, place_of_supply, bill_gstin, taxable_paise, cgst_paise,
			sgst_paise, igst_paise, round_off_paise, total_paise, credited_paise FROM invoices ORDER BY date, id`, b.readDocument},
		{"SELECT invoice_id, value_paise + cgst_paise + sgst_paise + igst_paise FROM advance_draws WHERE invoice_id IS NOT NULL", b.readDraw},
		{`SELECT i.customer_id, i.id, i.sac, i.own_gst_bp, i.billing_from, i.closed_date, i.pickup_date, c.gstin_state
			FROM order_items i JOIN customers c ON c.id = i.customer_id WHERE i.delivery_status IN (200, 300) ORDER BY i.id`, b.readItem},
		{`SELECT a.invoice_id, e.day FROM payment_allocations a JOIN ledger_entries e ON e.customer_id = a.customer_id AND e.id = a.entry_id
			WHERE a.amount_paise < 0 AND e.source_type IN ('payment_taken_back', 'tax_deducted_taken_back')`, b.readReopening},
		{"SELECT item_id, from_date, rent_paise, state_code FROM item_terms ORDER BY item_id, from_date", b.readTerm},
		{`SELECT customer_id, invoice_id, line_no, kind, operation, item_id, sac, gst_bp, from_date, to_date, rate_paise, days, month_days, amount_paise,
			cgst_paise, sgst_paise, igst_paise FROM invoice_lines ORDER BY from_date, invoice_id, line_no`, b.readLine},
	} {
		if err := each(ctx, db, step.query, step.scan); err != nil {
			return err
		}
	}
	return nil
}

func each(ctx context.Context, db Database, query string, scan func(rows *sql.Rows) error) error {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return fmt.Errorf("recompute: %q: %w", query, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return fmt.Errorf("recompute: %q: %w", query, err)
		}
	}
	return rows.Err()
}

func (b *books) readRegistration(rows *sql.Rows) error {
	var state, gstin, series string
	err := rows.Scan(&state, &gstin, &series)
	b.registered[state] = [2]string{gstin, series}
	return err
}

func (b *books) readRate(rows *sql.Rows) error {
	var r rate
	err := rows.Scan(&r.sac, &r.from, &r.to, &r.bp)
	b.rates = append(b.rates, r)
	return err
}

func (b *books) readFee(rows *sql.Rows) error {
	f := &fee{received: map[int64]int64{}, receipt: map[int64]int64{}}
	err := rows.Scan(&f.id, &f.invoice, &f.date, &f.base, &f.amount, &f.paid, &f.waived)
	b.fees[f.id] = f
	return err
}

// readMatch reads money on late fees, and what of it went back.
func (b *books) readMatch(rows *sql.Rows) error {
	var id, entry int64
	var o origin
	if err := rows.Scan(&id, &entry, &o.amount, &o.deposit, &o.promotional); err != nil {
		return err
	}
	f := b.fees[id]
	if f == nil {
		return fmt.Errorf("money on a late fee %d that does not exist", id)
	}
	if o.amount > 0 {
		f.received[f.left.amount], f.receipt[f.left.amount] = o.amount, entry
	}
	f.left = origin{f.left.amount + o.amount, f.left.deposit + o.deposit, f.left.promotional + o.promotional}
	return nil
}

func (b *books) readPosting(rows *sql.Rows) error {
	var source, account string
	var amount int64
	err := rows.Scan(&source, &account, &amount)
	if err != nil {
		return err
	}
	id, err := strconv.ParseInt(source, 10, 64)
	if b.posted[id] == nil {
		b.posted[id] = map[string]int64{}
	}
	b.posted[id][account] += amount
	return err
}

func (b *books) readDocument(rows *sql.Rows) error {
	d := &document{}
	err := rows.Scan(&d.customer, &d.id, &d.original, &d.number, &d.kind, &d.date, &d.due, &d.supplier, &d.gstin, &d.place, &d.billed, &d.taxable, &d.cgst,
		&d.sgst, &d.igst, &d.roundOff, &d.total, &d.credited)
	b.documents = append(b.documents, d)
	b.byID[d.id] = d
	if d.isCreditNote() {
		b.notes[d.original] = append(b.notes[d.original], d)
	}
	return err
}

func (b *books) readDraw(rows *sql.Rows) error {
	var id, amount int64
	err := rows.Scan(&id, &amount)
	if d := b.byID[id]; d != nil {
		d.ahead += amount
	}
	return err
}

func (b *books) readReopening(rows *sql.Rows) error {
	var id int64
	var on string
	err := rows.Scan(&id, &on)
	if d := b.byID[id]; d != nil {
		d.reopened = append(d.reopened, on)
	}
	return err
}

func (b *books) readItem(rows *sql.Rows) error {
	i := &item{}
	err := rows.Scan(&i.customer, &i.id, &i.sac, &i.own, &i.first, &i.pickup, &i.came, &i.registeredIn)
	b.items = append(b.items, i)
	b.itemByID[i.id] = i
	return err
}

func (b *books) readTerm(rows *sql.Rows) error {
	var id int64
	var t term
	err := rows.Scan(&id, &t.from, &t.rent, &t.state)
	if i := b.itemByID[id]; i != nil {
		i.terms = append(i.terms, t)
	}
	return err
}

func (b *books) readLine(rows *sql.Rows) error {
	var l line
	err := rows.Scan(&l.customer, &l.in, &l.no, &l.kind, &l.operation, &l.item, &l.sac, &l.bp, &l.from, &l.to, &l.rate, &l.days, &l.monthDays, &l.amount,
		&l.cgst, &l.sgst, &l.igst)
	if err != nil {
		return err
	}
	d := b.byID[l.in]
	if d == nil {
		return fmt.Errorf("a line of an invoice %d that does not exist", l.in)
	}
	if l.kind == "discount" {
		b.discount(d, l)
	}
	d.lines = append(d.lines, l)
	if l.kind == "credit" {
		b.credited[l.operation] += l.amount
		if at := strings.LastIndex(l.operation, "/"); strings.HasPrefix(l.operation, "changed/") {
			b.changed[l.operation[:at]] += l.amount
		}
	}
	if i := b.itemByID[l.item]; i != nil && l.kind == "rent" {
		i.lines = append(i.lines, l)
	}
	return nil
}

// discount notes the discount on the line of rent before it.
func (b *books) discount(d *document, off line) {
	if i := b.itemByID[off.item]; i != nil && len(i.lines) > 0 {
		if last := &i.lines[len(i.lines)-1]; last.in == off.in && last.from == off.from {
			last.off = off.amount
			return
		}
	}
	b.find("%s, line %d: a discount without rent", d.number, off.no)
}
