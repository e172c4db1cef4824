package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

type postgresEngine struct{}

func (postgresEngine) name() string                  { return "postgres" }
func (postgresEngine) isolation() sql.IsolationLevel { return sql.LevelSerializable }

func (postgresEngine) retryable(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	// serialization_failure, deadlock_detected
	return ok && (e.Code == "40001" || e.Code == "40P01")
}

func (postgresEngine) unique(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == "23505"
}

// lost reports a commit whose answer never came. An error that the server
// itself sent is an answer.
func (postgresEngine) lost(err error) bool {
	if _, answered := errors.AsType[*pgconn.PgError](err); answered {
		return false
	}
	_, network := errors.AsType[net.Error](err)
	return network || pgconn.Timeout(err) || errors.Is(err, net.ErrClosed)
}

func (s *Store) openPostgres(ctx context.Context, o Options) error {
	s.engine = postgresEngine{}
	config, err := pgx.ParseConfig(o.URL)
	if err != nil {
		return errors.New("store: the PostgreSQL address cannot be read") // pgx would repeat the password
	}
	for name, value := range map[string]string{
		"lock_timeout": "3s", "idle_in_transaction_session_timeout": "10s", "timezone": "UTC",
	} {
		config.RuntimeParams[name] = value
	}
	s.write = stdlib.OpenDB(*config)
	s.read = s.write // no money decision reads a replica
	conns := o.MaxConns
	if conns == 0 {
		conns = 16
	}
	s.write.SetMaxOpenConns(conns)
	s.write.SetMaxIdleConns(conns)
	s.write.SetConnMaxLifetime(30 * time.Minute)
	if err := migrate(ctx, s.write, "postgres"); err != nil {
		return err
	}
	if _, err := s.write.ExecContext(ctx, listFunction); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// listFunction gives PostgreSQL the table function that SQLite has built in,
// so that a list of ids is one parameter on both. STRICT and ROWS keep the
// planner from inlining it and reading the whole table.
const listFunction = `
DO $do$ BEGIN
  PERFORM pg_advisory_xact_lock(7236481);
  IF to_regprocedure('json_each(text)') IS NULL THEN
    CREATE FUNCTION json_each(list text) RETURNS TABLE (value bigint)
    LANGUAGE sql STABLE STRICT ROWS 20
    AS $body$ SELECT v::bigint FROM jsonb_array_elements_text(list::jsonb) AS t(v) $body$;
  END IF;
END $do$;`
