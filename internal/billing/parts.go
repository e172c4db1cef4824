package billing

import (
	"context"
	"fmt"
	"strings"

	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store/db"
)

// DamageCharge begins the operation of a charge for damage.
const DamageCharge = "damage/"

// DueParts are the dues by what they are for, in paise with tax and the
// round-off of their documents. They add up to the dues.
type DueParts struct {
	Rent     money.Paise
	Exit     money.Paise // for leaving early
	Damage   money.Paise
	Other    money.Paise // any other charge
	LateFees money.Paise
}

// DuePartsOf reads what a customer's dues are for. Whoever owes nothing on
// invoices costs no read.
func DuePartsOf(ctx context.Context, q *db.Queries, customerID int64, balances ledger.Balances) (DueParts, error) {
	parts := DueParts{Rent: balances.InvoicesDue(), LateFees: balances.LateFeesDue()}
	if parts.Rent <= 0 {
		return parts, nil
	}
	open, err := q.BillingOpenCharges(ctx, customerID)
	if err != nil {
		return parts, fmt.Errorf("billing: read open charges: %w", err)
	}
	for _, row := range open {
		amount := money.Paise(row.OpenPaise)
		switch {
		case strings.HasPrefix(row.Operation, ExitCharge):
			parts.Exit += amount
		case strings.HasPrefix(row.Operation, DamageCharge):
			parts.Damage += amount
		default:
			parts.Other += amount
		}
		parts.Rent -= amount
	}
	return parts, nil
}
