package payment

import (
	"context"
	"fmt"
	"slices"

	"rento/internal/advance"
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

// DepositOf reads the deposit and its newest movements on one snapshot.
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
		all, err := ofDeposit(ctx, q, customerID)
		d.Movements = statementOf(all, calendar.Date{}, calendar.Today(s.clock)).Movements
		return err
	})
	if err != nil {
		return DepositStatement{}, fmt.Errorf("payment: deposit: %w", err)
	}
	slices.Reverse(d.Movements)
	d.Movements = d.Movements[:min(len(d.Movements), MaxPage)]
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

	wallet money.Paise // what of the amount the wallet paid
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
	l := Listed{ID: r.ID, TransactionID: r.TransactionID, Purpose: Purpose(r.Purpose), State: State(r.State), Amount: r.AmountPaise, wallet: r.WalletPaise, At: calendar.Instant(r.ListedAt)}
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

// Receipt is a payment that has succeeded, with what has become of it up to the day On:
// Used, ToWallet and what is given back and left of rent in advance add up to its amount.
// Returned are the payments of the same transaction that were not needed.
type Receipt struct {
	Listed
	On       calendar.Date
	Used     []billing.Paid
	ToWallet money.Paise // what dues left of it
	Returned []Listed
	Ahead    *PaidAhead // of rent in advance, else nil
}

// PaidAhead is what a payment of rent in advance is for: the months [From, To), the
// vouchers, of which those of refunds are what was given back, and what is left, in paise
// with tax.
type PaidAhead struct {
	From, To calendar.Date
	Vouchers []advance.Voucher
	Left     money.Paise
}

// Of are its vouchers of a kind.
func (p PaidAhead) Of(kind advance.VoucherKind) (list []advance.Voucher) {
	for _, v := range p.Vouchers {
		if v.Kind == kind {
			list = append(list, v)
		}
	}
	return list
}

// ReceiptOf reads the receipt of a payment by the reference that the customer knows.
// 404 Fault for one that has not succeeded, for what went back, and for another
// customer's. A second payment has the reference of the first, whose receipt it is
// then; without a first one it is of what goes back.
func (s *Service) ReceiptOf(ctx context.Context, customerID, transactionID int64) (Receipt, error) {
	all, err := s.listedOf(ctx, customerID, transactionID)
	if err != nil {
		return Receipt{}, err
	}
	var r Receipt
	for _, l := range all {
		switch {
		case l.Purpose == refundPurpose:
			l.Amount = -l.Amount
			r.Returned = append(r.Returned, l)
		case l.State != Succeeded:
		case l.ID == transactionID || r.Listed == (Listed{}):
			r.Listed = l
		}
	}
	if r.Listed == (Listed{}) {
		return Receipt{}, noTransaction()
	}
	r.On = calendar.Today(s.clock)
	return r, s.store.Read(ctx, func(q *db.Queries) (err error) {
		if r.Used, err = billing.UsedFor(ctx, q, customerID, transactionID); err != nil {
			return err
		}
		switch r.Purpose {
		case AdvanceRent:
			return r.readAhead(ctx, q, customerID)
		case Due:
			r.share()
		case Deposit:
		}
		return nil
	})
}

// share works out what dues left of a payment. What the wallet was to pay along with it,
// and did not because less was due by then, was not received.
func (r *Receipt) share() {
	var used money.Paise
	for _, u := range r.Used {
		used = money.Sum(used, u.Amount)
	}
	received := r.Amount - r.wallet
	r.ToWallet, r.Amount = max(0, received-used), max(received, used)
}

// listedOf reads what of the list of transactions is about one of them.
func (s *Service) listedOf(ctx context.Context, customerID, transactionID int64) (of []Listed, err error) {
	for page := 1; ; page++ {
		list, err := s.Transactions(ctx, customerID, Page{Number: page, Size: MaxPage})
		if err != nil {
			return nil, err
		}
		for _, l := range list {
			if l.TransactionID == transactionID {
				of = append(of, l)
			}
		}
		if len(list) < MaxPage {
			return of, nil
		}
	}
}

// readAhead reads the months that were paid in advance, with their vouchers and what is left.
func (r *Receipt) readAhead(ctx context.Context, q *db.Queries, customerID int64) error {
	packages, err := advance.PackagesOf(ctx, q, customerID)
	if err != nil {
		return fmt.Errorf("payment: read rent in advance: %w", err)
	}
	for _, p := range packages {
		if p.TransactionID != r.TransactionID {
			continue
		}
		vouchers, err := advance.VouchersOf(ctx, q, customerID, p.ID)
		if err != nil {
			return fmt.Errorf("payment: read vouchers: %w", err)
		}
		covers, err := p.Covers(ctx, q)
		if err != nil {
			return fmt.Errorf("payment: read what is left of rent in advance: %w", err)
		}
		r.Ahead = &PaidAhead{From: p.From, To: p.To, Vouchers: vouchers, Left: advance.Left(covers)}
	}
	return nil
}

// Statement is what moved the wallet or the deposit on the days from From to To, the oldest
// first, each with the balance after it. Opening and Closing are the balances before and
// after, in paise.
type Statement struct {
	From, To         calendar.Date
	Opening, Closing money.Paise
	Movements        []Movement
}

// WalletOn reads the statement of the wallet on some days, as statementDays says.
func (s *Service) WalletOn(ctx context.Context, customerID int64, from, to calendar.Date) (Statement, error) {
	return s.statementOn(ctx, customerID, from, to, ofWallet)
}

// DepositOn reads the statement of the deposit, as WalletOn does that of the wallet.
func (s *Service) DepositOn(ctx context.Context, customerID int64, from, to calendar.Date) (Statement, error) {
	return s.statementOn(ctx, customerID, from, to, ofDeposit)
}

func (s *Service) statementOn(
	ctx context.Context, customerID int64, from, to calendar.Date, read func(context.Context, *db.Queries, int64) ([]Movement, error),
) (Statement, error) {
	from, to, err := statementDays(from, to, calendar.Today(s.clock))
	if err != nil {
		return Statement{}, err
	}
	var all []Movement
	err = s.store.Read(ctx, func(q *db.Queries) (err error) {
		all, err = read(ctx, q, customerID)
		return err
	})
	if err != nil {
		return Statement{}, fmt.Errorf("payment: statement: %w", err)
	}
	return statementOf(all, from, to), nil
}

// ofWallet are all movements of the wallet, the oldest first, without balances.
func ofWallet(ctx context.Context, q *db.Queries, customerID int64) ([]Movement, error) {
	rows, err := rowsOf(ctx, q, customerID, ledger.Wallet, ledger.PromotionalCredit)
	return walletMovements(rows), err
}

// ofDeposit are all movements of the deposit, the oldest first, without balances.
func ofDeposit(ctx context.Context, q *db.Queries, customerID int64) ([]Movement, error) {
	rows, err := rowsOf(ctx, q, customerID, ledger.Deposit, ledger.RefundPayable)
	if err != nil {
		return nil, err
	}
	ofWallet, err := settlement.OfWalletEntries(ctx, q, customerID, rows)
	if err != nil {
		return nil, err
	}
	return depositMovements(rows, ofWallet), nil
}

// rowsOf are the postings of two accounts of a customer, the oldest first.
func rowsOf(ctx context.Context, q *db.Queries, customerID int64, account, and ledger.Account) ([]ledger.Movement, error) {
	rows, err := ledger.AccountOf(ctx, q, customerID)
	return slices.DeleteFunc(rows, func(m ledger.Movement) bool { return m.Account != account && m.Account != and }), err
}

// statementOf adds movements up, the oldest first; those of before the first day count in
// the opening alone.
func statementOf(all []Movement, from, to calendar.Date) Statement {
	st := Statement{From: from, To: to}
	for _, m := range all {
		day := m.At.Date()
		if day.After(to) {
			break
		}
		st.Closing = money.Sum(st.Closing, m.Amount)
		if m.Balance = st.Closing; day.Before(from) {
			st.Opening = st.Closing
			continue
		}
		st.Movements = append(st.Movements, m)
	}
	return st
}
