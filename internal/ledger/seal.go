package ledger

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// ErrTampered says that a sealed day is not what it was when it was sealed.
var ErrTampered = errors.New("ledger: a sealed day was changed")

// SealHour is the hour at which the days that are over are sealed.
const SealHour = 1

// sealedBy is how long after midnight the day before is sealed at the latest: at
// SealHour, with an hour for a node that was away.
const sealedBy = (SealHour + 1) * time.Hour

// Seal is one link of the chain: the hash of a day's entries and of the link
// before it.
type Seal struct {
	Day      calendar.Date
	Entries  int64
	Head     string // hex of SHA-256
	SealedAt calendar.Instant
}

// SealDays seals, in order, the days before today that have entries and come
// after the last seal. Entries bear the day on which they are entered, so none
// falls into a day that is sealed some time after its midnight.
func (l *Ledger) SealDays(ctx context.Context, s *store.Store, clock calendar.Clock) ([]Seal, error) {
	days, err := s.Queries().LedgerDaysToSeal(ctx, calendar.Today(clock))
	if err != nil {
		return nil, fmt.Errorf("ledger: %w", err)
	}
	var sealed []Seal
	for _, day := range days {
		seal, err := sealDay(ctx, s, day, calendar.Stamp(clock.Now()))
		if err != nil {
			return sealed, err
		}
		sealed = append(sealed, seal)
	}
	return sealed, nil
}

// sealDay reads the day before it writes the seal: a day that is over changes no
// more, and to read a large one takes longer than a transaction may.
func sealDay(ctx context.Context, s *store.Store, day calendar.Date, at calendar.Instant) (Seal, error) {
	before, err := headBefore(ctx, s.Queries(), day)
	if err != nil {
		return Seal{}, err
	}
	seal, err := link(ctx, s.Queries(), day, before)
	if err != nil {
		return Seal{}, fmt.Errorf("ledger: seal %s: %w", day, err)
	}
	seal.SealedAt = at
	err = s.WriteCompany(ctx, func(tx *store.Tx) error {
		_, err := tx.LedgerDaySeal(ctx, db.LedgerDaySealParams{Day: day, Entries: seal.Entries, Head: seal.Head, SealedAt: at})
		return err
	})
	if err != nil {
		return Seal{}, fmt.Errorf("ledger: seal %s: %w", day, err)
	}
	return seal, nil
}

func headBefore(ctx context.Context, q *db.Queries, day calendar.Date) (string, error) {
	head, err := q.LedgerHeadBefore(ctx, day)
	if store.IsNone(err) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("ledger: %w", err)
	}
	return head, nil
}

// sealPage is how many postings of a day are in memory at a time.
const sealPage = 5000

// link hashes a day's entries after the head of the day before.
func link(ctx context.Context, q *db.Queries, day calendar.Date, before string) (Seal, error) {
	sum := sha256.New()
	_, _ = fmt.Fprintf(sum, "%s\n%s\n", before, day) // a hash takes everything
	seal, entry := Seal{Day: day}, [2]int64{}
	page := db.LedgerDayEntriesParams{Day: day, AfterCustomer: -1, PageSize: sealPage}
	for {
		rows, err := q.LedgerDayEntries(ctx, page)
		if err != nil {
			return Seal{}, fmt.Errorf("ledger: %w", err)
		}
		for _, r := range rows {
			if id := [2]int64{r.CustomerID, r.ID}; id != entry || seal.Entries == 0 {
				entry = id
				seal.Entries++
				_, _ = fmt.Fprintf(sum, "%d %d %q %q %d %q\n", r.CustomerID, r.ID, r.SourceType, r.SourceID, r.At, r.Description)
			}
			_, _ = fmt.Fprintf(sum, "\t%d %q %d\n", r.Leg, r.Account, r.AmountPaise)
			page.AfterID, page.AfterCustomer, page.AfterLeg = r.ID, r.CustomerID, r.Leg
		}
		if len(rows) < sealPage {
			seal.Head = hex.EncodeToString(sum.Sum(nil))
			return seal, nil
		}
	}
}

// Verify works the chain out anew, with whatever a day holds now. It returns
// the last head, "" while no day is sealed, to be compared with one that was kept
// elsewhere, or an ErrTampered that names the first day that differs or lacks its
// seal.
func Verify(ctx context.Context, q *db.Queries) (head string, err error) {
	days, err := q.LedgerDays(ctx)
	if err != nil {
		return "", fmt.Errorf("ledger: %w", err)
	}
	for _, day := range days {
		seal, err := link(ctx, q, day.Day, head)
		if err != nil {
			return "", err
		}
		if seal.Head != day.Head || seal.Entries != day.Entries {
			return "", fmt.Errorf("%w: %s had %d entries and the head %s, now %d and %s",
				ErrTampered, day.Day, day.Entries, short(day.Head), seal.Entries, short(seal.Head))
		}
		head = day.Head
	}
	var last calendar.Date
	if len(days) > 0 {
		last = days[len(days)-1].Day
	}
	return head, unsealed(ctx, q, last)
}

// unsealed looks for days with entries and without a seal: before the last seal,
// where entries slipped in or a seal was taken out, and before the day on which
// the newest entry was made, where seals at the end of the chain are missing.
func unsealed(ctx context.Context, q *db.Queries, last calendar.Date) error {
	newest, err := q.LedgerNewestEntry(ctx)
	if store.IsNone(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("ledger: %w", err)
	}
	before := newest.Add(-sealedBy).Date() // the first day that need not be sealed yet
	if before.Before(last) {
		before = last
	}
	days, err := q.LedgerUnsealedDays(ctx, before)
	if err != nil {
		return fmt.Errorf("ledger: %w", err)
	}
	if len(days) > 0 {
		return fmt.Errorf("%w: %s has entries and no seal, though it was sealed by now", ErrTampered, days[0])
	}
	return nil
}

func short(head string) string { return head[:min(8, len(head))] }

// Finding is something in the journal that must not be: an entry that does
// not add up to zero, or a kept balance that is not the sum of its postings.
type Finding struct {
	CustomerID int64
	EntryID    int64   // 0 for a balance
	Account    Account // "" for an entry
	Off        money.Paise
}

func (f Finding) String() string {
	if f.EntryID != 0 {
		return fmt.Sprintf("entry %d of customer %d is off by %d paise", f.EntryID, f.CustomerID, f.Off)
	}
	return fmt.Sprintf("balance %s of customer %d is off by %d paise", f.Account, f.CustomerID, f.Off)
}

// Check recomputes the whole journal. An empty answer means that every entry
// balances and every kept balance is the sum of its postings.
func Check(ctx context.Context, q *db.Queries) ([]Finding, error) {
	entries, err := q.LedgerUnbalancedEntries(ctx)
	if err != nil {
		return nil, fmt.Errorf("ledger: %w", err)
	}
	var findings []Finding
	for _, e := range entries {
		findings = append(findings, Finding{CustomerID: e.CustomerID, EntryID: e.EntryID, Off: money.Paise(e.Difference)})
	}
	balances, err := q.LedgerWrongBalances(ctx)
	if err != nil {
		return nil, fmt.Errorf("ledger: %w", err)
	}
	for _, b := range balances {
		findings = append(findings, Finding{
			CustomerID: b.CustomerID, Account: Account(b.Account), Off: b.BalancePaise - money.Paise(b.Posted),
		})
	}
	missing, err := q.LedgerMissingBalances(ctx)
	if err != nil {
		return nil, fmt.Errorf("ledger: %w", err)
	}
	for _, m := range missing {
		findings = append(findings, Finding{CustomerID: m.CustomerID, Account: Account(m.Account), Off: -money.Paise(m.Posted)})
	}
	return findings, nil
}

// Text writes findings for a person, one in a line.
func Text(findings []Finding) string {
	lines := make([]string, len(findings))
	for i, f := range findings {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

// Total is what the journal holds of an account; a customer's account is
// summed over all customers. Sum is in paise, debits positive.
type Total struct {
	Account  Account
	Postings int64
	Sum      money.Paise
}

// Totals sums the journal by account, in order of the accounts' names.
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
