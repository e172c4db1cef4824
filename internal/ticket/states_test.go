package ticket_test

import (
	"testing"

	"rento/internal/ticket"
)

// Every pair of states is tested. A step that is not listed here is refused.
func TestStates(t *testing.T) {
	all := []ticket.Status{ticket.Raised, ticket.Scheduled, ticket.InProgress, ticket.Done, ticket.Revoked, ticket.Cancelled}
	legal := map[[2]ticket.Status]bool{
		{ticket.Raised, ticket.Scheduled}: true, {ticket.Raised, ticket.InProgress}: true, {ticket.Raised, ticket.Revoked}: true,
		{ticket.Raised, ticket.Cancelled}: true, {ticket.Scheduled, ticket.Scheduled}: true, {ticket.Scheduled, ticket.InProgress}: true,
		{ticket.Scheduled, ticket.Revoked}: true, {ticket.Scheduled, ticket.Cancelled}: true, {ticket.InProgress, ticket.Done}: true,
		{ticket.InProgress, ticket.Cancelled}: true,
	}
	for _, from := range all {
		for _, to := range all {
			if got := from.May(to); got != legal[[2]ticket.Status{from, to}] {
				t.Errorf("%s to %s: %v, want %v", from, to, got, legal[[2]ticket.Status{from, to}])
			}
		}
		if got, want := from.Live(), from == ticket.Raised || from == ticket.Scheduled || from == ticket.InProgress; got != want {
			t.Errorf("%s live: %v, want %v", from, got, want)
		}
	}
}

// CONST-01, CONST-02, CONST-03, CONST-05: the codes of the API. 60 is another code of a relocation.
func TestCodes(t *testing.T) {
	for code, want := range map[int64]string{200: "Closure", 20: "Repair", 65: "Relocation", 60: "Relocation", 690: "Ownership Transfer"} {
		kind, err := ticket.TypeOf(code)
		if err != nil || kind.Name() != want {
			t.Errorf("%d is %q, %v, want %v", code, kind.Name(), err, want)
		}
	}
	if kind, _ := ticket.TypeOf(60); kind != ticket.Relocation {
		t.Errorf("60 is stored as %d, want %v", kind, ticket.Relocation)
	}
	_, err := ticket.TypeOf(61)
	wantFault(t, err, 422)
}
