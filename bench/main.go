// Command bench measures each part of Rento against a bare equivalent that the part cannot be
// faster than, in one run on one machine. It prints the ratios, which mean more than the absolute
// figures, because those depend on the machine.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

// settings of a run.
type settings struct {
	program   string
	folder    string
	bases     *databases
	duration  time.Duration
	sizes     []int
	million   int
	mandates  int
	payments  int
	documents int
	homes     int
	events    int
	only      string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// part is one group of rows.
type part struct {
	name string
	run  func(context.Context, settings, io.Writer) ([]row, error)
}

var parts = []part{
	{"sizes", measureSizes},
	{"home", measureHome},
	{"cold", measureCold},
	{"pay", measurePayments},
	{"webhooks", measureWebhooks},
	{"login", measureLogin},
	{"requests", measureRequests},
	{"billing", measureBilling},
	{"documents", measureDocuments},
	{"debits", measureDebits},
	{"reconcile", measureReconciliation},
	{"lighthouse", measureLighthouse},
	{"reach", measureReach},
	{"million", measureMillion},
}

// children are the measurements that need a process of their own.
var children = map[string]func(context.Context, string, io.Writer) error{
	"bare":  serveBare,
	"bill":  child(bill),
	"print": child(printMonth),
}

func run(ctx context.Context, args []string, out, progress io.Writer) (err error) {
	if len(args) == 2 && children[args[0]] != nil {
		return children[args[0]](ctx, args[1], out)
	}
	s, err := parse(args, progress)
	if err != nil {
		return err
	}
	if s.folder, err = os.MkdirTemp("", "rento-bench-"); err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(s.folder) }()
	if err := os.Chmod(s.folder, 0o755); err != nil { // a database server runs as its own user
		return fmt.Errorf("make a folder: %w", err)
	}
	s.bases = &databases{folder: s.folder}
	defer func() { err = errors.Join(err, s.bases.close()) }()
	rows, err := measure(ctx, s, parts, progress)
	return errors.Join(printTable(out, rows), err)
}

// measure runs the requested parts. If one part fails, the results of the others are kept.
func measure(ctx context.Context, s settings, parts []part, progress io.Writer) ([]row, error) {
	var rows []row
	var failed []error
	for _, p := range parts {
		if s.only != "" && !slices.Contains(strings.FieldsFunc(s.only, func(r rune) bool { return r == ',' || r == ' ' }), p.name) {
			continue
		}
		if err := ctx.Err(); err != nil {
			failed = append(failed, err)
			break
		}
		fmt.Fprintf(progress, "measuring %s\n", p.name)
		measured, err := p.run(ctx, s, progress)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", p.name, err))
		}
		rows = append(rows, measured...)
	}
	return rows, errors.Join(failed...)
}

// names lists the parts in order.
func names() string {
	all := make([]string, len(parts))
	for i, p := range parts {
		all[i] = p.name
	}
	return strings.Join(all, " ")
}

func parse(args []string, errs io.Writer) (settings, error) {
	var s settings
	var sizes string
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.StringVar(&s.program, "rento", "bin/rento", "the program to measure")
	flags.DurationVar(&s.duration, "duration", 4*time.Second, "how long each round of requests lasts")
	flags.StringVar(&sizes, "customers", "1000,10000,100000", "sizes of the billing runs")
	flags.IntVar(&s.million, "million", 1_000_000, "how many customers the part million has; a million take a quarter of an hour")
	flags.IntVar(&s.mandates, "mandates", 100_000, "how many mandates the part debits has")
	flags.IntVar(&s.documents, "documents", 10_000, "of how many customers the part documents prints the invoices")
	flags.IntVar(&s.payments, "payments", 100_000, "how many payments the part reconcile has")
	flags.IntVar(&s.events, "events", 100_000, "how many events came before in the larger inbox of the part webhooks")
	flags.IntVar(&s.homes, "homes", 20_000, "how many different customers look at their home screen")
	flags.StringVar(&s.only, "only", "", "parts to run, of: "+names())
	if err := flags.Parse(args); err != nil {
		return s, fmt.Errorf("read the flags: %w", err)
	}
	if s.million < 1 {
		return s, fmt.Errorf("-million: %d is no number of customers", s.million)
	}
	for _, text := range strings.Split(sizes, ",") {
		var n int
		if _, err := fmt.Sscan(text, &n); err != nil || n < 1 {
			return s, fmt.Errorf("-customers: %q is no number of customers", text)
		}
		s.sizes = append(s.sizes, n)
	}
	return s, nil
}
