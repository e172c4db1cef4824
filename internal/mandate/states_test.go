package mandate

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	allStates  = []State{Initiated, Confirmed, Rejected, Paused, Cancelling, Cancelled, Expired}
	allDebits  = []DebitState{Scheduled, Notified, Unknown, Submitted, Succeeded, Failed, Skipped}
	allReasons = []Reason{NotSkipped, NotAllowed, PaidOtherwise, Lapsed, MonthTaken, Declined, Inactive}
)

// checkMatrix compares a table of states with a second statement of it: one row per state, where
// x in the column of another state is a legal step.
func checkMatrix[S ~string](t *testing.T, states []S, may func(S, S) bool, matrix []string) {
	t.Helper()
	for i, from := range states {
		for j, to := range states {
			if got, want := may(from, to), matrix[i][j] == 'x'; got != want {
				t.Errorf("%s to %s: got %v, want %v", from, to, got, want)
			}
		}
	}
}

func TestMandateTable(t *testing.T) {
	checkMatrix(t, allStates, State.May, []string{
		".xxxxxx", // initiated: it can be withdrawn before the bank has decided
		"...xxxx", // confirmed
		".......", // rejected
		".x..xxx", // paused: it can be resumed
		".....xx", // cancelling: it never comes back
		".......", // cancelled
		".......", // expired
	})
}

func TestDebitTable(t *testing.T) {
	checkMatrix(t, allDebits, DebitState.May, []string{
		".x..x.x", // scheduled: it is never submitted without a notice, but an earlier try may be paid late
		"x.x.x.x", // notified: it is announced again when its day went by
		".x.xxx.", // unknown: it is never skipped, because the gateway may have it
		"....xx.", // submitted
		".......", // succeeded
		"x...x..", // failed: it is planned again, or the bank says yes after all
		"....x..", // skipped: an earlier try was paid late
	})
}

// The methods agree with the table. An open debit can still succeed without being planned again,
// and a planned debit can be skipped. Of the mandates that can be withdrawn, only an initiated
// one is not Lasting.
func TestMeaningOfStates(t *testing.T) {
	for _, s := range allDebits {
		if got, want := s.Planned(), s.May(Skipped); got != want {
			t.Errorf("%s planned: got %v, want %v", s, got, want)
		}
		if got, want := s.Open(), !slices.Contains([]DebitState{Succeeded, Failed, Skipped}, s); got != want {
			t.Errorf("%s open: got %v, want %v", s, got, want)
		}
	}
	for _, s := range allStates {
		if got, want := s.Lasting(), s != Initiated && s.May(Cancelling); got != want {
			t.Errorf("%s lasting: got %v, want %v", s, got, want)
		}
	}
}

// The states and reasons in the code are exactly those that the tables accept.
func TestStatesAreThoseOfTheTables(t *testing.T) {
	for _, c := range []struct {
		table, column string
		want          []string
	}{
		{"mandates", "state", words(allStates)},
		{"mandate_debits", "state", words(allDebits)},
		{"mandate_debits", "skipped_for", words(allReasons)},
	} {
		if diff := cmp.Diff(c.want, checked(t, c.table, c.column)); diff != "" {
			t.Errorf("%s.%s (-code +table):\n%s", c.table, c.column, diff)
		}
	}
}

func words[S ~string](states []S) []string {
	list := make([]string, len(states))
	for i, s := range states {
		list[i] = string(s)
	}
	return list
}

// checked returns the values that the newest migration of a table allows in a column.
func checked(t *testing.T, table, column string) (values []string) {
	t.Helper()
	files, err := filepath.Glob("../store/migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	rule := regexp.MustCompile(`(?s)CREATE TABLE ` + table + ` \([^;]*?\b` + column + ` TEXT NOT NULL CHECK \(` + column + ` IN \(([^)]*)\)`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if found := rule.FindSubmatch(text); found != nil {
			values = strings.Split(strings.ReplaceAll(string(found[1]), "'", ""), ", ")
		}
	}
	return values
}
