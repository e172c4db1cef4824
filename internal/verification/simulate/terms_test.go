package simulate

import (
	"cmp"
	"slices"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/subscription"
)

// term is what an item costs a month, and its supply, from a day on.
type term struct {
	from calendar.Date
	rent money.Paise
	supply
	// endBefore is where the tenure ended before the extension that made the term,
	// none for a term that no extension of this customer made.
	endBefore calendar.Date
}

// on is the term that holds on a day.
func (i *item) on(day calendar.Date) (holds term) {
	holds = i.terms[0]
	for _, t := range i.terms {
		if !t.from.After(day) {
			holds = t
		}
	}
	return holds
}

func (i *item) rentOn(day calendar.Date) money.Paise { return i.on(day).rent }

// agree adds a term, in the place of one that begins on the same day.
func (i *item) agree(t term) {
	i.terms = slices.DeleteFunc(i.terms, func(old term) bool { return old.from == t.from })
	i.terms = append(i.terms, t)
	slices.SortFunc(i.terms, func(a, b term) int { return cmp.Compare(a.from.Sub(b.from), 0) })
}

// takeBack takes the extension that was agreed last back.
func (i *item) takeBack() {
	i.ends = i.terms[len(i.terms)-1].endBefore
	i.terms = i.terms[:len(i.terms)-1]
}

// move has the item be another supply from a day on.
func (i *item) move(from calendar.Date, to supply) {
	i.agree(term{from: from, rent: i.rentOn(from), supply: to})
	for n := range i.terms {
		if !i.terms[n].from.Before(from) {
			i.terms[n].supply = to
		}
	}
}

// span is consecutive days of a month under one term, and what they cost.
type span struct {
	from, to calendar.Date
	term
	amount money.Paise
}

// spans are the days from one to before another. Days of a month at one rent
// cost together what they would without a term that ends between them: the
// last span takes what rounding left.
func (i *item) spans(from, to calendar.Date) (all []span) {
	for day := from; day.Before(to); {
		s := span{from: day, to: calendar.Earlier(to, day.NextMonth()), term: i.on(day)}
		for _, t := range i.terms {
			if t.from.After(day) && t.from.Before(s.to) {
				s.to = t.from
			}
		}
		all, day = append(all, s), s.to
	}
	for n := 0; n < len(all); {
		end, month := n, all[n].from.MonthStart()
		var before money.Paise
		for ; end < len(all) && all[end].from.MonthStart() == month && all[end].rent == all[n].rent; end++ {
			all[end].amount = share(all[end].rent, all[end].to.Sub(all[end].from), month)
			if end > n {
				before += all[end-1].amount
			}
		}
		all[end-1].amount = share(all[n].rent, all[end-1].to.Sub(all[n].from), month) - before
		n = end
	}
	return all
}

// share is the rent of some days of a month, rounded to a paisa.
func share(rent money.Paise, days int, month calendar.Date) money.Paise {
	whole := int64(month.DaysInMonth())
	return money.Paise((int64(rent)*int64(days)*2 + whole) / (2 * whole))
}

// leaving is what giving an item back on a day costs, without GST: nothing at
// the end of the tenure; two rents for an air conditioner; else one and a half
// rents, but never more than the rest of the tenure: what staying would be billed,
// or by the daily formula its days at twelve rents over 365.
func (i *item) leaving(pickup calendar.Date, formula subscription.TenureFormula) money.Paise {
	if !pickup.Before(i.ends) {
		return 0
	}
	if i.ac {
		return 2 * i.rentOn(pickup)
	}
	var staying money.Paise
	if from := calendar.Later(pickup, i.imported); formula == subscription.DailyRent {
		year := int64(i.rentOn(pickup)) * 12
		return min(money.Paise((year*int64(max(0, i.ends.Sub(from)))*2+365)/730), (i.rentOn(pickup)*3+1)/2)
	}
	for _, s := range i.spans(calendar.Later(pickup, i.imported), i.ends) {
		staying += s.amount
	}
	return min(staying, (i.rentOn(pickup)*3+1)/2)
}
