package demo

import (
	"context"
	"net/http"

	"rento/internal/audit"
	"rento/internal/staff"
	"rento/internal/support"
)

// StaffSecret is that of the authenticator apps of everybody who answers the chat in
// the demo city.
const StaffSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

// consoleStaff are the people who answer the chat.
var consoleStaff = []staff.Person{{Name: "Meera Nair", Email: "meera@rento.example"}, {Name: "Ravi Menon", Email: "ravi@rento.example"}}

func (m *maker) hireStaff(ctx context.Context) error {
	for _, p := range consoleStaff {
		if _, err := m.Staff.Add(ctx, p.Name, p.Email); err != nil {
			return err
		}
	}
	return nil
}

// writes has somebody write to support.
func (m *maker) writes(r *resident, key, text string) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := m.Support.Send(audit.WithActor(ctx, audit.Customer()), r.id, support.Words{Key: key, Text: text})
		return err
	}
}

// ConsoleCodes are what somebody who answers the chat signs in with now.
type ConsoleCodes struct {
	Email []string `json:"email"`
	Code  string   `json:"code"` // that is mailed
	App   string   `json:"app"`  // of the authenticator app, for half a minute
}

func (e *Entrance) consoleCodes() (ConsoleCodes, error) {
	app, err := staff.CodeAt(StaffSecret, e.World.Clock.Now())
	codes := ConsoleCodes{Code: LoginCode, App: app}
	for _, p := range consoleStaff {
		codes.Email = append(codes.Email, p.Email)
	}
	return codes, err
}

// staff tells how to sign in at the support console, for tests.
func (e *Entrance) staff(w http.ResponseWriter, _ *http.Request) error {
	codes, err := e.consoleCodes()
	if err == nil {
		writeJSON(w, http.StatusOK, codes)
	}
	return err
}
