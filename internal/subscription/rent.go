package subscription

import (
	"rento/internal/calendar"
	"rento/internal/money"
)

// Term says what an item costs and where it stands, from a day until the next term begins.
type Term struct {
	From      calendar.Date
	Rent      money.Paise // a month, without GST
	AddressID int64
	StateCode string // GST state of the address
	Extends   Extends
}

// Extends says how the extension that made a term lengthened the tenure: by Months, from EndBefore
// on. It is empty for a term that no extension made.
type Extends struct {
	Months    int64
	EndBefore calendar.Date
}

// Piece is the rent for consecutive days of one calendar month under one term. Amount = Rent x Days
// / MonthDays in paise, without GST. If the next term has the same rent in the same month, the last
// piece takes the rounding difference, so that the pieces add up to the whole.
type Piece struct {
	Term
	From, To  calendar.Date // [From, To)
	Days      int
	MonthDays int
	Amount    money.Paise
}

// Charge returns the rent for [from, to), by calendar month and term (docs/rules.md R3). The first
// day is charged, the last day is not. Terms are in order of their first day. Days before the first
// term are charged under it.
func Charge(terms []Term, from, to calendar.Date) []Piece {
	var pieces []Piece
	for day := from; day.Before(to) && len(terms) > 0; {
		at := termAt(terms, day)
		end := calendar.Earlier(to, day.NextMonth())
		if at+1 < len(terms) {
			end = calendar.Earlier(end, terms[at+1].From)
		}
		pieces = append(pieces, Piece{
			Term: terms[at], From: day, To: end, Days: end.Sub(day), MonthDays: day.DaysInMonth(),
		})
		day = end
	}
	addAmounts(pieces)
	return pieces
}

func termAt(terms []Term, day calendar.Date) int {
	at := 0
	for i, t := range terms {
		if !t.From.After(day) {
			at = i
		}
	}
	return at
}

// highestRent returns the highest rent that holds on a day of [from, to), in paise a month without
// GST.
func highestRent(terms []Term, from, to calendar.Date) money.Paise {
	highest := terms[termAt(terms, from)].Rent
	for _, t := range terms {
		if t.From.After(from) && t.From.Before(to) {
			highest = max(highest, t.Rent)
		}
	}
	return highest
}

// addAmounts fills in the amounts. Consecutive pieces of one month at one rent are rounded once as
// a whole.
func addAmounts(pieces []Piece) {
	for i := 0; i < len(pieces); {
		end := i + 1
		for end < len(pieces) && sameRun(pieces[i], pieces[end]) {
			end++
		}
		spread(pieces[i:end])
		i = end
	}
}

func sameRun(a, b Piece) bool { return a.Rent == b.Rent && a.From.MonthStart() == b.From.MonthStart() }

func spread(run []Piece) {
	days := 0
	for _, p := range run {
		days += p.Days
	}
	rest := run[0].Rent.MulDiv(int64(days), int64(run[0].MonthDays))
	for i := range run {
		run[i].Amount = rest
		if i < len(run)-1 {
			run[i].Amount = run[i].Rent.MulDiv(int64(run[i].Days), int64(run[i].MonthDays))
		}
		rest -= run[i].Amount
	}
}
