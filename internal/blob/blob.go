// Package blob keeps files: in a folder of the one machine, or in storage that
// speaks the S3 protocol when there are several (docs/uploads.md).
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"rento/internal/ident"
)

// ErrNone is a key under which nothing is kept.
var ErrNone = errors.New("blob: there is no such file")

// Store keeps files under keys. A file is there whole or not at all, and is
// never changed: what is new gets a key of its own.
type Store interface {
	// Put keeps data under a key of NewKey.
	Put(ctx context.Context, key string, data []byte) error
	// Get returns the file, which the caller closes, or ErrNone.
	Get(ctx context.Context, key string) (io.ReadCloser, error)
	// Delete forgets a file. One that is not there is no error.
	Delete(ctx context.Context, key string) error
}

// keyLength holds 128 random bits.
const keyLength = 26

// NewKey returns a random key. No name that somebody chose is ever part of one.
func NewKey() string {
	name := ident.Reference(keyLength)
	return name[:2] + "/" + name
}

// checkKey refuses what NewKey cannot have made.
func checkKey(key string) error {
	folder, name, ok := strings.Cut(key, "/")
	if !ok || len(name) != keyLength || !strings.HasPrefix(name, folder) || len(folder) != 2 || strings.Trim(name, "0123456789abcdefghijklmnopqrstuvwxyz") != "" {
		return fmt.Errorf("blob: %q is no key", key)
	}
	return nil
}
