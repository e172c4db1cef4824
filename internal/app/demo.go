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
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/config"
	"rento/internal/demo"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/provider/webpush"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	"rento/internal/store"
)

// demoLimits multiplies the rate limits, because one machine plays many customers.
const demoLimits = 10_000

// demoSessions last long enough to survive travelling through time in the demo.
var demoSessions = account.Lifetime{Idle: 100 * 365 * 24 * time.Hour, Whole: 100 * 365 * 24 * time.Hour}

// demoDataKey is public: the demo's data is invented and need not be kept secret.
const demoDataKey = "the demo city has invented bank accounts only"

type demoCommand struct {
	Fresh     bool   `help:"Make the city anew even when there is one."`
	Seed      uint64 `help:"Seed of the city's people and their histories." default:"0"`
	Customers int    `help:"How many customers live in the city, besides the personas; 0 chooses." default:"0"`
	Today     string `help:"Moment in India at which the city is when it is made, as 2026-11-12T11:00, and from which its clock goes on; the machine's otherwise." env:"RENTO_DEMO_TODAY"`
	Sandbox   string `help:"Address of a sandbox that runs alone, in place of the built-in one." env:"RENTO_DEMO_SANDBOX"`
}

// Validate refuses an unreadable --today before the city is built.
func (d demoCommand) Validate() error {
	_, err := d.today()
	return err
}

// Run builds the demo city if there is none, and serves it together with its sandbox.
func (d demoCommand) Run(env *environment) (err error) {
	c := env.config
	d.fillIn(c)
	logger := env.logger()
	limitMemory(logger, memlimit.FromCgroup)
	// The database may lose data in a power cut (Relaxed), because a city can be built again.
	s, err := store.Open(env.ctx, store.Options{URL: c.Database, Purpose: store.Demo, Logger: logger, Relaxed: true})
	if err != nil {
		return fmt.Errorf("RENTO_DATABASE: %w", err)
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	city, err := d.city(env, s, logger)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(env.ctx)
	var behind sync.WaitGroup
	defer func() { stop(); behind.Wait() }()
	if d.Sandbox == "" {
		behind.Go(func() { city.Sandbox.Run(ctx) })
		behind.Go(func() { city.Demo.SaveProviderState(ctx) })
	}
	return listen(ctx, c, city.Node, func(string) { d.welcome(env) })
}

// city opens the demo city, or builds it. The history is always built with the built-in sandbox on
// the city's own clock; a separate sandbox is connected afterwards.
func (d demoCommand) city(env *environment, s *store.Store, logger *slog.Logger) (*City, error) {
	city, err := NewCity(env.config, s, logger, true)
	if err != nil {
		return nil, err
	}
	if err := d.inhabit(env, city); err != nil || d.Sandbox == "" {
		return city, err
	}
	if city, err = NewCity(env.config, s, logger, false); err != nil {
		return nil, err
	}
	_, err = city.Demo.Open(env.ctx)
	return city, err
}

// withCity is like withServices, but for a demo city that is not running. It uses the saved sandbox
// state and the city's clock.
func (env *environment) withCity(command string, fn func(ctx context.Context, x *Services) error) (err error) {
	demoCommand{}.fillIn(env.config)
	logger := env.logger()
	s, err := store.Open(env.ctx, store.Options{URL: env.config.Database, Purpose: store.Demo, Logger: logger, Relaxed: true})
	if err != nil {
		return fmt.Errorf("RENTO_DATABASE: %w", err)
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	city, err := NewCity(env.config, s, logger, true)
	if err != nil {
		return err
	}
	made, err := city.Demo.Open(env.ctx)
	if err != nil {
		return err
	}
	if !made {
		return errors.New("there is no demo city: rento demo makes it")
	}
	defer func() { // save what the gateways were asked to do
		over, stop := context.WithCancel(env.ctx)
		stop()
		city.Demo.SaveProviderState(over)
	}()
	return fn(audit.WithActor(env.ctx, audit.System("command/"+command)), city.Node.Services)
}

// fillIn sets what a demo can choose itself: address, keys and sandbox.
func (d demoCommand) fillIn(c *config.Config) {
	if port := c.ListenAddr(); c.PublicURL == "http://localhost:8080" {
		c.PublicURL = "http://localhost" + port[strings.LastIndex(port, ":"):]
	}
	if c.LogLevel == "info" {
		c.LogLevel = "warn" // keep the terminal free for the sign-in links
	}
	if c.DataKey == "" {
		c.DataKey = demoDataKey
	}
	if c.Product.BankAccount == "" {
		c.Product.BankAccount, c.Product.BankIFSC = "50200012345678", "HDFC0000001"
	}
	if len(c.Chat.Cities) == 0 {
		c.Chat.Cities = []string{"all"}
	}
	at := d.Sandbox
	if at == "" {
		at = c.PublicURL
	}
	UseSandbox(c, at)
}

func (d demoCommand) inhabit(env *environment, city *City) error {
	start := calendar.System{}.Now()
	today, err := d.today()
	if err != nil {
		return err
	}
	if !d.Fresh {
		there, err := city.Demo.Open(env.ctx)
		if err != nil || there {
			return err
		}
	}
	fmt.Fprintln(env.stdout, "Making the demo city …")
	err = city.Demo.Build(env.ctx, demo.Options{Seed: d.Seed, Extras: d.Customers, Today: today, Progress: func(done, total int) {
		if done%30 == 0 || done == total {
			fmt.Fprintf(env.stdout, "\r  day %d of %d", done, total)
		}
	}})
	if err != nil {
		return fmt.Errorf("make the demo city: %w", err)
	}
	fmt.Fprintf(env.stdout, "\rThe city was made in %.1f s.%50s\n", calendar.System{}.Now().Sub(start).Seconds(), "")
	return nil
}

// today is the moment given by --today, or zero for the machine's clock.
func (d demoCommand) today() (time.Time, error) {
	if d.Today == "" {
		return time.Time{}, nil
	}
	at, err := time.ParseInLocation("2006-01-02T15:04", d.Today, calendar.India)
	if err != nil {
		return time.Time{}, fmt.Errorf("--today (RENTO_DEMO_TODAY) is %q, and a moment like 2026-11-12T11:00 is expected", d.Today)
	}
	return at, nil
}

func (d demoCommand) welcome(env *environment) {
	at := env.config.PublicURL
	fmt.Fprintf(env.stdout, "\n%s runs at %s (no real money: the payment partner is a sandbox)\n\nSign in as\n", env.config.Product.Name, at)
	for _, p := range demo.Personas() {
		fmt.Fprintf(env.stdout, "  %-30s %s/demo/as/%s\n", p.Shows, at, p.Key)
	}
	fmt.Fprintf(env.stdout, "\nor by mobile number, %s and so on, with the code %s. All of them: %s/demo\n", demo.Personas()[0].Mobile, demo.LoginCode, at)
}

// City is the demo city on one node.
type City struct {
	Node    *Node
	Demo    *demo.World
	Sandbox *sandbox.Sandbox
}

// NewCity builds the node of a demo city. If builtin is set, the sandbox runs in the same process
// and node and sandbox call each other without a network. Otherwise the settings hold its address.
func NewCity(c *config.Config, s *store.Store, logger *slog.Logger, builtin bool) (*City, error) {
	clock := demo.NewClock(calendar.System{})
	var back emulator.Transport // webhooks go to the node, which is built below
	emulated, err := sandbox.New(sandbox.Options{
		Clock: clock, Log: logger, PublicURL: c.PublicURL, Webhooks: &back,
		Merchants: Merchants(c, c.PublicURL+"/webhooks"),
	})
	if err != nil {
		return nil, err
	}
	outside := Outside{Clock: clock, Logger: logger, FixedCode: demo.LoginCode, StaffSecret: demo.StaffSecret, LimitScale: demoLimits, SessionLifetime: demoSessions}
	if builtin {
		outside.Transport = emulated.Transport()
	}
	// Text messages and mails are kept and read in the demo's inbox. A visitor's own browser gets
	// its push messages from its vendor's push service, as in production.
	toDevices := outside
	toDevices.Transport = beside{emulated.Host(), outside.Transport}
	pushes, err := newPush(c, toDevices, append([]string{emulated.PushService()}, webpush.Services...))
	if err != nil {
		return nil, err
	}
	outside.Senders, outside.KeptIsRead = map[notify.Channel]provider.Sender{notify.Push: pushes}, true
	x, err := NewServices(c, s, outside)
	if err != nil {
		return nil, err
	}
	world := &demo.World{
		Store: s, Clock: clock, Jobs: x.Jobs, Sandbox: emulated, Logger: logger, Ledger: x.Ledger, Accounts: x.Accounts,
		Addresses: x.Addresses, Subscriptions: x.Subscriptions, Tickets: x.Tickets, Mandates: x.Mandates, Billing: x.Billing, AutoDebit: x.AutoDebit,
		Settlements: x.Settlements, Payments: x.Payments, Reconcile: x.Reconcile, Notices: x.Notices, Uploads: x.Uploads, KYC: x.KYC, Referrals: x.Referrals, Staff: x.Staff, Support: x.Support,
		LegalName: c.Product.LegalName,
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

// beside calls the sandbox in-process, and every other host over the network.
type beside struct {
	host    string
	sandbox http.RoundTripper // nil if the sandbox is a separate process
}

// RoundTrip implements http.RoundTripper.
func (b beside) RoundTrip(r *http.Request) (*http.Response, error) {
	if b.sandbox != nil && r.URL.Host == b.host {
		return b.sandbox.RoundTrip(r)
	}
	return http.DefaultTransport.RoundTrip(r)
}

type sandboxCommand struct {
	WebhookURL string `help:"Where the events go; a provider's name is appended." default:"http://localhost:8080/webhooks" env:"RENTO_SANDBOX_WEBHOOK_URL"`
}

// Run serves only the provider sandbox.
func (b sandboxCommand) Run(env *environment) error {
	c := env.config
	fillInKeys(c)
	logger := env.logger()
	emulated, err := sandbox.New(sandbox.Options{
		Clock: calendar.System{}, Log: logger, PublicURL: c.PublicURL,
		Merchants: Merchants(c, b.WebhookURL),
	})
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(env.ctx)
	defer stop()
	go emulated.Run(ctx)
	return serveAlone(ctx, c, emulated, logger, func(address string) {
		fmt.Fprintf(env.stdout, "The sandbox runs at %s%s\n", address, sandbox.Prefix)
		for _, n := range connections() {
			fmt.Fprintf(env.stdout, "  %s=%s\n", n.variable, *n.key(c))
		}
	})
}
