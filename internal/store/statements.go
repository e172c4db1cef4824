package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"strings"
)

// openKeeping opens a SQLite pool whose connections keep the statements that they have run. A node
// prepares all queries at start. Tests use only a few, and preparing them all took longer than the
// rest of the test.
func openKeeping(dsn string) (*sql.DB, error) {
	pool, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, err
	}
	defer func() { _ = pool.Close() }() // it has no connection
	return sql.OpenDB(keeping{pool.Driver(), dsn}), nil
}

type keeping struct {
	driver driver.Driver
	dsn    string
}

// Driver is SQLite's own driver.
func (k keeping) Driver() driver.Driver { return k.driver }

// Connect opens a connection.
func (k keeping) Connect(context.Context) (driver.Conn, error) {
	conn, err := k.driver.Open(k.dsn)
	if err != nil {
		return nil, err
	}
	return &keepingConn{sqliteConn: conn.(sqliteConn), kept: map[string]sqliteStatement{}}, nil
}

// sqliteConn and sqliteStatement are the interfaces that SQLite's connections and statements
// implement.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

type sqliteStatement interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// keepingConn is used by only one goroutine at a time, like every driver connection.
type keepingConn struct {
	sqliteConn
	kept map[string]sqliteStatement
}

// ownQuery is how our generated queries begin. Any other text may hold several statements or change
// the schema.
const ownQuery = "-- name: "

func (c *keepingConn) statement(ctx context.Context, query string) (sqliteStatement, error) {
	if s, ok := c.kept[query]; ok {
		return s, nil
	}
	prepared, err := c.PrepareContext(context.WithoutCancel(ctx), query)
	if err != nil {
		return nil, err
	}
	c.kept[query] = prepared.(sqliteStatement)
	return c.kept[query], nil
}

// ExecContext runs a statement that returns no rows.
func (c *keepingConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if !strings.HasPrefix(query, ownQuery) {
		return c.sqliteConn.ExecContext(ctx, query, args)
	}
	s, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(ctx, args)
}

// QueryContext runs a query that returns rows.
func (c *keepingConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if !strings.HasPrefix(query, ownQuery) {
		return c.sqliteConn.QueryContext(ctx, query, args)
	}
	s, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args)
}

// Close closes the statements with the connection.
func (c *keepingConn) Close() error {
	for _, s := range c.kept {
		_ = s.Close() // the connection ends anyway
	}
	return c.sqliteConn.Close()
}
