// Package store opens the database and runs transactions. It is the only
// package that knows which engine runs; every query is in query/, generated
// into db/, and runs unchanged on SQLite and on PostgreSQL (docs/storage.md).
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

// Point is a place in a transaction at which a Probe is asked.
type Point string

// The points of a write transaction.
const (
	BeforeCommit Point = "before_commit"
	AfterCommit  Point = "after_commit"
)

// Options of Open.
type Options struct {
	// URL is a file path or sqlite:path for SQLite, postgres://… otherwise.
	URL string
	// Purpose refuses databases that are not for it.
	Purpose Purpose
	// Relaxed gives up durability on power loss, and prepares a query when it is first
	// used instead of at the start: for tests that throw the database away.
	Relaxed bool
	// MaxConns limits the pool: readers on SQLite, all connections on
	// PostgreSQL. 0 chooses.
	MaxConns int
	Logger   *slog.Logger
	// Probe is asked at every Point; an error it returns takes the place of
	// the transaction's own outcome. Simulations set it to crash a node.
	Probe func(context.Context, Point) error
}

// Store is an open database.
type Store struct {
	engine  engine
	write   *sql.DB
	read    *sql.DB
	readers *readers // nil where a transaction of the pool reads a snapshot
	writeQ  *db.Queries
	readQ   *db.Queries
	logger  *slog.Logger
	probe   func(context.Context, Point) error
	release func() error
	commits atomic.Int64
	running *semaphore.Weighted // one of everybody for each write transaction, all for one that runs alone

	telling sync.RWMutex
	onWrite []func(customerID int64)
}

type engine interface {
	name() string
	// isolation is that of a write transaction, snapshot that of a read one.
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
	// queue waits for a transaction's turn among those that had to be repeated,
	// outside any transaction; leave ends the turn.
	queue(ctx context.Context, conn *sql.Conn, key int64) (leave func(), err error)
	// alone takes a lock that one process on the database has, ErrNotAlone while
	// another has it; release ends it.
	alone(ctx context.Context, on *sql.DB) (release func(), err error)
	// announce and listen carry short texts between the nodes on one database.
	announce(ctx context.Context, on *sql.DB, text string) error
	listen(ctx context.Context, ready func(), heard func(text string)) error
}

// Open opens the database, brings its schema up to date and prepares every
// query, so that a query that an engine does not take stops the start.
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

// Look refuses what Open would refuse of a database before it does anything with
// it, and leaves no trace: nothing is made, locked or written, and a node may be
// running on it. read, which may be nil, then looks at the rows of what Open would
// take; its error is returned as it is. A file that is not there yet is fit for
// every purpose, and one that cannot be read without a trace is left to Open.
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

// Commits is how many transactions this store has committed since it was
// opened: what an operation costs in durable writes is the difference.
func (s *Store) Commits() int64 { return s.commits.Load() }

// ErrNotAlone says that another process has what Alone takes.
var ErrNotAlone = errors.New("store: another command is at work on this database; wait for its end")

// Alone takes a lock that one process on the database has at a time, whatever nodes
// serve from it, until release. It is ErrNotAlone while another has it. A process
// that dies has it no longer.
func (s *Store) Alone(ctx context.Context) (release func(), err error) {
	return s.engine.alone(ctx, s.write)
}

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

// Read runs fn on one consistent snapshot. It must not write.
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

// ReadOne runs fn, which makes one query. It is Queries for what every request
// reads: on SQLite it finds the statement prepared and the pages at hand.
func (s *Store) ReadOne(ctx context.Context, fn func(q *db.Queries) error) error {
	if s.readers != nil {
		return s.readers.single(ctx, fn)
	}
	return fn(s.readQ)
}

// OnWrite has fn told of each customer whose data a write of this Store has
// changed, or may have. Like AfterCommit, fn must be quick, and a crash may
// lose a call.
func (s *Store) OnWrite(fn func(customerID int64)) {
	s.telling.Lock()
	defer s.telling.Unlock()
	s.onWrite = append(slices.Clip(s.onWrite), fn)
}

// announce passes on how a customer's transaction ended.
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

// Announce tells a text of less than 8000 bytes to every node that listens on
// this database, this one included. It may be lost. On SQLite, which has one
// node, nothing is told.
func (s *Store) Announce(ctx context.Context, text string) error {
	return s.engine.announce(ctx, s.write, text)
}

// Listen calls heard with each text that a node announces, and ready once it
// can hear, until ctx ends or the connection breaks; only that is an error.
// What is announced while nobody listens is lost.
func (s *Store) Listen(ctx context.Context, ready func(), heard func(text string)) error {
	return s.engine.listen(ctx, ready, heard)
}

// IsUnique reports whether err is a violated unique key.
func (s *Store) IsUnique(err error) bool { return err != nil && s.engine.unique(err) }

// IsNone reports whether err says that a single row was not found.
func IsNone(err error) bool { return errors.Is(err, sql.ErrNoRows) }

// IDs is a list of ids as one parameter of a query, which json_each reads
// (docs/storage.md).
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

// MaybeBool is an optional condition of a query: nil leaves it out.
func MaybeBool(b *bool) sql.NullBool {
	if b == nil {
		return sql.NullBool{}
	}
	return sql.NullBool{Bool: *b, Valid: true}
}
