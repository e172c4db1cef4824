package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var migrations embed.FS

// SchemaHash is a hash of all migrations. It changes with every migration.
func SchemaHash() string {
	sum := sha256.New()
	_ = fs.WalkDir(migrations, ".", func(name string, entry fs.DirEntry, err error) error { // the files are in the binary
		if err == nil && !entry.IsDir() {
			var text []byte
			if text, err = migrations.ReadFile(name); err == nil {
				sum.Write(text)
			}
		}
		return err
	})
	return hex.EncodeToString(sum.Sum(nil))
}

func migrate(ctx context.Context, pool *sql.DB, dialect goose.Dialect) error {
	provider, err := newMigrator(dialect, pool)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("store: migrate: %w", err)
	}
	return nil
}

// migrateTo migrates a schema up to a version, which must be one of ours.
func migrateTo(ctx context.Context, pool *sql.DB, dialect goose.Dialect, version int64) error {
	provider, err := newMigrator(dialect, pool)
	if err != nil {
		return err
	}
	sources := provider.ListSources()
	if newest := sources[len(sources)-1].Version; version < 1 || version > newest {
		return fmt.Errorf("store: the schema has version %d, and this program knows 1 to %d", version, newest)
	}
	if _, err := provider.UpTo(ctx, version); err != nil {
		return fmt.Errorf("store: migrate to %d: %w", version, err)
	}
	return nil
}

func newMigrator(dialect goose.Dialect, pool *sql.DB) (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	var options []goose.ProviderOption
	if dialect == "postgres" {
		// Nodes that start together wait for the one that migrates.
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 120))
		if err != nil {
			return nil, fmt.Errorf("store: %w", err)
		}
		options = append(options, goose.WithSessionLocker(locker))
	} else {
		files = sqliteFiles{files}
	}
	provider, err := goose.NewProvider(dialect, pool, files, options...)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	return provider, nil
}

// inKeyOrder are the tables that SQLite stores in the order of a composite key (WITHOUT ROWID):
// tables with small rows that every home screen reads. In other tables the key is a separate index,
// and the row needs a second lookup. A database whose table was created before the table was listed
// here stays as it is.
var inKeyOrder = []string{
	"sessions", "order_items", "item_terms", "invoices", "invoice_lines",
	"ledger_entries", "ledger_postings", "ledger_balances",
}

// sqliteFiles rewrites the migrations for SQLite. A single-column BIGINT key becomes INTEGER: that
// is the same type there, but SQLite then stores the table in key order. The tables of inKeyOrder
// are rewritten to be stored in key order too.
type sqliteFiles struct{ fs.FS }

func (f sqliteFiles) Open(name string) (fs.File, error) {
	file, err := f.FS.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil || info.IsDir() {
		return file, err
	}
	text, err := fs.ReadFile(f.FS, name)
	if err != nil {
		return nil, err
	}
	text = bytes.ReplaceAll(text, []byte(" BIGINT PRIMARY KEY"), []byte(" INTEGER PRIMARY KEY"))
	for _, table := range inKeyOrder {
		text = withoutRowID(text, table)
	}
	return &textFile{Reader: bytes.NewReader(text), File: file}, nil
}

func withoutRowID(text []byte, table string) []byte {
	before, rest, made := bytes.Cut(text, []byte("CREATE TABLE "+table+" ("))
	body, after, ended := bytes.Cut(rest, []byte("\n);"))
	if !made || !ended {
		return text
	}
	return slices.Concat(before, []byte("CREATE TABLE "+table+" ("), body, []byte("\n) WITHOUT ROWID;"), after)
}

type textFile struct {
	*bytes.Reader
	fs.File
}

func (t *textFile) Read(p []byte) (int, error) { return t.Reader.Read(p) }
