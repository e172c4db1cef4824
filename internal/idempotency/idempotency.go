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
	retention = 24 * time.Hour
	// derivedTime is how long a call without a key is the same as one before with
	// the same input: clients repeat within minutes, people mean it anew after.
	derivedTime = 10 * time.Minute
	purgeHour   = 3
	// derivedPrefix begins the key of a call that came without one (see the query
	// IdempotencyForgetDerived).
	derivedPrefix = "derived "
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

// stored is under which key the answer of a call stands, and what was sent.
type stored struct {
	key  Key
	hash string
	// forgotten is before when an answer is too old to stand for this call; 0
	// keeps all.
	forgotten calendar.Instant
}

// storedUnder returns false for a call whose answer is not kept: it has no key and
// repeating it does no harm. It returns a 422 for a key that cannot be stored.
func storedUnder(ctx context.Context, call Call, now time.Time) (stored, bool, error) {
	key, given := KeyOf(ctx)
	if !given && !call.AddsUp {
		return stored{}, false, nil
	}
	hash, err := hashOf(call.Input)
	if err != nil {
		return stored{}, false, err
	}
	if !given {
		return stored{Key(derivedPrefix + call.Operation + " " + hash), hash, calendar.Stamp(now.Add(-derivedTime))}, true, nil
	}
	return stored{key: key, hash: hash}, true, key.check()
}

// find returns the answer that was stored for a call, false when there is none
// yet. It returns a 422 when the key was used for another operation or with
// another input. q may be a transaction's: then a repetition at the same time
// waits, or starts its transaction again.
func find[Answer any](ctx context.Context, q *db.Queries, call Call, k stored) (Answer, bool, error) {
	var answer Answer
	row, err := q.IdempotencyFind(context.WithoutCancel(ctx), call.CustomerID, string(k.key))
	if store.IsNone(err) || err == nil && row.CreatedAt < k.forgotten {
		return answer, false, nil
	}
	if err != nil {
		return answer, false, fmt.Errorf("idempotency: find: %w", err)
	}
	if row.Operation != call.Operation || row.InputHash != k.hash {
		return answer, false, fault.Invalid("idempotency.key_reused", header, "This idempotency key was already used for another request.")
	}
	if err := json.Unmarshal([]byte(row.Answer), &answer); err != nil {
		return answer, false, fmt.Errorf("idempotency: read the answer of %s: %w", call.Operation, err)
	}
	return answer, true, nil
}

// save stores the answer of a call in the transaction of its effect. It returns
// a 409 when the same call was answered meanwhile: the caller's transaction must
// then be given up.
func save(ctx context.Context, tx *store.Tx, now time.Time, call Call, k stored, answer any) error {
	text, err := json.Marshal(answer)
	if err != nil {
		return fmt.Errorf("idempotency: answer of %s: %w", call.Operation, err)
	}
	rows, err := tx.IdempotencySave(context.WithoutCancel(ctx), db.IdempotencySaveParams{
		CustomerID: call.CustomerID, IdempotencyKey: string(k.key), Operation: call.Operation,
		InputHash: k.hash, Answer: string(text), CreatedAt: calendar.Stamp(now), ForgottenBefore: k.forgotten,
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
	// AddsUp says that repeating the call would do its effect once more, in full:
	// nothing in the state stands against it. Without a key from the client the
	// same input within derivedTime is then the same call.
	AddsUp bool
}

// Once runs fn in one transaction of the customer, at most once per key, the
// client's or a derived one: a repetition gets the first answer. ctx in fn is not cancelled when the client
// goes. Faults: 422 for a key that was used for something else, 409 when the
// same call was answered meanwhile.
func Once[Answer any](ctx context.Context, s *store.Store, clock calendar.Clock, call Call, fn func(ctx context.Context, tx *store.Tx) (Answer, error)) (Answer, error) {
	var answer Answer
	err := s.WriteInTurn(ctx, call.CustomerID, call.Turn, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		k, saves, err := storedUnder(ctx, call, clock.Now())
		if err != nil {
			return err
		}
		if saves {
			var again bool
			if answer, again, err = find[Answer](ctx, tx.Queries, call, k); err != nil || again {
				return err
			}
		}
		if answer, err = fn(ctx, tx); err != nil || !saves {
			return err
		}
		return save(ctx, tx, clock.Now(), call, k, answer)
	})
	return answer, err
}

// ForgetRepetitions has calls of an operation without a key count as new ones, in
// the transaction that undoes their effect: the answer of before stands for
// nothing any more.
func ForgetRepetitions(ctx context.Context, tx *store.Tx, customerID int64, operation string) error {
	if err := tx.IdempotencyForgetDerived(ctx, customerID, operation); err != nil {
		return fmt.Errorf("idempotency: forget %s: %w", operation, err)
	}
	return nil
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
			n, err := tx.IdempotencyForget(context.WithoutCancel(ctx), calendar.Stamp(clock.Now().Add(-retention)))
			if err != nil {
				return fmt.Errorf("idempotency: forget: %w", err)
			}
			logger.DebugContext(ctx, "forgot idempotency keys", "keys", n)
			return nil
		})
	})
}
