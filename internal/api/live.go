package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"rento/internal/account"
	"rento/internal/event"
	"rento/internal/fault"
)

// eventSpacing is the minimum time between two events of a stream.
const eventSpacing = 250 * time.Millisecond

type liveCalls struct {
	events   *event.Hub
	accounts *account.Service
	logger   *slog.Logger
}

// liveInput says which revision the reader already has; 0 means none.
type liveInput struct {
	Token       string `header:"Authorization" hidden:"true"`
	Since       int64  `query:"since" minimum:"0" doc:"the revision that the reader knows"`
	LastEventID int64  `header:"Last-Event-ID" minimum:"0" doc:"the same, as browsers send it when they come back"`
}

func (c *liveCalls) stream() handler {
	h := streamed(c.open, func(*routes) map[string]*huma.MediaType {
		return map[string]*huma.MediaType{"text/event-stream": {Schema: &huma.Schema{Type: huma.TypeString}}}
	})
	h.lasts = true
	return h
}

func (c *liveCalls) open(ctx context.Context, s account.Session, in *liveInput) (huma.StreamResponse, error) {
	stream, err := c.events.Open(s.CustomerID)
	return huma.StreamResponse{Body: func(hc huma.Context) {
		defer stream.Close()
		_, w := humago.Unwrap(hc)
		f := subscriber{liveCalls: c, stream: stream, token: in.Token, out: newEventWriter(w, c.events.Patience)}
		if err := f.follow(hc.Context(), s.Revision, max(in.Since, in.LastEventID)); err != nil && hc.Context().Err() == nil {
			c.logger.DebugContext(ctx, "stream of events ended", "customer", s.CustomerID, "reason", err.Error())
		}
	}}, err
}

// subscriber writes one stream.
type subscriber struct {
	*liveCalls
	stream *event.Stream
	token  string
	out    eventWriter
	told   int64
}

var errReplaced = errors.New("a newer stream has taken its place")

// follow writes events until the reader disconnects, the session ends or the node stops. The error
// says which of these happened. known is the revision that the reader has, 0 for none.
func (f *subscriber) follow(ctx context.Context, present, known int64) error {
	name := "revision"
	if known != 0 && known != present {
		name = "changed"
	}
	if err := f.write(name, present); err != nil {
		return err
	}
	beat := time.NewTicker(f.events.Heartbeat)
	defer beat.Stop()
	for {
		var quiet bool
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-f.events.Stopped():
			return http.ErrServerClosed
		case <-f.stream.Replaced():
			return errors.Join(errReplaced, f.out.event("replaced", f.told))
		case <-beat.C:
			quiet = true
		case <-f.stream.Changed():
		}
		if err := f.look(ctx, quiet); err != nil {
			return err
		}
	}
}

// look reads the session and its revision. If quiet is set and nothing has changed, it writes a
// comment to show that the stream is alive.
func (f *subscriber) look(ctx context.Context, quiet bool) error {
	s, err := f.accounts.Peek(ctx, f.token)
	if err != nil {
		if ctx.Err() == nil && !fault.Is(err, http.StatusUnauthorized) {
			f.logger.WarnContext(ctx, "revision not read", "error", err.Error())
		}
		return err
	}
	if s.Revision == f.told {
		if quiet {
			return f.out.write(": \n\n")
		}
		return nil
	}
	if err := f.write("changed", s.Revision); err != nil {
		return err
	}
	return f.rest(ctx)
}

func (f *subscriber) write(name string, revision int64) error {
	f.told = revision
	f.stream.Acknowledge(revision)
	return f.out.event(name, revision)
}

// rest waits, so that changes in quick succession become one event.
func (f *subscriber) rest(ctx context.Context) error {
	timer := time.NewTimer(eventSpacing)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// eventWriter writes events immediately and does not wait for a reader that does not read.
type eventWriter struct {
	io.Writer
	control  *http.ResponseController
	patience time.Duration
}

// newEventWriter starts the answer. It lifts the server's read deadline from the connection,
// because the deadline is meant for calls that end.
func newEventWriter(w http.ResponseWriter, patience time.Duration) eventWriter {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store, no-transform")
	h.Set("X-Accel-Buffering", "no")
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Time{}) // not every writer has deadlines
	return eventWriter{w, control, patience}
}

func (w eventWriter) event(name string, revision int64) error {
	return w.write(fmt.Sprintf("event: %s\nid: %d\ndata: {\"revision\":%d}\n\n", name, revision, revision))
}

func (w eventWriter) write(text string) error {
	deadline := time.Now().Add(w.patience) //nolint:forbidigo // connections know real time only
	if err := w.control.SetWriteDeadline(deadline); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	if _, err := io.WriteString(w, text); err != nil {
		return err
	}
	return w.control.Flush()
}
