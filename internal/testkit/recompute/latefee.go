package recompute

import (
	"fmt"
	"slices"
	"strings"
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

// checkFees expects a fee to fall with its invoice, and what was paid of it to
// be credited on the documents that taxed it and to go back to what paid it,
// all of it unless it is too late to take tax back; and no other fee to be
// credited.
func (b *books) checkFees() {
	back := map[int64]map[int64]bool{} // by fee and what had been received before
	untaxed := map[int64]bool{}
	for _, d := range b.documents {
		if d.note() && b.byID[d.original].kind == "late_fee" {
			b.checkFeeNote(d, back, untaxed)
		}
	}
	for _, f := range b.fees {
		who := fmt.Sprintf("late fee %d of %s", f.id, b.byID[f.invoice].number)
		falls := b.falls(f)
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

// checkFeeNote expects a credit note on late fees to take lines of its document
// back as they are, and to give what was received on them.
func (b *books) checkFeeNote(note *document, back map[int64]map[int64]bool, untaxed map[int64]bool) {
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
