package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"syscall"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"rento/internal/api"
	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/config"
	"rento/internal/encryption"
	"rento/internal/ledger"
	"rento/internal/notify"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/provider/mail"
	"rento/internal/provider/msg91"
	"rento/internal/settlement"
	"rento/internal/site"
	"rento/internal/store"
	"rento/internal/store/db"
)

func (w *world) logger() *slog.Logger { return NewLogger(w.stderr, w.config.LogLevel) }

// open opens the database for production; that of a demo city is refused.
func (w *world) open(logger *slog.Logger) (*store.Store, error) {
	s, err := store.Open(w.ctx, store.Options{URL: w.config.Database, Purpose: store.Production, Logger: logger})
	if err != nil {
		return nil, fmt.Errorf("RENTO_DATABASE: %w", err)
	}
	return s, nil
}

// checkProduction reports what keeps the settings from serving real customers.
func (w *world) checkProduction() error {
	return errors.Join(w.config.CheckProduction(), checkTestKeys(w.config), checkKeyForms(w.config), checkParts(w.config), site.CheckPolicies(w.config.Product))
}

// notes are what an operator should know of settings that are taken all the same.
func (w *world) notes() []string {
	return append(w.config.Warnings(), site.MissingPolicies(w.config.Product)...)
}

// checkParts makes what serve makes of the settings alone, so that doctor finds
// what would keep it from starting.
func checkParts(c *config.Config) error {
	o := Outside{Clock: calendar.System{}, Logger: slog.New(slog.DiscardHandler)}
	_, senders := newSenders(c, o.Clock, o.Logger)
	_, gateways := newGateways(c, o)
	_, payouts := newPayouts(c, o)
	_, files := newFiles(c)
	return errors.Join(senders, gateways, payouts, files)
}

// lookPatience is how long doctor waits for the database.
const lookPatience = 5 * time.Second

// checkMachine reports what serve would find out by starting: an address on which
// nobody can listen, and a database that is not for production or was written with
// another data key. It may run beside a node that serves, and changes nothing.
func (w *world) checkMachine() error {
	var problems []error
	listener, err := (&net.ListenConfig{}).Listen(w.ctx, "tcp", w.config.ListenAddr())
	switch {
	case err == nil:
		problems = append(problems, listener.Close())
	case !errors.Is(err, syscall.EADDRINUSE): // by the node that serves
		problems = append(problems, fmt.Errorf("RENTO_ADDR: %w", err))
	}
	ctx, cancel := context.WithTimeout(w.ctx, lookPatience)
	defer cancel()
	var key error
	err = store.Look(ctx, w.config.Database, store.Production, func(q *db.Queries) error {
		if err := checkDataKey(ctx, w.config, q); errors.Is(err, encryption.ErrNotReadable) {
			key = err // anything else is of a schema that serve brings up to date first
		}
		return nil
	})
	if err != nil {
		problems = append(problems, fmt.Errorf("RENTO_DATABASE: %w", err))
	}
	return errors.Join(append(problems, key)...)
}

type serveCommand struct{}

// Run serves real customers; it refuses settings that are not fit for them.
func (serveCommand) Run(w *world) (err error) {
	if err := w.checkProduction(); err != nil {
		return fmt.Errorf("the settings are not ready for production:\n%w", err)
	}
	logger := w.logger()
	limitMemory(logger, memlimit.FromCgroup)
	for _, warning := range w.notes() {
		logger.Warn("settings", "note", warning)
	}
	s, err := w.open(logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	senders, err := newSenders(w.config, calendar.System{}, logger)
	if err != nil {
		return err
	}
	x, err := NewServices(w.config, s, Outside{Clock: calendar.System{}, Logger: logger, Senders: senders})
	if err != nil {
		return err
	}
	if err := checkDataKey(w.ctx, w.config, s.Queries()); err != nil {
		return err
	}
	node, err := NewNode(w.config, x, logger, false)
	if err != nil {
		return err
	}
	return listen(w.ctx, w.config, node, func(address string) {
		logger.Info("serving", "address", address, "engine", s.Engine(), "version", Version)
	})
}

func listen(ctx context.Context, c *config.Config, node *Node, started func(address string)) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.ListenAddr())
	if err != nil {
		return fmt.Errorf("RENTO_ADDR: %w", err)
	}
	return node.Run(ctx, listener, func() { started(listener.Addr().String()) })
}

// serveAlone serves a handler that is no node.
func serveAlone(ctx context.Context, c *config.Config, handler http.Handler, logger *slog.Logger, started func(address string)) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.ListenAddr())
	if err != nil {
		return fmt.Errorf("RENTO_ADDR: %w", err)
	}
	server := api.NewHTTPServer(handler, logger)
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	started("http://" + listener.Addr().String())
	select {
	case err = <-failed:
	case <-ctx.Done():
		drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.ShutdownTimeout)
		defer cancel()
		err = server.Shutdown(drain)
	}
	if err != nil && !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

func newSenders(c *config.Config, clock calendar.Clock, logger *slog.Logger) (map[notify.Channel]provider.Sender, error) {
	senders := map[notify.Channel]provider.Sender{}
	if c.MSG91.AuthKey != "" {
		flows := map[string]string{notify.LoginCode{}.Name(): c.MSG91.FlowID}
		for template, flow := range c.MSG91.Flows {
			if !notify.IsTemplate(template) {
				return nil, fmt.Errorf("MSG91_FLOWS: there is no message %q; docs/messages.md lists them", template)
			}
			flows[template] = flow
		}
		sms, err := msg91.New(msg91.Options{
			URL: c.MSG91.URL, AuthKey: c.MSG91.AuthKey, Flows: flows, Clock: clock, Logger: logger,
		})
		if err != nil {
			return nil, fmt.Errorf("MSG91_*: %w", err)
		}
		senders[notify.SMS] = sms
	}
	if c.SMTP.Addr != "" {
		mails, err := mail.New(mail.Options{Addr: c.SMTP.Addr, From: c.SMTP.From, User: c.SMTP.User, Password: c.SMTP.Password, Logger: logger})
		if err != nil {
			return nil, fmt.Errorf("SMTP_*: %w", err)
		}
		senders[notify.Email] = mails
	}
	return senders, nil
}

type migrateCommand struct{}

// Run opens the database, which brings its schema up to date.
func (migrateCommand) Run(w *world) error {
	s, err := w.open(w.logger())
	if err != nil {
		return err
	}
	fmt.Fprintln(w.stdout, "The schema is up to date on", s.Engine()+".")
	return s.Close()
}

type billCommand struct {
	Quiet bool `help:"Print the result only."`
}

// Run raises what is to be billed up to now and shows how far it is.
func (b billCommand) Run(w *world) error {
	return w.withServices("bill", func(ctx context.Context, x *Services) error {
		runs, err := x.Billing.CatchUp(ctx, b.progress(w))
		for _, r := range runs {
			fmt.Fprintf(w.stdout, "%s: %d invoices, %s\n", r.Month.Format("January 2006"), r.Invoices, r.Amount)
		}
		if err == nil && len(runs) == 0 {
			fmt.Fprintln(w.stdout, "Every month that is over has been billed.")
		}
		return err
	})
}

// commandNode is the node in whose name a command makes ids; none that serves
// has it, and one command at a time.
const commandNode = config.MaxNode + 1

// withServices runs fn, the work of a command, with the domains on the configured
// database; what it does is the command's in the audit log. While another command
// is at work on the database it is store.ErrNotAlone: both would make the same ids.
// What fn tells customers waits for a node that serves, which sends it.
func (w *world) withServices(command string, fn func(ctx context.Context, x *Services) error) (err error) {
	logger := w.logger()
	limitMemory(logger, memlimit.FromCgroup)
	s, err := w.open(logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	release, err := s.Alone(w.ctx)
	if err != nil {
		return err
	}
	defer release()
	senders, err := newSenders(w.config, calendar.System{}, logger)
	if err != nil {
		return err
	}
	own := *w.config
	own.Node = commandNode // a node that serves may run beside it
	x, err := NewServices(&own, s, Outside{Clock: calendar.System{}, Logger: logger, Senders: senders})
	if err != nil {
		return err
	}
	return fn(audit.WithActor(w.ctx, audit.System("command/"+command)), x)
}

func (b billCommand) progress(w *world) func(billing.Progress) {
	if b.Quiet {
		return nil
	}
	clock := calendar.System{}
	var last time.Time
	return func(p billing.Progress) {
		if now := clock.Now(); now.Sub(last) > 200*time.Millisecond || p.Done == p.Total {
			last = now
			fmt.Fprintf(w.stderr, "\r%s: %d of %d customers, %d invoices, %s", p.Month.Format("January 2006"), p.Done, p.Total, p.Invoices, p.Amount)
		}
		if p.Done == p.Total {
			fmt.Fprintln(w.stderr)
		}
	}
}

type reconcileCommand struct {
	Days int `help:"How many days to look back." default:"3"`
}

// Run compares what the gateways hold with the books and checks the books
// themselves; whatever differs is an error.
func (r reconcileCommand) Run(w *world) error {
	return w.withServices("reconcile", func(ctx context.Context, x *Services) error {
		until := x.Clock.Now()
		comparisons, err := x.Payments.Compare(ctx, until.AddDate(0, 0, -r.Days), until)
		paid, failed := x.Settlements.Compare(ctx, until.AddDate(0, 0, -r.Days), until)
		return errors.Join(err, failed, printComparisons(w.stdout, comparisons), printPayouts(w.stdout, paid), checkBooks(ctx, w.stdout, x.Store.Queries()))
	})
}

// checkBooks reads the whole journal: every entry must balance, every kept
// balance be its sum, and no sealed day have changed; and what invoices have
// paid and credited must be what their allocations and credit notes say.
func checkBooks(ctx context.Context, out io.Writer, q *db.Queries) error {
	findings, err := ledger.Check(ctx, q)
	if err != nil {
		return err
	}
	var differ error
	if len(findings) > 0 {
		differ = errors.New(ledger.Text(findings))
	}
	head, err := ledger.Verify(ctx, q)
	billed := billing.Check(ctx, q)
	if err == nil && billed == nil && len(findings) == 0 {
		seals := "no day is sealed yet"
		if head != "" {
			seals = fmt.Sprintf("the sealed days are whole up to %.12s", head)
		}
		fmt.Fprintf(out, "books: every entry balances, every invoice has paid and credited what was booked, %s\n", seals)
	}
	return errors.Join(differ, err, billed)
}

func printPayouts(out io.Writer, c settlement.Comparison) error {
	if c.Provider == "" {
		return nil
	}
	fmt.Fprintf(out, "%s: %d payouts listed\n", c.Provider, c.Listed)
	fmt.Fprintf(out, "  learned of now: %d, not ours: %d, missing there: %d, unreadable: %d\n", len(c.Caught), len(c.Strange), len(c.Missing), len(c.Odd))
	if !c.Clean() {
		return fmt.Errorf("%s and the books differed: %v %v %v %v", c.Provider, c.Caught, c.Strange, c.Missing, c.Odd)
	}
	return nil
}

func printComparisons(out io.Writer, comparisons []payment.Comparison) error {
	var differ []error
	for _, c := range comparisons {
		fmt.Fprintf(out, "%s: %d payments listed, %d of them ours\n", c.Gateway, c.Listed, c.Held)
		fmt.Fprintf(out, "  learned of now: %d, in suspense: %d, missing there: %d, unreadable: %d\n", len(c.Caught), len(c.Unknown), len(c.Missing), len(c.Odd))
		if !c.Clean() {
			differ = append(differ, fmt.Errorf("%s and the books differed: %v %v %v %v", c.Gateway, c.Caught, c.Unknown, c.Missing, c.Odd))
		}
	}
	return errors.Join(differ...)
}
