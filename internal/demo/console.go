package demo

import (
	"context"
	"net/http"

	"rento/internal/audit"
	"rento/internal/staff"
	"rento/internal/support"
)

// StaffSecret is the secret of the authenticator apps of all demo staff.
const StaffSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

// consoleStaff are the staff who answer the chat.
var consoleStaff = []staff.Person{{Name: "Meera Nair", Email: "meera@rento.example"}, {Name: "Ravi Menon", Email: "ravi@rento.example"}}

func (m *maker) hireStaff(ctx context.Context) error {
	for _, p := range consoleStaff {
		if _, err := m.Staff.Add(ctx, p.Name, p.Email); err != nil {
			return err
		}
	}
	return nil
}

// writes lets a customer write to support.
func (m *maker) writes(r *resident, key, text string) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := m.Support.Send(audit.WithActor(ctx, audit.Customer()), r.id, support.Words{Key: key, Text: text})
		return err
	}
}

// ConsoleCodes are the codes for signing in at the support console now.
type ConsoleCodes struct {
	Email []string `json:"email"`
	Code  string   `json:"code"` // the mailed code
	App   string   `json:"app"`  // the authenticator app's code, valid for half a minute
}

func (e *Entrance) consoleCodes() (ConsoleCodes, error) {
	app, err := staff.CodeAt(StaffSecret, e.World.Clock.Now())
	codes := ConsoleCodes{Code: LoginCode, App: app}
	for _, p := range consoleStaff {
		codes.Email = append(codes.Email, p.Email)
	}
	return codes, err
}

// staff answers how to sign in at the support console, for tests.
func (e *Entrance) staff(w http.ResponseWriter, _ *http.Request) error {
	codes, err := e.consoleCodes()
	if err == nil {
		writeJSON(w, http.StatusOK, codes)
	}
	return err
}
