package store_test

import (
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/pressly/goose/v3"

	"rento/internal/store/schema"
	"rento/internal/testkit"
)

// later stands for the next migration after the last one, so that the test below upgrades a filled
// database even while there is only one migration.
const later = `-- +goose Up
ALTER TABLE customers ADD COLUMN nickname TEXT NOT NULL DEFAULT '' CHECK (length(nickname) <= 40);
CREATE TABLE pets (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    PRIMARY KEY (customer_id, name)
);

-- +goose Down
DROP TABLE pets;
ALTER TABLE customers DROP COLUMN nickname;
`

// A database that is filled under one version can be upgraded to the next. It keeps every row
// unchanged and has the rules of both versions.
func TestUpgradeKeepsTheRowsOfEachVersion(t *testing.T) {
	files := fstest.MapFS{"99999_later.sql": {Data: []byte(later)}}
	ours, err := fs.Glob(os.DirFS("migrations"), "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range ours {
		text, err := os.ReadFile("migrations/" + name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: text}
	}
	for engine, dialect := range map[string]goose.Dialect{"sqlite": goose.DialectSQLite3, "postgres": goose.DialectPostgres} {
		t.Run(engine, func(t *testing.T) {
			gone, changed := upgrade(t, emptyPool(t, engine), dialect, files)
			if len(gone)+len(changed) > 0 {
				t.Errorf("gone %v, changed %v, want neither", gone, changed)
			}
		})
	}
}

// The migration recipe of docs/storage.md that adds a word to a check keeps every row, accepts the
// new word and refuses others, on both engines, after the first migration and whatever came later.
// Its variant for the next word works too.
func TestTheRecipeForAWordMore(t *testing.T) {
	page, err := os.ReadFile("../../docs/storage.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(page), "\n### A word more in a check\n")
	blocks := strings.Split(section, "```")
	if !found || len(blocks) < 5 {
		t.Fatal("docs/storage.md has no recipe for a word more, with two migrations")
	}
	baseline, err := os.ReadFile("migrations/00001_baseline.sql")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"00001_baseline.sql": {Data: baseline}}
	for i, block := range []string{blocks[1], blocks[3]} {
		files[fmt.Sprintf("0000%d_word.sql", i+2)] = &fstest.MapFile{Data: []byte(strings.TrimPrefix(block, "sql"))}
	}
	for engine, dialect := range map[string]goose.Dialect{"sqlite": goose.DialectSQLite3, "postgres": goose.DialectPostgres} {
		t.Run(engine, func(t *testing.T) {
			pool := emptyPool(t, engine)
			if gone, changed := upgrade(t, pool, dialect, files); len(gone)+len(changed) > 0 {
				t.Errorf("gone %v, changed %v, want neither", gone, changed)
			}
			for word, takes := range map[int]bool{65: true, 80: true, 85: true, 90: false, 0: false} {
				_, err := pool.ExecContext(t.Context(), fmt.Sprintf("UPDATE tickets SET request_type = %d", word))
				if (err == nil) != takes {
					t.Errorf("request_type %d: %v, want it taken: %t", word, err, takes)
				}
			}
		})
	}
}

// A migration statement that the schema package does not know, or on which the engines differ, is
// refused instead of being skipped.
func TestWhatTheSchemaCannotReadIsRefused(t *testing.T) {
	for _, x := range []struct{ statement, want string }{
		{"ALTER TABLE tickets ALTER COLUMN status TYPE BIGINT;", "does not know this form"},
		{"DROP TABLE tickets;", "ticket_items refers to tickets"},
		{"DROP TABLE parrots;", "there is no table parrots"},
		{"ALTER TABLE tickets DROP COLUMN status;", "the index tickets_status names tickets.status"},
		{"ALTER TABLE tickets RENAME COLUMN request_type TO kind;", "the check tickets_receiver names tickets.request_type"},
		{"ALTER TABLE tickets DROP COLUMN number;", "names tickets.number"},
		{"ALTER TABLE tickets DROP COLUMN colour;", "tickets has no column colour"},
		{"ALTER TABLE tickets ALTER COLUMN colour SET NOT NULL;", "tickets has no column colour"},
		{"ALTER TABLE parrots DROP COLUMN colour;", "there is no table parrots"},
		{"ALTER TABLE tickets DROP CONSTRAINT tickets_colour;", "tickets has no check tickets_colour"},
		{"DROP INDEX tickets_colour;", "there is no index tickets_colour"},
		{"UPDATE tickets SET status = 'done'", "has no end"},
	} {
		_, err := schema.Apply(tablesNow(t), "-- +goose Up\n"+x.statement+"\n")
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v, want %q", x.statement, err, x.want)
		}
	}
}

// upgrade fills a database under each version and migrates it to the next one. It returns the
// tables that were dropped and those whose rows changed.
func upgrade(t *testing.T, pool *sql.DB, dialect goose.Dialect, files fstest.MapFS) (gone, changed []string) {
	t.Helper()
	provider, err := goose.NewProvider(dialect, pool, files)
	if err != nil {
		t.Fatal(err)
	}
	f := &filled{T: t, pool: pool}
	rows := map[string][]string{}
	for range files {
		done, err := provider.UpByOne(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		before := f.tables
		if f.tables, err = schema.Apply(before, string(files[done.Source.Path].Data)); err != nil {
			t.Fatal(err)
		}
		for _, old := range before {
			if !hasTable(f.tables, old.Name) {
				gone = append(gone, old.Name)
			} else if diff := cmp.Diff(rows[old.Name], f.rows(old)); diff != "" {
				changed = append(changed, old.Name)
				t.Logf("%s changes %s (-before +after):\n%s", done.Source.Path, old.Name, diff)
			}
		}
		for _, now := range f.tables {
			if !hasTable(before, now.Name) {
				f.add(now)
			}
			f.wantFilled(now)
			rows[now.Name] = f.rows(now)
		}
	}
	f.tryRules()
	return gone, changed
}

func hasTable(tables []schema.Table, name string) bool {
	return slices.ContainsFunc(tables, func(t schema.Table) bool { return t.Name == name })
}

// wantFilled expects a value in every NOT NULL column, also in rows that are older than the column.
func (f *filled) wantFilled(of schema.Table) {
	f.Helper()
	for _, c := range of.Columns {
		var missing int
		if err := f.pool.QueryRowContext(f.Context(), "SELECT COUNT(*) FROM "+of.Name+" WHERE "+c.Name+" IS NULL").Scan(&missing); err != nil {
			f.Fatalf("%s.%s: %v", of.Name, c.Name, err)
		}
		if missing > 0 && !c.Null {
			f.Errorf("%s.%s: %d rows have no value", of.Name, c.Name, missing)
		}
	}
}

// rows reads the columns that the table is known to have had, as one text for each row.
func (f *filled) rows(of schema.Table) (rows []string) {
	f.Helper()
	var names []string
	for _, c := range of.Columns {
		names = append(names, c.Name)
	}
	found, err := f.pool.QueryContext(f.Context(), "SELECT "+strings.Join(names, ", ")+" FROM "+of.Name+" ORDER BY "+strings.Join(of.Primary, ", "))
	if err != nil {
		f.Fatalf("%s: %v", of.Name, err)
	}
	defer func() { _ = found.Close() }()
	for found.Next() {
		values, into := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		if err := found.Scan(into...); err != nil {
			f.Fatalf("%s: %v", of.Name, err)
		}
		rows = append(rows, fmt.Sprintf("%v", values))
	}
	if err := found.Err(); err != nil {
		f.Fatalf("%s: %v", of.Name, err)
	}
	return rows
}

// add inserts the rows into a table that the rule tests need.
func (f *filled) add(of schema.Table) {
	f.Helper()
	tx, err := f.pool.BeginTx(f.Context(), nil)
	if err != nil {
		f.Fatal(err)
	}
	for n := 1; n <= 3; n++ {
		if n == 3 && !f.referred(of) {
			continue
		}
		if err := f.insert(tx, of, f.row(of, n, n)); err != nil {
			f.Fatalf("a valid row of %s: %v, %v", of.Name, err, f.row(of, n, n))
		}
	}
	if err := tx.Commit(); err != nil {
		f.Fatal(err)
	}
}

// emptyPool is a database without a schema.
func emptyPool(t *testing.T, engine string) *sql.DB {
	t.Helper()
	driver, address := "sqlite", "file:"+t.TempDir()+"/rento.db?_pragma=foreign_keys(1)"
	if engine == "postgres" {
		driver, address = "pgx", testkit.DatabaseURL(t, engine)
	}
	pool, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pool.Close() })
	if engine == "postgres" {
		if _, err := pool.ExecContext(t.Context(), "DROP SCHEMA public CASCADE; CREATE SCHEMA public"); err != nil {
			t.Fatal(err)
		}
	}
	return pool
}
