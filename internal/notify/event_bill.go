package notify

import (
	"strconv"
	"strings"

	"rento/internal/calendar"
	"rento/internal/money"
)

// InvoiceRaised is an invoice. Rent says that it is the monthly one, Debited is the
// instrument by which it will be debited, "" for none. ToPay is what a payment of all
// that is due asks for, with this invoice; nothing when the wallet pays all of it.
// Settled says that nothing of it is open any more. Ahead is what rent in advance has paid of it, and
// Left then what is open of Total.
type InvoiceRaised struct {
	Number       string
	Total, ToPay money.Paise
	Ahead, Left  money.Paise
	Due          calendar.Date
	Rent         bool
	Debited      string
	Settled      bool
}

// Name implements Event.
func (InvoiceRaised) Name() string { return "invoice_raised" }

// Values implements Event.
func (e InvoiceRaised) Values() map[string]any {
	return map[string]any{
		"number": e.Number, "amount": e.Total, "day": e.Due, "rent": e.Rent, "debited": e.Debited != "", "instrument": e.Debited,
		"toPay": e.ToPay, "payable": e.ToPay > 0 && e.Debited == "" && !e.Settled, "settled": e.Settled,
		"ahead": e.Ahead > 0, "aheadAmount": e.Ahead, "left": e.Left,
	}
}

// RentCovered says that an invoice is paid out of rent that was paid in advance:
// nothing of it is to be paid. If it is not for rent, it is for a discount that was not earned.
type RentCovered struct {
	Number string
	Total  money.Paise
	Rent   bool
}

// Name implements Event.
func (RentCovered) Name() string { return "rent_covered" }

// Values implements Event.
func (e RentCovered) Values() map[string]any {
	return map[string]any{"number": e.Number, "amount": e.Total, "rent": e.Rent}
}

// AdvanceReceived says that rent was paid in advance for so many whole months, the
// last of which ends on Until; Vouchers are the numbers of the receipt vouchers with
// which its tax was declared.
type AdvanceReceived struct {
	Amount    money.Paise
	Months    int
	Until     calendar.Date
	Reference string
	Vouchers  []string
}

// Name implements Event.
func (AdvanceReceived) Name() string { return "advance_received" }

// Values implements Event.
func (e AdvanceReceived) Values() map[string]any {
	return map[string]any{
		"amount": e.Amount, "months": strconv.Itoa(e.Months), "day": e.Until, "reference": e.Reference, "vouchers": strings.Join(e.Vouchers, ", "),
	}
}

// AdvanceReturned is Amount of rent that was paid in advance and came back to the wallet, with the
// numbers of its refund vouchers: for Moved, which stand in another state, for Retaxed, whose GST rate
// has changed, and for Over, whose months are over and had less rent than was paid.
type AdvanceReturned struct {
	Amount               money.Paise
	Moved, Retaxed, Over []Product
	Vouchers             []string
}

// Name implements Event.
func (AdvanceReturned) Name() string { return "advance_returned" }

// Values implements Event.
func (e AdvanceReturned) Values() map[string]any {
	return map[string]any{
		"amount": e.Amount, "vouchers": strings.Join(e.Vouchers, ", "), "moved": len(e.Moved) > 0, "movedItems": e.Moved,
		"retaxed": len(e.Retaxed) > 0, "retaxedItems": e.Retaxed, "over": len(e.Over) > 0, "overItems": e.Over,
	}
}

// PaymentReminder reminds of Open that is to be paid by Day, and of Earlier,
// which had to be paid by EarlierDay and before, on Bills. Fee is the late fee that follows the
// day after when Day is today, else zero. With nothing Open, it is on what is overdue already. Refund
// is what is owed to the customer, which pays what is open before it goes out. ToPay is
// what a payment of all that is due asks for.
type PaymentReminder struct {
	Open, Earlier, Fee, Refund, ToPay money.Paise
	Day, EarlierDay                   calendar.Date
	Bills                             []Bill
}

// Name implements Event.
func (PaymentReminder) Name() string { return "payment_reminder" }

// Values implements Event.
func (e PaymentReminder) Values() map[string]any {
	return map[string]any{
		"amount": e.Open, "day": e.Day, "fee": e.Fee, "last": e.Fee > 0,
		"earlier": e.Earlier, "more": e.Earlier > 0, "all": money.Sum(e.Open, e.Earlier), "overdue": e.Open == 0, "earlierDay": e.EarlierDay,
		"refund": e.Refund, "owed": e.Refund > 0, "toPay": e.ToPay,
	}
}

func (e PaymentReminder) bills() []Bill { return e.Bills }

func (e PaymentReminder) expiresAt() calendar.Instant {
	return calendar.Stamp(e.Day.AddDays(1).Start())
}

// PaymentOverdue reminds of Open that was to be paid by Day, and of the late fees
// that came of it, on Bills. Refund is what is owed to the customer, which pays what is open
// before it goes out. ToPay is what a payment of all that is due asks for.
type PaymentOverdue struct {
	Open, Fees, Refund, ToPay money.Paise
	Day                       calendar.Date
	Bills                     []Bill
}

// Name implements Event.
func (PaymentOverdue) Name() string { return "payment_overdue" }

// Values implements Event.
func (e PaymentOverdue) Values() map[string]any {
	return map[string]any{
		"amount": e.Open, "day": e.Day, "fee": e.Fees, "fees": e.Fees > 0, "all": money.Sum(e.Open, e.Fees),
		"refund": e.Refund, "owed": e.Refund > 0, "toPay": e.ToPay,
	}
}

func (e PaymentOverdue) bills() []Bill { return e.Bills }

// PaymentPromised confirms that the customer promised to pay an amount by a day. An auto debit of the
// same invoices is planned on DebitOn, the zero day for none.
type PaymentPromised struct {
	Amount  money.Paise
	Day     calendar.Date
	DebitOn calendar.Date
}

// Name implements Event.
func (PaymentPromised) Name() string { return "payment_promised" }

// Values implements Event.
func (e PaymentPromised) Values() map[string]any {
	return map[string]any{"amount": e.Amount, "day": e.Day, "debited": !e.DebitOn.IsZero(), "debitday": e.DebitOn}
}

// PromiseBroken says that Missing of an Amount was not paid by Day, as it was promised. Fee is the
// late fee that comes tomorrow if nothing is paid today, zero for none. ToPay is what a payment of all
// that is due asks for.
type PromiseBroken struct {
	Amount, Missing, Fee, ToPay money.Paise
	Day                         calendar.Date
}

// Name implements Event.
func (PromiseBroken) Name() string { return "promise_broken" }

// Values implements Event.
func (e PromiseBroken) Values() map[string]any {
	return map[string]any{"amount": e.Amount, "missing": e.Missing, "day": e.Day, "toPay": e.ToPay, "fee": e.Fee, "last": e.Fee > 0}
}

// PromiseWithdrawn says that a promise to pay an amount by a day, which was confirmed, was recorded by
// mistake.
type PromiseWithdrawn struct {
	Amount money.Paise
	Day    calendar.Date
}

// Name implements Event.
func (PromiseWithdrawn) Name() string { return "promise_withdrawn" }

// Values implements Event.
func (e PromiseWithdrawn) Values() map[string]any {
	return map[string]any{"amount": e.Amount, "day": e.Day}
}

// WalletPaid is what the wallet paid by itself on a day, because it had fallen
// due, and what the customer still owes after that. With an Invoice, it paid that one
// before its debit was announced. Covered says that nothing of it is left to debit.
type WalletPaid struct {
	Amount, StillDue money.Paise
	Day              calendar.Date
	Invoice          string // number, or several separated by commas
	Covered          bool
}

// Name implements Event.
func (WalletPaid) Name() string { return "wallet_paid" }

// Values implements Event.
func (e WalletPaid) Values() map[string]any {
	return map[string]any{
		"amount": e.Amount, "day": e.Day, "due": e.StillDue, "stillDue": e.StillDue > 0,
		"early": e.Invoice != "", "invoice": e.Invoice, "covered": e.Covered,
	}
}

// LateFeeRaised is the late fees of a day: Fee in all, on Invoices of which Open was unpaid. A
// single one had to be paid by Due. Next is the earliest day of another fee on them, none when the
// fees have reached their cap. ToPay is what a payment of all that is due asks for, with the fees.
type LateFeeRaised struct {
	Fee, Open, ToPay money.Paise
	Invoices         []Bill
	Due, Next        calendar.Date
}

// Name implements Event.
func (LateFeeRaised) Name() string { return "late_fee_raised" }

// Values implements Event.
func (e LateFeeRaised) Values() map[string]any {
	numbers := make([]string, len(e.Invoices))
	for i, b := range e.Invoices {
		numbers[i] = b.Number
	}
	return map[string]any{
		"fee": e.Fee, "open": e.Open, "invoice": strings.Join(numbers, ", "), "several": len(e.Invoices) > 1, "due": e.Due,
		"day": e.Next, "more": !e.Next.IsZero(), "toPay": e.ToPay,
	}
}

func (e LateFeeRaised) bills() []Bill { return e.Invoices }

// DepositDue is a deposit that is missing for Items and to be paid by Day, which has gone by if it is
// Overdue.
type DepositDue struct {
	Amount  money.Paise
	Items   []Product
	Day     calendar.Date
	Overdue bool
}

// Name implements Event.
func (DepositDue) Name() string { return "deposit_due" }

// Values implements Event.
func (e DepositDue) Values() map[string]any {
	return map[string]any{"amount": e.Amount, "items": e.Items, "day": e.Day, "overdue": e.Overdue}
}

func (e DepositDue) expiresAt() calendar.Instant {
	if e.Overdue {
		return 0
	}
	return calendar.Stamp(e.Day.AddDays(1).Start())
}

// DepositApplied is a part of the deposit that paid what was due, and what the
// customer still owes after that. Advance says that rent that was paid in advance is a part of it.
type DepositApplied struct {
	Applied, StillDue money.Paise
	Advance           bool
}

// Name implements Event.
func (DepositApplied) Name() string { return "deposit_applied" }

// Values implements Event.
func (e DepositApplied) Values() map[string]any {
	return map[string]any{"amount": e.Applied, "due": e.StillDue, "stillDue": e.StillDue > 0, "advance": e.Advance}
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

// TenureEnds is items whose tenure ends on Day, the first day on which leaving costs nothing. Rent is
// their rent in paise a month without GST, which goes on.
type TenureEnds struct {
	Items []Product
	Day   calendar.Date
	Rent  money.Paise
}

// Name implements Event.
func (TenureEnds) Name() string { return "tenure_ends" }

// Values implements Event.
func (e TenureEnds) Values() map[string]any {
	return map[string]any{"items": e.Items, "day": e.Day, "rent": e.Rent}
}

func (e TenureEnds) expiresAt() calendar.Instant { return calendar.Stamp(e.Day.Start()) }

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
