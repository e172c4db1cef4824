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

// refundKey is the idempotency key of the nth try of a payment's refund.
func refundKey(gateway, paymentID string, n int) string {
	key := "dup-" + gateway + "-" + paymentID
	if n == 1 {
		return key
	}
	return key + "-" + strconv.Itoa(n)
}

// tryOf is which try of its refund a row stands at, from 1.
func tryOf(row db.Refund) int {
	n, err := strconv.Atoi(strings.TrimPrefix(row.IdempotencyKey, refundKey(row.Gateway, row.PaymentID, 1)+"-"))
	if err != nil {
		return 1
	}
	return n
}

// refundSubject is what the alerts of a refund are about: each try has its own,
// because an alert that was closed is not raised again.
func refundSubject(row db.Refund) string {
	if n := tryOf(row); n > 1 {
		return fmt.Sprintf("%d/%d", row.ID, n)
	}
	return fmt.Sprint(row.ID)
}

// paidByHand reports whether the company itself has paid a refund, so that the
// gateway has nothing to give back for it.
func paidByHand(row db.Refund) bool {
	return RefundState(row.State) == RefundProcessed && row.GatewayRefundID == ""
}

// RetryRefund asks the gateway once more for a refund that failed, as a person
// decided: with a key of its own, so that the gateway does not repeat its
// refusal. Only the intent is stored here, the gateway is asked by a job. Faults:
// 404 for a refund that is not the customer's, 409 for one that has not failed;
// of two who retry at once, one gets it.
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
		if err := s.record(ctx, tx, customerID, "refund_retried", "refund", id); err != nil {
			return err
		}
		return s.enqueueRefund(ctx, tx, jobs.CustomerRow{CustomerID: customerID, ID: id}, now)
	})
}

// leastReference is how many letters and digits a bank's reference has at least,
// longestReference how many characters at most.
const (
	leastReference   = 4
	longestReference = 200
)

// FinishRefund records that the company itself has paid a failed refund, from
// its bank: reference is that of the transfer. The gateway is asked first whether
// it has given anything of the payment back, unless it is not set up any more.
// Faults: as RetryRefund, 422 for a reference that is none or too long, 409 when
// the gateway has given something back, 502 when it does not answer.
func (s *Service) FinishRefund(ctx context.Context, customerID, id int64, reference string) error {
	if bound.Letters(reference) < leastReference {
		return fault.Invalid("refund.reference_missing", "reference", "Please give the reference of the bank transfer.")
	}
	if utf8.RuneCountInString(reference) > longestReference {
		return fault.Invalid("text.too_long", "reference", "Please use at most {most} characters.", fault.With("most", longestReference))
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
			CustomerID: customerID, Action: "refund_paid_by_hand", Object: fmt.Sprintf("refund/%d", id), Reason: reference,
		})
		if err != nil {
			return err
		}
		return s.postRefund(ctx, tx, row, "Refund by bank transfer", ledger.Bank)
	})
}

// ensureNotGivenBack refuses to have a refund paid of whose payment the gateway
// has given something back.
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

// onFailedRefund changes a refund of the customer that failed.
func (s *Service) onFailedRefund(ctx context.Context, customerID, id int64, fn func(ctx context.Context, tx *store.Tx, row db.Refund) error) error {
	return s.write(ctx, customerID, func(ctx context.Context, tx *store.Tx) error {
		row, err := failedRefund(ctx, tx.Queries, customerID, id)
		if err != nil {
			return err
		}
		return fn(ctx, tx, row)
	})
}

// failedRefund reads a refund of the customer that failed.
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
