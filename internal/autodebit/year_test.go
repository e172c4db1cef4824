package autodebit_test

import (
	"database/sql"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/provider"
	"rento/internal/sandbox/emulator"
	"rento/internal/testkit"
)

// A year of rent by a mandate, with the gateway's own protocol and its signed webhooks. Each
// month is announced at least a day before it is debited. The bank declines one month, which is
// tried again; one is paid by hand; and the customer objects to one. At the end all months are
// paid once, the books of both sides agree, each event was processed, and the customer was told
// everything once (R12).
func TestAYearOfAutoDebit(t *testing.T) {
	for _, at := range []side{byBilldesk, byRazorpay} {
		t.Run(at.name, func(t *testing.T) {
			w := newWorld(t, testkit.Open(t), at)
			c := w.tenant()
			w.confirmed(c, provider.MandateUPI)
			const declined, byHand, objected = 3, 6, 9
			month := calendar.MustParse("2026-11-01")
			for n := 1; n <= 12; n++ {
				w.until(month.At(8, 0))
				w.Bill()
				if n == declined {
					w.plan("debit", emulator.Failure, "insufficient_funds")
				}
				w.until(month.AddDays(1).At(12, 0))
				switch n {
				case byHand:
					w.Pay(c, "by hand", rent)
				case objected:
					if err := w.debits.Skip(t.Context(), c, w.newestDebit(c).ID); err != nil {
						t.Fatal(err)
					}
					w.Pay(c, "instead", rent)
				}
				w.until(month.AddDays(9).At(18, 0))
				if due := w.Balances(c).Dues(); due != 0 {
					t.Fatalf("%v are due on the 10th of month %d, want nothing", due, n)
				}
				month = month.NextMonth()
			}
			w.wantAYear(c)
		})
	}
}

// wantAYear expects ten months to be debited, and books and messages to match.
func (w *world) wantAYear(c int64) {
	t := w.T
	t.Helper()
	states := map[string]int{}
	list, err := w.Debits(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range list {
		states[d.State+d.SkippedFor]++
	}
	want := map[string]int{string(mandate.Succeeded): 10, "skippedpaid": 1, "skippeddeclined": 1}
	if diff := cmp.Diff(want, states); diff != "" {
		t.Errorf("number of debits by what became of them (-want +got):\n%s", diff)
	}
	if taken := w.taken(); taken != 10*rent {
		t.Errorf("the gateway has %v for us, want %v", taken, 10*rent)
	}
	if found, err := ledger.Check(t.Context(), w.Store.Queries()); err != nil || len(found) > 0 {
		t.Errorf("journal: %v, %v; want nothing wrong", found, err)
	}
	if err := billing.Check(t.Context(), w.Store.Queries()); err != nil {
		t.Errorf("documents: %v", err)
	}
	raw := testkit.Raw(t, w.Store)
	count := func(query string) (n int) {
		if err := raw.QueryRowContext(t.Context(), query).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if open, all := count("SELECT COUNT(*) FROM provider_events WHERE processed_at = 0"), count("SELECT COUNT(*) FROM provider_events"); open != 0 || all < 10 {
		t.Errorf("%d of %d events wait in the inbox, want none", open, all)
	}
	if fees := count("SELECT COUNT(*) FROM late_fees"); fees != 0 {
		t.Errorf("%d late fees, want none", fees)
	}
	w.wantNotices(raw)
	told := strings.Join(w.told(c), "|")
	for words, want := range map[string]int{"will be debited on": 13, "Auto debit did not go through": 1, "is skipped": 1, "Auto Debit: ": 10, "will not be debited": 1} {
		if got := strings.Count(told, words); got != want {
			t.Errorf("told %d times %q, want %d: %s", got, words, want, told)
		}
	}
}

// wantNotices expects each submission to have its own notice, at least a day before it.
func (w *world) wantNotices(raw *sql.DB) {
	w.T.Helper()
	rows, err := raw.QueryContext(w.T.Context(), "SELECT object, action, at FROM audit_log WHERE action IN ('mandate_debit_notified', 'mandate_debit_unknown') ORDER BY id")
	if err != nil {
		w.T.Fatal(err)
	}
	defer rows.Close()
	notified, submitted := map[string]calendar.Instant{}, 0
	var objects []string
	for rows.Next() {
		var object, action string
		var at calendar.Instant
		if err := rows.Scan(&object, &action, &at); err != nil {
			w.T.Fatal(err)
		}
		if action == "mandate_debit_notified" {
			notified[object] = at
			continue
		}
		submitted++
		objects = append(objects, object)
		if told := notified[object]; told == 0 || at.Time().Sub(told.Time()) < 24*time.Hour {
			w.T.Errorf("%s was submitted at %s, told at %s; want a day between", object, at.Time(), told.Time())
		}
		delete(notified, object) // a retry needs a notice of its own
	}
	if err := rows.Err(); err != nil || submitted != 11 {
		slices.Sort(objects)
		w.T.Errorf("%d submissions %v, %v; want eleven", submitted, objects, err)
	}
}
