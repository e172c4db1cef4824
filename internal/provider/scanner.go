package provider

import (
	"context"
	"io"
)

// Scanner looks for malware in files that people send.
type Scanner interface {
	// Name is how logs and alerts call it.
	Name() string
	// Scan reads a file to its end and returns the name of the malware that was found
	// in it, "" for none. After an *Error nothing is known of the file: it must not
	// be taken for clean.
	Scan(ctx context.Context, file io.Reader) (found string, err error)
}
