package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"rento/internal/api"
	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/config"
	"rento/internal/encryption"
	"rento/internal/hashchain"
	"rento/internal/ledger"
	"rento/internal/notify"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/provider/clamd"
	"rento/internal/provider/mail"
	"rento/internal/provider/msg91"
	"rento/internal/provider/webpush"
	"rento/internal/settlement"
	"rento/internal/site"
	"rento/internal/store"
	"rento/internal/store/db"
)

func (env *environment) logger() *slog.Logger { return NewLogger(env.stderr, env.config.LogLevel) }

// open opens the database for production. It refuses the database of a demo city.
func (env *environment) open(logger *slog.Logger) (*store.Store, error) {
	s, err := store.Open(env.ctx, store.Options{URL: env.config.Database, Purpose: store.Production, Logger: logger})
	if err != nil {
		return nil, fmt.Errorf("RENTO_DATABASE: %w", err)
	}
	return s, nil
}

// checkProduction reports the settings that are unfit for serving real customers.
func (env *environment) checkProduction() error {
	return errors.Join(env.config.CheckProduction(), checkTestKeys(env.config), checkKeyForms(env.config), checkPublishedKeys(env.config), checkParts(env.config), site.CheckPolicies(env.config.Product))
}

// notes are warnings about settings that are accepted all the same.
func (env *environment) notes() []string {
	notes := slices.Concat(env.config.Warnings(), site.MissingPolicies(env.config.Product), clockNotes(isSynchronised))
	for _, d := range lowDisks(disksOf(env.config), spaceAt) {
		notes = append(notes, d.String())
	}
	return notes
}

// checkParts builds what serve builds from the settings alone, so that doctor finds what would
// prevent serve from starting.
func checkParts(c *config.Config) error {
	o := Outside{Clock: calendar.System{}, Logger: slog.New(slog.DiscardHandler)}
	_, senders := newSenders(c, o)
	_, gateways := newGateways(c, o)
	_, payouts := newPayouts(c, o)
	_, proofs := newProofs(c, o)
	_, collector := newCollector(c, o)
	_, tracker := newErrorTracker(c, o)
	_, files := newFiles(c)
	_, scanner := newScanner(c)
	return errors.Join(senders, gateways, payouts, proofs, collector, tracker, files, scanner)
}

// lookPatience is how long doctor waits for the database.
const lookPatience = 5 * time.Second

// checkMachine reports what serve would find out only when starting: an address that cannot be
// listened on, and a database that is not for production or was written with another data key. It
// may run beside a serving node, and changes nothing.
func (env *environment) checkMachine() error {
	var problems []error
	listener, err := (&net.ListenConfig{}).Listen(env.ctx, "tcp", env.config.ListenAddr())
	switch {
	case err == nil:
		problems = append(problems, listener.Close())
	case !errors.Is(err, syscall.EADDRINUSE): // a serving node may hold the address
		problems = append(problems, fmt.Errorf("RENTO_ADDR: %w", err))
	}
	ctx, cancel := context.WithTimeout(env.ctx, lookPatience)
	defer cancel()
	var key, names error
	err = store.Look(ctx, env.config.Database, store.Production, func(q *db.Queries) error {
		if err := checkDataKey(ctx, env.config, q); errors.Is(err, encryption.ErrNotReadable) {
			key = err // other errors come from an old schema, which serve migrates first
		}
		if err := checkLegalName(ctx, env.config, q); errors.Is(err, errTwoNames) {
			names = err
		}
		return nil
	})
	if err != nil {
		problems = append(problems, fmt.Errorf("RENTO_DATABASE: %w", err))
	}
	return errors.Join(append(problems, key, names, env.checkScanner())...)
}

// errTwoNames means that documents would name the company in two ways.
var errTwoNames = errors.New("documents would name the company in two ways")

// checkLegalName refuses a legal name that is not that of the company's GST registrations: invoices
// show the one, receipts, statements and agreements the other.
func checkLegalName(ctx context.Context, c *config.Config, q *db.Queries) error {
	registrations, err := billing.Registrations(ctx, q)
	if err != nil {
		return err
	}
	var problems []error
	for _, r := range registrations {
		if r.LegalName != c.Product.LegalName {
			problems = append(problems, fmt.Errorf("RENTO_LEGAL_NAME: is %q, and the GST registration of state %s has %q: %w", c.Product.LegalName, r.StateCode, r.LegalName, errTwoNames))
		}
	}
	return errors.Join(problems...)
}

// checkScanner prints the version of the upload scanner, and reports a scanner that does not
// answer, because then no upload would be accepted.
func (env *environment) checkScanner() error {
	if env.config.Clamd == "" {
		return nil
	}
	scanner, err := clamd.New(env.config.Clamd)
	if err != nil {
		return nil //nolint:nilerr // checkParts names it
	}
	version, err := scanner.Version(env.ctx)
	if err != nil {
		return fmt.Errorf("RENTO_CLAMD: %w", err)
	}
	fmt.Fprintf(env.stdout, "\nNote: RENTO_CLAMD: uploaded files are scanned by %s\n", version)
	return nil
}

type serveCommand struct {
	Today string `hidden:"" env:"RENTO_DEMO_TODAY"`
}

// Run serves real customers. It refuses settings that are unfit for them.
func (c serveCommand) Run(env *environment) (err error) {
	if c.Today != "" {
		return errors.New("settings: RENTO_DEMO_TODAY is for a demo city alone: rento serve goes by the real date")
	}
	if err := env.checkProduction(); err != nil {
		return fmt.Errorf("the settings are not ready for production:\n%w", err)
	}
	logger := env.logger()
	limitMemory(logger, memlimit.FromCgroup)
	for _, warning := range env.notes() {
		logger.Warn("settings", "note", warning)
	}
	s, err := env.open(logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	outside := Outside{Clock: calendar.System{}, Logger: logger}
	if outside.Senders, err = newSenders(env.config, outside); err != nil {
		return err
	}
	x, err := NewServices(env.config, s, outside)
	if err != nil {
		return err
	}
	if err := errors.Join(checkDataKey(env.ctx, env.config, s.Queries()), checkLegalName(env.ctx, env.config, s.Queries())); err != nil {
		return err
	}
	if err := beginAuditChain(env.ctx, s, outside.Clock, logger); err != nil {
		return err
	}
	node, err := NewNode(env.config, x, logger, false)
	if err != nil {
		return err
	}
	return listen(env.ctx, env.config, node, func(address string) {
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

// serveAlone serves a handler without a node.
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

// newSenders connects to the message providers whose keys are set.
func newSenders(c *config.Config, o Outside) (map[notify.Channel]provider.Sender, error) {
	senders := map[notify.Channel]provider.Sender{}
	texts, err := newTexts(c, o)
	if err != nil {
		return nil, err
	}
	if texts != nil {
		senders[notify.SMS] = texts
	}
	if c.SMTP.Addr != "" {
		mails, err := mail.New(mail.Options{Addr: c.SMTP.Addr, From: c.SMTP.From, User: c.SMTP.User, Password: c.SMTP.Password, Logger: o.Logger})
		if err != nil {
			return nil, fmt.Errorf("SMTP_*: %w", err)
		}
		senders[notify.Email] = mails
	}
	pushes, err := newPush(c, o, webpush.Services)
	if err != nil {
		return nil, err
	}
	if len(pushes) > 0 {
		senders[notify.Push] = pushes
	}
	return senders, nil
}

// newTexts connects to the provider that sends text messages. It returns nil if no key is set.
func newTexts(c *config.Config, o Outside) (provider.Sender, error) {
	var texts provider.Sender
	by := ""
	if c.MSG91.AuthKey != "" {
		flows, err := registered("MSG91_FLOWS", c.MSG91.Flows)
		if err != nil {
			return nil, err
		}
		code := notify.LoginCode{}.Name()
		flows[code] = cmp.Or(flows[code], c.MSG91.FlowID)
		connected, err := msg91.New(msg91.Options{URL: c.MSG91.URL, AuthKey: c.MSG91.AuthKey, Flows: flows, Clock: o.Clock, Logger: o.Logger, Transport: o.Transport})
		if err != nil {
			return nil, fmt.Errorf("MSG91_*: %w", err)
		}
		texts, by = connected, "MSG91_AUTH_KEY"
	}
	for _, n := range connections() {
		if n.texts == nil || !n.isSet(c) {
			continue
		}
		if texts != nil {
			return nil, fmt.Errorf("%s and %s: only one of them sends text messages; leave the other empty", by, n.variable)
		}
		connected, err := n.texts(c, o)
		if err != nil {
			return nil, fmt.Errorf("%s*: %w", n.prefix, err)
		}
		texts, by = connected, n.variable
	}
	return texts, nil
}

// registered are the registered template ids of a setting, by the names of our templates.
func registered(variable string, ids map[string]string) (map[string]string, error) {
	for template := range ids {
		if !notify.IsTemplate(template) {
			return nil, fmt.Errorf("%s: there is no message %q; docs/messages.md lists them", variable, template)
		}
	}
	known := maps.Clone(ids)
	if known == nil {
		known = map[string]string{}
	}
	return known, nil
}

// newPush connects to the push providers: to browsers through the push services at these hosts, and
// to apps.
func newPush(c *config.Config, o Outside, hosts []string) (provider.ByAddress, error) {
	var pushes provider.ByAddress
	if secret := cmp.Or(c.SecretKey, c.DataKey); c.WebPush && secret != "" {
		keys, err := webpush.KeysOf([]byte(secret))
		if err != nil {
			return nil, err
		}
		browsers, err := webpush.New(webpush.Options{Keys: keys, Contact: c.Product.SupportEmail, Hosts: hosts, Clock: o.Clock, Logger: o.Logger, Transport: o.Transport})
		if err != nil {
			return nil, fmt.Errorf("RENTO_SUPPORT_EMAIL: %w", err)
		}
		pushes = append(pushes, browsers)
	}
	for _, n := range connections() {
		if n.apps == nil || !n.isSet(c) {
			continue
		}
		apps, err := n.apps(c, o)
		if err != nil {
			return nil, fmt.Errorf("%s*: %w", n.prefix, err)
		}
		pushes = append(pushes, apps)
	}
	return pushes, nil
}

// pushKey is the public key with which browsers subscribe to push messages, or "" if none are sent.
func pushKey(senders map[notify.Channel]provider.Sender) string {
	pushes, _ := senders[notify.Push].(provider.ByAddress)
	for _, sender := range pushes {
		if browsers, is := sender.(*webpush.Sender); is {
			return browsers.PublicKey()
		}
	}
	return ""
}

type migrateCommand struct{}

// Run opens the database, which migrates its schema.
func (migrateCommand) Run(env *environment) error {
	s, err := env.open(env.logger())
	if err != nil {
		return err
	}
	fmt.Fprintln(env.stdout, "The schema is up to date on", s.Engine()+".")
	return errors.Join(beginAuditChain(env.ctx, s, calendar.System{}, env.logger()), s.Close())
}

type billCommand struct {
	Quiet bool `help:"Print the result only."`
}

// Run bills everything that is due and shows the progress.
func (b billCommand) Run(env *environment) error {
	return env.withServices("bill", func(ctx context.Context, x *Services) error {
		runs, err := x.Billing.CatchUp(ctx, b.progress(env))
		for _, r := range runs {
			fmt.Fprintf(env.stdout, "%s: %d invoices, %s\n", r.Month.Format("January 2006"), r.Invoices, r.Amount)
		}
		if err == nil && len(runs) == 0 {
			fmt.Fprintln(env.stdout, "Every month that is over has been billed.")
		}
		return err
	})
}

// commandNode is the node number with which commands generate ids. No serving node has it, and only
// one command runs at a time.
const commandNode = config.MaxNode + 1

// withServices runs a command's work fn with the domain services on the configured database. The
// audit log names the command as the actor. If another command is using the database, it returns
// store.ErrNotAlone, because both would generate the same ids. Messages to customers wait until a
// serving node sends them.
func (env *environment) withServices(command string, fn func(ctx context.Context, x *Services) error) (err error) {
	logger := env.logger()
	limitMemory(logger, memlimit.FromCgroup)
	s, err := env.open(logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	release, err := s.Alone(env.ctx)
	if err != nil {
		return err
	}
	defer release()
	outside := Outside{Clock: calendar.System{}, Logger: logger}
	if outside.Senders, err = newSenders(env.config, outside); err != nil {
		return err
	}
	own := *env.config
	own.Node = commandNode // a node may be serving at the same time
	x, err := NewServices(&own, s, outside)
	if err != nil {
		return err
	}
	if err := sealFinished(env.ctx, s, outside.Clock, logger); err != nil {
		return err
	}
	return fn(audit.WithActor(env.ctx, audit.System("command/"+command)), x)
}

func (b billCommand) progress(env *environment) func(billing.Progress) {
	if b.Quiet {
		return nil
	}
	clock := calendar.System{}
	var last time.Time
	return func(p billing.Progress) {
		if now := clock.Now(); now.Sub(last) > 200*time.Millisecond || p.Done == p.Total {
			last = now
			fmt.Fprintf(env.stderr, "\r%s: %d of %d customers, %d invoices, %s", p.Month.Format("January 2006"), p.Done, p.Total, p.Invoices, p.Amount)
		}
		if p.Done == p.Total {
			fmt.Fprintln(env.stderr)
		}
	}
}

type reconcileCommand struct {
	Days int        `help:"How many days to look back." default:"3"`
	Date string     `help:"Compare this day in India alone, as YYYY-MM-DD." placeholder:"DAY"`
	Demo bool       `help:"Compare a demo city that does not run, with the sandbox as it was left and on the city's clock."`
	File []fileFlag `help:"A settlement file of a provider, by its name, to be compared and entered. Once per file." placeholder:"PROVIDER=PATH" sep:"none"`
}

// fileFlag names a provider and one of its settlement files.
type fileFlag struct{ provider, path string }

// UnmarshalText implements encoding.TextUnmarshaler.
func (f *fileFlag) UnmarshalText(text []byte) error {
	var found bool
	if f.provider, f.path, found = strings.Cut(string(text), "="); !found {
		return fmt.Errorf("%q is not PROVIDER=PATH", text)
	}
	return nil
}

// Run compares the gateways' orders and settlements with the books, and checks the books
// themselves. It prints each row that differs, and the exit code is that of the worst difference.
func (r reconcileCommand) Run(env *environment) error {
	with := env.withServices
	if r.Demo {
		with = env.withCity
	}
	return with("reconcile", func(ctx context.Context, x *Services) error {
		until := x.Clock.Now()
		from := until.AddDate(0, 0, -r.Days)
		if r.Date != "" {
			day, err := calendar.Parse(r.Date)
			if err != nil {
				return fmt.Errorf("--date: %q is not a day as YYYY-MM-DD", r.Date)
			}
			from, until = day.At(0, 0), day.AddDays(1).At(0, 0)
		}
		compared, err := x.Reconcile.Compare(ctx, from, until)
		paid, failed := x.Settlements.Compare(ctx, from, until)
		rows, unread := r.enterFiles(ctx, env.stdout, x)
		missing, unknown := x.Reconcile.AllMissing(ctx) // after all files are entered
		rows = append(rows, missing...)
		printComparisons(env.stdout, compared.Gateways, x.Reconcile.WithoutFees())
		return errors.Join(
			err, failed, unread, unknown, printTransit(ctx, env.stdout, x.Store.Queries()), printRows(env.stdout, append(compared.Rows(), rows...)), printPayouts(env.stdout, paid), checkBooks(ctx, env.stdout, x.Store.Queries()),
		)
	})
}

// enterFiles compares and enters the settlement files, in the order in which they were given.
func (r reconcileCommand) enterFiles(ctx context.Context, out io.Writer, x *Services) (rows []payment.Difference, failed error) {
	for _, given := range r.File {
		file, err := os.Open(given.path)
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("settlement file of %s: %w", given.provider, err))
			continue
		}
		f, err := x.Reconcile.EnterFile(ctx, given.provider, file)
		if err != nil {
			err = fmt.Errorf("settlement file of %s: %w", given.provider, err)
		}
		failed = errors.Join(failed, err, file.Close())
		rows = append(rows, f.Rows...)
		fmt.Fprintf(out, "settlement file of %s: %d lines, %d of them entered now: %s, fees %s, tax %s; %d lines about something else\n",
			given.provider, f.Lines, f.Posted, f.Gross.Decimal(), f.Fees.Decimal(), f.Tax.Decimal(), f.Others)
	}
	return rows, failed
}

// printTransit prints what each gateway holds for us. That it is what payments, refunds and settlement
// files say is part of checkBooks.
func printTransit(ctx context.Context, out io.Writer, q *db.Queries) error {
	all, err := payment.MoneyInTransit(ctx, q)
	for _, t := range all {
		fmt.Fprintf(out, "%s: %s\n", t.Gateway, t)
	}
	return err
}

// The exit codes of rento reconcile for differences. It exits with 0 if nothing differs, and with 1
// if something could not be compared or the books are wrong.
const (
	codeMended  = 2 // all differences were corrected
	codeDiffers = 3 // a person must decide
)

// Differ is the error for rows that differ between the gateways and the books.
type Differ struct{ Rows, Open int }

// Error implements error.
func (d Differ) Error() string {
	return fmt.Sprintf("%d rows differed, %d of them for a person to decide", d.Rows, d.Open)
}

// ExitCode is the program's exit code.
func (d Differ) ExitCode() int {
	if d.Open > 0 {
		return codeDiffers
	}
	return codeMended
}

// printRows prints each row that differs.
func printRows(out io.Writer, rows []payment.Difference) error {
	d := Differ{Rows: len(rows)}
	for _, row := range rows {
		fmt.Fprintln(out, "  "+row.String())
		if !row.Mended {
			d.Open++
		}
	}
	if d.Rows == 0 {
		return nil
	}
	return d
}

// checkBooks reads the whole journal and the whole audit log. Every journal entry must balance,
// every stored balance must equal the sum of its postings, and no sealed day of either log may have
// changed. Documents, their allocations and the accounts must match (documentsDiffer).
func checkBooks(ctx context.Context, out io.Writer, q *db.Queries) error {
	findings, err := ledger.Check(ctx, q)
	if err != nil {
		return err
	}
	var differ error
	if len(findings) > 0 {
		differ = errors.New(ledger.Text(findings))
	}
	head, err := hashchain.Verify(ctx, ledger.Chain(q))
	documents := documentsDiffer(ctx, q)
	if err == nil && documents == nil && len(findings) == 0 {
		fmt.Fprintf(out, "books: every entry balances, invoices, late fees, settlements and money in transit are as booked, %s\n", wholeUpTo(head))
	}
	head, changed := hashchain.Verify(ctx, audit.Chain(q))
	if changed == nil {
		fmt.Fprintf(out, "audit log: %s\n", wholeUpTo(head))
	}
	return errors.Join(differ, err, documents, changed)
}

func wholeUpTo(head string) string {
	if head == "" {
		return "no day is sealed yet"
	}
	return fmt.Sprintf("the sealed days are whole up to %.12s", head)
}

func printPayouts(out io.Writer, c settlement.Comparison) error {
	if c.Provider == "" {
		return nil
	}
	fmt.Fprintf(out, "%s: %d payouts listed\n", c.Provider, c.Listed)
	fmt.Fprintf(out, "  learned of now or different: %d, not ours: %d, missing there: %d, unreadable: %d\n", len(c.Caught), len(c.Strange), len(c.Missing), len(c.Odd))
	if !c.Clean() {
		return fmt.Errorf("%s and the books differed: %v %v %v %v", c.Provider, c.Caught, c.Strange, c.Missing, c.Odd)
	}
	return nil
}

func printComparisons(out io.Writer, comparisons []payment.Comparison, withoutFees []string) {
	for _, c := range comparisons {
		fmt.Fprintf(out, "%s: %d captured payments and %d refunds compared, %d rows differ; %d payments are not captured, %d payments and refunds could not be asked\n",
			c.Gateway, c.Held, c.Refunds, len(c.Rows), c.Listed-c.Held, c.NotAsked)
	}
	untold := "the fee of a refund"
	if len(withoutFees) > 0 {
		untold += ", and of a payment at " + strings.Join(withoutFees, ", ")
	}
	fmt.Fprintf(out, "not compared, because gateways do not tell it: %s\n", untold)
}
