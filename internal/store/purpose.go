package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
)

// Purpose is what a database is opened for. A demo city is rebuilt by emptying its database, so it
// is never created in a database that holds anything else, and production never runs on a demo
// city's database (docs/demo.md).
type Purpose int

// The purposes of Options.
const (
	// AnyPurpose accepts every database. It is for tests and benchmarks.
	AnyPurpose Purpose = iota
	// Production refuses the database of a demo city.
	Production
	// Demo refuses a database that holds rows and was not marked by MarkDemo.
	Demo
)

// The refusals of Open and MarkDemo.
var (
	ErrIsDemo  = errors.New("this is the database of a demo city; production needs a database of its own")
	ErrNotDemo = errors.New("this database holds data that rento demo did not make; a demo city needs an empty database of its own")
)

// demoMarker is the setting that marks the database of a demo city. It is written before anything
// else of the city, and Clear keeps it.
const demoMarker = "demo.database"

// gooseTable is the table in which the migrations record their versions.
const gooseTable = "goose_db_version"

const settingsTable = "settings"

type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// admit refuses a database that does not fit the purpose, before its schema is changed.
func (s *Store) admit(ctx context.Context, on querier, purpose Purpose) error {
	if purpose == AnyPurpose {
		return nil
	}
	names, err := s.tableNames(ctx, on)
	if err != nil {
		return err
	}
	marked, err := isDemo(ctx, on, names)
	switch {
	case err != nil:
		return err
	case purpose == Production && marked:
		return ErrIsDemo
	case purpose == Demo && !marked:
		return refuseRows(ctx, on, names)
	}
	return nil
}

// MarkDemo marks the database as a demo city's. It returns ErrNotDemo if the database holds rows
// and was not marked before.
func (s *Store) MarkDemo(ctx context.Context) error {
	return s.rawWrite(ctx, "mark the database of a demo city", func(tx *sql.Tx) error {
		names, err := s.tableNames(ctx, tx)
		if err != nil {
			return err
		}
		if marked, err := isDemo(ctx, tx, names); marked || err != nil {
			return err
		}
		if err := refuseRows(ctx, tx, names); err != nil {
			return err
		}
		return s.writeQ.WithTx(tx).SettingPut(ctx, demoMarker, "yes")
	})
}

// rawWrite runs fn in a transaction outside the generated queries.
func (s *Store) rawWrite(ctx context.Context, what string, fn func(tx *sql.Tx) error) error {
	tx, err := s.write.BeginTx(ctx, &sql.TxOptions{Isolation: s.engine.isolation()})
	if err != nil {
		return fmt.Errorf("store: %s: %w", what, err)
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	if err := fn(tx); err != nil {
		return fmt.Errorf("store: %s: %w", what, err)
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("store: %s: %w", what, err)
	}
	return nil
}

// tableNames lists the tables in the database, whether they are ours or not.
func (s *Store) tableNames(ctx context.Context, on querier) ([]string, error) {
	rows, err := on.QueryContext(ctx, s.engine.tables())
	if err != nil {
		return nil, fmt.Errorf("store: list the tables: %w", err)
	}
	defer func() { _ = rows.Close() }() // its error is that of Err
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, fmt.Errorf("store: list the tables: %w", err)
		}
		names = append(names, name)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("store: list the tables: %w", err)
	}
	return names, nil
}

func isDemo(ctx context.Context, on querier, names []string) (marked bool, err error) {
	if !slices.Contains(names, settingsTable) {
		return false, nil
	}
	err = on.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM settings WHERE name = $1)", demoMarker).Scan(&marked)
	if err != nil {
		return false, fmt.Errorf("store: read the marker of a demo city: %w", err)
	}
	return marked, nil
}

// refuseRows returns ErrNotDemo if a table that the migrations leave empty holds a row.
func refuseRows(ctx context.Context, on querier, names []string) error {
	for _, name := range names {
		if name == gooseTable || slices.Contains(filledTables, name) {
			continue
		}
		var filled bool
		if err := on.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM "`+name+`")`).Scan(&filled); err != nil {
			return fmt.Errorf("store: look into %s: %w", name, err)
		}
		if filled {
			return fmt.Errorf("%w (table %s)", ErrNotDemo, name)
		}
	}
	return nil
}
