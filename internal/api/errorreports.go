package api

import (
	"context"
	"maps"

	"rento/internal/calendar"
	"rento/internal/errorreport"
)

type errorCalls struct{ reports *errorreport.Service }

// envelope is a report in the format of Sentry's SDKs. It is not JSON as a whole, but each of its
// lines is.
type envelope struct {
	RawBody []byte `contentType:"application/x-sentry-envelope"`
}

// EventStored has the id under which an error was stored.
type EventStored struct {
	ID string `json:"id" example:"9ec79c33ec9942ab8353589fcb2e04dc"`
}

func (c *errorCalls) receive(ctx context.Context, in *envelope) (EventStored, error) {
	id, err := c.reports.Receive(ctx, in.RawBody)
	return EventStored{id}, err
}

// ErrorGroups are groups of similar errors.
type ErrorGroups struct {
	Groups []ErrorGroup `json:"groups"`
}

// ErrorGroup is a kind of error and how often it was seen.
type ErrorGroup struct {
	ID          int64            `json:"id"`
	Source      string           `json:"source" enum:"app,server"`
	State       string           `json:"state" enum:"open,resolved,again" doc:"again is one that was resolved and was seen since"`
	Type        string           `json:"type" example:"TypeError"`
	Culprit     string           `json:"culprit" doc:"the function that failed, or the route" example:"total in /dashboard/assets/home-BX3kd92a.js"`
	Release     string           `json:"release,omitempty" example:"v1.4.0"`
	Count       int64            `json:"count"`
	FirstSeenAt calendar.Instant `json:"firstSeenAt"`
	LastSeenAt  calendar.Instant `json:"lastSeenAt"`
	Message     string           `json:"message" doc:"of the newest one, scrubbed" example:"Cannot read properties of undefined (reading 'rent')"`
}

// ErrorDetails is a group with its newest error.
type ErrorDetails struct {
	ErrorGroup
	Tags   map[string]string `json:"tags" doc:"the pattern of the route, the language, the kind of device" example:"{\"route\":\"/home\",\"language\":\"hi\",\"devicePlatform\":\"mobile\"}"`
	Errors []OneError        `json:"errors" doc:"the error after what caused it"`
}

// OneError is an error with its call stack, the innermost call last.
type OneError struct {
	Type    string   `json:"type" example:"TypeError"`
	Message string   `json:"message" example:"Cannot read properties of undefined (reading 'rent')"`
	Stack   []string `json:"stack" example:"total (/dashboard/assets/home-BX3kd92a.js:1:2345)"`
}

func wireGroup(g errorreport.Group) ErrorGroup {
	return ErrorGroup{
		ID: g.ID, Source: string(g.Source), State: string(g.State), Type: g.Type, Culprit: g.Culprit, Release: g.Release, Count: g.Count,
		FirstSeenAt: g.FirstSeenAt, LastSeenAt: g.LastSeenAt, Message: g.Message(),
	}
}

func (c *errorCalls) list(ctx context.Context, _ *Nothing) (ErrorGroups, error) {
	groups, err := c.reports.Groups(ctx)
	return ErrorGroups{each(groups, wireGroup)}, err
}

type errorGroupQuery struct {
	ID int64 `query:"id" required:"true" doc:"of the group"`
}

func (c *errorCalls) details(ctx context.Context, in *errorGroupQuery) (ErrorDetails, error) {
	g, err := c.reports.Group(ctx, in.ID)
	if err != nil {
		return ErrorDetails{}, err
	}
	tags := map[string]string{}
	maps.Copy(tags, g.Sample.Tags)
	return ErrorDetails{wireGroup(g), tags, each(g.Sample.Exception.Values, func(x errorreport.Exception) OneError {
		return OneError{x.Type, x.Value, each(x.Stacktrace.Frames, errorreport.Call.String)}
	})}, nil
}

type resolveErrorInput struct {
	Body struct {
		ID int64 `json:"id"`
	}
}

func (c *errorCalls) resolve(ctx context.Context, in *resolveErrorInput) (Ok, error) {
	return ok(c.reports.Resolve(ctx, in.Body.ID))
}
