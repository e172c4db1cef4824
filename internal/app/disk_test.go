package app

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/config"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

func TestADiskIsNearlyFull(t *testing.T) {
	const mib, gib = 1 << 20, 1 << 30
	for name, test := range map[string]struct {
		space
		want bool
	}{
		"512 MiB":              {space{512 * mib, 20 * gib, true}, false},
		"a byte less":          {space{512*mib - 1, 20 * gib, true}, true},
		"2 % of a large disk":  {space{20 * gib, 1000 * gib, true}, false},
		"less of a large disk": {space{20*gib - 1, 1000 * gib, true}, true},
		"nothing left":         {space{0, gib, true}, true},
		"that tells nothing":   {space{}, false},
		"unlimited":            {space{1 << 62, 1 << 62, true}, false},
	} {
		if got := test.low(); got != test.want {
			t.Errorf("%s: low is %v, want %v", name, got, test.want)
		}
	}
}

// Both engines watch what they write on this machine.
func TestDisksOfANode(t *testing.T) {
	for name, test := range map[string]struct {
		config config.Config
		want   []disk
	}{
		"SQLite":                {config.Config{Database: "sqlite:/srv/rento.db", Files: config.Files{Folder: "/srv/files"}}, []disk{{"database", "/srv/rento.db"}, {"uploaded files", "/srv/files"}}},
		"SQLite, bucket":        {config.Config{Database: "rento.db", Files: config.Files{URL: "https://s3.example"}}, []disk{{"database", "rento.db"}}},
		"PostgreSQL":            {config.Config{Database: "postgres://db/rento"}, []disk{{"uploaded files", "data/files"}}},
		"PostgreSQL and bucket": {config.Config{Database: "postgres://db/rento", Files: config.Files{URL: "https://s3.example"}}, nil},
	} {
		if diff := cmp.Diff(test.want, disksOf(&test.config), cmp.AllowUnexported(disk{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// This machine's own disk is asked, by a folder that does not exist yet too.
func TestTheSpaceOfThisMachine(t *testing.T) {
	folder := t.TempDir()
	got, below := spaceAt(folder), spaceAt(existing(filepath.Join(folder, "not", "yet")))
	if got.known && (got.all == 0 || got.free > got.all || below.all != got.all) {
		t.Errorf("got %+v and %+v, want the same disk, and not more free than there is", got, below)
	}
}

// While a disk is nearly full, the node says so beside its 200, and a person is told once a day.
func TestANodeWhoseDiskIsNearlyFull(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-11-20")
		c := settings(t, nil)
		c.Database, c.DataKey, c.Files.Folder = "rento.db", testkit.Secret, t.TempDir()
		UseSandbox(c, c.PublicURL)
		x, err := NewServices(c, s, Outside{Clock: w.Clock, Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		n, err := NewNode(c, x, slog.New(slog.DiscardHandler), false)
		if err != nil {
			t.Fatal(err)
		}
		n.readiness.spaceAt = func(string) space { return space{300 << 20, 10 << 30, true} }
		n.readiness.disks = n.readiness.disks[:1]
		for range 2 {
			n.alertOfDisks(t.Context())
		}
		w.Clock.Set(w.Clock.Now().AddDate(0, 0, 1))
		n.alertOfDisks(t.Context())
		var subjects []string
		for _, a := range testkit.OpenAlerts(t, s) {
			if a.Kind == "disk_nearly_full" {
				subjects = append(subjects, a.Subject)
			}
		}
		if diff := cmp.Diff([]string{"node 0/database/2026-11-20", "node 0/database/2026-11-21"}, subjects); diff != "" {
			t.Errorf("alerts (-want +got):\n%s", diff)
		}
		answer := httptest.NewRecorder()
		n.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/readyz", http.NoBody))
		if diff := cmp.Diff("ready\nthe disk of the database is nearly full: 300 MiB of 10240 MiB are free\n", answer.Body.String()); diff != "" || answer.Code != http.StatusOK {
			t.Errorf("/readyz: %d (-want +got):\n%s", answer.Code, diff)
		}
	})
}
