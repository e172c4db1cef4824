package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"rento/internal/fault"
	"rento/internal/inbox"
	"rento/internal/limit"
)

// webhookCalls take the providers' events in. They are no calls of the
// contract: the raw bytes are verified, and the answer says only whether they
// were stored.
type webhookCalls struct {
	inbox  *inbox.Inbox
	limits *limit.Limiter
	logger *slog.Logger
}

func (c *webhookCalls) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := c.receive(r); err != nil {
		hangUp(w)
		WriteFault(w, r, c.faultOf(r.Context(), c.counted(r.Context(), err)))
		return
	}
	w.WriteHeader(http.StatusOK)
}

// counted counts what is refused by the client's address, and puts a 429 before
// it once that is too much. A signature is checked first, so that nobody who
// shares an address with a provider keeps its events out.
func (c *webhookCalls) counted(ctx context.Context, err error) error {
	if f := fault.Of(err); f == nil || f.Status >= http.StatusInternalServerError {
		return err
	}
	return errors.Join(c.limits.Allow(ctx, limit.RefusedWebhook, addressKey(ctx)), err)
}

func (c *webhookCalls) receive(r *http.Request) error {
	ctx, name := r.Context(), r.PathValue("provider")
	tooLarge := fault.TooLarge("webhook.too_large", "The event is too large.")
	if r.ContentLength > inbox.MaxEvent {
		return tooLarge
	}
	if err := c.inbox.Expect(name, r.Header); err != nil {
		return err
	}
	raw, err := readBody(r, inbox.MaxEvent) // bounded by its row
	if _, over := errors.AsType[*http.MaxBytesError](err); over {
		return tooLarge
	}
	if err != nil {
		return fault.Unreadable("webhook.unreadable", "The event could not be read.").WithCause(err)
	}
	return c.inbox.Receive(ctx, name, r.Header, raw)
}

// faultOf is the fault inside err; what is none is logged and becomes a 500, so
// that the provider sends its event again.
func (c *webhookCalls) faultOf(ctx context.Context, err error) *fault.Fault {
	f := fault.Of(err)
	switch {
	case f == nil:
		c.logger.ErrorContext(ctx, "event not stored", "error", err.Error())
		return fault.Internal()
	case f.Cause != nil:
		c.logger.WarnContext(ctx, "event refused", "name", f.Name, "cause", f.Cause.Error())
	}
	return f
}
