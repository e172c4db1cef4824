// Package fault holds the application error: what went wrong in words fit for
// a person, and the HTTP status and name it goes out with. It imports nothing
// of the project, so every package may return one.
package fault

import (
	"errors"
	"fmt"
	"net/http"
)

// Fault is an error whose Message may be shown to the customer. Everything
// that is not a Fault leaves the server as a plain 500 with a fixed text.
type Fault struct {
	Status  int
	Name    string
	Message string
	// Extra is sent beside the message for the screen that mends the error.
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

// WithExtra returns a copy that carries one more extra value.
func (f *Fault) WithExtra(key string, value any) *Fault {
	c := *f
	c.Extra = make(map[string]any, len(f.Extra)+1)
	for k, v := range f.Extra {
		c.Extra[k] = v
	}
	c.Extra[key] = value
	return &c
}

// WithCause returns a copy that remembers err for the log.
func (f *Fault) WithCause(err error) *Fault {
	c := *f
	c.Cause = err
	return &c
}

// Of returns the Fault inside err, or nil when there is none.
func Of(err error) *Fault {
	f, _ := errors.AsType[*Fault](err)
	return f
}

// Is reports whether err carries a Fault with this HTTP status.
func Is(err error, status int) bool {
	f := Of(err)
	return f != nil && f.Status == status
}

// Unreadable is input that cannot be decoded at all (400).
func Unreadable(message string) *Fault {
	return &Fault{Status: http.StatusBadRequest, Name: "BadRequestError", Message: message}
}

// Unauthorized is a missing, unknown or expired session (401).
func Unauthorized() *Fault {
	return &Fault{Status: http.StatusUnauthorized, Name: "AUTHORIZATION_REQUIRED", Message: "Authorization Required"}
}

// Forbidden is an act the session may not do (403).
func Forbidden(message string) *Fault {
	return &Fault{Status: http.StatusForbidden, Name: "ForbiddenError", Message: message}
}

// NotFound is something that does not exist for this customer (404). Another
// customer's object gives the same answer, so that ids tell nothing.
func NotFound(message string) *Fault {
	return &Fault{Status: http.StatusNotFound, Name: "NotFoundError", Message: message}
}

// Conflict is a request that the present state does not allow (409).
func Conflict(message string) *Fault {
	return &Fault{Status: http.StatusConflict, Name: "ConflictError", Message: message}
}

// Gone is a link that has run out (410).
func Gone(message string) *Fault {
	return &Fault{Status: http.StatusGone, Name: "GoneError", Message: message}
}

// TooLarge is a body or file beyond what is taken (413).
func TooLarge(message string) *Fault {
	return &Fault{Status: http.StatusRequestEntityTooLarge, Name: "PayloadTooLargeError", Message: message}
}

// Unsupported is a file of a kind that is not taken (415).
func Unsupported(message string) *Fault {
	return &Fault{Status: http.StatusUnsupportedMediaType, Name: "UnsupportedMediaTypeError", Message: message}
}

// Invalid is a readable request with a wrong field (422).
func Invalid(field, message string) *Fault {
	return &Fault{
		Status: http.StatusUnprocessableEntity, Name: "ValidationError", Message: message,
		Extra: map[string]any{"field": field},
	}
}

// TooMany is a limit that was reached (429). seconds is when to try again.
func TooMany(seconds int) *Fault {
	return &Fault{
		Status: http.StatusTooManyRequests, Name: "TooManyRequestsError",
		Message: "Too many attempts. Please wait a little and try again.",
		Extra:   map[string]any{"retryAfter": seconds},
	}
}

// Provider is an outside service that failed or did not answer (502).
func Provider(cause error) *Fault {
	return &Fault{
		Status: http.StatusBadGateway, Name: "ProviderError",
		Message: "Our partner did not answer. Please try again in a minute.", Cause: cause,
	}
}
