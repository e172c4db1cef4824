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

// ErrNotSQLite says that the database is PostgreSQL, which Backup and Restore do not handle.
var ErrNotSQLite = errors.New("store: this database is PostgreSQL, which has tools of its own for copies")

// Backup copies a SQLite database to a new file with mode 0600, while a node may be writing to it.
// The copy is one snapshot with every transaction whose commit was acknowledged before the call.
// The copy's SHA-256 and the number of rows of each table are written beside it (ChecksumFile,
// CountsFile). None of these files may exist yet. A failed copy leaves nothing behind.
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

// Restore copies a backup to the path of a SQLite database. The path must be empty: neither the
// file may exist nor the log that SQLite left beside an earlier one, because SQLite would replay
// that log into the restored database.
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

// ChecksumFile is the path of a copy's SHA-256, in the format of sha256sum.
func ChecksumFile(file string) string { return file + ".sha256" }

// CountsFile is the path of a copy's row counts. It has a line for each table: the name, a space
// and the number.
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

// copyTo makes a durable copy of a database under a new name and returns its SHA-256. The copy gets
// its name only once it is complete. Link, unlike Rename, never replaces a file.
func copyTo(ctx context.Context, database, file string) (sum string, err error) {
	part, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".part-*") // with mode 0600
	if err != nil {
		return "", fmt.Errorf("store: copy: %w", err)
	}
	defer func() { _ = os.Remove(part.Name()) }() // the linked name stays
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

// vacuumInto copies one snapshot. It uses a SQLite connection of its own, separate from those of a
// node. It takes only read locks, so it neither queues with the writers nor blocks them.
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

// openReadOnly opens an existing SQLite file read-only and without exclusive use. how holds further
// parameters for the SQLite address.
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
