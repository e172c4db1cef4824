package api

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"runtime/debug"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/errorreport"
	"rento/internal/fault"
	"rento/internal/limit"
	"rento/internal/webpage"
)

// visit is what the log line of a request contains. Handlers add to it.
type visit struct {
	id       string
	ip       string
	refusal  string
	customer int64
	language string // of the names in the answer
	accepts  string // the media type that the client accepts first
	failure  error  // the error behind a 500
	calls    []errorreport.Call
}

type visitKey struct{}

func visitOf(ctx context.Context) *visit {
	v, _ := ctx.Value(visitKey{}).(*visit)
	if v == nil {
		return &visit{}
	}
	return v
}

func logRefusal(ctx context.Context, refusal string)    { visitOf(ctx).refusal = refusal }
func logFailure(ctx context.Context, err error)         { visitOf(ctx).failure = err }
func logCustomer(ctx context.Context, customerID int64) { visitOf(ctx).customer = customerID }
func clientIP(ctx context.Context) string               { return visitOf(ctx).ip }

// Observer is called for every finished request. route is the pattern and never the path, so that
// no id becomes a label.
type Observer func(ctx context.Context, method, route string, status int, took time.Duration)

// Layers wraps a mux with everything that applies to every answer: request id, log line, metrics,
// recovery and common headers.
type Layers struct {
	Mux *http.ServeMux
	// Lost answers requests for pages that do not exist.
	Lost    http.HandlerFunc
	Logger  *slog.Logger
	Observe Observer
	// Clock sets the Date header of answers. If it is nil, the machine's clock does.
	Clock calendar.Clock
	// IsElsewhere reports whether the requested page is served by another host. nil means that none
	// is.
	IsElsewhere func(r *http.Request) bool
	// HTTPS means that browsers reach the system only by https.
	HTTPS bool
	// Limits limits the log lines about refused requests. nil means no limit.
	Limits *limit.Limiter
	// Failed is called for each request that ended in a 500. It may be nil.
	Failed func(ctx context.Context, f errorreport.Failure)
	// Proxies is the number of trusted proxies in front of the server.
	Proxies int
	// Origins refuses requests that the pages of other sites send to us in a browser. nil refuses
	// nothing.
	Origins *http.CrossOriginProtection
	// Sections are the spellings of the second segment of API paths, by its lower case form.
	Sections map[string][]string
}

type recorder struct {
	http.ResponseWriter
	status int
	bytes  int
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(p []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(p)
	r.bytes += n
	return n, err
}

// Unwrap lets http.ResponseController reach the server's writer.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

func (l Layers) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now() //nolint:forbidigo // how long an answer takes is real time
	v := &visit{id: requestID(r), ip: remoteAddress(r, l.Proxies), language: firstLanguage(r.Header.Get("Accept-Language")), accepts: firstMedia(r.Header.Get("Accept"))}
	r = r.WithContext(audit.WithRequest(context.WithValue(r.Context(), visitKey{}, v), v.id, v.ip))
	out := &recorder{ResponseWriter: w}
	setHeaders(w.Header(), v.id)
	if l.Clock != nil {
		w.Header().Set("Date", l.Clock.Now().UTC().Format(http.TimeFormat))
	}
	if isCall(r.URL.Path) {
		closeAnswer(w.Header())
	}
	if l.HTTPS {
		w.Header().Set("Strict-Transport-Security", strictTransport)
	}
	r, pattern := l.route(r)
	func() {
		defer l.recover(out, r)
		switch {
		case !legible(r.URL):
			WriteFault(out, r, fault.Unreadable("request.address_unreadable", "This address could not be read."))
		case l.Origins != nil && l.Origins.Check(r) != nil:
			WriteFault(out, r, fault.Forbidden("request.foreign_form", "This form belongs to another site."))
		case l.IsElsewhere != nil && l.IsElsewhere(r):
			l.lost(out, r)
		case pattern == "" && strings.HasPrefix(r.URL.Path, "/api/"):
			l.unknown(out, r)
		case pattern == "" && l.isLost(r):
			l.lost(out, r)
		default:
			l.Mux.ServeHTTP(out, r)
		}
	}()
	took := time.Since(start) //nolint:forbidigo // as above
	if l.Observe != nil {
		l.Observe(r.Context(), r.Method, pattern, out.status, took)
	}
	l.log(r, v, pattern, out, took)
	l.report(r, v, pattern, out)
}

// report reports a request that ended in a 500, with its pattern and without any of its content.
func (l Layers) report(r *http.Request, v *visit, pattern string, out *recorder) {
	if l.Failed == nil || v.failure == nil && out.status != http.StatusInternalServerError {
		return
	}
	f := errorreport.Failure{Type: "page", Reason: "answered with a 500", Route: pattern, Calls: v.calls}
	switch {
	case v.calls != nil:
		f.Type, f.Reason = "panic", v.failure.Error()
	case v.failure != nil:
		f.Type, f.Reason = errorreport.TypeOf(v.failure), v.failure.Error()
	}
	l.Failed(r.Context(), f)
}

// legible reports whether every database can store the URL. For a call it also requires that each
// parameter occurs once, because two readers could use different values.
func legible(address *url.URL) bool {
	isCall := strings.HasPrefix(address.Path, "/api/")
	odd := func(text string) bool { return !utf8.ValidString(text) || strings.ContainsRune(text, 0) }
	for _, texts := range address.Query() {
		if isCall && len(texts) > 1 || slices.ContainsFunc(texts, odd) {
			return false
		}
	}
	return !odd(address.Path)
}

// route finds the pattern of a request. It ignores case in the first two segments of an API path,
// because the contract itself spells RMUsers in two ways.
func (l Layers) route(r *http.Request) (*http.Request, string) {
	_, pattern := l.Mux.Handler(r)
	if pattern != "" && pattern != catchAll || len(r.URL.Path) > longestPath {
		return r, pattern
	}
	segments := strings.SplitN(r.URL.Path, "/", 4)
	if len(segments) < 4 || !strings.EqualFold(segments[1], "api") {
		return r, pattern
	}
	for _, spelling := range l.Sections[strings.ToLower(segments[2])] {
		other := r.Clone(r.Context())
		other.URL.Path = "/api/" + spelling + "/" + segments[3]
		if _, found := l.Mux.Handler(other); found != "" && found != catchAll {
			return other, found
		}
	}
	return r, pattern
}

// catchAll is the pattern of the pages outside the app. It does not match any call.
const (
	catchAll    = "GET /{name}"
	longestPath = 512
)

// panicking is the number of stack frames between a panic and the recovering function.
const panicking = 2

func (l Layers) recover(w *recorder, r *http.Request) {
	reason := recover()
	if reason == nil {
		return
	}
	if reason == http.ErrAbortHandler { //nolint:errorlint // the sentinel is compared as net/http does
		panic(reason)
	}
	v := visitOf(r.Context())
	v.failure, v.calls = fmt.Errorf("%v", reason), errorreport.CallsNow(panicking)
	l.Logger.ErrorContext(r.Context(), "panic", "request", visitOf(r.Context()).id, "reason", reason, "stack", string(debug.Stack()))
	if w.status == 0 {
		WriteFault(w, r, fault.Internal())
	}
}

// unknown answers an /api path that does not exist, with a 405 if only the method is wrong.
func (l Layers) unknown(w http.ResponseWriter, r *http.Request) {
	if allowed := l.allowed(r); len(allowed) > 0 {
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		WriteFault(w, r, fault.MethodNotAllowed("request.other_method", "This call has another method."))
		return
	}
	WriteFault(w, r, fault.NotFound("request.no_such_call", "There is no such call."))
}

// allowed returns the methods that exist for the path of a request.
func (l Layers) allowed(r *http.Request) (methods []string) {
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete} {
		probe := r.Clone(r.Context())
		probe.Method = method
		if _, pattern := l.Mux.Handler(probe); pattern != "" && pattern != "/" {
			methods = append(methods, method)
		}
	}
	return methods
}

// isLost reports whether a request without a pattern is for a page.
func (l Layers) isLost(r *http.Request) bool {
	return l.Lost != nil && (r.Method == http.MethodGet || r.Method == http.MethodHead) && len(l.allowed(r)) == 0
}

// lost redirects the address of a page with a trailing slash to the page. Any other address gets
// the answer of Lost.
func (l Layers) lost(w http.ResponseWriter, r *http.Request) {
	page := r.Clone(r.Context())
	page.URL = &url.URL{Path: path.Clean("/" + r.URL.Path), RawQuery: r.URL.RawQuery}
	if strings.HasSuffix(r.URL.Path, "/") {
		if _, pattern := l.Mux.Handler(page); pattern != "" {
			http.Redirect(w, r, page.URL.String(), http.StatusMovedPermanently) //nolint:gosec // a clean path begins with one slash: it stays with us
			return
		}
	}
	l.Lost(w, r)
}

// log writes one line per request: no query, no body, no phone number and no token, and only the
// network of the client's address. Refusals by overload are counted instead
// (limit.Limiter.LogRefusals). Refused requests without a session are not logged beyond
// limit.RefusalLine.
func (l Layers) log(r *http.Request, v *visit, pattern string, out *recorder, took time.Duration) {
	level := slog.LevelInfo
	switch {
	case v.refusal == fault.BusyName:
		level = slog.LevelDebug
	case out.status >= 500:
		level = slog.LevelError
	case pattern == "" || out.status == http.StatusTooManyRequests || out.status < 400 && r.Method == http.MethodGet:
		level = slog.LevelDebug
	}
	if !l.Logger.Enabled(r.Context(), level) || v.customer == 0 && out.status >= 400 && out.status < 500 && l.linesAreUsedUp(r.Context()) {
		return
	}
	l.Logger.LogAttrs(r.Context(), level, "request",
		slog.String("request", v.id), slog.String("method", r.Method), slog.String("route", pattern),
		slog.Int("status", out.status), slog.Int64("micros", took.Microseconds()), slog.Int("bytes", out.bytes),
		slog.Int64("customer", v.customer), slog.String("network", audit.Network(v.ip)), slog.String("refusal", v.refusal))
}

func (l Layers) linesAreUsedUp(ctx context.Context) bool {
	return l.Limits != nil && l.Limits.Allow(ctx, limit.RefusalLine, "") != nil
}

// WriteFault sends a fault in the common error format, for handlers that are not calls.
func WriteFault(w http.ResponseWriter, r *http.Request, f *fault.Fault) {
	logRefusal(r.Context(), f.Name)
	body := newFailure(f)
	for key, values := range body.header {
		w.Header()[key] = values
	}
	w.Header().Set("Content-Type", "application/json")
	closeAnswer(w.Header())
	w.WriteHeader(f.Status)
	_ = json.NewEncoder(w).Encode(body.body) // fails only if the client has disconnected
}

// strictTransport makes browsers use only https for two years, for our host and all hosts below it.
const strictTransport = "max-age=63072000; includeSubDomains"

// setHeaders sets the headers of every answer. Pages replace the policy with their own.
func setHeaders(h http.Header, requestID string) {
	h.Set("X-Request-Id", requestID)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("X-Frame-Options", "SAMEORIGIN")
	h.Set("Content-Security-Policy", webpage.OwnFrames)
	h.Set("Permissions-Policy", "camera=(self), geolocation=(self), payment=(self), microphone=()")
}

// isCall reports whether programs, and not people, request a path.
func isCall(address string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(address, "/"), "/")
	return first == "api" || first == "operations" || first == "webhooks"
}

// closeAnswer sets the headers of every answer that is not a page, including refusals. No cache
// stores it. A browser that opens it as a document loads and runs nothing, and shows it in no
// frame. Files of customers override the policy.
func closeAnswer(h http.Header) {
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", webpage.Policy{}.String())
}

func requestID(r *http.Request) string {
	if given := r.Header.Get("X-Request-Id"); len(given) >= 8 && len(given) <= 64 && plain(given) {
		return given
	}
	var raw [8]byte
	_, _ = rand.Read(raw[:]) // crypto/rand never fails
	return hex.EncodeToString(raw[:])
}

func plain(text string) bool {
	for _, c := range text {
		if !strings.ContainsRune("-_", c) && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return true
}
