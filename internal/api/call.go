// Package api implements the contract. It has one table of all calls with their owner checks
// (routes.go), the typed helper that runs them, and one file per section of the calls. A handler
// decodes the input, asks one service and encodes the answer. It holds no business rule and no SQL.
package api

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/fault"
	"rento/internal/idempotency"
	"rento/internal/limit"
)

// UserPath is the {id} of the customer in a path. The call is answered only if it is the id of the
// session's customer.
type UserPath struct {
	ID int64 `path:"id" doc:"the customer's id; another customer's gives 404"`
}

func (p UserPath) customer() int64 { return p.ID }

// owned is an input whose path contains a customer's id.
type owned interface{ customer() int64 }

// Nothing is the input of a call without input.
type Nothing struct{}

type answerOf[Out any] struct {
	CacheControl string `header:"Cache-Control"`
	Body         Out
}

// The handlers of calls. Each one states whose data it touches:
//
//	open:    nobody's. It has no session.
//	own:     the session's customer. Every id in the input is looked up among
//	         that customer's rows only.
//	ownID:   like own, and the {id} of the path must be the session's customer.
//	company: anybody's. It requires the token of the company's own systems.

func open[In, Out any](fn func(context.Context, *In) (Out, error)) handler {
	return call(nobodys, func(ctx context.Context, _ account.Session, in *In) (Out, error) { return fn(ctx, in) })
}

func company[In, Out any](fn func(context.Context, *In) (Out, error)) handler { return open(fn) }

func own[In, Out any](fn func(context.Context, account.Session, *In) (Out, error)) handler {
	return call(inSession, fn)
}

func ownID[In owned, Out any](fn func(context.Context, account.Session, *In) (Out, error)) handler {
	return call(inPath, fn)
}

// outside marks a call that asks a provider. The call returns a 502 if the provider does not
// answer.
func outside(h handler) handler {
	h.also = append(h.also, http.StatusBadGateway)
	return h
}

type sessionKey struct{}

func call[In, Out any](owner owner, fn func(context.Context, account.Session, *In) (Out, error)) handler {
	return handler{owner: owner, in: reflect.TypeFor[In](), out: reflect.TypeFor[Out](), add: func(r *routes, section string, w row) {
		huma.Register(r.api, r.operation(section, w), func(ctx context.Context, in *In) (*answerOf[Out], error) {
			s, err := r.ownSession(ctx, w, in)
			if err != nil {
				return nil, err
			}
			out, err := fn(ctx, s, in)
			if err != nil {
				return nil, answer(ctx, r.logger, w.at, err)
			}
			if err := r.names.put(ctx, &out); err != nil {
				return nil, answer(ctx, r.logger, w.at, err)
			}
			return &answerOf[Out]{CacheControl: "no-store", Body: out}, nil
		})
	}}
}

// ownSession returns the session of a call. It refuses a path with another customer's id (404).
func (r *routes) ownSession(ctx context.Context, w row, in any) (account.Session, error) {
	s, _ := ctx.Value(sessionKey{}).(account.Session)
	if named, ok := in.(owned); ok && named.customer() != s.CustomerID {
		r.logger.WarnContext(ctx, "another customer's id in a path", "operation", w.at, "customer", s.CustomerID)
		return s, answer(ctx, r.logger, w.at, fault.NotFound("customer.not_own", "There is no such customer here."))
	}
	return s, nil
}

// operation describes a row that is a call to the huma framework.
func (r *routes) operation(section string, w row) huma.Operation {
	operation := huma.Operation{
		OperationID: operationID(w.method(), w.path()), Method: w.method(), Path: w.path(),
		Summary: w.summary, Description: w.who.words() + " " + w.description,
		Tags: []string{section}, DefaultStatus: http.StatusOK, BodyReadTimeout: r.deps.Timeouts.of(w),
		SkipValidateBody: true, // see body
		Errors:           append([]int{400, 401, 403, 404, 409, 422, 429, 500}, w.handler.also...),
		Security:         security(w.who),
		Middlewares:      huma.Middlewares{r.gate(w)},
	}
	if hasForm(w.handler.in) || hasBody(w.handler.in) || hasRaw(w.handler.in) {
		operation.Errors = append(operation.Errors, http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusServiceUnavailable)
	}
	if w.who.has(operations) && w.method() != http.MethodGet {
		operation.Parameters = append(operation.Parameters, actingParameter())
	}
	if hasForm(w.handler.in) {
		operation.Middlewares = append(operation.Middlewares, r.form(w))
	}
	if hasRaw(w.handler.in) {
		operation.MaxBodyBytes = w.body + 1
		operation.Middlewares = append(operation.Middlewares, r.raw(w))
	}
	if hasBody(w.handler.in) {
		operation.MaxBodyBytes = w.body + 1
		operation.Middlewares = append(operation.Middlewares, r.body(w))
	}
	return operation
}

// security says what a caller must send. An empty list means that nothing is needed.
func security(who roles) []map[string][]string {
	switch {
	case who.has(operations):
		return []map[string][]string{{"operations": {}}}
	case who.has(customer):
		return []map[string][]string{{"session": {}}}
	}
	return []map[string][]string{}
}

func actingParameter() *huma.Param {
	return &huma.Param{
		Name: actingHeader, In: "header", Required: true, Description: "the name of the person who acts, for the audit log",
		Schema: &huma.Schema{Type: huma.TypeString, MaxLength: new(60)}, Example: "Meera Nair",
	}
}

// gate checks the rate limit, the session and the roles before any input is read, so that nobody
// without the right learns anything from validation errors.
func (r *routes) gate(w row) func(huma.Context, func(huma.Context)) {
	refuse := r.refusal(w.at)
	return func(c huma.Context, next func(huma.Context)) {
		ctx := limit.Together(c.Context())
		who := addressKey(ctx)
		if err := r.deps.Limits.Allow(ctx, "address", who); err != nil {
			refuse(c, err)
			return
		}
		if w.who.has(operations) {
			var err error
			if ctx, err = r.enterCompany(ctx, c); err != nil {
				refuse(c, err)
				return
			}
		}
		if w.who.has(customer) {
			s, err := r.enter(ctx, c.Header("Authorization"), w.who)
			if err != nil {
				refuse(c, err)
				return
			}
			ctx = audit.WithSession(context.WithValue(ctx, sessionKey{}, s), s.CustomerID, s.Actor)
			who = fmt.Sprintf("customer:%d", s.CustomerID)
			if !hasForm(w.handler.in) && !w.handler.lasts { // these calls take minutes and have their own limits
				quit, err := r.deps.Limits.Queue(ctx, who)
				if err != nil {
					refuse(c, err)
					return
				}
				defer quit()
			}
		}
		leave, err := r.admit(ctx, w.class(), who)
		if err != nil {
			refuse(c, err)
			return
		}
		defer leave()
		if key := c.Header("Idempotency-Key"); key != "" {
			ctx = idempotency.WithKey(ctx, key)
		}
		next(huma.WithContext(c, ctx))
	}
}

// admit counts a call in its class, if it has one, and takes one of the places for running calls.
// leave gives the place back.
func (r *routes) admit(ctx context.Context, class, who string) (leave func(), err error) {
	if class == "" {
		return func() {}, nil
	}
	leave, err = r.deps.Limits.Enter(class, who)
	if err != nil {
		return nil, err
	}
	if err := r.deps.Limits.Allow(ctx, class, who); err != nil {
		leave()
		return nil, err
	}
	return leave, nil
}

// refusal returns a function that answers a call with an error before its input is read.
func (r *routes) refusal(at string) func(huma.Context, error) {
	return func(c huma.Context, err error) {
		if request, out := humago.Unwrap(c); request.ContentLength != 0 {
			unread(out)
		}
		f := answer(c.Context(), r.logger, at, err)
		for key, values := range f.header {
			c.SetHeader(key, values[0])
		}
		_ = huma.WriteErr(r.api, c, f.GetStatus(), f.Error(), f) // huma logs a failure to write
	}
}

// form reads a multipart form after the gate, up to its limit. Large parts are kept in files in the
// system's temporary folder. They are removed here, because the server removes them only for
// requests that it created itself.
func (r *routes) form(w row) func(huma.Context, func(huma.Context)) {
	refuse := r.refusal(w.at)
	return func(c huma.Context, next func(huma.Context)) {
		request, out := humago.Unwrap(c)
		leave, err := r.expect(c.Context(), out, request, w)
		if err != nil {
			refuse(c, err)
			return
		}
		defer leave()
		form, err := c.GetMultipartForm()
		if form != nil {
			defer func() { _ = form.RemoveAll() }() // if this fails, the system cleans its temporary folder
		}
		if err != nil {
			refuse(c, formFault(err, w.body-formRest))
			return
		}
		next(c)
	}
}

// formFault returns the fault of a form that could not be read. largest is how many bytes its file may have.
func formFault(err error, largest int64) error {
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge || errors.Is(err, multipart.ErrMessageTooLarge) {
		return fault.TooLarge("upload.file_too_large", "This file is larger than {size} MB. Please choose a smaller one.", fault.With("size", largest>>20))
	}
	if errors.Is(err, http.ErrNotMultipart) || errors.Is(err, http.ErrMissingBoundary) {
		return fault.Unsupported("upload.not_a_form", "Files are sent as a multipart form.")
	}
	return fault.Unreadable("upload.form_unreadable", "The form could not be read.") // the details of the error would be quoted in the log
}

// enter finds the session of a request and checks whether it may make the call. Invalid tokens are
// counted by address, so that guessing is slow.
func (r *routes) enter(ctx context.Context, token string, who roles) (account.Session, error) {
	s, err := r.deps.Accounts.Authenticate(ctx, token)
	if fault.Is(err, http.StatusUnauthorized) {
		return s, errors.Join(r.deps.Limits.Allow(ctx, "invalid_token", addressKey(ctx)), err)
	}
	if err != nil {
		return s, err
	}
	logCustomer(ctx, s.CustomerID)
	if err := r.deps.Limits.Allow(ctx, "session", fmt.Sprintf("customer:%d", s.CustomerID)); err != nil {
		return s, err
	}
	if s.Agent && !who.has(agent) {
		return s, errAgent()
	}
	if s.ByLink && !who.has(payer) {
		return s, fault.Forbidden("session.code_needed", "A link opened your account, with which you can look and pay. For this, please confirm with a code that it is you.")
	}
	if s.IsB2B && !who.has(business) {
		return s, fault.Forbidden("account.business_customer", "There is no dashboard access for our B2B Customers.")
	}
	return s, nil
}

// errAgent refuses a call that only the customer may make.
func errAgent() error {
	return fault.Forbidden("agent.not_allowed", "An agent cannot do this for a customer.")
}

// These are the headers of the company's own systems: their token, and the name of the person who
// acts.
const (
	operationsHeader = "Operations-Token"
	actingHeader     = "Operations-Actor"
)

// enterCompany checks the token of the company's own systems and returns the context with the
// person who acts. A call that changes something must name a person. It compares hashes, so that
// the time reveals nothing about the token. If no token is configured, every call is refused.
func (r *routes) enterCompany(ctx context.Context, c huma.Context) (context.Context, error) {
	want, got := sha256.Sum256([]byte(r.deps.OperationsToken)), sha256.Sum256([]byte(c.Header(operationsHeader)))
	if r.deps.OperationsToken == "" || subtle.ConstantTimeCompare(want[:], got[:]) != 1 {
		return ctx, errors.Join(r.deps.Limits.Allow(ctx, "invalid_token", addressKey(ctx)), fault.Unauthorized())
	}
	name := strings.TrimSpace(c.Header(actingHeader))
	switch {
	case name == "" && c.Method() == http.MethodGet:
		return ctx, nil
	case name == "":
		return ctx, fault.Invalid("operations.person_missing", actingHeader, "Please name the person who acts, in the header {header}.", fault.With("header", actingHeader))
	case !audit.ValidName(name):
		return ctx, fault.Invalid("operations.person_invalid", actingHeader, "The name in the header {header} must be a name or an e-mail address of at most 60 letters, digits and signs, in English letters.", fault.With("header", actingHeader))
	}
	return audit.WithActor(ctx, audit.Staff(name)), nil
}

// operationID names a call after the last fixed segment of its path, as the app's client does:
// /api/Dashboards/dashboardData becomes dashboardData.
func operationID(method, path string) string {
	segments := strings.Split(strings.Trim(path, "/"), "/")
	last := ""
	for _, s := range segments {
		if !strings.HasPrefix(s, "{") {
			last = s
		}
	}
	switch {
	case last == "addresses" && method == http.MethodPost:
		return "addAddress"
	case last == "upload" && segments[1] == "Documents": // the other upload call takes images
		return "uploadDocument"
	}
	return strings.TrimSuffix(last, ".json")
}

// Data is a body with the single key `data`. A bare body is accepted too.
type Data[T any] struct{ Data T }

// Schema documents the wrapped form. The bare form is accepted for old clients.
func (Data[T]) Schema(r huma.Registry) *huma.Schema {
	inner := r.Schema(reflect.TypeFor[T](), true, "")
	return &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{"data": inner}, Required: []string{"data"}, AdditionalProperties: true}
}

// UnmarshalJSON reads {"data": …} or the bare object.
func (d *Data[T]) UnmarshalJSON(text []byte) error {
	var wrapped struct {
		Data *T `json:"data"`
	}
	if err := unmarshal(text, &wrapped); err != nil {
		return err
	}
	if wrapped.Data != nil {
		d.Data = *wrapped.Data
		return nil
	}
	return unmarshal(text, &d.Data)
}
