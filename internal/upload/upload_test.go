package upload

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rento/internal/blob"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/idempotency"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
)

const (
	asha  int64 = 1001
	bilal int64 = 1002
)

type fixture struct {
	*Service

	t     *testing.T
	store *store.Store
	clock *calendar.Frozen
	queue *jobs.Queue
	files *blob.Folder
	dir   string
}

func newFixture(t *testing.T, s *store.Store) *fixture {
	t.Helper()
	w := &fixture{t: t, store: s, clock: calendar.NewFrozen(calendar.MustParse("2026-11-20").At(12, 10)), dir: t.TempDir()}
	w.files = blob.NewFolder(w.dir)
	testkit.AddCustomers(t, s, asha, bilal)
	logger := slog.New(slog.DiscardHandler)
	w.queue = jobs.New(s, ident.NewSource(w.clock, 1), w.clock, logger)
	w.Service = New(Deps{Store: s, Blobs: w.files, IDs: ident.NewSource(w.clock, 0), Clock: w.clock, Jobs: w.queue, Logger: logger, Secret: []byte("secret")})
	return w
}

func (w *fixture) photo() File {
	data := jpegOf(w.t, scene(32, 32))
	return File{Name: "sofa.jpeg", Type: "image/jpeg", Size: int64(len(data)), Body: bytes.NewReader(data)}
}

func (w *fixture) taken(customerID int64) Upload {
	w.t.Helper()
	u, err := w.Add(w.t.Context(), customerID, Ticket, w.photo())
	if err != nil {
		w.t.Fatal(err)
	}
	return u
}

func (w *fixture) key(customerID int64, id string) string {
	w.t.Helper()
	row, err := w.store.Queries().UploadGet(w.t.Context(), customerID, id)
	if err != nil {
		w.t.Fatal(err)
	}
	return row.BlobKey
}

// count is how many files the folder has.
func (w *fixture) count() int {
	w.t.Helper()
	names, err := filepath.Glob(filepath.Join(w.dir, "*", "*"))
	if err != nil {
		w.t.Fatal(err)
	}
	return len(names)
}

func (w *fixture) aDayLater() {
	w.t.Helper()
	w.clock.Advance(unusedRetention + time.Minute)
	if _, err := w.queue.RunDue(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// CALL-28, S10: a picture is kept under a random name and shown by its link,
// until the link runs out; nobody can make a link or change one.
func TestAPictureIsKeptAndShownByItsLink(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s)
		u := w.taken(asha)
		if u.Name != "sofa.jpg" || u.Type != "image/jpeg" || u.Size == 0 || len(u.ID) != 26 || strings.Contains(w.key(asha, u.ID), "sofa") {
			t.Errorf(`got %+v; want u.Name = "sofa.jpg", u.Type = "image/jpeg", u.Size other than 0, len(u.ID) = 26, not strings.Contains(w.key(asha, u.ID), "sofa")`, u)
		}
		token := w.Token(asha, u.ID)
		shown, err := w.Open(t.Context(), token)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(shown.Body)
		if err = errors.Join(err, shown.Body.Close()); err != nil || int64(len(data)) != u.Size || shown.Upload != u || shown.For != 80*time.Minute {
			t.Errorf("got %d bytes of %+v for %v, %v; want int64(len(data)) = %v, shown.Upload = %v, shown.For = %v", len(data), shown.Upload, shown.For, err, u.Size, u, 80*time.Minute)
		}
		parts := strings.Split(token, ".")
		for _, wrong := range []string{
			"", ".", "...", u.ID, token + "x", token[:len(token)-1], w.Token(bilal, u.ID), w.Token(asha, "nothing"),
			strings.Join([]string{"ru", parts[1], parts[2], parts[3]}, "."), strings.Join([]string{parts[0], parts[1], "zzzzzz", parts[3]}, "."),
			"../" + token, strings.ToUpper(token), New(Deps{Jobs: jobs.New(s, nil, w.clock, slog.Default()), Clock: w.clock}).Token(asha, u.ID),
		} {
			if _, err := w.Open(t.Context(), wrong); !fault.Is(err, http.StatusNotFound) {
				t.Errorf("%q: %v, want 404", wrong, err)
			}
		}
		w.clock.Advance(15 * time.Minute)
		if w.Token(asha, u.ID) != token {
			t.Error("the link changed within the hour, so a browser loads the picture twice")
		}
		w.clock.Advance(70 * time.Minute)
		if _, err := w.Open(t.Context(), token); !fault.Is(err, http.StatusNotFound) {
			t.Errorf("a link that has run out: %v, want 404", err)
		}
	})
}

// What no request uses is forgotten after a day, file and row; what one uses
// stays, and so does nothing of an upload that broke off.
func TestUnusedPicturesAreForgotten(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s)
		used, unused := w.taken(asha), w.taken(asha)
		usedKey, unusedKey := w.key(asha, used.ID), w.key(asha, unused.ID)
		err := s.Write(t.Context(), asha, func(tx *store.Tx) error {
			err := tx.TicketAdd(t.Context(), db.TicketAddParams{CustomerID: asha, ID: 5, Number: "T5", RequestType: 20, Status: "raised"})
			if err != nil {
				return err
			}
			return tx.TicketImageAdd(t.Context(), db.TicketImageAddParams{CustomerID: asha, TicketID: 5, ImageNo: 1, UploadID: used.ID})
		})
		if err != nil {
			t.Fatal(err)
		}
		w.aDayLater()
		if _, err := s.Queries().UploadGet(t.Context(), asha, unused.ID); !store.IsNone(err) {
			t.Errorf("the unused one: %v", err)
		}
		if _, err := w.files.Get(t.Context(), unusedKey); !errors.Is(err, blob.ErrNone) {
			t.Errorf("the file of the unused one: %v, want %v", err, blob.ErrNone)
		}
		if w.key(asha, used.ID) != usedKey {
			t.Error("the used one has another file")
		}
		file, err := w.files.Get(t.Context(), usedKey)
		if err != nil {
			t.Fatalf("the file of the used one: %v", err)
		}
		_ = file.Close()
	})
}

// broken loses every file after it was told to keep it.
type broken struct{ blob.Store }

var errFull = errors.New("disk full")

func (b broken) Put(ctx context.Context, key string, data []byte) error {
	return errors.Join(b.Store.Put(ctx, key, data), errFull)
}

// A picture whose storage failed is no picture, and its file does not stay.
func TestAFailedStorageLeavesNothing(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s)
		w.blobs = broken{w.files}
		if _, err := w.Add(t.Context(), asha, Ticket, w.photo()); !errors.Is(err, errFull) {
			t.Fatalf("error %v, want %v", err, errFull)
		}
		if use, err := s.Queries().UploadUse(t.Context(), asha); err != nil || use.Files != 0 {
			t.Errorf("got %+v, %v; want use.Files = 0", use, err)
		}
		w.aDayLater()
		counts, err := s.Queries().JobsCount(t.Context())
		for _, c := range counts {
			if c.Kind == jobForget && c.State != "done" {
				t.Errorf(`got %+v; want not (c.Kind == jobForget && c.State != "done")`, c)
			}
		}
		if err != nil {
			t.Error(err)
		}
	})
}

// A customer has room for 300 pictures and 500 MiB; another one's do not count.
func TestTheQuotaIsKept(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s)
		for _, c := range []struct {
			label       string
			files, size int64
		}{{"files", quotaFiles, 1}, {"bytes", 2, quotaBytes / 2}} {
			customer := asha + c.files*10
			testkit.AddCustomers(t, s, customer)
			err := s.Write(t.Context(), customer, func(tx *store.Tx) error {
				for range c.files {
					if err := tx.UploadAdd(t.Context(), db.UploadAddParams{
						CustomerID: customer, ID: ident.Reference(26), Purpose: string(Ticket), SizeBytes: c.size, BlobKey: blob.NewKey(),
					}); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.Add(t.Context(), customer, Ticket, w.photo()); !fault.Is(err, http.StatusRequestEntityTooLarge) {
				t.Errorf("%s: %v, want 413", c.label, err)
			}
			w.taken(bilal)
		}
	})
}

// A day in India has room for 200 MiB of a customer: what came a second before
// its midnight does not count, nor does another one's, nor what was refused.
func TestADayHasItsLimit(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s)
		today := calendar.MustParse("2026-11-20")
		w.clock.Set(today.At(23, 59).Add(50 * time.Second))
		size := w.taken(bilal).Size
		add := func(size int64, at time.Time) {
			t.Helper()
			err := s.Write(t.Context(), asha, func(tx *store.Tx) error {
				return tx.UploadAdd(t.Context(), db.UploadAddParams{
					CustomerID: asha, ID: ident.Reference(26), Purpose: string(Ticket), SizeBytes: size, BlobKey: blob.NewKey(), CreatedAt: calendar.Stamp(at),
				})
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		add(dayBytes, today.Start().Add(-time.Second))
		add(dayBytes-2*size+1, today.Start())
		w.taken(asha)
		for range 2 {
			_, err := w.Add(t.Context(), asha, Ticket, w.photo())
			if f := fault.Of(err); f == nil || f.Status != http.StatusTooManyRequests || f.Extra["retryAfter"] != 10 || !strings.HasSuffix(f.Message, "tomorrow.") {
				t.Fatalf("beyond the limit: %v, want 429, 10 and %q at its end", err, "tomorrow.")
			}
		}
		w.taken(bilal)
		w.clock.Advance(10 * time.Second)
		w.taken(asha)
	})
}

// Clearing deletes the files of pictures that are kept and of uploads that
// broke off, and nothing else in the folder.
func TestClearDeletesWhatTheDatabaseKnows(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s)
		foreign := blob.NewKey()
		if err := w.files.Put(t.Context(), foreign, nil); err != nil {
			t.Fatal(err)
		}
		w.taken(asha)
		w.blobs = broken{w.files}
		if _, err := w.Add(t.Context(), bilal, Ticket, w.photo()); !errors.Is(err, errFull) {
			t.Fatal(err)
		}
		if n := w.count(); n != 3 {
			t.Fatalf("%d files before, want 3", n)
		}
		if err := w.Clear(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := w.count(); n != 1 {
			t.Errorf("%d files are left, want 1", n)
		}
		file, err := w.files.Get(t.Context(), foreign)
		if err != nil {
			t.Fatalf("another's file: %v", err)
		}
		_ = file.Close()
	})
}

// A repetition of an upload gets the first answer, and only one picture counts.
func TestARepeatedUploadIsOne(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s)
		ctx := idempotency.WithKey(t.Context(), "one-and-the-same")
		first, err := w.Add(ctx, asha, Ticket, w.photo())
		if err != nil {
			t.Fatal(err)
		}
		second, err := w.Add(ctx, asha, Ticket, w.photo())
		if err != nil || second != first {
			t.Errorf("got %+v and %+v, %v; want second = %v", first, second, err, first)
		}
		if use, err := s.Queries().UploadUse(t.Context(), asha); err != nil || use.Files != 1 {
			t.Errorf("got %+v, %v; want use.Files = 1", use, err)
		}
	})
}

// The pictures of a former customer are deleted, those of others stay.
func TestDeletionTakesThePictures(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s)
		mine, others := w.taken(asha), w.taken(bilal)
		err := s.Write(t.Context(), asha, func(tx *store.Tx) error { return w.Deletion().Erase(t.Context(), tx, asha) })
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.queue.RunDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Queries().UploadGet(t.Context(), asha, mine.ID); !store.IsNone(err) {
			t.Errorf("the picture is still known: %v", err)
		}
		if _, err := s.Queries().UploadGet(t.Context(), bilal, others.ID); err != nil {
			t.Errorf("another customer's picture: %v", err)
		}
		if got := w.count(); got != 1 {
			t.Errorf("%d files are left, want the other customer's", got)
		}
	})
}
