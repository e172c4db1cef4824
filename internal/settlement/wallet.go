package settlement

import (
	"context"
	"fmt"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/idempotency"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// MinWalletPayout is the least that is paid out of a wallet, in paise.
const MinWalletPayout = money.Rupee

// operationWallet is the name of this call for idempotency keys and the audit log.
const operationWallet = "wallet_payout_requested"

// WalletPayout is a customer's request to pay out their own money in the wallet: All of it, or an
// Amount in paise. To is the bank or UPI.
type WalletPayout struct {
	All    bool
	Amount money.Paise
	To     Preference
}

// WalletPayoutUnderWay is wallet money whose payout was requested and has not arrived. Amount is
// what is left of it, in paise. To is how it is paid, and AskedAt is when it was requested. Held
// means that it cannot go to the saved details.
type WalletPayoutUnderWay struct {
	SettlementID int64
	Amount       money.Paise
	To           Preference
	AskedAt      calendar.Instant
	Held         bool
}

// mostUnderWay is more payouts than any customer waits for at once.
const mostUnderWay = 10

// WalletPayoutsUnderWay lists the payouts of wallet money that a customer waits for, the newest
// first.
func WalletPayoutsUnderWay(ctx context.Context, q *db.Queries, customerID int64) ([]WalletPayoutUnderWay, error) {
	rows, err := q.SettlementWalletUnderWay(ctx, customerID, mostUnderWay)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	chosen, err := preferenceRow(ctx, q, customerID)
	if err != nil {
		return nil, err
	}
	payee, err := chosenPayee(ctx, q, customerID)
	if err != nil {
		return nil, err
	}
	list := make([]WalletPayoutUnderWay, len(rows))
	for i, row := range rows {
		attempts, err := q.SettlementPayouts(ctx, customerID, row.ID)
		if err != nil {
			return nil, fmt.Errorf("settlement: read payouts: %w", err)
		}
		p := plan{state: State(row.State), preference: Preference(chosen.Preference), payee: payee, failed: failedAt(attempts)}
		if p.state == Paying && len(attempts) > 0 {
			p.preference = Preference(attempts[0].Preference)
		}
		list[i] = WalletPayoutUnderWay{SettlementID: row.ID, Amount: row.RefundPaise, To: p.preference, AskedAt: row.CreatedAt, Held: p.held()}
	}
	return list, nil
}

func (w WalletPayout) check() error {
	if w.To != ToBank && w.To != ToUPI {
		return fault.Invalid("refund.preference_invalid", "preferenceInt", "Please choose how you wish to be refunded.")
	}
	if !w.All && w.Amount < MinWalletPayout {
		return errTooLittle()
	}
	return nil
}

func errTooLittle() error {
	return fault.Invalid("wallet.payout_too_small", "amount", "At least {least} can be paid out.", fault.With("least", MinWalletPayout))
}

// PayOutWallet pays the customer's own money in the wallet to their bank or by UPI. It returns
// the settlement that pays it. The chosen way becomes the customer's preference for every refund.
//
// The wallet pays what is due first, and promotional credit is never paid out (docs/rules.md R8).
// The same idempotency key pays out once. Faults: 422 for a way whose details are not saved, for
// less than a rupee, and for more than there is.
func (s *Service) PayOutWallet(ctx context.Context, who account.Session, want WalletPayout) (id int64, err error) {
	if err := want.check(); err != nil {
		return 0, err
	}
	// After a payout of all, nothing is left for a repeated call.
	call := idempotency.Call{CustomerID: who.CustomerID, Operation: operationWallet, Input: want, AddsUp: !want.All}
	return idempotency.Once(ctx, s.store, s.clock, call, func(ctx context.Context, tx *store.Tx) (int64, error) {
		return s.payOutWallet(ctx, tx, who, want)
	})
}

func (s *Service) payOutWallet(ctx context.Context, tx *store.Tx, who account.Session, want WalletPayout) (int64, error) {
	if err := s.saved(ctx, tx.Queries, who.CustomerID, want.To); err != nil {
		return 0, err
	}
	if err := s.setPreference(ctx, tx, who, want.To); err != nil {
		return 0, err
	}
	row := db.Settlement{CustomerID: who.CustomerID, ID: s.ids.Next(), Origin: string(OfWallet)}
	var err error
	var applied money.Paise
	if row.DepositPaise, applied, err = s.ownMoney(ctx, tx, row, want); err != nil {
		return 0, err
	}
	err = s.audit.Record(ctx, tx, audit.Entry{
		CustomerID: row.CustomerID, Action: operationWallet, Object: fmt.Sprintf("settlement/%d", row.ID), Amount: row.DepositPaise,
	})
	if err != nil {
		return 0, err
	}
	if err := s.openWallet(ctx, tx, row); err != nil {
		return 0, err
	}
	return row.ID, s.notifyReady(ctx, tx, row, row.DepositPaise, applied)
}

// ownMoney pays what is due from the wallet, promotional credit first, and returns that as
// applied. amount is what is then paid out.
func (s *Service) ownMoney(ctx context.Context, tx *store.Tx, row db.Settlement, want WalletPayout) (amount, applied money.Paise, err error) {
	balances, err := ledger.BalancesOf(ctx, tx.Queries, row.CustomerID)
	if err != nil {
		return 0, 0, fmt.Errorf("settlement: read wallet: %w", err)
	}
	if err := s.billing.PayDuesFromWallet(ctx, tx, row.CustomerID, SourceWalletDues, fmt.Sprint(row.ID)); err != nil {
		return 0, 0, fmt.Errorf("settlement: pay dues from the wallet: %w", err)
	}
	applied = balances.WalletForDues()
	own := balances.OwnMoneyAfterDues()
	switch {
	case own <= 0:
		return 0, 0, fault.Invalid("wallet.nothing_to_pay_out", "amount", "There is no money of your own that can be paid out.")
	case own < MinWalletPayout:
		return 0, 0, errTooLittle()
	case want.All:
		return own, applied, nil
	case want.Amount > own:
		return 0, 0, fault.Invalid("wallet.payout_too_large", "amount", "Only {amount} can be paid out.", fault.With("amount", own))
	}
	return want.Amount, applied, nil
}

// openWallet opens a settlement without items that owes wallet money as a refund.
func (s *Service) openWallet(ctx context.Context, tx *store.Tx, row db.Settlement) error {
	now := s.now()
	err := tx.SettlementAdd(ctx, db.SettlementAddParams{
		CustomerID: row.CustomerID, ID: row.ID, Origin: row.Origin, DepositPaise: row.DepositPaise, CreatedAt: now, UpdatedAt: now,
	})
	if err != nil {
		return fmt.Errorf("settlement: open for the wallet: %w", err)
	}
	if err := s.owe(ctx, tx, row, SourceWallet, "Paid out of the wallet", ledger.Debit(ledger.Wallet, row.DepositPaise)); err != nil {
		return err
	}
	_, err = s.inspected(ctx, tx, row, 0, row.DepositPaise)
	return err
}
