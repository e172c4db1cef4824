package emulator

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
)

// Fault is a way in which a call goes wrong.
type Fault string

// The faults. "After" means that the call had its effect.
const (
	TimeoutBefore Fault = "timeout_before"
	TimeoutAfter  Fault = "timeout_after"
	Error500      Fault = "500"
	Error500After Fault = "500_after"
	HTML502       Fault = "502_html"
	Throttled     Fault = "429"
	Empty200      Fault = "empty_200"
	SlowBody      Fault = "slow_body"
	Malformed     Fault = "malformed"
)

var allFaults = []Fault{
	TimeoutBefore, TimeoutAfter, Error500, Error500After, HTML502, Throttled, Empty200, SlowBody, Malformed,
}

// Known reports whether f is one of the faults.
func (f Fault) Known() bool { return slices.Contains(allFaults, f) }

// Plan breaks the next Times calls of a kind. Call "*" is any; Times 0 is one.
type Plan struct {
	Call  string `json:"call"`
	Fault Fault  `json:"fault"`
	Times int    `json:"times,omitempty"`
	// Seconds is how long a slow body takes, 0 for longer than anyone waits.
	Seconds int `json:"seconds,omitempty"`
}

// Faults are the plans of one provider.
type Faults struct {
	mu    sync.Mutex
	plans []Plan
}

// Add puts a plan at the end.
func (f *Faults) Add(p Plan) {
	f.mu.Lock()
	defer f.mu.Unlock()
	p.Times = max(p.Times, 1)
	f.plans = append(f.plans, p)
}

// Planned lists the plans that are still to come.
func (f *Faults) Planned() []Plan {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.plans)
}

// Reset forgets all plans.
func (f *Faults) Reset() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.plans = nil
}

func (f *Faults) next(call string) (Plan, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range f.plans {
		p := f.plans[i]
		if p.Call != call && p.Call != "*" {
			continue
		}
		if f.plans[i].Times--; f.plans[i].Times == 0 {
			f.plans = slices.Delete(f.plans, i, i+1)
		}
		return p, true
	}
	return Plan{}, false
}

// Inject wraps the handler of a call with the faults that are planned for it.
func (f *Faults) Inject(call string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		plan, planned := f.next(call)
		if !planned {
			next.ServeHTTP(w, r)
			return
		}
		inject(plan, w, r, next)
	})
}

func inject(plan Plan, w http.ResponseWriter, r *http.Request, next http.Handler) {
	switch plan.Fault {
	case TimeoutBefore:
		_, _ = io.Copy(io.Discard, r.Body) // so that the server notices when the client hangs up
		hang(r.Context())
	case Error500:
		failure(w, http.StatusInternalServerError, "application/json",
			`{"error":{"code":"SERVER_ERROR","description":"We are facing some trouble completing your request at the moment."}}`)
	case HTML502:
		failure(w, http.StatusBadGateway, "text/html", "<html><head><title>502 Bad Gateway</title></head></html>")
	case Throttled:
		failure(w, http.StatusTooManyRequests, "application/json",
			`{"error":{"code":"BAD_REQUEST_ERROR","description":"Request failed. Please try after sometime."}}`)
	default:
		kept := record(next, r)
		after(plan, w, r, kept)
	}
}

// after breaks the answer of a call that had its effect.
func after(plan Plan, w http.ResponseWriter, r *http.Request, kept *recorder) {
	body := kept.body.Bytes()
	switch plan.Fault {
	case TimeoutAfter:
		hang(r.Context())
	case Error500After:
		failure(w, http.StatusInternalServerError, "text/plain", "")
	case Empty200:
		failure(w, http.StatusOK, "application/json", "")
	case Malformed:
		failure(w, http.StatusOK, "application/json", string(body[:len(body)/2]))
	case SlowBody:
		kept.head(w)
		_, _ = w.Write(body[:len(body)/2])
		_ = http.NewResponseController(w).Flush()
		linger(r.Context(), plan.Seconds)
		_, _ = w.Write(body[len(body)/2:])
	}
}

func failure(w http.ResponseWriter, status int, kind, body string) {
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

// patience is how long a call hangs at most, well over any client's timeout.
const patience = time.Minute

type inProcess struct{}

// hang never answers: it waits until the client gives up and drops the
// connection. In process there is nobody to wait for.
func hang(ctx context.Context) {
	linger(ctx, 0)
	panic(http.ErrAbortHandler)
}

func linger(ctx context.Context, seconds int) {
	wait := time.Duration(seconds) * time.Second
	if ctx.Value(inProcess{}) != nil {
		if seconds == 0 {
			panic(http.ErrAbortHandler)
		}
		return
	}
	if seconds == 0 {
		wait = patience
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// recorder keeps an answer instead of sending it.
type recorder struct {
	status int
	header http.Header
	body   bytes.Buffer
}

func record(next http.Handler, r *http.Request) *recorder {
	kept := newRecorder()
	next.ServeHTTP(kept, r)
	return kept
}

func newRecorder() *recorder { return &recorder{status: http.StatusOK, header: http.Header{}} }

func (k *recorder) Header() http.Header         { return k.header }
func (k *recorder) WriteHeader(status int)      { k.status = status }
func (k *recorder) Write(p []byte) (int, error) { return k.body.Write(p) }

// FlushError lets a handler flush; there is nothing to push further.
func (k *recorder) FlushError() error { return nil }

func (k *recorder) head(w http.ResponseWriter) {
	for name, values := range k.header {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Length", strconv.Itoa(k.body.Len()))
	w.WriteHeader(k.status)
}
