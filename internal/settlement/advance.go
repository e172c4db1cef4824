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

// The kinds of this package's jobs.
const (
	jobAdvance = "settlement.advance"
	jobQuery   = "settlement.ask"
	jobSweep   = "settlement.sweep"
	jobCompare = "settlement.compare"
)

// enqueue has a settlement or a payout looked at, at a time. Each one has its
// own job: looking twice does no harm.
func (s *Service) enqueue(ctx context.Context, tx *store.Tx, kind string, about jobs.CustomerRow, at calendar.Instant) error {
	if s.jobs == nil {
		return nil
	}
	if err := s.jobs.Enqueue(ctx, tx, jobs.Job{Kind: kind, Payload: about, RunAt: at.Time()}); err != nil {
		return fmt.Errorf("settlement: %w", err)
	}
	return nil
}

// advanceAll has the customer's settlements looked at that wait for something
// which has just come.
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

// step is what a settlement needs next on its way to the customer.
type step string

const (
	stepNone     step = "none"     // it waits for the customer, a person or a provider
	stepWallet   step = "wallet"   // credit the wallet
	stepValidate step = "validate" // have the bank asked about the payee
	stepQuery    step = "query"    // ask how the validation stands
	stepWait     step = "wait"     // until the cooling time is over
	stepPay      step = "pay"      // pay out
)

// plan is all that decides about the next step.
type plan struct {
	state      State
	preference Preference
	payee      Payee
	// refund is what is owed, in paise.
	refund money.Paise
	// failed is the payee of the last payout when it failed or came back.
	failed int64
	// contradicted says that the provider calls a payout paid that is over by our
	// books: no other one is made before that is settled.
	contradicted bool
	// provided says that there is a provider to pay out.
	provided bool
}

// next decides. Money does not go a second time to where it came back from: a
// person or new details come first.
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

// cameBack says that the last payout went where the next one would, and failed.
func (p plan) cameBack() bool { return p.payee.ID != 0 && p.payee.ID == p.failed }

// held says that the refund cannot go to the details that we have: the bank
// refused them, or sent back what went there.
func (p plan) held() bool {
	return p.state == Ready && (p.cameBack() || p.payee.State == PayeeRefused)
}

// failedAt is the payee of the last payout of a settlement when that failed or
// came back, else 0. The attempts come newest first.
func failedAt(attempts []db.Payout) int64 {
	if len(attempts) > 0 && PayoutState(attempts[0].State).ended() {
		return attempts[0].PayeeID
	}
	return 0
}

// planOf reads what decides about a settlement.
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

// mostSteps is more than any settlement takes at one look.
const mostSteps = 5

// advance brings a settlement as far as it goes now.
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

// step does one step, and reports whether another may follow at once.
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
			return false, nil // the sweep comes back
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

// queryAfter is when a validation is asked about whose webhook has not come; the
// sweep goes on asking.
const queryAfter = 2 * time.Minute

// validate has the bank asked. Whether a lost answer had its effect does not
// matter: another validation costs a rupee and moves nothing. When the provider
// does not take the question, nothing is known of the account: a person decides.
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
		return false, nil // the sweep comes back
	}
	if err := s.movePayee(ctx, customerID, p, judged(got), got, ""); err != nil {
		return false, err
	}
	return got.State != provider.ValidationPending, s.write(ctx, customerID, func(ctx context.Context, tx *store.Tx) error {
		return s.enqueue(ctx, tx, jobAdvance, jobs.CustomerRow{CustomerID: customerID, ID: id}, s.now().Add(queryAfter))
	})
}

// queryValidation asks how a validation stands, and applies the answer.
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

// movePayee stores what is known of a payee. One that is not the customer's
// beyond doubt goes to a person, and the customer hears of one that is refused.
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
		// One that a person has accepted may be in doubt again, which is another alert.
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
