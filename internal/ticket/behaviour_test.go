package ticket_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/ticket"
)

// What the customer may do with a ticket of each kind, in each state, revocable
// or not: R reschedule, C cancel, A change the address, T take back.
func TestWhatMayBeDoneWithAKind(t *testing.T) {
	want := map[ticket.Type]map[bool]string{
		ticket.Repair:     {true: "RCT", false: "R"},
		ticket.Relocation: {true: "RCAT", false: "RA"},
		ticket.Closure:    {true: "RCT", false: ""},
		ticket.Transfer:   {true: "T", false: ""},
	}
	for code := range int64(10_000) {
		if kind, err := ticket.TypeOf(code); err == nil && want[kind] == nil {
			t.Errorf("%s (%d) is not in this test: write down what a customer may do with it", kind.Name(), code)
		}
	}
	for kind, byRevocable := range want {
		for revocable, before := range byRevocable {
			for _, status := range []ticket.Status{ticket.Raised, ticket.Scheduled, ticket.InProgress, ticket.Done, ticket.Revoked, ticket.Cancelled} {
				may := before
				if status != ticket.Raised && status != ticket.Scheduled {
					may = "" // the work has begun, or is over
				}
				x := ticket.Ticket{Type: kind, Status: status, Revocable: revocable}
				if diff := cmp.Diff(may, rights(x)); diff != "" {
					t.Errorf("%s, %s, revocable %t (-want +got):\n%s", kind.Name(), status, revocable, diff)
				}
			}
		}
	}
}

func rights(x ticket.Ticket) string {
	var may strings.Builder
	for _, right := range []struct {
		letter string
		given  bool
	}{{"R", x.MayReschedule()}, {"C", x.MayCancel()}, {"A", x.MayChangeAddress()}, {"T", x.MayRevoke()}} {
		if right.given {
			may.WriteString(right.letter)
		}
	}
	return may.String()
}

func TestCodesOfKinds(t *testing.T) {
	for code, want := range map[int64]string{20: "Repair", 60: "Relocation", 65: "Relocation", 200: "Closure", 690: "Ownership Transfer"} {
		kind, err := ticket.TypeOf(code)
		if err != nil || kind.Name() != want {
			t.Errorf("TypeOf(%d) = %q, %v, want %q", code, kind.Name(), err, want)
		}
	}
	if kind, err := ticket.TypeOf(21); err == nil {
		t.Errorf("TypeOf(21) = %v, want a fault", kind)
	}
}

// A kind is added by a row of the table: nothing else asks which kind a ticket
// is (docs/extending.md).
func TestNothingButTheTableAsksForAKind(t *testing.T) {
	asks := regexp.MustCompile(`\.Type (==|!=)|switch .*\.Type\b`)
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for n, line := range strings.Split(string(text), "\n") {
			if asks.MatchString(line) {
				t.Errorf("%s:%d asks for a kind; what differs is to be a field of behaviour, in behaviour.go: %s", file, n+1, strings.TrimSpace(line))
			}
		}
	}
}
