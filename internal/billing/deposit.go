package billing

import "rento/internal/money"

// Deposit is a customer's deposit, in paise (docs/rules.md R8, R10). Held is what we hold. Required
// is what ordered and delivered items require. Received is all that was ever paid as deposit.
// RefundOwed is the refunds of settlements that we still owe.
//
// Screens use settlement.ShownDeposit instead. It leaves wallet money out of RefundOwed, and only
// it fills in Inspecting: the money above Required for returned items that are not settled yet.
type Deposit struct {
	Held       money.Paise
	Required   money.Paise
	Received   money.Paise
	RefundOwed money.Paise
	Inspecting money.Paise
}

// Unneeded is what is held above what the items require.
func (d Deposit) Unneeded() money.Paise { return max(0, d.Held-d.Required) }

// Missing is what the customer has to pay. A refund that we owe does not count as deposit.
func (d Deposit) Missing() money.Paise { return max(0, d.Required-d.Held) }

// Used is what was taken out for dues and damage, or was given back. A refund that we still owe is
// not used.
func (d Deposit) Used() money.Paise { return d.Received - d.Held - d.RefundOwed }

// Balance is the deposit as the contract shows it. If it is negative, the customer has to pay it.
// If it is positive, it goes back to the customer.
func (d Deposit) Balance() money.Paise {
	if d.Missing() > 0 {
		return -d.Missing()
	}
	return money.Sum(d.Unneeded(), d.RefundOwed)
}
