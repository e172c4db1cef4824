package payment

import (
	"context"
	"fmt"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/settlement"
	"rento/internal/store/db"
)

// Page is a part of a list. Numbers count from 1.
type Page struct{ Number, Size int }

// MaxPage is the most that one page holds.
const MaxPage = 100

func (p Page) skip() int { return (p.Number - 1) * p.Size }

func (p Page) check() error {
	if p.Number < 1 || p.Number > 1_000_000 {
		return fault.Unreadable("payment.page_invalid", "The page must be a number from 1.")
	}
	if p.Size < 1 || p.Size > MaxPage {
		return fault.Unreadable("payment.page_size_invalid", "The size of a page must be a number from 1 to {most}.", fault.With("most", MaxPage))
	}
	return nil
}

// WalletStatement is the customer's wallet, the newest movement first.
type WalletStatement struct {
	Movements []Movement
	Total     int64       // movements there are altogether
	Credit    money.Paise // what is in the wallet; may be negative
	OwnMoney  money.Paise // what of it is no gift
	Payout    WalletQuote
}

// WalletQuote is what would be paid out of the wallet now, in paise: Amount is
// what its own money leaves of it once the wallet has paid Dues. Where it cannot
// pay all of these, the amount is zero.
type WalletQuote struct {
	Dues   billing.DueParts
	Amount money.Paise
}

// Wallet reads a page of the wallet's statement on one snapshot. 400 Fault for
// a page that cannot be.
func (s *Service) Wallet(ctx context.Context, customerID int64, page Page) (WalletStatement, error) {
	var w WalletStatement
	if err := page.check(); err != nil {
		return w, err
	}
	err := s.store.Read(ctx, func(q *db.Queries) error {
		standing, err := billing.StandingOf(ctx, q, customerID)
		if err != nil {
			return err
		}
		balances := standing.Balances
		w.Credit, w.OwnMoney = balances.WalletCredit(), max(0, balances.OwnMoney())
		w.Payout = WalletQuote{Dues: standing.Due, Amount: balances.OwnMoneyAfterDues()}
		rows, total, err := ledger.Statement(ctx, q, customerID, page.Size, page.skip(), ledger.Wallet, ledger.PromotionalCredit)
		w.Movements, w.Total = walletMovements(rows), total
		return err
	})
	if err != nil {
		return WalletStatement{}, fmt.Errorf("payment: wallet: %w", err)
	}
	return w, nil
}

// DepositStatement is the customer's deposit with its movements, the newest
// first.
type DepositStatement struct {
	billing.Deposit
	SettlementReady bool
	Movements       []Movement
}

// mostMovements is more postings than a deposit and its refunds have.
const mostMovements = 5 * MaxPage

// DepositOf reads the deposit and its movements on one snapshot.
func (s *Service) DepositOf(ctx context.Context, customerID int64) (DepositStatement, error) {
	var d DepositStatement
	err := s.store.Read(ctx, func(q *db.Queries) error {
		var err error
		if d.Deposit, err = settlement.DepositOf(ctx, q, customerID, calendar.Today(s.clock)); err != nil {
			return err
		}
		if d.SettlementReady, err = settlement.AnyReady(ctx, q, customerID); err != nil {
			return err
		}
		rows, _, err := ledger.Statement(ctx, q, customerID, mostMovements, 0, ledger.Deposit, ledger.RefundPayable)
		if err != nil {
			return err
		}
		ofWallet, err := settlement.OfWalletEntries(ctx, q, customerID, rows)
		d.Movements = depositMovements(rows, ofWallet)
		return err
	})
	if err != nil {
		return DepositStatement{}, fmt.Errorf("payment: deposit: %w", err)
	}
	return d, nil
}

// Listed is a movement in the customer's list. Amount is in paise, negative when
// it went back to the customer. TransactionID is the reference that the customer
// knows of it; a payment that went back and its return share one.
type Listed struct {
	ID            int64
	TransactionID int64
	Purpose       Purpose
	State         State
	Amount        money.Paise
	// Mode is how it was paid: the wallet, or a method and its instrument as it
	// may be shown; empty while that is not known.
	Mode string
	At   calendar.Instant // settled, or else started
	// NotBack says of a return that the gateway refused it: the money is still
	// here, and is paid another way.
	NotBack bool
}

// refundPurpose marks the return of a payment, in the list.
const refundPurpose Purpose = "refund"

// Describe says what the transaction was for.
func (l Listed) Describe() string {
	switch l.Purpose {
	case Deposit:
		return "Deposit"
	case AdvanceRent:
		return "Advance rent"
	case refundPurpose:
		if l.NotBack {
			return "Payment that the bank did not take back"
		}
		return "Payment returned to its source"
	case Due:
	}
	return "Rent and charges"
}

// Transactions lists a customer's transactions, payments that went back, and
// their returns, the newest first. Those that never reached a gateway are left out,
// and those that were given up unpaid. One that was given up undecided stays
// Expired until its gateway has said no, then it is Failed. 400 Fault for a page
// that cannot be.
func (s *Service) Transactions(ctx context.Context, customerID int64, page Page) ([]Listed, error) {
	if err := page.check(); err != nil {
		return nil, err
	}
	rows, err := s.store.Queries().PaymentTransactionsOf(ctx, db.PaymentTransactionsOfParams{
		CustomerID: customerID, PageSize: int32(page.Size), Skip: int32(page.skip()),
	})
	if err != nil {
		return nil, fmt.Errorf("payment: list transactions: %w", err)
	}
	list := make([]Listed, len(rows))
	for i, r := range rows {
		list[i] = listed(r)
	}
	return list, nil
}

func listed(r db.PaymentTransactionsOfRow) Listed {
	l := Listed{ID: r.ID, TransactionID: r.TransactionID, Purpose: Purpose(r.Purpose), State: State(r.State), Amount: r.AmountPaise, At: calendar.Instant(r.ListedAt)}
	if l.Purpose == refundPurpose {
		l.State, l.Amount, l.NotBack = RefundState(r.State).shownAs(), -l.Amount, RefundState(r.State) == RefundFailed
	}
	switch {
	case r.Method != "" && r.WalletPaise > 0:
		l.Mode = r.Method + " and wallet"
	case r.Method != "":
		l.Mode = r.Method
	case l.State == Succeeded:
		l.Mode = "wallet"
	}
	if r.Instrument != "" {
		l.Mode += " (" + r.Instrument + ")"
	}
	return l
}

// Receipt is a payment that has succeeded, with what it paid.
type Receipt struct {
	Listed
	Used []billing.Paid
}

// ReceiptOf reads the receipt of a payment by the reference that the customer knows.
// 404 Fault for one that has not succeeded, for what went back, and for another
// customer's.
func (s *Service) ReceiptOf(ctx context.Context, customerID, transactionID int64) (Receipt, error) {
	for page := 1; ; page++ {
		list, err := s.Transactions(ctx, customerID, Page{Number: page, Size: MaxPage})
		if err != nil {
			return Receipt{}, err
		}
		for _, l := range list {
			if l.TransactionID == transactionID && l.Purpose != refundPurpose && l.State == Succeeded {
				used, err := billing.UsedFor(ctx, s.store.Queries(), customerID, transactionID)
				return Receipt{l, used}, err
			}
		}
		if len(list) < MaxPage {
			return Receipt{}, noTransaction()
		}
	}
}

// WholeWallet reads the wallet with all its movements, at most the newest 5,000, for
// a statement on paper.
func (s *Service) WholeWallet(ctx context.Context, customerID int64) (WalletStatement, error) {
	const most = 50
	whole, err := s.Wallet(ctx, customerID, Page{Number: 1, Size: MaxPage})
	for page := 2; err == nil && page <= most && int64(len(whole.Movements)) < whole.Total; page++ {
		var next WalletStatement
		next, err = s.Wallet(ctx, customerID, Page{Number: page, Size: MaxPage})
		if len(next.Movements) == 0 {
			break
		}
		whole.Movements = append(whole.Movements, next.Movements...)
	}
	return whole, err
}
