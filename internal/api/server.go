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

// visit is what the log line of a request knows. Handlers add to it.
type visit struct {
	id       string
	ip       string
	refusal  string
	customer int64
	language string // of the names in the answer
	accepts  string // the media type that is asked for first
	failure  error  // what a 500 is about
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

// Observer is told of every finished request. route is the pattern, never the
// path, so that no id becomes a label.
type Observer func(ctx context.Context, method, route string, status int, took time.Duration)

// Layers put around a mux what every answer goes through: request id, log line, metrics,
// recovery and the headers that every answer carries.
type Layers struct {
	Mux *http.ServeMux
	// Lost answers to whoever looks for a page where there is none.
	Lost    http.HandlerFunc
	Logger  *slog.Logger
	Observe Observer
	// Clock dates the answers; nil leaves that to the machine's.
	Clock calendar.Clock
	// IsElsewhere says of a request that what it asks for is served at another host;
	// nil says so of none.
	IsElsewhere func(r *http.Request) bool
	// HTTPS says that browsers reach the system by https, and never otherwise.
	HTTPS bool
	// Limits bound the lines about what is refused; nil bounds nothing.
	Limits *limit.Limiter
	// Failed is told of each request that ended in a 500; nil hears of none.
	Failed func(ctx context.Context, f errorreport.Failure)
	// Proxies is how many proxies in front may be believed.
	Proxies int
	// Origins refuses what the pages of other sites send to us in a browser; nil
	// refuses nothing.
	Origins *http.CrossOriginProtection
	// Sections are the spellings of the second segment of API paths, by their
	// lower case.
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

// report tells of a request that ended in a 500: by its pattern, and without anything that
// came with it.
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

// legible says whether every database keeps what an address says, and whether one
// of a call says everything once: of two values two readers might take either.
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

// route finds the pattern of a request. The first two segments of an API path
// are matched without regard to case: the contract itself spells RMUsers in
// two ways.
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

// catchAll is the pattern of the pages beside the app, which is no call's.
const (
	catchAll    = "GET /{name}"
	longestPath = 512
)

// panicking is how many calls stand between a panic and who recovers from it.
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

// unknown answers for an /api path that does not exist, and with 405 where
// only the method is wrong.
func (l Layers) unknown(w http.ResponseWriter, r *http.Request) {
	if allowed := l.allowed(r); len(allowed) > 0 {
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		WriteFault(w, r, fault.MethodNotAllowed("request.other_method", "This call has another method."))
		return
	}
	WriteFault(w, r, fault.NotFound("request.no_such_call", "There is no such call."))
}

// allowed are the methods that the address of a request has.
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

// isLost says whether a request without a pattern looks for a page.
func (l Layers) isLost(r *http.Request) bool {
	return l.Lost != nil && (r.Method == http.MethodGet || r.Method == http.MethodHead) && len(l.allowed(r)) == 0
}

// lost leads the address of a page with a slash too many to the page; there is
// none for any other.
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

// log writes one line per request: no query, no body, no phone, no token, and
// of the client's address the network. What is refused because there is too much
// of it is counted instead (limit.Limiter.LogRefusals), and so are lines beyond
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

// WriteFault sends a fault in the one error shape, for handlers that are not
// calls.
func WriteFault(w http.ResponseWriter, r *http.Request, f *fault.Fault) {
	logRefusal(r.Context(), f.Name)
	body := newFailure(f)
	for key, values := range body.header {
		w.Header()[key] = values
	}
	w.Header().Set("Content-Type", "application/json")
	closeAnswer(w.Header())
	w.WriteHeader(f.Status)
	_ = json.NewEncoder(w).Encode(body.body) // the client has gone when this fails
}

// strictTransport has browsers ask by https alone for two years, for every name
// below ours too.
const strictTransport = "max-age=63072000; includeSubDomains"

// setHeaders are the headers of every answer; pages have a policy of their own instead.
func setHeaders(h http.Header, requestID string) {
	h.Set("X-Request-Id", requestID)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("X-Frame-Options", "SAMEORIGIN")
	h.Set("Content-Security-Policy", webpage.OwnFrames)
	h.Set("Permissions-Policy", "camera=(self), geolocation=(self), payment=(self), microphone=()")
}

// isCall says whether programs ask for an address, and not people.
func isCall(address string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(address, "/"), "/")
	return first == "api" || first == "operations" || first == "webhooks"
}

// closeAnswer sets what is true of every answer that is no page, also of a refusal:
// no cache keeps it, and a browser that opens it as a document loads and runs nothing
// for it, in no frame. Files that customers have sent say more themselves.
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
