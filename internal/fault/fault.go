// Package fault defines the application error: a sentence for a person, a stable code for programs
// and translations, and the HTTP status and name. It imports no other package of the project, so
// every package may return a Fault.
package fault

import (
	"errors"
	"fmt"
	"maps"
)

// Fault is an error whose Message may be shown to the customer. Any other error leaves the server
// as a plain 500 with a fixed text.
type Fault struct {
	Status int
	Name   string
	// Code is <domain>.<what> in snake case. Each code belongs to exactly one message template
	// (api/faults.json).
	Code string
	// Message is in English, with the values filled in.
	Message string
	// Values are the texts for the template's placeholders, by name.
	Values map[string]string
	// Words are the codes of those values that are words, by placeholder.
	Words map[string][]string
	// Extra is sent with the message to the screen that can fix the error.
	Extra map[string]any
	// Cause is logged and never sent.
	Cause error
}

func (f *Fault) Error() string {
	if f.Cause != nil {
		return fmt.Sprintf("%s: %s: %v", f.Name, f.Message, f.Cause)
	}
	return f.Name + ": " + f.Message
}

func (f *Fault) Unwrap() error { return f.Cause }

// Details is the "extra" of the API: Extra together with the code, the values and the codes of
// their words.
func (f *Fault) Details() map[string]any {
	details := map[string]any{"code": f.Code}
	if len(f.Values) > 0 {
		details["values"] = f.Values
	}
	if len(f.Words) > 0 {
		details["words"] = f.Words
	}
	maps.Copy(details, f.Extra)
	return details
}

// WithExtra returns a copy with one more extra value. The keys "code", "values" and "words" are
// reserved.
func (f *Fault) WithExtra(key string, value any) *Fault {
	c := *f
	c.Extra = make(map[string]any, len(f.Extra)+1)
	maps.Copy(c.Extra, f.Extra)
	c.Extra[key] = value
	return &c
}

// WithCause returns a copy with err as its cause, for the log.
func (f *Fault) WithCause(err error) *Fault {
	c := *f
	c.Cause = err
	return &c
}

// Of returns the Fault inside err, or nil if there is none.
func Of(err error) *Fault {
	f, _ := errors.AsType[*Fault](err)
	return f
}

// Is reports whether err carries a Fault with this HTTP status.
func Is(err error, status int) bool {
	f := Of(err)
	return f != nil && f.Status == status
}
