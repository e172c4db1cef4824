package simulate

import (
	"slices"
	"strings"

	"rento/internal/calendar"
	"rento/internal/money"
)

// Bank transfers in the model: which bills the payer has named, what the tax beside the money and the
// money pay together, and what is open again once they are taken back.

// receiptParts are what an entry has paid, for the case that it is taken back.
type receiptPart struct {
	bill   *bill
	amount money.Paise
	day    calendar.Date
}

// namedBy reports which bills the payer of a transfer has named, nil if none or for other entries. Tax
// is deducted from one invoice by each entry.
func (l *model) namedBy(e *entry) func(*bill) bool {
	x := l.w.transferOf(e)
	if x == nil {
		return nil
	}
	if e.source == "tax_deducted" {
		id, err := number(l.w.judge, "SELECT MIN(invoice_id) FROM payment_allocations WHERE customer_id = ? AND entry_id = ? AND invoice_id > 0", l.customer, e.id)
		if err != nil {
			return nil
		}
		return func(b *bill) bool { return b.id == id }
	}
	numbers := x.namedAt(e.at)
	if len(numbers) == 0 {
		return nil
	}
	return func(b *bill) bool { return slices.Contains(numbers, b.number) }
}

// undone expects an entry about a transfer to be reversed: its invoices are open again, and a late fee
// that it paid is given back by a credit note and goes with the money.
func (l *model) undone(e *entry) error {
	source := strings.TrimSuffix(e.source, "_taken_back")
	parts := l.parts[source+" "+e.of]
	var rent, fees money.Paise
	for _, p := range parts {
		if p.bill.fee != nil {
			fees += p.amount
			p.bill.fee.undone = true
			if p.bill.fee.waivedAt == 0 {
				p.bill.fee.waivedAt = e.at
			}
			continue
		}
		rent += p.amount
		p.bill.lower(-p.amount, e.at)
		p.bill.reopened = append(p.bill.reopened, e.at)
		p.bill.from.own -= p.amount
		p.bill.paid = append(p.bill.paid, inTime{p.day, -p.amount})
	}
	from := map[string]string{"payment": "company:suspense", "tax_deducted": "company:tds_receivable"}[source]
	if len(parts) == 0 || e.legs["receivable"] != rent || e.legs["wallet"] != fees || e.legs[from] != -rent-fees {
		return l.say(e, "rent of %d and fees of %d are to be taken back, entered is %v", rent, fees, e.legs)
	}
	l.wallet -= fees
	delete(l.parts, source+" "+e.of)
	return nil
}

// goesWithTransfer reports whether a transfer that paid a late fee is taken back right after the credit
// note on that fee.
func (l *model) goesWithTransfer(note *entry, fee *bill) bool {
	return slices.ContainsFunc(l.journal, func(e *entry) bool {
		source, isReversal := strings.CutSuffix(e.source, "_taken_back")
		return isReversal && e.at == note.at && e.id > note.id &&
			slices.ContainsFunc(l.parts[source+" "+e.of], func(p receiptPart) bool { return p.bill == fee })
	})
}

// transferred reports whether an entry ends what a transfer pays, after the tax beside it. At the
// first of these entries it works out which late fees are wrong by all of it together.
func (l *model) transferred(e *entry) (isLast bool, err error) {
	x := l.w.transferOf(e)
	if x == nil {
		return false, nil
	}
	match := e.of // UTR and transaction
	if e.source == "tax_deducted" {
		match = "bank_transfer:" + strings.Join(strings.SplitN(e.of, "/", 3)[:2], "/")
		if len(l.parts["payment "+match]) > 0 {
			return false, nil // it was told later
		}
	}
	if l.wrong == nil {
		pool := l.w.unmatched(x, e.id)
		for _, other := range l.journal {
			if other.id >= e.id && other.source == "tax_deducted" && strings.HasPrefix("bank_transfer:"+other.of+"/", match+"/") {
				pool += other.legs["company:tds_receivable"]
			}
		}
		var named func(*bill) bool
		if numbers := x.namedAt(e.at); len(numbers) > 0 {
			named = func(b *bill) bool { return slices.Contains(numbers, b.number) }
		}
		queue, err := l.queue(e, named)
		if err != nil {
			return false, err
		}
		if named != nil {
			queue = queue[:2]
		}
		if l.wrong, err = l.wrongFees(queue, min(pool, l.openOf(queue)), x.on); err != nil {
			return false, err
		}
	}
	return e.source == "payment", nil
}

// openOf is what is open of bills, with the late fees that were just taken back.
func (l *model) openOf(queue [][]*bill) (sum money.Paise) {
	for _, b := range slices.Concat(queue...) {
		if sum += b.open; slices.Contains(l.waived, b) {
			sum += b.total
		}
	}
	return sum
}

// unmatched is what of a transfer had paid nothing before an entry.
func (w *world) unmatched(x *transfer, before int64) (left money.Paise) {
	for _, e := range w.books.entries {
		if e.id < before && w.transferOf(e) == x {
			left -= e.legs["company:suspense"]
		}
	}
	return left
}
