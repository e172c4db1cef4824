package subscription

import (
	"slices"

	"rento/internal/calendar"
)

// Moves and extensions change the terms of an item. Both can begin on the same day, in either
// order, so one term can belong to both. If one of them is taken back, the other keeps its place or
// rent.

// isExtension reports whether a term belongs to an extension, and not only to a move. A term
// without stored months was agreed by another owner or is older than that column. It counts as an
// extension if its rent differs from the previous term or its place does not.
func (t Term) isExtension(before Term) bool {
	return t.Extends.Months > 0 || t.Rent != before.Rent || t.AddressID == before.AddressID
}

// Moved returns the terms of an item that stands at another address from a day on. A move on that
// day or later is dropped. An extension on that day or later moves along.
func Moved(terms []Term, from calendar.Date, addressID int64, stateCode string) []Term {
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

// extended returns the terms of an item after an offer extends its tenure. endBefore is the end of
// the tenure before the extension. The item stands where it would have stood, and terms of later
// moves get the new rent.
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

// lastExtension returns the index of the last term that an extension with stored months made, or -1
// if there is none. Terms after it are moves.
func lastExtension(terms []Term) int {
	for at := len(terms) - 1; at >= 0; at-- {
		if terms[at].Extends.Months > 0 {
			return at
		}
	}
	return -1
}

// shortened returns the terms of an item after its last extension is taken back. That extension is
// not the first term. The previous rent continues, and moves stay.
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

// sameRentFrom returns the day from which the rent of a term has held without a break.
func sameRentFrom(terms []Term, at int) calendar.Date {
	for at > 0 && terms[at-1].Rent == terms[at].Rent {
		at--
	}
	return terms[at].From
}
