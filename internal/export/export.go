// Package export gives customers a copy of all data held about them, as the law requires
// (docs/accounts.md). Each package with personal data declares, as a Part, which columns of its
// tables are included, and this package writes them into one ZIP file.
package export

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"rento/internal/calendar"
	"rento/internal/store/db"
)

// Part is one package's part of a customer's download.
type Part struct {
	// Name is the key of the part in data.json.
	Name string
	// About describes the part in plain words, for the readme.
	About  string
	Tables []Table
	// Files passes the customer's files to put one by one. It is nil if there are none.
	Files func(ctx context.Context, q *db.Queries, customerID int64, put func(File) error) error
}

// File is a file of a customer. Name is its path in the archive.
type File struct {
	Name string
	At   calendar.Instant
	Body io.Reader
}

// Kept describes data that is not in the archive, and why. Tables are the tables that are left out
// entirely.
type Kept struct {
	Tables    []string
	What, Why string
}

// Archive is the download of one customer.
type Archive struct {
	CustomerID int64
	Brand      string
	At         calendar.Instant
	Parts      []Part
	Kept       []Kept
}

// Write writes the archive to w while reading the data. At most one page of a table and one file
// are in memory. The archive is not one snapshot of the database, so that nothing is blocked; data
// added meanwhile may be in it.
func (a Archive) Write(ctx context.Context, q *db.Queries, w io.Writer) error {
	archive := zip.NewWriter(w)
	if err := a.writeReadme(archive); err != nil {
		return fmt.Errorf("export: readme: %w", err)
	}
	if err := a.writeData(ctx, q, archive); err != nil {
		return fmt.Errorf("export: data of customer %d: %w", a.CustomerID, err)
	}
	for _, part := range a.Parts {
		if part.Files == nil {
			continue
		}
		err := part.Files(ctx, q, a.CustomerID, func(f File) error {
			entry, err := a.entry(archive, f.Name, f.At, zip.Store) // pictures and PDFs are compressed already
			if err != nil {
				return err
			}
			_, err = io.Copy(entry, f.Body)
			return err
		})
		if err != nil {
			return fmt.Errorf("export: files of %s of customer %d: %w", part.Name, a.CustomerID, err)
		}
	}
	return archive.Close()
}

func (a Archive) entry(archive *zip.Writer, name string, at calendar.Instant, method uint16) (io.Writer, error) {
	return archive.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: at.Time()})
}

func (a Archive) writeReadme(archive *zip.Writer) error {
	entry, err := a.entry(archive, "readme.txt", a.At, zip.Deflate)
	if err != nil {
		return err
	}
	_, err = io.WriteString(entry, a.Readme())
	return err
}

// Readme describes in plain words what is in the archive, and what is not.
func (a Archive) Readme() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Your data at %s\n\nThis is a copy of what we hold of you, made on %s.\n", a.Brand, a.At.Time().Format("2 January 2006 at 15:04"))
	b.WriteString("data.json holds it as text that a person and a program can read. Amounts are in rupees, days are written year-month-day, and times are those of India.\n\nThe parts of data.json:\n\n")
	for _, part := range a.Parts {
		fmt.Fprintf(&b, "- %s: %s\n", part.Name, part.About)
	}
	b.WriteString("\nThe other files are the pictures and documents that you have given us and that we still keep.\n\nWhat is not in it:\n\n")
	for _, k := range a.Kept {
		fmt.Fprintf(&b, "- %s: %s\n", k.What, k.Why)
	}
	b.WriteString("\nKeep this file where nobody else can read it.\n")
	return b.String()
}

// writeData writes one object for each part, with a list for each of its tables and a line for each
// row.
func (a Archive) writeData(ctx context.Context, q *db.Queries, archive *zip.Writer) error {
	entry, err := a.entry(archive, "data.json", a.At, zip.Deflate)
	if err != nil {
		return err
	}
	at, err := json.Marshal(a.At)
	if err != nil {
		return err
	}
	out := &writer{w: entry}
	out.text(`{"made_at": `, string(at))
	for _, part := range a.Parts {
		out.text(",\n", quoted(part.Name), ": {")
		for i, table := range part.Tables {
			if i > 0 {
				out.text(",")
			}
			out.text("\n  ", quoted(table.Columns().Table), ": [")
			separator := "\n    "
			err := table.each(ctx, q, a.CustomerID, func(row any) error {
				text, err := rowJSON(row)
				out.text(separator, string(text))
				separator = ",\n    "
				if err != nil {
					return err
				}
				return out.err
			})
			if err != nil {
				return fmt.Errorf("%s: %w", table.Columns().Table, err)
			}
			out.text("]")
		}
		out.text("}")
	}
	out.text("}\n")
	return out.err
}

// writer remembers the first error of many writes.
type writer struct {
	w   io.Writer
	err error
}

func (w *writer) text(parts ...string) {
	for _, p := range parts {
		if w.err == nil {
			_, w.err = io.WriteString(w.w, p)
		}
	}
}

func quoted(text string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a text can always be encoded
	return strings.TrimSpace(b.String())
}
