package api

import (
	"context"

	"rento/internal/staff"
)

// StaffMember is a person of the company who answers customers, or did so.
type StaffMember struct {
	ID       int64  `json:"id"`
	Name     string `json:"name" example:"Meera Nair"`
	Email    string `json:"email" example:"meera@rento.example"`
	IsActive bool   `json:"isActive" doc:"may sign in"`
}

// StaffMembers lists all staff by name.
type StaffMembers struct {
	Staff []StaffMember `json:"staff"`
}

// StaffEnrolment is what a staff member needs to set up an authenticator app.
type StaffEnrolment struct {
	StaffMember
	Secret string `json:"secret" doc:"in base32; it is answered this once, and is for that person alone" example:"GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"`
	URI    string `json:"uri" doc:"the same as authenticator apps read it" example:"otpauth://totp/Rento:meera@rento.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Rento&algorithm=SHA1&digits=6&period=30"`
}

type staffCalls struct{ people *staff.Service }

func wireStaff(p staff.Person) StaffMember { return StaffMember{p.ID, p.Name, p.Email, p.Active} }

func (c *staffCalls) list(ctx context.Context, _ *Nothing) (StaffMembers, error) {
	people, err := c.people.All(ctx)
	return StaffMembers{each(people, wireStaff)}, err
}

type newStaff struct {
	Body struct {
		Name  string `json:"name" minLength:"1" maxLength:"60" example:"Meera Nair" doc:"for the audit log: letters, digits, and what stands between them in names and e-mail addresses; customers see the first word"`
		Email string `json:"email" minLength:"3" maxLength:"254" example:"meera@rento.example"`
	}
}

func (c *staffCalls) add(ctx context.Context, in *newStaff) (StaffEnrolment, error) {
	made, err := c.people.Add(ctx, in.Body.Name, in.Body.Email)
	return StaffEnrolment{wireStaff(made.Person), made.Secret, made.URI}, err
}

type endedStaff struct {
	Body struct {
		ID int64 `json:"id"`
	}
}

func (c *staffCalls) end(ctx context.Context, in *endedStaff) (Ok, error) {
	return ok(c.people.End(ctx, in.Body.ID))
}
