package provider

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

// CollectedEvent is something that a person did, as a collector hears of it.
type CollectedEvent struct {
	// ID is ours. An event that is sent again has the same, so that it counts once.
	ID string
	// Person is our name for the person, which says nothing to others.
	Person string
	// Mobile, ten digits, introduces the person before the event; empty does not.
	Mobile   string
	Name     string
	Platform string
	// Properties is a JSON object.
	Properties json.RawMessage
	At         time.Time
}

// Collector gathers what people do in an app, for statistics.
type Collector interface {
	// Collect sends the first of the events, as many as one batch holds, and returns how
	// many those were, after a failure too. It returns a *Error: Declined means that
	// this batch will never be taken, or, by IsAccess, that none is for now.
	Collect(ctx context.Context, events []CollectedEvent) (sent int, err error)
	// Forget has the collector delete what it has of a person, and take nothing more of
	// them. It is safe to repeat. It returns a *Error, Declined as that of Collect.
	Forget(ctx context.Context, person string) error
}

// ReasonAccess is the reason of a call that was refused because of our account at a
// provider: its keys, or what they may do.
const ReasonAccess = "access"

// IsAccess reports whether a call was refused because of our account, which is ours to
// mend, and not because of what was sent.
func IsAccess(err error) bool {
	failed, ok := errors.AsType[*Error](err)
	return ok && failed.Outcome == Declined && failed.Reason == ReasonAccess
}
