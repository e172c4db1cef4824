// Package upload takes pictures in from customers, keeps them, and shows them
// to their owners (docs/uploads.md).
package upload

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"path"
	"runtime"
	"strings"
	"time"
	"unicode"

	"golang.org/x/sync/semaphore"

	"rento/internal/alert"
	"rento/internal/audit"
	"rento/internal/blob"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/idempotency"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

const (
	// MaxBytes is how large a picture may come in.
	MaxBytes = 8 << 20
	// What a customer may have kept in all.
	quotaFiles = 300
	quotaBytes = 500 << 20
	// dayBytes is how much of it may come on one day.
	dayBytes = 200 << 20

	longestName     = 100
	unusedRetention = 24 * time.Hour
	jobForget       = "upload.forget"

	// Decoding takes memory, so pictures wait for each other beyond this much,
	// in bytes; what a large one leaves behind is cleared before the next.
	decodeMemory = 240 << 20
	largePicture = 32 << 20
	decodeTime   = 10 * time.Second
	waitTime     = 20 * time.Second
)

// Purpose is what a picture is sent for.
type Purpose string

// The purposes: a repair, and a message of the chat.
const (
	Ticket Purpose = "ticket"
	Chat   Purpose = "chat"
)

// storedType is the media type of every picture that is storedType.
const storedType = "image/jpeg"

// Upload is a picture that is kept. Size is bytes.
type Upload struct {
	ID   string
	Name string
	Type string
	Size int64
}

// Service takes, keeps and shows pictures.
type Service struct {
	store  *store.Store
	blobs  blob.Store
	clock  calendar.Clock
	jobs   *jobs.Queue
	logger *slog.Logger
	links  Links
	memory *semaphore.Weighted
	audit  *audit.Log

	scanner provider.Scanner
	alerts  *alert.Service
}

// Deps are what the service works with. Secret keys the links to pictures;
// empty makes one that lasts as long as the process. Without a Scanner no file is
// looked at for malware; Alerts are told when it does not answer.
type Deps struct {
	Store  *store.Store
	Blobs  blob.Store
	IDs    *ident.Source
	Clock  calendar.Clock
	Jobs   *jobs.Queue
	Logger *slog.Logger
	Secret []byte

	Scanner provider.Scanner
	Alerts  *alert.Service
}

// New returns the service and registers its job.
func New(d Deps) *Service {
	s := &Service{
		store: d.Store, blobs: d.Blobs, clock: d.Clock, jobs: d.Jobs, logger: d.Logger,
		links: NewLinks(d.Clock, d.Secret, "links to uploads", linkStep, linkLifetime), memory: semaphore.NewWeighted(decodeMemory), audit: audit.New(d.IDs, d.Clock),
		scanner: d.Scanner, alerts: d.Alerts,
	}
	jobs.Handle(s.jobs, jobForget, s.forget)
	return s
}

// Add checks a picture, encodes it anew and keeps it. Without a request or a
// message that uses it, it is forgotten after a day. Faults: 413 when it has too many bytes
// or pixels, or the customer has too many pictures; 415 when it is no picture,
// or another one than it claims to be; those of Scan; 429 when others are being read,
// or the day has brought enough.
func (s *Service) Add(ctx context.Context, customerID int64, purpose Purpose, f File) (Upload, error) {
	name, data, err := s.Clean(ctx, f)
	if err != nil {
		return Upload{}, err
	}
	return s.storeBytes(ctx, customerID, purpose, name, data)
}

// Clean checks a picture as Add does and returns it encoded anew as a JPEG, with a
// name that is harmless; nothing of it is kept here.
func (s *Service) Clean(ctx context.Context, f File) (name string, data []byte, err error) {
	p, err := inspect(f)
	if err != nil {
		return "", nil, err
	}
	if err := p.rewind(); err != nil {
		return "", nil, err
	}
	if err := s.Scan(ctx, f.Body); err != nil {
		return "", nil, err
	}
	data, err = s.decode(ctx, p)
	return safeName(f.Name), data, err
}

func (s *Service) decode(ctx context.Context, p picture) ([]byte, error) {
	waiting, cancel := context.WithTimeout(ctx, waitTime)
	defer cancel()
	if err := s.memory.Acquire(waiting, p.memory); err != nil {
		return nil, errors.Join(ctx.Err(), fault.TooMany(int(waitTime.Seconds())))
	}
	defer s.memory.Release(p.memory)
	if p.memory > largePicture {
		defer runtime.GC()
	}
	working, cancel := context.WithTimeout(ctx, decodeTime)
	defer cancel()
	return p.clean(working)
}

// storeBytes stores a file between two transactions: the first one has them
// forgotten if the second never comes, so that no file is ever left behind.
func (s *Service) storeBytes(ctx context.Context, customerID int64, purpose Purpose, name string, data []byte) (Upload, error) {
	u := Upload{ID: ident.Reference(26), Name: name, Type: storedType, Size: int64(len(data))}
	key := blob.NewKey()
	err := s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		if err := s.room(ctx, tx.Queries, customerID, u.Size); err != nil {
			return err
		}
		return s.jobs.Enqueue(ctx, tx, jobs.Job{
			Kind: jobForget, Key: u.ID, Payload: unused{customerID, u.ID, key}, RunAt: s.clock.Now().Add(unusedRetention),
		})
	})
	if err != nil {
		return Upload{}, err
	}
	if err := s.blobs.Put(ctx, key, data); err != nil {
		return Upload{}, fmt.Errorf("upload: %w", err)
	}
	return s.record(ctx, customerID, purpose, u, key, sha256.Sum256(data))
}

// record makes the picture the customer's. A repetition of the call finds the
// first one; what it brought itself is forgotten.
func (s *Service) record(ctx context.Context, customerID int64, purpose Purpose, u Upload, key string, sum [sha256.Size]byte) (Upload, error) {
	input := []string{string(purpose), u.Name, base64.RawURLEncoding.EncodeToString(sum[:])}
	call := idempotency.Call{CustomerID: customerID, Operation: "upload", Input: input}
	return idempotency.Once(ctx, s.store, s.clock, call, func(ctx context.Context, tx *store.Tx) (Upload, error) {
		if err := s.room(ctx, tx.Queries, customerID, u.Size); err != nil { // others came in meanwhile
			return Upload{}, err
		}
		err := tx.UploadAdd(ctx, db.UploadAddParams{
			CustomerID: customerID, ID: u.ID, Purpose: string(purpose), Name: u.Name, MediaType: u.Type, SizeBytes: u.Size,
			BlobKey: key, CreatedAt: calendar.Stamp(s.clock.Now()),
		})
		if err != nil {
			return Upload{}, fmt.Errorf("upload: add: %w", err)
		}
		return u, s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: "image_uploaded", Object: "upload/" + u.ID})
	})
}

// room checks that a picture fits in what the customer may have, and in what
// may come on one day in India.
func (s *Service) room(ctx context.Context, q *db.Queries, customerID, size int64) error {
	use, err := q.UploadUse(ctx, customerID)
	if err != nil {
		return fmt.Errorf("upload: quota: %w", err)
	}
	if use.Files >= quotaFiles || use.SizeBytes+size > quotaBytes {
		return fault.TooLarge("upload.storage_full", "You have sent us as many images as we can keep. Please contact us for more.")
	}
	today := calendar.Today(s.clock)
	sent, err := q.UploadedSince(ctx, customerID, calendar.Stamp(today.Start()))
	if err != nil {
		return fmt.Errorf("upload: quota: %w", err)
	}
	if sent+size > dayBytes {
		wait := today.AddDays(1).Start().Sub(s.clock.Now())
		return fault.LimitReached("upload.day_full", int(math.Ceil(wait.Seconds())),
			"You have sent us as many images today as we take in a day. Please send the others tomorrow.")
	}
	return nil
}

// safeName is what the customer called a picture, as the JPEG that it is now.
func safeName(name string) string { return SafeName(name, ".jpg") }

// SafeName is what somebody called a file, without folders and characters that no name
// should have, with an extension of ours.
func SafeName(name, extension string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.TrimSuffix(name, path.Ext(name))
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || strings.ContainsRune(`<>:"/|?*`, r) {
			return -1
		}
		return r
	}, name)
	if name = strings.Trim(name, " ."); name == "" {
		name = "image"
	}
	if runes := []rune(name); len(runes) > longestName {
		name = string(runes[:longestName])
	}
	return name + extension
}

// unused is the payload of the job that forgets.
type unused struct {
	CustomerID int64
	ID, Key    string
}

// forget deletes a picture that no request or message uses a day after it came.
func (s *Service) forget(ctx context.Context, u unused) error {
	var used bool
	err := s.store.Write(ctx, u.CustomerID, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		if err := tx.UploadForget(ctx, u.CustomerID, u.ID); err != nil {
			return fmt.Errorf("upload: forget: %w", err)
		}
		_, err := tx.UploadGet(ctx, u.CustomerID, u.ID)
		used = err == nil
		if err != nil && !store.IsNone(err) {
			return fmt.Errorf("upload: forget: %w", err)
		}
		return nil
	})
	if err != nil || used {
		return err
	}
	return s.blobs.Delete(ctx, u.Key)
}

// Clear deletes every file that this database knows of, kept or just begun. The
// rows stay: it is for the demo city, which is emptied and made anew.
func (s *Service) Clear(ctx context.Context) error {
	keys, err := s.store.Queries().UploadKeys(ctx)
	if err != nil {
		return fmt.Errorf("upload: clear: %w", err)
	}
	begun, err := s.jobs.Payloads(ctx, jobForget)
	if err != nil {
		return fmt.Errorf("upload: clear: %w", err)
	}
	for _, payload := range begun {
		var u unused
		if err := json.Unmarshal([]byte(payload), &u); err != nil {
			return fmt.Errorf("upload: clear: %w", err)
		}
		keys = append(keys, u.Key)
	}
	for _, key := range keys {
		if err := s.blobs.Delete(ctx, key); err != nil {
			return err
		}
	}
	return nil
}

// Find returns a picture of the customer that was sent for a purpose; found is
// false without one.
func Find(ctx context.Context, q *db.Queries, customerID int64, id string, purpose Purpose) (u Upload, found bool, err error) {
	row, err := q.UploadGet(ctx, customerID, id)
	if store.IsNone(err) || err == nil && Purpose(row.Purpose) != purpose {
		return Upload{}, false, nil
	}
	if err != nil {
		return Upload{}, false, fmt.Errorf("upload: read %s: %w", id, err)
	}
	return uploadOf(row), true, nil
}

func uploadOf(row db.Upload) Upload {
	return Upload{ID: row.ID, Name: row.Name, Type: row.MediaType, Size: row.SizeBytes}
}

// Image is a kept picture to be shown. The caller closes Body.
type Image struct {
	Upload

	Body io.ReadCloser
	// For is how long it may be shown without asking again.
	For time.Duration
}

// Open returns the picture of a link, or a Fault (404) when the link is not
// ours, has run out, or its picture is gone.
func (s *Service) Open(ctx context.Context, token string) (Image, error) {
	l, err := s.links.Read(token)
	if err != nil {
		return Image{}, err
	}
	row, err := s.store.Queries().UploadGet(ctx, l.CustomerID, l.ID)
	if store.IsNone(err) {
		return Image{}, gone()
	}
	if err != nil {
		return Image{}, fmt.Errorf("upload: image: %w", err)
	}
	body, err := s.blobs.Get(ctx, row.BlobKey)
	if errors.Is(err, blob.ErrNone) {
		s.logger.ErrorContext(ctx, "the file of an upload is missing", "customer", l.CustomerID, "upload", l.ID)
		return Image{}, gone()
	}
	if err != nil {
		return Image{}, fmt.Errorf("upload: %w", err)
	}
	return Image{
		Upload: uploadOf(row),
		Body:   body, For: l.Until.Sub(s.clock.Now()),
	}, nil
}
