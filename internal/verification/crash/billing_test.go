package crash

import (
	"database/sql"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/store"
	"rento/internal/testkit/company"
)

// bulk is enough customers for a run to be killed several times in its first
// half: the second half is the time that a busy machine may take to notice.
const (
	bulk  = 900
	kills = 6
)

// populate makes a company whose customers have rented since two months before
// last month, and was never billed.
func populate(t *testing.T, path string, customers int) []int64 {
	t.Helper()
	s, err := store.Open(t.Context(), store.Options{URL: path, Relaxed: true}) // nothing is killed yet
	if err != nil {
		t.Fatal(err)
	}
	first := calendar.Today(calendar.System{}).MonthStart().AddMonths(-2)
	w := company.New(t, s, first.String())
	ids := make([]int64, customers)
	for i := range ids {
		ids[i] = w.Customer()
		w.Rent(ids[i], company.Bengaluru, first.String(), company.Sofa, company.TV)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return ids
}

func openStore(t *testing.T, path string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), store.Options{URL: path})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// lookInto reads a database beside the program that writes it.
func lookInto(t *testing.T, path string) *sql.DB {
	t.Helper()
	beside, err := sql.Open("sqlite", "file:"+path+"?mode=ro&_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = beside.Close() })
	return beside
}

func count(t *testing.T, beside *sql.DB, query string, args ...any) (n int64) {
	t.Helper()
	if err := beside.QueryRow(query, args...).Scan(&n); err != nil {
		t.Fatalf("%v: %s", err, query)
	}
	return n
}

// TestBillingSurvivesKills kills the monthly run again and again; what comes
// out is what an undisturbed run makes (P9, PAY-16).
func TestBillingSurvivesKills(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rento.db")
	customers := populate(t, path, bulk)
	env := []string{"RENTO_DATABASE=" + path}
	beside := lookInto(t, path)
	invoices := func() int64 { return count(t, beside, "SELECT COUNT(*) FROM invoices") }
	for k := range kills {
		goal := int64((k + 1) * bulk / (kills + 1))
		p := run(t, env, "bill", "--quiet")
		until(t, "the run comes to its next kill", func() bool { return p.over() || invoices() >= goal })
		if p.over() {
			t.Fatalf("the run ended before it was killed: %v\n%s", p.err, p.out)
		}
		p.signal(syscall.SIGKILL)
	}
	left := int64(2*bulk) - invoices()
	if left <= 0 {
		t.Fatal("nothing was left to do after the last kill")
	}
	run(t, env, "bill", "--quiet").finish(t)
	again := run(t, env, "bill").finish(t)
	t.Logf("killed %d times, %d invoices were left for the last run; then: %s", kills, left, again)
	checkBilled(t, path, customers)
}

// checkBilled expects one invoice per customer and month, numbered without a
// gap, and books that balance.
func checkBilled(t *testing.T, path string, customers []int64) {
	t.Helper()
	beside := lookInto(t, path)
	for _, c := range []struct {
		what  string
		want  int64
		query string
	}{
		{"invoices", int64(2 * len(customers)), "SELECT COUNT(*) FROM invoices"},
		{"customers with two invoices", int64(len(customers)), "SELECT COUNT(*) FROM (SELECT customer_id FROM invoices GROUP BY customer_id HAVING COUNT(*) = 2)"},
		{"customer months", int64(2 * len(customers)), "SELECT COUNT(*) FROM (SELECT DISTINCT customer_id, period_from FROM invoices)"},
		{"numbers", int64(2 * len(customers)), "SELECT COUNT(DISTINCT number) FROM invoices"},
		{"last number", int64(2 * len(customers)), "SELECT SUM(last_number) FROM invoice_serials"},
		{"lines", int64(4 * len(customers)), "SELECT COUNT(*) FROM invoice_lines"},
		{"counted invoices", int64(2 * len(customers)), "SELECT SUM(invoices) FROM billing_runs"},
		{"open runs", 0, "SELECT COUNT(*) FROM billing_runs WHERE state <> 'done'"},
		{"difference of amounts", 0, "SELECT (SELECT SUM(total_paise) FROM billing_runs) - (SELECT SUM(total_paise) FROM invoices)"},
		{"different totals", 2, "SELECT COUNT(DISTINCT period_from || total_paise) FROM invoices"},
	} {
		if got := count(t, beside, c.query); got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
	}
	s := openStore(t, path)
	defer s.Close()
	if findings, err := ledger.Check(t.Context(), s.Queries()); err != nil || len(findings) > 0 {
		t.Errorf("%s %v", ledger.Text(findings), err)
	}
}

// TestTwoProgramsDoNotShareAFile starts a second run on the same file: SQLite
// serves one node, and the second one must say so instead of writing.
func TestTwoProgramsDoNotShareAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rento.db")
	s := openStore(t, path)
	defer s.Close()
	p := run(t, []string{"RENTO_DATABASE=" + path}, "bill")
	<-p.ended
	if p.err == nil {
		t.Fatalf("it ran: %s", p.out)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
}
