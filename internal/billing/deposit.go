package billing

import "rento/internal/money"

// Deposit is where a customer stands with the deposit (docs/rules.md R8, R10):
// what is held, what the ordered and delivered items require, all that was ever
// paid, and the refunds of settlements that are owed, all in paise. What screens
// show is settlement.ShownDeposit, in which no refund is money of the wallet, and
// which alone knows what is Inspecting: held above what is required, for items
// that were given back and are not settled yet.
type Deposit struct {
	Held       money.Paise
	Required   money.Paise
	Received   money.Paise
	RefundOwed money.Paise
	Inspecting money.Paise
}

// Unneeded is what is held above what the items require.
func (d Deposit) Unneeded() money.Paise { return max(0, d.Held-d.Required) }

// Missing is what the customer has to pay. A refund that is owed is no deposit
// of anything.
func (d Deposit) Missing() money.Paise { return max(0, d.Required-d.Held) }

// Used is what was taken out for dues and damage, or given back. A refund that
// is owed is still here.
func (d Deposit) Used() money.Paise { return d.Received - d.Held - d.RefundOwed }

// Balance is the deposit as the contract shows it: below zero it is to be
// paid, above zero it comes back.
func (d Deposit) Balance() money.Paise {
	if d.Missing() > 0 {
		return -d.Missing()
	}
	return money.Sum(d.Unneeded(), d.RefundOwed)
}
