package billing

import (
	"rento/internal/calendar"
	"rento/internal/store/db"
)

// About says what a line is for, so that screens and documents can describe the line in any
// language. A person wrote the texts in Written and Reason.Written. They are the same in every
// language.
type About struct {
	For     Purpose // of a credit: what the credited line was for
	Product string  // the English name of the item, empty for a line without an item
	Written string  // for ForDamage and ForCharge: what was found or charged
	FeeOf   string  // the number of the invoice that a late fee is for
	Reason  Reason  // why the line is credited; empty if the line is no credit
}

// Reason is the reason for a credit.
type Reason struct {
	Code    ReasonCode
	Day     calendar.Date // for PickedUp and TermsChanged
	Written string        // for WrittenReason
}

// ReasonCode is the kind of a reason.
type ReasonCode string

// The reasons for credits.
const (
	// NoReason means that the line is no credit.
	NoReason ReasonCode = ""
	// PickedUp means that the item was picked up before the end of the billed days.
	PickedUp ReasonCode = "picked_up"
	// TermsChanged means that the rent or the place changed within the billed days.
	TermsChanged ReasonCode = "terms_changed"
	// PickupPutOff means that the pickup was moved, and the early closure charge changed with it.
	PickupPutOff ReasonCode = "pickup_put_off"
	// CreditedBefore means that the days were billed again, and that the earlier credit on them is
	// repeated.
	CreditedBefore ReasonCode = "credited_before"
	// RequestTakenBack means that the request behind the charge was taken back.
	RequestTakenBack ReasonCode = "request_taken_back"
	// WrittenReason means that a person wrote the reason.
	WrittenReason ReasonCode = "written"
)

// describe is the English description of a line, as the document keeps it.
func (a About) describe() string {
	words := a.Written
	switch {
	case a.For == ForRent:
		words = a.Product
	case a.For == ForEarlyClosure:
		words = "Early closure of " + a.Product
	case a.For == ForLostDiscount:
		words = "Discount for paying in advance, not earned: " + a.Product
	case a.For == ForLateFee:
		words = "Late fee for invoice " + a.FeeOf
	case a.For == ForDamage && a.Product != "":
		words = a.Product + ": " + a.Written
	}
	if a.Reason.Code == NoReason {
		return words
	}
	return a.Reason.String() + ": " + words
}

// String is the reason in English.
func (r Reason) String() string {
	switch r.Code {
	case PickedUp:
		return "Picked up on " + r.Day.String()
	case TermsChanged:
		return "Changed on " + r.Day.String()
	case PickupPutOff:
		return "Pickup put off"
	case CreditedBefore:
		return "Credited before the change"
	case RequestTakenBack:
		return "Closure request taken back"
	default:
		return r.Written
	}
}

// aboutOf is what a stored line is about. product is the English name of its item, or empty if it
// has none.
func aboutOf(r db.InvoiceLine, product string) About {
	return About{
		For: Purpose(r.Purpose), Product: product, Written: r.WrittenText, FeeOf: r.FeeOf,
		Reason: Reason{ReasonCode(r.Reason), r.ReasonDate, r.ReasonText},
	}
}
