package notify

import (
	"rento/internal/calendar"
	"rento/internal/money"
)

// TransferOffered says to its receiver that somebody wants to hand rented items
// over.
type TransferOffered struct {
	Until  calendar.Date // last day to answer
	Giver  string        // full name
	Ticket string        // number
}

// Name implements Event.
func (TransferOffered) Name() string { return "transfer_offered" }

// Values implements Event.
func (e TransferOffered) Values() map[string]any {
	return map[string]any{"giver": e.Giver, "ticket": e.Ticket, "until": e.Until}
}

// TransferAccepted says to the giver that the receiver takes the items.
type TransferAccepted struct {
	Until    calendar.Date // last day for deposit and KYC
	Receiver string        // full name
	Ticket   string        // number
}

// Name implements Event.
func (TransferAccepted) Name() string { return "transfer_accepted" }

// Values implements Event.
func (e TransferAccepted) Values() map[string]any {
	return map[string]any{"receiver": e.Receiver, "ticket": e.Ticket, "until": e.Until}
}

// TransferConfirmed confirms to the receiver that they accepted: what the items
// cost, in paise a month without GST, and what comes next. Deposit is what the
// receiver still has to pay of any deposit, in paise.
type TransferConfirmed struct {
	Until   calendar.Date // last day for deposit and KYC
	Giver   string        // full name
	Ticket  string        // number
	Rent    money.Paise
	Deposit money.Paise
	KYC     bool // KYC is still to be completed
}

// Name implements Event.
func (TransferConfirmed) Name() string { return "transfer_confirmed" }

// Values implements Event.
func (e TransferConfirmed) Values() map[string]any {
	return map[string]any{
		"giver": e.Giver, "ticket": e.Ticket, "until": e.Until, "rent": e.Rent, "amount": e.Deposit, "deposit": e.Deposit > 0, "kyc": e.KYC,
	}
}

// TransferDeclined says to the giver that the receiver does not take the items,
// or not any more.
type TransferDeclined struct {
	Receiver string // full name
	Ticket   string // number
}

// Name implements Event.
func (TransferDeclined) Name() string { return "transfer_declined" }

// Values implements Event.
func (e TransferDeclined) Values() map[string]any {
	return map[string]any{"receiver": e.Receiver, "ticket": e.Ticket}
}

// TransferLeft confirms to the receiver that a transfer was given up, for which
// Deposit had been paid.
type TransferLeft struct {
	Deposit  money.Paise
	Giver    string // full name
	Ticket   string // number
	Accepted bool   // the receiver had accepted
}

// Name implements Event.
func (TransferLeft) Name() string { return "transfer_left" }

// Values implements Event.
func (e TransferLeft) Values() map[string]any {
	return map[string]any{"giver": e.Giver, "ticket": e.Ticket, "accepted": e.Accepted, "deposit": e.Deposit, "paid": e.Deposit > 0}
}

// TransferWithdrawn says to the receiver, who had paid Deposit for the items, that
// the giver keeps them.
type TransferWithdrawn struct {
	Deposit money.Paise
	Giver   string // full name
	Ticket  string // number
}

// Name implements Event.
func (TransferWithdrawn) Name() string { return "transfer_withdrawn" }

// Values implements Event.
func (e TransferWithdrawn) Values() map[string]any {
	return map[string]any{"giver": e.Giver, "ticket": e.Ticket, "deposit": e.Deposit, "paid": e.Deposit > 0}
}

// TransferTakenOver says to the receiver that the items are theirs to rent from
// a day on.
type TransferTakenOver struct {
	Giver  string // full name
	Ticket string // number
	From   calendar.Date
}

// Name implements Event.
func (TransferTakenOver) Name() string { return "transfer_taken_over" }

// Values implements Event.
func (e TransferTakenOver) Values() map[string]any {
	return map[string]any{"giver": e.Giver, "ticket": e.Ticket, "day": e.From}
}

// TransferExpired says to the giver that the receiver has not done in time what
// was to be done, and that the transfer is over.
type TransferExpired struct {
	Dues     bool   // the transfer waited for the giver's dues
	Receiver string // full name
	Ticket   string // number
	Accepted bool   // the receiver had accepted
}

// Name implements Event.
func (TransferExpired) Name() string { return "transfer_expired" }

// Values implements Event.
func (e TransferExpired) Values() map[string]any {
	return map[string]any{"receiver": e.Receiver, "ticket": e.Ticket, "accepted": e.Accepted, "dues": e.Dues}
}

// OfferExpired says the same to the receiver, who had paid Deposit for the items.
type OfferExpired struct {
	Deposit  money.Paise
	Dues     bool   // the transfer waited for the giver's dues
	Giver    string // full name
	Ticket   string // number
	Accepted bool   // the receiver had accepted
}

// Name implements Event.
func (OfferExpired) Name() string { return "offer_expired" }

// Values implements Event.
func (e OfferExpired) Values() map[string]any {
	return map[string]any{"giver": e.Giver, "ticket": e.Ticket, "accepted": e.Accepted, "dues": e.Dues, "deposit": e.Deposit, "paid": e.Deposit > 0}
}

// RequestGivenUp is a service request that the company does not carry out.
type RequestGivenUp struct{ RequestWithdrawn }

// Name implements Event.
func (RequestGivenUp) Name() string { return "request_given_up" }

// TransferGivenUp says to the receiver, who had paid Deposit for the items, that
// the company ended a transfer.
type TransferGivenUp struct {
	Deposit money.Paise
	Giver   string // full name
	Ticket  string // number
}

// Name implements Event.
func (TransferGivenUp) Name() string { return "transfer_given_up" }

// Values implements Event.
func (e TransferGivenUp) Values() map[string]any {
	return map[string]any{"giver": e.Giver, "ticket": e.Ticket, "deposit": e.Deposit, "paid": e.Deposit > 0}
}

// TransferDuesOpen says to the giver that a transfer waits for what they owe, in
// paise, and until when.
type TransferDuesOpen struct {
	Receiver string // full name
	Ticket   string // number
	Dues     money.Paise
	Until    calendar.Date
}

// Name implements Event.
func (TransferDuesOpen) Name() string { return "transfer_dues_open" }

// Values implements Event.
func (e TransferDuesOpen) Values() map[string]any {
	return map[string]any{"receiver": e.Receiver, "ticket": e.Ticket, "amount": e.Dues, "until": e.Until}
}

// TransferWaits says to the receiver, who has done everything, that a transfer
// waits for what its giver owes.
type TransferWaits struct {
	Giver  string // full name
	Ticket string // number
	Until  calendar.Date
}

// Name implements Event.
func (TransferWaits) Name() string { return "transfer_waits" }

// Values implements Event.
func (e TransferWaits) Values() map[string]any {
	return map[string]any{"giver": e.Giver, "ticket": e.Ticket, "until": e.Until}
}
