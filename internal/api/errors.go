package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"rento/internal/fault"
	"rento/internal/store"
)

// ErrorBody is the format of every error that leaves the server.
type ErrorBody struct {
	Error ErrorContent `json:"error"`
}

// ErrorContent says what went wrong. Message is written for a person.
type ErrorContent struct {
	StatusCode int            `json:"statusCode" doc:"HTTP status of the answer"`
	Name       string         `json:"name" doc:"machine-readable name"`
	Message    string         `json:"message" doc:"what to tell the customer"`
	Extra      map[string]any `json:"extra,omitempty" doc:"code: the stable code of the message (api/faults.json lists all of them); values: what stands at the message's placeholders, by name; words: the codes of those values that are words with texts of their own; beside them what the screen needs to mend the error, such as field or retryAfter"`
}

// failure is an ErrorBody that huma can send.
type failure struct {
	body   ErrorBody
	header http.Header
}

func (f *failure) Error() string                { return f.body.Error.Name + ": " + f.body.Error.Message }
func (f *failure) GetStatus() int               { return f.body.Error.StatusCode }
func (f *failure) GetHeaders() http.Header      { return f.header }
func (f *failure) ContentType(string) string    { return "application/json" }
func (f *failure) MarshalJSON() ([]byte, error) { return marshal(f.body) }

func newFailure(f *fault.Fault) *failure {
	header := http.Header{}
	if after, ok := f.Extra["retryAfter"]; ok {
		header.Set("Retry-After", fmt.Sprint(after))
	}
	body := ErrorBody{ErrorContent{StatusCode: f.Status, Name: f.Name, Message: f.Message, Extra: f.Details()}}
	return &failure{body: bounded(body), header: header}
}

// maxError is the maximum size of an error in bytes, whatever was sent.
const maxError = 4 << 10

// bounded shortens an error that is longer than maxError. It removes the details first.
func bounded(body ErrorBody) ErrorBody {
	if text, err := marshal(body); err == nil && len(text) <= maxError {
		return body
	}
	body.Error.Extra = map[string]any{"code": body.Error.Extra["code"]}
	const half = maxError / 2 // a quote and some other characters take two bytes
	if len(body.Error.Message) > half {
		body.Error.Message = strings.ToValidUTF8(body.Error.Message[:half-100], "") + " …"
	}
	return body
}

// answer turns any error into the error that is sent. It logs what is not sent: the cause of a
// fault, and every unexpected error.
func answer(ctx context.Context, logger *slog.Logger, operation string, err error) *failure {
	f := faultFor(ctx, logger, operation, err)
	logRefusal(ctx, f.Name)
	return newFailure(f)
}

// databaseWait is after how many seconds to retry a call that failed in the database.
const databaseWait = 2

func faultFor(ctx context.Context, logger *slog.Logger, operation string, err error) *fault.Fault {
	f := fault.Of(err)
	switch {
	case f == nil && errors.Is(err, context.Canceled):
		f = fault.Cancelled()
	case f == nil && store.IsTransient(err):
		logger.WarnContext(ctx, "call put off", "operation", operation, "error", err.Error())
		f = fault.Busy(databaseWait)
	case f == nil:
		logFailure(ctx, err)
		logger.ErrorContext(ctx, "call failed", "operation", operation, "error", err.Error())
		f = fault.Internal()
	case f.Cause != nil:
		logger.WarnContext(ctx, "call refused", "operation", operation, "name", f.Name, "cause", f.Cause.Error())
	}
	return f
}

// fromFramework converts the framework's own refusals into our error format. It keeps the field and
// the rule but never the value, because a rejected body can contain a bank account, which must not
// be sent back or logged.
func fromFramework(status int, message string, errs ...error) huma.StatusError {
	for _, err := range errs {
		if ours, ok := errors.AsType[*failure](err); ok {
			return ours
		}
	}
	if status == http.StatusUnprocessableEntity || status == http.StatusBadRequest {
		return newFailure(inputFault(status, message, errs))
	}
	if status >= http.StatusInternalServerError {
		return newFailure(fault.Internal())
	}
	return newFailure(fault.Refused("request.refused", status, "{reason}", fault.With("reason", sentence(message))))
}

// inputFault converts refusals of the framework: of parameters, forms, and bodies whose values do
// not fit the types behind the schema.
func inputFault(status int, message string, errs []error) *fault.Fault {
	var problems []problem
	for _, err := range errs {
		if detail, ok := errors.AsType[*huma.ErrorDetail](err); ok && len(problems) < maxProblems {
			problems = append(problems, problem{detail.Location, detail.Message})
		}
	}
	if len(problems) > 0 {
		return invalidInput(problems)
	}
	if status == http.StatusBadRequest {
		return fault.Unreadable("request.unreadable", "The request could not be read.")
	}
	return fault.Invalid("request.refused", "", "{reason}", fault.With("reason", sentence(message)))
}

func field(location string) string {
	_, rest, found := strings.Cut(location, ".")
	if !found {
		return location
	}
	return strings.TrimPrefix(rest, "data.")
}

func name(field string) string {
	if field == "" {
		return "your input"
	}
	return "'" + field + "'"
}

func sentence(message string) string {
	if message == "" {
		return "The request was refused."
	}
	text := strings.ToUpper(message[:1]) + message[1:]
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}
