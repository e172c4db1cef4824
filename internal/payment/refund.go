package payment

import (
	"context"
	"fmt"

	"rento/internal/alert"
	"rento/internal/calendar"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// giveBack records that we owe a second payment to the customer, and refunds it to its source.
// The idempotency key is made of the payment. So only one refund leaves, no matter who repeats
// the request or how often. The key changes only when a person retries a failed refund.
func (s *Service) giveBack(ctx context.Context, tx *store.Tx, t Transaction, a Attempt, p provider.Payment, reason string) error {
	err := s.enterOnce(ctx, tx, ledger.Entry{
		CustomerID: t.CustomerID, SourceType: sourcePayment, SourceID: source(a.Gateway, p.ID), At: s.now(),
		Description: "Second payment, goes back to its source",
		Legs:        []ledger.Leg{ledger.Debit(ledger.InTransit(a.Gateway), p.Amount), ledger.Credit(ledger.ExcessPayment, p.Amount)},
	})
	if err != nil {
		return err
	}
	row := db.PaymentRefundAddParams{
		CustomerID: t.CustomerID, ID: s.ids.Next(), Gateway: a.Gateway, PaymentID: p.ID,
		IdempotencyKey: refundKey(a.Gateway, p.ID, 1), AmountPaise: p.Amount, Reason: reason, CreatedAt: s.now(), CheckAt: s.now(),
	}
	if _, err := tx.PaymentRefundAdd(ctx, row); err != nil {
		return fmt.Errorf("payment: add refund: %w", err)
	}
	if err := s.record(ctx, tx, row.CustomerID, "refund_wanted", "refund", row.ID, row.AmountPaise); err != nil {
		return err
	}
	if err := s.notifyReturned(ctx, tx, t, a, row); err != nil {
		return err
	}
	return s.enqueueRefund(ctx, tx, jobs.CustomerRow{CustomerID: row.CustomerID, ID: row.ID}, row.CheckAt)
}

func (s *Service) enqueueRefund(ctx context.Context, tx *store.Tx, about jobs.CustomerRow, at calendar.Instant) error {
	err := s.jobs.Enqueue(ctx, tx, jobs.Job{
		Kind: jobRefund, Key: fmt.Sprintf("%d@%d", about.ID, at), Payload: about, RunAt: at.Time(),
	})
	if err != nil {
		return fmt.Errorf("payment: %w", err)
	}
	return nil
}

// refundJob continues one refund: it asks the gateway to make it, or asks for its state.
func (s *Service) refundJob(ctx context.Context, about jobs.CustomerRow) error {
	row, err := s.store.Queries().PaymentRefund(ctx, about.CustomerID, about.ID)
	if err != nil {
		return fmt.Errorf("payment: read refund: %w", err)
	}
	if row.CheckAt.IsZero() || row.CheckAt > s.now() {
		return nil
	}
	return s.pursue(ctx, row)
}

// pursue asks the gateway about a refund. It first schedules the next question. If this node
// crashes after the call, another job asks again with the same key.
func (s *Service) pursue(ctx context.Context, row db.Refund) error {
	mine, err := s.scheduleRefund(ctx, &row)
	if err != nil || !mine {
		return err
	}
	gateway := s.gateways.Get(row.Gateway)
	if gateway == nil {
		return jobs.Permanent(fmt.Errorf("payment: gateway %s is not set up", row.Gateway))
	}
	if !gateway.Profile().Refunds {
		return s.failRefund(ctx, row, "", "the gateway does not give money back")
	}
	order, err := s.orderOf(ctx, row)
	if err != nil {
		return err
	}
	got, err := refundAt(ctx, gateway, order, row)
	if err != nil {
		return s.refundTrouble(ctx, row, err)
	}
	return s.applyRefund(ctx, row, got)
}

// orderOf returns the order of the payment that is refunded. The result is empty if the payment
// came without an order of ours.
func (s *Service) orderOf(ctx context.Context, row db.Refund) (provider.Order, error) {
	q := s.store.Queries()
	paid, err := q.PaymentSeen(ctx, row.Gateway, row.PaymentID)
	if err != nil {
		return provider.Order{}, fmt.Errorf("payment: read refunded payment: %w", err)
	}
	return orderOfAttempt(ctx, q, paid.CustomerID, paid.AttemptID)
}

// orderOfAttempt returns the order of an attempt. The result is empty if attemptID is 0.
func orderOfAttempt(ctx context.Context, q *db.Queries, customerID, attemptID int64) (provider.Order, error) {
	if attemptID == 0 {
		return provider.Order{}, nil
	}
	attempt, err := q.PaymentAttempt(ctx, customerID, attemptID)
	if err != nil {
		return provider.Order{}, fmt.Errorf("payment: read the attempt of a payment: %w", err)
	}
	return provider.Order{Reference: attempt.Reference, ID: attempt.GatewayOrderID}, nil
}

func refundAt(ctx context.Context, gateway provider.Gateway, order provider.Order, row db.Refund) (provider.Refund, error) {
	if row.GatewayRefundID != "" {
		return gateway.FetchRefund(ctx, provider.RefundQuery{
			Order: order, PaymentID: row.PaymentID, ID: row.GatewayRefundID, Key: row.IdempotencyKey,
		})
	}
	return gateway.Refund(ctx, provider.RefundRequest{
		Order: order, PaymentID: row.PaymentID, Amount: row.AmountPaise, Key: row.IdempotencyKey, Reference: fmt.Sprint(row.ID),
		Repeated: row.Checks > 1,
	})
}

func (s *Service) scheduleRefund(ctx context.Context, row *db.Refund) (mine bool, err error) {
	at := s.now().Add(refundGap(*row, s.now()))
	err = s.write(ctx, row.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		moved, err := tx.PaymentRefundCheck(ctx, db.PaymentRefundCheckParams{
			CustomerID: row.CustomerID, ID: row.ID, CheckAt: at, Checks: row.Checks + 1, Was: row.Checks,
		})
		if err != nil {
			return fmt.Errorf("payment: schedule refund: %w", err)
		}
		if mine = moved > 0; !mine {
			return nil
		}
		if isLong(*row, at) && !isLong(*row, s.now()) {
			if err := s.alerts.Raise(ctx, tx, refundAlert("refund_slow", *row, "")); err != nil {
				return err
			}
		}
		return s.enqueueRefund(ctx, tx, jobs.CustomerRow{CustomerID: row.CustomerID, ID: row.ID}, at)
	})
	if mine {
		row.Checks, row.CheckAt = row.Checks+1, at
	}
	return mine, err
}

// refundTrouble handles a failed call about a refund. If the result is unknown or nothing
// happened, it waits for the next question. If the gateway refused to make the refund, this try
// has failed.
func (s *Service) refundTrouble(ctx context.Context, row db.Refund, cause error) error {
	if provider.OutcomeOf(cause) != provider.Declined || row.GatewayRefundID != "" {
		s.logger.WarnContext(ctx, "refund not confirmed", "refund", row.ID, "error", cause.Error())
		return nil
	}
	return s.failRefund(ctx, row, row.GatewayRefundID, cause.Error())
}

// failRefund handles a refund that the gateway does not make. The money stays owed to the
// customer, and a person must pay it another way.
//
// A gateway also refuses a refund if it has already given the payment back, so we first ask
// about the payment. Money that was given back must not be paid a second time. In that case we
// keep asking about the refund. If the gateway still does not know the refund after longRefund,
// we believe what it says about the payment, and the refund is processed.
func (s *Service) failRefund(ctx context.Context, row db.Refund, refundID, trouble string) error {
	given, err := s.givenBack(ctx, row)
	switch {
	case err != nil:
		s.logger.WarnContext(ctx, "refund not confirmed", "refund", row.ID, "error", err.Error())
		return nil
	case given < row.AmountPaise:
		return s.moveRefund(ctx, row, RefundFailed, refundID, trouble)
	case !isLong(row, s.now()):
		s.logger.WarnContext(ctx, "refund is made already", "refund", row.ID, "error", trouble)
		return nil
	}
	if refundID == "" {
		refundID = row.IdempotencyKey
	}
	return s.moveRefund(ctx, row, RefundProcessed, refundID, "")
}

// givenBack asks the gateway how much of the payment it has given back, in paise. If the gateway
// cannot be asked, the error is the gateway's.
func (s *Service) givenBack(ctx context.Context, row db.Refund) (money.Paise, error) {
	gateway := s.gateways.Get(row.Gateway)
	if gateway == nil {
		return 0, fmt.Errorf("payment: gateway %s is not set up", row.Gateway)
	}
	order, err := s.orderOf(ctx, row)
	if err != nil {
		return 0, err
	}
	seen, err := gateway.Observe(ctx, order.Reference, order.ID)
	if err != nil {
		return 0, fmt.Errorf("payment: ask %s: %w", row.Gateway, err)
	}
	for _, p := range seen.Payments {
		if p.ID == row.PaymentID {
			return p.Refunded, nil
		}
	}
	return 0, fmt.Errorf("payment: %s does not show payment %s", row.Gateway, row.PaymentID)
}

// applyRefund processes a report of a refund. Every such report ends here.
func (s *Service) applyRefund(ctx context.Context, row db.Refund, got provider.Refund) error {
	if got.PaymentID != row.PaymentID || got.Amount != row.AmountPaise {
		return s.moveRefund(ctx, row, RefundState(row.State), row.GatewayRefundID, "the gateway's refund is another one")
	}
	switch got.State {
	case provider.RefundProcessed:
		return s.moveRefund(ctx, row, RefundProcessed, got.ID, "")
	case provider.RefundFailed:
		return s.failRefund(ctx, row, got.ID, "")
	case provider.RefundPending:
	}
	return s.moveRefund(ctx, row, RefundPending, got.ID, "")
}

// adoptRefund accepts a refund that the gateway has processed as the refund in row, no matter
// who asked for it. It must be a refund of the same payment and the same amount, which is the
// whole payment. adoptRefund reports whether it accepted the refund.
func (s *Service) adoptRefund(ctx context.Context, gateway provider.Gateway, row db.Refund, refundID string) (bool, error) {
	if !gateway.Profile().Refunds {
		return false, nil
	}
	order, err := s.orderOf(ctx, row)
	if err != nil {
		return false, err
	}
	got, err := gateway.FetchRefund(ctx, provider.RefundQuery{Order: order, PaymentID: row.PaymentID, ID: refundID})
	if provider.OutcomeOf(err) == provider.Declined {
		return false, nil // the gateway has no such refund
	}
	if err != nil {
		return false, fmt.Errorf("payment: fetch refund %s: %w", refundID, err)
	}
	if got.PaymentID != row.PaymentID || got.Amount != row.AmountPaise || got.State != provider.RefundProcessed {
		return false, nil
	}
	return true, s.applyRefund(ctx, row, got)
}

func (s *Service) moveRefund(ctx context.Context, before db.Refund, next RefundState, gatewayRefundID, trouble string) error {
	return s.write(ctx, before.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		row, err := tx.PaymentRefund(ctx, before.CustomerID, before.ID)
		if err != nil {
			return fmt.Errorf("payment: read refund: %w", err)
		}
		if trouble != "" || next == RefundFailed {
			if err := s.alerts.Raise(ctx, tx, refundAlert("refund_failed", row, trouble)); err != nil {
				return err
			}
		}
		if !RefundState(row.State).May(next) {
			return nil
		}
		_, err = tx.PaymentRefundState(ctx, db.PaymentRefundStateParams{
			CustomerID: row.CustomerID, ID: row.ID, State: string(next), GatewayRefundID: gatewayRefundID, UpdatedAt: s.now(), Was: row.State,
		})
		if err != nil {
			return fmt.Errorf("payment: move refund: %w", err)
		}
		if err := s.record(ctx, tx, row.CustomerID, "refund_"+string(next), "refund", row.ID, row.AmountPaise); err != nil {
			return err
		}
		return s.refundMoved(ctx, tx, row, next)
	})
}

// refundMoved posts the money of a processed refund, and tells the customer about a failed one.
func (s *Service) refundMoved(ctx context.Context, tx *store.Tx, row db.Refund, next RefundState) error {
	if next == RefundPending {
		return nil
	}
	if next != RefundProcessed {
		return s.notifyNotBack(ctx, tx, row)
	}
	return s.postRefund(ctx, tx, row, "Refund to source", ledger.InTransit(row.Gateway))
}

// postRefund posts a refund that was paid to the customer from an account, and tells the
// customer.
func (s *Service) postRefund(ctx context.Context, tx *store.Tx, row db.Refund, description string, from ledger.Account) error {
	err := s.enterOnce(ctx, tx, ledger.Entry{
		CustomerID: row.CustomerID, SourceType: sourceRefund, SourceID: fmt.Sprint(row.ID), At: s.now(), Description: description,
		Legs: []ledger.Leg{ledger.Debit(ledger.ExcessPayment, row.AmountPaise), ledger.Credit(from, row.AmountPaise)},
	})
	if err != nil {
		return err
	}
	return s.notifyBack(ctx, tx, row)
}

func refundAlert(kind string, row db.Refund, detail string) alert.Alert {
	return alert.Alert{
		Kind: kind, Subject: refundSubject(row), CustomerID: row.CustomerID,
		Detail: fmt.Sprintf("refund of %s for payment %s at %s: %s", row.AmountPaise.Decimal(), row.PaymentID, row.Gateway, detail),
	}
}

// refundedOutside raises an alert if the gateway gave back more of a payment than we asked for.
// That happens when somebody refunds by hand or after a dispute.
func (s *Service) refundedOutside(ctx context.Context, tx *store.Tx, a Attempt, p provider.Payment) error {
	if p.Refunded == 0 {
		return nil
	}
	was, err := storedPayment(ctx, tx.Queries, a.Gateway, p.ID)
	if err != nil || was.posted == NotPosted {
		return err
	}
	rows, err := tx.PaymentRefundsOf(ctx, a.Gateway, p.ID)
	if err != nil {
		return fmt.Errorf("payment: read refunds: %w", err)
	}
	var ours money.Paise
	for _, r := range rows {
		if !paidByHand(r) {
			ours = money.Sum(ours, r.AmountPaise)
		}
	}
	if p.Refunded <= ours {
		return nil
	}
	return s.alerts.Raise(ctx, tx, alert.Alert{
		Kind: "refunded_outside", Subject: source(a.Gateway, p.ID), CustomerID: a.CustomerID,
		Detail: fmt.Sprintf("%s were given back, we asked for %s", p.Refunded.Decimal(), ours.Decimal()),
	})
}
