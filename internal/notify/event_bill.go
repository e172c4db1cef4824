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

// PaymentReminder reminds of Open that is to be paid by Day, and of Earlier,
// which had to be paid before. Fee is the late fee that follows the day after
// when Day is today, else zero; what was due earlier is then part of Open. Refund is
// what is owed to the customer, which pays what is open before it goes out.
type PaymentReminder struct {
	Open, Earlier, Fee, Refund money.Paise
	Day                        calendar.Date
}

// Name implements Event.
func (PaymentReminder) Name() string { return "payment_reminder" }

// Values implements Event.
func (e PaymentReminder) Values() map[string]any {
	return map[string]any{
		"amount": e.Open, "day": e.Day, "fee": e.Fee, "last": e.Fee > 0,
		"earlier": e.Earlier, "more": e.Earlier > 0, "all": money.Sum(e.Open, e.Earlier),
		"refund": e.Refund, "owed": e.Refund > 0,
	}
}

func (e PaymentReminder) expiresAt() calendar.Instant {
	return calendar.Stamp(e.Day.AddDays(1).Start())
}

// WalletPaid is what the wallet paid by itself on a day, because it had fallen
// due, and what the customer still owes after that.
type WalletPaid struct {
	Amount, StillDue money.Paise
	Day              calendar.Date
}

// Name implements Event.
func (WalletPaid) Name() string { return "wallet_paid" }

// Values implements Event.
func (e WalletPaid) Values() map[string]any {
	return map[string]any{"amount": e.Amount, "day": e.Day, "due": e.StillDue, "stillDue": e.StillDue > 0}
}

// LateFeeRaised is a late fee on an invoice of which Open is unpaid and that had
// to be paid by Due. Next is the
// earliest day of another one on it, none when the fees have reached their cap.
type LateFeeRaised struct {
	Fee, Open money.Paise
	Invoice   string // number
	Due, Next calendar.Date
}

// Name implements Event.
func (LateFeeRaised) Name() string { return "late_fee_raised" }

// Values implements Event.
func (e LateFeeRaised) Values() map[string]any {
	return map[string]any{"fee": e.Fee, "open": e.Open, "invoice": e.Invoice, "due": e.Due, "day": e.Next, "more": !e.Next.IsZero()}
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
// paid and went back there. TaxKept is its GST that stays, because it is too late
// to take it back (docs/rules.md R7).
type RequestWithdrawn struct {
	Request                       Request
	Ticket                        string // number
	Credited, ToDeposit, ToWallet money.Paise
	TaxKept                       money.Paise
}

// Name implements Event.
func (RequestWithdrawn) Name() string { return "request_withdrawn" }

// Values implements Event.
func (e RequestWithdrawn) Values() map[string]any {
	return map[string]any{
		"request": e.Request, "ticket": e.Ticket, "credit": e.Credited, "deposit": e.ToDeposit, "wallet": e.ToWallet,
		"charge": money.Sum(e.Credited, e.TaxKept), "tax": e.TaxKept, "taxKept": e.TaxKept > 0,
		"credited": e.Credited > 0, "toDeposit": e.ToDeposit > 0, "toWallet": e.ToWallet > 0,
	}
}

// ExtensionAgreed is an item that stays longer: the rent, in paise a month
// without GST, holds from From, and the new tenure ends before Until. It can be
// taken back up to LastDay, and not at all without one.
type ExtensionAgreed struct {
	Item        Product
	Rent        money.Paise
	From, Until calendar.Date
	LastDay     calendar.Date
}

// Name implements Event.
func (ExtensionAgreed) Name() string { return "extension_agreed" }

// Values implements Event.
func (e ExtensionAgreed) Values() map[string]any {
	return map[string]any{
		"item": e.Item, "rent": e.Rent, "from": e.From, "until": e.Until, "lastDay": e.LastDay, "revocable": !e.LastDay.IsZero(),
	}
}

// ExtensionTakenBack is an extension that the customer has taken back: the tenure
// of the item ends before Until as it did. The rent, in paise a month without GST,
// stays, or holds from From by an extension before it that has not begun either.
type ExtensionTakenBack struct {
	Item        Product
	Rent        money.Paise
	From, Until calendar.Date
}

// Name implements Event.
func (ExtensionTakenBack) Name() string { return "extension_taken_back" }

// Values implements Event.
func (e ExtensionTakenBack) Values() map[string]any {
	return map[string]any{"item": e.Item, "rent": e.Rent, "until": e.Until, "from": e.From, "later": !e.From.IsZero()}
}
