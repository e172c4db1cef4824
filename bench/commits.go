package main

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	_ "modernc.org/sqlite" // the same driver as the program's
)

// bareCommits counts how many transactions of one small insert the database
// commits in a second, one after the other, as durably as ours: nothing that
// stores one fact per transaction can be faster.
func bareCommits(ctx context.Context, path string, duration time.Duration) (float64, error) {
	db, err := openBare(path)
	if err != nil {
		return 0, err
	}
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(ctx, "CREATE TABLE facts (id INTEGER PRIMARY KEY, body TEXT NOT NULL)"); err != nil {
		return 0, fmt.Errorf("create the bare table: %w", err)
	}
	start, commits := time.Now(), 0
	for time.Since(start) < duration {
		if err := commitOne(ctx, db, commits); err != nil {
			return 0, err
		}
		commits++
	}
	return float64(commits) / time.Since(start).Seconds(), nil
}

// bareReads counts how many transactions that read some rows by their key the
// database answers in a second, one after the other, from what bareCommits has
// left: nothing that reads as many facts in one transaction can be faster.
func bareReads(ctx context.Context, path string, rows int, duration time.Duration) (load, error) {
	db, err := openBare(path)
	if err != nil {
		return load{}, err
	}
	defer func() { _ = db.Close() }()
	start, reads := time.Now(), 0
	for time.Since(start) < duration {
		if err := readSome(ctx, db, rows); err != nil {
			return load{}, err
		}
		reads++
	}
	return load{perSecond: float64(reads) / time.Since(start).Seconds()}, nil
}

func openBare(path string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", "file:"+path+"?_txlock=immediate&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)")
	if err != nil {
		return nil, fmt.Errorf("open the bare database: %w", err)
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

func readSome(ctx context.Context, db *sql.DB, wanted int) error {
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // nothing to keep
	rows, err := tx.QueryContext(ctx, "SELECT id, body FROM facts WHERE id < $1", wanted)
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
	if err := rows.Err(); err != nil || found != wanted {
		return fmt.Errorf("read %d of %d rows: %w", found, wanted, err)
	}
	return nil
}

func commitOne(ctx context.Context, db *sql.DB, id int) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // does nothing after the commit
	if _, err := tx.ExecContext(ctx, "INSERT INTO facts (id, body) VALUES ($1, $2)", id, "one fact of about sixty bytes, as a ledger entry would have it"); err != nil {
		return fmt.Errorf("insert: %w", err)
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}
