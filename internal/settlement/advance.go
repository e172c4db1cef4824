package settlement

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"rento/internal/account"
	"rento/internal/alert"
	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/jobs"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

const (
	jobAdvance = "settlement.advance"
	jobQuery   = "settlement.ask"
	jobSweep   = "settlement.sweep"
	jobCompare = "settlement.compare"
)

// enqueue adds a job that looks at a settlement or a payout at the given time. Each call adds a
// job of its own, because looking twice does no harm.
func (s *Service) enqueue(ctx context.Context, tx *store.Tx, kind string, about jobs.CustomerRow, at calendar.Instant) error {
	if s.jobs == nil {
		return nil
	}
	if err := s.jobs.Enqueue(ctx, tx, jobs.Job{Kind: kind, Payload: about, RunAt: at.Time()}); err != nil {
		return fmt.Errorf("settlement: %w", err)
	}
	return nil
}

// advanceAll has the customer's ready settlements looked at now, because something that they may
// wait for has changed.
func (s *Service) advanceAll(ctx context.Context, tx *store.Tx, customerID int64) error {
	ready, err := tx.SettlementsReady(ctx, customerID)
	if err != nil {
		return fmt.Errorf("settlement: read ready ones: %w", err)
	}
	for _, id := range ready {
		if err := s.enqueue(ctx, tx, jobAdvance, jobs.CustomerRow{CustomerID: customerID, ID: id}, s.now()); err != nil {
			return err
		}
	}
	return nil
}

// step is what has to be done next to bring a settlement's refund to the customer.
type step string

const (
	stepNone     step = "none"     // nothing: it waits for the customer, a person or a provider
	stepWallet   step = "wallet"   // credit the wallet
	stepValidate step = "validate" // have the bank asked about the payee
	stepQuery    step = "query"    // ask for the result of the validation
	stepWait     step = "wait"     // wait until the cooling time is over
	stepPay      step = "pay"      // pay out
)

// plan holds everything that decides about the next step.
type plan struct {
	state      State
	preference Preference
	payee      Payee
	// refund is what is owed, in paise.
	refund money.Paise
	// failed is the payee of the last payout if that failed or came back, else 0.
	failed int64
	// contradicted is true if the provider says that a payout is paid which has ended in our
	// books. No other payout is made before that is cleared up.
	contradicted bool
	// provided is true if there is a provider to pay out.
	provided bool
}

// next returns the next step. Money that came back is not sent to the same payee again by itself;
// that needs a person or new details.
func (p plan) next(now calendar.Instant) step {
	switch {
	case p.state != Ready || p.contradicted:
		return stepNone
	case p.preference == ToWallet || p.refund < LeastPayout:
		return stepWallet
	case p.preference == 0:
		return stepNone
	case !p.provided || p.payee.ID == 0 || p.cameBack():
		return stepNone
	}
	switch p.payee.State {
	case PayeeNew:
		return stepValidate
	case PayeeChecking:
		return stepQuery
	case PayeeConfirmed:
		if now < p.payee.UsableAt {
			return stepWait
		}
		return stepPay
	case PayeeDoubtful, PayeeRefused:
	}
	return stepNone
}

// cameBack reports whether the last payout failed at the payee that the next one would go to.
func (p plan) cameBack() bool { return p.payee.ID != 0 && p.payee.ID == p.failed }

// held reports whether the refund cannot go to the details that we have, because the bank refused
// them or sent money back.
func (p plan) held() bool {
	return p.state == Ready && (p.cameBack() || p.payee.State == PayeeRefused)
}

// failedAt returns the payee of a settlement's last payout if that failed or came back, else 0.
// attempts must be sorted newest first.
func failedAt(attempts []db.Payout) int64 {
	if len(attempts) > 0 && PayoutState(attempts[0].State).ended() {
		return attempts[0].PayeeID
	}
	return 0
}

// planOf reads what decides about a settlement's next step.
func (s *Service) planOf(ctx context.Context, q *db.Queries, customerID, id int64) (plan, error) {
	row, err := q.SettlementGet(ctx, customerID, id)
	if err != nil {
		return plan{}, fmt.Errorf("settlement: read: %w", err)
	}
	p := plan{state: State(row.State), refund: row.RefundPaise, provided: s.payouts != nil}
	if p.state != Ready && p.state != Paying {
		return p, nil
	}
	chosen, err := preferenceRow(ctx, q, customerID)
	if err != nil {
		return plan{}, err
	}
	payees, err := s.payeesOf(ctx, q, customerID)
	if err != nil {
		return plan{}, err
	}
	p.preference = Preference(chosen.Preference)
	p.payee = payees[p.preference]
	attempts, err := q.SettlementPayouts(ctx, customerID, id)
	if err != nil {
		return plan{}, fmt.Errorf("settlement: read payouts: %w", err)
	}
	p.failed = failedAt(attempts)
	p.contradicted = slices.ContainsFunc(attempts, func(o db.Payout) bool {
		return PayoutState(o.State).ended() && !o.CheckAt.IsZero()
	})
	return p, nil
}

// mostSteps is more steps than a settlement can take at once.
const mostSteps = 5

// advance takes as many steps with a settlement as are possible now.
func (s *Service) advance(ctx context.Context, about jobs.CustomerRow) error {
	customerID, id := about.CustomerID, about.ID
	for range mostSteps {
		p, err := s.planOf(ctx, s.store.Queries(), customerID, id)
		if err != nil {
			return err
		}
		more, err := s.step(ctx, customerID, id, p)
		if err != nil || !more {
			return err
		}
	}
	return nil
}

// step takes one step and reports whether another may follow at once.
func (s *Service) step(ctx context.Context, customerID, id int64, p plan) (more bool, err error) {
	switch p.next(s.now()) {
	case stepWallet:
		return false, s.creditWallet(ctx, customerID, id)
	case stepValidate:
		return s.validate(ctx, customerID, id, p.payee)
	case stepQuery:
		more, err := s.queryValidation(ctx, customerID, p.payee)
		if _, unanswered := errors.AsType[*provider.Error](err); unanswered {
			s.logger.WarnContext(ctx, "validation not confirmed", "payee", p.payee.ID, "error", err.Error())
			return false, nil // the sweep asks again
		}
		return more, err
	case stepWait:
		return false, s.write(ctx, customerID, func(ctx context.Context, tx *store.Tx) error {
			return s.enqueue(ctx, tx, jobAdvance, jobs.CustomerRow{CustomerID: customerID, ID: id}, p.payee.UsableAt)
		})
	case stepPay:
		return s.pay(ctx, customerID, id)
	case stepNone:
	}
	return false, nil
}

// queryAfter is when we ask for the result of a validation whose webhook has not come. After that
// the sweep asks.
const queryAfter = 2 * time.Minute

// validate has the provider ask the bank about a payee. A lost answer does no harm: another
// validation costs a rupee and moves nothing. If the provider declines to ask, we know nothing of
// the account, and a person decides.
func (s *Service) validate(ctx context.Context, customerID, id int64, p Payee) (more bool, err error) {
	customer, err := account.CustomerOf(ctx, s.store.Queries(), customerID)
	if err != nil {
		return false, fmt.Errorf("settlement: validate payee %d: %w", p.ID, err)
	}
	got, err := s.payouts.Validate(ctx, provider.Beneficiary{
		Reference: fmt.Sprint(p.ID), Name: customer.FullName, Email: customer.Email, Mobile: customer.Mobile,
		NameInBank: p.NameInBank, AccountNumber: p.AccountNumber, IFSC: p.IFSC, VPA: p.VPA,
	})
	if provider.OutcomeOf(err) == provider.Declined && err != nil {
		return false, s.movePayee(ctx, customerID, p, PayeeDoubtful, provider.Validation{State: provider.ValidationFailed}, err.Error())
	}
	if err != nil {
		s.logger.WarnContext(ctx, "payee not validated", "payee", p.ID, "error", err.Error())
		return false, nil // the sweep tries again
	}
	if err := s.movePayee(ctx, customerID, p, judged(got), got, ""); err != nil {
		return false, err
	}
	return got.State != provider.ValidationPending, s.write(ctx, customerID, func(ctx context.Context, tx *store.Tx) error {
		return s.enqueue(ctx, tx, jobAdvance, jobs.CustomerRow{CustomerID: customerID, ID: id}, s.now().Add(queryAfter))
	})
}

// queryValidation asks for the result of a validation and applies it.
func (s *Service) queryValidation(ctx context.Context, customerID int64, p Payee) (more bool, err error) {
	got, err := s.payouts.FetchValidation(ctx, p.validationID)
	if err != nil {
		return false, fmt.Errorf("settlement: ask about validation %s: %w", p.validationID, err)
	}
	if got.State == provider.ValidationPending {
		return false, nil
	}
	return true, s.movePayee(ctx, customerID, p, judged(got), got, "")
}

// movePayee stores the new state of a payee. If the payee is doubtful or refused, an alert is
// raised for a person; if it is refused, the customer is told too.
func (s *Service) movePayee(ctx context.Context, customerID int64, p Payee, to PayeeState, v provider.Validation, trouble string) error {
	if !p.State.May(to) {
		return nil
	}
	return s.write(ctx, customerID, func(ctx context.Context, tx *store.Tx) error {
		moved, err := tx.SettlementPayeeMove(ctx, db.SettlementPayeeMoveParams{
			State: string(to), ValidationID: v.ID, FundAccountID: v.FundAccountID,
			RegisteredName: s.keyring.Encrypt(registeredName.of(customerID, p.ID), bound.Text(v.RegisteredName, provider.LongestName)),
			NameScore:      int64(v.NameScore), UpdatedAt: s.now(), CustomerID: customerID, ID: p.ID, Was: string(p.State),
		})
		if err != nil {
			return fmt.Errorf("settlement: move payee: %w", err)
		}
		if moved == 0 || to == PayeeChecking || to == PayeeConfirmed {
			return nil
		}
		// A payee that a person has accepted may become doubtful again, and that is another
		// alert.
		err = s.alerts.Raise(ctx, tx, alert.Alert{
			Kind: "payee_" + string(to), Subject: fmt.Sprintf("%d/%d", p.ID, s.ids.Next()), CustomerID: customerID,
			Detail: fmt.Sprintf("%s: the bank says %q, the name fits by %d of 100 %s", p.Masked(), v.State, v.NameScore, trouble),
		})
		if err != nil || to != PayeeRefused {
			return err
		}
		return s.notifyRefused(ctx, tx, customerID, p)
	})
}
