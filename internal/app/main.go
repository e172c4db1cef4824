// Package app assembles the program: it reads the settings, opens the database, builds the services
// and runs them until it is told to stop.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"runtime/debug"

	"github.com/alecthomas/kong"

	"rento/internal/advance"
	"rento/internal/api"
	"rento/internal/autodebit"
	"rento/internal/calendar"
	"rento/internal/config"
	"rento/internal/gst"
	"rento/internal/store"
)

// Version is set when a release is built.
var Version = "dev"

// environment is what a command needs from outside: context, output and settings.
type environment struct {
	ctx    context.Context //nolint:containedctx // kong hands commands one bound value
	stdout io.Writer
	stderr io.Writer
	config *config.Config
}

type commands struct {
	config.Config

	Serve     serveCommand     `cmd:"" help:"Run the system for real customers."`
	Demo      demoCommand      `cmd:"" help:"Run a demo city with its own payment sandbox."`
	Sandbox   sandboxCommand   `cmd:"" help:"Run the provider sandbox alone."`
	Migrate   migrateCommand   `cmd:"" help:"Bring the database schema up to date."`
	Bill      billCommand      `cmd:"" help:"Raise the invoices of every month that is over and not billed."`
	GSTRate   gstRateCommand   `cmd:"" name:"gst-rate" help:"Print the GST rates, and announce one that begins on a later day."`
	Funnels   funnelsCommand   `cmd:"" help:"Print how far customers came who have agreed to analytics."`
	Audit     auditCommand     `cmd:"" help:"Print who did what, for a customer and from a day on."`
	Errors    errorsCommand    `cmd:"" help:"Print the errors of the app and of the server, or one kind of them."`
	RotateKey rotateKeyCommand `cmd:"" help:"Encrypt what is stored under the former data key anew under the present one."`
	Reconcile reconcileCommand `cmd:"" help:"Compare the books with what the gateways hold."`
	Backup    backupCommand    `cmd:"" help:"Copy the SQLite database to a new file, also while the system runs."`
	Restore   restoreCommand   `cmd:"" help:"Prove a copy, and put it where the database is to be."`
	Doctor    doctorCommand    `cmd:"" help:"Print the settings, secrets masked, and what is wrong with them."`
	Dunning   dunningCommand   `cmd:"" help:"Print what a customer who does not pay hears, by the settings."`
	OpenAPI   openapiCommand   `cmd:"" name:"openapi" help:"Print the contract of the calls as OpenAPI 3.1."`
	Version   versionCommand   `cmd:"" help:"Print the version."`
}

// Main runs the command that args name.
func Main(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var c commands
	parser, err := kong.New(&c,
		kong.Name("rento"), kong.Description("The self-service dashboard of a monthly rental company, and the system behind it."),
		kong.Writers(stdout, stderr), kong.UsageOnError(), kong.ConfigureHelp(kong.HelpOptions{Compact: true}))
	if err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	command, err := parser.Parse(args)
	if err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	if c.Database == "" {
		c.Database = defaultDatabase(command.Command() == "demo" || c.Reconcile.Demo)
	}
	if c.Addr == "" && command.Command() == "demo" {
		c.Addr = "127.0.0.1:8080" // a demo lets anybody sign in as anybody
	}
	c.Normalize()
	_, wrong := bankDays(c.BankHolidays)
	_, hours := debitHours(c.DebitHours)
	if err := errors.Join(c.Check(), checkLiveKeys(&c.Config), checkHomeState(c.Billing), checkAdvance(c.Billing), wrong, hours); err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	return command.Run(&environment{ctx: ctx, stdout: stdout, stderr: stderr, config: &c.Config})
}

// checkHomeState refuses a two-digit number that is not a state's code. Package config checks only
// that it has two digits, because it does not know the codes.
func checkHomeState(c config.Billing) error {
	if gst.StateName(c.HomeState) == "" {
		return fmt.Errorf("RENTO_BILLING_HOME_STATE: %q is the GST code of no state", c.HomeState)
	}
	return nil
}

// checkAdvance refuses a catalogue of discounts that could not be read, and so would offer nothing.
func checkAdvance(c config.Billing) error {
	if _, err := advance.ParseTiers(c.Advance); err != nil {
		return fmt.Errorf("RENTO_BILLING_ADVANCE: %w", err)
	}
	return nil
}

// debitHours parses the hours in which debits are submitted.
func debitHours(texts []string) (autodebit.Hours, error) {
	hours, err := autodebit.ParseHours(texts)
	if err != nil {
		return nil, fmt.Errorf("RENTO_DEBIT_HOURS: %w", err)
	}
	return hours, nil
}

// bankDays are the days on which gateways settle and banks accept debit files, given the configured
// holidays.
func bankDays(holidays []string) (days calendar.BankDays, err error) {
	for _, text := range holidays {
		if text == "" {
			continue
		}
		day, err := calendar.Parse(text)
		if err != nil {
			return days, fmt.Errorf("RENTO_BANK_HOLIDAYS: %q is not a day as YYYY-MM-DD", text)
		}
		days.Holidays = append(days.Holidays, day)
	}
	return days, nil
}

// defaultDatabase keeps demo data and production data in separate files.
func defaultDatabase(isDemo bool) string {
	if isDemo {
		return filepath.Join("data", "demo.db")
	}
	return filepath.Join("data", "rento.db")
}

type versionCommand struct{}

// Run prints the version and what it was built from.
func (versionCommand) Run(env *environment) error {
	fmt.Fprintf(env.stdout, "rento %s, schema %.12s\n", Version, store.SchemaHash())
	if info, ok := debug.ReadBuildInfo(); ok {
		fmt.Fprintln(env.stdout, info.GoVersion)
	}
	return nil
}

type doctorCommand struct{}

// Run prints every setting and everything that would prevent serve from starting.
func (doctorCommand) Run(env *environment) error {
	for _, s := range env.config.Describe() {
		fmt.Fprintf(env.stdout, "%-32s %s\n", s.Variable, s.Value)
	}
	for _, warning := range env.notes() {
		fmt.Fprintf(env.stdout, "\nNote: %s\n", warning)
	}
	problems := errors.Join(env.checkProduction(), env.checkMachine())
	if problems == nil {
		fmt.Fprintln(env.stdout, "\nReady for production.")
		return nil
	}
	fmt.Fprintf(env.stdout, "\nNot ready for production:\n%v\n", problems)
	return errors.New("doctor: the settings are not ready for production")
}

type openapiCommand struct{}

// Run prints the API contract, which needs neither a database nor settings.
func (openapiCommand) Run(env *environment) error {
	contract := api.Register(http.NewServeMux(), api.Deps{Logger: slog.New(slog.DiscardHandler)})
	text, err := contract.YAML()
	if err != nil {
		return err
	}
	_, err = env.stdout.Write(text)
	return err
}

// ExitCode is the program's exit code after an error. If the error is only a Differ, it is the
// Differ's exit code; otherwise it is 1.
func ExitCode(err error) int {
	for {
		if d, ok := err.(Differ); ok { //nolint:errorlint // beside another error it is not the whole of it
			return d.ExitCode()
		}
		joined, ok := err.(interface{ Unwrap() []error })
		if ok && len(joined.Unwrap()) == 1 {
			err = joined.Unwrap()[0]
			continue
		}
		if err = errors.Unwrap(err); err == nil {
			return 1
		}
	}
}
