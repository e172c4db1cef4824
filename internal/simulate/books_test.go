package simulate

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"

	"rento/internal/money"
)

// account is one customer's account, or with customer 0 one of the company's
// own entries.
type account struct {
	customer int64
	name     string
}

// entry is a journal entry as it was first read.
type entry struct {
	customer, id int64
	source, of   string
	at           int64
	legs         map[string]money.Paise
	sum          money.Paise
}

// books are the journal as the checks have followed it from its first line.
type books struct {
	row      int64 // the last posting that was read
	version  int64 // of the database
	entries  []*entry
	byID     map[[2]int64]*entry
	balances map[account]money.Paise
	totals   map[string]money.Paise
	sources  map[string]int // payment sources by how often they were entered
	hash     string         // of all postings read so far
}

func newBooks() *books {
	return &books{
		byID: map[[2]int64]*entry{}, balances: map[account]money.Paise{}, totals: map[string]money.Paise{}, sources: map[string]int{},
	}
}

const newPostings = `
SELECT p.rowid, p.customer_id, p.entry_id, p.leg, p.account, p.amount_paise, e.source_type, e.source_id, e.at
FROM ledger_postings p JOIN ledger_entries e ON e.customer_id = p.customer_id AND e.id = p.entry_id
WHERE p.rowid > ? ORDER BY p.rowid`

// follow reads what was entered since the last time.
func (b *books) follow(judge *sql.DB) error {
	return each(judge, newPostings, []any{b.row}, func(rows *sql.Rows) error {
		var leg int64
		var name string
		var amount money.Paise
		e := &entry{legs: map[string]money.Paise{}}
		if err := rows.Scan(&b.row, &e.customer, &e.id, &leg, &name, &amount, &e.source, &e.of, &e.at); err != nil {
			return err
		}
		b.take(e, leg, name, amount)
		return nil
	})
}

func (b *books) take(e *entry, leg int64, name string, amount money.Paise) {
	key := [2]int64{e.customer, e.id}
	known := b.byID[key]
	if known == nil {
		known = e
		b.byID[key] = e
		b.entries = append(b.entries, e)
		if e.source == "payment" {
			b.sources[e.of]++
		}
	}
	known.legs[name] += amount
	known.sum += amount
	b.balances[account{e.customer, name}] += amount
	b.totals[name] += amount
	b.hash = chain(b.hash, e.customer, e.id, leg, name, int64(amount))
}

func chain(before string, customer, entryID, leg int64, name string, amount int64) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %d %d %s %d", before, customer, entryID, leg, name, amount))
	return hex.EncodeToString(sum[:])
}

// each calls fn for every row of a query.
func each(judge *sql.DB, query string, args []any, fn func(rows *sql.Rows) error) error {
	rows, err := judge.Query(query, args...)
	if err != nil {
		return fmt.Errorf("judge: %w: %s", err, query)
	}
	defer rows.Close()
	for rows.Next() {
		if err := fn(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// number reads one figure.
func number(judge *sql.DB, query string, args ...any) (int64, error) {
	var n sql.NullInt64
	err := judge.QueryRow(query, args...).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("judge: %w: %s", err, query)
	}
	return n.Int64, nil
}

// none expects a count to be zero.
func none(judge *sql.DB, promise, what, query string, args ...any) error {
	n, err := number(judge, query, args...)
	if err == nil && n > 0 {
		err = fmt.Errorf("%s: %d %s", promise, n, what)
	}
	return err
}
