// Package sandbox is the outside world on our own machine: it speaks the
// protocols of the real providers, keeps books of its own, sends signed
// webhooks, and fails when it is told to. Adapters differ only in base URL and
// keys.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"rento/internal/calendar"
	"rento/internal/sandbox/emulator"
	"rento/internal/sandbox/specimen"
	"rento/internal/sandbox/webpush"
)

// Prefix is where the sandbox's paths begin.
const Prefix = "/sandbox"

// Options set a sandbox up. Clock and PublicURL are required.
type Options struct {
	Clock calendar.Clock
	Log   *slog.Logger
	// PublicURL is the origin at which browsers reach the sandbox, without
	// Prefix.
	PublicURL string
	// Merchants are our accounts, one at each provider that the sandbox plays.
	Merchants []Merchant
	// Random makes ids repeatable, nil for chance.
	Random rand.Source
	// Webhooks sends webhooks, nil for the network.
	Webhooks http.RoundTripper
}

// Merchant is our account at one provider.
type Merchant struct {
	Keys emulator.Keys
	// WebhookURL is where the provider sends its events, empty for nowhere.
	WebhookURL string
}

// Sandbox is all providers behind one handler. It is safe for concurrent use.
type Sandbox struct {
	clock     *emulator.Clock
	publicURL string
	mux       *http.ServeMux
	guarded   http.Handler // mux behind the check for requests of other pages
	providers []emulator.Provider
	calls     atomic.Int64
}

// New makes a sandbox with empty books.
func New(o Options) (*Sandbox, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	s := &Sandbox{clock: emulator.NewClock(o.Clock), publicURL: strings.TrimSuffix(o.PublicURL, "/"), mux: http.NewServeMux()}
	ids := emulator.NewIDs(o.Random)
	var sender *http.Client
	if o.Webhooks != nil {
		sender = &http.Client{Transport: o.Webhooks}
	}
	for _, m := range o.Merchants {
		base := emulator.New(s.clock, ids, o.Log, sender, m.WebhookURL)
		base.Origin = s.publicURL
		s.add(m.Keys.Open(base))
	}
	s.mux.HandleFunc("POST "+Prefix+"/control", s.control)
	s.mux.HandleFunc("GET "+Prefix+"/books", s.books)
	s.mux.HandleFunc("GET "+Prefix+"/settlements", s.listSettlements)
	specimen.Pages(s.mux, Prefix+"/specimens", s.Now)
	webpush.New(s.publicURL).Routes(s.mux, Prefix+pushPath)
	// The pages of other sites open no door but the checkout, which a provider has
	// for them. Servers and command lines name no origin and are let in.
	protection := http.NewCrossOriginProtection()
	for _, p := range s.providers {
		for _, path := range p.ForShops() {
			protection.AddInsecureBypassPattern(Prefix + "/" + p.Name() + path)
		}
	}
	s.guarded = protection.Handler(s.mux)
	return s, nil
}

func (o *Options) check() error {
	if o.Clock == nil {
		return errors.New("sandbox: no clock")
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	u, err := url.Parse(o.PublicURL)
	if err != nil || u.Host == "" {
		return fmt.Errorf("sandbox: public URL is not absolute: %q", o.PublicURL)
	}
	for _, m := range o.Merchants {
		if err := m.Keys.Check(); err != nil {
			return fmt.Errorf("sandbox: %w", err)
		}
	}
	return nil
}

func (s *Sandbox) add(p emulator.Provider) {
	s.providers = append(s.providers, p)
	p.Routes(s.mux, Prefix+"/"+p.Name())
	if settling, does := p.(emulator.Settling); does {
		s.mux.HandleFunc("GET "+Prefix+"/"+p.Name()+"/settlements/{file}", s.settlement(settling, p.Name()))
	}
}

// ServeHTTP answers every path below Prefix.
func (s *Sandbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Rento-Sandbox", "no real money")
	s.guarded.ServeHTTP(w, r)
	s.calls.Add(1)
}

// Transport calls the sandbox in process, in the caller's goroutine.
func (s *Sandbox) Transport() http.RoundTripper { return emulator.Transport{Handler: s} }

// BaseURL is what an adapter is configured with to use a provider here.
func (s *Sandbox) BaseURL(provider string) string { return s.publicURL + Prefix + "/" + provider }

// Host is the host and port at which the sandbox is reached.
func (s *Sandbox) Host() string {
	return s.publicURL[strings.Index(s.publicURL, "://")+len("://"):]
}

// PushService is the host, port and path below which browsers of the push service are
// reached.
func (s *Sandbox) PushService() string { return s.Host() + Prefix + pushPath }

const pushPath = "/webpush"

// Now is the sandbox's own time.
func (s *Sandbox) Now() time.Time { return s.clock.Now() }

// Advance puts the sandbox's clock forward and does what falls due.
func (s *Sandbox) Advance(d time.Duration) {
	s.clock.Advance(d)
	s.Elapse()
}

// Elapse does what has fallen due on the sandbox's clock, without sending
// webhooks.
func (s *Sandbox) Elapse() {
	for _, p := range s.providers {
		p.Elapse()
	}
}

// Deliver does what has fallen due and sends the webhooks whose time has come.
// It returns how many were tried. Tests and simulations call it themselves.
func (s *Sandbox) Deliver(ctx context.Context) int {
	sent := 0
	for _, p := range s.providers {
		sent += p.Deliver(ctx)
	}
	return sent
}

// pulse is how often Run looks for webhooks that are due.
const pulse = 250 * time.Millisecond

// Run delivers in the background until ctx ends.
func (s *Sandbox) Run(ctx context.Context) {
	ticker := time.NewTicker(pulse)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			s.Deliver(ctx)
		}
	}
}

// Reset empties all books and gives up the clock's offset.
func (s *Sandbox) Reset() {
	s.clock.Reset()
	for _, p := range s.providers {
		p.Reset()
	}
}
