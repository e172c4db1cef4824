package settlement

import (
	"context"
	"fmt"
	"time"

	"rento/internal/alert"
	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// SourcePayout is the source of a payout's journal entries; their ids are the payout's id, a
// slash and the step. PayoutToWallet is the end of that id for the step that credits the wallet.
const (
	SourcePayout   = "payout"
	PayoutToWallet = "/wallet"
)

// queryGaps are the times between questions about a payout. After that it is asked about daily,
// as long as it may still change.
var queryGaps = []time.Duration{2 * time.Minute, 10 * time.Minute, 30 * time.Minute, 6 * time.Hour}

const afterGaps = 24 * time.Hour

func queryGap(checks int64) time.Duration {
	if checks < int64(len(queryGaps)) {
		return queryGaps[checks]
	}
	return afterGaps
}

// mayComeBack is how long a payout is asked about after its success: banks send money back within
// three working days.
const mayComeBack = 5 * 24 * time.Hour

// LeastPayout is the least that is sent to a bank or by UPI. A smaller refund goes to the wallet,
// because banks and UPI refuse it.
const LeastPayout = money.Rupee

// begin stores the intent to pay a settlement out, in the caller's transaction. First it nets
// what has become due since. It returns false if there is nothing to pay out: the settlement is
// not ready any more, netting left nothing or too little for the chosen way, or the books do not
// owe this much.
func (s *Service) begin(ctx context.Context, tx *store.Tx, customerID, id int64, attempt db.SettlementPayoutAddParams) (db.SettlementPayoutAddParams, bool, error) {
	row, err := tx.SettlementGet(ctx, customerID, id)
	if err != nil {
		return attempt, false, fmt.Errorf("settlement: read: %w", err)
	}
	if State(row.State) != Ready {
		return attempt, false, nil
	}
	amount, err := s.netBeforePayout(ctx, tx, row)
	if err != nil || amount == 0 || amount < LeastPayout && Preference(attempt.Preference) != ToWallet {
		return attempt, false, err
	}
	balances, err := ledger.BalancesOf(ctx, tx.Queries, customerID)
	if err != nil {
		return attempt, false, fmt.Errorf("settlement: read balances: %w", err)
	}
	if balances.RefundOwed() < amount {
		return attempt, false, s.alerts.Raise(ctx, tx, alert.Alert{
			Kind: "payout_short", Subject: fmt.Sprint(id), CustomerID: customerID,
			Detail: fmt.Sprintf("the refund is %s, the books owe %s", amount.Decimal(), balances.RefundOwed().Decimal()),
		})
	}
	attempt.CustomerID, attempt.SettlementID, attempt.ID, attempt.AmountPaise, attempt.CreatedAt = customerID, id, s.ids.Next(), amount, s.now()
	attempt.IdempotencyKey = fmt.Sprintf("payout-%d", attempt.ID)
	added, err := tx.SettlementPayoutAdd(ctx, attempt)
	if err != nil {
		return attempt, false, fmt.Errorf("settlement: add payout: %w", err)
	}
	return attempt, added > 0, nil
}

func (s *Service) move(ctx context.Context, tx *store.Tx, customerID, id int64, from, to State) error {
	if !from.May(to) {
		return fmt.Errorf("settlement: %d cannot go from %s to %s", id, from, to)
	}
	_, err := tx.SettlementMove(ctx, db.SettlementMoveParams{
		State: string(to), UpdatedAt: s.now(), CustomerID: customerID, ID: id, Was: string(from),
	})
	if err != nil {
		return fmt.Errorf("settlement: move: %w", err)
	}
	return s.record(ctx, tx, customerID, "settlement_"+string(to), "settlement", id, 0)
}

// enter books a step of a payout, once.
func (s *Service) enter(ctx context.Context, tx *store.Tx, customerID, payoutID int64, what, description string, legs ...ledger.Leg) error {
	_, _, err := s.ledger.Post(ctx, tx, ledger.Entry{
		CustomerID: customerID, SourceType: SourcePayout, SourceID: fmt.Sprintf("%d/%s", payoutID, what), At: s.now(),
		Description: description, Legs: legs,
	})
	return err
}

// creditWallet pays a settlement into the wallet, in one transaction and without a provider.
func (s *Service) creditWallet(ctx context.Context, customerID, id int64) error {
	return s.write(ctx, customerID, func(ctx context.Context, tx *store.Tx) error {
		if p, err := s.planOf(ctx, tx.Queries, customerID, id); err != nil || p.next(s.now()) != stepWallet {
			return err // the customer has chosen another way since
		}
		made, ok, err := s.begin(ctx, tx, customerID, id, db.SettlementPayoutAddParams{
			Preference: int64(ToWallet), State: string(PayoutProcessed), PaidAt: s.now(),
		})
		if err != nil || !ok {
			return err
		}
		err = s.enter(ctx, tx, customerID, made.ID, "wallet", "Refunded to the wallet",
			ledger.Debit(ledger.RefundPayable, made.AmountPaise), ledger.Credit(ledger.Wallet, made.AmountPaise))
		if err != nil {
			return err
		}
		if err := s.move(ctx, tx, customerID, id, Ready, Paid); err != nil {
			return err
		}
		return s.notifyPaid(ctx, tx, customerID, made.ID, made.AmountPaise, s.walletName, "")
	})
}

// pay commits the intent and then calls the provider. It reads the payee again in the transaction
// of the intent, because details that were changed in between have to cool first. It reports
// whether another step may follow.
func (s *Service) pay(ctx context.Context, customerID, id int64) (more bool, err error) {
	var payoutID int64
	var ok bool
	err = s.write(ctx, customerID, func(ctx context.Context, tx *store.Tx) error {
		p, err := s.planOf(ctx, tx.Queries, customerID, id)
		if err != nil || p.next(s.now()) != stepPay {
			return err
		}
		payoutID, ok, err = s.want(ctx, tx, customerID, id, p.payee, s.now().Add(queryGap(0)))
		return err
	})
	if err != nil || !ok {
		return err == nil, err
	}
	return false, s.query(ctx, jobs.CustomerRow{CustomerID: customerID, ID: payoutID})
}

// want stores the intent to pay a settlement to a payee, and enqueues a job that calls the
// provider at askAt. It returns false in the same cases as begin.
func (s *Service) want(ctx context.Context, tx *store.Tx, customerID, id int64, p Payee, askAt calendar.Instant) (payoutID int64, ok bool, err error) {
	made, ok, err := s.begin(ctx, tx, customerID, id, db.SettlementPayoutAddParams{
		Preference: int64(p.Preference), PayeeID: p.ID, Provider: s.payouts.Name(), State: string(PayoutWanted), CheckAt: s.now(),
	})
	if err != nil || !ok {
		return 0, false, err
	}
	if err := s.move(ctx, tx, customerID, id, Ready, Paying); err != nil {
		return 0, false, err
	}
	return made.ID, true, s.enqueue(ctx, tx, jobQuery, jobs.CustomerRow{CustomerID: customerID, ID: made.ID}, askAt)
}

// query moves one payout forward: it requests the payout with its key, or asks for its state. The
// next question is committed first. So if we crash after the call, somebody asks again with the
// same key.
func (s *Service) query(ctx context.Context, about jobs.CustomerRow) error {
	row, err := s.store.Queries().SettlementPayout(ctx, about.CustomerID, about.ID)
	if err != nil {
		return fmt.Errorf("settlement: read payout: %w", err)
	}
	if row.CheckAt.IsZero() || row.CheckAt > s.now() || s.payouts == nil {
		return nil
	}
	return s.pursue(ctx, row)
}

func (s *Service) pursue(ctx context.Context, row db.Payout) error {
	mine, err := s.scheduleQuery(ctx, &row)
	if err != nil || !mine {
		return err
	}
	got, err := s.payoutAt(ctx, row)
	if err == nil {
		return s.applyPayout(ctx, row, got)
	}
	if provider.OutcomeOf(err) == provider.Declined && row.ProviderPayoutID == "" {
		return s.declined(ctx, row, err)
	}
	s.logger.WarnContext(ctx, "payout not confirmed", "payout", row.ID, "error", err.Error())
	return nil // the next question has the same key
}

// listedWithin is how long it takes at most until a payout appears in the provider's list,
// counted from our intent.
const listedWithin = 24 * time.Hour

// declined ends a payout that the provider has refused. A refusal of the first call is believed.
// A refusal of a later call says nothing about the earlier ones, whose answers were lost and one
// of which may have paid. Then the provider's list decides: a payout with our reference counts,
// and after a day it also counts that there is none
// (docs/decisions/0014-when-outgoing-money-has-failed.md).
func (s *Service) declined(ctx context.Context, row db.Payout, refusal error) error {
	if row.Checks > 1 {
		got, found, err := s.listed(ctx, row)
		switch {
		case err == nil && found:
			return s.applyPayout(ctx, row, got)
		case err != nil || s.now() < row.CreatedAt.Add(listedWithin):
			s.logger.WarnContext(ctx, "payout was refused, and the list of payouts could not be read or may not show it yet", "payout", row.ID, "refusal", refusal.Error(), "error", err)
			return nil
		}
	}
	return s.movePayout(ctx, row, PayoutFailed, provider.Payout{Reason: refusal.Error()})
}

// listed looks for our payout in the provider's list since our intent.
func (s *Service) listed(ctx context.Context, row db.Payout) (got provider.Payout, found bool, err error) {
	all, err := s.payouts.ListPayouts(ctx, row.CreatedAt.Add(-minimumAge).Time(), s.now().Add(time.Second).Time())
	if err != nil {
		return got, false, fmt.Errorf("settlement: look for payout %d: %w", row.ID, err)
	}
	for _, x := range all.Entries {
		if x.Reference == fmt.Sprint(row.ID) {
			return x, true, nil
		}
	}
	if len(all.Odd) > 0 { // any of them may be ours
		return got, false, fmt.Errorf("settlement: look for payout %d: %d entries of the list cannot be read: %w", row.ID, len(all.Odd), all.Odd[0].Cause)
	}
	return got, false, nil
}

func (s *Service) payoutAt(ctx context.Context, row db.Payout) (provider.Payout, error) {
	if row.ProviderPayoutID != "" {
		return s.payouts.FetchPayout(ctx, row.ProviderPayoutID)
	}
	p, err := s.store.Queries().SettlementPayee(ctx, row.CustomerID, row.PayeeID)
	if err != nil {
		return provider.Payout{}, fmt.Errorf("settlement: read payee: %w", err)
	}
	return s.payouts.Pay(ctx, provider.PayoutRequest{
		Key: row.IdempotencyKey, Reference: fmt.Sprint(row.ID), FundAccountID: p.FundAccountID, Amount: row.AmountPaise,
		Narration: "Refund", UPI: Preference(row.Preference) == ToUPI,
	})
}

func (s *Service) scheduleQuery(ctx context.Context, row *db.Payout) (mine bool, err error) {
	at := s.now().Add(queryGap(row.Checks))
	err = s.write(ctx, row.CustomerID, func(ctx context.Context, tx *store.Tx) (err error) {
		mine, err = s.queryAt(ctx, tx, *row, at)
		return err
	})
	if mine {
		row.Checks, row.CheckAt = row.Checks+1, at
	}
	return mine, err
}

// applyPayout handles every report of a payout: the answer to a call or a question, and the daily
// list. If the report does not match the payout that we requested, a person is told and nothing
// changes.
func (s *Service) applyPayout(ctx context.Context, row db.Payout, got provider.Payout) error {
	if got.Amount != row.AmountPaise || got.Reference != fmt.Sprint(row.ID) || row.ProviderPayoutID != "" && got.ID != row.ProviderPayoutID {
		return s.write(ctx, row.CustomerID, func(ctx context.Context, tx *store.Tx) error {
			return s.differs(ctx, tx, row, fmt.Sprintf("%s has payout %s of %s for %s; ours is %s",
				row.Provider, got.ID, got.Amount.Decimal(), got.Reference, row.AmountPaise.Decimal()))
		})
	}
	return s.movePayout(ctx, row, payoutStateOf(got.State), got)
}

// movePayout moves a payout to a later state, books it and moves the settlement along. The same
// report again changes nothing.
func (s *Service) movePayout(ctx context.Context, before db.Payout, to PayoutState, got provider.Payout) error {
	return s.write(ctx, before.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		row, err := tx.SettlementPayout(ctx, before.CustomerID, before.ID)
		if err != nil {
			return fmt.Errorf("settlement: read payout: %w", err)
		}
		was, late := PayoutState(row.State), row.Utr == "" && got.UTR != ""
		if was.ended() && to == PayoutProcessed {
			owed, err := s.stillOwed(ctx, tx, row)
			if err != nil {
				return err
			}
			if !owed {
				return s.contradicted(ctx, tx, row, got)
			}
		}
		if !was.May(to) && (was != to || !late) {
			return s.endQuestions(ctx, tx, row)
		}
		if err := s.saveQuery(ctx, tx, &row, to, got); err != nil {
			return err
		}
		if was != to {
			if err := s.follow(ctx, tx, row, was); err != nil {
				return err
			}
			if err := s.record(ctx, tx, row.CustomerID, "payout_"+string(to), "payout", row.ID, row.AmountPaise); err != nil {
				return err
			}
		}
		if to == PayoutProcessed && got.Cost > 0 {
			if err := s.enterCost(ctx, tx, row, got); err != nil {
				return err
			}
		}
		return s.endQuestions(ctx, tx, row)
	})
}

// stillOwed reports whether the refund of a failed payout is still owed as it was. Then a payout
// that has succeeded after all settles it.
func (s *Service) stillOwed(ctx context.Context, tx *store.Tx, row db.Payout) (bool, error) {
	settled, err := tx.SettlementGet(ctx, row.CustomerID, row.SettlementID)
	if err != nil {
		return false, fmt.Errorf("settlement: read: %w", err)
	}
	return PayoutState(row.State) == PayoutFailed && State(settled.State) == Ready && settled.RefundPaise == row.AmountPaise, nil
}

// contradicted alerts a person that a payout which has ended in our books is paid according to
// the provider. While that payout is asked about again, its refund is not sent anywhere.
func (s *Service) contradicted(ctx context.Context, tx *store.Tx, row db.Payout, got provider.Payout) error {
	got.Reason, got.UTR = row.Reason, ""
	if err := s.saveQuery(ctx, tx, &row, PayoutState(row.State), got); err != nil {
		return err
	}
	if row.CheckAt.IsZero() {
		if err := s.queryAgain(ctx, tx, row); err != nil {
			return err
		}
	}
	return s.differs(ctx, tx, row, fmt.Sprintf("%s says that payout %s of %s is paid; ours is %s, and what is owed is not the same any more",
		row.Provider, got.ID, got.Amount.Decimal(), row.State))
}

func (s *Service) differs(ctx context.Context, tx *store.Tx, row db.Payout, detail string) error {
	return s.alerts.Raise(ctx, tx, alert.Alert{Kind: "payout_differs", Subject: fmt.Sprint(row.ID), CustomerID: row.CustomerID, Detail: detail})
}

// queryAgain starts asking again about a payout that had ended.
func (s *Service) queryAgain(ctx context.Context, tx *store.Tx, row db.Payout) error {
	_, err := s.queryAt(ctx, tx, row, s.now().Add(queryGap(0)))
	return err
}

// queryAt schedules the next question about a payout, unless another caller has done so since it
// was read.
func (s *Service) queryAt(ctx context.Context, tx *store.Tx, row db.Payout, at calendar.Instant) (mine bool, err error) {
	moved, err := tx.SettlementPayoutCheck(ctx, db.SettlementPayoutCheckParams{
		CustomerID: row.CustomerID, ID: row.ID, CheckAt: at, Checks: row.Checks + 1, Was: row.Checks,
	})
	if err != nil {
		return false, fmt.Errorf("settlement: schedule a question: %w", err)
	}
	if moved == 0 {
		return false, nil
	}
	return true, s.enqueue(ctx, tx, jobQuery, jobs.CustomerRow{CustomerID: row.CustomerID, ID: row.ID}, at)
}

// saveQuery stores the new facts about a payout.
func (s *Service) saveQuery(ctx context.Context, tx *store.Tx, row *db.Payout, to PayoutState, got provider.Payout) error {
	was := row.State
	if got.ID != "" {
		row.ProviderPayoutID = got.ID
	}
	if got.UTR != "" {
		row.Utr = got.UTR
	}
	if to == PayoutProcessed && was != string(to) {
		row.PaidAt = s.now()
	}
	row.State, row.Reason = string(to), bound.Text(got.Reason, provider.LongestReason)
	_, err := tx.SettlementPayoutMove(ctx, db.SettlementPayoutMoveParams{
		State: row.State, ProviderPayoutID: row.ProviderPayoutID, Utr: row.Utr, Reason: row.Reason, PaidAt: row.PaidAt,
		UpdatedAt: s.now(), CustomerID: row.CustomerID, ID: row.ID, Was: was,
	})
	if err != nil {
		return fmt.Errorf("settlement: move payout: %w", err)
	}
	return nil
}

// follow books the money that a payout's step has moved, and moves the settlement.
func (s *Service) follow(ctx context.Context, tx *store.Tx, row db.Payout, was PayoutState) error {
	inTransit, to := ledger.InTransit(row.Provider), PayoutState(row.State)
	if was == PayoutWanted && to != PayoutFailed {
		err := s.enter(ctx, tx, row.CustomerID, row.ID, "sent", "Refund handed to the payout provider",
			ledger.Debit(ledger.RefundPayable, row.AmountPaise), ledger.Credit(inTransit, row.AmountPaise))
		if err != nil {
			return err
		}
	}
	switch to {
	case PayoutProcessed:
		if was == PayoutFailed {
			return s.paidAfterAll(ctx, tx, row)
		}
		return s.processed(ctx, tx, row, inTransit)
	case PayoutFailed, PayoutReversed:
		return s.cameBack(ctx, tx, row, was, inTransit)
	case PayoutWanted, PayoutSent:
	}
	return nil
}

func (s *Service) processed(ctx context.Context, tx *store.Tx, row db.Payout, inTransit ledger.Account) error {
	err := s.enter(ctx, tx, row.CustomerID, row.ID, "processed", "Refund paid",
		ledger.Debit(inTransit, row.AmountPaise), ledger.Credit(ledger.Bank, row.AmountPaise))
	if err != nil {
		return err
	}
	return s.arrived(ctx, tx, row, Paying)
}

// enterCost books what the provider has charged our account for a payout, once. It is the company's
// and no entry of the customer's account.
func (s *Service) enterCost(ctx context.Context, tx *store.Tx, row db.Payout, got provider.Payout) error {
	_, _, err := s.ledger.Post(ctx, tx, ledger.Entry{
		SourceType: SourcePayout, SourceID: fmt.Sprintf("%d/fee", row.ID), At: s.now(), Description: "Fee of a refund that was paid",
		Legs: []ledger.Leg{
			{Account: ledger.GatewayFees, Amount: got.Cost - got.Tax}, {Account: ledger.InputGST, Amount: got.Tax}, {Account: ledger.Bank, Amount: -got.Cost},
		},
	})
	return err
}

// paidAfterAll books a payout that we took as failed and that has paid what is still owed. The
// customer was told that it failed, so an alert is raised for a person.
func (s *Service) paidAfterAll(ctx context.Context, tx *store.Tx, row db.Payout) error {
	err := s.enter(ctx, tx, row.CustomerID, row.ID, "after_all", "Refund paid",
		ledger.Debit(ledger.RefundPayable, row.AmountPaise), ledger.Credit(ledger.Bank, row.AmountPaise))
	if err != nil {
		return err
	}
	if err := s.arrived(ctx, tx, row, Ready); err != nil {
		return err
	}
	if err := s.queryAgain(ctx, tx, row); err != nil {
		return err
	}
	return s.differs(ctx, tx, row, fmt.Sprintf("%s paid %s as %s after the payout was taken as failed: it is booked",
		row.Provider, row.AmountPaise.Decimal(), row.ProviderPayoutID))
}

// arrived marks a settlement as paid by a payout and tells the customer.
func (s *Service) arrived(ctx context.Context, tx *store.Tx, row db.Payout, was State) error {
	if err := s.move(ctx, tx, row.CustomerID, row.SettlementID, was, Paid); err != nil {
		return err
	}
	stored, err := tx.SettlementPayee(ctx, row.CustomerID, row.PayeeID)
	if err != nil {
		return fmt.Errorf("settlement: read payee: %w", err)
	}
	p, err := s.payee(stored)
	if err != nil {
		return err
	}
	return s.notifyPaid(ctx, tx, row.CustomerID, row.ID, row.AmountPaise, p.Masked(), row.Utr)
}

// cameBack makes the refund wait again, and tells a person and the customer. If the provider
// never had the payout, the refund is still owed; otherwise it is owed again.
func (s *Service) cameBack(ctx context.Context, tx *store.Tx, row db.Payout, was PayoutState, inTransit ledger.Account) error {
	held, settled, what := inTransit, Paying, "back"
	if was == PayoutProcessed {
		// Not "back", because an earlier failure of this payout may be booked under that name.
		held, settled, what = ledger.Bank, Paid, "sent_back"
	}
	if was != PayoutWanted || PayoutState(row.State) != PayoutFailed {
		err := s.enter(ctx, tx, row.CustomerID, row.ID, what, "Refund that could not be paid",
			ledger.Debit(held, row.AmountPaise), ledger.Credit(ledger.RefundPayable, row.AmountPaise))
		if err != nil {
			return err
		}
	}
	if err := s.move(ctx, tx, row.CustomerID, row.SettlementID, settled, Ready); err != nil {
		return err
	}
	err := s.alerts.Raise(ctx, tx, alert.Alert{
		Kind: "payout_" + row.State, Subject: fmt.Sprint(row.ID), CustomerID: row.CustomerID,
		Detail: fmt.Sprintf("refund of %s, %s at %s: %s", row.AmountPaise.Decimal(), row.ProviderPayoutID, row.Provider, row.Reason),
	})
	if err != nil {
		return err
	}
	return s.notify.Send(ctx, tx, row.CustomerID, notify.RefundCameBack{Amount: row.AmountPaise}, fmt.Sprintf("payout_back/%d", row.ID))
}

// endQuestions stops asking about a payout that will not change any more.
func (s *Service) endQuestions(ctx context.Context, tx *store.Tx, row db.Payout) error {
	over := PayoutState(row.State).ended() || PayoutState(row.State) == PayoutProcessed && s.now() > row.PaidAt.Add(mayComeBack)
	if !over {
		return nil
	}
	_, err := tx.SettlementPayoutCheck(ctx, db.SettlementPayoutCheckParams{
		CustomerID: row.CustomerID, ID: row.ID, CheckAt: 0, Checks: row.Checks, Was: row.Checks,
	})
	if err != nil {
		return fmt.Errorf("settlement: end questions: %w", err)
	}
	return nil
}
