package audit

import (
	"rento/internal/bound"
	"rento/internal/fault"
)

// leastReason is how many letters a reason has at least: dots say nothing.
const leastReason = 10

// CheckReason returns a 422 for a reason of the company's people that says
// nothing to who reads it later, in the audit log or in a customer's time line.
func CheckReason(reason string) error {
	if bound.Letters(reason) < leastReason {
		return fault.Invalid("operations.reason_missing", "reason", "Please say why, in at least {least} letters.", fault.With("least", leastReason))
	}
	return nil
}
