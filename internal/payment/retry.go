package payment

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"rento/internal/audit"
	"rento/internal/bound"
	"rento/internal/fault"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/store"
	"rento/internal/store/db"
)

// refundKey returns the idempotency key for the nth try of refunding a payment.
func refundKey(gateway, paymentID string, n int) string {
	key := "dup-" + gateway + "-" + paymentID
	if n == 1 {
		return key
	}
	return key + "-" + strconv.Itoa(n)
}

// tryOf returns which try of the refund the row is at, counting from 1.
func tryOf(row db.Refund) int {
	n, err := strconv.Atoi(strings.TrimPrefix(row.IdempotencyKey, refundKey(row.Gateway, row.PaymentID, 1)+"-"))
	if err != nil {
		return 1
	}
	return n
}

// refundSubject returns the subject of a refund's alerts. Each try has its own subject, because
// an alert that was closed is not raised again.
func refundSubject(row db.Refund) string {
	if n := tryOf(row); n > 1 {
		return fmt.Sprintf("%d/%d", row.ID, n)
	}
	return fmt.Sprint(row.ID)
}

// paidByHand reports whether the company itself paid the refund. Then the gateway has nothing to
// give back for it.
func paidByHand(row db.Refund) bool {
	return RefundState(row.State) == RefundProcessed && row.GatewayRefundID == ""
}

// RetryRefund asks the gateway once more for a failed refund, because a person decided so. The
// new try has a new idempotency key, so that the gateway does not repeat its refusal.
// RetryRefund only stores the intent; a job asks the gateway.
//
// Faults: 404 for a refund that is not the customer's, 409 for a refund that has not failed. If
// two people retry at once, one of them gets the 409.
func (s *Service) RetryRefund(ctx context.Context, customerID, id int64) error {
	return s.onFailedRefund(ctx, customerID, id, func(ctx context.Context, tx *store.Tx, row db.Refund) error {
		now := s.now()
		moved, err := tx.PaymentRefundRetry(ctx, db.PaymentRefundRetryParams{
			CustomerID: customerID, ID: id, IdempotencyKey: refundKey(row.Gateway, row.PaymentID, tryOf(row)+1), UpdatedAt: now,
		})
		if err != nil {
			return fmt.Errorf("payment: retry refund: %w", err)
		}
		if moved == 0 {
			return refundNotWaiting()
		}
		if err := s.record(ctx, tx, customerID, "refund_retried", "refund", id, row.AmountPaise); err != nil {
			return err
		}
		return s.enqueueRefund(ctx, tx, jobs.CustomerRow{CustomerID: customerID, ID: id}, now)
	})
}

// leastReference is the minimum number of letters and digits in a bank transfer's reference.
// longestReference is its maximum number of characters.
const (
	leastReference   = 4
	longestReference = 200
)

// FinishRefund records that the company itself paid a failed refund from its bank account.
// reference is the reference of the bank transfer. FinishRefund first asks the gateway whether
// it has given back any of the payment, unless the gateway is no longer set up.
//
// Faults: those of RetryRefund. 422 if the reference is missing or too long. 409 if the gateway
// has given something back. 502 if the gateway does not answer.
func (s *Service) FinishRefund(ctx context.Context, customerID, id int64, reference string) error {
	if err := checkReference(reference); err != nil {
		return err
	}
	if err := s.ensureNotGivenBack(ctx, customerID, id); err != nil {
		return err
	}
	return s.onFailedRefund(ctx, customerID, id, func(ctx context.Context, tx *store.Tx, row db.Refund) error {
		moved, err := tx.PaymentRefundState(ctx, db.PaymentRefundStateParams{
			CustomerID: customerID, ID: id, State: string(RefundProcessed), UpdatedAt: s.now(), Was: row.State,
		})
		if err != nil {
			return fmt.Errorf("payment: finish refund: %w", err)
		}
		if moved == 0 {
			return refundNotWaiting()
		}
		err = s.audit.Record(ctx, tx, audit.Entry{
			CustomerID: customerID, Action: "refund_paid_by_hand", Object: fmt.Sprintf("refund/%d", id), Amount: row.AmountPaise, Reason: reference,
		})
		if err != nil {
			return err
		}
		return s.postRefund(ctx, tx, row, "Refund by bank transfer", ledger.Bank)
	})
}

// checkReference returns a 422 Fault for the reference of a bank transfer that is missing or too long.
func checkReference(reference string) error {
	if bound.Letters(reference) < leastReference {
		return fault.Invalid("refund.reference_missing", "reference", "Please give the reference of the bank transfer.")
	}
	if utf8.RuneCountInString(reference) > longestReference {
		return fault.Invalid("text.too_long", "reference", "Please use at most {most} characters.", fault.With("most", longestReference))
	}
	return nil
}

// ensureNotGivenBack returns a 409 Fault if the gateway has given back any of the refund's
// payment, because the refund must then not be paid by hand.
func (s *Service) ensureNotGivenBack(ctx context.Context, customerID, id int64) error {
	row, err := failedRefund(ctx, s.store.Queries(), customerID, id)
	if err != nil || s.gateways.Get(row.Gateway) == nil {
		return err
	}
	given, err := s.givenBack(ctx, row)
	if err != nil {
		return fault.Provider(err)
	}
	if given > 0 {
		return fault.Conflict("payment.refund_given_back",
			"The gateway says that it has given {amount} of this payment back. Please look there before you pay it.", fault.With("amount", given))
	}
	return nil
}

// onFailedRefund runs fn on a failed refund of the customer, in one database transaction.
func (s *Service) onFailedRefund(ctx context.Context, customerID, id int64, fn func(ctx context.Context, tx *store.Tx, row db.Refund) error) error {
	return s.write(ctx, customerID, func(ctx context.Context, tx *store.Tx) error {
		row, err := failedRefund(ctx, tx.Queries, customerID, id)
		if err != nil {
			return err
		}
		return fn(ctx, tx, row)
	})
}

// failedRefund reads a failed refund of the customer. It returns a 404 Fault if there is no such
// refund and a 409 Fault if the refund has not failed.
func failedRefund(ctx context.Context, q *db.Queries, customerID, id int64) (db.Refund, error) {
	row, err := q.PaymentRefund(ctx, customerID, id)
	if store.IsNone(err) {
		return row, fault.NotFound("payment.refund_not_found", "This refund does not exist.")
	}
	if err != nil {
		return row, fmt.Errorf("payment: read refund: %w", err)
	}
	if RefundState(row.State) != RefundFailed {
		return row, refundNotWaiting()
	}
	return row, nil
}

func refundNotWaiting() *fault.Fault {
	return fault.Conflict("payment.refund_not_waiting", "This refund does not wait for anybody.")
}
