package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// bareBase is a database of one of the program's engines, with the same durability, that only
// stores rows.
type bareBase struct {
	db   *sql.DB
	last *int64
}

func openBare(ctx context.Context, d database) (bareBase, error) {
	db, err := d.open(true)
	if err != nil {
		return bareBase{}, err
	}
	if _, err := db.ExecContext(ctx, "CREATE TABLE facts (id BIGINT PRIMARY KEY, body TEXT NOT NULL)"); err != nil {
		return bareBase{}, errors.Join(fmt.Errorf("create the bare table: %w", err), db.Close())
	}
	return bareBase{db, new(int64)}, nil
}

func (b bareBase) close() { _ = b.db.Close() } // its contents are not needed any more

// commits measures how many transactions of one small insert the database commits in a second, one
// after the other. Nothing that stores one fact per transaction can be faster.
func (b bareBase) commits(ctx context.Context, duration time.Duration) (load, error) {
	return repeat(duration, func() error { return b.commitOne(ctx) })
}

// reads measures how many transactions that read the first rows by key the database answers in a
// second, one after the other. Nothing that reads as many rows in one transaction can be faster.
func (b bareBase) reads(ctx context.Context, rows int, duration time.Duration) (load, error) {
	return repeat(duration, func() error { return readSome(ctx, b.db, rows) })
}

// repeat does one thing over and over for this duration.
func repeat(duration time.Duration, do func() error) (load, error) {
	start, done := time.Now(), 0
	for time.Since(start) < duration {
		if err := do(); err != nil {
			return load{}, err
		}
		done++
	}
	return load{perSecond: float64(done) / time.Since(start).Seconds()}, nil
}

func readSome(ctx context.Context, db *sql.DB, wanted int) error {
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // nothing to keep
	rows, err := tx.QueryContext(ctx, "SELECT id, body FROM facts WHERE id <= $1", wanted)
	if err != nil {
		return fmt.Errorf("read: %w", err)
	}
	defer func() { _ = rows.Close() }()
	found := 0
	for rows.Next() {
		var id int
		var body string
		if err := rows.Scan(&id, &body); err != nil {
			return fmt.Errorf("read: %w", err)
		}
		found++
	}
	if found != wanted {
		err = fmt.Errorf("found %d of %d rows", found, wanted)
	}
	return errors.Join(err, rows.Err())
}

func (b bareBase) commitOne(ctx context.Context) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // does nothing after the commit
	*b.last++
	if _, err := tx.ExecContext(ctx, "INSERT INTO facts (id, body) VALUES ($1, $2)", *b.last, "one fact of about sixty bytes, as a ledger entry would have it"); err != nil {
		return fmt.Errorf("insert: %w", err)
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}
