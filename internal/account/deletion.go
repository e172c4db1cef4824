package account

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// The states of a deletion request.
const (
	deletionCooling   = "cooling"   // will be erased when the week is over
	deletionBlocked   = "blocked"   // something is still open
	deletionWithdrawn = "withdrawn" // the customer signed in again
	deletionErased    = "erased"
)

// coolingTime is how long a customer may change their mind.
const coolingTime = 7 * 24 * time.Hour

// Concern is how a package above this one takes part in deleting an account. A nil function means
// that the package has nothing to do at that step.
type Concern struct {
	// Open reports whether something is still open between the customer and us, and what.
	Open func(ctx context.Context, q *db.Queries, customerID int64) (what notify.Reason, open bool, err error)
	// Erase removes the customer's personal data.
	Erase func(ctx context.Context, tx *store.Tx, customerID int64) error
}

const jobErase = "account/erase"

type eraseJob struct{ CustomerID int64 }

// Deletion is a planned deletion: the day on which the account is erased, and an English sentence
// that says so.
type Deletion struct {
	On      calendar.Date
	Message string
}

// RequestDeletion schedules the deletion of the account in a week, and returns what to tell the
// customer. Asking again changes nothing. If something is still open, it returns a 409 that says
// what.
func (s *Service) RequestDeletion(ctx context.Context, session Session) (Deletion, error) {
	var plan Deletion
	var refusal error
	err := s.store.Write(ctx, session.CustomerID, func(tx *store.Tx) error {
		var err error
		plan, refusal, err = s.requestDeletion(context.WithoutCancel(ctx), tx, session)
		return err
	})
	if err != nil {
		return Deletion{}, err
	}
	return plan, refusal
}

// requestDeletion returns the refusal separately from err, because the transaction must commit to
// store the refusal.
func (s *Service) requestDeletion(ctx context.Context, tx *store.Tx, session Session) (plan Deletion, refusal, err error) {
	before, err := tx.AccountDeletion(ctx, session.CustomerID)
	if err != nil && !store.IsNone(err) {
		return plan, nil, fmt.Errorf("account: deletion: %w", err)
	}
	if before.State == deletionCooling {
		return planned(before.EraseAt), nil, nil
	}
	reasons, err := s.blocks(ctx, tx, session.CustomerID)
	if err != nil {
		return plan, nil, err
	}
	now := s.now()
	if len(reasons) > 0 {
		refusal := fault.Conflict("account.deletion_blocked", "Your account cannot be deleted yet, because of: {reasons}.",
			fault.WithWords("reasons", words(reasons)...)).WithExtra("reasons", english(reasons))
		return plan, refusal, s.putDeletion(ctx, tx, session.CustomerID, deletionBlocked, english(reasons), now, 0)
	}
	eraseAt := now.Add(coolingTime)
	if err := s.putDeletion(ctx, tx, session.CustomerID, deletionCooling, nil, now, eraseAt); err != nil {
		return plan, nil, err
	}
	return planned(eraseAt), nil, s.planErasure(ctx, tx, session.CustomerID, eraseAt)
}

func planned(at calendar.Instant) Deletion {
	on := at.Date()
	return Deletion{On: on, Message: "Your account will be deleted on " + on.Format("2 January 2006") + ". If you sign in again before that day, it is kept."}
}

// blocks lists what is still open between the customer and us.
func (s *Service) blocks(ctx context.Context, tx *store.Tx, customerID int64) ([]notify.Reason, error) {
	b, err := ledger.BalancesOf(ctx, tx.Queries, customerID)
	if err != nil {
		return nil, fmt.Errorf("account: what is open: %w", err)
	}
	mandates, err := mandate.HasActive(ctx, tx.Queries, customerID)
	if err != nil {
		return nil, fmt.Errorf("account: what is open: %w", err)
	}
	reasons := []notify.Reason{}
	for _, r := range []struct {
		open   bool
		reason notify.Reason
	}{
		{b.Dues() > 0 || b.OwnMoney() < 0, notify.OpenDues},
		{b.DepositHeld() > 0, notify.HeldDeposit},
		{b[ledger.Advance] != 0, notify.HeldAdvance},
		{b.RefundOwed() > 0 || b[ledger.ExcessPayment] != 0, notify.OpenRefund},
		{b.OwnMoney() >= money.Rupee, notify.WalletMoney},
		{mandates, notify.OpenMandate},
	} {
		if r.open {
			reasons = append(reasons, r.reason)
		}
	}
	for _, c := range s.concerns {
		if c.Open == nil {
			continue
		}
		reason, open, err := c.Open(ctx, tx.Queries, customerID)
		if err != nil {
			return nil, fmt.Errorf("account: what is open: %w", err)
		}
		if open && !slices.Contains(reasons, reason) {
			reasons = append(reasons, reason)
		}
	}
	return reasons, nil
}

// words returns the reasons as translatable words for an error.
func words(reasons []notify.Reason) []fault.Word {
	all := map[notify.Reason]fault.Word{
		notify.OpenItems:      fault.NewWord("account.open_items", "rented items"),
		notify.OpenDues:       fault.NewWord("account.open_dues", "unpaid dues"),
		notify.HeldDeposit:    fault.NewWord("account.held_deposit", "a deposit that we hold"),
		notify.HeldAdvance:    fault.NewWord("account.held_advance", "rent that you have paid in advance"),
		notify.OpenInspection: fault.NewWord("account.open_inspection", "items that we are still checking"),
		notify.OpenRefund:     fault.NewWord("account.open_refund", "a refund that has not reached you yet"),
		notify.WalletMoney:    fault.NewWord("account.wallet_money", "your own money that can be paid out"),
		notify.OpenMandate:    fault.NewWord("account.open_mandate", "an active auto debit"),
		notify.OpenPayments:   fault.NewWord("account.open_payments", "a payment under way"),
	}
	told := make([]fault.Word, len(reasons))
	for i, r := range reasons {
		told[i] = all[r]
	}
	return told
}

func english(reasons []notify.Reason) []string {
	var texts []string
	for _, w := range words(reasons) {
		texts = append(texts, w.English)
	}
	return texts
}

func (s *Service) putDeletion(ctx context.Context, tx *store.Tx, customerID int64, state string, reasons []string, requested, erase calendar.Instant) error {
	text, err := json.Marshal(reasons)
	if err != nil {
		return fmt.Errorf("account: reasons: %w", err)
	}
	err = tx.AccountDeletionPut(ctx, db.AccountDeletionPutParams{
		CustomerID: customerID, State: state, Reasons: string(text), RequestedAt: requested, EraseAt: erase,
	})
	if err != nil {
		return fmt.Errorf("account: keep the deletion: %w", err)
	}
	return s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: "deletion_" + state, Object: "account"})
}

// planErasure schedules the erasure and tells the customer, so that the customer notices if
// somebody with a stolen session asked for it.
func (s *Service) planErasure(ctx context.Context, tx *store.Tx, customerID int64, at calendar.Instant) error {
	err := s.jobs.Enqueue(ctx, tx, jobs.Job{
		Kind: jobErase, Key: strconv.FormatInt(customerID, 10), Payload: eraseJob{customerID}, RunAt: at.Time(),
	})
	if err != nil {
		return err
	}
	return s.notices.Send(ctx, tx, customerID, notify.DeletionPlanned{On: at.Date()}, fmt.Sprintf("deletion_planned/%d", at))
}

// ErasedOn returns the day on which a customer's account will be erased, or zero if no deletion is
// planned.
func ErasedOn(ctx context.Context, q *db.Queries, customerID int64) (calendar.Date, error) {
	d, err := q.AccountDeletion(ctx, customerID)
	if store.IsNone(err) || err == nil && d.State != deletionCooling {
		return calendar.Date{}, nil
	}
	if err != nil {
		return calendar.Date{}, fmt.Errorf("account: deletion: %w", err)
	}
	return d.EraseAt.Date(), nil
}

// withdrawDeletion cancels a planned deletion when the customer signs in again or asks for it. It
// sends the customer a message, because the person who asked for the deletion may be somebody else.
// It reports whether there was a deletion to cancel.
func (s *Service) withdrawDeletion(ctx context.Context, tx *store.Tx, customerID int64) (withdrawn bool, err error) {
	d, err := tx.AccountDeletion(ctx, customerID)
	if store.IsNone(err) || err == nil && d.State != deletionCooling {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("account: deletion: %w", err)
	}
	if err := s.putDeletion(ctx, tx, customerID, deletionWithdrawn, nil, d.RequestedAt, 0); err != nil {
		return false, err
	}
	// A sign-in does not count as a write to the customer's data. Without Touch, the cached home
	// screen would still announce the deletion.
	if err := tx.Touch(ctx, customerID); err != nil {
		return false, err
	}
	return true, s.notices.Send(ctx, tx, customerID, notify.DeletionWithdrawn{}, fmt.Sprintf("deletion_withdrawn/%d", d.EraseAt))
}

// WithdrawDeletion cancels the planned deletion of the customer's account. If none is planned, it
// changes nothing.
func (s *Service) WithdrawDeletion(ctx context.Context, session Session) error {
	return s.store.Write(ctx, session.CustomerID, func(tx *store.Tx) error {
		_, err := s.withdrawDeletion(context.WithoutCancel(ctx), tx, session.CustomerID)
		return err
	})
}

// eraseJob erases the account when its week is over, unless the customer came back or something is
// open by then. If the customer came back and then asked again, a new week has started. There is
// one job per customer, so this job waits for the end of the new week.
func (s *Service) eraseJob(ctx context.Context, j eraseJob) error {
	if err := s.eraseIfDue(ctx, j); err != nil {
		return err
	}
	return s.store.TruncateLog(ctx)
}

func (s *Service) eraseIfDue(ctx context.Context, j eraseJob) error {
	return s.store.Write(ctx, j.CustomerID, func(tx *store.Tx) error {
		if err := jobs.Held(ctx, tx); err != nil {
			return err
		}
		ctx := context.WithoutCancel(ctx)
		d, err := tx.AccountDeletion(ctx, j.CustomerID)
		if err != nil {
			return fmt.Errorf("account: deletion: %w", err)
		}
		if d.State != deletionCooling {
			return nil
		}
		if wait := d.EraseAt.Time().Sub(s.clock.Now()); wait > 0 {
			return jobs.Later(wait)
		}
		c, err := tx.AccountCustomer(ctx, j.CustomerID)
		if err != nil {
			return fmt.Errorf("account: customer: %w", err)
		}
		reasons, err := s.blocks(ctx, tx, j.CustomerID)
		if err != nil {
			return err
		}
		if len(reasons) > 0 {
			fact := fmt.Sprintf("deletion_stopped/%d", d.EraseAt)
			if err := s.notices.Send(ctx, tx, c.ID, notify.DeletionStopped{Reasons: reasons}, fact); err != nil {
				return err
			}
			return s.putDeletion(ctx, tx, j.CustomerID, deletionBlocked, english(reasons), d.RequestedAt, 0)
		}
		if err := s.erase(ctx, tx, c); err != nil {
			return fmt.Errorf("account: erase: %w", err)
		}
		return s.putDeletion(ctx, tx, j.CustomerID, deletionErased, nil, d.RequestedAt, d.EraseAt)
	})
}

// erase removes the customer's personal data. Invoices, payments and the journal stay, as the law
// requires; they refer to the customer by id only.
func (s *Service) erase(ctx context.Context, tx *store.Tx, c db.Customer) error {
	// The concerns come first: they may message somebody who is waiting for this customer, and
	// those messages need the customer's name.
	for _, concern := range s.concerns {
		if concern.Erase == nil {
			continue
		}
		if err := concern.Erase(ctx, tx, c.ID); err != nil {
			return err
		}
	}
	if consent, held, err := consentOf(ctx, tx.Queries, c.ID, PurposeAnalytics); err != nil {
		return err
	} else if held {
		if err := s.enqueueForgetting(ctx, tx, consent.ID); err != nil {
			return err
		}
	}
	if err := tx.AccountEraseCustomer(ctx, fmt.Sprintf("erased-%d", c.ID), c.ID); err != nil {
		return fmt.Errorf("customer: %w", err)
	}
	if _, err := tx.AccountSessionsEnd(ctx, c.ID, ""); err != nil {
		return fmt.Errorf("sessions: %w", err)
	}
	for _, step := range []struct {
		what  string
		erase func(context.Context, int64) error
	}{
		{"networks", tx.AccountEraseNetworks},
		{"devices", tx.AccountEraseDevices},
		{"chats", tx.AccountEraseChats},
		{"events", tx.AccountEraseEvents}, // before the consents, to which they refer
		{"consents", tx.AccountEraseConsents},
		{"links", tx.AccountEraseHandoffs},
	} {
		if err := step.erase(ctx, c.ID); err != nil {
			return fmt.Errorf("%s: %w", step.what, err)
		}
	}
	if err := tx.AccountEraseChallenges(ctx, c.Mobile); err != nil {
		return fmt.Errorf("sign-in codes: %w", err)
	}
	return notify.Erase(ctx, tx, c.ID)
}
