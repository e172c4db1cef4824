package provider

import (
	"context"
	"encoding/json"
	"time"
)

// ReportedError is an error as a tracker of errors hears of it.
type ReportedError struct {
	// ID is ours, 32 hexadecimal digits. What is sent again has the same.
	ID string
	// Event is a JSON object in Sentry's form.
	Event json.RawMessage
}

// ErrorTracker gathers errors for those who mend them.
type ErrorTracker interface {
	// Report sends an error. It returns for how long nothing shall be sent from then on, 0
	// for no time, after a failure too; and a *Error: Declined means that this error will
	// never be taken, or, by IsAccess, that none is for now.
	Report(ctx context.Context, e ReportedError) (pause time.Duration, err error)
}
