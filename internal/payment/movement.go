package payment

import (
	"slices"
	"strings"

	"rento/internal/billing"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/settlement"
)

// MovementKind is the kind of a movement of the wallet or the deposit, from the customer's side.
// The screens choose their words by it.
type MovementKind string

// The kinds of movements.
const (
	MovedDeposit    MovementKind = "deposit"     // a deposit was paid
	MovedToPayment  MovementKind = "payment"     // the wallet paid its part of a payment
	MovedOverpaid   MovementKind = "overpaid"    // the part of a payment above what was due
	MovedToDues     MovementKind = "dues"        // bills were paid
	MovedCreditNote MovementKind = "credit_note" // a credit note gave money back
	MovedGift       MovementKind = "gift"        // promotional credit was given
	MovedPayout     MovementKind = "payout"      // money left the wallet for a bank account or UPI
	MovedRefund     MovementKind = "refund"      // a refund came into the wallet
	MovedToWallet   MovementKind = "to_wallet"   // a refund of the deposit went into the wallet
	MovedSent       MovementKind = "refund_sent" // a refund was sent to a bank account or UPI
	MovedBack       MovementKind = "refund_back" // a refund that did not arrive came back
	MovedAdvance    MovementKind = "advance"     // unused advance rent came back
	MovedOther      MovementKind = "other"       // described by the text of the entry
)

// Movement is a line of a statement with its kind. Reference is the number of the document that
// caused it, if there is one.
type Movement struct {
	ledger.Movement
	Kind      MovementKind
	Reference string
}

var movementWords = map[MovementKind]string{
	MovedDeposit: "Deposit paid", MovedToPayment: "Used for a payment", MovedOverpaid: "Paid more than was due", MovedToDues: "Bills paid",
	MovedCreditNote: "Credit note", MovedGift: "Promotional credit", MovedPayout: "To your bank or UPI ID", MovedRefund: "Refund received",
	MovedToWallet: "Refund to the wallet", MovedSent: "Refund sent to your bank or UPI ID", MovedBack: "Refund that did not arrive",
	MovedAdvance: "Rent paid in advance, not used",
}

// Describe returns the text of the movement for the customer.
func (m Movement) Describe() string {
	words, known := movementWords[m.Kind]
	switch {
	case !known:
		return m.Description
	case m.Reference != "":
		return words + " " + m.Reference
	}
	return words
}

func walletMovements(rows []ledger.Movement) []Movement {
	movements := make([]Movement, len(rows))
	for i, row := range rows {
		movements[i] = described(row, walletKind(row))
	}
	return movements
}

func walletKind(m ledger.Movement) MovementKind {
	in := m.Amount > 0
	switch m.SourceType {
	case sourcePayment:
		if in {
			return MovedOverpaid
		}
		return MovedToPayment
	case sourceWallet, billing.SourceWalletDue, billing.SourceCreditNote, settlement.SourceWalletDues:
		if !in {
			return MovedToDues
		}
	case billing.SourceInvoice:
		if in {
			return MovedCreditNote
		}
	case settlement.SourceWallet:
		return MovedPayout
	case billing.SourceAdvanceReturned:
		return MovedAdvance
	case settlement.SourcePayout:
		if in {
			return MovedRefund
		}
	}
	if in && m.Account == ledger.PromotionalCredit {
		return MovedGift
	}
	return MovedOther
}

// depositMovements returns the movements of the deposit and of the refunds owed from it, as one
// list. A settlement moves money from one to the other, which moves nothing to or from the
// customer. Only what is paid out of them is a movement. Entries about wallet money are left
// out.
func depositMovements(rows []ledger.Movement, ofWallet func(ledger.Movement) bool) []Movement {
	var movements []Movement
	for _, row := range rows {
		if ofWallet(row) {
			continue
		}
		if last := len(movements) - 1; last >= 0 && movements[last].ID == row.ID {
			movements[last].Amount = money.Sum(movements[last].Amount, row.Amount)
			continue
		}
		movements = append(movements, Movement{Movement: row})
	}
	movements = slices.DeleteFunc(movements, func(m Movement) bool { return m.Amount == 0 })
	for i, m := range movements {
		movements[i] = described(m.Movement, depositKind(m.Movement))
	}
	return movements
}

func depositKind(m ledger.Movement) MovementKind {
	in := m.Amount > 0
	switch m.SourceType {
	case sourcePayment:
		return MovedDeposit
	case settlement.SourceDues, settlement.SourceNetting:
		return MovedToDues
	case billing.SourceInvoice:
		return MovedCreditNote
	case billing.SourceAdvanceReturned:
		return MovedAdvance
	case settlement.SourcePayout:
		switch {
		case in:
			return MovedBack
		case strings.HasSuffix(m.SourceID, settlement.PayoutToWallet):
			return MovedToWallet
		}
		return MovedSent
	}
	return MovedOther
}

// MatchKind says what paid an invoice: payment, wallet, credit_note, refund, gift, advance or
// other. refund means that a part of a settlement's refund was kept back for the invoice. For
// credit_note, reference is the number of the credit note.
func MatchKind(m billing.Match) (kind, reference string) {
	if m.Gift {
		return "gift", ""
	}
	switch m.SourceType {
	case sourcePayment:
		return "payment", ""
	case sourceWallet, billing.SourceWalletDue, settlement.SourceWalletDues:
		return "wallet", ""
	case billing.SourceCreditNote, billing.SourceInvoice:
		return "credit_note", m.Document
	case settlement.SourceDues, settlement.SourceNetting:
		return "refund", ""
	case billing.SourceAdvance:
		return "advance", ""
	}
	return "other", ""
}

func described(m ledger.Movement, kind MovementKind) Movement {
	moved := Movement{Movement: m, Kind: kind}
	if kind == MovedCreditNote {
		moved.Reference = m.Document
	}
	return moved
}
