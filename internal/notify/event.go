package notify

import (
	"strings"

	"rento/internal/calendar"
	"rento/internal/money"
)

// Event is something that happened and that somebody is told about. It holds only facts; the words
// are in texts/.
type Event interface {
	// Name is the event's name in kinds, in texts/ and in the texts registered with
	// the operators.
	Name() string
	// Values are the values of the texts' placeholders, by name. A text, money.Paise,
	// calendar.Instant, calendar.Date, Request, Product, []Product or []Reason is formatted in the message's
	// language. A bool chooses between sentences.
	Values() map[string]any
}

// Product is a product with its name in every language of the catalogue. subscription.Named makes
// it from an item.
type Product struct {
	english string
	names   map[string]string
}

// NewProduct returns a product with its English name, and its names in other languages by language
// code.
func NewProduct(english string, names map[string]string) Product {
	return Product{english: english, names: names}
}

// expiring is an event that must not be sent any more after a time.
type expiring interface{ expiresAt() calendar.Instant }

// patient is an event that may wait for the day although its kind is told at once, because nobody
// has just done what it reports.
type patient interface{ waitsForDay() bool }

// LoginCode is a sign-in code that was asked for. The last line of its text
// lets the phone fill in the code on our site only.
type LoginCode struct {
	Code      string
	ExpiresAt calendar.Instant
}

// Name implements Event.
func (LoginCode) Name() string { return "login_code" }

// Values implements Event.
func (e LoginCode) Values() map[string]any { return map[string]any{"code": e.Code} }

func (e LoginCode) expiresAt() calendar.Instant { return e.ExpiresAt }

// PaymentReceived is a payment that reached us, made at At by the gateway's word. Amount is what
// the customer paid, Gift what promotional credit paid beside it, Credit what of the amount was
// more than was due by then and is in the wallet. FeesFallen are the late fees that are taken back
// because it was made in time.
type PaymentReceived struct {
	Amount     money.Paise
	Gift       money.Paise
	Credit     money.Paise
	FeesFallen money.Paise
	Reference  string
	At         calendar.Instant
	On         calendar.Date // in place of At, when only the day is known
}

// Name implements Event.
func (PaymentReceived) Name() string { return "payment_received" }

// Values implements Event.
func (e PaymentReceived) Values() map[string]any {
	var when any = e.At
	if e.At.IsZero() {
		when = e.On
	}
	return map[string]any{
		"amount": e.Amount, "gift": e.Gift, "credit": e.Credit, "paid": e.Amount > 0, "gifted": e.Gift > 0, "credited": e.Credit > 0,
		"fees": e.FeesFallen, "fallen": e.FeesFallen > 0, "reference": e.Reference, "when": when,
	}
}

// PaymentUnconfirmed is a payment, begun on On, that the bank has neither made nor
// refused within four days: it is not waited for any more. Amount is what the
// bank was asked for.
type PaymentUnconfirmed struct {
	Amount    money.Paise
	Reference string
	On        calendar.Date
}

// Name implements Event.
func (PaymentUnconfirmed) Name() string { return "payment_unconfirmed" }

// Values implements Event.
func (e PaymentUnconfirmed) Values() map[string]any {
	return map[string]any{"amount": e.Amount, "reference": e.Reference, "day": e.On}
}

// PaymentRefused is a payment, begun on On, that the bank has refused after the customer was told that
// it was not confirmed yet. Amount is what the bank was asked for.
type PaymentRefused struct {
	Amount    money.Paise
	Reference string
	On        calendar.Date
}

// Name implements Event.
func (PaymentRefused) Name() string { return "payment_refused" }

// Values implements Event.
func (e PaymentRefused) Values() map[string]any {
	return map[string]any{"amount": e.Amount, "reference": e.Reference, "day": e.On}
}

// PaymentReturned is a payment that came when nothing was due for it any more,
// such as a second one for the same; it goes back. Of an auto debit, Instrument is its account as the
// customer knows it, and On its day; Refused says that the bank did not pay it at first. Ahead says that
// it was for rent in advance: the months were not offered like that any more when it came.
type PaymentReturned struct {
	Amount     money.Paise
	Reference  string
	Instrument string
	On         calendar.Date
	Refused    bool
	Ahead      bool
}

// Name implements Event.
func (PaymentReturned) Name() string { return "payment_returned" }

// Values implements Event.
func (e PaymentReturned) Values() map[string]any {
	return map[string]any{
		"amount": e.Amount, "reference": e.Reference, "debited": e.Instrument != "", "instrument": e.Instrument, "day": e.On, "refused": e.Refused,
		"ahead": e.Ahead,
	}
}

// PaymentBack is a payment that has gone back to where it came from: the gateway
// has sent it. Instrument, On, Refused and Ahead are those of PaymentReturned.
type PaymentBack struct {
	Amount     money.Paise
	Reference  string
	Instrument string
	On         calendar.Date
	Refused    bool
	Ahead      bool
}

// Name implements Event.
func (PaymentBack) Name() string { return "payment_back" }

// Values implements Event.
func (e PaymentBack) Values() map[string]any {
	return map[string]any{
		"amount": e.Amount, "reference": e.Reference, "debited": e.Instrument != "", "instrument": e.Instrument, "day": e.On,
		"refused": e.Refused, "ahead": e.Ahead,
	}
}

// PaymentNotBack is a payment that the bank did not take back: it is paid another
// way, which somebody of the company decides. Ahead is that of PaymentReturned.
type PaymentNotBack struct {
	Amount    money.Paise
	Reference string
	Ahead     bool
}

// Name implements Event.
func (PaymentNotBack) Name() string { return "payment_not_back" }

// Values implements Event.
func (e PaymentNotBack) Values() map[string]any {
	return map[string]any{"amount": e.Amount, "reference": e.Reference, "ahead": e.Ahead}
}

// BankTransferLeft is Amount of a bank transfer of On that pays nothing that is due. It waits for the
// word of its payer, or goes back.
type BankTransferLeft struct {
	Amount money.Paise
	UTR    string // the bank's reference
	On     calendar.Date
}

// Name implements Event.
func (BankTransferLeft) Name() string { return "bank_transfer_left" }

// Values implements Event.
func (e BankTransferLeft) Values() map[string]any {
	return map[string]any{"amount": e.Amount, "utr": e.UTR, "day": e.On}
}

// BankTransferReturned is Amount of a bank transfer of On that the company has sent back, by a
// transfer of its own under Reference.
type BankTransferReturned struct {
	Amount         money.Paise
	UTR, Reference string
	On             calendar.Date
}

// Name implements Event.
func (BankTransferReturned) Name() string { return "bank_transfer_returned" }

// Values implements Event.
func (e BankTransferReturned) Values() map[string]any {
	return map[string]any{"amount": e.Amount, "utr": e.UTR, "reference": e.Reference, "day": e.On}
}

// BankTransferTakenBack is a bank transfer of On that was recorded for a customer by mistake, with the
// receipt Reference, "" if it had paid nothing. Tax was deducted at source beside it. Open of Invoices,
// none if it paid late fees alone, is to be paid by Due, or is debited by Instrument, "" for none. Fees
// that it had paid are waived.
type BankTransferTakenBack struct {
	Amount     money.Paise
	Fees       money.Paise
	Tax        money.Paise
	On         calendar.Date
	Reference  string
	Invoices   []Bill
	Open       money.Paise
	Due        calendar.Date
	Instrument string
}

// Name implements Event.
func (BankTransferTakenBack) Name() string { return "bank_transfer_taken_back" }

// Values implements Event.
func (e BankTransferTakenBack) Values() map[string]any {
	numbers := make([]string, len(e.Invoices))
	for i, b := range e.Invoices {
		numbers[i] = b.Number
	}
	return map[string]any{
		"amount": e.Amount, "day": e.On, "reference": e.Reference, "receipt": e.Reference != "", "reopened": len(e.Invoices) > 0,
		"invoices": strings.Join(numbers, ", "), "open": e.Open, "due": e.Due, "tax": e.Tax, "taxed": e.Tax > 0,
		"debited": e.Instrument != "", "instrument": e.Instrument, "fees": e.Fees, "waived": e.Fees > 0,
	}
}

func (e BankTransferTakenBack) bills() []Bill { return e.Invoices }

// TaxRecorded is Amount of tax deducted at source beside a bank transfer of On, that the payer told
// after the transfer was matched under the receipt Reference. FeesFallen are the late fees that fell.
type TaxRecorded struct {
	Amount, FeesFallen money.Paise
	UTR, Reference     string
	On                 calendar.Date
}

// Name implements Event.
func (TaxRecorded) Name() string { return "tax_recorded" }

// Values implements Event.
func (e TaxRecorded) Values() map[string]any {
	return map[string]any{
		"amount": e.Amount, "utr": e.UTR, "reference": e.Reference, "day": e.On, "fees": e.FeesFallen, "fallen": e.FeesFallen > 0,
	}
}

// PayeeChanged says that refunds go to another payee, not before From.
type PayeeChanged struct {
	Payee string // masked
	From  calendar.Instant
}

// Name implements Event.
func (PayeeChanged) Name() string { return "payee_changed" }

// Values implements Event.
func (e PayeeChanged) Values() map[string]any {
	return map[string]any{"payee": e.Payee, "when": e.From}
}

// PayeeRefused says that the bank did not confirm the payee of refunds.
type PayeeRefused struct {
	Payee string // masked
}

// Name implements Event.
func (PayeeRefused) Name() string { return "payee_refused" }

// Values implements Event.
func (e PayeeRefused) Values() map[string]any { return map[string]any{"payee": e.Payee} }

// SettlementReady is a settlement that leaves a refund, after Applied of its
// money has paid what was due. Chosen says that the customer has said where to.
type SettlementReady struct {
	Refund, Applied money.Paise
	Chosen          bool
	Advance         bool // the refund includes rent that was paid in advance
}

// Name implements Event.
func (SettlementReady) Name() string { return "settlement_ready" }

// Values implements Event.
func (e SettlementReady) Values() map[string]any {
	return map[string]any{"amount": e.Refund, "applied": e.Applied, "netted": e.Applied > 0, "chosen": e.Chosen, "advance": e.Advance}
}

// WalletPayoutRequested is own money of the wallet that is to be paid out, after
// Applied of the wallet has paid what was due.
type WalletPayoutRequested struct {
	Amount, Applied money.Paise
}

// Name implements Event.
func (WalletPayoutRequested) Name() string { return "wallet_payout_requested" }

// Values implements Event.
func (e WalletPayoutRequested) Values() map[string]any {
	return map[string]any{"amount": e.Amount, "applied": e.Applied, "netted": e.Applied > 0}
}

// RefundNetted says that Applied of a refund paid what was open before the rest
// goes out, and what the customer still owes after that.
type RefundNetted struct {
	Refund, Applied, StillDue money.Paise
}

// Name implements Event.
func (RefundNetted) Name() string { return "refund_netted" }

// Values implements Event.
func (e RefundNetted) Values() map[string]any {
	return map[string]any{"refund": e.Refund, "applied": e.Applied, "left": e.Refund - e.Applied, "due": e.StillDue, "all": e.Refund == e.Applied, "stillDue": e.StillDue > 0}
}

// RefundPaid is a refund that was paid.
type RefundPaid struct {
	Amount    money.Paise
	Payee     string // masked
	Reference string // the bank's reference, empty for the wallet
}

// Name implements Event.
func (RefundPaid) Name() string { return "refund_paid" }

// Values implements Event.
func (e RefundPaid) Values() map[string]any {
	return map[string]any{"amount": e.Amount, "payee": e.Payee, "reference": e.Reference}
}

// RefundCameBack is a refund that the bank sent back.
type RefundCameBack struct {
	Amount money.Paise
}

// Name implements Event.
func (RefundCameBack) Name() string { return "refund_came_back" }

// Values implements Event.
func (e RefundCameBack) Values() map[string]any { return map[string]any{"amount": e.Amount} }

// DeletionPlanned is an account that will be deleted on a day.
type DeletionPlanned struct {
	On calendar.Date
}

// Name implements Event.
func (DeletionPlanned) Name() string { return "deletion_planned" }

// Values implements Event.
func (e DeletionPlanned) Values() map[string]any { return map[string]any{"day": e.On} }

// DeletionWithdrawn is an account that was to be deleted and is kept, because its
// customer signed in or said so.
type DeletionWithdrawn struct{}

// Name implements Event.
func (DeletionWithdrawn) Name() string { return "deletion_withdrawn" }

// Values implements Event.
func (DeletionWithdrawn) Values() map[string]any { return nil }

// DataDownloaded is a copy of all that is held of a customer, which somebody in a session
// of theirs has asked for.
type DataDownloaded struct{}

// Name implements Event.
func (DataDownloaded) Name() string { return "data_downloaded" }

// Values implements Event.
func (DataDownloaded) Values() map[string]any { return nil }

// Reason is why an account is not deleted. Each language has words for it.
type Reason string

// The reasons.
const (
	OpenItems      Reason = "open_items"
	OpenDues       Reason = "open_dues"
	HeldDeposit    Reason = "held_deposit"
	HeldAdvance    Reason = "held_advance"
	OpenInspection Reason = "open_inspection"
	OpenRefund     Reason = "open_refund"
	WalletMoney    Reason = "wallet_money"
	OpenMandate    Reason = "open_mandate"
	OpenPayments   Reason = "open_payments"
)

// DeletionStopped is an account that was not deleted after all.
type DeletionStopped struct {
	Reasons []Reason
}

// Name implements Event.
func (DeletionStopped) Name() string { return "deletion_stopped" }

// Values implements Event.
func (e DeletionStopped) Values() map[string]any { return map[string]any{"reasons": e.Reasons} }
