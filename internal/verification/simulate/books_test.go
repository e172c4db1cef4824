package simulate

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"

	"rento/internal/money"
)

// ledgerAccount is one customer's account, or with customer 0 one of the company's
// own entries.
type ledgerAccount struct {
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
	row      int64 // the last entry that was read
	version  int64 // of the database
	entries  []*entry
	byID     map[[2]int64]*entry
	balances map[ledgerAccount]money.Paise
	totals   map[string]money.Paise
	sources  map[string]int // payment sources by how often they were entered
	hash     string         // of all postings read so far
}

func newBooks() *books {
	return &books{
		byID: map[[2]int64]*entry{}, balances: map[ledgerAccount]money.Paise{}, totals: map[string]money.Paise{}, sources: map[string]int{},
	}
}

// newPostings are read by the ids of their entries, which grow: the tables have no
// rowid.
const newPostings = `
SELECT e.id, p.customer_id, p.entry_id, p.leg, p.account, p.amount_paise, e.source_type, e.source_id, e.at
FROM ledger_postings p JOIN ledger_entries e ON e.customer_id = p.customer_id AND e.id = p.entry_id
WHERE e.id > ? ORDER BY e.id, p.leg`

// follow reads what was entered since the last time.
func (b *books) follow(j *judge) error {
	return each(j, newPostings, []any{b.row}, func(rows *sql.Rows) error {
		var leg int64
		var name string
		var amount money.Paise
		e := &entry{legs: map[string]money.Paise{}}
		if err := rows.Scan(&b.row, &e.customer, &e.id, &leg, &name, &amount, &e.source, &e.of, &e.at); err != nil {
			return err
		}
		b.add(e, leg, name, amount)
		return nil
	})
}

func (b *books) add(e *entry, leg int64, name string, amount money.Paise) {
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
	b.balances[ledgerAccount{e.customer, name}] += amount
	b.totals[name] += amount
	b.hash = chain(b.hash, e.customer, e.id, leg, name, int64(amount))
}

func chain(before string, customer, entryID, leg int64, name string, amount int64) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %d %d %s %d", before, customer, entryID, leg, name, amount))
	return hex.EncodeToString(sum[:])
}

// judge reads the database beside the system. Its questions are put thousands
// of times, so they are prepared once.
type judge struct {
	*sql.DB
	prepared map[string]*sql.Stmt
}

func newJudge(path string) (*judge, error) {
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(5000)")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return &judge{DB: db, prepared: map[string]*sql.Stmt{}}, nil
}

func (j *judge) prepare(query string) (*sql.Stmt, error) {
	known, ok := j.prepared[query]
	if ok {
		return known, nil
	}
	prepared, err := j.Prepare(query)
	if err == nil {
		j.prepared[query] = prepared
	}
	return prepared, err
}

// Query is the database's, prepared.
func (j *judge) Query(query string, args ...any) (*sql.Rows, error) {
	prepared, err := j.prepare(query) //nolint:sqlclosecheck // kept for the next question
	if err != nil {
		return nil, err
	}
	return prepared.Query(args...)
}

// one reads one row into its targets.
func (j *judge) one(query string, args []any, into ...any) error {
	prepared, err := j.prepare(query) //nolint:sqlclosecheck // kept for the next question
	if err != nil {
		return err
	}
	return prepared.QueryRow(args...).Scan(into...)
}

// each calls fn for every row of a query.
func each(j *judge, query string, args []any, fn func(rows *sql.Rows) error) error {
	rows, err := j.Query(query, args...)
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
func number(j *judge, query string, args ...any) (int64, error) {
	var n sql.NullInt64
	err := j.one(query, args, &n)
	if err != nil {
		return 0, fmt.Errorf("judge: %w: %s", err, query)
	}
	return n.Int64, nil
}

// none expects a count to be zero.
func none(j *judge, promise, what, query string, args ...any) error {
	n, err := number(j, query, args...)
	if err == nil && n > 0 {
		err = fmt.Errorf("%s: %d %s", promise, n, what)
	}
	return err
}
