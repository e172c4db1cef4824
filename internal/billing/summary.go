package billing

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store/db"
)

// AccountSummary is what a customer owes and has with us: the balances, the deposit, what the dues
// are for, and by when they are to be paid.
type AccountSummary struct {
	Balances ledger.Balances
	Deposit  Deposit
	Due      DueParts
	days     map[calendar.Date]money.Paise // the open amount of invoices by due day
}

// AccountSummaryOf reads the account summary of a customer.
func AccountSummaryOf(ctx context.Context, q *db.Queries, customerID int64) (AccountSummary, error) {
	rows, err := q.BillingAccountSummary(ctx, customerID)
	if err != nil {
		return AccountSummary{}, fmt.Errorf("billing: read the account summary of customer %d: %w", customerID, err)
	}
	s := AccountSummary{Balances: make(ledger.Balances, len(rows)), days: map[calendar.Date]money.Paise{}}
	var charges DueParts
	for _, row := range rows {
		switch row.Part {
		case "balance":
			s.Balances[ledger.Account(row.Name)] = row.AmountPaise
		case "deposit required":
			s.Deposit.Required = row.AmountPaise
		case "deposit received":
			s.Deposit.Received = row.AmountPaise
		case "advance returned":
			s.Deposit.AdvanceReturned = row.AmountPaise
		case "open invoice":
			day, err := calendar.Parse(row.DueDate)
			if err != nil {
				return AccountSummary{}, fmt.Errorf("billing: customer %d has an open invoice without a due day: %w", customerID, err)
			}
			s.days[day] = money.Sum(s.days[day], row.AmountPaise)
			if row.Name != "" { // the operation of a charge; empty for rent
				charges.charge(row.Name, row.AmountPaise)
			}
		}
	}
	s.Deposit.Held, s.Deposit.RefundOwed = s.Balances.DepositHeld(), s.Balances.RefundOwed()
	if due := s.Balances.InvoicesDue(); due > 0 {
		s.Due = charges
		s.Due.Rent = money.Sum(s.Due.Rent, due) // charges has subtracted the charges from Rent
	}
	s.Due.LateFees = s.Balances.LateFeesDue()
	return s, nil
}

// HasPaidRent reports whether the customer has paid a rental invoice in full, by whatever means.
func HasPaidRent(ctx context.Context, q *db.Queries, customerID int64) (bool, error) {
	paid, err := q.BillingRentsPaid(ctx, customerID)
	if err != nil {
		return false, fmt.Errorf("billing: rents that customer %d has paid: %w", customerID, err)
	}
	return paid > 0, nil
}
