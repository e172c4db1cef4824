package store

import (
	"context"
	"fmt"
	"io/fs"
	"regexp"
)

var tableMade = regexp.MustCompile(`(?m)^CREATE TABLE (\w+)`)

// Clear deletes every row of every table and keeps the schema. It is for the
// demo city, which is made anew; nothing else calls it.
func (s *Store) Clear(ctx context.Context) error {
	tables, err := tables()
	if err != nil {
		return err
	}
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("store: clear: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	for _, table := range tables {
		if _, err := tx.ExecContext(ctx, "DELETE FROM "+table); err != nil { //nolint:gosec // a name from our own schema
			return fmt.Errorf("store: clear %s: %w", table, err)
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("store: clear: %w", err)
	}
	return nil
}

// tables lists the tables that the migrations make.
func tables() ([]string, error) {
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	var names []string
	for _, file := range files {
		text, err := fs.ReadFile(migrations, file)
		if err != nil {
			return nil, fmt.Errorf("store: %w", err)
		}
		for _, match := range tableMade.FindAllSubmatch(text, -1) {
			names = append(names, string(match[1]))
		}
	}
	return names, nil
}
