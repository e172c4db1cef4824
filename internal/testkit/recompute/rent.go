package recompute

import (
	"fmt"
	"time"
)

// checkRent expects the lines of an item to bill each day from the first on
// once, at the rent and in the state of that day, up to the pickup or at least
// to the given day. Days of one month at one rent on invoices of one day cost
// together what their number says. Days after a pickup are credited.
func (b *books) checkRent(i *item, through string) {
	who := fmt.Sprintf("item %d of %d", i.id, i.customer)
	next := i.first
	amounts, days := map[run]int64{}, map[run]int64{}
	for _, l := range i.lines {
		if l.from != next {
			b.find("%s: billed from %s, %s was expected", who, l.from, next)
		}
		next = l.to
		d := b.byID[l.in]
		amounts[runOf(d, day(l.from), l.rate)] += l.amount
		for on := day(l.from); on.Before(day(l.to)); on = on.AddDate(0, 0, 1) {
			b.report.RentedDays++
			t := i.on(on.Format(time.DateOnly))
			if d.place != t.state && d.place != i.registeredIn || l.rate != t.rent {
				b.find("%s: %s is billed at %d in %s, it costs %d in %s", who, on.Format(time.DateOnly), l.rate, d.place, t.rent, t.state)
			}
			days[runOf(d, on, t.rent)]++
		}
		b.checkOverbilled(who, i, l)
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

// run is the days of one month at one rent on invoices of one day.
type run struct {
	date, month     string
	rent, monthDays int64
}

func runOf(d *document, on time.Time, rent int64) run {
	first := on.AddDate(0, 0, 1-on.Day())
	return run{d.date, first.Format("2006-01"), rent, int64(first.AddDate(0, 1, -1).Day())}
}

// checkOverbilled expects what a line bills of days after the pickup to be
// credited.
func (b *books) checkOverbilled(who string, i *item, l line) {
	var want int64
	if i.pickup != "" && l.to > i.pickup {
		kept := int64(max(0, day(i.pickup).Sub(day(l.from)).Hours()/24))
		want = l.amount - halfUp(l.rate*kept, l.monthDays)
	}
	if got := b.credited[fmt.Sprintf("overbilled/%d/%s", i.id, l.from)]; got != want {
		b.find("%s: of the days from %s to %s, %d are credited after a pickup on %q, it should be %d", who, l.from, l.to, got, i.pickup, want)
	}
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
