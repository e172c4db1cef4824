// Package hashchain seals the days of a table that only grows by a hash chain: the
// seal of a day is a SHA-256 over the seal of the day before and everything that
// was entered on the day (docs/ledger.md#the-chain).
package hashchain

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/store"
)

// ErrTampered says that a sealed day is not what it was when it was sealed.
var ErrTampered = errors.New("a sealed day was changed")

// TamperedError is the ErrTampered of a table.
type TamperedError struct {
	Table string
	// Days says of each day that differs from its seal, or lacks it, what differs.
	Days []string
}

// mostTold is how many days an error names.
const mostTold = 5

// Error names the first days and says how many more there are.
func (e TamperedError) Error() string {
	told := strings.Join(e.Days[:min(len(e.Days), mostTold)], "; ")
	if more := len(e.Days) - mostTold; more > 0 {
		told += fmt.Sprintf("; and %d more", more)
	}
	return fmt.Sprintf("%s: %v: %s", e.Table, ErrTampered, told)
}

// Unwrap is ErrTampered.
func (e TamperedError) Unwrap() error { return ErrTampered }

// SealHour is the hour at which the days that are over are sealed. A day is not
// sealed before, so that what was begun before midnight, and what comes from a node
// whose clock is late, is in its seal.
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

// Table is what is sealed, read by the queries of the package that has it. An entry
// belongs to the day on which it is made and to no other. Where there is no row to
// answer with, a method returns an error that store.IsNone knows.
type Table interface {
	// Name of the table, for people.
	Name() string
	// DayAfter returns the first day after another one that has entries.
	DayAfter(ctx context.Context, day calendar.Date) (calendar.Date, error)
	// Newest returns when the newest entry was made.
	Newest(ctx context.Context) (calendar.Instant, error)
	// WriteDay writes all that a day holds, in an order and a form that are always
	// the same, and returns how many entries that is.
	WriteDay(ctx context.Context, to io.Writer, day calendar.Date) (entries int64, err error)
	// Seals returns all seals by day.
	Seals(ctx context.Context) ([]Seal, error)
	// LastSeal returns the seal of the latest day.
	LastSeal(ctx context.Context) (Seal, error)
	// AddSeal stores a seal, and returns 0 when the day has one already.
	AddSeal(ctx context.Context, tx *store.Tx, seal Seal) (rows int64, err error)
}

// SealDays seals, in order, the days that have been over since SealHour, have
// entries and come after the last seal, and returns the seals that it made. Where
// another node seals at the same time, that one goes on alone.
func SealDays(ctx context.Context, s *store.Store, clock calendar.Clock, t Table) ([]Seal, error) {
	last, err := t.LastSeal(ctx)
	if err != nil && !store.IsNone(err) {
		return nil, fmt.Errorf("%s: the last seal: %w", t.Name(), err)
	}
	var sealed []Seal
	for before := calendar.In(clock.Now().Add(-SealHour * time.Hour)); ; {
		day, err := dayAfter(ctx, t, last.Day)
		if err != nil || day.IsZero() || !day.Before(before) {
			return sealed, err
		}
		seal, added, err := add(ctx, s, t, day, last.Head, calendar.Stamp(clock.Now()))
		if err != nil || !added {
			return sealed, err
		}
		sealed, last = append(sealed, seal), seal
	}
}

// add reads the day before it writes the seal: a day that is over changes no
// more, and to read a large one takes longer than a transaction may.
func add(ctx context.Context, s *store.Store, t Table, day calendar.Date, before string, at calendar.Instant) (seal Seal, added bool, err error) {
	if seal, err = link(ctx, t, day, before); err != nil {
		return Seal{}, false, err
	}
	seal.SealedAt = at
	err = s.WriteCompany(ctx, func(tx *store.Tx) error {
		rows, err := t.AddSeal(ctx, tx, seal)
		added = rows > 0
		return err
	})
	if err != nil {
		return Seal{}, false, fmt.Errorf("%s: seal %s: %w", t.Name(), day, err)
	}
	return seal, added, nil
}

// dayAfter returns the first day after another one that has entries, no date for
// none.
func dayAfter(ctx context.Context, t Table, day calendar.Date) (calendar.Date, error) {
	next, err := t.DayAfter(ctx, day)
	if store.IsNone(err) {
		return calendar.Date{}, nil
	}
	if err != nil {
		return calendar.Date{}, fmt.Errorf("%s: the day after %s: %w", t.Name(), day, err)
	}
	return next, nil
}

// link hashes a day's entries after the head of the day before.
func link(ctx context.Context, t Table, day calendar.Date, before string) (Seal, error) {
	sum := sha256.New()
	_, _ = fmt.Fprintf(sum, "%s\n%s\n", before, day) // a hash takes everything
	entries, err := t.WriteDay(ctx, sum, day)
	if err != nil {
		return Seal{}, fmt.Errorf("%s: read %s: %w", t.Name(), day, err)
	}
	return Seal{Day: day, Entries: entries, Head: hex.EncodeToString(sum.Sum(nil))}, nil
}

// Verify works the chain out anew, with whatever its days hold now. It returns
// the last head, "" while no day is sealed, to be compared with one that was kept
// elsewhere, or a TamperedError.
func Verify(ctx context.Context, t Table) (head string, err error) {
	seals, err := t.Seals(ctx)
	if err != nil {
		return "", fmt.Errorf("%s: the seals: %w", t.Name(), err)
	}
	var last Seal
	tampered := TamperedError{Table: t.Name()}
	for _, seal := range seals {
		if err := tampered.addUnsealed(ctx, t, last.Day, seal.Day); err != nil {
			return "", err
		}
		now, err := link(ctx, t, seal.Day, last.Head)
		if err != nil {
			return "", err
		}
		if now.Head != seal.Head || now.Entries != seal.Entries {
			tampered.Days = append(tampered.Days, fmt.Sprintf("%s had %d entries and the head %s, now %d and %s",
				seal.Day, seal.Entries, short(seal.Head), now.Entries, short(now.Head)))
		}
		last = seal
	}
	before, err := due(ctx, t)
	if err != nil {
		return "", err
	}
	if err := tampered.addUnsealed(ctx, t, last.Day, before); err != nil {
		return "", err
	}
	if len(tampered.Days) > 0 {
		return "", tampered
	}
	return last.Head, nil
}

// due returns the first day that need not be sealed yet when the newest entry is
// made.
func due(ctx context.Context, t Table) (calendar.Date, error) {
	newest, err := t.Newest(ctx)
	if store.IsNone(err) {
		return calendar.Date{}, nil
	}
	if err != nil {
		return calendar.Date{}, fmt.Errorf("%s: the newest entry: %w", t.Name(), err)
	}
	return newest.Add(-sealedBy).Date(), nil
}

// addUnsealed notes the first day with entries between two days that follow each
// other in the chain: it was sealed and has lost its seal, or its entries slipped in.
func (e *TamperedError) addUnsealed(ctx context.Context, t Table, after, before calendar.Date) error {
	day, err := dayAfter(ctx, t, after)
	if err != nil {
		return err
	}
	if !day.IsZero() && day.Before(before) {
		e.Days = append(e.Days, day.String()+" has entries and no seal, though it was sealed by now")
	}
	return nil
}

func short(head string) string { return head[:min(8, len(head))] }
