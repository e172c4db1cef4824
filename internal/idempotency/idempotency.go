// Package idempotency makes the repetition of a mutating call safe. The key of
// the call, a hash of its input and its answer are stored in the transaction
// of its effect, so that a repetition finds all or nothing of it.
package idempotency

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/jobs"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Key is what the client calls one intended effect, the same at each
// repetition: the header Idempotency-Key.
type Key string

const (
	header    = "Idempotency-Key"
	longest   = 255
	keepTime  = 24 * time.Hour
	purgeHour = 3
)

type contextKey struct{}

// WithKey gives the calls made with ctx the client's key.
func WithKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, contextKey{}, Key(key))
}

// KeyOf returns the key of the present call, false when the client sent none.
func KeyOf(ctx context.Context) (Key, bool) {
	key, ok := ctx.Value(contextKey{}).(Key)
	return key, ok
}

// check returns a 422 for a key that cannot be stored.
func (k Key) check() error {
	if len(k) == 0 || len(k) > longest {
		return fault.Invalid("idempotency.key_length", header, "The idempotency key must have 1 to 255 characters.")
	}
	for _, c := range k {
		if c < ' ' || c > '~' {
			return fault.Invalid("idempotency.key_characters", header, "The idempotency key must consist of printable ASCII characters.")
		}
	}
	return nil
}

// find returns the answer that was stored for the present call's key, false
// when there is no key or no answer yet. It returns a 422 when the key was
// used for another operation or with another input. q may be a transaction's:
// then a repetition at the same time waits, or starts its transaction again.
func find[Answer any](ctx context.Context, q *db.Queries, customerID int64, operation string, input any) (Answer, bool, error) {
	var answer Answer
	key, ok := KeyOf(ctx)
	if !ok {
		return answer, false, nil
	}
	if err := key.check(); err != nil {
		return answer, false, err
	}
	row, err := q.IdempotencyFind(context.WithoutCancel(ctx), customerID, string(key))
	if store.IsNone(err) {
		return answer, false, nil
	}
	if err != nil {
		return answer, false, fmt.Errorf("idempotency: find: %w", err)
	}
	hash, err := hashOf(input)
	if err != nil {
		return answer, false, err
	}
	if row.Operation != operation || row.InputHash != hash {
		return answer, false, fault.Invalid("idempotency.key_reused", header, "This idempotency key was already used for another request.")
	}
	if err := json.Unmarshal([]byte(row.Answer), &answer); err != nil {
		return answer, false, fmt.Errorf("idempotency: read the answer of %s: %w", operation, err)
	}
	return answer, true, nil
}

// save stores the answer of the present call in the transaction of its effect;
// without a key it does nothing. It returns a 409 when the same call was
// answered meanwhile: the caller's transaction must then be given up.
func save(ctx context.Context, tx *store.Tx, at time.Time, customerID int64, operation string, input, answer any) error {
	key, ok := KeyOf(ctx)
	if !ok {
		return nil
	}
	if err := key.check(); err != nil {
		return err
	}
	hash, err := hashOf(input)
	if err != nil {
		return err
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return fmt.Errorf("idempotency: answer of %s: %w", operation, err)
	}
	rows, err := tx.IdempotencySave(context.WithoutCancel(ctx), db.IdempotencySaveParams{
		CustomerID: customerID, IdempotencyKey: string(key), Operation: operation,
		InputHash: hash, Answer: string(text), CreatedAt: calendar.Stamp(at),
	})
	if err != nil {
		return fmt.Errorf("idempotency: save: %w", err)
	}
	if rows == 0 {
		return fault.Conflict("idempotency.under_way", "This request was already being worked on. Please look at the result before you repeat it.")
	}
	return nil
}

// Call is what a customer's call does.
type Call struct {
	CustomerID int64
	// Operation names it, Input is all that its effect depends on: the same key
	// with another of them is refused.
	Operation string
	Input     any
	// Turn is what all who change the same thing at once line up by, 0 for none
	// (store.WriteInTurn).
	Turn int64
}

// Once runs fn in one transaction of the customer, at most once per key: a
// repetition gets the first answer. ctx in fn is not cancelled when the client
// goes. Faults: 422 for a key that was used for something else, 409 when the
// same call was answered meanwhile.
func Once[Answer any](ctx context.Context, s *store.Store, clock calendar.Clock, call Call, fn func(ctx context.Context, tx *store.Tx) (Answer, error)) (Answer, error) {
	var answer Answer
	err := s.WriteInTurn(ctx, call.CustomerID, call.Turn, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		var again bool
		var err error
		if answer, again, err = find[Answer](ctx, tx.Queries, call.CustomerID, call.Operation, call.Input); err != nil || again {
			return err
		}
		if answer, err = fn(ctx, tx); err != nil {
			return err
		}
		return save(ctx, tx, clock.Now(), call.CustomerID, call.Operation, call.Input, answer)
	})
	return answer, err
}

// hashOf is the SHA-256 of the input's JSON, in which the fields of a struct
// have one order and the keys of a map are sorted.
func hashOf(input any) (string, error) {
	text, err := json.Marshal(input)
	if err != nil {
		return "", fmt.Errorf("idempotency: input: %w", err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// Schedule has answers forgotten after a day.
func Schedule(q *jobs.Queue, s *store.Store, clock calendar.Clock, logger *slog.Logger) {
	q.Every("idempotency/forget", jobs.Daily(purgeHour, 20), func(ctx context.Context) error {
		return s.WriteCompany(ctx, func(tx *store.Tx) error {
			n, err := tx.IdempotencyForget(context.WithoutCancel(ctx), calendar.Stamp(clock.Now().Add(-keepTime)))
			if err != nil {
				return fmt.Errorf("idempotency: forget: %w", err)
			}
			logger.DebugContext(ctx, "forgot idempotency keys", "keys", n)
			return nil
		})
	})
}
