package api_test

import (
	"net/http"
	"slices"
	"testing"

	"rento/internal/account"
	"rento/internal/store/db"
)

type wireSession struct {
	ID, By, Device, Network string
	BegunAt, LastSeenAt     string
	IsThis                  bool
}

func (p person) sessions(t *testing.T) []wireSession {
	t.Helper()
	var out struct{ Sessions []wireSession }
	if status := p.do(t, http.MethodGet, "/api/RMUsers/sessions", nil, &out); status != http.StatusOK {
		t.Fatalf("sessions: status %d, want 200", status)
	}
	return out.Sessions
}

// A customer sees where the account is open, with an agent's session shown as the company's, and
// can end the other sessions.
func TestACustomerEndsTheOtherSessions(t *testing.T) {
	o := newTwoCustomers(t, "sqlite")
	me := o.other
	other := person{o.demoCity, me.id, o.signInBy(me.id, account.Handoff{})}
	agent := person{o.demoCity, me.id, o.signInBy(me.id, account.Handoff{Agent: "ravi", Reason: "asked by phone"})}
	this := map[string]int{}
	for _, s := range me.sessions(t) {
		if this[s.By]++; s.IsThis {
			this["this"]++
		}
		if s.ID == "" || s.BegunAt == "" || s.LastSeenAt == "" || (s.By == "company") != (s.Device == "") {
			t.Errorf(`session %+v; want s.ID other than "", s.BegunAt other than "", s.LastSeenAt other than "", (s.By == "company") = %v`, s, (s.Device == ""))
		}
	}
	if this["customer"] != 2 || this["company"] != 1 || this["this"] != 1 {
		t.Errorf("sessions %v, want two of the customer, one of the company, one of them this", this)
	}
	if status := me.do(t, http.MethodPost, "/api/RMUsers/endOtherSessions", object{}, nil); status != http.StatusOK {
		t.Fatalf("end the others: status %d, want 200", status)
	}
	for _, p := range []person{other, agent} {
		if status := p.do(t, http.MethodGet, "/api/Dashboards/isB2B", nil, nil); status != http.StatusUnauthorized {
			t.Errorf("another session goes on: status %d, want 401", status)
		}
	}
	if got := me.sessions(t); len(got) != 1 || !got[0].IsThis {
		t.Errorf("left %+v, want this one", got)
	}
}

// An agent has the right to be in somebody else's account. So disowning is refused, the log records
// nothing, and the session continues until the agent signs out.
func TestAnAgentDisownsNothing(t *testing.T) {
	o := newTwoCustomers(t, "sqlite")
	id := o.other.id
	agent := person{o.demoCity, id, o.signInBy(id, account.Handoff{Agent: "ravi", Reason: "asked by phone"})}
	before := len(o.recorded(t, agent.id))
	if status := agent.do(t, http.MethodPost, "/api/RMUsers/disownSession", object{}, nil); status != http.StatusForbidden {
		t.Errorf("disown: status %d, want 403", status)
	}
	if rows := o.recorded(t, agent.id); len(rows) != before {
		t.Errorf("recorded %+v; want len(rows) = %v", rows[before:], before)
	}
	if status := agent.do(t, http.MethodGet, "/api/Dashboards/isB2B", nil, nil); status != http.StatusOK {
		t.Errorf("the session has ended: status %d, want 200", status)
	}
	if status := agent.do(t, http.MethodPost, "/api/RMUsers/logout", object{}, nil); status != http.StatusOK {
		t.Errorf("sign out: status %d, want 200", status)
	}
}

// A person whom a link has let into somebody else's account can leave it with one call, and the log
// records it.
func TestASessionIsDisowned(t *testing.T) {
	o := newTwoCustomers(t, "sqlite")
	me := o.other
	if status := me.do(t, http.MethodPost, "/api/RMUsers/disownSession", object{}, nil); status != http.StatusOK {
		t.Fatalf("disown: status %d, want 200", status)
	}
	if status := me.do(t, http.MethodGet, "/api/Dashboards/isB2B", nil, nil); status != http.StatusUnauthorized {
		t.Errorf("the session goes on: status %d, want 401", status)
	}
	rows := o.recorded(t, me.id)
	said := slices.IndexFunc(rows, func(row db.AuditLog) bool { return row.Action == "session_disowned" })
	if said < 0 || rows[said].Actor != "customer" || rows[said].RequestID == "" {
		t.Errorf("recorded %+v, want that the customer disowned the session", rows)
	}
}
