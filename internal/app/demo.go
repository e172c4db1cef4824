package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/config"
	"rento/internal/demo"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	"rento/internal/store"
)

// demoLimits lets one machine play many people.
const demoLimits = 10_000

// demoSessions outlive the journeys through time that they are used for.
var demoSessions = account.Lifetime{Idle: 100 * 365 * 24 * time.Hour, Whole: 100 * 365 * 24 * time.Hour}

// demoDataKey encrypts what nobody has to keep secret.
const demoDataKey = "the demo city has invented bank accounts only"

type demoCommand struct {
	Fresh     bool   `help:"Make the city anew even when there is one."`
	Seed      uint64 `help:"Seed of the city's people and their histories." default:"0"`
	Customers int    `help:"How many customers live in the city, besides the personas; 0 chooses." default:"0"`
	Sandbox   string `help:"Address of a sandbox that runs alone, in place of the built-in one." env:"RENTO_DEMO_SANDBOX"`
}

// Run makes the demo city when there is none, and serves it with its sandbox.
func (d demoCommand) Run(w *world) (err error) {
	c := w.config
	d.fillIn(c)
	logger := w.logger()
	limitMemory(logger, memlimit.FromCgroup)
	// A city can be made again: it survives the process, not a power cut.
	s, err := store.Open(w.ctx, store.Options{URL: c.Database, Purpose: store.Demo, Logger: logger, Relaxed: true})
	if err != nil {
		return fmt.Errorf("RENTO_DATABASE: %w", err)
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	city, err := d.city(w, s, logger)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(w.ctx)
	var behind sync.WaitGroup
	defer func() { stop(); behind.Wait() }()
	if d.Sandbox == "" {
		behind.Go(func() { city.Sandbox.Run(ctx) })
		behind.Go(func() { city.Demo.SaveProviderState(ctx) })
	}
	return listen(ctx, c, city.Node, func(string) { d.welcome(w) })
}

// city opens the demo city, or makes it. History is always made with the
// built-in sandbox, on the city's own clock; one that runs alone comes after.
func (d demoCommand) city(w *world, s *store.Store, logger *slog.Logger) (*City, error) {
	city, err := NewCity(w.config, s, logger, true)
	if err != nil {
		return nil, err
	}
	if err := d.inhabit(w, city); err != nil || d.Sandbox == "" {
		return city, err
	}
	if city, err = NewCity(w.config, s, logger, false); err != nil {
		return nil, err
	}
	_, err = city.Demo.Open(w.ctx)
	return city, err
}

// fillIn fills in what a demo may choose itself: address, keys, sandbox.
func (d demoCommand) fillIn(c *config.Config) {
	if port := c.ListenAddr(); c.PublicURL == "http://localhost:8080" {
		c.PublicURL = "http://localhost" + port[strings.LastIndex(port, ":"):]
	}
	if c.LogLevel == "info" {
		c.LogLevel = "warn" // the terminal belongs to the sign-in links
	}
	if c.DataKey == "" {
		c.DataKey = demoDataKey
	}
	at := d.Sandbox
	if at == "" {
		at = c.PublicURL
	}
	UseSandbox(c, at)
}

func (d demoCommand) inhabit(w *world, city *City) error {
	if !d.Fresh {
		there, err := city.Demo.Open(w.ctx)
		if err != nil || there {
			return err
		}
	}
	fmt.Fprintln(w.stdout, "Making the demo city …")
	start := calendar.System{}.Now()
	err := city.Demo.Build(w.ctx, demo.Options{Seed: d.Seed, Extras: d.Customers, Progress: func(done, total int) {
		if done%30 == 0 || done == total {
			fmt.Fprintf(w.stdout, "\r  day %d of %d", done, total)
		}
	}})
	if err != nil {
		return fmt.Errorf("make the demo city: %w", err)
	}
	fmt.Fprintf(w.stdout, "\rThe city was made in %.1f s.%50s\n", calendar.System{}.Now().Sub(start).Seconds(), "")
	return nil
}

func (d demoCommand) welcome(w *world) {
	at := w.config.PublicURL
	fmt.Fprintf(w.stdout, "\n%s runs at %s (no real money: the payment partner is a sandbox)\n\nSign in as\n", w.config.Product.Name, at)
	for _, p := range demo.Personas() {
		fmt.Fprintf(w.stdout, "  %-30s %s/demo/as/%s\n", p.Shows, at, p.Key)
	}
	fmt.Fprintf(w.stdout, "\nor by mobile number, %s and so on, with the code %s. All of them: %s/demo\n", demo.Personas()[0].Mobile, demo.LoginCode, at)
}

// City is the demo city on one node.
type City struct {
	Node    *Node
	Demo    *demo.World
	Sandbox *sandbox.Sandbox
}

// NewCity builds the node of a demo city. With builtin the sandbox is in the
// same process and both call each other without a network; otherwise the
// settings say where it is.
func NewCity(c *config.Config, s *store.Store, logger *slog.Logger, builtin bool) (*City, error) {
	clock := demo.NewClock(calendar.System{})
	var back emulator.Transport // webhooks come back to the node, which is built below
	emulated, err := sandbox.New(sandbox.Options{
		Clock: clock, Log: logger, PublicURL: c.PublicURL, Webhooks: &back,
		Merchants: Merchants(c, c.PublicURL+"/webhooks"),
	})
	if err != nil {
		return nil, err
	}
	outside := Outside{Clock: clock, Logger: logger, FixedCode: demo.LoginCode, LimitScale: demoLimits, SessionLifetime: demoSessions}
	if builtin {
		outside.Transport = emulated.Transport()
	}
	x, err := NewServices(c, s, outside)
	if err != nil {
		return nil, err
	}
	world := &demo.World{
		Store: s, Clock: clock, Jobs: x.Jobs, Sandbox: emulated, Logger: logger, Ledger: x.Ledger, Accounts: x.Accounts,
		Addresses: x.Addresses, Subscriptions: x.Subscriptions, Tickets: x.Tickets, Mandates: x.Mandates, AutoDebit: x.AutoDebit,
		Settlements: x.Settlements, Payments: x.Payments, Uploads: x.Uploads,
	}
	world.Employ()
	node, err := NewNode(c, x, logger, true, (&demo.Entrance{World: world, Product: c.Product.Name}).Register, func(mux *http.ServeMux) {
		if builtin {
			mux.Handle(sandbox.Prefix+"/", emulated)
		}
	})
	if err != nil {
		return nil, err
	}
	back.Handler = node.Handler()
	return &City{Node: node, Demo: world, Sandbox: emulated}, nil
}

type sandboxCommand struct {
	WebhookURL string `help:"Where the events go; a provider's name is appended." default:"http://localhost:8080/webhooks" env:"RENTO_SANDBOX_WEBHOOK_URL"`
}

// Run serves the provider sandbox alone.
func (b sandboxCommand) Run(w *world) error {
	c := w.config
	fillInKeys(c)
	logger := w.logger()
	emulated, err := sandbox.New(sandbox.Options{
		Clock: calendar.System{}, Log: logger, PublicURL: c.PublicURL,
		Merchants: Merchants(c, b.WebhookURL),
	})
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(w.ctx)
	defer stop()
	go emulated.Run(ctx)
	return serveAlone(ctx, c, emulated, logger, func(address string) {
		fmt.Fprintf(w.stdout, "The sandbox runs at %s%s\n", address, sandbox.Prefix)
		for _, n := range connections() {
			fmt.Fprintf(w.stdout, "  %s=%s\n", n.variable, *n.key(c))
		}
	})
}
