package settlement

import (
	"context"
	"fmt"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/jobs"
	"rento/internal/money"
	"rento/internal/store"
)

// Stuck is a refund whose last payout failed or came back, and whose next one would go to the
// same payee. It waits for other details or for a person. Refund is in paise, Payee is masked,
// and Reason is the provider's.
type Stuck struct {
	CustomerID   int64
	SettlementID int64
	PayoutID     int64
	State        PayoutState
	Reason       string
	Since        calendar.Instant
	Refund       money.Paise
	Payee        string
}

// Stuck lists the stuck refunds, the oldest first.
func (s *Service) Stuck(ctx context.Context) ([]Stuck, error) {
	rows, err := s.store.Queries().SettlementsStuck(ctx)
	if err != nil {
		return nil, fmt.Errorf("settlement: read stuck ones: %w", err)
	}
	list := make([]Stuck, len(rows))
	for i, r := range rows {
		to, err := s.payee(r.Payee)
		if err != nil {
			return nil, err
		}
		list[i] = Stuck{
			CustomerID: r.Payee.CustomerID, SettlementID: r.ID, PayoutID: r.PayoutID, State: PayoutState(r.State), Reason: r.Reason,
			Since: r.UpdatedAt, Refund: r.RefundPaise, Payee: to.Masked(),
		}
	}
	return list, nil
}

// Retry pays a stuck refund to the same payee once more, because a person decided so. It makes a
// new payout with a key of its own. Only the intent is stored here; a job calls the provider. If
// dues take the whole refund, it is paid without a payout.
//
// Faults: 404 for a settlement that is not the customer's, 409 for one that is not stuck. If two
// people retry at the same time, the second gets the 409.
func (s *Service) Retry(ctx context.Context, customerID, id int64) error {
	return s.write(ctx, customerID, func(ctx context.Context, tx *store.Tx) error {
		if _, err := Get(ctx, tx.Queries, customerID, id); err != nil {
			return err
		}
		p, err := s.planOf(ctx, tx.Queries, customerID, id)
		if err != nil {
			return err
		}
		stuck := p.cameBack()
		p.failed = 0
		if !stuck || p.next(s.now()) != stepPay {
			return fault.Conflict("refund.not_waiting", "This refund does not wait for another try.")
		}
		payoutID, ok, err := s.want(ctx, tx, customerID, id, p.payee, s.now())
		if err != nil {
			return err
		}
		if !ok {
			return s.nettedAway(ctx, tx, customerID, id)
		}
		return s.audit.Record(ctx, tx, audit.Entry{
			CustomerID: customerID, Action: "payout_retried", Object: fmt.Sprintf("payout/%d to %s", payoutID, p.payee.Masked()),
		})
	})
}

// nettedAway returns a 409, unless dues took the whole refund or left so little that it goes to
// the wallet.
func (s *Service) nettedAway(ctx context.Context, tx *store.Tx, customerID, id int64) error {
	now, err := Get(ctx, tx.Queries, customerID, id)
	if err != nil || now.State == Paid {
		return err
	}
	if now.State == Ready && now.Refund < LeastPayout {
		return s.enqueue(ctx, tx, jobAdvance, jobs.CustomerRow{CustomerID: customerID, ID: id}, s.now())
	}
	return fault.Conflict("refund.not_payable_now", "This refund cannot be paid now.")
}
