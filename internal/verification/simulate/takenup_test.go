package simulate

import (
	"fmt"
	"slices"

	"rento/internal/calendar"
	"rento/internal/money"
)

// checkTakenUp is A9: a debit that goes with its mandate, or is above its limit, is planned anew under the one
// by which rent is debited from now on, if the invoice is open, its month has a day
// left for it, and the mandate allows it. It is looked at where one of both has just
// changed.
func (w *world) checkTakenUp(before, now snapshot) error {
	for id, d := range now.debits {
		if d.skipped != "mandate_inactive" && d.skipped != "not_allowed" || now.anyInPlaceOf(id) {
			continue
		}
		if d.skipped == "mandate_inactive" && before.debits[id].skipped == "" && now.mandates[d.mandate].state == "confirmed" {
			return fmt.Errorf("A11: debit %d moved away from mandate %d, which could make it, to none", id, d.mandate)
		}
		for m, s := range now.mandates {
			changed := !before.mandates[m].usable() || before.debits[id].skipped != d.skipped
			if s.customer != d.customer || !s.usable() || !changed || now.hasMonth(m, d.cycle) {
				continue
			}
			if err := w.mayBeDropped(m, d); err != nil {
				return fmt.Errorf("A9: debit %d of mandate %d, dropped, is not planned under mandate %d: %w", id, d.mandate, m, err)
			}
		}
	}
	return nil
}

// anyInPlaceOf reports whether a debit was planned anew, or any of its invoices was.
func (s snapshot) anyInPlaceOf(id int64) bool {
	return slices.ContainsFunc(s.debits[id].invoices, func(invoice int64) bool {
		again, _ := s.inPlaceOf(id, invoice, calendar.Date{})
		return again
	})
}

// checkTogether is A12: an invoice is left out of its month's debit only if the mandate does not
// allow it beside the others, or that debit had been submitted.
func (w *world) checkTogether(before, now snapshot) error {
	for id, d := range now.debits {
		if before.debits[id].state != "" || d.skipped != "month_taken" {
			continue
		}
		var left, taken, most money.Paise
		var method string
		err := w.judge.one("SELECT amount_paise FROM mandate_debits WHERE customer_id = ? AND id = ?", []any{d.customer, id}, &left)
		if err != nil {
			return err
		}
		err = w.judge.one(`SELECT amount_paise FROM mandate_debits WHERE customer_id = ? AND mandate_id = ? AND cycle = ? AND state = 'scheduled' AND tries = 0
			UNION ALL SELECT 0 ORDER BY 1 DESC LIMIT 1`, []any{d.customer, d.mandate, d.cycle}, &taken)
		if err != nil {
			return err
		}
		err = w.judge.one("SELECT max_paise, method FROM mandates WHERE customer_id = ? AND id = ?", []any{d.customer, d.mandate}, &most, &method)
		if err != nil {
			return err
		}
		if method != "emandate" {
			most = min(most, 1_500_000)
		}
		if taken > 0 && left+taken <= most {
			return fmt.Errorf("A12: debit %d of %d is left out beside %d, and mandate %d allows %d", id, left, taken, d.mandate, most)
		}
	}
	return nil
}

// hasMonth reports whether a mandate has its debit of a month.
func (s snapshot) hasMonth(mandate int64, cycle string) bool {
	for _, d := range s.debits {
		if d.mandate == mandate && d.cycle == cycle && d.state != "skipped" {
			return true
		}
	}
	return false
}

// mayBeDropped says what a mandate should have debited for a debit that was dropped,
// nil for nothing.
func (w *world) mayBeDropped(id int64, d standing) error {
	var open, most money.Paise
	var ends, method string
	var tries int64
	for _, invoice := range d.invoices {
		n, err := w.triesOf(invoice)
		if err != nil {
			return err
		}
		tries = max(tries, n)
		var one money.Paise
		err = w.judge.one("SELECT total_paise - paid_paise - credited_paise FROM invoices WHERE customer_id = ? AND id = ?", []any{d.customer, invoice}, &one)
		if err != nil {
			return err
		}
		open += one
	}
	err := w.judge.one("SELECT max_paise, expires_on, method FROM mandates WHERE customer_id = ? AND id = ?", []any{d.customer, id}, &most, &ends, &method)
	if err != nil {
		return err
	}
	on := calendar.Later(calendar.MustParse(d.on), calendar.Today(w.clock).AddDays(2))
	for method == "emandate" && !(calendar.BankDays{}).Has(on) || method == "upi" && on.AddDays(1).DayOfMonth() == 1 {
		on = on.AddDays(1)
	}
	if tries >= mostTries(method) || open < money.Rupee || open > most || ends != "" && ends < on.String() || on.MonthStart().String() != d.cycle {
		return nil
	}
	return fmt.Errorf("%d of the invoices %v are open, and %s is a day for it", open, d.invoices, on)
}

// ofInvoice says that a debit d is for an invoice.
const ofInvoice = "(d.invoice_id = i.id OR EXISTS (SELECT 1 FROM mandate_debit_invoices o WHERE o.debit_id = d.id AND o.invoice_id = i.id))"

// triesOf is how often an invoice was submitted to a bank, by whatever mandate.
func (w *world) triesOf(invoice int64) (int64, error) {
	return number(w.judge, "SELECT SUM(d.tries) FROM mandate_debits d, invoices i WHERE i.id = ? AND "+ofInvoice, invoice)
}

// mostTries is how often an invoice may be submitted in all, by the rail that makes the last try.
func mostTries(method string) int64 {
	if method == "upi" {
		return 4
	}
	return 3
}

// checkTries is A13: an invoice is submitted three times at most, and four if UPI made the last try.
func (w *world) checkTries(truth) error {
	const last = "(SELECT m.method FROM mandate_debits d JOIN mandates m ON m.id = d.mandate_id WHERE d.tries > 0 AND " + ofInvoice + " ORDER BY d.id DESC LIMIT 1)"
	return none(w.judge, "A13", "invoices were submitted more often than their rail allows",
		"SELECT COUNT(*) FROM invoices i WHERE (SELECT SUM(d.tries) FROM mandate_debits d WHERE "+ofInvoice+") > CASE WHEN "+last+" = 'upi' THEN 4 ELSE 3 END")
}
