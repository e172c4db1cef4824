package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

type postgresEngine struct{ config *pgx.ConnConfig }

func (postgresEngine) name() string                  { return "postgres" }
func (postgresEngine) isolation() sql.IsolationLevel { return sql.LevelSerializable }

// snapshot makes all queries of a read transaction see the same state. At this level PostgreSQL
// takes no locks and refuses nothing. At its default level each query sees a newer state.
func (postgresEngine) snapshot() sql.IsolationLevel { return sql.LevelRepeatableRead }

func (postgresEngine) tables() string {
	return "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
}

func (postgresEngine) retryable(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	// serialization_failure, deadlock_detected, lock_not_available
	return ok && (e.Code == "40001" || e.Code == "40P01" || e.Code == "55P03")
}

func (postgresEngine) unique(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == "23505"
}

func (postgresEngine) full(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == "53100" // disk_full
}

func (postgresEngine) readOnly(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == "25006" // read_only_sql_transaction
}

// transient reports that the server is unreachable, stopping, starting or out of connections, or
// that a conflict remained after every retry.
func (e postgresEngine) transient(err error) bool {
	if answer, answered := errors.AsType[*pgconn.PgError](err); answered {
		return e.retryable(err) || strings.HasPrefix(answer.Code, "08") || strings.HasPrefix(answer.Code, "57P") || answer.Code == "53300"
	}
	_, unconnected := errors.AsType[*pgconn.ConnectError](err)
	return unconnected || e.lost(err) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, pgconn.ErrConnClosed)
}

// lost reports a commit whose answer never came. An error that the server sent itself is an answer.
func (postgresEngine) lost(err error) bool {
	if _, answered := errors.AsType[*pgconn.PgError](err); answered {
		return false
	}
	_, network := errors.AsType[net.Error](err)
	return network || pgconn.Timeout(err) || errors.Is(err, net.ErrClosed) || errors.Is(err, io.ErrUnexpectedEOF)
}

// queue takes a session-level advisory lock. A transaction-level lock would be requested on a
// snapshot that is outdated by the time the lock is granted.
func (postgresEngine) queue(ctx context.Context, conn *sql.Conn, key int64) (func(), error) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1, hashint8($2))", queueLock, key); err != nil {
		return nil, fmt.Errorf("store: wait for a turn: %w", err)
	}
	return func() {
		_, err := conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1, hashint8($2))", queueLock, key)
		if err != nil {
			_ = conn.Raw(func(any) error { return driver.ErrBadConn }) // closing the connection releases the lock
		}
	}, nil
}

// truncateLog does nothing, because the server itself reuses its log and its free space.
func (postgresEngine) truncateLog(context.Context, *sql.DB) error { return nil }

// alone takes a session-level advisory lock, and keeps a connection for it.
func (postgresEngine) alone(ctx context.Context, on *sql.DB) (func(), error) {
	conn, err := on.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("store: connect: %w", err)
	}
	var mine bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", aloneLock).Scan(&mine); err != nil {
		return nil, errors.Join(fmt.Errorf("store: lock: %w", err), conn.Close())
	}
	if !mine {
		return nil, errors.Join(ErrNotAlone, conn.Close())
	}
	return func() {
		if _, err := conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", aloneLock); err != nil {
			_ = conn.Raw(func(any) error { return driver.ErrBadConn }) // closing the connection releases the lock
		}
		_ = conn.Close() // it goes back to the pool
	}, nil
}

// queueLock is the key space of queue's locks, aloneLock the key of alone's lock.
const (
	queueLock = 7236482
	aloneLock = 7236483
)

// channel is the notification channel for announcements. Each database has its own.
const channel = "rento_changed"

// announce is called outside any transaction, because commits with a notification wait for each
// other.
func (postgresEngine) announce(ctx context.Context, on *sql.DB, text string) error {
	if _, err := on.ExecContext(ctx, "SELECT pg_notify($1, $2)", channel, text); err != nil {
		return fmt.Errorf("store: announce: %w", err)
	}
	return nil
}

// A listening connection can be silent for long, so a dead one looks the same as a quiet one. It is
// pinged every listenCheck and given listenPatience to answer.
const (
	listenCheck    = 30 * time.Second
	listenPatience = 5 * time.Second
)

// listen opens a connection of its own, so that the pool does not have one less.
func (e postgresEngine) listen(ctx context.Context, ready func(), heard func(string)) error {
	conn, err := pgx.ConnectConfig(ctx, e.config.Copy())
	if err != nil {
		return ended(ctx, err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }() // it may be broken already
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return ended(ctx, err)
	}
	ready()
	for {
		text, err := hear(ctx, conn)
		if err != nil {
			return ended(ctx, err)
		}
		if text != "" {
			heard(text)
		}
	}
}

// hear waits for the next text. It returns "" if none came for a while and the connection still
// answers.
func hear(ctx context.Context, conn *pgx.Conn) (string, error) {
	wait, cancel := context.WithTimeout(ctx, listenCheck)
	defer cancel()
	notice, err := conn.WaitForNotification(wait)
	if err == nil {
		return notice.Payload, nil
	}
	if wait.Err() == nil {
		return "", err
	}
	answer, cancel := context.WithTimeout(ctx, listenPatience)
	defer cancel()
	return "", conn.Ping(answer)
}

func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil //nolint:nilerr // whoever stopped it knows
	}
	return fmt.Errorf("store: listen: %w", err)
}

// silence is how long a server may acknowledge nothing before its connection counts as lost. A
// request that waits for an answer has no time limit of its own, and after a failover or a network
// failure the operating system would keep trying for a quarter of an hour.
const silence = 20 * time.Second

// tcpUserTimeout is Linux's TCP_USER_TIMEOUT.
const tcpUserTimeout = 0x12

func dialPostgres(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{
		Timeout:         silence,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: silence / 4, Interval: silence / 4, Count: 3},
		Control: func(network, _ string, raw syscall.RawConn) error {
			if runtime.GOOS != "linux" || !strings.HasPrefix(network, "tcp") {
				return nil
			}
			var failed error
			err := raw.Control(func(fd uintptr) {
				failed = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpUserTimeout, int(silence.Milliseconds()))
			})
			return errors.Join(err, failed)
		},
	}
	return dialer.DialContext(ctx, network, address)
}

// statements is how many queries that were not prepared at the start a connection may cache. It is
// more than there are.
const statements = 1024

// postgresConfig parses an address and adds the settings from the environment variables of
// PostgreSQL's clients.
func postgresConfig(url string, purpose Purpose) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, errors.New("store: the PostgreSQL address cannot be read") // pgx would repeat the password
	}
	config.DialFunc = dialPostgres
	if purpose != Production {
		return config, nil
	}
	return config, checkRemote(config)
}

// checkRemote refuses a server on another machine if the connection is unencrypted or needs no
// credentials.
func checkRemote(config *pgx.ConnConfig) error {
	encrypted := map[string]bool{}
	hosts := append([]*pgconn.FallbackConfig{{Host: config.Host, TLSConfig: config.TLSConfig}}, config.Fallbacks...)
	for _, h := range hosts {
		encrypted[h.Host] = encrypted[h.Host] || h.TLSConfig != nil
	}
	certified := config.TLSConfig != nil && len(config.TLSConfig.Certificates) > 0
	for host, tls := range encrypted {
		switch ip := net.ParseIP(host); {
		case strings.HasPrefix(host, "/"), host == "localhost", ip != nil && ip.IsLoopback():
		case !tls:
			return errors.New("store: PostgreSQL on another host with sslmode=disable: leave that out, or better, say sslmode=verify-full")
		case config.Password == "" && !certified && config.KerberosSrvName == "" && config.KerberosSpn == "":
			return errors.New("store: PostgreSQL on another host without a password: set one in the address, PGPASSWORD or a password file, or use a client certificate")
		}
	}
	return nil
}

func (s *Store) openPostgres(ctx context.Context, o Options) error {
	s.engine = postgresEngine{}
	config, err := postgresConfig(o.URL, o.Purpose)
	if err != nil {
		return err
	}
	for name, value := range map[string]string{
		"lock_timeout": "3s", "idle_in_transaction_session_timeout": "10s", "timezone": "UTC",
	} {
		config.RuntimeParams[name] = value
	}
	config.StatementCacheCapacity = statements
	s.engine = postgresEngine{config}
	s.write = stdlib.OpenDB(*config)
	s.read = s.write // no money decision reads a replica
	conns := o.MaxConns
	if conns == 0 {
		conns = 16
	}
	s.write.SetMaxOpenConns(conns)
	s.write.SetMaxIdleConns(conns)
	s.write.SetConnMaxLifetime(30 * time.Minute)
	if err := s.admit(ctx, s.write, o.Purpose); err != nil {
		return err
	}
	if err := migrate(ctx, s.write, "postgres"); err != nil {
		return err
	}
	if _, err := s.write.ExecContext(ctx, listFunction); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// listFunction creates in PostgreSQL the table function that SQLite has built in, so that a list of
// ids is a single parameter on both engines. STRICT and ROWS keep the planner from inlining the
// function and scanning the whole table.
const listFunction = `
DO $do$ BEGIN
  PERFORM pg_advisory_xact_lock(7236481);
  IF to_regprocedure('json_each(text)') IS NULL THEN
    CREATE FUNCTION json_each(list text) RETURNS TABLE (value bigint)
    LANGUAGE sql STABLE STRICT ROWS 20
    AS $body$ SELECT v::bigint FROM jsonb_array_elements_text(list::jsonb) AS t(v) $body$;
  END IF;
END $do$;`
