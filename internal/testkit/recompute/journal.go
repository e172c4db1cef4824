package recompute

import (
	"maps"
	"strings"
)

// checkJournal expects each document in the accounts of its registration, and
// nothing there that is of no document.
func (b *books) checkJournal() {
	for _, d := range b.documents {
		want := expected(d)
		got := maps.Clone(b.posted[d.id])
		for account := range got {
			if !strings.HasPrefix(account, "company:") || account == "company:late_fee_unearned" {
				delete(got, account)
			}
		}
		if !maps.Equal(want, got) {
			b.find("%s is entered as %v, it is %v", d.number, got, want)
		}
	}
	for id := range b.posted {
		if b.byID[id] == nil {
			b.find("an entry of an invoice %d that does not exist", id)
		}
	}
}

// expected are the company's postings of a document, debit positive.
func expected(d *document) map[string]int64 {
	sign := int64(-1)
	if d.isCreditNote() {
		sign = 1
	}
	legs := map[string]int64{}
	add := func(account string, amount int64) {
		if amount != 0 {
			legs["company:"+account+":"+d.supplier] += sign * amount
		}
	}
	for _, l := range d.lines {
		switch {
		case l.kind == "late_fee", l.kind == "credit" && l.days == 0 && l.item == 0:
			add("late_fee", l.amount)
		case l.days > 0:
			add("rent", l.amount)
		default:
			add("charges", l.amount)
		}
	}
	add("cgst", d.cgst)
	add("sgst", d.sgst)
	add("igst", d.igst)
	add("round_off", d.roundOff)
	return legs
}
