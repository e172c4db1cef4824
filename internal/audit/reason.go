package audit

import (
	"unicode/utf8"

	"rento/internal/bound"
	"rento/internal/fault"
)

// leastReason is the minimum number of letters in a reason, because dots explain nothing.
// longestGiven is the maximum number of characters in a reason that a person gives.
const (
	leastReason  = 10
	longestGiven = 200
)

// CheckReason returns a 422 for a reason that is too short to mean anything to later readers of the
// audit log or of a customer's timeline, or too long to be read there.
func CheckReason(reason string) error {
	if bound.Letters(reason) < leastReason {
		return fault.Invalid("operations.reason_missing", "reason", "Please say why, in at least {least} letters.", fault.With("least", leastReason))
	}
	if utf8.RuneCountInString(reason) > longestGiven {
		return fault.Invalid("text.too_long", "reason", "Please use at most {most} characters.", fault.With("most", longestGiven))
	}
	return nil
}
