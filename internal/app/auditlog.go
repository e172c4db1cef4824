package app

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/export"
	"rento/internal/store"
	"rento/internal/store/db"
)

type auditCommand struct {
	Customer *int64 `help:"Id of the customer whom entries are about, 0 for those about nobody; all without it." placeholder:"ID"`
	Since    string `help:"First day in India, as YYYY-MM-DD; 30 days without one." placeholder:"DAY"`
	Until    string `help:"Last day; today without one." placeholder:"DAY"`
	CSV      bool   `name:"csv" help:"Print rows for a spreadsheet."`
}

// auditDays is how many days are printed if no first day is given.
const auditDays = 30

// Run prints entries of the audit log, the oldest first. It only reads, so it may run beside a
// serving node, and on the database of a demo city.
func (c auditCommand) Run(env *environment) error {
	until, err := dayOr(c.Until, "--until", calendar.Today(calendar.System{}))
	if err != nil {
		return err
	}
	since, err := dayOr(c.Since, "--since", until.AddDays(1-auditDays))
	if err != nil {
		return err
	}
	found := false
	err = store.Look(env.ctx, env.config.Database, store.AnyPurpose, func(q *db.Queries) error {
		found = true
		if !c.CSV {
			return audit.Read(env.ctx, q, c.Customer, since, until, auditLines(env.stdout))
		}
		put, end := auditCSV(env.stdout)
		return errors.Join(audit.Read(env.ctx, q, c.Customer, since, until, put), end())
	})
	if err == nil && !found {
		err = errors.New("there is no database")
	}
	if err != nil {
		return fmt.Errorf("RENTO_DATABASE: %w", err)
	}
	return nil
}

// dayOr parses the day of a flag, or returns a default for an empty text.
func dayOr(text, flag string, without calendar.Date) (calendar.Date, error) {
	if text == "" {
		return without, nil
	}
	day, err := calendar.Parse(text)
	if err != nil {
		return day, fmt.Errorf("%s: %q is not a day as YYYY-MM-DD", flag, text)
	}
	return day, nil
}

// auditCSV writes a row for each entry: the moment in India, the amount in rupees.
func auditCSV(to io.Writer) (put func(audit.Written) error, end func() error) {
	rows := csv.NewWriter(to)
	_ = rows.Write([]string{"id", "at", "customer", "actor", "action", "object", "amount", "reason", "request", "network"}) // end reports it
	put = func(w audit.Written) error {
		return rows.Write(export.SpreadsheetRow(
			strconv.FormatInt(w.ID, 10), momentOf(w), strconv.FormatInt(w.CustomerID, 10), w.Actor.String(), w.Action, w.Object,
			amountOf(w), w.Reason, w.RequestID, w.Network,
		))
	}
	return put, func() error {
		rows.Flush()
		return rows.Error()
	}
}

// auditLines writes a line for each entry.
func auditLines(to io.Writer) func(audit.Written) error {
	return func(w audit.Written) error {
		_, err := fmt.Fprintf(to, "%s  %-14d  %-28s  %-28s  %-32s  %12s  %s\n", momentOf(w), w.CustomerID, w.Actor, w.Action, w.Object, amountOf(w), w.Reason)
		return err
	}
}

func momentOf(w audit.Written) string { return w.At.Time().Format(time.DateTime) }

func amountOf(w audit.Written) string {
	if w.Amount == 0 {
		return ""
	}
	return w.Amount.Decimal()
}
