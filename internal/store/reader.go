package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"sync"

	"rento/internal/store/db"
)

// readers are the connections for reading SQLite, each with its prepared statements. A transaction
// of database/sql would need a copy of the statement, a lock and a goroutine for each query, which
// together cost more than a read by key. The most recently used reader is used next, because it has
// the file's pages in its cache.
type readers struct {
	pool  *sql.DB
	turns chan struct{} // one slot for each reader that may run
	mu    sync.Mutex
	idle  []*reader
}

func newReaders(pool *sql.DB, count int) *readers {
	return &readers{pool: pool, turns: make(chan struct{}, count)}
}

// snapshot runs fn on one snapshot. fn must not query from several goroutines.
func (r *readers) snapshot(ctx context.Context, fn func(q *db.Queries) error) error {
	return r.use(ctx, func(one *reader) error {
		if err := one.run("BEGIN"); err != nil {
			one.broken = true
			return fmt.Errorf("store: begin read: %w", err)
		}
		defer func() { one.broken = one.run("ROLLBACK") != nil }() // nothing to keep
		return fn(one.queries)
	})
}

// single runs fn, which makes one query.
func (r *readers) single(ctx context.Context, fn func(q *db.Queries) error) error {
	return r.use(ctx, func(one *reader) error {
		err := fn(one.queries)
		one.broken = errors.Is(err, sql.ErrConnDone)
		return err
	})
}

func (r *readers) use(ctx context.Context, fn func(*reader) error) error {
	select {
	case r.turns <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("store: wait for a reader: %w", ctx.Err())
	}
	defer func() { <-r.turns }()
	one, err := r.acquire(ctx)
	if err != nil {
		return fmt.Errorf("store: open a reader: %w", err)
	}
	defer r.put(one)
	return fn(one)
}

func (r *readers) acquire(ctx context.Context) (*reader, error) {
	r.mu.Lock()
	if last := len(r.idle) - 1; last >= 0 {
		one := r.idle[last]
		r.idle = r.idle[:last]
		r.mu.Unlock()
		return one, nil
	}
	r.mu.Unlock()
	conn, err := r.pool.Conn(ctx)
	if err != nil {
		return nil, err
	}
	one := &reader{Conn: conn, statements: map[string]*sql.Stmt{}}
	one.queries = db.New(one)
	return one, nil
}

func (r *readers) put(one *reader) {
	if one.broken {
		_ = one.close()
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.idle = append(r.idle, one)
}

// close closes the readers that are not in use.
func (r *readers) close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	var errs []error
	for _, one := range r.idle {
		errs = append(errs, one.close())
	}
	r.idle = nil
	return errors.Join(errs...)
}

// reader is a connection that keeps the statements it has prepared.
type reader struct {
	*sql.Conn
	statements map[string]*sql.Stmt
	queries    *db.Queries
	broken     bool // must not be used again
}

func (r *reader) run(command string) error {
	_, err := r.ExecContext(context.Background(), command) // it touches no file, so it cannot block
	return err
}

// close closes the connection for good. If it went back to the pool, its statements would stay
// open.
func (r *reader) close() error {
	for _, s := range r.statements {
		_ = s.Close()
	}
	err := r.Raw(func(any) error { return driver.ErrBadConn })
	if errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) {
		return nil
	}
	return err
}

func (r *reader) prepare(ctx context.Context, query string) (err error) {
	if _, ok := r.statements[query]; ok {
		return nil
	}
	r.statements[query], err = r.PrepareContext(context.WithoutCancel(ctx), query) //nolint:sqlclosecheck // closed with the reader
	if err != nil {
		delete(r.statements, query)
	}
	return err
}

// ExecContext runs a query without rows.
func (r *reader) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if err := r.prepare(ctx, query); err != nil {
		return nil, err
	}
	return r.statements[query].ExecContext(ctx, args...)
}

// QueryContext runs a query.
func (r *reader) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if err := r.prepare(ctx, query); err != nil {
		return nil, err
	}
	return r.statements[query].QueryContext(ctx, args...)
}

// QueryRowContext runs a query for one row.
func (r *reader) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if err := r.prepare(ctx, query); err != nil {
		return r.Conn.QueryRowContext(ctx, query, args...) // this returns the same error
	}
	return r.statements[query].QueryRowContext(ctx, args...)
}
