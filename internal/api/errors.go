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
)

// ErrorBody is the one shape of every error that leaves the server.
type ErrorBody struct {
	Error ErrorContent `json:"error"`
}

// ErrorContent says what went wrong. Message is fit for a person.
type ErrorContent struct {
	StatusCode int            `json:"statusCode" doc:"HTTP status of the answer"`
	Name       string         `json:"name" doc:"machine-readable name"`
	Message    string         `json:"message" doc:"what to tell the customer"`
	Extra      map[string]any `json:"extra,omitempty" doc:"what the screen needs to mend the error"`
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
	if f.Status == http.StatusTooManyRequests {
		header.Set("Retry-After", fmt.Sprint(f.Extra["retryAfter"]))
	}
	return &failure{
		body:   ErrorBody{ErrorContent{StatusCode: f.Status, Name: f.Name, Message: f.Message, Extra: f.Extra}},
		header: header,
	}
}

// internal is what the world learns of an error that is not a fault.
var internal = &fault.Fault{
	Status: http.StatusInternalServerError, Name: "InternalError",
	Message: "Something went wrong on our side. Please try again.",
}

// answer turns any error into what is sent, and logs what is not: the cause of
// a fault, and every unexpected error.
func answer(ctx context.Context, logger *slog.Logger, operation string, err error) *failure {
	return newFailure(faultFor(ctx, logger, operation, err))
}

func faultFor(ctx context.Context, logger *slog.Logger, operation string, err error) *fault.Fault {
	f := fault.Of(err)
	switch {
	case f == nil && errors.Is(err, context.Canceled):
		f = &fault.Fault{Status: 499, Name: "ClientClosedRequest", Message: "The request was cancelled."}
	case f == nil:
		logger.ErrorContext(ctx, "call failed", "operation", operation, "error", err.Error())
		f = internal
	case f.Cause != nil:
		logger.WarnContext(ctx, "call refused", "operation", operation, "name", f.Name, "cause", f.Cause.Error())
	}
	return f
}

// fromFramework words the framework's own refusals in the product's shape. It
// keeps the field and the rule, never the value: a rejected body may hold a
// bank account and must not come back or be logged.
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
		return newFailure(internal)
	}
	return newFailure(&fault.Fault{Status: status, Name: statusName(status), Message: sentence(message)})
}

func inputFault(status int, message string, errs []error) *fault.Fault {
	var problems []map[string]any
	for _, err := range errs {
		detail, ok := errors.AsType[*huma.ErrorDetail](err)
		if !ok {
			continue
		}
		if unreadable(detail) {
			return fault.Unreadable("The request could not be read.")
		}
		problems = append(problems, map[string]any{"field": field(detail.Location), "problem": detail.Message})
	}
	if len(problems) == 0 {
		if status == http.StatusBadRequest {
			return fault.Unreadable("The request could not be read.")
		}
		return fault.Invalid("", sentence(message))
	}
	first := problems[0]
	f := fault.Invalid(first["field"].(string), fmt.Sprintf("Please check %s: %s.", name(first["field"].(string)), first["problem"]))
	return f.WithExtra("problems", problems)
}

// unreadable tells a body that is not JSON from one with wrong fields.
func unreadable(d *huma.ErrorDetail) bool {
	return d.Location == "body" && (d.Message == errNotJSON.Error() || d.Message == errNUL.Error())
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

func statusName(status int) string {
	return strings.ReplaceAll(http.StatusText(status), " ", "") + "Error"
}
