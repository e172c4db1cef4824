package payment

import (
	"context"
	"fmt"

	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Attempt is a payment attempt: one order at one gateway. All tries of the customer at that
// gateway share it. The gateway accepts one payment per order, which is the first protection
// against paying twice.
type Attempt struct {
	CustomerID    int64
	ID            int64
	TransactionID int64
	Gateway       string
	// Reference is our reference, which the gateway knows. OrderID is the gateway's own id of
	// the order. It is empty until the gateway has answered.
	Reference string
	OrderID   string
	State     AttemptState
	Amount    money.Paise // what the gateway is asked to collect
	Reason    string
	CreatedAt calendar.Instant
	MovedAt   calendar.Instant // when the attempt entered its state
	CheckAt   calendar.Instant // when we next ask the gateway; zero for never
	Checks    int64
	AskedAt   calendar.Instant
}

func attempt(row db.PaymentAttempt) Attempt {
	return Attempt{
		CustomerID: row.CustomerID, ID: row.ID, TransactionID: row.TransactionID, Gateway: row.Gateway,
		Reference: row.Reference, OrderID: row.GatewayOrderID, State: AttemptState(row.State), Amount: row.AmountPaise,
		Reason: row.Reason, CreatedAt: row.CreatedAt, MovedAt: row.UpdatedAt, CheckAt: row.CheckAt, Checks: row.Checks, AskedAt: row.AskedAt,
	}
}

// uncounted returns the number of checks to store when we add an extra question to the schedule.
// Asking the question adds one again, so the schedule then continues where it was.
func (a Attempt) uncounted() int64 { return max(0, a.Checks-1) }

// readAttempt reads the attempt again inside the database transaction.
func readAttempt(ctx context.Context, tx *store.Tx, a Attempt) (Attempt, error) {
	row, err := tx.PaymentAttempt(ctx, a.CustomerID, a.ID)
	if err != nil {
		return Attempt{}, fmt.Errorf("payment: read attempt: %w", err)
	}
	return attempt(row), nil
}

// referenceLength satisfies the strictest gateway, which accepts fewer than 21 letters and
// digits and no reference twice.
const referenceLength = 20

// addAttempt stores our intent to use a gateway. It also enqueues the job that asks the gateway
// about the attempt, in case this node dies before it hears anything.
func (s *Service) addAttempt(ctx context.Context, tx *store.Tx, t Transaction, gateway string) (Attempt, error) {
	now := s.now()
	a := Attempt{
		CustomerID: t.CustomerID, ID: s.ids.Next(), TransactionID: t.ID, Gateway: gateway, Reference: ident.Reference(referenceLength),
		State: AttemptCreated, Amount: t.ByGateway(), CreatedAt: now, MovedAt: now, CheckAt: now.Add(checkGaps[0]),
	}
	return a, s.storeAttempt(ctx, tx, a)
}

// storeAttempt stores a new attempt and enqueues the first question about it.
func (s *Service) storeAttempt(ctx context.Context, tx *store.Tx, a Attempt) error {
	added, err := tx.PaymentAttemptAdd(ctx, db.PaymentAttemptAddParams{
		CustomerID: a.CustomerID, ID: a.ID, TransactionID: a.TransactionID, Gateway: a.Gateway, Reference: a.Reference,
		AmountPaise: a.Amount, CreatedAt: a.CreatedAt, CheckAt: a.CheckAt,
	})
	if err != nil {
		return fmt.Errorf("payment: add attempt: %w", err)
	}
	if added == 0 {
		return fmt.Errorf("payment: transaction %d has a live attempt", a.TransactionID)
	}
	return s.enqueueCheck(ctx, tx, a)
}

// moveAttempt moves an attempt to the next state if that is allowed. It also stores the
// gateway's order id and the reason.
func (s *Service) moveAttempt(ctx context.Context, tx *store.Tx, a *Attempt, next AttemptState, orderID, reason string) error {
	if next != a.State && !a.State.May(next) {
		return nil
	}
	if next == a.State && orderID == a.OrderID {
		return nil
	}
	now := s.now()
	reason = bound.Text(reason, provider.LongestReason)
	_, err := tx.PaymentAttemptState(ctx, db.PaymentAttemptStateParams{
		CustomerID: a.CustomerID, ID: a.ID, State: string(next), GatewayOrderID: orderID, Reason: reason, UpdatedAt: now,
		Was: string(a.State),
	})
	if err != nil {
		return fmt.Errorf("payment: move attempt: %w", err)
	}
	a.State, a.OrderID, a.Reason, a.MovedAt = next, orderID, reason, now
	if err := s.followDebit(ctx, tx, *a); err != nil {
		return err
	}
	return s.record(ctx, tx, a.CustomerID, "payment_attempt_"+string(next), "attempt", a.ID, a.Amount)
}

// liveAttempt returns the current attempt of a transaction, or nil if there is none.
func liveAttempt(ctx context.Context, q *db.Queries, t Transaction) (*Attempt, error) {
	row, err := q.PaymentAttemptLive(ctx, t.CustomerID, t.ID)
	if store.IsNone(err) {
		return nil, nil //nolint:nilnil // none is an answer here
	}
	if err != nil {
		return nil, fmt.Errorf("payment: read attempt: %w", err)
	}
	a := attempt(row)
	return &a, nil
}

// expire gives up a transaction and its live attempt. We keep asking about the attempt until its
// schedule ends, because its order can still be paid.
func (s *Service) expire(ctx context.Context, tx *store.Tx, t *Transaction, a *Attempt, reason string) error {
	if a != nil {
		if err := s.moveAttempt(ctx, tx, a, AttemptExpired, a.OrderID, reason); err != nil {
			return err
		}
	}
	return s.moveTransaction(ctx, tx, t, Expired)
}
