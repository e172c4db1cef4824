package crash

import (
	"bytes"
	"encoding/pem"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// wire stands between the program and the payment sandbox, in both directions,
// and strikes at a chosen call. The program reaches it as it would a gateway: by
// https at gatewayHost, through the wire as its proxy.
type wire struct {
	*httptest.Server
	secure *httptest.Server // what gatewayHost is
	mu     sync.Mutex
	moment string // "before POST /v1/orders", "" for none
	strike func()
	struck map[string]bool
	held   chan struct{} // closed when the other side answers again, nil while it does
}

// hold leaves calls of the program to its gateways without an answer until release.
func (w *wire) hold() (release func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	held := make(chan struct{})
	w.held = held
	return sync.OnceFunc(func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.held = nil
		close(held)
	})
}

func (w *wire) waitUntilReleased() {
	w.mu.Lock()
	held := w.held
	w.mu.Unlock()
	if held != nil {
		<-held
	}
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
	mux.Handle(wallets+"/", http.StripPrefix(wallets, lead(sandboxedWallets, sandbox)))
	mux.Handle("/webhooks/", lead("", program))
	w.secure = httptest.NewTLSServer(mux)
	t.Cleanup(w.secure.Close)
	w.Server = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodConnect {
			w.tunnel(rw)
			return
		}
		mux.ServeHTTP(rw, r)
	}))
	t.Cleanup(w.Close)
	return w
}

// tunnel connects who asks for a proxy with gatewayHost.
func (w *wire) tunnel(rw http.ResponseWriter) {
	inner, err := net.Dial("tcp", w.secure.Listener.Addr().String())
	if err != nil {
		http.Error(rw, err.Error(), http.StatusBadGateway)
		return
	}
	outer, _, err := rw.(http.Hijacker).Hijack()
	if err != nil {
		_ = inner.Close()
		return
	}
	_, _ = io.WriteString(outer, "HTTP/1.1 200 OK\r\n\r\n")
	pass := func(to, from net.Conn) {
		_, _ = io.Copy(to, from)
		_, _ = to.Close(), from.Close()
	}
	go pass(inner, outer)
	go pass(outer, inner)
}

// payouts is where the provider that pays out is on the wire.
const payouts = "/payouts"

// wallets is where the wallets' gateway is on the wire. It leads payers to a page of
// its own, whose address is turned on the way: production refuses that of the sandbox.
const (
	wallets          = "/wallets"
	sandboxedWallets = "/sandbox/juspay"
)

// gatewayHost is the name of the gateway, for which the certificate of
// httptest is made. It is never looked up.
const gatewayHost = "gateway.example.com"

// address is where the program calls the gateway.
func (w *wire) address() string { return "https://" + gatewayHost }

// trust returns the variables with which the program reaches the gateway
// through the wire and takes its certificate.
func (w *wire) trust(t testing.TB) []string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "gateway.pem")
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: w.secure.Certificate().Raw})
	if err := os.WriteFile(file, certificate, 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{"HTTPS_PROXY=" + w.URL, "SSL_CERT_FILE=" + file}
}

// at has fn called at the next call of this name, before or after the other
// side has it.
func (w *wire) at(moment string, fn func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.moment, w.strike = moment, fn
}

var orderID = regexp.MustCompile(`order_\w+`)

func (w *wire) pass(next http.Handler, rw http.ResponseWriter, r *http.Request) {
	if !strings.HasPrefix(r.URL.Path, "/webhooks/") {
		w.waitUntilReleased()
	}
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
	rw.Header().Del("Content-Length")
	rw.WriteHeader(kept.Code)
	_, _ = rw.Write(bytes.ReplaceAll(kept.Body.Bytes(), []byte(sandboxedWallets), []byte(wallets)))
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
