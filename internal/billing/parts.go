package billing

import (
	"strings"

	"rento/internal/money"
)

// DamageCharge is the prefix of the operation of a damage charge.
const DamageCharge = "damage/"

// LostDiscountCharge is the prefix of the operation of a lost-discount charge. It takes back the
// discount on rent in advance that a customer who leaves early has not earned.
const LostDiscountCharge = "advance/"

// DueParts are the dues by purpose, in paise. They include the tax and the round-off of their
// documents. They add up to the dues.
type DueParts struct {
	Rent     money.Paise
	Exit     money.Paise // early closure charges
	Damage   money.Paise
	Other    money.Paise // any other charge
	LateFees money.Paise
}

// Purpose is what a document or a part of the dues is for.
type Purpose string

// The purposes of documents and dues. Rent for a part of a month is rent too.
const (
	ForRent         Purpose = "rent"
	ForEarlyClosure Purpose = "early_closure"
	ForDamage       Purpose = "damage"
	ForCharge       Purpose = "charge" // any other charge
	ForLateFee      Purpose = "late_fee"
	ForLostDiscount Purpose = "lost_discount" // the discount on rent in advance that was not earned (R11)
	ForCredit       Purpose = "credit"        // credits another document
)

// purposeOfCharge is what a charge is for. operation is the operation that raised it.
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

// purposeOf is what a document is for. charge is the operation of its charge, or empty if it has
// none.
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

// charge moves the open amount of a charge out of the rent. operation is the operation that raised
// the charge.
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
