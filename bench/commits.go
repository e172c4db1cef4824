package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	_ "modernc.org/sqlite" // the same driver as the program's
)

// bareBase is a database of the program's engine, as durable, that holds facts
// and knows nothing about them.
type bareBase struct{ db *sql.DB }

func openBare(ctx context.Context, path string) (bareBase, error) {
	db, err := sql.Open("sqlite", "file:"+path+"?_txlock=immediate&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)")
	if err != nil {
		return bareBase{}, fmt.Errorf("open the bare database: %w", err)
	}
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, "CREATE TABLE facts (id INTEGER PRIMARY KEY, body TEXT NOT NULL)"); err != nil {
		return bareBase{}, errors.Join(fmt.Errorf("create the bare table: %w", err), db.Close())
	}
	return bareBase{db}, nil
}

func (b bareBase) close() { _ = b.db.Close() } // nothing in it is needed any more

// commits counts how many transactions of one small insert the database
// commits in a second, one after the other: nothing that stores one fact per
// transaction can be faster.
func (b bareBase) commits(ctx context.Context, duration time.Duration) (load, error) {
	return repeat(duration, func() error { return commitOne(ctx, b.db) })
}

// reads counts how many transactions that read the first rows by their key the
// database answers in a second, one after the other: nothing that reads as many
// facts in one transaction can be faster.
func (b bareBase) reads(ctx context.Context, rows int, duration time.Duration) (load, error) {
	return repeat(duration, func() error { return readSome(ctx, b.db, rows) })
}

// repeat does one thing over and over for a while.
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

func commitOne(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // does nothing after the commit
	if _, err := tx.ExecContext(ctx, "INSERT INTO facts (body) VALUES ($1)", "one fact of about sixty bytes, as a ledger entry would have it"); err != nil {
		return fmt.Errorf("insert: %w", err)
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}
