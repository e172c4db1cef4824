package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"rento/internal/store/db"
)

// Tx is a write transaction.
type Tx struct {
	*db.Queries
	after []func()
}

// AfterCommit runs fn once the transaction is durable. fn must be quick, and a crash may lose it.
// Use a job for work that must happen.
func (t *Tx) AfterCommit(fn func()) { t.after = append(t.after, fn) }

// ErrUnknownCommit says that the connection broke during the commit, so the transaction may or may
// not have been committed. Read the operation's own key before trying again.
var ErrUnknownCommit = errors.New("store: it is not known whether the transaction was committed")

// IsTransient reports a database error that passes by itself: the database is unreachable for the
// moment, too many transactions wanted the same rows, or a transaction ran out of time and was
// rolled back while in use. The caller may retry with the same idempotency key, because the
// operation may have been done.
func IsTransient(err error) bool {
	if errors.Is(err, ErrUnknownCommit) || errors.Is(err, sql.ErrTxDone) || errors.Is(err, sql.ErrConnDone) {
		return true
	}
	for _, e := range []engine{postgresEngine{}, sqliteEngine{}} {
		if e.transient(err) {
			return true
		}
	}
	return false
}

const (
	writeTries   = 8
	writeTimeout = 10 * time.Second
	// aloneFrom is the try from which a transaction has the node to itself. It waits at most
	// aloneWait for that.
	aloneFrom = 4
	aloneWait = 2 * time.Second
	everybody = math.MaxInt32
)

// Write runs fn in one transaction on a customer's data and increments the customer's revision, so
// that cached answers become invalid. After a serialization conflict fn runs again from the start,
// so it must have no effect outside tx. A cancelled request does not abort the transaction.
func (s *Store) Write(ctx context.Context, customerID int64, fn func(tx *Tx) error) error {
	return s.announce(customerID, s.repeat(ctx, customerID, touching(ctx, customerID, fn)))
}

func touching(ctx context.Context, customerID int64, fn func(tx *Tx) error) func(tx *Tx) error {
	return func(tx *Tx) error {
		if err := fn(tx); err != nil {
			return err
		}
		return tx.Touch(context.WithoutCancel(ctx), customerID)
	}
}

// WriteInTurn is like Write, for rows that many customers change at once, such as the last free
// visit slots. All writes with the same turn queue up from the first try.
func (s *Store) WriteInTurn(ctx context.Context, customerID, turn int64, fn func(tx *Tx) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTimeout)
	defer cancel()
	fn = touching(ctx, customerID, fn)
	return s.announce(customerID, s.retry(ctx, turn, fn, s.writeInTurn(ctx, turn, 1, fn)))
}

// WriteCompany is like Write, for rows that belong to no customer: logins, the webhook inbox, jobs.
func (s *Store) WriteCompany(ctx context.Context, fn func(tx *Tx) error) error {
	return s.repeat(ctx, 0, fn)
}

// repeat runs fn until there is no conflict. The first try does not wait. After a conflict, the
// tries with the same key (a customer, or 0 for the company) queue up, so that many transactions on
// one customer's rows do not keep each other from committing.
//
// PostgreSQL tracks the reads of a serializable transaction by index page, so customers with
// neighbouring ids conflict too, and in a small table all customers do. Such transactions have no
// key in common. Therefore a transaction that was refused several times gets the node to itself.
func (s *Store) repeat(ctx context.Context, key int64, fn func(tx *Tx) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTimeout)
	defer cancel()
	return s.retry(ctx, key, fn, s.writeAtOnce(ctx, fn))
}

func (s *Store) retry(ctx context.Context, key int64, fn func(tx *Tx) error, err error) error {
	for try := 2; err != nil && try <= writeTries && s.engine.retryable(err); try++ {
		pause := time.Duration(rand.Int64N(int64(try*try) * int64(2*time.Millisecond))) //nolint:gosec // jitter, not a secret
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
		share := int64(1)
		if try >= aloneFrom {
			share = everybody
		}
		err = s.writeInTurn(ctx, key, share, fn)
	}
	return err
}

func (s *Store) writeAtOnce(ctx context.Context, fn func(tx *Tx) error) error {
	return s.attempt(ctx, 1, func() ([]func(), error) { return s.transact(ctx, s.write, fn) })
}

func (s *Store) writeInTurn(ctx context.Context, key, share int64, fn func(tx *Tx) error) error {
	return s.attempt(ctx, share, func() ([]func(), error) {
		conn, err := s.write.Conn(ctx)
		if err != nil {
			return nil, fmt.Errorf("store: connect: %w", err)
		}
		defer func() { _ = conn.Close() }() // it goes back to the pool
		leave, err := s.engine.queue(ctx, conn, key)
		if err != nil {
			return nil, err
		}
		defer leave()
		return s.transact(ctx, conn, fn)
	})
}

// attempt runs a transaction with a share of the node, and then its AfterCommit functions. It takes
// the share before the connection, because a transaction that waits for the node must not hold a
// connection that others need.
func (s *Store) attempt(ctx context.Context, share int64, transact func() ([]func(), error)) error {
	after, err := s.sharing(ctx, share, transact)
	if err != nil {
		return err
	}
	for _, fn := range after {
		fn()
	}
	return s.probe(ctx, AfterCommit)
}

func (s *Store) sharing(ctx context.Context, share int64, transact func() ([]func(), error)) ([]func(), error) {
	leave, err := s.enter(ctx, share)
	if err != nil {
		return nil, err
	}
	defer leave() // a panic in the transaction gives the share back too
	return transact()
}

// enter waits for a share of the node, and leave gives it back. A transaction that wants to be
// alone blocks all others while it waits, so it soon gives up on that: one slow transaction must
// not hold up everybody.
func (s *Store) enter(ctx context.Context, share int64) (leave func(), err error) {
	if share == everybody {
		wait, cancel := context.WithTimeout(ctx, aloneWait)
		defer cancel()
		if s.running.Acquire(wait, everybody) == nil {
			return func() { s.running.Release(everybody) }, nil
		}
	}
	if err := s.running.Acquire(ctx, 1); err != nil {
		return nil, fmt.Errorf("store: wait for a transaction that runs alone: %w", err)
	}
	return func() { s.running.Release(1) }, nil
}

type beginner interface {
	BeginTx(ctx context.Context, o *sql.TxOptions) (*sql.Tx, error)
}

// transact runs and commits fn's transaction, and returns its AfterCommit functions.
func (s *Store) transact(ctx context.Context, on beginner, fn func(tx *Tx) error) (after []func(), err error) {
	sqlTx, err := on.BeginTx(ctx, &sql.TxOptions{Isolation: s.engine.isolation()})
	if err != nil {
		return nil, fmt.Errorf("store: begin: %w", err)
	}
	tx := &Tx{Queries: s.writeQ.WithTx(sqlTx)}
	defer func() { _ = sqlTx.Rollback() }() // after a commit it does nothing
	if err := fn(tx); err != nil {
		return nil, err
	}
	if err := s.probe(ctx, BeforeCommit); err != nil {
		return nil, err
	}
	if err := sqlTx.Commit(); err != nil {
		if s.engine.lost(err) {
			return nil, errors.Join(ErrUnknownCommit, err)
		}
		return nil, fmt.Errorf("store: commit: %w", err)
	}
	s.commits.Add(1)
	return tx.after, nil
}
