package app_test

import (
	"log/slog"
	"net/http"
	"testing"

	"rento/internal/testkit"
)

// A node whose PostgreSQL disk is full says so. Linux has a file that is always full: the readiness
// write makes the server write there, and it gets "no space left on device". The full disk for
// SQLite is in the tests of package store.
func TestReadinessOnAFullDiskOfPostgres(t *testing.T) {
	s := testkit.OpenOn(t, "postgres")
	node := func() (int, string) {
		answer := get(newNode(t, s, slog.New(slog.DiscardHandler)), "/readyz", "203.0.113.7:1", "")
		return answer.Code, answer.Body.String()
	}
	if code, body := node(); code != http.StatusOK {
		t.Fatalf("/readyz before: got %d %q, want 200", code, body)
	}
	_, err := testkit.Raw(t, s).ExecContext(t.Context(), `CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN COPY (SELECT 'full') TO '/dev/full'; RETURN NEW; END $$;
		CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON settings FOR EACH ROW EXECUTE FUNCTION fill()`)
	if err != nil {
		t.Fatal(err)
	}
	want := "the database takes no write: the disk is full\n"
	if code, body := node(); code != http.StatusServiceUnavailable || body != want {
		t.Errorf("/readyz on a full disk: got %d %q, want 503 %q", code, body, want)
	}
}
