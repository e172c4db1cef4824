package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"rento/internal/store/db"
	"rento/internal/store/reference"
)

// Copy is a SQLite database that is opened read-only, such as a backup. It takes no lock, so a node
// may be serving from the same file.
type Copy struct {
	path string
	pool *sql.DB
}

// OpenCopy opens a copy. It returns an error if the file is not a SQLite database.
func OpenCopy(ctx context.Context, path string) (*Copy, error) {
	pool, err := openReadOnly(ctx, path, nil)
	if err != nil {
		return nil, err
	}
	return &Copy{path: path, pool: pool}, nil
}

// Close closes the copy.
func (c *Copy) Close() error { return c.pool.Close() }

// Queries read the copy. Queries that write fail.
func (c *Copy) Queries() *db.Queries { return db.New(c.pool) }

// ErrDamaged says that a copy differs from what was written.
var ErrDamaged = errors.New("store: the copy is damaged")

// Checksum compares the file with the SHA-256 stored beside it and returns that, or "" if there is
// none. If they differ, it returns ErrDamaged.
func (c *Copy) Checksum() (string, error) {
	text, err := os.ReadFile(ChecksumFile(c.path))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("store: %w", err)
	}
	file, err := os.Open(c.path)
	if err != nil {
		return "", fmt.Errorf("store: %w", err)
	}
	defer func() { _ = file.Close() }() // it was only read
	found, err := checksum(file)
	if err != nil {
		return "", err
	}
	if noted, _, _ := strings.Cut(string(text), " "); noted != found {
		return "", fmt.Errorf("%w: its SHA-256 is %s, and %s says %s", ErrDamaged, found, ChecksumFile(c.path), noted)
	}
	return found, nil
}

// Integrity lets SQLite check every page, index and reference. It returns SQLite's findings as
// ErrDamaged.
func (c *Copy) Integrity(ctx context.Context) error {
	found, err := c.texts(ctx, "PRAGMA integrity_check(10)")
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if len(found) != 1 || found[0] != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, strings.Join(found, "; "))
	}
	broken, err := c.texts(ctx, `SELECT "table" FROM pragma_foreign_key_check LIMIT 10`)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if len(broken) > 0 {
		return fmt.Errorf("%w: rows without the row they refer to in %s", ErrDamaged, strings.Join(broken, ", "))
	}
	return c.references(ctx)
}

// references checks the references to other rows that have no foreign key. A copy of an older
// schema may lack some of these columns.
func (c *Copy) references(ctx context.Context) error {
	var found []string
	for _, u := range reference.All() {
		if u.Refers == "" {
			continue
		}
		var there bool
		if err := c.pool.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM pragma_table_info($1) WHERE name = $2)", u.Table, u.Column).Scan(&there); err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		if !there {
			continue
		}
		var lost int64
		if err := c.pool.QueryRowContext(ctx, u.Lost()).Scan(&lost); err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		if lost > 0 {
			found = append(found, fmt.Sprintf("%d rows of %s whose %s is no row of %s", lost, u.Table, u.Column, u.Refers))
		}
	}
	if len(found) > 0 {
		return fmt.Errorf("%w: %s", ErrDamaged, strings.Join(found, "; "))
	}
	return nil
}

// Schema returns the version of the copy's schema. It returns an error if this program does not
// have that version, or if the schema differs from what the migrations make.
func (c *Copy) Schema(ctx context.Context) (int64, error) {
	var version int64
	if err := c.pool.QueryRowContext(ctx, "SELECT MAX(version_id) FROM goose_db_version WHERE is_applied").Scan(&version); err != nil {
		return 0, fmt.Errorf("store: read the version of the schema: %w", err)
	}
	fresh, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return version, fmt.Errorf("store: %w", err)
	}
	defer func() { _ = fresh.Close() }() // it was for comparison only
	fresh.SetMaxOpenConns(1)
	if err := migrateTo(ctx, fresh, "sqlite3", version); err != nil {
		return version, err
	}
	wanted := Copy{pool: fresh}
	return version, wanted.sameSchema(ctx, c)
}

func (c *Copy) sameSchema(ctx context.Context, other *Copy) error {
	const all = "SELECT type || ' ' || name || ': ' || COALESCE(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name"
	want, err := c.texts(ctx, all)
	if err != nil {
		return err
	}
	got, err := other.texts(ctx, all)
	if err != nil {
		return err
	}
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			return fmt.Errorf("store: the schema differs from the one of this program, first at %q", at(got, i)+" / "+at(want, i))
		}
	}
	return nil
}

func at(list []string, i int) string {
	if i >= len(list) {
		return "nothing"
	}
	name, _, _ := strings.Cut(list[i], ":")
	return name
}

func (c *Copy) texts(ctx context.Context, query string) (list []string, err error) {
	rows, err := c.pool.QueryContext(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, fmt.Errorf("store: %w", err)
		}
		list = append(list, text)
	}
	return list, rows.Err()
}

// TableCount is how many rows a table has.
type TableCount struct {
	Table string
	Rows  int64
}

// Counts counts the rows of every table of the copy, in the order in which the tables were created.
func (c *Copy) Counts(ctx context.Context) ([]TableCount, error) {
	names, err := c.texts(ctx, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid")
	if err != nil {
		return nil, err
	}
	counts := make([]TableCount, len(names))
	for i, name := range names {
		counts[i].Table = name
		row := c.pool.QueryRowContext(ctx, `SELECT COUNT(*) FROM "`+strings.ReplaceAll(name, `"`, `""`)+`"`) //nolint:gosec // a name from the copy itself, quoted
		if err := row.Scan(&counts[i].Rows); err != nil {
			return nil, fmt.Errorf("store: count %s: %w", name, err)
		}
	}
	return counts, nil
}

// CheckCounts compares the row counts of each table with those stored beside the copy when it was
// made, and returns the counts. noted is false if none are stored. If they differ, it returns
// ErrDamaged with the tables.
func (c *Copy) CheckCounts(ctx context.Context) (counts []TableCount, noted bool, err error) {
	if counts, err = c.Counts(ctx); err != nil {
		return nil, false, err
	}
	text, err := os.ReadFile(CountsFile(c.path))
	if errors.Is(err, fs.ErrNotExist) {
		return counts, false, nil
	}
	if err != nil {
		return counts, false, fmt.Errorf("store: %w", err)
	}
	wanted := map[string]string{}
	for line := range strings.Lines(string(text)) {
		table, rows, _ := strings.Cut(strings.TrimSpace(line), " ")
		wanted[table] = rows
	}
	var differ []string
	for _, count := range counts {
		if want := wanted[count.Table]; want != strconv.FormatInt(count.Rows, 10) {
			differ = append(differ, fmt.Sprintf("%s has %d rows and had %q", count.Table, count.Rows, want))
		}
		delete(wanted, count.Table)
	}
	for _, table := range slices.Sorted(maps.Keys(wanted)) {
		differ = append(differ, table+" is gone")
	}
	if len(differ) > 0 {
		return counts, true, fmt.Errorf("%w: by %s, %s", ErrDamaged, CountsFile(c.path), strings.Join(differ, ", "))
	}
	return counts, true, nil
}
