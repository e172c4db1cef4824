package testkit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"rento/internal/store"
)

// sqliteModel is a SQLite database that has the schema already: copying it
// saves each test the migrations.
var sqliteModel = sync.OnceValues(func() ([]byte, error) {
	folder, err := os.MkdirTemp("", "rento-model-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	path := filepath.Join(folder, "model.db")
	s, err := store.Open(context.Background(), store.Options{URL: path, Relaxed: true})
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil { // also brings everything into the one file
		return nil, err
	}
	_, err = os.Stat(path + "-wal")
	if !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s is not the whole database: %w", path, err)
	}
	return os.ReadFile(path)
})

// NewSQLite makes a SQLite database at a path, with the schema and no data.
func NewSQLite(path string) error {
	model, err := sqliteModel()
	if err != nil {
		return fmt.Errorf("make the model of SQLite databases: %w", err)
	}
	if err := os.WriteFile(path, model, 0o600); err != nil {
		return fmt.Errorf("copy the model of SQLite databases: %w", err)
	}
	return nil
}
