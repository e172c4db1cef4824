package billing

import (
	"strings"

	"rento/internal/money"
)

// DamageCharge begins the operation of a charge for damage.
const DamageCharge = "damage/"

// LostDiscountCharge begins the operation of a charge for a discount on rent that was
// paid in advance, which who leaves early has not earned.
const LostDiscountCharge = "advance/"

// DueParts are the dues by what they are for, in paise with tax and the
// round-off of their documents. They add up to the dues.
type DueParts struct {
	Rent     money.Paise
	Exit     money.Paise // for leaving early
	Damage   money.Paise
	Other    money.Paise // any other charge
	LateFees money.Paise
}

// Purpose is what a document or a part of the dues is for.
type Purpose string

// What documents and dues are for. A part of a month is rent, too.
const (
	ForRent         Purpose = "rent"
	ForEarlyClosure Purpose = "early_closure"
	ForDamage       Purpose = "damage"
	ForCharge       Purpose = "charge" // any other
	ForLateFee      Purpose = "late_fee"
	ForLostDiscount Purpose = "lost_discount" // of rent that was paid in advance and not used up (R11)
	ForCredit       Purpose = "credit"        // takes another document back
)

// purposeOfCharge is what a charge is for. operation is what raised it.
func purposeOfCharge(operation string) Purpose {
	switch {
	case strings.HasPrefix(operation, ExitCharge):
		return ForEarlyClosure
	case strings.HasPrefix(operation, DamageCharge):
		return ForDamage
	case strings.HasPrefix(operation, LostDiscountCharge):
		return ForLostDiscount
	default:
		return ForCharge
	}
}

// purposeOf is what a document is for. charge is what raised its charge, empty where
// it has none.
func purposeOf(kind Kind, charge string) Purpose {
	switch {
	case kind == LateFeeDoc:
		return ForLateFee
	case kind == CreditNote:
		return ForCredit
	case kind == Adjustment && charge != "":
		return purposeOfCharge(charge)
	default:
		return ForRent
	}
}

// charge moves what is open of a charge out of the rent. operation is what the
// charge was raised by.
func (p *DueParts) charge(operation string, amount money.Paise) {
	switch purposeOfCharge(operation) {
	case ForEarlyClosure:
		p.Exit = money.Sum(p.Exit, amount)
	case ForDamage:
		p.Damage = money.Sum(p.Damage, amount)
	default:
		p.Other = money.Sum(p.Other, amount)
	}
	p.Rent -= amount
}
