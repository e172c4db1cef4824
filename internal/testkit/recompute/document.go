package recompute

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// checkDocument does what the tax portal does: tax from value and rate, once
// per document and rate; and what Rento promises beside: rates, shares,
// rounding and the sum.
func (b *books) checkDocument(d *document) {
	b.report.Documents++
	b.report.Lines += len(d.lines)
	who := fmt.Sprintf("%s of %s (customer %d)", d.number, d.date, d.customer)
	if d.total != d.taxable+d.tax()+d.roundOff {
		b.find("%s: %d is not %d + %d + %d", who, d.total, d.taxable, d.tax(), d.roundOff)
	}
	if own, ok := b.registered[d.supplier]; !ok || own[0] != d.gstin || !strings.HasPrefix(d.number, own[1]+"/") {
		b.find("%s: the supplier %s in %s is none of ours", who, d.gstin, d.supplier)
	}
	var value, half, full int64
	for bp, sum := range byRate(d.lines) {
		value += sum
		if commercial(d) {
			continue
		}
		if d.intra() {
			half += halfUp(sum*bp, 20_000)
		} else {
			full += halfUp(sum*bp, 10_000)
		}
	}
	if d.taxable != value || d.cgst != half || d.sgst != half || d.igst != full {
		b.find("%s: %d with %d, %d and %d of tax, the rules say %d with %d, %d and %d", who, d.taxable, d.cgst, d.sgst, d.igst, value, half, half, full)
	}
	if want := due(d); want != "" && d.due != want && (pickups(d) == nil || d.due < want || day(d.due).Day() != 10) {
		b.find("%s: is due on %s, the rule says %s", who, d.due, want)
	}
	b.checkLines(who, d)
	b.checkRoundOff(who, d)
}

// due is the 10th on or after the day of an invoice of the 1st, else the first
// 10th that is a week ahead; ” for documents that nobody has to pay. A charge for
// leaving early is due on a later 10th when its pickup was planned for later.
func due(d *document) string {
	if d.kind != "rental" && d.kind != "adjustment" {
		return ""
	}
	on := day(d.date)
	if on.Day() != 1 {
		on = on.AddDate(0, 0, 7)
	}
	for on.Day() != 10 {
		on = on.AddDate(0, 0, 1)
	}
	return on.Format(time.DateOnly)
}

// commercial reports a credit note without tax: one that came after the last
// day for it.
func commercial(d *document) bool {
	return d.isCreditNote() && strings.Contains(d.number, "/F")
}

func byRate(lines []line) map[int64]int64 {
	sums := map[int64]int64{}
	for _, l := range lines {
		sums[l.bp] += l.amount
	}
	return sums
}

// checkLines expects shares that add up to the tax, none of which strays from
// its line, and the rate of the day.
func (b *books) checkLines(who string, d *document) {
	var cgst, sgst, igst int64
	codes := map[[2]string]int64{} // value less exact tax, in paise of 1/20000
	for _, l := range d.lines {
		cgst, sgst, igst = cgst+l.cgst, sgst+l.sgst, igst+l.igst
		if want, known := b.rateOf(d, l); known && want != l.bp {
			b.find("%s, line %d: taxed at %d, the rate is %d", who, l.no, l.bp, want)
		}
		if l.cgst != l.sgst {
			b.find("%s, line %d: CGST %d, SGST %d", who, l.no, l.cgst, l.sgst)
		}
		codes[[2]string{l.sac, fmt.Sprint(l.bp)}] += (l.cgst+l.sgst+l.igst)*20_000 - l.amount*l.bp*2
	}
	if cgst != d.cgst || sgst != d.sgst || igst != d.igst {
		b.find("%s: the lines have %d, %d and %d of tax, the document %d, %d and %d", who, cgst, sgst, igst, d.cgst, d.sgst, d.igst)
	}
	for code, off := range codes {
		// Two halves may each be a paisa off.
		if !commercial(d) && max(off, -off) > 2*20_000+20_000 {
			b.find("%s: the tax of %s is %d paise off", who, code[0], off/20_000)
		}
	}
}

// rateOf is the rate that a line must have: the item's own, else the table's on
// the day of the document; for a fee and a credit note that of the invoice.
func (b *books) rateOf(d *document, l line) (int64, bool) {
	if f, _ := b.feeOf(l); f != nil {
		return b.byID[f.invoice].first().bp, true
	}
	if d.isCreditNote() {
		for _, o := range b.byID[d.original].lines {
			// A note is about the whole of a line or some of its days.
			if o.item == l.item && o.sac == l.sac && (o.from == l.from || o.from < l.from && l.from < o.to) {
				return o.bp, true
			}
		}
		return -1, true
	}
	i := b.itemByID[l.item]
	if i == nil {
		return 0, false // it was given up since
	}
	if i.own.Valid {
		return i.own.Int64, true
	}
	for _, r := range b.rates {
		if r.sac == i.sac && r.from <= d.date && (r.to == "" || d.date < r.to) {
			return r.bp, true
		}
	}
	return -1, true
}

// first is the line with the lowest number: that of what was ordered first.
func (d *document) first() line {
	return slices.MinFunc(d.lines, func(a, b line) int { return cmp.Compare(a.no, b.no) })
}

// checkRoundOff: what is to be paid of monthly invoices is whole rupees, fees give what
// was received and are at most a paisa off, all others but the last note of an invoice
// have none. What is drawn on rent that was paid in advance may have what rounding left
// of its tax.
func (b *books) checkRoundOff(who string, d *document) {
	switch d.kind {
	case "rental":
		if (d.total-d.ahead)%100 != 0 || max(d.roundOff, -d.roundOff) > 50+leftOfTax(d) {
			b.find("%s: %d is not rounded to rupees by %d", who, d.total, d.roundOff)
		}
	case "adjustment":
		if max(d.roundOff, -d.roundOff) > leftOfTax(d) {
			b.find("%s: rounded by %d", who, d.roundOff)
		}
	case "late_fee":
		b.checkReceived(who, d)
	}
}

// leftOfTax is the most that rounding leaves of the tax that was paid in advance: two
// paise for each of at most 24 months and each line.
func leftOfTax(d *document) int64 {
	if d.ahead == 0 {
		return 0
	}
	return 2 * 24 * int64(len(d.lines))
}

// checkNotes expects notes to give back no more than their invoice, and the one
// that takes the last of the value to give the rest.
func (b *books) checkNotes() {
	for _, d := range b.documents {
		var value, total int64
		var untaxed bool
		for n, c := range b.notes[d.id] {
			value, total, untaxed = value+c.taxable, total+c.total, untaxed || commercial(c)
			last := d.kind == "late_fee" || n == len(b.notes[d.id])-1 && value == d.taxable
			if late := c.date > lastTaxDay(d.date); late != commercial(c) {
				b.find("%s, a credit note of %s on %s of %s: of the wrong series, tax may be taken back until %s", c.number, c.date, d.number, d.date, lastTaxDay(d.date))
			}
			if c.roundOff != 0 && !last && total != d.total || c.supplier != d.supplier || c.place != d.place {
				b.find("%s, a credit note on %s: rounded by %d, %s to %s", c.number, d.number, c.roundOff, c.supplier, c.place)
			}
		}
		if value > d.taxable || total > d.total || total != d.credited || value == d.taxable && d.taxable > 0 && !untaxed && total != d.total {
			b.find("%s: of %d and %d in all, %d and %d are credited, it says %d", d.number, d.taxable, d.total, value, total, d.credited)
		}
	}
}

// lastTaxDay is the last day on which a credit note may take tax back: 30
// November after the financial year of the invoice, April to March.
func lastTaxDay(invoiced string) string {
	on := day(invoiced)
	year := on.Year()
	if on.Month() >= time.April {
		year++
	}
	return fmt.Sprintf("%d-11-30", year)
}

// checkNumbers expects each series to count without a gap.
func (b *books) checkNumbers() {
	series := map[string][]string{}
	for _, d := range b.documents {
		cut := len(d.number) - 7
		if commercial(d) || d.isCreditNote() {
			cut++
			if d.number[cut-1] != 'C' && d.number[cut-1] != 'F' {
				b.find("%s is no number of a credit note", d.number)
			}
		}
		if len(d.number) > 16 {
			b.find("%s has more than 16 characters", d.number)
		}
		series[d.number[:cut]] = append(series[d.number[:cut]], d.number[cut:])
	}
	for name, numbers := range series {
		slices.Sort(numbers)
		for i, n := range numbers {
			if want := fmt.Sprintf("%0*d", len(n), i+1); n != want {
				b.find("series %s has %s where %s should be", name, n, want)
				break
			}
		}
	}
}
