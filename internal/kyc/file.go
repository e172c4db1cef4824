package kyc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
	"time"

	"rento/internal/blob"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/upload"
)

// File is an uploaded file: its name, the media type that it claims to have, and its content.
type File = upload.File

// The maximum file sizes in bytes.
const (
	MaxImage = 6 << 20
	MaxPDF   = 10 << 20
)

const (
	typeJPEG = "image/jpeg"
	typePNG  = "image/png" // of a masked Aadhaar
	typePDF  = "application/pdf"
)

// taken is a checked file. A picture is re-encoded, so that it holds nothing but the visible image.
type taken struct {
	name string
	scan provider.Scan
}

// readFile checks a file and has it scanned for malware. Faults: 413 for a file that is too large,
// 415 for a file that is neither a picture nor a PDF or is not of the type it claims, and the
// faults of upload.Service.Scan.
func (s *Service) readFile(ctx context.Context, f File) (taken, error) {
	data, err := io.ReadAll(io.LimitReader(f.Body, MaxPDF+1))
	if err != nil {
		return taken{}, fmt.Errorf("kyc: read a file: %w", err)
	}
	if bytes.HasPrefix(data, []byte("%PDF-")) {
		pdf, err := takePDF(f, data)
		if err != nil {
			return taken{}, err
		}
		return pdf, s.uploads.Scan(ctx, bytes.NewReader(data))
	}
	if len(data) > MaxImage {
		return taken{}, fault.TooLarge("kyc.image_too_large", "This image is larger than 6 MB. Please choose a smaller one.")
	}
	name, clean, err := s.uploads.Clean(ctx, File{Name: f.Name, Type: f.Type, Size: int64(len(data)), Body: bytes.NewReader(data)})
	if err != nil {
		return taken{}, err
	}
	return taken{name, provider.Scan{Type: typeJPEG, Data: clean}}, nil
}

func takePDF(f File, data []byte) (taken, error) {
	if len(data) > MaxPDF {
		return taken{}, fault.TooLarge("kyc.pdf_too_large", "This PDF is larger than 10 MB. Please choose a smaller one.")
	}
	if f.Type != typePDF || !strings.EqualFold(path.Ext(f.Name), ".pdf") || acts(data) {
		return taken{}, fault.Unsupported("kyc.pdf_not_taken", "This PDF is not taken. Please choose a plain one, as your bank or authority gives it out.")
	}
	return taken{upload.SafeName(f.Name, ".pdf"), provider.Scan{Type: typePDF, Data: data}}, nil
}

// The jobs about files.
const (
	jobForgetFile = "kyc.forget_file"
	unusedTime    = time.Hour
)

// heldFile is the payload of the job that deletes a file without a row.
type heldFile struct {
	CustomerID, ID int64
	Key            string
}

// planFile schedules the deletion of a file in case its row is never written.
func (c *change) planFile(id int64, key string) error {
	return c.s.jobs.Enqueue(c.ctx, c.tx, jobs.Job{
		Kind: jobForgetFile, Key: strconv.FormatInt(id, 10), Payload: heldFile{c.CustomerID, id, key}, RunAt: c.s.clock.Now().Add(unusedTime),
	})
}

// forgetFile deletes a file that has no row.
func (s *Service) forgetFile(ctx context.Context, h heldFile) error {
	_, err := s.store.Queries().KycDocument(ctx, h.CustomerID, h.ID)
	if err == nil {
		return nil
	}
	if !store.IsNone(err) {
		return fmt.Errorf("kyc: forget a file: %w", err)
	}
	return s.blobs.Delete(ctx, h.Key)
}

// newFile is the id and blob key of a file that is about to be stored.
type newFile struct {
	id  int64
	key string
}

func (s *Service) placeForFile() newFile { return newFile{s.ids.Next(), blob.NewKey()} }

// putFile stores a file, encrypted with the customer's key.
func (s *Service) putFile(ctx context.Context, c Case, f newFile, data []byte) error {
	if err := s.blobs.Put(ctx, f.key, c.key.Seal(placeOfFile(c.CustomerID, f.id), data)); err != nil {
		return fmt.Errorf("kyc: keep a file: %w", err)
	}
	return nil
}

// addFile records a stored file for a step. It replaces the file of the same side.
func (c *change) addFile(step Step, side provider.Side, f newFile, name string, scan provider.Scan) error {
	if err := c.dropFiles(step, side); err != nil {
		return err
	}
	err := c.tx.KycDocumentAdd(c.ctx, db.KycDocumentAddParams{
		CustomerID: c.CustomerID, ID: f.id, Step: string(step), Side: string(side), Name: name, MediaType: scan.Type,
		SizeBytes: int64(len(scan.Data)), BlobKey: f.key, CreatedAt: c.s.now(),
	})
	if err != nil {
		return fmt.Errorf("kyc: keep a document: %w", err)
	}
	return nil
}

// dropFiles deletes the files of a step: those of one side, or all if side is "".
func (c *change) dropFiles(step Step, side provider.Side) error {
	rows, err := c.tx.KycDocuments(c.ctx, c.CustomerID)
	if err != nil {
		return fmt.Errorf("kyc: documents: %w", err)
	}
	for _, row := range rows {
		if Step(row.Step) != step || side != "" && provider.Side(row.Side) != side {
			continue
		}
		if err := c.tx.KycDocumentRemove(c.ctx, c.CustomerID, row.ID); err != nil {
			return fmt.Errorf("kyc: forget a document: %w", err)
		}
		job := jobs.Job{Kind: jobForgetFile, Key: "now/" + strconv.FormatInt(row.ID, 10), Payload: heldFile{c.CustomerID, row.ID, row.BlobKey}}
		if err := c.s.jobs.Enqueue(c.ctx, c.tx, job); err != nil {
			return err
		}
	}
	return nil
}

// Document is a file that the customer brought.
type Document struct {
	ID   int64
	Step Step
	Side provider.Side
	Name string
	Type string
}

// Documents lists the customer's files.
func (s *Service) Documents(ctx context.Context, customerID int64) ([]Document, error) {
	rows, err := s.store.Queries().KycDocuments(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("kyc: documents: %w", err)
	}
	var list []Document
	for _, r := range rows {
		if provider.Side(r.Side) != provider.Portrait {
			list = append(list, Document{r.ID, Step(r.Step), provider.Side(r.Side), r.Name, r.MediaType})
		}
	}
	return list, nil
}

// Token is the last part of an address that shows a document for five minutes.
func (s *Service) Token(customerID, id int64) string {
	return s.links.Token(customerID, strconv.FormatInt(id, 36))
}

// Shown is a document with its content.
type Shown struct {
	Document

	Data []byte
}

// Show returns the document of a token. It returns a 404 if the token is not ours or has expired,
// or if the document has been deleted.
func (s *Service) Show(ctx context.Context, token string) (Shown, error) {
	gone := fault.NotFound("kyc.document_gone", "This document is not here any more. Please reload the page.")
	link, err := s.links.Read(token)
	if err != nil {
		return Shown{}, err
	}
	id, err := strconv.ParseInt(link.ID, 36, 64)
	if err != nil {
		return Shown{}, gone
	}
	c, err := s.Of(ctx, link.CustomerID)
	if err != nil {
		return Shown{}, err
	}
	row, err := s.store.Queries().KycDocument(ctx, link.CustomerID, id)
	if store.IsNone(err) || c.erased {
		return Shown{}, gone
	}
	if err != nil {
		return Shown{}, fmt.Errorf("kyc: document: %w", err)
	}
	data, err := s.bytesOf(ctx, c, row)
	if errors.Is(err, blob.ErrNone) {
		return Shown{}, gone
	}
	return Shown{Document{row.ID, Step(row.Step), provider.Side(row.Side), row.Name, row.MediaType}, data}, err
}

// bytesOf reads and decrypts a document.
func (s *Service) bytesOf(ctx context.Context, c Case, row db.KycDocument) ([]byte, error) {
	body, err := s.blobs.Get(ctx, row.BlobKey)
	if err != nil {
		return nil, fmt.Errorf("kyc: document: %w", err)
	}
	sealed, err := io.ReadAll(body)
	if err = errors.Join(err, body.Close()); err != nil {
		return nil, fmt.Errorf("kyc: document: %w", err)
	}
	return c.key.Open(placeOfFile(c.CustomerID, row.ID), sealed)
}

// Clear deletes every file that this database knows of. It is for the demo city, which is emptied
// and built again.
func (s *Service) Clear(ctx context.Context) error {
	keys, err := s.store.Queries().KycBlobKeys(ctx)
	if err != nil {
		return fmt.Errorf("kyc: clear: %w", err)
	}
	for _, key := range keys {
		if err := s.blobs.Delete(ctx, key); err != nil {
			return err
		}
	}
	return nil
}

// reference is the provider's reference for a try of a step.
func reference(customerID int64, step Step, attempt int64) string {
	return fmt.Sprintf("%d-%s-%d", customerID, step, attempt)
}

// parseReference parses the result of reference.
func parseReference(text string) (customerID int64, step Step, attempt int64, ok bool) {
	parts := strings.Split(text, "-")
	if len(parts) != 3 {
		return 0, "", 0, false
	}
	customerID, err := strconv.ParseInt(parts[0], 10, 64)
	attempt, err2 := strconv.ParseInt(parts[2], 10, 64)
	return customerID, Step(parts[1]), attempt, err == nil && err2 == nil && reference(customerID, Step(parts[1]), attempt) == text
}

// newCode is a code for verifying an e-mail address.
func newCode() string { return ident.Code(codeDigits) }
