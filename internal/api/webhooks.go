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

// webhookCalls receive the providers' events. They are not calls of the contract: they verify the
// raw bytes, and the answer says only whether the event was stored.
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

// counted counts a refused event by the client's address, and joins a 429 before the error if there
// are too many. The signature is checked first, so that somebody who shares an address with a
// provider cannot block the provider's events.
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
	tooLarge := fault.TooLarge("webhook.too_large", "The event is larger than {size} KB.", fault.With("size", inbox.MaxEvent>>10))
	if r.ContentLength > inbox.MaxEvent {
		return tooLarge
	}
	if err := c.inbox.Expect(name, header); err != nil {
		return err
	}
	raw, err := readBody(r, inbox.MaxEvent) // limited by its row too
	if _, over := errors.AsType[*http.MaxBytesError](err); over {
		return tooLarge
	}
	if err != nil {
		return fault.Unreadable("webhook.unreadable", "The event could not be read.").WithCause(err)
	}
	return c.inbox.Receive(ctx, name, header, raw)
}

// faultOf returns the fault inside err. Any other error is logged and becomes a 500, or a 503 while
// the database is unavailable, so that the provider sends the event again.
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
