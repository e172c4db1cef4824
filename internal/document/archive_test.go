package document

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/calendar"
)

// many is an archive of so many documents. printed is told of each file.
func many(n int, printed func(billing.IssuedDocument, File) error) archive {
	return archive{
		each: func(each func(billing.IssuedDocument) error) error {
			for i := range n {
				d := billing.IssuedDocument{
					CustomerID: int64(i), Kind: "rental", Number: fmt.Sprintf("KA/26-27/%07d", i+1), Date: calendar.MustParse("2026-11-01"),
					BillTo: billing.Party{Name: "=Asha, Rao"}, Totals: billing.Totals{Taxable: 10000, CGST: 900, SGST: 900, Total: 11800},
				}
				if err := each(d); err != nil {
					return err
				}
			}
			return nil
		},
		print: func(d billing.IssuedDocument) (File, error) {
			file := File{PDF: bytes.Repeat([]byte{byte(d.CustomerID)}, 20_000)}
			return file, printed(d, file)
		},
	}
}

// counter counts what is written to it.
type counter struct{ written int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.written += int64(len(p))
	return len(p), nil
}

// Of ten thousand documents no more than one waits to be written at any time.
func TestAnArchiveHoldsOneDocumentAtATime(t *testing.T) {
	var out counter
	var made, most int64
	err := many(10_000, func(_ billing.IssuedDocument, f File) error {
		most = max(most, made-out.written)
		made += int64(len(f.PDF))
		return nil
	}).write(&out)
	if err != nil {
		t.Fatal(err)
	}
	if out.written < made {
		t.Errorf("%d bytes were written, want all %d and more", out.written, made)
	}
	if most > 20_000 {
		t.Errorf("%d bytes waited to be written, want one document at most", most)
	}
}

// The index names each document with its file.
func TestTheIndexOfAnArchive(t *testing.T) {
	var out bytes.Buffer
	if err := many(2, func(billing.IssuedDocument, File) error { return nil }).write(&out); err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range archive.File {
		names = append(names, f.Name)
	}
	if diff := cmp.Diff([]string{"index.csv", "KA-26-27-0000001.pdf", "KA-26-27-0000002.pdf"}, names); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	entry, err := archive.Open("index.csv")
	if err != nil {
		t.Fatal(err)
	}
	index, err := io.ReadAll(entry)
	if err != nil {
		t.Fatal(err)
	}
	want := `number,date,kind,customer_id,customer,gstin,taxable,cgst,sgst,igst,round_off,total,file
KA/26-27/0000001,2026-11-01,rental,0,"'=Asha, Rao",,100.00,9.00,9.00,0.00,0.00,118.00,KA-26-27-0000001.pdf
KA/26-27/0000002,2026-11-01,rental,1,"'=Asha, Rao",,100.00,9.00,9.00,0.00,0.00,118.00,KA-26-27-0000002.pdf
`
	if diff := cmp.Diff(want, string(index)); diff != "" {
		t.Errorf("the index (-want +got):\n%s", diff)
	}
}

// If a document in the middle cannot be printed, what was written is no archive, and not one that
// lacks a document.
func TestAnArchiveThatBreaksIsNone(t *testing.T) {
	broken := errors.New("broken")
	var out bytes.Buffer
	err := many(5, func(d billing.IssuedDocument, _ File) error {
		if d.CustomerID == 2 {
			return broken
		}
		return nil
	}).write(&out)
	if !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
	if _, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len())); !errors.Is(err, zip.ErrFormat) {
		t.Errorf("what was written opens: got %v, want %v", err, zip.ErrFormat)
	}
}
