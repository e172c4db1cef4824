package billing

import (
	"strings"

	"rento/internal/calendar"
	"rento/internal/store/db"
)

// About is what a line is worded from, in any language: what it is for, with
// the values that its words name. What Written and Reason.Written say was
// written by a person and is the same in every language.
type About struct {
	For     Purpose // of a credit: that of what it takes back
	Product string  // of the item, by its English name; '' for a line of no item
	Written string  // what was found or is charged; of ForDamage and ForCharge
	FeeOf   string  // number of the invoice that a late fee is for
	Reason  Reason  // why it is credited; empty for a line of another kind
}

// Reason is why something is credited.
type Reason struct {
	Code    ReasonCode
	Day     calendar.Date // of PickedUp and TermsChanged
	Written string        // of WrittenReason
}

// ReasonCode is a kind of reason.
type ReasonCode string

// The reasons.
const (
	// NoReason: the line is no credit.
	NoReason ReasonCode = ""
	// PickedUp: the item was picked up before days that had been billed.
	PickedUp ReasonCode = "picked_up"
	// TermsChanged: rent or place changed within days that had been billed.
	TermsChanged ReasonCode = "terms_changed"
	// PickupPutOff: the charge for leaving early is that of another day now.
	PickupPutOff ReasonCode = "pickup_put_off"
	// CreditedBefore: of days that are billed anew, what had been credited of them.
	CreditedBefore ReasonCode = "credited_before"
	// RequestTakenBack: the request that was charged for came to nothing.
	RequestTakenBack ReasonCode = "request_taken_back"
	// WrittenReason: what a person wrote.
	WrittenReason ReasonCode = "written"
)

// The words of descriptions. They stand in documents that were issued, and what
// those are about is read from them: another word here is one more, not
// another in place of one.
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

// describe words a line in English, as its document keeps it.
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

// String words a reason in English.
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

// aboutOf is what a stored line is about; product is the English name of its
// item, empty without one. For is empty only where a line of before does not
// tell it.
func aboutOf(r db.InvoiceLine, product string) About {
	if r.Purpose == "" {
		return aboutOfWords(r, product)
	}
	return About{
		For: Purpose(r.Purpose), Product: product, Written: r.WrittenText, FeeOf: r.FeeOf,
		Reason: Reason{ReasonCode(r.Reason), r.ReasonDate, r.ReasonText},
	}
}

// aboutOfWords reads what the description says of a line that was stored before
// lines said it themselves.
func aboutOfWords(r db.InvoiceLine, product string) About {
	about, exact := readAbout(r.Description, product)
	switch LineKind(r.Kind) {
	case RentLine:
		return About{For: ForRent, Product: r.Description}
	case ChargeLine:
		if of := purposeOfCharge(r.Operation); !exact || about.For != of {
			return About{For: of, Product: product, Written: r.Description} // of damage once without its item
		}
	case CreditLine:
		return aboutOfCredit(r.Description, product)
	case LateFeeLine, DiscountLine: // as its words say
	}
	return about
}

// aboutOfCredit reads the description of a credit: its reason, and after a colon
// what it takes back. A reason that a person wrote may have colons as well.
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

// readAbout reads what describe wrote of a line without a reason; exact is
// false where that does not tell it.
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
