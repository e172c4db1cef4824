// Package testkit runs the system in tests on real databases, with a clock
// that the test moves.
package testkit

import (
	"context"
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

// OnEachEngine runs a test on SQLite and on PostgreSQL, each with a fresh
// database.
func OnEachEngine(t *testing.T, test func(t *testing.T, s *store.Store)) {
	t.Helper()
	for _, engine := range []string{"sqlite", "postgres"} {
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

// OpenOn returns a fresh database on an engine; it is gone after the test.
func OpenOn(t testing.TB, engine string) *store.Store {
	t.Helper()
	url := DatabaseURL(t, engine)
	if engine == "sqlite" {
		if err := NewSQLite(url); err != nil {
			t.Fatal(err)
		}
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

// DatabaseURL returns the address of an empty database on an engine.
func DatabaseURL(t testing.TB, engine string) string {
	t.Helper()
	if engine == "postgres" {
		return postgresDatabase(t)
	}
	return filepath.Join(t.TempDir(), "rento.db")
}

var postgres struct {
	once sync.Once
	url  string // without a database name
	err  error
}

// model is the database that every test's is copied from: it has the schema
// already, which saves each test the migrations.
func model() string { return "rento_model_" + store.SchemaHash()[:12] }

func postgresDatabase(t testing.TB) string {
	t.Helper()
	postgres.once.Do(func() { postgres.url, postgres.err = startPostgres() })
	if postgres.err != nil {
		t.Fatalf("PostgreSQL: %v (make setup installs it)", postgres.err)
	}
	name := "rento_" + ident.Reference(12)
	psql(t, "CREATE DATABASE "+name+" TEMPLATE "+model()+" STRATEGY FILE_COPY")
	t.Cleanup(func() { psql(t, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)") })
	return postgres.url + name
}

func psql(t testing.TB, statement string) {
	t.Helper()
	bin, err := postgresBin()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(filepath.Join(bin, "psql"), "-q", "-c", statement, postgres.url+"postgres").CombinedOutput()
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

// ownPostgres returns the address of the server in the folder, which it starts
// unless it runs.
func ownPostgres(folder string) (string, error) {
	portFile := filepath.Join(folder, "port")
	if text, err := os.ReadFile(portFile); err == nil && answers(string(text)) {
		return serverURL(string(text)), nil
	}
	port, err := bootPostgres(folder, "-c fsync=off -c full_page_writes=off")
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
	_, err = run("postgres", "ALTER DATABASE "+model()+" IS_TEMPLATE true")
	return err
}

func serverURL(port string) string {
	return "postgres://rento@127.0.0.1:" + port + "/"
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
