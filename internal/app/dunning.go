package app

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/config"
	"rento/internal/money"
	"rento/internal/notify"
)

type dunningCommand struct{}

// Run prints what a customer who does not pay hears and when, by the settings. docs/dunning.md is
// this page by the settings as shipped. It needs no database.
func (dunningCommand) Run(env *environment) error {
	return writeDunning(env.stdout, env.config.Billing)
}

// The example of the page: a customer with one invoice a month, and an order.
const (
	dunningInvoice = money.Paise(1_769_00)
	dunningDeposit = money.Paise(3_000_00)
	dunningMonths  = 2
)

var (
	dunningFirst    = calendar.MustParse("2026-11-01")
	dunningOrdered  = calendar.MustParse("2026-11-02")
	dunningDelivery = calendar.MustParse("2026-11-10")
)

const dunningHead = `# Dunning

What a customer who does not pay hears, and when. This page is what ` + "`rento dunning`" + ` prints by the settings as shipped; run it with your own. The rules are [R6](rules.md#r6-late-fees-and-the-order-of-payment) and [R15](rules.md#r15-when-people-are-told), the texts [messages](messages.md), the schedule [billing](billing.md#money).

| setting | here |
| --- | --- |
| ` + "`RENTO_BILLING_REMINDERS`" + ` | %s |
| ` + "`RENTO_BILLING_REMINDER_LEAST`" + ` | %s |
| ` + "`RENTO_BILLING_DUE_DAY`" + ` | %d |
| late fee | %s |
`

const dunningExceptions = `
## What holds for all

- Nothing is told twice, and nothing leaves at night. A reminder that was missed is not made up for.
- Reminders stop once the money is there: paid, in the wallet, being confirmed by a bank, or in suspense until somebody has matched it, if it is enough. What waits for the morning is written anew or dropped.
- With auto debit the notice of the debit stands in place of the invoice's message, and there are no reminders while the debit is to come. If it fails for good, the message that says so names the day to pay by, and the schedule counts from that day.
- A message on a channel that the customer has switched off is not sent there. Who cannot be reached on the channels of a message gets it by SMS.
- A business customer has the invoice by mail as a document, and a link to each invoice in place of the dashboard.
`

func writeDunning(w io.Writer, c config.Billing) error {
	settings, channels := billingSettings(c), reminderChannels(c)
	var page strings.Builder
	fmt.Fprintf(&page, dunningHead, "`"+c.Reminders+"`", settings.ReminderLeast, settings.DueDay, feeInWords(settings.LateFee))
	heard := settings.Timeline(dunningFirst, dunningMonths, dunningInvoice)
	for month := range dunningMonths {
		from := dunningFirst.AddMonths(month)
		fmt.Fprintf(&page, "\n## %s\n\n", map[bool]string{true: "The first month", false: "The next month, and each after it"}[month == 0])
		fmt.Fprintf(&page, "An invoice of %s on %s, to be paid by %s, and nothing is paid%s.\n\n", dunningInvoice, onDay(from), onDay(from.AddDays(settings.DueDay-1)), map[bool]string{true: "", false: " of the one before either"}[month == 0])
		writeTold(&page, channels, slices.DeleteFunc(slices.Clone(heard), func(t billing.Told) bool { return t.Day.Before(from) || !t.Day.Before(from.AddMonths(1)) }))
	}
	fmt.Fprintf(&page, "\n## A deposit\n\nOrdered on %s with a deposit of %s, to be delivered on %s. If the delivery is nearer, the deposit is to be paid by the second day after the order.\n\n", onDay(dunningOrdered), dunningDeposit, onDay(dunningDelivery))
	writeTold(&page, channels, settings.DepositTimeline(dunningOrdered, dunningDelivery, dunningDeposit))
	page.WriteString(dunningExceptions)
	if _, err := io.WriteString(w, page.String()); err != nil {
		return fmt.Errorf("dunning: %w", err)
	}
	return nil
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

// writeTold writes messages as a table.
func writeTold(w io.Writer, narrowed map[int][]notify.Channel, list []billing.Told) {
	fmt.Fprintln(w, "| day | message | on | says |\n| --- | --- | --- | --- |")
	for _, told := range list {
		channels := notify.ChannelsOf(told.Event)
		if told.Step != nil && narrowed[*told.Step] != nil {
			channels = narrowed[*told.Step]
		}
		names := make([]string, len(channels))
		for i, c := range channels {
			names[i] = string(c)
		}
		name := told.Event.Name()
		fmt.Fprintf(w, "| %s | [`%s`](messages.md#%s) | %s | %s |\n", onDay(told.Day), name, name, strings.Join(names, ", "), saysOf(told))
	}
}

// saysOf is what a message of the timeline says in short.
func saysOf(told billing.Told) string {
	switch e := told.Event.(type) {
	case notify.InvoiceRaised:
		return fmt.Sprintf("the invoice and its day; %s to pay in all", told.ToPay)
	case notify.LateFeeRaised:
		return fmt.Sprintf("a late fee of %s was charged; %s to pay in all", told.Fee, told.ToPay)
	case notify.PaymentReminder:
		if *told.Step == 0 {
			return fmt.Sprintf("today is the last day without a late fee of %s; %s to pay in all", told.Fee, told.ToPay)
		}
		return fmt.Sprintf("what is to be paid by %s, and what is open from before; %s in all", onDay(told.Day.AddDays(-*told.Step)), told.ToPay)
	case notify.PaymentOverdue:
		return fmt.Sprintf("what was to be paid by %s and before, with late fees; %s in all", onDay(told.Day.AddDays(-*told.Step)), told.ToPay)
	case notify.DepositDue:
		if e.Overdue {
			return fmt.Sprintf("%s was to be paid by %s, and for which items", told.ToPay, onDay(e.Day))
		}
		return fmt.Sprintf("%s is to be paid by %s, and for which items", told.ToPay, onDay(e.Day))
	}
	return ""
}
