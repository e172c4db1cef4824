// Package testkit runs the system in tests on real databases, with a clock
// that the test moves.
package testkit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"rento/internal/ident"
	"rento/internal/store"
)

// verify is set where the whole suite runs, make verify, and not the part of it that
// make test has time for.
const verify = "RENTO_TEST_VERIFY"

// Verifies says that the whole suite runs.
func Verifies() bool { return os.Getenv(verify) != "" }

// Some are the first n of a list, and all of it in make verify.
func Some[T any](n int, all ...T) []T {
	if Verifies() {
		return all
	}
	return all[:min(n, len(all))]
}

// Engines are those on which a test runs: SQLite, and PostgreSQL too in make verify and
// in a test that has called BothEngines.
func Engines() []string {
	if Verifies() || os.Getenv(bothEngines) != "" {
		return []string{"sqlite", "postgres"}
	}
	return []string{"sqlite"}
}

// bothEngines is set for a test that has called BothEngines.
const bothEngines = "RENTO_TEST_BOTH_ENGINES"

// BothEngines has a test run on PostgreSQL in make test too: those of package store, and
// a story of each domain.
func BothEngines(t *testing.T) {
	t.Helper()
	t.Setenv(bothEngines, "1")
}

// OnEachEngine runs a test on each of Engines, with a fresh database.
func OnEachEngine(t *testing.T, test func(t *testing.T, s *store.Store)) {
	t.Helper()
	for _, engine := range Engines() {
		t.Run(engine, func(t *testing.T) { test(t, OpenOn(t, engine)) })
	}
}

// Open returns a fresh database on SQLite, or on the engine that the variable
// RENTO_TEST_ENGINE names.
func Open(t testing.TB) *store.Store {
	t.Helper()
	engine := os.Getenv("RENTO_TEST_ENGINE")
	if engine == "" {
		engine = "sqlite"
	}
	return OpenOn(t, engine)
}

// OpenOn returns an empty database on an engine; after the test it is gone, or emptied
// for the next one.
func OpenOn(t testing.TB, engine string) *store.Store {
	t.Helper()
	url := ""
	if engine == "postgres" {
		url = keptDatabase(t)
	} else {
		url = ReadyURL(t, engine)
	}
	s, err := store.Open(context.Background(), store.Options{URL: url, Relaxed: true, MaxConns: 8})
	if err != nil {
		t.Fatalf("open %s: %v", engine, err)
	}
	addresses.Store(s, url)
	t.Cleanup(func() {
		addresses.Delete(s)
		if err := s.Close(); err != nil {
			t.Errorf("close %s: %v", engine, err)
		}
	})
	return s
}

// DatabaseURL returns the address of an empty database on an engine, which is gone
// after the test: for a test that opens it itself, more than once or in another way
// than OpenOn.
func DatabaseURL(t testing.TB, engine string) string {
	t.Helper()
	switch engine {
	case "postgres":
		return postgresDatabase(t)
	case "sqlite":
		return filepath.Join(t.TempDir(), "rento.db")
	}
	t.Fatalf("no engine is called %q", engine)
	return ""
}

// ReadyURL is DatabaseURL of a database that has the schema on either engine: for a test
// that opens many, of which each would go through all migrations.
func ReadyURL(t testing.TB, engine string) string {
	t.Helper()
	url := DatabaseURL(t, engine)
	if engine != "postgres" {
		if err := NewSQLite(url); err != nil {
			t.Fatal(err)
		}
	}
	return url
}

var postgres struct {
	once sync.Once
	url  string // without a database name
	err  error
}

// model is the database that every test's is copied from: it has the schema
// already, which saves each test the migrations.
func model() string { return "rento_model_" + modelHash() }

var modelHash = sync.OnceValue(func() string {
	sum := sha256.Sum256([]byte(store.SchemaHash() + keptSchema))
	return hex.EncodeToString(sum[:6])
})

func postgresDatabase(t testing.TB) string {
	t.Helper()
	ownServer(t)
	name := "rento_" + ident.Reference(12)
	psql(t, "CREATE DATABASE "+name+" TEMPLATE "+model()+" STRATEGY FILE_COPY")
	t.Cleanup(func() { psql(t, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)") })
	return postgres.url + name
}

// ownServer has the server of this run started.
func ownServer(t testing.TB) {
	t.Helper()
	postgres.once.Do(func() { postgres.url, postgres.err = startPostgres() })
	if postgres.err != nil {
		t.Fatalf("PostgreSQL: %v (make setup installs it)", postgres.err)
	}
}

func psql(t testing.TB, statement string) {
	t.Helper()
	bin, err := postgresBin()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(filepath.Join(bin, "psql"), "-q", "-c", statement, databaseAt("postgres")).CombinedOutput()
	if err != nil {
		t.Fatalf("psql: %v: %s", err, out)
	}
}

// startPostgres starts one server for the whole machine's test run, shared by
// the test binaries through a folder in the temporary directory. It runs as
// an unprivileged user, as the server demands, and stops by itself when no
// test has used it for a while: RENTO_TEST_POSTGRES names another server.
func startPostgres() (string, error) {
	folder := filepath.Join(os.TempDir(), fmt.Sprintf("rento-test-postgres-%d", os.Getuid()))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", fmt.Errorf("make %s: %w", folder, err)
	}
	unlock, err := lockFolder(folder)
	if err != nil {
		return "", err
	}
	defer unlock()
	server := strings.TrimSuffix(os.Getenv("RENTO_TEST_POSTGRES"), "/") + "/"
	if server == "/" {
		if server, err = ownPostgres(folder); err != nil {
			return "", err
		}
	}
	return server, makeModel(server)
}

// quickSettings spare the server what only keeps data, and what it does when it is
// idle: nothing of a test is to outlive it, and a plan is to hang on no clock.
const quickSettings = "-c fsync=off -c full_page_writes=off -c synchronous_commit=off -c wal_level=minimal -c max_wal_senders=0 " +
	"-c autovacuum=off -c jit=off -c update_process_title=off"

// ownPostgres returns the address of the server in the folder, which it starts
// unless it runs.
func ownPostgres(folder string) (string, error) {
	portFile := filepath.Join(folder, "port")
	if text, err := os.ReadFile(portFile); err == nil && answers(string(text)) {
		return serverURL(string(text)), nil
	}
	port, err := bootPostgres(folder, quickSettings)
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(portFile, []byte(port), 0o600); err != nil {
		return "", fmt.Errorf("remember the port: %w", err)
	}
	return serverURL(port), nil
}

// makeModel makes the model unless it is there. The caller holds the lock.
func makeModel(server string) error {
	bin, err := postgresBin()
	if err != nil {
		return err
	}
	run := func(database, statement string) (string, error) {
		out, err := exec.Command(filepath.Join(bin, "psql"), "-qtA", "-c", statement, server+database).CombinedOutput()
		if err != nil {
			return "", fmt.Errorf("psql: %w: %s", err, out)
		}
		return strings.TrimSpace(string(out)), nil
	}
	there, err := run("postgres", "SELECT 1 FROM pg_database WHERE datname = '"+model()+"' AND datistemplate")
	if err != nil || there == "1" {
		return err
	}
	// A model that is no template yet was left half made.
	if _, err := run("postgres", "DROP DATABASE IF EXISTS "+model()); err != nil {
		return err
	}
	if err := CreatePostgres(server, model()); err != nil {
		return err
	}
	s, err := store.Open(context.Background(), store.Options{URL: server + model()})
	if err != nil {
		return fmt.Errorf("migrate the model: %w", err)
	}
	if err := s.Close(); err != nil {
		return err
	}
	for _, statement := range []string{keptSchema, "UPDATE testkit.whole SET state = testkit.state()"} {
		if _, err := run(model(), statement); err != nil {
			return err
		}
	}
	_, err = run("postgres", "ALTER DATABASE "+model()+" IS_TEMPLATE true")
	return err
}

func serverURL(port string) string {
	return "postgres://rento@127.0.0.1:" + port + "/"
}

// databaseAt is the address of a database of the tests' server. One on this machine
// is not asked for encryption first, which took a second connection each time.
func databaseAt(name string) string {
	if strings.Contains(postgres.url, "@127.0.0.1:") {
		return postgres.url + name + "?sslmode=disable"
	}
	return postgres.url + name
}

func answers(port string) bool {
	conn, err := net.DialTimeout("tcp", "127.0.0.1:"+port, time.Second)
	if err != nil {
		return false
	}
	return conn.Close() == nil
}

func lockFolder(folder string) (func(), error) {
	file, err := os.OpenFile(filepath.Join(folder, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock: %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
		return nil, fmt.Errorf("lock: %w", err)
	}
	return func() { _ = file.Close() }, nil
}
