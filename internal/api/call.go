// Package api is the contract: every call with its owner check as one table
// (routes.go), the typed helper that runs them, and one file per section of
// the calls. Handlers decode, ask one service and encode; they hold no rule
// and no SQL.
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
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"rento/internal/account"
	"rento/internal/fault"
	"rento/internal/idempotency"
)

// UserPath is the {id} of the customer in a path. The call is answered only
// when it is the session's own.
type UserPath struct {
	ID int64 `path:"id" doc:"the customer's id; another customer's gives 404"`
}

func (p UserPath) customer() int64 { return p.ID }

// owned is input whose path names a customer.
type owned interface{ customer() int64 }

// Nothing is the input of a call without any.
type Nothing struct{}

type answerOf[Out any] struct {
	CacheControl string `header:"Cache-Control"`
	Body         Out
}

// The ways to add a call. Each one states whose data it touches, so that a
// route cannot be written without its owner check:
//
//	public: nobody's. It has no session.
//	own:    the session's customer; every id in the input is looked up among
//	        that customer's rows only.
//	ownID:  as own, and the {id} of the path must be the session's customer.
//	company: anybody's; it asks for the token of the company's own systems.

func public[In, Out any](r *routes, at, summary string, fn func(context.Context, *In) (Out, error), options ...option) {
	register(r, at, summary, false, func(ctx context.Context, _ account.Session, in *In) (Out, error) {
		return fn(ctx, in)
	}, options)
}

func own[In, Out any](r *routes, at, summary string, fn func(context.Context, account.Session, *In) (Out, error), options ...option) {
	register(r, at, summary, true, fn, options)
}

func ownID[In owned, Out any](r *routes, at, summary string, fn func(context.Context, account.Session, *In) (Out, error), options ...option) {
	register(r, at, summary, true, func(ctx context.Context, s account.Session, in *In) (Out, error) {
		if (*in).customer() != s.CustomerID {
			r.logger.WarnContext(ctx, "another customer's id in a path", "operation", at, "customer", s.CustomerID)
			var none Out
			return none, fault.NotFound("There is no such customer here.")
		}
		return fn(ctx, s, in)
	}, options)
}

func company[In, Out any](r *routes, at, summary string, fn func(context.Context, *In) (Out, error)) {
	public(r, at, summary, fn, func(o *huma.Operation, t *terms) {
		t.company = true
		o.Security = []map[string][]string{{"operations": {}}}
	})
}

// option changes how one call is registered.
type option func(*huma.Operation, *terms)

// terms are what a call demands besides its owner check.
type terms struct {
	limit      string
	businessOK bool
	maxForm    int64
	company    bool
}

// limited puts a call into a class of rate limits (package limit).
func limited(class string) option {
	return func(_ *huma.Operation, t *terms) { t.limit = class }
}

// forBusiness lets B2B customers through: they see one notice and nothing else.
func forBusiness() option {
	return func(_ *huma.Operation, t *terms) { t.businessOK = true }
}

// takesForm lets a call take a multipart form of at most a number of bytes.
func takesForm(maxBytes int64) option {
	return func(o *huma.Operation, t *terms) {
		t.maxForm, o.BodyReadTimeout = maxBytes, formTimeout
		o.Errors = append(o.Errors, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
}

// formTimeout is how long somebody with a slow line may send a picture for.
const formTimeout = 2 * time.Minute

type sessionKey struct{}

func register[In, Out any](r *routes, at, summary string, session bool, fn func(context.Context, account.Session, *In) (Out, error), options []option) {
	operation := r.operation(at, summary, session, reflect.TypeFor[In]().Implements(reflect.TypeFor[owned]()), options)
	huma.Register(r.api, operation, func(ctx context.Context, in *In) (*answerOf[Out], error) {
		s, _ := ctx.Value(sessionKey{}).(account.Session)
		out, err := fn(ctx, s, in)
		if err != nil {
			return nil, answer(ctx, r.logger, at, err)
		}
		return &answerOf[Out]{CacheControl: "no-store", Body: out}, nil
	})
}

// operation describes a call to the framework and adds it to the table. userID
// says that its path names the customer.
func (r *routes) operation(at, summary string, session, userID bool, options []option) huma.Operation {
	method, path, _ := strings.Cut(at, " ")
	operation := huma.Operation{
		OperationID: operationID(method, path), Method: method, Path: path, Summary: summary,
		Tags: []string{r.section}, DefaultStatus: http.StatusOK, BodyReadTimeout: 15 * time.Second,
		Errors: []int{400, 401, 403, 404, 409, 422, 429, 500},
	}
	t := terms{}
	for _, o := range options {
		o(&operation, &t)
	}
	if session {
		operation.Security = []map[string][]string{{"session": {}}}
	}
	operation.Middlewares = huma.Middlewares{r.gate(at, session, t)}
	if t.maxForm > 0 {
		operation.Middlewares = append(operation.Middlewares, r.form(at, t.maxForm))
	}
	r.table = append(r.table, Route{Method: method, Path: path, Session: session, UserID: userID})
	return operation
}

// gate runs before any input is read, so that a stranger learns nothing from
// validation: rate limit, session, B2B.
func (r *routes) gate(at string, session bool, t terms) func(huma.Context, func(huma.Context)) {
	refuse := r.refusal(at)
	return func(c huma.Context, next func(huma.Context)) {
		ctx := account.WithRequestID(c.Context(), RequestID(c.Context()))
		who := "ip:" + clientIP(ctx)
		if err := r.deps.Limits.Allow(ctx, "address", who); err != nil {
			refuse(c, err)
			return
		}
		if t.company {
			if err := r.enterCompany(ctx, c.Header(operationsHeader)); err != nil {
				refuse(c, err)
				return
			}
		}
		if session {
			s, err := r.enter(ctx, c.Header("Authorization"), t)
			if err != nil {
				refuse(c, err)
				return
			}
			ctx = context.WithValue(ctx, sessionKey{}, s)
			who = fmt.Sprintf("customer:%d", s.CustomerID)
		}
		leave, err := r.admit(ctx, t.limit, who)
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

// admit counts a call in its class, if it has one, and gives it a place among
// those that run. leave gives the place back.
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

// refusal answers a call before its input is read.
func (r *routes) refusal(at string) func(huma.Context, error) {
	return func(c huma.Context, err error) {
		f := answer(c.Context(), r.logger, at, err)
		note(c.Context(), f.body.Error.Name)
		for key, values := range f.header {
			c.SetHeader(key, values[0])
		}
		_ = huma.WriteErr(r.api, c, f.GetStatus(), f.Error(), f) // huma logs what it cannot write
	}
}

// form reads a multipart form after the gate, and not beyond its limit. What is
// large waits in files of the system's temporary folder, which are removed
// here: the server does so only for the request that it made itself.
func (r *routes) form(at string, maxBytes int64) func(huma.Context, func(huma.Context)) {
	refuse := r.refusal(at)
	return func(c huma.Context, next func(huma.Context)) {
		request, out := humago.Unwrap(c)
		request.Body = http.MaxBytesReader(out, request.Body, maxBytes)
		_ = c.SetReadDeadline(time.Now().Add(formTimeout)) //nolint:forbidigo // a slow line is slow in real time
		form, err := c.GetMultipartForm()
		if form != nil {
			defer func() { _ = form.RemoveAll() }() // at worst the system clears its folder itself
		}
		if err != nil {
			refuse(c, formFault(err))
			return
		}
		next(c)
	}
}

func formFault(err error) error {
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge || errors.Is(err, multipart.ErrMessageTooLarge) {
		return fault.TooLarge("This file is too large.")
	}
	if errors.Is(err, http.ErrNotMultipart) || errors.Is(err, http.ErrMissingBoundary) {
		return fault.Unsupported("Files are sent as a multipart form.")
	}
	return fault.Unreadable("The form could not be read.") // what is wrong with it would be quoted in the log
}

// enter finds the session of a request, and whether it may come in at all.
// Tokens that are nobody's are counted by address, so that guessing is slow.
func (r *routes) enter(ctx context.Context, token string, t terms) (account.Session, error) {
	s, err := r.deps.Accounts.Authenticate(ctx, token)
	if fault.Is(err, http.StatusUnauthorized) {
		return s, errors.Join(r.deps.Limits.Allow(ctx, "invalid_token", "ip:"+clientIP(ctx)), err)
	}
	if err != nil {
		return s, err
	}
	noteCustomer(ctx, s.CustomerID)
	if err := r.deps.Limits.Allow(ctx, "session", fmt.Sprintf("customer:%d", s.CustomerID)); err != nil {
		return s, err
	}
	if s.IsB2B && !t.businessOK {
		return s, fault.Forbidden("There is no dashboard access for our B2B Customers.")
	}
	return s, nil
}

// operationsHeader carries the token of the company's own systems.
const operationsHeader = "Operations-Token"

// enterCompany lets the company's own systems in. Hashes are compared, so that
// the time tells nothing about the token; without one nobody comes in.
func (r *routes) enterCompany(ctx context.Context, token string) error {
	want, got := sha256.Sum256([]byte(r.deps.OperationsToken)), sha256.Sum256([]byte(token))
	if r.deps.OperationsToken == "" || subtle.ConstantTimeCompare(want[:], got[:]) != 1 {
		return errors.Join(r.deps.Limits.Allow(ctx, "invalid_token", "ip:"+clientIP(ctx)), fault.Unauthorized())
	}
	return nil
}

// operationID names a call after its last fixed segment, as the app's client
// does: /api/Dashboards/dashboardData is dashboardData.
func operationID(method, path string) string {
	segments := strings.Split(strings.Trim(path, "/"), "/")
	last := ""
	for _, s := range segments {
		if !strings.HasPrefix(s, "{") {
			last = s
		}
	}
	if last == "addresses" && method == http.MethodPost {
		return "addAddress"
	}
	return strings.TrimSuffix(last, ".json")
}

// Data is a body with one key `data`; a bare body is taken as well.
type Data[T any] struct{ Data T }

// Schema documents the wrapped form; the bare one is accepted for old clients.
func (Data[T]) Schema(r huma.Registry) *huma.Schema {
	inner := r.Schema(reflect.TypeFor[T](), true, "")
	return &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{"data": inner}, AdditionalProperties: true}
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
