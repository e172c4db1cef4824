package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
)

// Look finds out what a database is for, leaves nothing behind, and needs no lock.
func TestLookLeavesNoTrace(t *testing.T) {
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			url := testkit.DatabaseURL(t, engine)
			look := func(want error) {
				t.Helper()
				if err := store.Look(t.Context(), url, store.Production, nil); !errors.Is(err, want) {
					t.Errorf("got %v, want %v", err, want)
				}
			}
			look(nil)
			if _, err := os.Stat(url); engine == "sqlite" && !errors.Is(err, os.ErrNotExist) {
				t.Errorf("the file that was not there: got %v, want it missing still", err)
			}
			s, err := store.Open(t.Context(), store.Options{URL: url, Relaxed: true, MaxConns: 2})
			if err != nil {
				t.Fatal(err)
			}
			look(nil)
			mark := errors.New("what the reader says")
			err = store.Look(t.Context(), url, store.Production, func(q *db.Queries) error {
				if _, err := q.NotifyOutbox(t.Context(), "", 1); err != nil {
					return err
				}
				return mark
			})
			if !errors.Is(err, mark) {
				t.Errorf("a reader of an open database: got %v, want its own error", err)
			}
			if err := s.MarkDemo(t.Context()); err != nil {
				t.Fatal(err)
			}
			look(store.ErrIsDemo)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			look(store.ErrIsDemo)
		})
	}
	nowhere := filepath.Join(t.TempDir(), "folder", "rento.db")
	if err := store.Look(t.Context(), nowhere, store.Production, nil); err != nil {
		t.Errorf("a file in a folder that is not there: got %v, want it taken", err)
	}
	if _, err := os.Stat(filepath.Dir(nowhere)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder: got %v, want it missing still", err)
	}
}

// Production refuses unencrypted connections to another machine, and servers there without a
// password. It never dials a refused server.
func TestProductionRefusesAnOpenServerElsewhere(t *testing.T) {
	t.Setenv("PGPASSWORD", "")
	t.Setenv("PGPASSFILE", filepath.Join(t.TempDir(), "none"))
	for url, want := range map[string]string{
		"postgres://rento:w7Rk2Zq9Xt4Lm6Vb@db.invalid/rento?sslmode=disable":           "sslmode=disable",
		"postgres://rento@db.invalid/rento":                                            "without a password",
		"postgres://rento@db.invalid/rento?sslmode=verify-full":                        "without a password",
		"postgres://rento:w7Rk2Zq9Xt4Lm6Vb@localhost,db.invalid/rento?sslmode=disable": "sslmode=disable",
	} {
		_, err := store.Open(t.Context(), store.Options{URL: url, Purpose: store.Production})
		for doing, err := range map[string]error{"Open": err, "Look": store.Look(t.Context(), url, store.Production, nil)} {
			if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "w7Rk2") {
				t.Errorf("%s %s: got %v, want %q", doing, url, err, want)
			}
		}
	}
}
