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
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

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
	// Relaxed gives up durability on power loss: for tests that throw the
	// database away.
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
	writeQ  *db.Queries
	readQ   *db.Queries
	logger  *slog.Logger
	probe   func(context.Context, Point) error
	release func() error

	telling sync.RWMutex
	onWrite []func(customerID int64)
}

type engine interface {
	name() string
	isolation() sql.IsolationLevel
	retryable(error) bool
	unique(error) bool
	lost(error) bool
	// queue waits for a transaction's turn among those that had to be repeated,
	// outside any transaction; leave ends the turn.
	queue(ctx context.Context, conn *sql.Conn, key int64) (leave func(), err error)
	// announce and listen carry short texts between the nodes on one database.
	announce(ctx context.Context, on *sql.DB, text string) error
	listen(ctx context.Context, ready func(), heard func(text string)) error
}

// Open opens the database, brings its schema up to date and prepares every
// query, so that a query that an engine does not take stops the start.
func Open(ctx context.Context, o Options) (*Store, error) {
	s := &Store{logger: o.Logger, probe: o.Probe, release: func() error { return nil }}
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
	if err := s.prepare(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
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

// Close closes the database.
func (s *Store) Close() error {
	var errs []error
	for _, q := range []*db.Queries{s.writeQ, s.readQ} {
		if q != nil && (q != s.readQ || s.readQ != s.writeQ) {
			errs = append(errs, q.Close())
		}
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
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("store: begin read: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // nothing to keep
	return fn(s.readQ.WithTx(tx))
}

// Tx is a write transaction.
type Tx struct {
	*db.Queries
	after []func()
}

// AfterCommit runs fn once the transaction is durable. fn must be quick and
// may be lost in a crash: what must happen goes into a job.
func (t *Tx) AfterCommit(fn func()) { t.after = append(t.after, fn) }

// ErrUnknownCommit says that the connection broke while committing: the
// transaction may or may not have happened. Read by the operation's own key
// before trying again.
var ErrUnknownCommit = errors.New("store: it is not known whether the transaction was committed")

const (
	writeTries   = 8
	writeTimeout = 10 * time.Second
)

// Write runs fn in one transaction of a customer's data and moves the
// customer's revision on, so that no answer kept in memory outlives it. On a
// serialization conflict fn runs again from the start, so it must have no
// effect outside tx. A cancelled request does not abort it.
func (s *Store) Write(ctx context.Context, customerID int64, fn func(tx *Tx) error) error {
	return s.tell(customerID, s.repeat(ctx, customerID, touching(ctx, customerID, fn)))
}

func touching(ctx context.Context, customerID int64, fn func(tx *Tx) error) func(tx *Tx) error {
	return func(tx *Tx) error {
		if err := fn(tx); err != nil {
			return err
		}
		return tx.TouchCustomer(context.WithoutCancel(ctx), customerID)
	}
}

// WriteInTurn is Write for what many customers change at once, such as the last
// places of a visit: all who name the same turn line up from the first try.
func (s *Store) WriteInTurn(ctx context.Context, customerID, turn int64, fn func(tx *Tx) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTimeout)
	defer cancel()
	fn = touching(ctx, customerID, fn)
	return s.tell(customerID, s.retry(ctx, turn, fn, s.writeInTurn(ctx, turn, fn)))
}

// OnWrite has fn told of each customer whose data a write of this Store has
// changed, or may have. Like AfterCommit, fn must be quick, and a crash may
// lose a call.
func (s *Store) OnWrite(fn func(customerID int64)) {
	s.telling.Lock()
	defer s.telling.Unlock()
	s.onWrite = append(slices.Clip(s.onWrite), fn)
}

// tell passes on how a customer's transaction ended.
func (s *Store) tell(customerID int64, err error) error {
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

// WriteCompany is Write for rows that are no customer's: logins, the webhook
// inbox, jobs.
func (s *Store) WriteCompany(ctx context.Context, fn func(tx *Tx) error) error {
	return s.repeat(ctx, 0, fn)
}

// repeat runs fn until it meets no conflict. The first try waits for nobody;
// once there was a conflict, the tries of the same key (a customer, 0 for the
// company) line up, so that a crowd on one customer's rows does not keep all
// of itself from committing.
func (s *Store) repeat(ctx context.Context, key int64, fn func(tx *Tx) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTimeout)
	defer cancel()
	return s.retry(ctx, key, fn, s.writeOnce(ctx, s.write, fn))
}

func (s *Store) retry(ctx context.Context, key int64, fn func(tx *Tx) error, err error) error {
	for try := 2; err != nil && try <= writeTries && s.engine.retryable(err); try++ {
		pause := time.Duration(rand.Int64N(int64(try*try) * int64(2*time.Millisecond))) //nolint:gosec // jitter, not a secret
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
		err = s.writeInTurn(ctx, key, fn)
	}
	return err
}

func (s *Store) writeInTurn(ctx context.Context, key int64, fn func(tx *Tx) error) error {
	conn, err := s.write.Conn(ctx)
	if err != nil {
		return fmt.Errorf("store: connect: %w", err)
	}
	defer func() { _ = conn.Close() }() // it goes back to the pool
	leave, err := s.engine.queue(ctx, conn, key)
	if err != nil {
		return err
	}
	defer leave()
	return s.writeOnce(ctx, conn, fn)
}

type beginner interface {
	BeginTx(ctx context.Context, o *sql.TxOptions) (*sql.Tx, error)
}

func (s *Store) writeOnce(ctx context.Context, on beginner, fn func(tx *Tx) error) error {
	sqlTx, err := on.BeginTx(ctx, &sql.TxOptions{Isolation: s.engine.isolation()})
	if err != nil {
		return fmt.Errorf("store: begin: %w", err)
	}
	tx := &Tx{Queries: s.writeQ.WithTx(sqlTx)}
	defer func() { _ = sqlTx.Rollback() }() // after a commit it does nothing
	if err := fn(tx); err != nil {
		return err
	}
	if err := s.probe(ctx, BeforeCommit); err != nil {
		return err
	}
	if err := sqlTx.Commit(); err != nil {
		if s.engine.lost(err) {
			return errors.Join(ErrUnknownCommit, err)
		}
		return fmt.Errorf("store: commit: %w", err)
	}
	for _, fn := range tx.after {
		fn()
	}
	return s.probe(ctx, AfterCommit)
}

// IsUnique reports whether err is a violated unique key.
func (s *Store) IsUnique(err error) bool { return err != nil && s.engine.unique(err) }

// IsNone reports whether err says that a single row was not found.
func IsNone(err error) bool { return errors.Is(err, sql.ErrNoRows) }

// MaybeBool is an optional condition of a query: nil leaves it out.
func MaybeBool(b *bool) sql.NullBool {
	if b == nil {
		return sql.NullBool{}
	}
	return sql.NullBool{Bool: *b, Valid: true}
}
