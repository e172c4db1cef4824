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

// oldestSQLite is the first version without the bug that could lose committed writes when a
// checkpoint coincides with a write (docs/storage.md).
var oldestSQLite = [3]int{3, 51, 3}

type sqliteEngine struct{}

func (sqliteEngine) name() string                  { return "sqlite" }
func (sqliteEngine) isolation() sql.IsolationLevel { return sql.LevelDefault }
func (sqliteEngine) snapshot() sql.IsolationLevel  { return sql.LevelDefault }
func (sqliteEngine) lost(error) bool               { return false }
func (sqliteEngine) tables() string {
	return "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
}

// queue does nothing, because there is only one writer.
func (sqliteEngine) queue(context.Context, *sql.Conn, int64) (func(), error) {
	return func() {}, nil
}

// truncateLog moves the log into the database file and empties it. Writers wait meanwhile, so it
// gives up soon if a reader still needs the log.
func (sqliteEngine) truncateLog(ctx context.Context, on *sql.DB) (err error) {
	conn, err := on.Conn(ctx)
	if err != nil {
		return fmt.Errorf("store: connect: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if _, err := conn.ExecContext(ctx, "PRAGMA busy_timeout = 100"); err != nil {
		return fmt.Errorf("store: truncate the log: %w", err)
	}
	var busy, frames, moved int
	failed := conn.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &moved)
	if busy != 0 {
		failed = errors.New("a reader needs it")
	}
	if _, err := conn.ExecContext(context.WithoutCancel(ctx), "PRAGMA busy_timeout = 5000"); err != nil {
		return fmt.Errorf("store: truncate the log: %w", err)
	}
	if failed != nil {
		return fmt.Errorf("store: truncate the log: %w", failed)
	}
	return nil
}

// alone does nothing, because only one process opens the file.
func (sqliteEngine) alone(context.Context, *sql.DB) (func(), error) {
	return func() {}, nil
}

// announce does nothing, because there is only one node.
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

// transient reports that the file stayed busy for longer than the busy timeout.
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

// mapped is how many bytes of the file readers map into memory. Reading a page that is in no
// connection's cache then needs no system call. The operating system takes the memory back whenever
// it is needed elsewhere.
const mapped = 1 << 30

// sqliteDSN sets every pragma in the address, so that each connection of the pool has them.
// busy_timeout comes first so that the other pragmas may wait. Write transactions begin immediate:
// a deferred transaction cannot be upgraded once another one has written, and then fails however
// long it waits.
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
		values.Add("_pragma", "secure_delete(1)") // what is erased stays in no free page
	}
	return sqliteAddress(path, values)
}

// sqliteAddress escapes the characters of a path that have a meaning in an address.
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

// makePrivate creates the database file, or takes an existing one, and makes it readable only for
// its owner. SQLite gives the files beside it the same mode.
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

// theOneName creates the folder of a database and returns the file's path with all symbolic links
// resolved, so that the lock file has the same name whichever way leads to the database. It refuses
// a file with several hard links, because another node could have it open under another name.
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

// lockSQLite takes the node lock on a database. A database that does not fit the purpose Demo is
// refused before anything is written, even the lock file.
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

// lookAt is like admit, but leaves the file and the files beside it unchanged. If there is no log,
// the file holds all the data. If there is a log, SQLite reads the log's index without writing it;
// if that index is missing, it would have to be created, so the file is refused. read may be nil;
// otherwise it gets the queries on the database.
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

// lockFile keeps a second node from opening the same file: SQLite serves one node, and several
// nodes need PostgreSQL. flags can say that the lock file should be created.
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
