package ledger

import (
	"context"
	"fmt"
	"io"
	"strings"

	"rento/internal/calendar"
	"rento/internal/hashchain"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// sealPage is how many postings of a day are read into memory at a time.
const sealPage = 5000

// Chain returns the ledger as a table whose days are sealed in a hash chain.
func Chain(q *db.Queries) hashchain.Table { return days{q} }

// days implements hashchain.Table.
type days struct{ q *db.Queries }

func (days) Name() string { return "ledger" }

func (d days) DayAfter(ctx context.Context, day calendar.Date) (calendar.Date, error) {
	return d.q.LedgerDayAfter(ctx, day)
}

func (d days) Newest(ctx context.Context) (calendar.Instant, error) {
	return d.q.LedgerNewestEntry(ctx)
}

func (d days) Seals(ctx context.Context) ([]hashchain.Seal, error) {
	rows, err := d.q.LedgerDays(ctx)
	seals := make([]hashchain.Seal, len(rows))
	for i, row := range rows {
		seals[i] = hashchain.Seal(row)
	}
	return seals, err
}

func (d days) LastSeal(ctx context.Context) (hashchain.Seal, error) {
	row, err := d.q.LedgerLastDay(ctx)
	return hashchain.Seal(row), err
}

func (days) AddSeal(ctx context.Context, tx *store.Tx, seal hashchain.Seal) (rows int64, err error) {
	return tx.LedgerDaySeal(ctx, db.LedgerDaySealParams(seal))
}

// WriteDay writes the entries of a day and their postings, one line for each. The seal of the
// day hashes this text.
func (d days) WriteDay(ctx context.Context, to io.Writer, day calendar.Date) (entries int64, err error) {
	entry := [2]int64{}
	page := db.LedgerDayEntriesParams{Day: day, AfterCustomer: -1, PageSize: sealPage}
	for {
		rows, err := d.q.LedgerDayEntries(ctx, page)
		if err != nil {
			return 0, err
		}
		for _, r := range rows {
			if id := [2]int64{r.CustomerID, r.ID}; id != entry || entries == 0 {
				entry = id
				entries++
				if _, err := fmt.Fprintf(to, "%d %d %q %q %q %d %q\n", r.CustomerID, r.ID, r.SourceType, r.SourceID, r.Document, r.At, r.Description); err != nil {
					return 0, err
				}
			}
			if _, err := fmt.Fprintf(to, "\t%d %q %d\n", r.Leg, r.Account, r.AmountPaise); err != nil {
				return 0, err
			}
			page.AfterID, page.AfterCustomer, page.AfterLeg = r.ID, r.CustomerID, r.Leg
		}
		if len(rows) < sealPage {
			return entries, nil
		}
	}
}

// Finding is an error in the journal: an entry that does not add up to zero, or a kept balance
// that is not the sum of its postings. Off is the difference in paise.
type Finding struct {
	CustomerID int64
	EntryID    int64   // 0 if the finding is about a balance
	Account    Account // "" if the finding is about an entry
	Off        money.Paise
}

func (f Finding) String() string {
	if f.EntryID != 0 {
		return fmt.Sprintf("entry %d of customer %d is off by %d paise", f.EntryID, f.CustomerID, f.Off)
	}
	return fmt.Sprintf("balance %s of customer %d is off by %d paise", f.Account, f.CustomerID, f.Off)
}

// NightlyCheck is the name of the schedule that recomputes the journal and the hash chains.
const NightlyCheck = "ledger.check"

// Check recomputes the whole journal. If the result is empty, every entry balances and every
// kept balance is the sum of its postings.
func Check(ctx context.Context, q *db.Queries) ([]Finding, error) {
	entries, err := q.LedgerUnbalancedEntries(ctx)
	if err != nil {
		return nil, fmt.Errorf("ledger: unbalanced entries: %w", err)
	}
	var findings []Finding
	for _, e := range entries {
		findings = append(findings, Finding{CustomerID: e.CustomerID, EntryID: e.EntryID, Off: money.Paise(e.Difference)})
	}
	balances, err := q.LedgerWrongBalances(ctx)
	if err != nil {
		return nil, fmt.Errorf("ledger: wrong balances: %w", err)
	}
	for _, b := range balances {
		findings = append(findings, Finding{
			CustomerID: b.CustomerID, Account: Account(b.Account), Off: b.BalancePaise - money.Paise(b.Posted),
		})
	}
	missing, err := q.LedgerMissingBalances(ctx)
	if err != nil {
		return nil, fmt.Errorf("ledger: missing balances: %w", err)
	}
	for _, m := range missing {
		findings = append(findings, Finding{CustomerID: m.CustomerID, Account: Account(m.Account), Off: -money.Paise(m.Posted)})
	}
	return findings, nil
}

// Text formats findings for a person, one per line.
func Text(findings []Finding) string {
	lines := make([]string, len(findings))
	for i, f := range findings {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

// Total is the sum of an account in the journal. For a customer account it is the sum over all
// customers. Sum is in paise, debits are positive.
type Total struct {
	Account  Account
	Postings int64
	Sum      money.Paise
}

// Totals sums the journal by account, in alphabetical order of the accounts.
func Totals(ctx context.Context, q *db.Queries) ([]Total, error) {
	rows, err := q.LedgerTotals(ctx)
	if err != nil {
		return nil, fmt.Errorf("ledger: read the totals: %w", err)
	}
	totals := make([]Total, len(rows))
	for i, r := range rows {
		totals[i] = Total{Account: Account(r.Account), Postings: r.Postings, Sum: money.Paise(r.TotalPaise)}
	}
	return totals, nil
}
