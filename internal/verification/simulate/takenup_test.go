package simulate

import (
	"fmt"

	"rento/internal/calendar"
	"rento/internal/money"
)

// checkTakenUp is A9: a debit that goes with its mandate, or is above its limit, is planned anew under the one
// by which rent is debited from now on, if the invoice is open, its month has a day
// left for it, and the mandate allows it. It is looked at where one of both has just
// changed.
func (w *world) checkTakenUp(before, now snapshot) error {
	for id, d := range now.debits {
		if again, _ := now.inPlaceOf(id, calendar.Date{}); d.skipped != "mandate_inactive" && d.skipped != "not_allowed" || again {
			continue
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
	err := w.judge.one("SELECT total_paise - paid_paise - credited_paise FROM invoices WHERE customer_id = ? AND id = ?", []any{d.customer, d.invoice}, &open)
	if err != nil {
		return err
	}
	err = w.judge.one("SELECT max_paise, expires_on, method FROM mandates WHERE customer_id = ? AND id = ?", []any{d.customer, id}, &most, &ends, &method)
	if err != nil {
		return err
	}
	on := calendar.Later(calendar.MustParse(d.on), calendar.Today(w.clock).AddDays(2))
	for method == "emandate" && !(calendar.BankDays{}).Has(on) || method == "upi" && on.AddDays(1).DayOfMonth() == 1 {
		on = on.AddDays(1)
	}
	if open == 0 || open > most || ends != "" && ends < on.String() || on.MonthStart().String() != d.cycle {
		return nil
	}
	return fmt.Errorf("%d of invoice %d are open, and %s is a day for it", open, d.invoice, on)
}
