package billing

import (
	"strings"

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

// The fixed phrases of descriptions. Issued documents contain them, and aboutOfWords reads them
// back. So a new wording must be added beside the old one and must not replace it.
const (
	earlyClosureOf = "Early closure of "
	lostDiscountOf = "Discount for paying in advance, not earned: "
	lateFeeFor     = "Late fee for invoice "
	pickedUpOn     = "Picked up on "
	changedOn      = "Changed on "
	putOff         = "Pickup put off"
	creditedBefore = "Credited before the change"
	takenBack      = "Closure request taken back"
	then           = ": "
)

// describe is the English description of a line, as the document keeps it.
func (a About) describe() string {
	words := a.Written
	switch {
	case a.For == ForRent:
		words = a.Product
	case a.For == ForEarlyClosure:
		words = earlyClosureOf + a.Product
	case a.For == ForLostDiscount:
		words = lostDiscountOf + a.Product
	case a.For == ForLateFee:
		words = lateFeeFor + a.FeeOf
	case a.For == ForDamage && a.Product != "":
		words = a.Product + then + a.Written
	}
	if a.Reason.Code == NoReason {
		return words
	}
	return a.Reason.String() + then + words
}

// String is the reason in English.
func (r Reason) String() string {
	switch r.Code {
	case PickedUp:
		return pickedUpOn + r.Day.String()
	case TermsChanged:
		return changedOn + r.Day.String()
	case PickupPutOff:
		return putOff
	case CreditedBefore:
		return creditedBefore
	case RequestTakenBack:
		return takenBack
	default:
		return r.Written
	}
}

// aboutOf is what a stored line is about. product is the English name of its item, or empty if it
// has none. For stays empty only for an old line whose description does not say what it is for.
func aboutOf(r db.InvoiceLine, product string) About {
	if r.Purpose == "" {
		return aboutOfWords(r, product)
	}
	return About{
		For: Purpose(r.Purpose), Product: product, Written: r.WrittenText, FeeOf: r.FeeOf,
		Reason: Reason{ReasonCode(r.Reason), r.ReasonDate, r.ReasonText},
	}
}

// aboutOfWords derives what a line is about from its description. Lines that were stored before the
// purpose column existed need this.
func aboutOfWords(r db.InvoiceLine, product string) About {
	about, exact := readAbout(r.Description, product)
	switch LineKind(r.Kind) {
	case RentLine:
		return About{For: ForRent, Product: r.Description}
	case ChargeLine:
		if of := purposeOfCharge(r.Operation); !exact || about.For != of {
			return About{For: of, Product: product, Written: r.Description} // old damage lines did not name their item
		}
	case CreditLine:
		return aboutOfCredit(r.Description, product)
	case LateFeeLine, DiscountLine: // readAbout has read these from the description
	}
	return about
}

// aboutOfCredit reads the description of a credit: the reason, a colon, and what is credited. A
// written reason may contain colons too.
func aboutOfCredit(words, product string) About {
	for at := range words {
		rest, found := strings.CutPrefix(words[at:], then)
		if !found {
			continue
		}
		if about, exact := readAbout(rest, product); exact {
			about.Reason = readReason(words[:at])
			return about
		}
	}
	return About{Product: product}
}

// readAbout reads the description of a line without a reason. exact is false if the description
// does not tell what the line is about.
func readAbout(words, product string) (about About, exact bool) {
	number, fee := strings.CutPrefix(words, lateFeeFor)
	written, damage := strings.CutPrefix(words, product+then)
	switch {
	case product == "":
		return About{For: ForLateFee, FeeOf: number}, fee
	case words == product:
		return About{For: ForRent, Product: product}, true
	case words == earlyClosureOf+product:
		return About{For: ForEarlyClosure, Product: product}, true
	case damage:
		return About{For: ForDamage, Product: product, Written: written}, true
	}
	return About{}, false
}

func readReason(words string) Reason {
	for prefix, code := range map[string]ReasonCode{pickedUpOn: PickedUp, changedOn: TermsChanged} {
		if text, found := strings.CutPrefix(words, prefix); found {
			if day, err := calendar.Parse(text); err == nil {
				return Reason{Code: code, Day: day}
			}
		}
	}
	switch words {
	case putOff:
		return Reason{Code: PickupPutOff}
	case creditedBefore:
		return Reason{Code: CreditedBefore}
	case takenBack:
		return Reason{Code: RequestTakenBack}
	}
	return Reason{Code: WrittenReason, Written: words}
}
