package store

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

var tableMadeOrDropped = regexp.MustCompile(`(?m)^(CREATE|DROP) TABLE (\w+)`)

// filledTables are the tables that the migrations fill: with legal rates, and no customer data.
var filledTables = []string{"gst_rates"}

// Clear deletes the rows of every table that the migrations leave empty. It keeps the schema and
// the marker of MarkDemo. Without that marker it deletes nothing and returns ErrNotDemo. Only the
// demo city calls it, to be built again.
func (s *Store) Clear(ctx context.Context) error {
	tables, err := tables()
	if err != nil {
		return err
	}
	return s.rawWrite(ctx, "clear the demo city", func(tx *sql.Tx) error {
		marked, err := isDemo(ctx, tx, tables)
		if err != nil {
			return err
		}
		if !marked {
			return ErrNotDemo
		}
		for _, table := range slices.Backward(tables) { // delete rows before the rows they refer to
			if slices.Contains(filledTables, table) {
				continue
			}
			if err := clearTable(ctx, tx, table); err != nil {
				return err
			}
		}
		return nil
	})
}

func clearTable(ctx context.Context, tx *sql.Tx, table string) error {
	statement, args := "DELETE FROM "+table, []any(nil) //nolint:gosec // a name from our own schema
	if table == settingsTable {
		statement, args = statement+" WHERE name <> $1", []any{demoMarker}
	}
	if _, err := tx.ExecContext(ctx, statement, args...); err != nil {
		return fmt.Errorf("%s: %w", table, err)
	}
	return nil
}

// tables lists the tables that exist after all migrations.
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
		up, _, _ := strings.Cut(string(text), "-- +goose Down")
		for _, match := range tableMadeOrDropped.FindAllStringSubmatch(up, -1) {
			if match[1] == "CREATE" {
				names = append(names, match[2])
			} else {
				names = slices.DeleteFunc(names, func(name string) bool { return name == match[2] })
			}
		}
	}
	return names, nil
}
