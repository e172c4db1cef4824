package provider

import (
	"errors"

	"rento/internal/bound"
	"rento/internal/money"
)

// The room that the tables have for what providers answer, in characters. Texts
// are cut to it where they are stored (package bound).
const (
	LongestReason     = 2000
	LongestMethod     = 200
	LongestInstrument = 1000
	// LongestName is that of the holder of an account, which is stored encrypted.
	LongestName = 100
	longestID   = 200
)

// ErrID says that an answer names something by an id that no column holds. An
// id cannot be cut: the answer counts as one that cannot be read.
var ErrID = errors.New("provider: an id has more than 200 characters, or is no text")

// CheckIDs returns ErrID when an id of an answer cannot be stored as it is.
func CheckIDs(ids ...string) error {
	for _, id := range ids {
		if id != bound.Text(id, longestID) {
			return ErrID
		}
	}
	return nil
}

// ErrAmounts says that an answer has amounts which cannot be: the books hold no
// payment of less than nothing, and none of which more was given back.
var ErrAmounts = errors.New("provider: a payment is negative, or more was given back than paid")

// CheckAmounts returns ErrAmounts when a payment's amounts, in paise, cannot be.
func CheckAmounts(paid, refunded money.Paise) error {
	if paid < 0 || refunded < 0 || refunded > paid {
		return ErrAmounts
	}
	return nil
}

// Check returns ErrID when one of the event's ids, or its kind, cannot be stored
// as it is. Its own id is not signed and is looked at by whoever stores it.
func (e Event) Check() error {
	return CheckIDs(e.Kind, e.OrderID, e.PaymentID, e.RefundID, e.SubjectID)
}
