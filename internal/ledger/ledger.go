// Package ledger is the journal of the system: double entry and append-only. No other package
// writes journal entries. Every balance in the system is a sum of postings.
//
// Debits are positive and credits are negative. Running balances are kept for customer accounts
// only. A company account is summed from its postings when someone asks for it. Otherwise every
// payment would update the same balance row (docs/ledger.md).
package ledger

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Account is the name of an account in the chart of accounts.
type Account string

// The customer's accounts. A running balance is kept for each of them.
const (
	// Receivable is the rent and tax that the customer owes (debit).
	Receivable Account = "receivable"
	// LateFee is the late fees that the customer owes, GST included (debit).
	LateFee Account = "late_fee"
	// Deposit is the deposit that we hold for the customer (credit).
	Deposit Account = "deposit"
	// Wallet is the Rentomoney that is the customer's own money (credit). A debit balance means
	// that the customer owes us money.
	Wallet Account = "wallet"
	// PromotionalCredit is the Rentomoney that was a gift (credit). It pays dues and is never
	// paid out.
	PromotionalCredit Account = "promotional_credit"
	// Advance is rent that was paid in advance and is not used yet, without its tax (credit).
	Advance Account = "advance"
	// RefundPayable is the refunds from settlements that we owe the customer (credit).
	RefundPayable Account = "refund_payable"
	// ExcessPayment is second payments that are on their way back to their source (credit).
	ExcessPayment Account = "excess_payment"
)

// The company's accounts. No running balance is kept for them.
const (
	LateFeeUnearned Account = "company:late_fee_unearned"
	Promotion       Account = "company:promotion"
	Suspense        Account = "company:suspense"
	Bank            Account = "company:bank"
	// GatewayFees is the fees that gateways deduct when they settle, without GST (debit).
	// InputGST is the GST in those fees (debit). The company sets it off against the GST that it
	// owes.
	GatewayFees Account = "company:gateway_fees"
	InputGST    Account = "company:input_gst"
	// TDSReceivable is the income tax that payers have deducted at source from what they owed, and
	// that the government credits to the company (debit).
	TDSReceivable Account = "company:tds_receivable"
)

// Each GST registration files its own return. So revenue, tax and round-off have one account per
// registration, named by its state code (docs/ledger.md).

// RentRevenue is the rent that the registration of a state has billed (credit).
func RentRevenue(state string) Account { return Account("company:rent:" + state) }

// ChargeRevenue is the one-off charges that the registration of a state has billed, such as
// damage and early closures (credit).
func ChargeRevenue(state string) Account { return Account("company:charges:" + state) }

// LateFeeRevenue is the received late fees without their GST, for the registration of a state
// (credit).
func LateFeeRevenue(state string) Account { return Account("company:late_fee:" + state) }

// OutputCGST is the central tax (CGST) that the registration of a state must pay to the
// government (credit).
func OutputCGST(state string) Account { return Account("company:cgst:" + state) }

// OutputSGST is the state tax (SGST) that the registration of a state must pay to the government
// (credit).
func OutputSGST(state string) Account { return Account("company:sgst:" + state) }

// OutputIGST is the integrated tax (IGST) that the registration of a state must pay to the
// government (credit).
func OutputIGST(state string) Account { return Account("company:igst:" + state) }

// AdvanceCGST is the central tax that became due when rent was paid in advance and that no
// invoice has declared yet (credit).
func AdvanceCGST(state string) Account { return Account("company:advance_cgst:" + state) }

// AdvanceSGST is the state tax that became due when rent was paid in advance and that no invoice
// has declared yet (credit).
func AdvanceSGST(state string) Account { return Account("company:advance_sgst:" + state) }

// AdvanceIGST is the integrated tax that became due when rent was paid in advance and that no
// invoice has declared yet (credit).
func AdvanceIGST(state string) Account { return Account("company:advance_igst:" + state) }

// IsAdvanceTax reports whether the account holds tax on rent that was paid in advance.
func (a Account) IsAdvanceTax() bool { return strings.HasPrefix(string(a), "company:advance_") }

// RoundOff is the rounding differences on the documents of the registration of a state. It can
// have a debit or a credit balance.
func RoundOff(state string) Account { return Account("company:round_off:" + state) }

// InTransit is the money that a gateway has collected for us and not settled yet (debit).
func InTransit(gateway string) Account { return Account("company:in_transit:" + gateway) }

func (a Account) hasBalance() bool {
	switch a {
	case Receivable, LateFee, Deposit, Wallet, PromotionalCredit, Advance, RefundPayable, ExcessPayment:
		return true
	}
	return false
}

// Leg is one posting of a journal entry.
type Leg struct {
	Account Account
	Amount  money.Paise // debits are positive
}

// Debit makes a debit leg. The amount must be positive.
func Debit(a Account, amount money.Paise) Leg { return Leg{a, amount} }

// Credit makes a credit leg. The amount must be positive.
func Credit(a Account, amount money.Paise) Leg { return Leg{a, -amount} }

// Entry is one journal entry. SourceType and SourceID name the event that caused it. Each source
// is entered only once per customer, no matter who reports it or how often.
type Entry struct {
	CustomerID  int64
	SourceType  string
	SourceID    string
	Document    string // number of the invoice or credit note that it is about, if it is about one
	At          calendar.Instant
	Description string
	Legs        []Leg
}

// ErrUnbalanced says that an entry cannot be posted. Its legs do not add up to zero, or all of
// them are zero, or their sum overflows an amount.
var ErrUnbalanced = errors.New("ledger: the entry does not balance")

// Ledger writes journal entries.
type Ledger struct{ ids *ident.Source }

// New returns a ledger that takes the ids of its entries from ids.
func New(ids *ident.Source) *Ledger { return &Ledger{ids: ids} }

// Post writes the entry in the given database transaction. Post returns the entry's id and true.
// If the source was entered before, Post writes nothing and returns the id of the first entry
// and false. Legs of zero are left out. Post returns ErrUnbalanced if the legs do not balance.
func (l *Ledger) Post(ctx context.Context, tx *store.Tx, e Entry) (id int64, posted bool, err error) {
	legs, err := balanced(e.Legs)
	if err != nil {
		return 0, false, fmt.Errorf("%w: %s %s", err, e.SourceType, e.SourceID)
	}
	id = l.ids.Next()
	added, err := tx.LedgerEntryAdd(ctx, db.LedgerEntryAddParams{
		CustomerID: e.CustomerID, ID: id, SourceType: e.SourceType, SourceID: e.SourceID,
		Document: e.Document, Day: e.At.Date(), At: e.At, Description: e.Description,
	})
	if err != nil {
		return 0, false, fmt.Errorf("ledger: add entry: %w", err)
	}
	if added == 0 {
		first, _, err := EntryOf(ctx, tx.Queries, e.CustomerID, e.SourceType, e.SourceID)
		return first, false, err
	}
	for i, leg := range legs {
		if err := write(ctx, tx, e.CustomerID, id, int64(i), leg); err != nil {
			return 0, false, err
		}
	}
	return id, true, nil
}

func balanced(legs []Leg) ([]Leg, error) {
	amounts, kept := make([]money.Paise, len(legs)), make([]Leg, 0, len(legs))
	for i, leg := range legs {
		amounts[i] = leg.Amount
		if leg.Amount != 0 {
			kept = append(kept, leg)
		}
	}
	if sum, fits := money.TrySum(amounts...); !fits || sum != 0 || len(kept) == 0 {
		return nil, ErrUnbalanced
	}
	return kept, nil
}

func write(ctx context.Context, tx *store.Tx, customerID, entryID, no int64, leg Leg) error {
	err := tx.LedgerPostingAdd(ctx, db.LedgerPostingAddParams{
		CustomerID: customerID, EntryID: entryID, Leg: no, Account: string(leg.Account), AmountPaise: leg.Amount,
	})
	if err != nil {
		return fmt.Errorf("ledger: add posting: %w", err)
	}
	if !leg.Account.hasBalance() {
		return nil
	}
	err = tx.LedgerBalanceAdd(ctx, db.LedgerBalanceAddParams{
		CustomerID: customerID, Account: string(leg.Account), BalancePaise: leg.Amount,
	})
	if err != nil {
		return fmt.Errorf("ledger: add balance: %w", err)
	}
	return nil
}

// Balances holds a customer's balances by account, in paise. Debits are positive.
type Balances map[Account]money.Paise

// Dues returns everything that the customer has to pay now, in paise: the open amount of the
// invoices and of the late fees. Dues is never below zero and does not include a missing
// deposit.
func (b Balances) Dues() money.Paise { return max(0, money.Sum(b.InvoicesDue(), b.LateFeesDue())) }

// InvoicesDue returns the open amount of all invoices, in paise: rent, charges and tax.
func (b Balances) InvoicesDue() money.Paise { return b[Receivable] }

// LateFeesDue returns the open amount of all late fees, in paise.
func (b Balances) LateFeesDue() money.Paise { return b[LateFee] }

// DepositHeld returns the deposit that we hold, in paise.
func (b Balances) DepositHeld() money.Paise { return -b[Deposit] }

// RefundOwed returns the refunds from settlements that we owe the customer, in paise.
func (b Balances) RefundOwed() money.Paise { return -b[RefundPayable] }

// WalletCredit returns the balance of the wallet, in paise: own money and promotional credit
// together. The result can be negative.
func (b Balances) WalletCredit() money.Paise { return money.Sum(b.OwnMoney(), b.Promotional()) }

// HasWalletHistory says whether the wallet has ever moved, whatever its balance is now.
func (b Balances) HasWalletHistory() bool {
	_, own := b[Wallet]
	_, gift := b[PromotionalCredit]
	return own || gift
}

// OwnMoney returns the Rentomoney that is the customer's own money, in paise.
func (b Balances) OwnMoney() money.Paise { return -b[Wallet] }

// Promotional returns the Rentomoney that was a gift, in paise.
func (b Balances) Promotional() money.Paise { return -b[PromotionalCredit] }

// FromWallet returns the legs that take an amount out of the wallet. Promotional credit is used
// first (docs/rules.md R8).
func (b Balances) FromWallet(amount money.Paise) []Leg {
	gift := max(0, min(amount, b.Promotional()))
	return []Leg{Debit(PromotionalCredit, gift), Debit(Wallet, amount-gift)}
}

// WalletForDues returns the part of the dues that the wallet can pay, in paise.
func (b Balances) WalletForDues() money.Paise { return max(0, min(b.Dues(), b.WalletCredit())) }

// LeastCollected is the least that a gateway collects, in one payment or debit.
const LeastCollected = money.Rupee

// WalletBeforeDebit returns what the wallet pays of invoices before they are debited, in paise.
// debited is what is open of them. others is what is open of all other invoices. The wallet keeps
// that much, because no debit pays these (docs/rules.md R12). It pays all, or leaves enough for a
// gateway to collect.
func (b Balances) WalletBeforeDebit(debited, others money.Paise) money.Paise {
	amount := max(0, min(debited, b.WalletCredit()-others))
	if amount < debited {
		amount = max(0, min(amount, debited-LeastCollected))
	}
	return amount
}

// ToPay returns the part of the dues that the wallet cannot pay, in paise.
func (b Balances) ToPay() money.Paise { return b.Dues() - b.WalletForDues() }

// OwnMoneyAfterDues returns the own money that is left after the wallet has paid the dues, in
// paise. The dues use up promotional credit first. This amount can be paid out to the customer
// (docs/rules.md R8).
func (b Balances) OwnMoneyAfterDues() money.Paise {
	left := b.OwnMoney()
	for _, leg := range b.FromWallet(b.WalletForDues()) {
		if leg.Account == Wallet {
			left -= leg.Amount
		}
	}
	return max(0, left)
}

// BalancesOf reads the balances of a customer.
func BalancesOf(ctx context.Context, q *db.Queries, customerID int64) (Balances, error) {
	rows, err := q.LedgerBalances(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("ledger: read balances: %w", err)
	}
	balances := make(Balances, len(rows))
	for _, row := range rows {
		balances[Account(row.Account)] = row.BalancePaise
	}
	return balances, nil
}

// Debtors lists the ids of customers with unpaid invoices, in ascending order. The list starts
// after the customer id in after and has at most limit ids.
func Debtors(ctx context.Context, q *db.Queries, after int64, limit int) ([]int64, error) {
	ids, err := q.LedgerDebtors(ctx, after, int32(limit))
	if err != nil {
		return nil, fmt.Errorf("ledger: list the debtors after customer %d: %w", after, err)
	}
	return ids, nil
}
