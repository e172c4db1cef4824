package settlement

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"rento/internal/billing"
	"rento/internal/bound"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/store/db"
)

// The bounds of what one inspection may find. An entry beyond them is a typing error, and it
// would be taken from a deposit.
const (
	// MaxDamageLines is how many damage entries an inspection has at most.
	MaxDamageLines = 100
	// MaxDamage is the highest taxable value of one entry, in paise.
	MaxDamage = 500_000 * money.Rupee
	// MaxDescription is the longest description of one entry, in characters.
	MaxDescription = 200
)

// Deduction is damage that the inspection found. Amount is the taxable value in paise, above zero
// and at most MaxDamage.
type Deduction struct {
	ItemID      int64
	Description string
	Amount      money.Paise
}

// checkDamage returns a Fault (422) for damage beyond the bounds.
func checkDamage(damage []Deduction) error {
	if len(damage) > MaxDamageLines {
		return fault.Invalid("inspection.too_many_entries", "damage", "An inspection has at most {most} entries of damage.", fault.With("most", MaxDamageLines))
	}
	for _, d := range damage {
		// Dots alone describe nothing, and the description would be on the invoice.
		if bound.Letters(d.Description) == 0 || utf8.RuneCountInString(d.Description) > MaxDescription {
			return fault.Invalid("inspection.description_length", "description", "Please describe the damage in 1 to {most} characters.", fault.With("most", MaxDescription))
		}
		if d.Amount <= 0 || d.Amount > MaxDamage {
			return fault.Invalid("inspection.amount_invalid", "amount", "The amount of a damage must be above zero and at most {most}.", fault.With("most", MaxDamage))
		}
	}
	return nil
}

// damageCharge is the operation name of the charge for the n-th damage entry of a settlement.
func damageCharge(id int64, n int) string {
	return billing.DamageCharge + strconv.FormatInt(id, 10) + "/" + strconv.Itoa(n)
}

func damageCharges(id int64, damage []Deduction) []billing.Charge {
	charges := make([]billing.Charge, len(damage))
	for n, d := range damage {
		charges[n] = billing.Charge{
			ItemID: d.ItemID, Written: d.Description, Amount: d.Amount, Operation: damageCharge(id, n),
		}
	}
	return charges
}

// sameDamage returns a Fault (409) if the settlement was inspected with other damage than this.
func sameDamage(ctx context.Context, q *db.Queries, customerID, id int64, damage []Deduction) error {
	for n := range len(damage) + 1 { // one more, to see that no charge follows the last
		was, charged, err := billing.ChargeOf(ctx, q, customerID, damageCharge(id, n))
		if err != nil {
			return fmt.Errorf("settlement: compare inspections of %d: %w", id, err)
		}
		if charged != (n < len(damage)) || charged && (Deduction{was.ItemID, was.Written, was.Amount}) != damage[n] {
			return fault.Conflict("inspection.differs", "This settlement was inspected already, with another result.")
		}
	}
	return nil
}

// checkDamagedItems returns a Fault (404) for damage to an item that is not part of the
// settlement.
func checkDamagedItems(ctx context.Context, q *db.Queries, customerID, id int64, damage []Deduction) error {
	items, err := itemIDs(ctx, q, customerID, id)
	if err != nil {
		return err
	}
	for _, d := range damage {
		if !slices.Contains(items, d.ItemID) {
			return fault.NotFound("settlement.item_not_part", "This item is not part of the settlement.")
		}
	}
	return nil
}
