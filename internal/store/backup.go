package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// ErrNotSQLite says that a database is not a file that Backup could copy.
var ErrNotSQLite = errors.New("store: this database is PostgreSQL, which has tools of its own for copies")

// Backup copies a SQLite database to a new file with mode 0600, while a node
// may be writing to it: the copy is one snapshot, with every transaction whose
// commit was acknowledged before the call. The SHA-256 of the copy and the number
// of rows of each of its tables are written beside it (ChecksumFile, CountsFile).
// None of these files may exist; nothing is left of a copy that failed.
func Backup(ctx context.Context, database, file string) error {
	if isPostgres(database) {
		return ErrNotSQLite
	}
	if err := mustBeNew(file, ChecksumFile(file), CountsFile(file)); err != nil {
		return err
	}
	sum, err := copyTo(ctx, sqlitePath(database), file)
	if err != nil {
		return err
	}
	counts, err := countsOf(ctx, file)
	if err != nil {
		return err
	}
	if err := writeNew(CountsFile(file), counts); err != nil {
		return err
	}
	if err := writeNew(ChecksumFile(file), fmt.Sprintf("%s  %s\n", sum, filepath.Base(file))); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(file))
}

// Restore puts a copy where a SQLite database is to be. Nothing may be there
// yet: neither the file nor what SQLite left beside an earlier one, which it
// would play into the copy.
func Restore(ctx context.Context, file, database string) error {
	if isPostgres(database) {
		return ErrNotSQLite
	}
	path := sqlitePath(database)
	if err := mustBeNew(path, path+"-wal", path+"-shm", path+"-journal"); err != nil {
		return err
	}
	if _, err := copyTo(ctx, file, path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// ChecksumFile is where the SHA-256 of a copy stands, in the form that
// sha256sum reads.
func ChecksumFile(file string) string { return file + ".sha256" }

// CountsFile is where the number of rows of each table of a copy stands: a line
// for each table, with a space between name and number.
func CountsFile(file string) string { return file + ".counts" }

func countsOf(ctx context.Context, file string) (text string, err error) {
	c, err := OpenCopy(ctx, file)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	counts, err := c.Counts(ctx)
	if err != nil {
		return "", err
	}
	for _, count := range counts {
		text += fmt.Sprintf("%s %d\n", count.Table, count.Rows)
	}
	return text, nil
}

// copyTo makes a durable copy of a database under a new name, and returns its
// SHA-256. The copy has its name only once it is whole; Link, unlike Rename,
// never replaces a file.
func copyTo(ctx context.Context, database, file string) (sum string, err error) {
	part, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".part-*") // with mode 0600
	if err != nil {
		return "", fmt.Errorf("store: copy: %w", err)
	}
	defer func() { _ = os.Remove(part.Name()) }() // its other name stays
	defer func() { err = errors.Join(err, part.Close()) }()
	if err := vacuumInto(ctx, database, part.Name()); err != nil {
		return "", err
	}
	if err := part.Sync(); err != nil {
		return "", fmt.Errorf("store: copy: %w", err)
	}
	if sum, err = checksum(part); err != nil {
		return "", err
	}
	if err := os.Link(part.Name(), file); err != nil {
		return "", fmt.Errorf("store: copy: %w", err)
	}
	return sum, nil
}

func mustBeNew(files ...string) error {
	for _, file := range files {
		if _, err := os.Lstat(file); err == nil {
			return fmt.Errorf("store: copy: %s exists and is not overwritten: %w", file, fs.ErrExist)
		}
	}
	return nil
}

// vacuumInto copies one snapshot. The connection is SQLite's own, beside those
// of a node: it takes the locks that readers take, so it needs no turn among
// the writers and keeps none of them waiting.
func vacuumInto(ctx context.Context, database, file string) error {
	pool, err := openReadOnly(ctx, database, nil)
	if err != nil {
		return err
	}
	defer func() { _ = pool.Close() }() // it has only read
	if _, err := pool.ExecContext(ctx, "VACUUM INTO ?", file); err != nil {
		return fmt.Errorf("store: copy %s: %w", database, err)
	}
	return nil
}

func checksum(r io.ReadSeeker) (string, error) {
	sum := sha256.New()
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return "", fmt.Errorf("store: checksum: %w", err)
	}
	if _, err := io.Copy(sum, r); err != nil {
		return "", fmt.Errorf("store: checksum: %w", err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

func writeNew(path, text string) (err error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) //nolint:gosec // the operator names the path
	if err != nil {
		return fmt.Errorf("store: copy: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if _, err := file.WriteString(text); err != nil {
		return fmt.Errorf("store: copy: %w", err)
	}
	if err := file.Sync(); err != nil {
		return fmt.Errorf("store: copy: %w", err)
	}
	return nil
}

// syncFolder makes the names of new files survive a power cut.
func syncFolder(path string) error {
	folder, err := os.Open(path) //nolint:gosec // the operator names the path
	if err != nil {
		return fmt.Errorf("store: copy: %w", err)
	}
	defer func() { _ = folder.Close() }() // it was only read
	if err := folder.Sync(); err != nil {
		return fmt.Errorf("store: copy: %w", err)
	}
	return nil
}

func sqlitePath(address string) string { return strings.TrimPrefix(address, "sqlite:") }

// openReadOnly opens a SQLite file that must exist, which it cannot change and
// need not have for itself. how has further parameters of SQLite's addresses.
func openReadOnly(ctx context.Context, path string, how url.Values) (*sql.DB, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	values := url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(5000)", "temp_store(MEMORY)"}}
	maps.Copy(values, how)
	pool, err := sql.Open("sqlite", sqliteAddress(path, values))
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	pool.SetMaxOpenConns(1)
	var tables int64
	if err := pool.QueryRowContext(ctx, "SELECT COUNT(*) FROM sqlite_schema").Scan(&tables); err != nil {
		return nil, errors.Join(fmt.Errorf("store: %s cannot be read as a SQLite database: %w", path, err), pool.Close())
	}
	return pool, nil
}
