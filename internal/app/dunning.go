package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/config"
	"rento/internal/demo"
	"rento/internal/notify"
	"rento/internal/store"
)

type dunningCommand struct{}

// Run prints what customers who owe something hear and when, by the settings. docs/dunning.md is
// this page by the settings as shipped. It touches neither the node's database nor its files: the
// messages are those of customers who are played in a database of their own.
func (dunningCommand) Run(env *environment) error {
	return writeDunning(env.ctx, env.stdout, *env.config)
}

// dunningFirst is the 1st of the first month of the page, and the last day that it tells of is that
// of the next month.
var dunningFirst = calendar.MustParse("2026-11-01")

// dunningExample is what the customers of the page do. The first invoice of a month's rent is that of
// dunningFirst, whether rent is billed after the month or ahead of it.
func dunningExample(s billing.Settings) demo.DunningExample {
	delivered := dunningFirst.AddMonths(-1)
	if s.Timing == billing.Advance {
		delivered = dunningFirst
	}
	return demo.DunningExample{
		Delivered: delivered, Until: dunningFirst.AddMonths(2).AddDays(-1),
		PaysOn: dunningFirst.AddDays(s.DueDay + 1), PromisedOn: dunningFirst.AddDays(s.DueDay + 1), PromisedFor: dunningFirst.AddDays(s.DueDay + 6), RefusedFrom: dunningFirst.AddMonths(1),
		OrderedOn: dunningFirst.AddDays(1), DeliveryOn: dunningFirst.AddDays(9),
	}
}

const dunningHead = `# Dunning

What a customer who owes something hears, and when. This page is what ` + "`rento dunning`" + ` prints by the settings as shipped; run it with your own. The messages are real: the command plays the customers below in an empty database, with the services of a node. The rules are [R6](rules.md#r6-late-fees-and-the-order-of-payment) and [R15](rules.md#r15-when-people-are-told), the texts [messages](messages.md), the schedule [billing](billing.md#money).

| setting | here |
| --- | --- |
| ` + "`RENTO_BILLING_REMINDERS`" + ` | %s |
| ` + "`RENTO_BILLING_REMINDER_LEAST`" + ` | %s |
| ` + "`RENTO_BILLING_DUE_DAY`" + ` | %d |
| late fee | %s |

Each customer but the last rents a product for %s a month and GST, since %s.
`

const dunningExceptions = `
## What holds for all

- Nothing is told twice, and nothing leaves at night. A reminder that was missed is not made up for.
- Reminders stop once the money is there: paid, in the wallet, being confirmed by a bank, or in suspense until somebody has matched it, if it is enough. What waits for the morning is written anew or dropped.
- While a promise to pay is open, nobody is reminded of invoices. Late fees go on.
- With auto debit the notice of the debit stands in place of the invoice's message, and there are no reminders while the debit is to come. If it fails for good, the message that says so names the day to pay by, and the schedule counts from that day.
- A message on a channel that the customer has switched off is not sent there. Who cannot be reached on the channels of a message gets it by SMS.
- A business customer has the invoice by mail as a document, and a link to each invoice in place of the dashboard.
`

// writeDunning writes the page by the settings of a node, of which it takes those of billing.
func writeDunning(ctx context.Context, w io.Writer, c config.Config) (err error) {
	folder, err := os.MkdirTemp("", "rento-dunning-")
	if err != nil {
		return fmt.Errorf("dunning: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	x, debtors, end, err := playDebtors(ctx, folder, c)
	if err != nil {
		return fmt.Errorf("dunning: %w", err)
	}
	defer func() { err = errors.Join(err, end()) }()
	settings := billingSettings(c.Billing)
	example := dunningExample(settings)
	next := dunningFirst.AddMonths(1)
	var page strings.Builder
	fmt.Fprintf(&page, dunningHead, "`"+c.Billing.Reminders+"`", settings.ReminderLeast, settings.DueDay, feeInWords(settings.LateFee), debtors.Product.Rent, onDay(example.Delivered))
	for _, part := range []struct {
		title, says string
		of          int64
		from, to    calendar.Date
	}{
		{"The first month without a payment", "The customer pays nothing.", debtors.Silent, dunningFirst, next},
		{"The next month, and each after it", "Nothing of the month before is paid either.", debtors.Silent, next, next.AddMonths(1)},
		{"Paid late, by hand", fmt.Sprintf("Another customer pays on %s what is due then.", onDay(example.PaysOn)), debtors.ByHand, dunningFirst, next},
		{"A promise that is not kept", fmt.Sprintf("On %s another customer promises to pay all by %s, and does not.", onDay(example.PromisedOn), onDay(example.PromisedFor)), debtors.Promiser, dunningFirst, calendar.Later(next, example.PromisedFor.AddDays(2))},
		{"Auto debit", "A customer with auto debit by UPI.", debtors.Debited, dunningFirst, next},
		{"Auto debit that is refused", fmt.Sprintf("The same customer. From %s on the account has too little money.", onDay(example.RefusedFrom)), debtors.Debited, next, next.AddMonths(1)},
		{"A deposit", fmt.Sprintf("Ordered on %s with a deposit of %s, to be delivered on %s. If the delivery is nearer, the deposit is to be paid by the second day after the order.", onDay(example.OrderedOn), debtors.Expected.Deposit, onDay(example.DeliveryOn)), debtors.Orderer, dunningFirst, next.AddMonths(1)},
	} {
		fmt.Fprintf(&page, "\n## %s\n\n%s\n\n", part.title, part.says)
		if err := writeTold(ctx, &page, x, part.of, part.from, part.to); err != nil {
			return fmt.Errorf("dunning: %w", err)
		}
	}
	page.WriteString(dunningExceptions)
	if _, err := io.WriteString(w, page.String()); err != nil {
		return fmt.Errorf("dunning: %w", err)
	}
	return nil
}

// playDebtors plays the customers of the page on a node of its own: its database and files are in
// folder, and its providers are the sandbox in this process. end closes it.
func playDebtors(ctx context.Context, folder string, c config.Config) (x *Services, d demo.Debtors, end func() error, err error) {
	c.Database, c.Files, c.Clamd = filepath.Join(folder, "dunning.db"), config.Files{}, ""
	c.Billing.GoLive = "" // its day may be after those of the page
	demoCommand{}.fillIn(&c)
	logger := slog.New(slog.DiscardHandler)
	s, err := store.Open(ctx, store.Options{URL: c.Database, Logger: logger, Relaxed: true})
	if err != nil {
		return nil, d, nil, err
	}
	city, err := NewCity(&c, s, logger, true)
	if err == nil {
		d, err = city.Demo.PlayDunning(audit.WithActor(ctx, audit.System("command/dunning")), dunningExample(billingSettings(c.Billing)))
	}
	if err != nil {
		return nil, d, nil, errors.Join(err, s.Close())
	}
	return city.Node.Services, d, s.Close, nil
}

func onDay(d calendar.Date) string { return d.Format("2 January") }

func feeInWords(r billing.LateFeeRule) string {
	if r.BasisPoints == 0 && r.Min == 0 {
		return "none"
	}
	words := fmt.Sprintf("%g %% of what is open, from %s to %s, on the day after each day to pay by", float64(r.BasisPoints)/100, r.Min, r.Max)
	if r.CapPercent > 0 {
		words += fmt.Sprintf(", until all fees of an invoice reach %d %% of it", r.CapPercent)
	}
	return words
}

// writeTold writes what a customer was told in some days as a table.
func writeTold(ctx context.Context, w io.Writer, x *Services, customerID int64, from, to calendar.Date) error {
	var list []notify.HistoryEntry
	for before := int64(0); ; {
		page, next, err := notify.History(ctx, x.Store.Queries(), customerID, before)
		if err != nil {
			return err
		}
		list = append(list, page...)
		if before = next; next == 0 {
			break
		}
	}
	fmt.Fprintln(w, "| day | message | on | says |\n| --- | --- | --- | --- |")
	for _, told := range slices.Backward(list) {
		day := told.At.Date()
		if day.Before(from) || !day.Before(to) {
			continue
		}
		var names []string
		for _, channel := range []notify.Channel{notify.SMS, notify.Email, notify.Push} {
			if slices.ContainsFunc(told.Ways, func(w notify.Way) bool { return w.Channel == channel }) {
				names = append(names, string(channel))
			}
		}
		fmt.Fprintf(w, "| %s | [`%s`](messages.md#%s) | %s | %s |\n", onDay(day), told.Event, told.Event, strings.Join(names, ", "), firstOf(told.Body))
	}
	return nil
}

// firstOf is what a message says first, without the greeting.
func firstOf(body string) string {
	parts := strings.Split(body, "\n\n")
	return strings.ReplaceAll(parts[min(1, len(parts)-1)], "\n", " ")
}
