package audit

import (
	"unicode/utf8"

	"rento/internal/bound"
	"rento/internal/fault"
)

// leastReason is how many letters a reason has at least: dots say nothing.
// longestGiven is how many characters one that a person gives has at most.
const (
	leastReason  = 10
	longestGiven = 200
)

// CheckReason returns a 422 for a reason of the company's people that says
// nothing to who reads it later, in the audit log or in a customer's time line,
// and for one that is too long to be read there.
func CheckReason(reason string) error {
	if bound.Letters(reason) < leastReason {
		return fault.Invalid("operations.reason_missing", "reason", "Please say why, in at least {least} letters.", fault.With("least", leastReason))
	}
	if utf8.RuneCountInString(reason) > longestGiven {
		return fault.Invalid("text.too_long", "reason", "Please use at most {most} characters.", fault.With("most", longestGiven))
	}
	return nil
}
