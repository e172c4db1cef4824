package fault

import (
	"fmt"
	"net/http"
	"strings"
)

// Value is what stands at a placeholder of a message.
type Value struct {
	name, text string
	codes      []string
}

// With is a value for the placeholder {name}, as fmt.Print writes it: a number,
// an amount, a name. What has to be translated is a Word.
func With(name string, value any) Value { return Value{name: name, text: fmt.Sprint(value)} }

// Word is a phrase that stands in messages and has translations of its own, by
// its code (api/faults.json).
type Word struct{ Code, English string }

// NewWord returns a word.
func NewWord(code, template string) Word { return Word{code, template} }

// WithWords is a list of words for the placeholder {name}.
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

// made is a Fault with the message that the template and the values give.
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

// Unreadable is input that cannot be decoded at all (400).
func Unreadable(code, template string, values ...Value) *Fault {
	return made(code, http.StatusBadRequest, "BadRequestError", template, values)
}

// Unauthorized is a missing, unknown or expired session (401).
func Unauthorized() *Fault {
	return made("session.required", http.StatusUnauthorized, "AUTHORIZATION_REQUIRED", "Authorization Required", nil)
}

// Forbidden is an act the session may not do (403).
func Forbidden(code, template string, values ...Value) *Fault {
	return made(code, http.StatusForbidden, "ForbiddenError", template, values)
}

// NotFound is something that does not exist for this customer (404). Another
// customer's object gives the same answer, so that ids tell nothing.
func NotFound(code, template string, values ...Value) *Fault {
	return made(code, http.StatusNotFound, "NotFoundError", template, values)
}

// MethodNotAllowed is a call that exists with another method (405).
func MethodNotAllowed(code, template string) *Fault {
	return made(code, http.StatusMethodNotAllowed, "MethodNotAllowedError", template, nil)
}

// TooSlow is a body that took too long to arrive (408).
func TooSlow(code, template string) *Fault {
	return made(code, http.StatusRequestTimeout, "RequestTimeoutError", template, nil)
}

// Conflict is a request that the present state does not allow (409).
func Conflict(code, template string, values ...Value) *Fault {
	return made(code, http.StatusConflict, "ConflictError", template, values)
}

// Gone is a link that has run out (410).
func Gone(code, template string) *Fault {
	return made(code, http.StatusGone, "GoneError", template, nil)
}

// TooLarge is a body or file beyond what is taken (413).
func TooLarge(code, template string) *Fault {
	return made(code, http.StatusRequestEntityTooLarge, "PayloadTooLargeError", template, nil)
}

// Unsupported is a file of a kind that is not taken (415).
func Unsupported(code, template string) *Fault {
	return made(code, http.StatusUnsupportedMediaType, "UnsupportedMediaTypeError", template, nil)
}

// Invalid is a readable request with a wrong field (422).
func Invalid(code, field, template string, values ...Value) *Fault {
	return made(code, http.StatusUnprocessableEntity, "ValidationError", template, values).WithExtra("field", field)
}

// Refused is what the HTTP framework refuses, with its status and the name
// after it.
func Refused(code string, status int, template string, values ...Value) *Fault {
	name := strings.ReplaceAll(http.StatusText(status), " ", "") + "Error"
	return made(code, status, name, template, values)
}

// LimitReached is a limit that was reached (429). seconds is when to try again.
func LimitReached(code string, seconds int, template string) *Fault {
	return made(code, http.StatusTooManyRequests, "TooManyRequestsError", template, nil).WithExtra("retryAfter", seconds)
}

// TooMany is a LimitReached for attempts of any kind.
func TooMany(seconds int) *Fault {
	return LimitReached("limit.too_many_attempts", seconds, "Too many attempts. Please wait a little and try again.")
}

// Cancelled is a request whose client has gone; the status is no standard's,
// and stands in the log alone.
func Cancelled() *Fault {
	return made("request.cancelled", 499, "ClientClosedRequest", "The request was cancelled.", nil)
}

// Internal is what the world learns of an error that is not a fault (500).
func Internal() *Fault {
	return made("server.failed", http.StatusInternalServerError, "InternalError", "Something went wrong on our side. Please try again.", nil)
}

// Provider is an outside service that failed or did not answer (502).
func Provider(cause error) *Fault {
	return made("provider.no_answer", http.StatusBadGateway, "ProviderError",
		"Our partner did not answer. Please try again in a minute.", nil).WithCause(cause)
}

// Unavailable is what cannot be done at the moment, though there is room for it
// (503). seconds is when to try again.
func Unavailable(code string, seconds int, template string) *Fault {
	return made(code, http.StatusServiceUnavailable, "ServiceUnavailableError", template, nil).WithExtra("retryAfter", seconds)
}

// BusyName is the name of the fault that Busy makes.
const BusyName = "BusyError"

// Busy is work that the node has too much of at the moment (503). seconds is
// when to try again. Whoever makes it counts it, because it is not logged.
func Busy(seconds int) *Fault {
	return made("server.busy", http.StatusServiceUnavailable, BusyName,
		"We are very busy at the moment. Please try again in a few seconds.", nil).WithExtra("retryAfter", seconds)
}
