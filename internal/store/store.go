// Package store opens the database and runs transactions. It is the only package that knows which
// engine is in use. Every query is written in query/, generated into db/, and runs unchanged on
// SQLite and PostgreSQL (docs/storage.md).
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5/stdlib"
	"golang.org/x/sync/semaphore"

	"rento/internal/store/db"
)

// Point is a place in a transaction at which the Probe is called.
type Point string

// The points of a write transaction.
const (
	BeforeCommit Point = "before_commit"
	AfterCommit  Point = "after_commit"
)

// Options are the options of Open.
type Options struct {
	// URL is a file path or sqlite:path for SQLite, and postgres://… for PostgreSQL.
	URL string
	// Purpose is what the database is for. Open refuses databases that do not fit it.
	Purpose Purpose
	// Relaxed gives up durability on power loss, and prepares a query when it is first used instead
	// of at start. It is for tests and demo databases, which can be made again.
	Relaxed bool
	// MaxConns limits the pool: the readers on SQLite, all connections on PostgreSQL. 0 chooses a
	// default.
	MaxConns int
	Logger   *slog.Logger
	// Probe is called at every Point. If it returns an error, that error replaces the transaction's
	// own outcome. Simulations use it to crash a node.
	Probe func(context.Context, Point) error
}

// Store is an open database.
type Store struct {
	engine  engine
	write   *sql.DB
	read    *sql.DB
	readers *readers // nil if snapshots are read in transactions of the pool
	writeQ  *db.Queries
	readQ   *db.Queries
	logger  *slog.Logger
	probe   func(context.Context, Point) error
	release func() error
	commits atomic.Int64
	running *semaphore.Weighted // each write transaction takes one share, one that runs alone takes all

	telling sync.RWMutex
	onWrite []func(customerID int64)
}

type engine interface {
	name() string
	// isolation is the isolation level of write transactions, snapshot that of read transactions.
	isolation() sql.IsolationLevel
	snapshot() sql.IsolationLevel
	retryable(error) bool
	unique(error) bool
	lost(error) bool
	transient(error) bool
	// full and readOnly tell why a write failed.
	full(error) bool
	readOnly(error) bool
	// tables is the query for the names of all tables.
	tables() string
	// queue waits, outside any transaction, for a transaction's turn among those being retried.
	// leave ends the turn.
	queue(ctx context.Context, conn *sql.Conn, key int64) (leave func(), err error)
	// alone takes a lock that only one process on the database can have. It returns ErrNotAlone
	// while another process has it. release ends the lock.
	alone(ctx context.Context, on *sql.DB) (release func(), err error)
	// truncateLog removes what was overwritten or deleted from the engine's log, if it can.
	truncateLog(ctx context.Context, on *sql.DB) error
	// announce and listen carry short texts between the nodes on one database.
	announce(ctx context.Context, on *sql.DB, text string) error
	listen(ctx context.Context, ready func(), heard func(text string)) error
}

// Open opens the database, migrates its schema and prepares every query, so that the start fails if
// the engine does not accept a query.
func Open(ctx context.Context, o Options) (*Store, error) {
	s := &Store{
		logger: o.Logger, probe: o.Probe, release: func() error { return nil },
		running: semaphore.NewWeighted(everybody),
	}
	if s.logger == nil {
		s.logger = slog.New(slog.DiscardHandler)
	}
	if s.probe == nil {
		s.probe = func(context.Context, Point) error { return nil }
	}
	var err error
	if isPostgres(o.URL) {
		err = s.openPostgres(ctx, o)
	} else {
		err = s.openSQLite(ctx, o)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if o.Relaxed {
		s.writeQ, s.readQ = db.New(s.write), db.New(s.read)
	} else if err := s.prepare(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Look refuses what Open would refuse about a database, but leaves no trace: it creates, locks and
// writes nothing, and a node may be running on the database. If Open would accept the database,
// Look calls read, which may be nil, with queries on it and returns read's error unchanged. A
// missing file fits every purpose. A file that cannot be read without leaving a trace is not
// checked.
func Look(ctx context.Context, url string, purpose Purpose, read func(*db.Queries) error) error {
	s := &Store{engine: sqliteEngine{}}
	if !isPostgres(url) {
		path := sqlitePath(url)
		if _, err := os.Lstat(path); errors.Is(err, os.ErrNotExist) {
			return nil
		}
		path, err := theOneName(path)
		if err != nil {
			return err
		}
		var found error
		err = s.lookAt(ctx, path, purpose, func(q *db.Queries) error {
			found = look(q, read)
			return nil
		})
		if errors.Is(err, ErrIsDemo) || errors.Is(err, ErrNotDemo) {
			return err
		}
		return found
	}
	config, err := postgresConfig(url, purpose)
	if err != nil {
		return err
	}
	s.engine = postgresEngine{config}
	pool := stdlib.OpenDB(*config)
	defer func() { _ = pool.Close() }() // it has only read
	if err := s.admit(ctx, pool, purpose); err != nil {
		return err
	}
	return look(db.New(pool), read)
}

func look(q *db.Queries, read func(*db.Queries) error) error {
	if read == nil {
		return nil
	}
	return read(q)
}

func isPostgres(url string) bool {
	return strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://")
}

func (s *Store) prepare(ctx context.Context) error {
	var err error
	if s.writeQ, err = db.Prepare(ctx, s.write); err != nil {
		return fmt.Errorf("store: prepare on %s: %w", s.engine.name(), err)
	}
	if s.read == s.write {
		s.readQ = s.writeQ
		return nil
	}
	if s.readQ, err = db.Prepare(ctx, s.read); err != nil {
		return fmt.Errorf("store: prepare on %s: %w", s.engine.name(), err)
	}
	return nil
}

// Engine is "sqlite" or "postgres".
func (s *Store) Engine() string { return s.engine.name() }

// Commits is how many transactions this store has committed since it was opened. Differences of it
// show how many durable writes an operation costs.
func (s *Store) Commits() int64 { return s.commits.Load() }

// ErrNotAlone says that another process holds the lock of Alone.
var ErrNotAlone = errors.New("store: another command is at work on this database; wait for its end")

// Alone takes a lock that only one process on the database can hold at a time, until release;
// serving nodes do not hold it. It returns ErrNotAlone while another process holds it. The lock
// ends when its process dies.
func (s *Store) Alone(ctx context.Context) (release func(), err error) {
	return s.engine.alone(ctx, s.write)
}

// TruncateLog removes from the log of SQLite what has been overwritten or deleted, such as a
// person's data. It returns an error while a reader needs the log. On PostgreSQL it does nothing.
func (s *Store) TruncateLog(ctx context.Context) error { return s.engine.truncateLog(ctx, s.write) }

// Close closes the database.
func (s *Store) Close() error {
	var errs []error
	for _, q := range []*db.Queries{s.writeQ, s.readQ} {
		if q != nil && (q != s.readQ || s.readQ != s.writeQ) {
			errs = append(errs, q.Close())
		}
	}
	if s.readers != nil {
		errs = append(errs, s.readers.close())
	}
	for _, pool := range []*sql.DB{s.read, s.write} {
		if pool != nil {
			errs = append(errs, pool.Close())
		}
	}
	return errors.Join(append(errs, s.release())...)
}

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.read.PingContext(ctx); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// Queries are for single reads outside a transaction.
func (s *Store) Queries() *db.Queries { return s.readQ }

// Read runs fn on one consistent snapshot. fn must not write.
func (s *Store) Read(ctx context.Context, fn func(q *db.Queries) error) error {
	if s.readers != nil {
		return s.readers.snapshot(ctx, fn)
	}
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true, Isolation: s.engine.snapshot()})
	if err != nil {
		return fmt.Errorf("store: begin read: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // nothing to keep
	return fn(s.readQ.WithTx(tx))
}

// ReadOne runs fn, which makes one query. It is a faster Queries for what every request reads: on
// SQLite the statement is already prepared and the pages are in the cache.
func (s *Store) ReadOne(ctx context.Context, fn func(q *db.Queries) error) error {
	if s.readers != nil {
		return s.readers.single(ctx, fn)
	}
	return fn(s.readQ)
}

// OnWrite registers fn, which is called with each customer whose data a write of this Store has
// changed or may have changed. As with AfterCommit, fn must be quick, and a crash may lose a call.
func (s *Store) OnWrite(fn func(customerID int64)) {
	s.telling.Lock()
	defer s.telling.Unlock()
	s.onWrite = append(slices.Clip(s.onWrite), fn)
}

// announce tells the OnWrite functions that a customer's transaction was, or may have been,
// committed.
func (s *Store) announce(customerID int64, err error) error {
	if err != nil && !errors.Is(err, ErrUnknownCommit) {
		return err
	}
	s.telling.RLock()
	told := s.onWrite
	s.telling.RUnlock()
	for _, fn := range told {
		fn(customerID)
	}
	return err
}

// Announce sends a text of less than 8000 bytes to every node that listens on this database,
// including this one. The text may be lost. On SQLite, which has one node, nothing is sent.
func (s *Store) Announce(ctx context.Context, text string) error {
	return s.engine.announce(ctx, s.write, text)
}

// Listen calls heard with each text that a node announces, and ready once it is listening. It
// returns when ctx ends, or with an error when the connection breaks. Texts announced while nobody
// listens are lost.
func (s *Store) Listen(ctx context.Context, ready func(), heard func(text string)) error {
	return s.engine.listen(ctx, ready, heard)
}

// IsUnique reports whether err is a violated unique key.
func (s *Store) IsUnique(err error) bool { return err != nil && s.engine.unique(err) }

// IsNone reports whether err says that a single row was not found.
func IsNone(err error) bool { return errors.Is(err, sql.ErrNoRows) }

// IDOrNull is an id as a nullable column stores it: NULL for 0.
func IDOrNull(id int64) sql.NullInt64 { return sql.NullInt64{Int64: id, Valid: id != 0} }

// IDs encodes a list of ids as one query parameter, which json_each reads (docs/storage.md).
func IDs(ids []int64) string {
	list := []byte{'['}
	for i, id := range ids {
		if i > 0 {
			list = append(list, ',')
		}
		list = strconv.AppendInt(list, id, 10)
	}
	return string(append(list, ']'))
}

// MaybeBool is an optional condition of a query. Nil means that the query does not apply it.
func MaybeBool(b *bool) sql.NullBool {
	if b == nil {
		return sql.NullBool{}
	}
	return sql.NullBool{Bool: *b, Valid: true}
}
