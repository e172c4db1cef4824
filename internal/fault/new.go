package fault

import (
	"fmt"
	"net/http"
	"strings"
)

// Value is a value for a placeholder of a message.
type Value struct {
	name, text string
	codes      []string
}

// With returns a value for the placeholder {name}, formatted as fmt.Print does: a number, an
// amount, a name. Use a Word for text that has to be translated.
func With(name string, value any) Value { return Value{name: name, text: fmt.Sprint(value)} }

// Word is a phrase inside messages that is translated on its own, by its code (api/faults.json).
type Word struct{ Code, English string }

// NewWord returns a word.
func NewWord(code, template string) Word { return Word{code, template} }

// WithWords returns a list of words for the placeholder {name}.
func WithWords(name string, words ...Word) Value {
	v := Value{name: name}
	english := make([]string, len(words))
	for i, w := range words {
		english[i] = w.English
		v.codes = append(v.codes, w.Code)
	}
	v.text = strings.Join(english, ", ")
	return v
}

// made builds a Fault whose message is the template with the values filled in.
func made(code string, status int, name, template string, values []Value) *Fault {
	f := &Fault{Status: status, Name: name, Code: code, Message: template}
	if len(values) == 0 {
		return f
	}
	f.Values = make(map[string]string, len(values))
	var places []string
	for _, v := range values {
		f.Values[v.name] = v.text
		if v.codes != nil {
			if f.Words == nil {
				f.Words = map[string][]string{}
			}
			f.Words[v.name] = v.codes
		}
		places = append(places, "{"+v.name+"}", v.text)
	}
	f.Message = strings.NewReplacer(places...).Replace(template)
	return f
}

// Unreadable returns a Fault (400) for input that cannot be decoded.
func Unreadable(code, template string, values ...Value) *Fault {
	return made(code, http.StatusBadRequest, "BadRequestError", template, values)
}

// Unauthorized returns a Fault (401) for a missing, unknown or expired session.
func Unauthorized() *Fault {
	return made("session.required", http.StatusUnauthorized, "AUTHORIZATION_REQUIRED", "Authorization Required", nil)
}

// SessionEnded returns a Fault (401) for a session of which it is known why it has ended.
func SessionEnded(code, template string, values ...Value) *Fault {
	return made(code, http.StatusUnauthorized, "AUTHORIZATION_REQUIRED", template, values)
}

// Forbidden returns a Fault (403) for an action that the session may not perform.
func Forbidden(code, template string, values ...Value) *Fault {
	return made(code, http.StatusForbidden, "ForbiddenError", template, values)
}

// NotFound returns a Fault (404) for something that does not exist for this customer. Another
// customer's object gives the same answer, so that ids reveal nothing.
func NotFound(code, template string, values ...Value) *Fault {
	return made(code, http.StatusNotFound, "NotFoundError", template, values)
}

// MethodNotAllowed returns a Fault (405) for a call that exists with another method.
func MethodNotAllowed(code, template string) *Fault {
	return made(code, http.StatusMethodNotAllowed, "MethodNotAllowedError", template, nil)
}

// TooSlow returns a Fault (408) for a body that took too long to arrive.
func TooSlow(code, template string) *Fault {
	return made(code, http.StatusRequestTimeout, "RequestTimeoutError", template, nil)
}

// Conflict returns a Fault (409) for a request that the current state does not allow.
func Conflict(code, template string, values ...Value) *Fault {
	return made(code, http.StatusConflict, "ConflictError", template, values)
}

// Gone returns a Fault (410) for an expired link.
func Gone(code, template string) *Fault {
	return made(code, http.StatusGone, "GoneError", template, nil)
}

// TooLarge returns a Fault (413) for a body or file that is too large.
func TooLarge(code, template string, values ...Value) *Fault {
	return made(code, http.StatusRequestEntityTooLarge, "PayloadTooLargeError", template, values)
}

// Unsupported returns a Fault (415) for a file of a type that is not accepted.
func Unsupported(code, template string) *Fault {
	return made(code, http.StatusUnsupportedMediaType, "UnsupportedMediaTypeError", template, nil)
}

// Invalid returns a Fault (422) for a readable request with a wrong field.
func Invalid(code, field, template string, values ...Value) *Fault {
	return made(code, http.StatusUnprocessableEntity, "ValidationError", template, values).WithExtra("field", field)
}

// Refused returns a Fault for a request that the HTTP framework refuses. It has the framework's
// status and a name derived from it.
func Refused(code string, status int, template string, values ...Value) *Fault {
	name := strings.ReplaceAll(http.StatusText(status), " ", "") + "Error"
	return made(code, status, name, template, values)
}

// LimitReached returns a Fault (429) for a limit that was reached. seconds is how long to wait
// before trying again.
func LimitReached(code string, seconds int, template string, values ...Value) *Fault {
	return made(code, http.StatusTooManyRequests, "TooManyRequestsError", template, values).WithExtra("retryAfter", seconds)
}

// TooMany returns a LimitReached fault for attempts of any kind. Its message says how long to wait.
func TooMany(seconds int) *Fault {
	const minute, hour = 60, 60 * 60
	switch {
	case seconds < 2*minute:
		return LimitReached("limit.too_many_attempts", seconds, "Too many attempts. Please try again in {seconds} s.", With("seconds", seconds))
	case seconds < 2*hour:
		return LimitReached("limit.too_many_attempts_minutes", seconds, "Too many attempts. Please try again in {minutes} min.", With("minutes", roundUp(seconds, minute)))
	default:
		return LimitReached("limit.too_many_attempts_hours", seconds, "Too many attempts. Please try again in {hours} h.", With("hours", roundUp(seconds, hour)))
	}
}

func roundUp(seconds, unit int) int { return (seconds + unit - 1) / unit }

// Cancelled returns a Fault for a request whose client has disconnected. Its status 499 is not in
// any standard and appears only in the log.
func Cancelled() *Fault {
	return made("request.cancelled", 499, "ClientClosedRequest", "The request was cancelled.", nil)
}

// Internal returns the Fault (500) that hides any error that is not a Fault.
func Internal() *Fault {
	return made("server.failed", http.StatusInternalServerError, "InternalError", "Something went wrong on our side. Please try again.", nil)
}

// Provider returns a Fault (502) for an outside service that failed or did not answer.
func Provider(cause error) *Fault {
	return made("provider.no_answer", http.StatusBadGateway, "ProviderError",
		"Our partner did not answer. Please try again in a minute.", nil).WithCause(cause)
}

// Unavailable returns a Fault (503) for something that is temporarily impossible although the node
// is not overloaded. seconds is how long to wait before trying again.
func Unavailable(code string, seconds int, template string) *Fault {
	return made(code, http.StatusServiceUnavailable, "ServiceUnavailableError", template, nil).WithExtra("retryAfter", seconds)
}

// BusyName is the Name of the faults that Busy returns.
const BusyName = "BusyError"

// Busy returns a Fault (503) for work that the node currently has too much of. seconds is how long
// to wait before trying again. The caller must count it, because it is not logged.
func Busy(seconds int) *Fault {
	return made("server.busy", http.StatusServiceUnavailable, BusyName,
		"We are very busy at the moment. Please try again in a few seconds.", nil).WithExtra("retryAfter", seconds)
}
