package errorreport_test

import (
	"encoding/json"
	"os"
	"testing"

	"rento/internal/errorreport"
)

// The web app is held by the same table: web/src/app/error-scrub.test.ts.
func TestScrub(t *testing.T) {
	raw, err := os.ReadFile("testdata/scrub.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct{ Text, Want string }
	if err := json.Unmarshal(raw, &rows); err != nil || len(rows) < 30 {
		t.Fatalf("%d rows, %v; want the table", len(rows), err)
	}
	for _, r := range rows {
		got := errorreport.Scrub(r.Text)
		if got != r.Want {
			t.Errorf("%q: got %q, want %q", r.Text, got, r.Want)
		}
		if again := errorreport.Scrub(got); again != got {
			t.Errorf("%q once more: got %q, want %q", r.Text, again, got)
		}
	}
}
