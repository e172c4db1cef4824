package testkit

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"sync"
	"testing"

	"rento/internal/ident"
)

// kept are the PostgreSQL databases of all test binaries of a run. A database is 700
// files, and making and removing it took the server longer than what most tests do
// with it; so one that a test has left is emptied for the next. Who uses it holds an
// advisory lock, which ends with the binary, however that ends.
var kept struct {
	mu     sync.Mutex
	server *sql.Conn // holds the locks
	mine   map[string]bool
}

// keptLock sets the locks of kept apart; the other half of their key is the database's
// object id.
const keptLock = 7236484

// wornOut is how large the tables of a database may have become, in bytes, with what
// was deleted from them: a larger one is made anew.
const wornOut = 4 << 20

// keptSchema goes into the model. state changes with every change of the schema, and
// empty brings back the rows that the migrations made.
const keptSchema = `
CREATE SCHEMA testkit;
CREATE FUNCTION testkit.state() RETURNS text LANGUAGE sql AS $f$
	SELECT concat_ws(' ',
		(SELECT concat(count(*), '/', sum(oid::bigint)) FROM pg_class WHERE oid >= 16384),
		(SELECT concat(count(*), '/', max(xmin::text::bigint)) FROM pg_attribute WHERE attrelid >= 16384 AND attnum > 0),
		(SELECT concat(count(*), '/', max(xmin::text::bigint)) FROM pg_attrdef),
		(SELECT concat(count(*), '/', max(xmin::text::bigint)) FROM pg_index WHERE indexrelid >= 16384),
		(SELECT concat(count(*), '/', max(xmin::text::bigint)) FROM pg_constraint WHERE oid >= 16384),
		(SELECT concat(count(*), '/', max(xmin::text::bigint)) FROM pg_trigger WHERE oid >= 16384),
		(SELECT concat(count(*), '/', max(xmin::text::bigint)) FROM pg_proc WHERE oid >= 16384))
$f$;
CREATE FUNCTION testkit.used(OUT name name, OUT size bigint) RETURNS SETOF record LANGUAGE sql AS $f$
	SELECT relname, size FROM (SELECT *, pg_relation_size(oid) AS size FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace) t
	WHERE size > 0 ORDER BY oid DESC
$f$;
CREATE FUNCTION testkit.empty(largest bigint) RETURNS boolean LANGUAGE plpgsql AS $f$
DECLARE
	name name;
BEGIN
	IF testkit.state() <> (SELECT state FROM testkit.whole) OR largest < (SELECT sum(u.size) FROM testkit.used() u) THEN
		RETURN false;
	END IF;
	FOR name IN SELECT u.name FROM testkit.used() u LOOP -- rows before the ones that they refer to
		EXECUTE format('DELETE FROM public.%I', name);
	END LOOP;
	FOR name IN SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'testkit'::regnamespace AND relname <> 'whole' LOOP
		EXECUTE format('INSERT INTO public.%I TABLE testkit.%I', name, name);
	END LOOP;
	RETURN true;
END $f$;
DO $do$
DECLARE
	name name;
BEGIN
	FOR name IN SELECT u.name FROM testkit.used() u LOOP
		EXECUTE format('CREATE TABLE testkit.%I AS TABLE public.%I', name, name);
	END LOOP;
END $do$;
CREATE TABLE testkit.whole (state text);
INSERT INTO testkit.whole VALUES ('');`

// keptDatabase returns the address of an empty database that may have served other
// tests; it is free again after this one.
func keptDatabase(t testing.TB) string {
	t.Helper()
	ownServer(t)
	kept.mu.Lock()
	defer kept.mu.Unlock()
	name, err := takeKept(context.Background())
	if err != nil {
		t.Fatalf("a database of PostgreSQL: %v", err)
	}
	t.Cleanup(func() {
		if err := leaveKept(name); err != nil {
			t.Errorf("leave %s: %v", name, err)
		}
	})
	return databaseAt(name)
}

func takeKept(ctx context.Context) (string, error) {
	if kept.server == nil {
		pool, err := sql.Open("pgx", databaseAt("postgres"))
		if err != nil {
			return "", err
		}
		if kept.server, err = pool.Conn(ctx); err != nil {
			return "", err
		}
		kept.mine = map[string]bool{}
	}
	prefix := "rento_kept_" + modelHash() + "_"
	for {
		names, err := keptNames(ctx, prefix)
		if err != nil {
			return "", err
		}
		for _, name := range names {
			if ready, err := tryKept(ctx, name); ready || err != nil {
				return name, err
			}
		}
		// Others may take it before we do: then there is a next one.
		if _, err := kept.server.ExecContext(ctx, "CREATE DATABASE "+prefix+ident.Reference(12)+" TEMPLATE "+model()+" STRATEGY FILE_COPY"); err != nil {
			return "", fmt.Errorf("copy the model: %w", err)
		}
	}
}

func keptNames(ctx context.Context, prefix string) (names []string, err error) {
	rows, err := kept.server.QueryContext(ctx, "SELECT datname FROM pg_database WHERE starts_with(datname, $1) ORDER BY datname", prefix)
	if err != nil {
		return nil, fmt.Errorf("list databases: %w", err)
	}
	defer func() { _ = rows.Close() }() // Err tells
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, fmt.Errorf("list databases: %w", err)
		}
		if !kept.mine[name] {
			names = append(names, name)
		}
	}
	return names, rows.Err()
}

// tryKept takes a database unless somebody has it. One that cannot be emptied is dropped.
func tryKept(ctx context.Context, name string) (ready bool, err error) {
	err = kept.server.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1, oid::int4) FROM pg_database WHERE datname = $2", keptLock, name).Scan(&ready)
	if err == sql.ErrNoRows || err == nil && !ready { //nolint:errorlint // database/sql returns it as it is
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("lock: %w", err)
	}
	kept.mine[name] = true
	// What is left of the last test, such as a node of which it closed half.
	const end = "SELECT COUNT(pg_terminate_backend(pid, 10000)) FROM pg_stat_activity WHERE datname = $1"
	if _, err := kept.server.ExecContext(ctx, end, name); err != nil {
		return false, fmt.Errorf("end connections: %w", err)
	}
	if ready, err = empty(ctx, name); ready || err != nil {
		return ready, err
	}
	if _, err := kept.server.ExecContext(ctx, "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
		return false, fmt.Errorf("drop: %w", err)
	}
	return false, nil
}

func empty(ctx context.Context, name string) (done bool, err error) {
	pool, err := sql.Open("pgx", databaseAt(name))
	if err != nil {
		return false, err
	}
	defer func() { _ = pool.Close() }() // it has done its work
	if err := pool.QueryRowContext(ctx, "SELECT testkit.empty($1)", wornOut).Scan(&done); err != nil && !strings.Contains(err.Error(), "testkit") {
		return false, fmt.Errorf("empty %s: %w", name, err)
	}
	return done, nil
}

func leaveKept(name string) error {
	kept.mu.Lock()
	defer kept.mu.Unlock()
	delete(kept.mine, name)
	_, err := kept.server.ExecContext(context.Background(), "SELECT pg_advisory_unlock($1, oid::int4) FROM pg_database WHERE datname = $2", keptLock, name)
	return err
}
