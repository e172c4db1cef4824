package payment

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"rento/internal/advance"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/paging"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/store/db"
)

// MaxPage is the maximum number of entries on a page.
const MaxPage = paging.MaxSize

func checkPage(p paging.Page) error {
	if p.Number < 1 || p.Number > 1_000_000 {
		return fault.Unreadable("payment.page_invalid", "The page must be a number from 1.")
	}
	if p.Size < 1 || p.Size > MaxPage {
		return fault.Unreadable("payment.page_size_invalid", "The size of a page must be a number from 1 to {most}.", fault.With("most", MaxPage))
	}
	return nil
}

// WalletStatement is the customer's wallet with its movements, the newest first.
type WalletStatement struct {
	Movements []Movement
	Total     int64       // number of all movements
	Next      string      // the After of the next page
	Credit    money.Paise // balance of the wallet; may be negative
	OwnMoney  money.Paise // the part of it that is not a gift
	Payout    WalletQuote
}

// WalletQuote says how much could be paid out of the wallet now, in paise. The wallet first pays
// Dues, promotional credit first. Amount is the own money that is left. If the wallet cannot pay
// all dues, Amount is 0.
type WalletQuote struct {
	Dues   billing.DueParts
	Amount money.Paise
}

// Wallet reads a page of the wallet's statement on one database snapshot. It returns a 400 Fault
// for an invalid page.
func (s *Service) Wallet(ctx context.Context, customerID int64, page paging.Page) (WalletStatement, error) {
	var w WalletStatement
	if err := checkPage(page); err != nil {
		return w, err
	}
	err := s.store.Read(ctx, func(q *db.Queries) error {
		summary, err := billing.AccountSummaryOf(ctx, q, customerID)
		if err != nil {
			return err
		}
		balances := summary.Balances
		w.Credit, w.OwnMoney = balances.WalletCredit(), max(0, balances.OwnMoney())
		w.Payout = WalletQuote{Dues: summary.Due, Amount: balances.OwnMoneyAfterDues()}
		rows, err := ledger.Statement(ctx, q, customerID, page, ledger.Wallet, ledger.PromotionalCredit)
		w.Movements, w.Total, w.Next = walletMovements(rows.Movements), rows.Total, rows.Next
		return err
	})
	if err != nil {
		return WalletStatement{}, fmt.Errorf("payment: wallet: %w", err)
	}
	return w, nil
}

// DepositStatement is the customer's deposit with its movements, the newest first.
type DepositStatement struct {
	billing.Deposit
	SettlementReady bool
	Movements       []Movement
}

// DepositOf reads the deposit and its newest movements on one database snapshot.
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

// Listed is a line in the customer's list of transactions. Amount is in paise and negative for
// money that went back to the customer. TransactionID is the reference that the customer knows:
// the transaction's, or for a second payment of a transaction one of its own. A payment that went
// back and its return share this reference.
type Listed struct {
	ID            int64
	TransactionID int64
	Purpose       Purpose
	State         State
	Amount        money.Paise
	// Mode says how it was paid: by the wallet, or by a method and its instrument in the form
	// that may be shown. It is empty while we do not know.
	Mode string
	// AutoDebit says that it was debited by a mandate, whose instrument Mode names then.
	AutoDebit bool
	At        calendar.Instant // when it was settled, otherwise when it was started
	// NotBack says that the gateway refused this return of a payment. We still have the money
	// and will pay it another way.
	NotBack bool
}

// refundPurpose marks the return of a payment in the list.
const refundPurpose Purpose = "refund"

// Describe says what the line is, in words for the customer.
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

// Transactions lists a customer's transactions, the payments that went back, and their returns,
// the newest first. It leaves out transactions that never reached a gateway and those that were
// given up before a bank had said anything. A transaction that was given up while undecided stays Expired while we still
// ask its gateway, and is shown as Failed after that. It returns a 400 Fault for an invalid
// page.
func (s *Service) Transactions(ctx context.Context, customerID int64, page paging.Page) ([]Listed, error) {
	if err := checkPage(page); err != nil {
		return nil, err
	}
	rows, err := s.store.Queries().PaymentTransactionsOf(ctx, db.PaymentTransactionsOfParams{
		CustomerID: customerID, PageSize: int32(page.Size), Skip: page.Skip(),
	})
	if err != nil {
		return nil, fmt.Errorf("payment: list transactions: %w", err)
	}
	var debits []int64
	for _, r := range rows {
		if r.DebitID != 0 {
			debits = append(debits, r.DebitID)
		}
	}
	instruments, err := mandate.InstrumentsOf(ctx, s.store.Queries(), customerID, debits)
	if err != nil {
		return nil, fmt.Errorf("payment: list transactions: %w", err)
	}
	list := make([]Listed, len(rows))
	for i, r := range rows {
		list[i] = listed(r, instruments[r.DebitID])
	}
	return list, nil
}

// listed is a row as a line of the list. mandated is the instrument of the mandate by which it was
// debited, or "" for a payment by hand.
func listed(r db.PaymentTransactionsOfRow, mandated string) Listed {
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
	// The gateway names the payer's bank for a debit. The customer knows the mandate by its own name.
	if instrument := cmp.Or(mandated, r.Instrument); instrument != "" && l.Mode != "" {
		l.Mode += " (" + instrument + ")"
	}
	l.AutoDebit = mandated != ""
	return l
}

// Receipt is a payment that has succeeded, and what has become of its money up to the day On.
// Used, ToDeposit and ToWallet add up to the amount; for advance rent Used, the refund vouchers
// and what is left. A payment that was not needed has none of them: Returned is how it goes back.
type Receipt struct {
	Listed
	On        calendar.Date
	Used      []billing.Paid
	ToDeposit money.Paise
	ToWallet  money.Paise // the part that was more than what was due
	// TaxDeducted is what the payer has deducted at source beside the amount. It paid the same
	// invoices, but was not received.
	TaxDeducted money.Paise
	Returned    []Listed
	Ahead       *PaidAhead // set for advance rent only
}

// PaidAhead says what a payment of advance rent is for: the months [From, To) and their
// vouchers. The refund vouchers are what was given back. Left is what is left, in paise with
// tax.
type PaidAhead struct {
	From, To calendar.Date
	Vouchers []advance.Voucher
	Left     money.Paise
}

// Of returns the vouchers of one kind.
func (p PaidAhead) Of(kind advance.VoucherKind) (list []advance.Voucher) {
	for _, v := range p.Vouchers {
		if v.Kind == kind {
			list = append(list, v)
		}
	}
	return list
}

// ReceiptOf reads the receipt of a payment by the reference that the customer knows. It returns
// a 404 Fault for a payment that has not succeeded and for another customer's payment.
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
		case l.State == Succeeded:
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
		r.TaxDeducted, err = q.PaymentTaxDeducted(ctx, customerID, transactionID)
		if err != nil && !store.IsNone(err) {
			return fmt.Errorf("payment: read the tax of a receipt: %w", err)
		}
		if r.Purpose == AdvanceRent {
			return r.readAhead(ctx, q, customerID)
		}
		return r.readEntered(ctx, q, customerID)
	})
}

// readEntered reads from the books what was received, of the gateway and of the wallet, and what
// of it went to the deposit and to the wallet.
func (r *Receipt) readEntered(ctx context.Context, q *db.Queries, customerID int64) error {
	paid, err := q.PaymentsPostedFor(ctx, customerID, r.TransactionID)
	if err != nil {
		return fmt.Errorf("payment: read the payment of a receipt: %w", err)
	}
	if len(paid) == 0 {
		return nil // the wallet paid all of it, or it goes back
	}
	rows, err := ledger.AccountOf(ctx, q, customerID)
	if err != nil {
		return err
	}
	r.Amount = 0
	for _, p := range paid {
		r.Amount = money.Sum(r.Amount, p.AmountPaise)
		for _, m := range rows {
			if m.SourceType == sourcePayment && m.SourceID == source(p.Gateway, p.PaymentID) {
				r.addEntered(m)
			}
		}
	}
	return nil
}

func (r *Receipt) addEntered(m ledger.Movement) {
	switch m.Account {
	case ledger.Deposit:
		r.ToDeposit = money.Sum(r.ToDeposit, m.Amount)
	case ledger.Wallet, ledger.PromotionalCredit:
		r.ToWallet = money.Sum(r.ToWallet, max(0, m.Amount))
		r.Amount = money.Sum(r.Amount, max(0, -m.Amount))
	}
}

// listedOf reads the lines of the customer's list that belong to one transaction.
func (s *Service) listedOf(ctx context.Context, customerID, transactionID int64) (of []Listed, err error) {
	for page := 1; ; page++ {
		list, err := s.Transactions(ctx, customerID, paging.Page{Number: page, Size: MaxPage})
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

// readAhead reads the package of months that was paid in advance, its vouchers, and what is left
// of it.
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

// Statement lists what moved the wallet or the deposit from day From to day To, both included,
// the oldest first. Each movement has the balance after it. Opening and Closing are the balances
// before and after, in paise.
type Statement struct {
	From, To         calendar.Date
	Opening, Closing money.Paise
	Movements        []Movement
}

// WalletOn reads the statement of the wallet for some days. statementDays says what missing days
// mean and which faults there are.
func (s *Service) WalletOn(ctx context.Context, customerID int64, from, to calendar.Date) (Statement, error) {
	return s.statementOn(ctx, customerID, from, to, ofWallet)
}

// DepositOn reads the statement of the deposit for some days, as WalletOn does for the wallet.
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

// ofWallet returns all movements of the wallet, the oldest first, without balances.
func ofWallet(ctx context.Context, q *db.Queries, customerID int64) ([]Movement, error) {
	rows, err := rowsOf(ctx, q, customerID, ledger.Wallet, ledger.PromotionalCredit)
	return walletMovements(rows), err
}

// ofDeposit returns all movements of the deposit, the oldest first, without balances.
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

// rowsOf returns the postings of two accounts of a customer, the oldest first.
func rowsOf(ctx context.Context, q *db.Queries, customerID int64, account, and ledger.Account) ([]ledger.Movement, error) {
	rows, err := ledger.AccountOf(ctx, q, customerID)
	return slices.DeleteFunc(rows, func(m ledger.Movement) bool { return m.Account != account && m.Account != and }), err
}

// statementOf builds a statement from movements, the oldest first. Movements from before the
// first day only count in the opening balance.
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
