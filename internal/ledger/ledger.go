// Package ledger is the journal: double entry, append-only, and the only
// writer of entries. Every balance in the system is a sum of its postings.
//
// Debit is positive, credit is negative. Balances are kept per customer
// account only; the company's accounts are sums over postings, so that no row
// is touched by every payment (docs/ledger.md).
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

// Account is a name in the chart of accounts.
type Account string

// The customer's accounts. Each has its balance kept.
const (
	// Receivable: rent and tax that the customer owes (debit).
	Receivable Account = "receivable"
	// LateFee: late fees that the customer owes, GST inclusive (debit).
	LateFee Account = "late_fee"
	// Deposit: the deposit that we hold for the customer (credit).
	Deposit Account = "deposit"
	// Wallet: Rentomoney that is the customer's own money (credit; a debit
	// balance is owed to us).
	Wallet Account = "wallet"
	// PromotionalCredit: Rentomoney that was a gift. It pays dues and is never
	// paid out (credit).
	PromotionalCredit Account = "promotional_credit"
	// Advance: rent that was paid in advance and not used yet, without its tax (credit).
	Advance Account = "advance"
	// RefundPayable: what settlements owe the customer (credit).
	RefundPayable Account = "refund_payable"
	// ExcessPayment: second payments on their way back to their source (credit).
	ExcessPayment Account = "excess_payment"
)

// The company's accounts, with no balance kept.
const (
	LateFeeUnearned Account = "company:late_fee_unearned"
	Promotion       Account = "company:promotion"
	Suspense        Account = "company:suspense"
	Bank            Account = "company:bank"
	// GatewayFees is what gateways keep of what they settle, without GST, InputGST
	// the GST in it, which is set off against ours (debit).
	GatewayFees Account = "company:gateway_fees"
	InputGST    Account = "company:input_gst"
)

// Revenue, tax and round-off are kept apart for each of the company's GST
// registrations, by its state code: each files its own return (docs/ledger.md).

// RentRevenue is the rent that a registration has billed (credit).
func RentRevenue(state string) Account { return Account("company:rent:" + state) }

// ChargeRevenue is what it has charged once: damage, early closures (credit).
func ChargeRevenue(state string) Account { return Account("company:charges:" + state) }

// LateFeeRevenue is the value of the late fees that were received (credit).
func LateFeeRevenue(state string) Account { return Account("company:late_fee:" + state) }

// OutputCGST is central tax to hand on (credit).
func OutputCGST(state string) Account { return Account("company:cgst:" + state) }

// OutputSGST is state tax to hand on (credit).
func OutputSGST(state string) Account { return Account("company:sgst:" + state) }

// OutputIGST is integrated tax to hand on (credit).
func OutputIGST(state string) Account { return Account("company:igst:" + state) }

// AdvanceCGST is central tax that fell due when rent was paid in advance, and that no
// invoice has declared yet (credit).
func AdvanceCGST(state string) Account { return Account("company:advance_cgst:" + state) }

// AdvanceSGST is the state tax of the same (credit).
func AdvanceSGST(state string) Account { return Account("company:advance_sgst:" + state) }

// AdvanceIGST is the integrated tax of the same (credit).
func AdvanceIGST(state string) Account { return Account("company:advance_igst:" + state) }

// IsAdvanceTax reports whether an account holds tax of what was paid in advance.
func (a Account) IsAdvanceTax() bool { return strings.HasPrefix(string(a), "company:advance_") }

// RoundOff is the rounding of the registration's documents (both sides).
func RoundOff(state string) Account { return Account("company:round_off:" + state) }

// InTransit is the money that a gateway holds for us.
func InTransit(gateway string) Account { return Account("company:in_transit:" + gateway) }

func (a Account) hasBalance() bool {
	switch a {
	case Receivable, LateFee, Deposit, Wallet, PromotionalCredit, Advance, RefundPayable, ExcessPayment:
		return true
	}
	return false
}

// Leg is one posting of an entry.
type Leg struct {
	Account Account
	Amount  money.Paise // debit positive
}

// Debit makes a debit leg of a positive amount.
func Debit(a Account, amount money.Paise) Leg { return Leg{a, amount} }

// Credit makes a credit leg of a positive amount.
func Credit(a Account, amount money.Paise) Leg { return Leg{a, -amount} }

// Entry is one event in the books. Source names the event that caused it:
// the same source is entered once, whoever reports it and however often.
type Entry struct {
	CustomerID  int64
	SourceType  string
	SourceID    string
	At          calendar.Instant
	Description string
	Legs        []Leg
}

// ErrUnbalanced says that the legs of an entry do not add up to zero, or to
// nothing that an amount can hold.
var ErrUnbalanced = errors.New("ledger: the entry does not balance")

// Ledger writes entries.
type Ledger struct{ ids *ident.Source }

// New returns the ledger.
func New(ids *ident.Source) *Ledger { return &Ledger{ids: ids} }

// Post enters e in the transaction. It returns the entry's id, and false when
// the source was entered before: then nothing is written and the id is the
// first one's. Legs of zero are left out.
func (l *Ledger) Post(ctx context.Context, tx *store.Tx, e Entry) (id int64, posted bool, err error) {
	legs, err := balanced(e.Legs)
	if err != nil {
		return 0, false, fmt.Errorf("%w: %s %s", err, e.SourceType, e.SourceID)
	}
	id = l.ids.Next()
	added, err := tx.LedgerEntryAdd(ctx, db.LedgerEntryAddParams{
		CustomerID: e.CustomerID, ID: id, SourceType: e.SourceType, SourceID: e.SourceID,
		Day: e.At.Date(), At: e.At, Description: e.Description,
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

// Balances are a customer's balances, debit positive.
type Balances map[Account]money.Paise

// Dues is everything that the customer has to pay, in paise: what invoices have
// open, and late fees. It is never below zero, and no deposit.
func (b Balances) Dues() money.Paise { return max(0, money.Sum(b.InvoicesDue(), b.LateFeesDue())) }

// InvoicesDue is what invoices have open, rent, charges and tax, in paise.
func (b Balances) InvoicesDue() money.Paise { return b[Receivable] }

// LateFeesDue is what late fees have open, in paise.
func (b Balances) LateFeesDue() money.Paise { return b[LateFee] }

// DepositHeld is the deposit that we hold, in paise.
func (b Balances) DepositHeld() money.Paise { return -b[Deposit] }

// Held is all that we hold for the customer but the wallet, in paise: deposit,
// advance rent, and refunds and second payments on their way.
func (b Balances) Held() money.Paise {
	return -money.Sum(b[Deposit], b[Advance], b[RefundPayable], b[ExcessPayment])
}

// RefundOwed is what settlements owe the customer, in paise.
func (b Balances) RefundOwed() money.Paise { return -b[RefundPayable] }

// WalletCredit is the customer's Rentomoney of both kinds, in paise; it may be
// negative.
func (b Balances) WalletCredit() money.Paise { return money.Sum(b.OwnMoney(), b.Promotional()) }

// OwnMoney is the Rentomoney that was once paid by the customer, in paise.
func (b Balances) OwnMoney() money.Paise { return -b[Wallet] }

// Promotional is the Rentomoney that was a gift, in paise.
func (b Balances) Promotional() money.Paise { return -b[PromotionalCredit] }

// FromWallet are the legs that take an amount out of the wallet: promotional
// credit first (docs/rules.md R8).
func (b Balances) FromWallet(amount money.Paise) []Leg {
	gift := max(0, min(amount, b.Promotional()))
	return []Leg{Debit(PromotionalCredit, gift), Debit(Wallet, amount-gift)}
}

// WalletForDues is what the wallet can pay of the dues, in paise.
func (b Balances) WalletForDues() money.Paise { return max(0, min(b.Dues(), b.WalletCredit())) }

// ToPay is what of the dues the wallet cannot pay, in paise.
func (b Balances) ToPay() money.Paise { return b.Dues() - b.WalletForDues() }

// OwnMoneyAfterDues is the own money that is left once the wallet has paid what
// is due, gifts first: what may be paid out (docs/rules.md R8), in paise.
func (b Balances) OwnMoneyAfterDues() money.Paise {
	left := b.OwnMoney()
	for _, leg := range b.FromWallet(b.WalletForDues()) {
		if leg.Account == Wallet {
			left -= leg.Amount
		}
	}
	return max(0, left)
}

// BalancesOf reads a customer's balances.
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

// Debtors lists customers who owe on invoices, by id, after one of them.
func Debtors(ctx context.Context, q *db.Queries, after int64, limit int) ([]int64, error) {
	ids, err := q.LedgerDebtors(ctx, after, int32(limit))
	if err != nil {
		return nil, fmt.Errorf("ledger: list the debtors after customer %d: %w", after, err)
	}
	return ids, nil
}
