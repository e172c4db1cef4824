package upload

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"rento/internal/alert"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/provider/clamd"
	"rento/internal/store"
	"rento/internal/testkit"
	scanner "rento/internal/testkit/clamd"
)

// scanned is a fixture whose files are scanned by a clamd.
func scanned(t *testing.T, s *store.Store) (*fixture, *scanner.Server) {
	t.Helper()
	w, server := newFixture(t, s), scanner.ListenUnix(t)
	client, err := clamd.New(server.Address)
	if err != nil {
		t.Fatal(err)
	}
	w.scanner = client
	w.alerts = alert.New(s, ident.NewSource(w.clock, 2), w.clock, slog.New(slog.DiscardHandler))
	return w, server
}

// infected is a picture that every viewer shows, with malware behind it.
func (w *fixture) infected() File {
	data := append(jpegOf(w.t, scene(32, 32)), scanner.Signature...)
	return File{Name: "sofa.jpeg", Type: "image/jpeg", Size: int64(len(data)), Body: bytes.NewReader(data)}
}

// wantNothingKept wants neither a file, nor a row, nor a job of one.
func (w *fixture) wantNothingKept() {
	w.t.Helper()
	files, err := os.ReadDir(w.dir)
	if err != nil || len(files) != 0 {
		w.t.Errorf("%d files are kept, %v, want none", len(files), err)
	}
	for table, rows := range map[string]string{"uploads": "SELECT COUNT(*) FROM uploads", "jobs": "SELECT COUNT(*) FROM jobs"} {
		var n int
		if err := testkit.Raw(w.t, w.store).QueryRowContext(w.t.Context(), rows).Scan(&n); err != nil || n != 0 {
			w.t.Errorf("%d rows in %s, %v, want none", n, table, err)
		}
	}
}

// What the scanner takes for malware is refused before it is decoded, wherever in the
// file it stands, and nothing of it is kept; the picture alone is taken.
func TestMalwareIsRefused(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, server := scanned(t, s)
		_, err := w.Add(t.Context(), asha, Ticket, w.infected())
		if f := fault.Of(err); f == nil || f.Code != "upload.malware" || f.Status != http.StatusUnprocessableEntity || !strings.Contains(f.Cause.Error(), scanner.Malware) {
			t.Errorf("an infected picture: %v, want 422 upload.malware because of %s", err, scanner.Malware)
		}
		if _, _, err := w.Clean(t.Context(), w.infected()); !fault.Is(err, http.StatusUnprocessableEntity) {
			t.Errorf("an infected picture of KYC: %v, want 422", err)
		}
		w.wantNothingKept()
		u := w.taken(asha)
		files := server.Scanned()
		if n := len(files); n != 3 || !bytes.HasSuffix(files[0], []byte(scanner.Signature)) || !bytes.HasPrefix(files[2], []byte("\xff\xd8\xff")) {
			t.Errorf("%d files were scanned, want three, each whole", n)
		}
		if u.ID == "" || len(testkit.OpenAlerts(t, s)) != 0 {
			t.Errorf("a clean picture is %+v, with the alerts %v; want it kept and none", u, testkit.OpenAlerts(t, s))
		}
	})
}

// A file that could not be scanned is not taken, with when to send it again, and one
// alert a day says so; a scan that its customer gave up is none of it.
func TestWhatIsNotScannedIsNotTaken(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, server := scanned(t, s)
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := w.Add(gone, asha, Ticket, w.photo()); !errors.Is(err, context.Canceled) || len(testkit.OpenAlerts(t, s)) != 0 {
			t.Errorf("a customer who has gone: %v, alerts %v, want %v and none", err, testkit.OpenAlerts(t, s), context.Canceled)
		}
		refused := func(why string, alerts int) {
			t.Helper()
			for range 2 {
				_, err := w.Add(t.Context(), asha, Ticket, w.photo())
				if f := fault.Of(err); f == nil || f.Code != "upload.not_scanned" || f.Status != http.StatusServiceUnavailable || f.Extra["retryAfter"] != scanWait {
					t.Errorf("%s: %v, want 503 upload.not_scanned, to be tried again after %d s", why, err, scanWait)
				}
			}
			raised := testkit.OpenAlerts(t, s)
			if len(raised) != alerts || raised[0].Kind != "uploads_not_scanned" || raised[0].Subject != "clamd:2026-11-20" {
				t.Errorf("%s: alerts %+v, want %d of uploads_not_scanned, the first of clamd:2026-11-20", why, raised, alerts)
			}
		}
		server.Reply("stream: Can't allocate memory ERROR")
		refused("an error", 1)
		server.Reply("")
		server.TakeAtMost(10)
		refused("a file that is too large for clamd", 1)
		server.Stop()
		refused("nobody answers", 1)
		w.clock.Advance(24 * time.Hour)
		refused("on the next day", 2)
		w.wantNothingKept()
	})
}
