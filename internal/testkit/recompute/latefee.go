package recompute

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// feeOf is the late fee that a line of a tax document received money on, or that
// a line of a credit note gives back, and what had been received on it before;
// nil for any other line.
func (b *books) feeOf(l line) (f *fee, before int64) {
	var id int64
	if _, err := fmt.Sscanf(strings.TrimPrefix(l.operation, "credit/"), "late_fee/%d/%d", &id, &before); err != nil {
		return nil, 0
	}
	return b.fees[id], before
}

// receivedOn is what was received on the fees of a document's lines, by rate.
func (b *books) receivedOn(d *document) (received int64, byRate map[int64]int64) {
	byRate = map[int64]int64{}
	for _, l := range d.lines {
		if f, before := b.feeOf(l); f != nil {
			received += f.received[before]
			byRate[l.bp] += f.received[before]
		}
	}
	return received, byRate
}

// checkReceived expects one rate's fees to have the base that their amount has
// inside, and the total to be what was received.
func (b *books) checkReceived(who string, d *document) {
	received, inside := b.receivedOn(d)
	rates := byRate(d.lines)
	for bp, amount := range inside {
		if want := halfUp(amount*10_000, 10_000+bp); rates[bp] != want {
			b.find("%s: of %d the base is %d, the rule says %d", who, amount, rates[bp], want)
		}
	}
	if most := int64(len(rates)); d.total != received || max(d.roundOff, -d.roundOff) > most {
		b.find("%s: %d were received, the document is of %d, rounded by %d", who, received, d.total, d.roundOff)
	}
}

// checkReceipts expects the fees that a receipt paid on one tax document, or one
// for each supplier, place of supply and GSTIN of its invoices, and each of them
// there once.
func (b *books) checkReceipts() {
	type share struct {
		receipt                 int64
		supplier, place, billed string
	}
	documents := map[share]*document{}
	taxed := map[int64]map[int64]bool{} // by fee and what had been received before
	for _, d := range b.documents {
		if d.kind != "late_fee" {
			continue
		}
		for _, l := range d.lines {
			f, before := b.feeOf(l)
			if f == nil || f.receipt[before] == 0 || taxed[f.id][before] {
				b.find("%s: line %d, %q, is of no receipt, or of one that is taxed elsewhere", d.number, l.no, l.operation)
				continue
			}
			if taxed[f.id] == nil {
				taxed[f.id] = map[int64]bool{}
			}
			taxed[f.id][before] = true
			i := b.byID[f.invoice]
			of := share{f.receipt[before], i.supplier, i.place, i.billed}
			if other := documents[of]; other != nil && other != d {
				b.find("%s and %s: two documents for the late fees of receipt %d, the rule says one", other.number, d.number, of.receipt)
			}
			documents[of] = d
		}
	}
	for _, f := range b.fees {
		if len(taxed[f.id]) != len(f.received) {
			b.find("late fee %d of %s: was received in %d parts, %d are taxed", f.id, b.byID[f.invoice].number, len(f.received), len(taxed[f.id]))
		}
	}
	for of, d := range documents {
		for _, l := range d.lines {
			if f, before := b.feeOf(l); f != nil && f.receipt[before] != of.receipt {
				b.find("%s: has late fees of two receipts, %d and %d", d.number, of.receipt, f.receipt[before])
			}
		}
	}
}

// falls reports whether a fee goes with what was credited of its invoice: all
// of its value, or since the fee at least what the fee was worked out on.
func (b *books) falls(f *fee) bool {
	var value, since int64
	for _, n := range b.notes[f.invoice] {
		value += n.taxable
		if n.id > f.id {
			since += n.total
		}
	}
	return value == b.byID[f.invoice].taxable || since >= f.base
}

// checkFees expects a fee to fall with its invoice, or with a bank transfer of somebody else that had paid it, and what was paid of it to
// be credited on the documents that taxed it and to go back to what paid it,
// all of it unless it is too late to take tax back; and no other fee to be
// credited.
func (b *books) checkFees() {
	b.checkFeesOfInvoices()
	back := map[int64]map[int64]bool{} // by fee and what had been received before
	untaxed := map[int64]bool{}
	for _, d := range b.documents {
		if d.isCreditNote() && b.byID[d.original].kind == "late_fee" {
			b.checkFeeCredit(d, back, untaxed)
		}
	}
	for _, f := range b.fees {
		who := fmt.Sprintf("late fee %d of %s", f.id, b.byID[f.invoice].number)
		falls := b.falls(f) || f.waived == "payment recorded by mistake"
		switch {
		case f.paid != f.left.amount:
			b.find("%s: %d are paid, the matches say %d", who, f.paid, f.left.amount)
		case falls && f.waived == "":
			b.find("%s stands, its invoice was credited", who)
		case !falls && (f.waived == "invoice credited" || len(back[f.id]) > 0):
			b.find("%s fell, its invoice stands", who)
		case falls && len(back[f.id]) != len(f.received):
			b.find("%s: was received in %d parts, %d are credited", who, len(f.received), len(back[f.id]))
		case falls && f.left != (origin{}) && !untaxed[f.id]:
			b.find("%s: of what paid it %+v did not go back", who, f.left)
		}
	}
}

// pickups are the items whose charges for leaving early an invoice has, nil for
// none.
func pickups(d *document) (items []int64) {
	for _, l := range d.lines {
		if l.kind == "charge" && strings.HasPrefix(l.operation, "closure/") {
			items = append(items, l.item)
		}
	}
	return items
}

// checkFeesOfInvoices expects each fee to be 2 % of what was open or the least
// or the most or what the tenth of its invoice leaves, never on less than 100
// rupees, to come on its day or later in that month, to be alone in its calendar
// month, and those of an invoice to stay within a tenth of its rent and tax, to
// the last fraction of a paisa.
func (b *books) checkFeesOfInvoices() {
	charged := map[string]int64{} // by invoice and month
	sums := map[int64]int64{}
	raised := map[int64]int64{} // by invoice, those that fell since too
	for _, id := range slices.Sorted(maps.Keys(b.fees)) {
		f := b.fees[id]
		i := b.byID[f.invoice]
		who := fmt.Sprintf("late fee %d of %s", f.id, i.number)
		// A fee that fell since counted or not, by whether it had fallen before this one.
		rule := min(max(halfUp(f.base*2, 10_000)*100, 2000), 100_000)
		least, most := min(rule, leftForFees(i, raised[f.invoice])), min(rule, leftForFees(i, sums[f.invoice]))
		if f.amount < max(least, 1) || f.amount > most {
			b.find("%s: is %d on %d, the rule says %d to %d", who, f.amount, f.base, least, most)
		}
		if f.base < 10_000 {
			b.find("%s: is on %d, the rule says none on less than 10000", who, f.base)
		}
		raised[f.invoice] += f.amount
		month := fmt.Sprint(f.invoice, "/", f.date[:len("2026-11")])
		if other := charged[month]; other != 0 {
			b.find("%s: is the second of %s, after %d", who, f.date[:len("2026-11")], other)
		}
		charged[month] = f.id
		if !b.feeMayCome(i, f.date) {
			b.find("%s: of %s, on which none is due by %s", who, f.date, i.due)
		}
		if f.waived == "" {
			sums[f.invoice] += f.amount
		}
	}
	for id, sum := range sums {
		if i := b.byID[id]; sum*10 > i.total-i.roundOff {
			b.find("%s: fees of %d on rent and tax of %d", i.number, sum, i.total-i.roundOff)
		}
	}
}

// leftForFees is what a tenth of an invoice's rent and tax leaves after fees
// before, in whole rupees.
func leftForFees(i *document, before int64) int64 {
	return max(0, (i.total-i.roundOff-before*10)/1000*100)
}

// feeMayCome reports whether a day is that of a fee on an invoice, or a later one
// of its month: the day after the invoice is late, or the day after the due day
// of a month, which is at least a month after it was late.
func (b *books) feeMayCome(i *document, date string) bool {
	late := day(i.due)
	for _, id := range pickups(i) {
		if b.itemByID[id] == nil || b.itemByID[id].pickup == "" {
			return false
		}
		if grace := day(max(b.itemByID[id].pickup, b.itemByID[id].came)).AddDate(0, 0, 10); grace.After(late) {
			late = grace
		}
	}
	for _, on := range i.reopened { // a payment that was recorded by mistake was taken back
		if grace := day(on).AddDate(0, 0, 4); on < date && grace.After(late) {
			late = grace
		}
	}
	first, charged := late.AddDate(0, 0, 1), day(date)
	if first.Format("2006-01") == charged.Format("2006-01") {
		return !charged.Before(first)
	}
	due := time.Date(charged.Year(), charged.Month(), day(i.due).Day(), 0, 0, 0, 0, time.UTC)
	lastOfNext := time.Date(late.Year(), late.Month()+2, 0, 0, 0, 0, 0, time.UTC)
	next := late.AddDate(0, 1, 0)
	if next.After(lastOfNext) {
		next = lastOfNext
	}
	return !due.Before(next) && charged.After(due)
}

// checkFeeCredit expects a credit note on late fees to take lines of its document
// back as they are, and to give what was received on them.
func (b *books) checkFeeCredit(note *document, back map[int64]map[int64]bool, untaxed map[int64]bool) {
	who := fmt.Sprintf("%s, a credit note on %s", note.number, b.byID[note.original].number)
	for _, l := range note.lines {
		f, before := b.feeOf(l)
		taxed := slices.IndexFunc(b.byID[note.original].lines, func(o line) bool { return "credit/"+o.operation == l.operation })
		if f == nil || taxed < 0 || b.byID[note.original].lines[taxed].amount != l.amount {
			b.find("%s: line %d, %q of %d, takes back nothing of it", who, l.no, l.operation, l.amount)
			continue
		}
		if back[f.id] == nil {
			back[f.id] = map[int64]bool{}
		}
		back[f.id][before] = true
		untaxed[f.id] = untaxed[f.id] || commercial(note)
	}
	received, _ := b.receivedOn(note)
	if !commercial(note) && note.total != received || commercial(note) && note.total != note.taxable {
		b.find("%s: gives %d back, %d were received", who, note.total, received)
	}
}
