package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"rento/internal/fault"
	"rento/internal/inbox"
	"rento/internal/limit"
	"rento/internal/provider"
	"rento/internal/store"
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
	ctx, name, header := r.Context(), r.PathValue("provider"), r.Header.Clone()
	header.Del(provider.HeaderWebhookSecret)
	if secret := r.PathValue("secret"); secret != "" {
		header.Set(provider.HeaderWebhookSecret, secret)
	}
	tooLarge := fault.TooLarge("webhook.too_large", "The event is too large.")
	if r.ContentLength > inbox.MaxEvent {
		return tooLarge
	}
	if err := c.inbox.Expect(name, header); err != nil {
		return err
	}
	raw, err := readBody(r, inbox.MaxEvent) // bounded by its row
	if _, over := errors.AsType[*http.MaxBytesError](err); over {
		return tooLarge
	}
	if err != nil {
		return fault.Unreadable("webhook.unreadable", "The event could not be read.").WithCause(err)
	}
	return c.inbox.Receive(ctx, name, header, raw)
}

// faultOf is the fault inside err; what is none is logged and becomes a 500, or a 503
// while the database is away, so that the provider sends its event again.
func (c *webhookCalls) faultOf(ctx context.Context, err error) *fault.Fault {
	f := fault.Of(err)
	switch {
	case f == nil && store.IsTransient(err):
		c.logger.WarnContext(ctx, "event put off", "error", err.Error())
		return fault.Busy(databaseWait)
	case f == nil:
		logFailure(ctx, err)
		c.logger.ErrorContext(ctx, "event not stored", "error", err.Error())
		return fault.Internal()
	case f.Cause != nil:
		c.logger.WarnContext(ctx, "event refused", "name", f.Name, "cause", f.Cause.Error())
	}
	return f
}
