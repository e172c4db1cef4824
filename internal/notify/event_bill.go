package notify

import (
	"rento/internal/calendar"
	"rento/internal/money"
)

// InvoiceRaised is an invoice. Rent says that it is the monthly one.
type InvoiceRaised struct {
	Number string
	Total  money.Paise
	Due    calendar.Date
	Rent   bool
}

// Name implements Event.
func (InvoiceRaised) Name() string { return "invoice_raised" }

// Values implements Event.
func (e InvoiceRaised) Values() map[string]any {
	return map[string]any{"number": e.Number, "amount": e.Total, "day": e.Due, "rent": e.Rent}
}

// LateFeeRaised is a late fee on an invoice of which Open is unpaid.
type LateFeeRaised struct {
	Fee, Open money.Paise
	Invoice   string // number
}

// Name implements Event.
func (LateFeeRaised) Name() string { return "late_fee_raised" }

// Values implements Event.
func (e LateFeeRaised) Values() map[string]any {
	return map[string]any{"fee": e.Fee, "open": e.Open, "invoice": e.Invoice}
}

// DepositApplied is a part of the deposit that paid what was due, and what the
// customer still owes after that.
type DepositApplied struct {
	Applied, StillDue money.Paise
}

// Name implements Event.
func (DepositApplied) Name() string { return "deposit_applied" }

// Values implements Event.
func (e DepositApplied) Values() map[string]any {
	return map[string]any{"amount": e.Applied, "due": e.StillDue, "stillDue": e.StillDue > 0}
}

// RequestWithdrawn is a service request that was taken back: Credited is what it
// had cost and costs no more, of which ToDeposit and ToWallet are what had been
// paid and went back there.
type RequestWithdrawn struct {
	Request                       Request
	Ticket                        string // number
	Credited, ToDeposit, ToWallet money.Paise
}

// Name implements Event.
func (RequestWithdrawn) Name() string { return "request_withdrawn" }

// Values implements Event.
func (e RequestWithdrawn) Values() map[string]any {
	return map[string]any{
		"request": e.Request, "ticket": e.Ticket, "credit": e.Credited, "deposit": e.ToDeposit, "wallet": e.ToWallet,
		"credited": e.Credited > 0, "toDeposit": e.ToDeposit > 0, "toWallet": e.ToWallet > 0,
	}
}

// ExtensionAgreed is an item that stays longer: the rent, in paise a month
// without GST, holds from From, and the new tenure ends before Until.
type ExtensionAgreed struct {
	Item        string // name
	Rent        money.Paise
	From, Until calendar.Date
}

// Name implements Event.
func (ExtensionAgreed) Name() string { return "extension_agreed" }

// Values implements Event.
func (e ExtensionAgreed) Values() map[string]any {
	return map[string]any{"item": e.Item, "rent": e.Rent, "from": e.From, "until": e.Until}
}
