package recompute

import (
	"fmt"
	"strings"
	"time"
)

// checkRent expects the lines of an item to bill each day from the first on
// once, at the rent and in the state of that day, up to the pickup or at least
// to the given day. Days of one month at one rent on invoices of one day cost
// together what their number says. Days after a pickup are credited, and those
// that a later line bills anew, because rent or place changed; the first day of a
// line stays as it was billed.
func (b *books) checkRent(i *item, through string) {
	who := fmt.Sprintf("item %d of %d", i.id, i.customer)
	next, reached := i.first, ""
	amounts, days := map[run]int64{}, map[run]int64{}
	for n, l := range i.lines {
		if l.from != next {
			b.find("%s: billed from %s, %s was expected", who, l.from, next)
		}
		if next = l.to; n+1 < len(i.lines) {
			next = min(l.to, i.lines[n+1].from)
		}
		d, anew := b.byID[l.in], l.from < reached
		reached = max(reached, l.to)
		amounts[runOf(d, day(l.from), l.rate, anew)] += l.amount
		for on := day(l.from); on.Before(day(l.to)); on = on.AddDate(0, 0, 1) {
			days[runOf(d, on, l.rate, anew)]++
		}
		b.checkDays(who, i, l, next)
		b.checkTakenBack(who, i, l, next)
	}
	for r, n := range days {
		if want := halfUp(r.rent*n, r.monthDays); amounts[r] != want {
			b.find("%s: %d days of %s at %d cost %d, %d are billed", who, n, r.month, r.rent, want, amounts[r])
		}
	}
	if i.pickup != "" {
		through = i.pickup
	}
	if through > i.first && next < through {
		b.find("%s: is billed to %s, not to %s", who, next, through)
	}
}

// checkDays expects the days of a line before the one from which another bills
// them to be billed as they are rented.
func (b *books) checkDays(who string, i *item, l line, till string) {
	d := b.byID[l.in]
	for on := day(l.from); on.Before(day(till)); on = on.AddDate(0, 0, 1) {
		b.report.RentedDays++
		date := on.Format(time.DateOnly)
		// A line keeps its first day when the rest is billed anew, and one of a single day when that was
		// billed before it came.
		isKept := date == l.from && on.AddDate(0, 0, 1).Equal(day(till)) && (till < l.to || d.date < l.from)
		if i.pickup != "" && date >= i.pickup || isKept {
			continue
		}
		if t := i.on(date); d.place != t.state && d.place != i.registeredIn || l.rate != t.rent {
			b.find("%s: %s is billed at %d in %s, it costs %d in %s", who, date, l.rate, d.place, t.rent, t.state)
		}
	}
}

// run is the days of one month at one rent on invoices of one day, apart when they
// were billed anew.
type run struct {
	date, month     string
	rent, monthDays int64
	anew            bool
}

func runOf(d *document, on time.Time, rent int64, anew bool) run {
	first := on.AddDate(0, 0, 1-on.Day())
	return run{d.date, first.Format("2006-01"), rent, int64(first.AddDate(0, 1, -1).Day()), anew}
}

// checkTakenBack expects what a line bills of days after the pickup, and of days
// from the one on which another line bills them, to be credited.
func (b *books) checkTakenBack(who string, i *item, l line, till string) {
	upTo := func(end string) int64 {
		return halfUp(l.rate*int64(max(0, day(end).Sub(day(l.from)).Hours()/24)), l.monthDays)
	}
	billed, changed, after := l.amount, int64(0), int64(0)
	if till < l.to {
		billed = upTo(till)
		changed = l.net(l.amount - billed)
	}
	if i.pickup != "" && l.to > i.pickup {
		after = l.net(max(0, billed-upTo(i.pickup)))
	}
	// What was credited for another reason is not credited twice: as much of it as
	// falls on days that are billed anew is credited of their new line.
	left := l.amount + l.off - b.creditedByHand(i, l)
	anew := changed - max(0, min(changed, left))
	changed, left = changed-anew, left-(changed-anew)
	after = max(0, min(after, left))
	if got := b.changed[fmt.Sprintf("changed/%d/%s", i.id, l.from)]; got != changed {
		b.find("%s: of the days from %s to %s, %d are credited after a change from %q on, it should be %d", who, l.from, l.to, got, till, changed)
	}
	if got := b.credited[fmt.Sprintf("given/%d/%s", i.id, till)]; till < l.to && got != anew {
		b.find("%s: of the days from %s to %s, %d had been credited before a change from %q on, of their new line %d are", who, l.from, l.to, anew, till, got)
	}
	if got := b.credited[fmt.Sprintf("overbilled/%d/%s", i.id, l.from)]; got != after {
		b.find("%s: of the days from %s to %s, %d are credited after a pickup on %q, it should be %d", who, l.from, l.to, got, i.pickup, after)
	}
}

// creditedByHand is what is credited of a line for another reason than a change of
// its days or a pickup.
func (b *books) creditedByHand(i *item, l line) (sum int64) {
	for _, note := range b.notes[l.in] {
		for _, c := range note.lines {
			counted := strings.HasPrefix(c.operation, "changed/") || strings.HasPrefix(c.operation, "overbilled/")
			if c.item == i.id && c.from >= l.from && c.from < l.to && !counted {
				sum += c.amount
			}
		}
	}
	return sum
}

// on is the term that holds on a day.
func (i *item) on(day string) (holds term) {
	for n, t := range i.terms {
		if n == 0 || t.from <= day {
			holds = t
		}
	}
	return holds
}
