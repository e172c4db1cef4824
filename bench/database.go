package main

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	_ "github.com/jackc/pgx/v5/stdlib" // the program's driver of PostgreSQL
	_ "modernc.org/sqlite"             // the program's driver of SQLite

	"rento/internal/testkit"
)

// The engines that are measured.
const (
	sqlite   = "SQLite"
	postgres = "PostgreSQL"
)

var engines = []string{sqlite, postgres}

// database is an empty database for a run.
type database struct{ engine, url string }

// open opens the database without the program's store. It is opened without durability for filling.
func (d database) open(durable bool) (*sql.DB, error) {
	driver, address := "pgx", d.url
	if d.engine == sqlite {
		synchronous := "OFF"
		if durable {
			synchronous = "FULL"
		}
		driver = "sqlite"
		address = "file:" + d.url + "?_txlock=immediate&_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=temp_store(MEMORY)&_pragma=cache_size(-64000)&_pragma=synchronous(" + synchronous + ")"
	}
	pool, err := sql.Open(driver, address)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", d.engine, err)
	}
	pool.SetMaxOpenConns(1)
	return pool, nil
}

// databases creates empty databases: SQLite files in a folder, and databases of a durable
// PostgreSQL server in the same folder, which is started when first needed. RENTO_TEST_POSTGRES can
// name another server.
type databases struct {
	folder string
	server string
	stop   func() error
	err    error
}

func (d *databases) close() error {
	if d.stop == nil {
		return nil
	}
	return d.stop()
}

// empty returns a new database, or an error that says why there is none.
func (d *databases) empty(engine, name string) (database, error) {
	if engine == sqlite {
		return database{engine, filepath.Join(d.folder, name+".db")}, nil
	}
	if d.server == "" && d.err == nil {
		d.err = d.start()
	}
	if d.err != nil {
		return database{}, d.err
	}
	name = fmt.Sprintf("bench_%d_%s", os.Getpid(), strings.ReplaceAll(name, "-", "_"))
	if err := testkit.CreatePostgres(d.server, name); err != nil {
		return database{}, fmt.Errorf("create %s: %w", name, err)
	}
	return database{engine, d.server + name}, nil
}

func (d *databases) start() (err error) {
	if named := os.Getenv("RENTO_TEST_POSTGRES"); named != "" {
		d.server = strings.TrimSuffix(named, "/") + "/"
		return nil
	}
	folder := filepath.Join(d.folder, "postgres")
	if err := os.Mkdir(folder, 0o755); err != nil { // the server runs as a user of its own
		return fmt.Errorf("make a folder: %w", err)
	}
	d.server, d.stop, err = testkit.StartPostgres(folder)
	return err
}
