package simulate

import (
	"slices"
	"strings"

	"rento/internal/calendar"
	"rento/internal/money"
)

// The late fees that fall because money was paid in time, though we heard of it late: R6.

// inTime is a payment of an invoice by the day on which it was made.
type inTime struct {
	day    calendar.Date
	amount money.Paise
}

// paidOn is the day on which the payer paid, whenever we heard of it.
func (l *model) paidOn(e *entry) calendar.Date {
	if x := l.w.transferOf(e); x != nil {
		return x.on
	}
	if _, id, ok := strings.Cut(e.of, ":"); ok {
		return calendar.In(l.seen.payments[id].at)
	}
	return calendar.Instant(e.at).Date()
}

// wrongFees are the late fees that would not be there if money had been known on the day on which it
// was paid: with it, less than the floor of the invoice was not paid in time. What something else paid
// later counts as paid by what is left of the money.
func (l *model) wrongFees(queue [][]*bill, pool money.Paise, paid calendar.Date) (map[*bill]bool, error) {
	takes := map[*bill]money.Paise{}
	for _, list := range queue {
		for _, b := range list {
			open := b.open
			if slices.Contains(l.waived, b) {
				open = b.total
			}
			takes[b] = min(open, pool)
			pool -= takes[b]
		}
	}
	wrong := map[*bill]bool{}
	for _, f := range sortedFees(l.fees) {
		i := find(l.invoices, f.fee.invoice)
		isOpen := f.open > 0 || slices.Contains(l.waived, f)
		if !isOpen || len(f.fee.parts) > 0 || takes[i] == 0 {
			continue
		}
		day, err := l.feeDay(f)
		if err != nil {
			return nil, err
		}
		if day.Before(paid) {
			continue
		}
		lacks := i.open - takes[i]
		for _, p := range i.paid {
			if day.Before(p.day) {
				lacks += p.amount
			}
		}
		rest := max(0, min(lacks, pool+takes[f]))
		if lacks-rest < feeFloor {
			wrong[f] = true
			pool += takes[f] - rest
		}
	}
	return wrong, nil
}

// fair expects exactly the late fees to be taken back that turn out to be wrong.
func (l *model) fair(e *entry, wrong map[*bill]bool) error {
	for _, f := range l.waived {
		if !wrong[f] {
			return l.say(e, "fee %d was taken back, although its invoice was not paid by then", f.id)
		}
		delete(wrong, f)
	}
	for f := range wrong {
		return l.say(e, "fee %d stands, although its invoice was paid by %s", f.id, l.paidOn(e))
	}
	l.waived = nil
	return nil
}
