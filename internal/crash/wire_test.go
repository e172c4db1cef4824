package crash

import (
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// wire stands between the program and the payment sandbox, in both directions,
// and strikes at a chosen call.
type wire struct {
	*httptest.Server
	mu     sync.Mutex
	moment string // "before POST /v1/orders", "" for none
	strike func()
	struck map[string]bool
}

// newWire leads /v1/… to the sandbox and /webhooks/… to the program. Both are
// asked for at each call, because they come up after the wire.
func newWire(t testing.TB, sandbox, program func() string) *wire {
	w := &wire{struck: map[string]bool{}}
	lead := func(prefix string, to func() string) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			target, err := url.Parse("http://" + to() + prefix)
			if err != nil {
				panic(err)
			}
			through := httputil.NewSingleHostReverseProxy(target)
			through.ErrorLog = log.New(io.Discard, "", 0) // a dead program refuses connections
			w.pass(through, rw, r)
		})
	}
	mux := http.NewServeMux()
	mux.Handle("/v1/", lead("/sandbox/razorpay", sandbox))
	mux.Handle(payouts+"/v1/", http.StripPrefix(payouts, lead("/sandbox/razorpayx", sandbox)))
	mux.Handle("/webhooks/", lead("", program))
	w.Server = httptest.NewServer(mux)
	t.Cleanup(w.Close)
	return w
}

// payouts is where the provider that pays out is on the wire.
const payouts = "/payouts"

// address is the wire's, in a form that does not look like this machine: in
// production the program refuses gateways on a loopback address.
func (w *wire) address() string { return strings.Replace(w.URL, "127.0.0.1", "0.0.0.0", 1) }

// at has fn called at the next call of this name, before or after the other
// side has it.
func (w *wire) at(moment string, fn func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.moment, w.strike = moment, fn
}

var orderID = regexp.MustCompile(`order_\w+`)

func (w *wire) pass(next http.Handler, rw http.ResponseWriter, r *http.Request) {
	name := r.Method + " " + orderID.ReplaceAllString(r.URL.Path, "{id}")
	if w.hit("before " + name) {
		panic(http.ErrAbortHandler)
	}
	kept := httptest.NewRecorder()
	next.ServeHTTP(kept, r)
	if w.hit("after " + name) {
		panic(http.ErrAbortHandler)
	}
	for key, values := range kept.Header() {
		rw.Header()[key] = values
	}
	rw.WriteHeader(kept.Code)
	_, _ = io.Copy(rw, kept.Body)
}

// hit strikes when this is the chosen moment. Whoever called is dead then.
func (w *wire) hit(moment string) bool {
	w.mu.Lock()
	if w.moment != moment {
		w.mu.Unlock()
		return false
	}
	strike := w.strike
	w.moment, w.struck[moment] = "", true
	w.mu.Unlock()
	strike()
	return true
}
