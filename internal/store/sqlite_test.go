package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Only the owner can read the database, whatever its mode was before.
func TestTheFilesOfADatabaseArePrivate(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new")
	path := filepath.Join(folder, "rento.db")
	for round := range 2 {
		s, err := Open(t.Context(), Options{URL: path})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Heartbeat(t.Context()); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]os.FileMode{folder: 0o700, path: 0o600, path + "-wal": 0o600, path + "-shm": 0o600, path + ".lock": 0o600} {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			if got := info.Mode().Perm(); got != want {
				t.Errorf("round %d, %s: mode %o, want %o", round, filepath.Base(name), got, want)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// A file has one lock, whichever path leads to it, and SQLite's other files are beside the real
// file.
func TestOneNodeOpensAFileWhicheverWayLeadsToIt(t *testing.T) {
	folder := t.TempDir()
	file, link := filepath.Join(folder, "real", "p.db"), filepath.Join(folder, "plink.db")
	first, err := Open(t.Context(), Options{URL: file})
	if err != nil {
		t.Fatal(err)
	}
	symlink(t, filepath.Join("real", "p.db"), link)
	symlink(t, "real", filepath.Join(folder, "other"))
	ways := []string{link, "sqlite:" + link, filepath.Join(folder, "other", "p.db")}
	for _, way := range ways {
		if s, err := Open(t.Context(), Options{URL: way}); err == nil || !strings.Contains(err.Error(), "another node has") {
			t.Errorf("%s: got %v, want that another node has it open", way, err)
			_ = s.Close()
		}
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	for _, way := range ways {
		s, err := Open(t.Context(), Options{URL: way})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Heartbeat(t.Context()); err != nil {
			t.Error(err)
		}
		want := []string{"other", "plink.db", "real", "real/p.db", "real/p.db-shm", "real/p.db-wal", "real/p.db.lock"}
		if diff := cmp.Diff(want, slices.Sorted(maps.Keys(files(t, folder)))); diff != "" {
			t.Errorf("%s: the files (-want +got):\n%s", way, diff)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A file whose lock could have two names is refused.
func TestAFileWithSeveralNamesIsRefused(t *testing.T) {
	folder := t.TempDir()
	path, other, lost := filepath.Join(folder, "p.db"), filepath.Join(folder, "q.db"), filepath.Join(folder, "lost.db")
	s, err := Open(t.Context(), Options{URL: path})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(path, other); err != nil {
		t.Fatal(err)
	}
	symlink(t, "nowhere.db", lost)
	before := files(t, folder)
	for way, want := range map[string]string{path: "is one of 2 names (hard links)", other: "is one of 2 names (hard links)", lost: "leads to no file"} {
		if s, err := Open(t.Context(), Options{URL: way}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", way, err, want)
			_ = s.Close()
		}
	}
	if diff := cmp.Diff(before, files(t, folder)); diff != "" {
		t.Errorf("a refusal changed the files (-before +after):\n%s", diff)
	}
	if err := os.Remove(other); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(t.Context(), Options{URL: path}); err != nil {
		t.Fatalf("with one name again: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// A demo city that refuses a foreign file leaves the file, and the folder around it, unchanged.
func TestADemoCityLeavesForeignFilesAsTheyAre(t *testing.T) {
	for name, put := range map[string]func(t *testing.T, path string){
		"a database":                func(t *testing.T, path string) { foreign(t, path, "DELETE") },
		"one with a log that is in": func(t *testing.T, path string) { foreign(t, path, "WAL") },
		"one with a log beside it": func(t *testing.T, path string) {
			at := filepath.Join(t.TempDir(), "open.db")
			pool := openForeign(t, at, "WAL")
			if _, err := pool.Exec("INSERT INTO customers VALUES (2)"); err != nil {
				t.Fatal(err)
			}
			for _, part := range []string{"", "-wal", "-shm"} {
				text, err := os.ReadFile(at + part)
				if err != nil {
					t.Fatal(err)
				}
				write(t, path+part, string(text))
			}
		},
		"a letter": func(t *testing.T, path string) { write(t, path, strings.Repeat("Dear Asha, ", 500)) },
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			path := filepath.Join(folder, "foreign.db")
			put(t, path)
			before := files(t, folder)
			s, err := Open(t.Context(), Options{URL: path, Purpose: Demo})
			if err == nil {
				_ = s.Close()
			}
			if err == nil || name != "a letter" && !errors.Is(err, ErrNotDemo) {
				t.Errorf("got %v, want %v", err, ErrNotDemo)
			}
			if diff := cmp.Diff(before, files(t, folder)); diff != "" {
				t.Errorf("the refusal changed the files (-before +after):\n%s", diff)
			}
		})
	}
}

// A killed demo city's database is still recognized, even if the marker is only in the log.
func TestAKilledDemoCityIsOpenedAgain(t *testing.T) {
	from := filepath.Join(t.TempDir(), "demo.db")
	s, err := Open(t.Context(), Options{URL: from, Purpose: Demo})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if err := errors.Join(s.MarkDemo(t.Context()), s.Heartbeat(t.Context())); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), Options{URL: from, Purpose: Demo}); err == nil || !strings.Contains(err.Error(), "another node has") {
		t.Errorf("while it runs: got %v, want that another node has it open", err)
	}
	path := filepath.Join(t.TempDir(), "demo.db")
	for _, part := range []string{"", "-wal", "-shm", ".lock"} {
		text, err := os.ReadFile(from + part)
		if err != nil {
			t.Fatal(err)
		}
		write(t, path+part, string(text))
	}
	again, err := Open(t.Context(), Options{URL: path, Purpose: Demo})
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

// foreign creates a database that is not ours, readable for everybody.
func foreign(t *testing.T, path, journal string) {
	t.Helper()
	if err := errors.Join(openForeign(t, path, journal).Close(), os.Chmod(path, 0o644)); err != nil {
		t.Fatal(err)
	}
}

func openForeign(t *testing.T, path, journal string) *sql.DB {
	t.Helper()
	pool, err := sql.Open("sqlite", path+"?_pragma=journal_mode("+journal+")")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pool.Close() })
	pool.SetMaxOpenConns(1)
	if _, err := pool.Exec("CREATE TABLE customers (id INTEGER); INSERT INTO customers VALUES (1)"); err != nil {
		t.Fatal(err)
	}
	return pool
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func symlink(t *testing.T, to, from string) {
	t.Helper()
	if err := os.Symlink(to, from); err != nil {
		t.Fatal(err)
	}
}

// files returns mode, time and hash of everything in a folder, by relative path.
func files(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == folder {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		all[name] = fmt.Sprint(info.Mode(), info.ModTime())
		if text, err := os.ReadFile(path); err == nil && info.Mode().IsRegular() {
			all[name] += fmt.Sprintf(" %x", sha256.Sum256(text))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A full disk and a read-only file are told apart by SQLite's own errors.
func TestWhyAWriteFails(t *testing.T) {
	fails := func(pragma string) error {
		pool, err := sql.Open("sqlite", "file:"+filepath.Join(t.TempDir(), "small.db")+"?_pragma="+pragma)
		if err != nil {
			t.Fatal(err)
		}
		defer pool.Close()
		pool.SetMaxOpenConns(1)
		_, err = pool.Exec("CREATE TABLE t (x TEXT)")
		for range 100 {
			if err == nil {
				_, err = pool.Exec("INSERT INTO t VALUES ($1)", strings.Repeat("x", 4096))
			}
		}
		return err
	}
	s := &Store{engine: sqliteEngine{}}
	for reason, err := range map[string]error{
		"the disk is full":  fmt.Errorf("store: commit: %w", fails("max_page_count(10)")),
		"it takes too long": fmt.Errorf("store: begin: %w", context.DeadlineExceeded),
		"it is read-only":   fails("query_only(1)"),
		"see the log":       errors.New("something else"),
	} {
		if got := s.WriteReason(err); got != reason {
			t.Errorf("%v: got %q, want %q", err, got, reason)
		}
	}
}

// SQLite finds the rows that every home screen reads with a single search.
func TestTablesOfHomeAreInTheOrderOfTheirKey(t *testing.T) {
	s, err := Open(t.Context(), Options{URL: filepath.Join(t.TempDir(), "rento.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	rows, err := s.read.QueryContext(t.Context(), "SELECT name FROM pragma_table_list WHERE wr = 1 AND name NOT LIKE 'sqlite_%'")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var got []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		got = append(got, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values(inKeyOrder)), slices.Sorted(slices.Values(got))); diff != "" {
		t.Errorf("tables in the order of their key (-want +got):\n%s", diff)
	}
}
