package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// oldestSQLite is the first version without the fault that could lose
// committed writes when a checkpoint meets a write (docs/storage.md).
var oldestSQLite = [3]int{3, 51, 3}

type sqliteEngine struct{}

func (sqliteEngine) name() string                  { return "sqlite" }
func (sqliteEngine) isolation() sql.IsolationLevel { return sql.LevelDefault }
func (sqliteEngine) snapshot() sql.IsolationLevel  { return sql.LevelDefault }
func (sqliteEngine) lost(error) bool               { return false }
func (sqliteEngine) tables() string {
	return "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
}

// queue has nothing to do: there is one writer.
func (sqliteEngine) queue(context.Context, *sql.Conn, int64) (func(), error) {
	return func() {}, nil
}

// announce has nobody to tell: there is one node.
func (sqliteEngine) announce(context.Context, *sql.DB, string) error { return nil }

func (sqliteEngine) listen(ctx context.Context, ready func(), _ func(string)) error {
	ready()
	<-ctx.Done()
	return nil
}

func (sqliteEngine) retryable(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && e.Code()&0xff == sqlite3.SQLITE_BUSY
}

func (sqliteEngine) unique(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && (e.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE || e.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
}

func (sqliteEngine) full(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && e.Code()&0xff == sqlite3.SQLITE_FULL
}

func (sqliteEngine) readOnly(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && e.Code()&0xff == sqlite3.SQLITE_READONLY
}

func (s *Store) openSQLite(ctx context.Context, o Options) error {
	s.engine = sqliteEngine{}
	path := sqlitePath(o.URL)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	release, err := lockFile(path + ".lock")
	if err != nil {
		return err
	}
	s.release = release
	if err := makePrivate(path); err != nil {
		return err
	}
	if s.write, err = sql.Open("sqlite", sqliteDSN(path, o.Relaxed, false)); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	s.write.SetMaxOpenConns(1)
	if err := checkSQLite(ctx, s.write, o.Relaxed); err != nil {
		return err
	}
	if err := s.admit(ctx, o.Purpose); err != nil {
		return err
	}
	if err := migrate(ctx, s.write, "sqlite3"); err != nil {
		return err
	}
	if s.read, err = sql.Open("sqlite", sqliteDSN(path, o.Relaxed, true)); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	readers := o.MaxConns
	if readers == 0 {
		readers = max(4, 2*runtime.GOMAXPROCS(0))
	}
	s.read.SetMaxOpenConns(readers)
	s.read.SetMaxIdleConns(readers)
	return nil
}

// sqliteDSN sets every pragma in the address, so that each connection of the
// pool has them; busy_timeout comes first so that the others may wait. Writers
// begin immediately: a deferred transaction cannot be upgraded once another
// has written, and fails however long it waits.
func sqliteDSN(path string, relaxed, reader bool) string {
	synchronous := "FULL"
	if relaxed {
		synchronous = "OFF"
	}
	values := url.Values{}
	for _, pragma := range []string{
		"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(" + synchronous + ")",
		"foreign_keys(1)", "cache_size(-16000)", "temp_store(MEMORY)",
	} {
		values.Add("_pragma", pragma)
	}
	if reader {
		values.Add("_pragma", "query_only(1)")
	} else {
		values.Set("_txlock", "immediate")
	}
	return sqliteAddress(path, values)
}

// sqliteAddress escapes what a path may hold and an address gives a meaning.
func sqliteAddress(path string, values url.Values) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + values.Encode()
}

func checkSQLite(ctx context.Context, pool *sql.DB, relaxed bool) error {
	var version string
	if err := pool.QueryRowContext(ctx, "SELECT sqlite_version()").Scan(&version); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if !atLeast(version, oldestSQLite) {
		return fmt.Errorf("store: SQLite %s is too old, 3.51.3 or newer is needed", version)
	}
	var synchronous int
	if err := pool.QueryRowContext(ctx, "PRAGMA synchronous").Scan(&synchronous); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if !relaxed && synchronous != 2 {
		return fmt.Errorf("store: SQLite runs with synchronous=%d, 2 (FULL) is needed", synchronous)
	}
	return nil
}

func atLeast(version string, want [3]int) bool {
	parts := strings.Split(version, ".")
	for i, w := range want {
		if i >= len(parts) {
			return false
		}
		n, err := strconv.Atoi(parts[i])
		if err != nil || n < w {
			return false
		}
		if n > w {
			return true
		}
	}
	return true
}

// makePrivate makes the database file, or one that is there already, readable
// for its owner alone. SQLite gives the files beside it the same mode.
func makePrivate(path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600) //nolint:gosec // the operator names the path
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if err := file.Close(); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		if err := os.Chmod(name, 0o600); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("store: make %s private: %w", name, err)
		}
	}
	return nil
}

// lockFile keeps a second node from opening the same file: SQLite serves one
// node, several nodes need PostgreSQL.
func lockFile(path string) (func() error, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600) //nolint:gosec // the operator names the path
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("store: another node has %s open; several nodes need PostgreSQL", strings.TrimSuffix(path, ".lock"))
	}
	return file.Close, nil
}
