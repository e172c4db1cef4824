package settlement

import (
	"context"
	"fmt"
	"strconv"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// The sources of a settlement's journal entries. SourceDues is what the deposit pays at the
// inspection, sourceRefund the refund that is owed from then on, and SourceNetting what that
// refund pays right before it goes out (docs/rules.md R10). SourceWallet is wallet money that is
// owed as a refund, and SourceWalletDues what the wallet pays first (R8). Statements take their
// words from these sources.
const (
	SourceDues    = "settlement"
	sourceRefund  = "settlement_refund"
	SourceNetting = "settlement_netting"
	SourceWallet  = "settlement_wallet"

	SourceWalletDues = "settlement_wallet_dues"
)

// net takes what is owed from the deposit. What is left is a refund: from now on it is owed to
// the customer and is no deposit any more.
func (s *Service) net(ctx context.Context, tx *store.Tx, row db.Settlement) error {
	summary, err := billing.AccountSummaryOf(ctx, tx.Queries, row.CustomerID)
	if err != nil {
		return fmt.Errorf("settlement: net: %w", err)
	}
	unneeded, err := s.unneeded(ctx, tx.Queries, row.CustomerID, row.ID, summary.Deposit)
	if err != nil {
		return err
	}
	if row.AdvancePaise, err = s.returnAdvance(ctx, tx, row); err != nil {
		return err
	}
	dues := summary.Balances.Dues()
	ahead := min(row.AdvancePaise, dues)
	applied, left := Net(row.DepositPaise, unneeded, dues-ahead)
	id := strconv.FormatInt(row.ID, 10)
	err = s.payDues(ctx, tx, billing.Receipt{
		CustomerID: row.CustomerID, SourceType: SourceDues, SourceID: id, Description: "Paid from the refund",
		From: []ledger.Leg{ledger.Debit(ledger.RefundPayable, ahead), ledger.Debit(ledger.Deposit, applied)}, OwnRefund: ahead,
	})
	if err != nil {
		return err
	}
	if err := s.owe(ctx, tx, row, sourceRefund, "Refund of the deposit", ledger.Debit(ledger.Deposit, left)); err != nil {
		return err
	}
	applied, left = money.Sum(applied, ahead), money.Sum(left, row.AdvancePaise, -ahead)
	if err := s.notifyApplied(ctx, tx, row, applied, dues-applied); err != nil {
		return err
	}
	ready, err := s.inspected(ctx, tx, row, applied, left)
	if err != nil || !ready {
		return err
	}
	return s.notifyReady(ctx, tx, row, left, applied)
}

// returnAdvance moves what is left of the rent paid in advance for the settlement's items to what
// is owed as a refund. It returns that amount, in paise (docs/rules.md R11).
func (s *Service) returnAdvance(ctx context.Context, tx *store.Tx, row db.Settlement) (money.Paise, error) {
	ids, err := itemIDs(ctx, tx.Queries, row.CustomerID, row.ID)
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	left, err := s.billing.ReturnAdvanceIn(ctx, tx, row.CustomerID, ids, ledger.RefundPayable)
	if err != nil {
		return 0, fmt.Errorf("settlement: %w", err)
	}
	return left, nil
}

// inspected stores the result of a settlement and reports whether there is a refund.
func (s *Service) inspected(ctx context.Context, tx *store.Tx, row db.Settlement, applied, left money.Paise) (ready bool, err error) {
	state, now := Ready, s.now()
	if left == 0 {
		state = Paid
	}
	_, err = tx.SettlementInspected(ctx, db.SettlementInspectedParams{
		State: string(state), DeductionsPaise: applied, RefundPaise: left, AdvancePaise: row.AdvancePaise, ReadyAt: now, UpdatedAt: now,
		CustomerID: row.CustomerID, ID: row.ID,
	})
	if err != nil {
		return false, fmt.Errorf("settlement: store inspection: %w", err)
	}
	if state != Ready {
		return false, nil
	}
	return true, s.enqueue(ctx, tx, jobAdvance, jobs.CustomerRow{CustomerID: row.CustomerID, ID: row.ID}, now)
}

// Net works out a settlement, all in paise. deposit is the deposit of the closed items, unneeded
// is what is held and needed for nothing else, and owed is what the customer has to pay. applied
// pays dues, and left goes back to the customer.
func Net(deposit, unneeded, owed money.Paise) (applied, left money.Paise) {
	released := max(0, min(deposit, unneeded))
	applied = min(released, owed)
	return applied, released - applied
}

// owe moves money that we hold for the customer to what we owe as a refund.
func (s *Service) owe(ctx context.Context, tx *store.Tx, row db.Settlement, sourceType, description string, from ledger.Leg) error {
	if from.Amount == 0 {
		return nil
	}
	_, _, err := s.ledger.Post(ctx, tx, ledger.Entry{
		CustomerID: row.CustomerID, SourceType: sourceType, SourceID: strconv.FormatInt(row.ID, 10), At: s.now(),
		Description: description, Legs: []ledger.Leg{from, ledger.Credit(ledger.RefundPayable, from.Amount)},
	})
	if err != nil {
		return fmt.Errorf("settlement: owe the refund: %w", err)
	}
	return nil
}

// netBeforePayout pays what has become due from a refund that is about to go out, and returns
// what is left of the refund. The customer is told why it is less. If nothing is left, the
// settlement is paid.
func (s *Service) netBeforePayout(ctx context.Context, tx *store.Tx, row db.Settlement) (left money.Paise, err error) {
	balances, err := ledger.BalancesOf(ctx, tx.Queries, row.CustomerID)
	if err != nil {
		return 0, fmt.Errorf("settlement: net before the payout: %w", err)
	}
	applied := netted(row, balances.Dues())
	if applied == 0 {
		return row.RefundPaise, nil
	}
	left = row.RefundPaise - applied
	// A source is entered only once. A netting need not lead to a payout and may be followed by
	// another one, so each netting needs an id of its own.
	name := fmt.Sprintf("%d/%d", row.ID, s.ids.Next())
	err = s.payDues(ctx, tx, billing.Receipt{
		CustomerID: row.CustomerID, SourceType: SourceNetting, SourceID: name, Description: "Paid from the refund",
		From: []ledger.Leg{ledger.Debit(ledger.RefundPayable, applied)}, OwnRefund: ownOf(row, applied),
	})
	if err != nil {
		return 0, err
	}
	_, err = tx.SettlementNetted(ctx, db.SettlementNettedParams{
		AppliedPaise: applied, UpdatedAt: s.now(), CustomerID: row.CustomerID, ID: row.ID,
	})
	if err != nil {
		return 0, fmt.Errorf("settlement: store netting: %w", err)
	}
	if left == 0 {
		if err := s.move(ctx, tx, row.CustomerID, row.ID, Ready, Paid); err != nil {
			return 0, err
		}
	}
	return left, s.notifyNetted(ctx, tx, row.CustomerID, name, row.RefundPaise, applied, balances.Dues()-applied)
}

// ownOf is how much of the next amount of a refund is the customer's own money and not deposit.
// For wallet money that is all of it. Otherwise it is what is left of rent paid in advance, which
// pays dues first.
func ownOf(row db.Settlement, amount money.Paise) money.Paise {
	if Origin(row.Origin) == OfWallet {
		return amount
	}
	return min(amount, max(0, row.AdvancePaise-row.DeductionsPaise))
}

// payDues pays dues with money that we hold for the customer, once per source.
func (s *Service) payDues(ctx context.Context, tx *store.Tx, r billing.Receipt) error {
	if r.Amount() == 0 {
		return nil
	}
	r.At = s.now()
	if _, err := s.billing.Allocate(ctx, tx, r); err != nil {
		return fmt.Errorf("settlement: pay dues: %w", err)
	}
	return nil
}

// openReturned settles money that a credit note gave back to the deposit. The settlement has the
// number of the credit note, so each credit note is settled once.
func (s *Service) openReturned(ctx context.Context, returned billing.DepositReturned) error {
	return s.write(ctx, returned.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		return s.openWithoutItems(ctx, tx, db.Settlement{
			CustomerID: returned.CustomerID, ID: returned.NoteID, Origin: string(OfCreditNote), DepositPaise: returned.Amount,
		})
	})
}

// openGivenUp settles what was paid of the deposit for a transfer that was given up. The
// settlement has the number of the transfer's first item, so each transfer is settled once.
func (s *Service) openGivenUp(ctx context.Context, given subscription.GivenUp) error {
	return s.write(ctx, given.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		return s.openWithoutItems(ctx, tx, db.Settlement{
			CustomerID: given.CustomerID, ID: given.ItemID, Origin: string(OfOffer), DepositPaise: given.Deposit,
		})
	})
}

// unneeded is how much of the money held a settlement may give out, in paise. It leaves out what
// the items that stand with the customer need. It also leaves out the deposit of picked-up items
// that are still inspected in another settlement, or have no settlement yet.
func (s *Service) unneeded(ctx context.Context, q *db.Queries, customerID, settlementID int64, held billing.Deposit) (money.Paise, error) {
	closed, err := closedDeposits(ctx, q, customerID, settlementID, calendar.Today(s.clock))
	return max(0, held.Unneeded()-closed), err
}

// closedDeposits is the deposit, in paise, of items that were picked up until a day and are not
// inspected yet. The inspection may need this money, so it is no refund. The parameter but names a
// settlement to leave out, 0 for none.
func closedDeposits(ctx context.Context, q *db.Queries, customerID, but int64, until calendar.Date) (sum money.Paise, err error) {
	settled, err := q.SettlementList(ctx, customerID)
	if err != nil {
		return 0, fmt.Errorf("settlement: read what is inspected: %w", err)
	}
	for _, row := range settled {
		if State(row.State) == Inspecting && row.ID != but {
			sum = money.Sum(sum, row.DepositPaise)
		}
	}
	items, err := unsettled(ctx, q, customerID, until)
	if err != nil {
		return 0, fmt.Errorf("settlement: read what was picked up: %w", err)
	}
	for _, item := range items {
		sum = money.Sum(sum, item.Deposit)
	}
	return sum, nil
}

// openWithoutItems settles deposit money that nothing needs any more, once per id. It pays what
// is due, and the rest is a refund. If all of the money is needed, there is no settlement.
func (s *Service) openWithoutItems(ctx context.Context, tx *store.Tx, row db.Settlement) error {
	_, err := tx.SettlementGet(ctx, row.CustomerID, row.ID)
	if err == nil || !store.IsNone(err) {
		return err
	}
	summary, err := billing.AccountSummaryOf(ctx, tx.Queries, row.CustomerID)
	if err != nil {
		return fmt.Errorf("settlement: open without items: %w", err)
	}
	unneeded, err := s.unneeded(ctx, tx.Queries, row.CustomerID, row.ID, summary.Deposit)
	if err != nil {
		return err
	}
	if row.DepositPaise = min(row.DepositPaise, unneeded); row.DepositPaise == 0 {
		return nil
	}
	now := s.now()
	err = tx.SettlementAdd(ctx, db.SettlementAddParams{
		CustomerID: row.CustomerID, ID: row.ID, Origin: row.Origin, DepositPaise: row.DepositPaise, CreatedAt: now, UpdatedAt: now,
	})
	if err != nil {
		return fmt.Errorf("settlement: open without items: %w", err)
	}
	return s.net(ctx, tx, row)
}
