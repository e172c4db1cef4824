package main

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"time"

	_ "modernc.org/sqlite" // the same driver as the program's
)

// bareCommits counts how many transactions of one small insert the database
// commits in a second, one after the other, as durably as ours: nothing that
// stores one fact per transaction can be faster.
func bareCommits(ctx context.Context, folder string, duration time.Duration) (float64, error) {
	path := filepath.Join(folder, "bare.db")
	db, err := sql.Open("sqlite", "file:"+path+"?_txlock=immediate&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)")
	if err != nil {
		return 0, fmt.Errorf("open the bare database: %w", err)
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
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
