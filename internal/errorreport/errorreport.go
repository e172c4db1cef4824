// Package errorreport keeps the errors of the app and of the server, scrubbed and grouped,
// and forwards them to the operator's error tracker (docs/errors.md).
package errorreport

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"strings"
	"time"

	"rento/internal/alert"
	"rento/internal/audit"
	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/limit"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Source says who reported an error.
type Source string

// The sources of errors.
const (
	App    Source = "app"
	Server Source = "server"
)

// State says how a group stands.
type State string

// The states of a group. One that was resolved and is seen once more is there again.
const (
	Open     State = "open"
	Resolved State = "resolved"
	Again    State = "again"
)

const (
	// retention is how long a group is kept after it was seen last.
	retention = 90 * 24 * time.Hour
	// mostGroups is how many groups of a source are new on a day at most: anybody may
	// report, and shall not fill the disk.
	mostGroups = 100
	// mostListed is how many groups are listed.
	mostListed = 100
	// storeTime is how long storing an error of the server may take.
	storeTime = 5 * time.Second
)

// Deps are what the service needs. Tracker may be nil.
type Deps struct {
	Store   *store.Store
	IDs     *ident.Source
	Clock   calendar.Clock
	Jobs    *jobs.Queue
	Limits  *limit.Limiter
	Alerts  *alert.Service
	Tracker provider.ErrorTracker
	Logger  *slog.Logger
	// Release is the version of the program, Environment where it runs.
	Release, Environment string
}

// Service keeps error groups.
type Service struct {
	store   *store.Store
	ids     *ident.Source
	clock   calendar.Clock
	jobs    *jobs.Queue
	limits  *limit.Limiter
	alerts  *alert.Service
	tracker provider.ErrorTracker
	audit   *audit.Log
	logger  *slog.Logger

	release, environment string
}

// New returns the service and registers its jobs.
func New(d Deps) *Service {
	s := &Service{
		store: d.Store, ids: d.IDs, clock: d.Clock, jobs: d.Jobs, limits: d.Limits, alerts: d.Alerts, tracker: d.Tracker,
		audit: audit.New(d.IDs, d.Clock), logger: d.Logger, release: d.Release, environment: d.Environment,
	}
	jobs.Handle(s.jobs, jobForward, s.forward)
	s.jobs.Every("errorreport/forget", jobs.Daily(3, 50), s.forget)
	return s
}

// Receive stores the event of an envelope and returns the id that it has from then on. It
// returns a 400 for what is no envelope, a 422 for one without an error, and a 429 when
// too many come, or too many new ones on a day.
func (s *Service) Receive(ctx context.Context, envelope []byte) (id string, err error) {
	payload, err := parseEnvelope(envelope)
	if err != nil {
		return "", err
	}
	e, err := parseEvent(payload)
	if err != nil {
		return "", err
	}
	return s.add(ctx, App, e)
}

// Failure is an error of the server's own.
type Failure struct {
	// Type says what kind of error it is, Reason what happened.
	Type, Reason string
	// Route is the pattern of the request.
	Route string
	// Calls are those that were running, the caller before what it called.
	Calls []Call
}

// RecordFailure stores an error of the server. What cannot be stored stands in the log
// alone, where it is in any case.
func (s *Service) RecordFailure(ctx context.Context, f Failure) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTime)
	defer cancel()
	_, err := s.add(ctx, Server, Event{
		Platform: "go", Level: "error", Release: s.release, Tags: map[string]string{"route": f.Route},
		Exception: Exceptions{[]Exception{{Type: f.Type, Value: f.Reason, Stacktrace: Stack{f.Calls}}}},
	})
	if err != nil && !fault.Is(err, http.StatusTooManyRequests) {
		s.logger.WarnContext(ctx, "error not recorded", "error", err.Error())
	}
}

// TypeOf names the kind of an error: that of what is wrapped innermost.
func TypeOf(err error) string {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return fmt.Sprintf("%T", err)
		}
		err = inner
	}
}

// CallsNow are the functions that are running, the newest ones without skip.
func CallsNow(skip int) (calls []Call) {
	var counters [64]uintptr
	frames := runtime.CallersFrames(counters[:runtime.Callers(skip+2, counters[:])])
	for {
		f, more := frames.Next()
		name := f.Function[strings.LastIndex(f.Function, "/")+1:]
		calls = append([]Call{{Function: name, Filename: f.File, Line: int64(f.Line), InApp: strings.HasPrefix(f.Function, "rento/")}}, calls...)
		if !more {
			return calls
		}
	}
}

// newEventID is an id in the form that Sentry's protocol has: 32 hexadecimal digits.
func newEventID() string { return ident.Hash(ident.Reference(26))[:32] }

// add counts an event in its group, which it makes if need be.
func (s *Service) add(ctx context.Context, source Source, e Event) (id string, err error) {
	if err := s.limits.Allow(ctx, limit.ErrorReports, string(source)); err != nil {
		return "", err
	}
	now := s.clock.Now()
	e = e.cleaned()
	e.ID, e.Timestamp, e.Environment = newEventID(), now.UTC().Format(time.RFC3339), s.environment
	sample, err := e.encoded()
	if err != nil {
		return "", err
	}
	kind, culprit := e.thrown().Type, bound.Text(e.culprit(), longestCulprit)
	fingerprint := ident.Hash(strings.Join([]string{string(source), kind, culprit, e.Release}, "\x00"))
	err = s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		known, err := tx.ErrorGroupCount(ctx, db.ErrorGroupCountParams{LastSeenAt: calendar.Stamp(now), EventID: e.ID, Sample: sample, Fingerprint: fingerprint})
		if err != nil {
			return fmt.Errorf("errorreport: count: %w", err)
		}
		if known == 0 {
			if err := s.addGroup(ctx, tx, db.ErrorGroupAddParams{
				ID: s.ids.Next(), Fingerprint: fingerprint, Source: string(source), Type: kind, Culprit: culprit, Release: e.Release,
				FirstSeenAt: calendar.Stamp(now), EventID: e.ID, Sample: sample,
			}); err != nil {
				return err
			}
		}
		return s.enqueueForwarding(ctx, tx)
	})
	return e.ID, err
}

// longestCulprit is how much of a culprit is kept, in characters.
const longestCulprit = 300

// addGroup makes a group unless the day has had too many new ones of its source.
func (s *Service) addGroup(ctx context.Context, tx *store.Tx, group db.ErrorGroupAddParams) error {
	today := calendar.Today(s.clock)
	count, err := tx.ErrorGroupsSince(ctx, group.Source, calendar.Stamp(today.At(0, 0)))
	if err != nil {
		return fmt.Errorf("errorreport: count new groups: %w", err)
	}
	if count >= mostGroups {
		s.limits.Refused("new_error_groups")
		return fault.TooMany(int(today.AddDays(1).At(0, 0).Sub(s.clock.Now())/time.Second) + 1)
	}
	if err := tx.ErrorGroupAdd(ctx, group); err != nil {
		return fmt.Errorf("errorreport: add a group: %w", err)
	}
	return nil
}

// Group are errors that are alike.
type Group struct {
	ID                      int64
	Source                  Source
	State                   State
	Type, Culprit, Release  string
	Count                   int64
	FirstSeenAt, LastSeenAt calendar.Instant
	Sample                  Event
}

// Message is that of the newest error.
func (g Group) Message() string { return g.Sample.thrown().Value }

// Groups lists the hundred groups that were seen last, the newest first.
func (s *Service) Groups(ctx context.Context) ([]Group, error) {
	rows, err := s.store.Queries().ErrorGroupsNewest(ctx, mostListed)
	if err != nil {
		return nil, fmt.Errorf("errorreport: list: %w", err)
	}
	list := make([]Group, len(rows))
	for i, r := range rows {
		if list[i], err = groupOf(r); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Group returns a group; an id that is none's is a Fault (404).
func (s *Service) Group(ctx context.Context, id int64) (Group, error) {
	row, err := s.store.Queries().ErrorGroup(ctx, id)
	if store.IsNone(err) {
		return Group{}, errNotFound
	}
	if err != nil {
		return Group{}, fmt.Errorf("errorreport: read: %w", err)
	}
	return groupOf(row)
}

var errNotFound = fault.NotFound("error_report.not_found", "There is no such group of errors.")

func groupOf(r db.ErrorGroup) (Group, error) {
	e, err := parseEvent([]byte(r.Sample))
	if err != nil {
		return Group{}, fmt.Errorf("errorreport: sample of %d: %w", r.ID, err)
	}
	return Group{r.ID, Source(r.Source), State(r.State), r.Type, r.Culprit, r.Release, r.Count, r.FirstSeenAt, r.LastSeenAt, e}, nil
}

// Resolve says that the errors of a group are mended. One that is seen once more is there
// again. To resolve it again changes nothing; an id that is none's is a Fault (404).
func (s *Service) Resolve(ctx context.Context, id int64) error {
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		_, err := tx.ErrorGroup(ctx, id)
		if store.IsNone(err) {
			return errNotFound
		}
		if err != nil {
			return fmt.Errorf("errorreport: read: %w", err)
		}
		changed, err := tx.ErrorGroupResolve(ctx, id)
		if err != nil {
			return fmt.Errorf("errorreport: resolve: %w", err)
		}
		if changed == 0 {
			return nil
		}
		return s.audit.Record(ctx, tx, audit.Entry{Action: "error_resolved", Object: fmt.Sprintf("error_group/%d", id)})
	})
}

func (s *Service) forget(ctx context.Context) error {
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		if _, err := tx.ErrorGroupsForget(context.WithoutCancel(ctx), calendar.Stamp(s.clock.Now().Add(-retention))); err != nil {
			return fmt.Errorf("errorreport: forget: %w", err)
		}
		return nil
	})
}
