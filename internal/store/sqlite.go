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

	"rento/internal/store/db"
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

// alone has nobody to keep away: one process opens the file.
func (sqliteEngine) alone(context.Context, *sql.DB) (func(), error) {
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

// transient reports that others kept the file busy for longer than anybody waits.
func (e sqliteEngine) transient(err error) bool { return e.retryable(err) }

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
	path, err := theOneName(sqlitePath(o.URL))
	if err != nil {
		return err
	}
	if err := s.lockSQLite(ctx, path, o.Purpose); err != nil {
		return err
	}
	if err := makePrivate(path); err != nil {
		return err
	}
	open := func(dsn string) (*sql.DB, error) { return sql.Open("sqlite", dsn) }
	if o.Relaxed {
		open = openKeeping
	}
	if s.write, err = open(sqliteDSN(path, o.Relaxed, false)); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	s.write.SetMaxOpenConns(1)
	if err := checkSQLite(ctx, s.write, o.Relaxed); err != nil {
		return err
	}
	if err := s.admit(ctx, s.write, o.Purpose); err != nil {
		return err
	}
	if err := migrate(ctx, s.write, "sqlite3"); err != nil {
		return err
	}
	if s.read, err = open(sqliteDSN(path, o.Relaxed, true)); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	readers := o.MaxConns
	if readers == 0 {
		readers = max(4, 2*runtime.GOMAXPROCS(0))
	}
	s.read.SetMaxOpenConns(2 * readers) // one half for snapshots, one for single reads
	s.read.SetMaxIdleConns(2 * readers)
	s.readers = newReaders(s.read, readers)
	return nil
}

// mapped is how many bytes of the file readers see in memory instead of asking
// for each page: a page that no connection has at hand then costs no call of the
// system. The system gives the memory back whenever somebody else needs it.
const mapped = 1 << 30

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
		values.Add("_pragma", "mmap_size("+strconv.Itoa(mapped)+")")
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

// theOneName makes the folder of a database and returns the path of its file
// past every symbolic link, so that the lock of a node has one name whichever
// way leads to the file. A file with several names of its own (hard links) is
// refused: nobody could tell under which of them another node has it open.
func theOneName(path string) (string, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", fmt.Errorf("store: %w", err)
	}
	if _, err := os.Lstat(path); errors.Is(err, os.ErrNotExist) {
		folder, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err != nil {
			return "", fmt.Errorf("store: %w", err)
		}
		return filepath.Join(folder, filepath.Base(path)), nil
	}
	file, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", fmt.Errorf("store: %s leads to no file: %w", path, err)
	}
	info, err := os.Stat(file)
	if err != nil {
		return "", fmt.Errorf("store: %w", err)
	}
	if as, ok := info.Sys().(*syscall.Stat_t); ok && info.Mode().IsRegular() && as.Nlink > 1 {
		return "", fmt.Errorf("store: %s is one of %d names (hard links) of the same file, and another node could open it under another; leave it one name", file, as.Nlink)
	}
	return file, nil
}

// lockSQLite takes the lock of a node on a database. One that is not for a demo
// city is refused before anything is written, the lock beside it included.
func (s *Store) lockSQLite(ctx context.Context, path string, purpose Purpose) error {
	lock := path + ".lock"
	release, err := lockFile(lock, 0)
	missing := errors.Is(err, os.ErrNotExist)
	if err != nil && !missing {
		return err
	}
	if !missing {
		s.release = release
	}
	if purpose == Demo {
		if err := s.lookAt(ctx, path, purpose, nil); err != nil {
			return err
		}
	}
	if missing {
		if release, err = lockFile(lock, os.O_CREATE); err != nil {
			return err
		}
		s.release = release
	}
	return nil
}

// lookAt is admit on a file that it leaves as it is, to the files beside it. Without a log the file is all there is. Beside a log SQLite
// reads the index of that log without writing it; where the index is missing, it
// would have to be made, and the file is refused. read, which may be nil, gets the
// queries on it.
func (s *Store) lookAt(ctx context.Context, path string, purpose Purpose, read func(*db.Queries) error) error {
	if info, err := os.Stat(path); errors.Is(err, os.ErrNotExist) || err == nil && info.Size() == 0 {
		return nil
	}
	how := url.Values{"immutable": {"1"}}
	if filled(path+"-wal") || filled(path+"-journal") {
		how = url.Values{"readonly_shm": {"1"}}
	}
	pool, err := openReadOnly(ctx, path, how)
	if err != nil {
		return err
	}
	defer func() { _ = pool.Close() }() // it has only read
	if err := s.admit(ctx, pool, purpose); err != nil {
		return err
	}
	return look(db.New(pool), read)
}

func filled(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() > 0
}

// lockFile keeps a second node from opening the same file: SQLite serves one
// node, several nodes need PostgreSQL. flags may have the file made.
func lockFile(path string, flags int) (func() error, error) {
	file, err := os.OpenFile(path, os.O_RDWR|flags, 0o600) //nolint:gosec // the operator names the path
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("store: another node has %s open: stop it first, or use PostgreSQL, which several may open", strings.TrimSuffix(path, ".lock"))
	}
	return file.Close, nil
}
