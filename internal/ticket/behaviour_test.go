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

// The table says what the customer may do with a ticket of each kind, in each state, revocable or
// not: R reschedule, C cancel, A change the address, T take back.
func TestWhatMayBeDoneWithAKind(t *testing.T) {
	want := map[ticket.Type]map[bool]string{
		ticket.Repair:     {true: "RCT", false: "R"},
		ticket.Relocation: {true: "RCAT", false: "RA"},
		ticket.Closure:    {true: "RCT", false: ""},
		ticket.Transfer:   {true: "T", false: ""},
	}
	for _, kind := range ticket.Kinds() {
		if want[kind] == nil {
			t.Errorf("%s (%d) is not in this test: write down what a customer may do with it", kind.Name(), kind)
		}
	}
	for kind, byRevocable := range want {
		for revocable, before := range byRevocable {
			for _, status := range []ticket.Status{ticket.Raised, ticket.Scheduled, ticket.InProgress, ticket.Done, ticket.Revoked, ticket.Cancelled} {
				may := before
				if status != ticket.Raised && status != ticket.Scheduled || !kind.Goes(status) {
					may = "" // the work has begun or is over, or the kind never has this state
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

// requestsForKinds are patterns of code that branches on a kind, by the files they apply to. SQL
// may test for a receiver, because a check of the table says that only transfers have one.
var requestsForKinds = map[string]*regexp.Regexp{
	"*.go":                 regexp.MustCompile(`\.Type (==|!=)|switch .*\.Type\b|case (Repair|Relocation|Closure|Transfer)\b|CustomerID: .*\bRevocable: +true`),
	"../*/*.go":            regexp.MustCompile(`(==|!=|case|\bType\() *(int64\()?ticket\.(Repair|Relocation|Closure|Transfer)\b|equestType (==|!=)`),
	"../store/query/*.sql": regexp.MustCompile(`(?i)request_type *(=|<>|!=|<|>|(NOT )?IN\b) *\(? *[0-9]`),
}

// To add a kind, a row of the table must be enough. So no other code, neither SQL nor the API
// calls, may ask which kind a ticket is.
func TestNothingButTheTableAsksForAKind(t *testing.T) {
	for pattern, asks := range requestsForKinds {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) < 5 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") || filepath.Base(file) == "behaviour.go" {
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
	for line, pattern := range map[string]string{
		"if t.Type == Transfer {": "*.go", "	case Closure:": "*.go", "CustomerID: id, Items: items, Revocable: true,": "*.go",
		"if n.RequestType != int64(ticket.Repair) {": "../*/*.go", "	case ticket.Closure:": "../*/*.go",
		"WHERE status = 'raised' AND request_type <> 690": "../store/query/*.sql", "AND request_type IN (20, 65)": "../store/query/*.sql",
	} {
		if !requestsForKinds[pattern].MatchString(line) {
			t.Errorf("%q would not be found", line)
		}
	}
}

// A kind's tickets pass through its steps and no others. A ticket without a visit is never
// scheduled.
func TestStepsOfKinds(t *testing.T) {
	for _, kind := range ticket.Kinds() {
		want := map[ticket.Status]bool{
			ticket.Raised: true, ticket.Scheduled: kind != ticket.Transfer, ticket.InProgress: true, ticket.Done: true, ticket.Revoked: true, ticket.Cancelled: true,
		}
		got := map[ticket.Status]bool{}
		for status := range want {
			got[status] = kind.Goes(status)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", kind.Name(), diff)
		}
	}
}

// The kind says which tickets can be taken back. A binding one never can.
func TestBindingRequests(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		if made := w.raise(ticket.Closure, w.sofa); !made.Revocable || !made.MayRevoke() {
			t.Errorf("an ordinary closure: revocable %t, may be taken back %t, want both", made.Revocable, made.MayRevoke())
		}
		made, err := w.tryRaise(ticket.Ticket{CustomerID: w.customer, Type: ticket.Closure, Binding: true, Items: ticket.ItemsOf(w.fridge)})
		must(t, err)
		if made.Revocable || made.MayRevoke() {
			t.Errorf("a binding closure: revocable %t, may be taken back %t, want neither", made.Revocable, made.MayRevoke())
		}
	})
}
