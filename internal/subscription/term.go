package subscription

import (
	"slices"

	"rento/internal/calendar"
)

// The terms of an item are changed by moves and by extensions. Both may begin on
// one day, in either order: a term then is of both, and neither takes the other's
// place or rent along when it is taken back.

// isExtension reports whether a term is that of an extension, and not of a move
// alone. One of which no months are kept, because another owner agreed it or
// because it is older than that column, is told by its rent or its place.
func (t Term) isExtension(before Term) bool {
	return t.Extends.Months > 0 || t.Rent != before.Rent || t.AddressID == before.AddressID
}

// moved are the terms of an item that stands at another address from a day on. A
// move of that day or later is superseded, an extension goes along.
func moved(terms []Term, from calendar.Date, addressID int64, stateCode string) []Term {
	at := termAt(terms, from)
	result, begins := slices.Clone(terms[:at]), terms[at]
	extends := at > 0 && begins.isExtension(terms[at-1])
	if begins.From != from {
		result = append(result, begins)
		begins.From, begins.Extends, extends = from, Extends{}, false
	}
	if extends || len(result) == 0 || result[len(result)-1].AddressID != addressID {
		result = append(result, begins)
	}
	for i := at + 1; i < len(terms); i++ {
		if terms[i].isExtension(terms[i-1]) {
			result = append(result, terms[i])
		}
	}
	for i := range result {
		if !result[i].From.Before(from) {
			result[i].AddressID, result[i].StateCode = addressID, stateCode
		}
	}
	return result
}

// extended are the terms of an item whose tenure is extended by an offer; endBefore
// is the end of the tenure before it. The item stands where it would have stood,
// and a move after that day is at the new rent.
func extended(terms []Term, o ExtensionOffer, endBefore calendar.Date) []Term {
	at := termAt(terms, o.From)
	result, begins := slices.Clone(terms[:at]), terms[at]
	if begins.From != o.From {
		result = append(result, begins)
	}
	begins.From, begins.Extends = o.From, Extends{Months: int64(o.Months), EndBefore: endBefore}
	result = append(append(result, begins), terms[at+1:]...)
	for i := range result {
		if !result[i].From.Before(o.From) {
			result[i].Rent = o.Rent
		}
	}
	return result
}

// lastExtension is the index of the last term that an extension made and of which
// its months are kept, -1 without one. Terms after it are moves.
func lastExtension(terms []Term) int {
	for at := len(terms) - 1; at >= 0; at-- {
		if terms[at].Extends.Months > 0 {
			return at
		}
	}
	return -1
}

// shortened are the terms of an item whose last extension, which is not the first
// term, is taken back: the rent of before holds on, and moves stay.
func shortened(terms []Term, at int) []Term {
	before, result := terms[at-1], slices.Clone(terms[:at])
	for _, t := range terms[at:] {
		t.Rent, t.Extends = before.Rent, Extends{}
		if t.AddressID != result[len(result)-1].AddressID {
			result = append(result, t)
		}
	}
	return result
}

// sameRentFrom is the day from which the rent of a term has held without a break.
func sameRentFrom(terms []Term, at int) calendar.Date {
	for at > 0 && terms[at-1].Rent == terms[at].Rent {
		at--
	}
	return terms[at].From
}
