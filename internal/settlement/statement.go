package settlement

import (
	"context"
	"fmt"
	"strconv"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// Line is one line of a settlement's statement. What is taken off is negative.
// The lines add up to the refund, in paise.
type Line struct {
	Description string
	Amount      money.Paise
}

// Statement is a settlement as the customer sees it.
type Statement struct {
	Settlement
	Lines []Line
	// Preference is how the refund is paid, or is to be paid; 0 before the
	// customer chose.
	Preference Preference
	// PromisedBy is the day by which the refund is paid, none before the
	// customer chose; WorkingDays how many working days are left until then.
	PromisedBy  calendar.Date
	WorkingDays int
	// Reference is the bank's, PaidAt when the refund was paid.
	Reference string
	PaidAt    calendar.Instant
	// Held says that the refund cannot go to the details that we have.
	Held bool
}

// Statements lists the customer's settlements, newest first, read on one
// snapshot.
func (s *Service) Statements(ctx context.Context, customerID int64) ([]Statement, error) {
	var list []Statement
	err := s.store.Read(ctx, func(q *db.Queries) error {
		settlements, err := List(ctx, q, customerID)
		if err != nil {
			return err
		}
		list = make([]Statement, len(settlements))
		for i, one := range settlements {
			if list[i], err = s.statement(ctx, q, customerID, one); err != nil {
				return err
			}
		}
		return nil
	})
	return list, err
}

func (s *Service) statement(ctx context.Context, q *db.Queries, customerID int64, one Settlement) (Statement, error) {
	out := Statement{Settlement: one}
	var err error
	if out.Lines, err = lines(ctx, q, customerID, one); err != nil {
		return out, err
	}
	attempts, err := q.SettlementPayouts(ctx, customerID, one.ID)
	if err != nil {
		return out, fmt.Errorf("settlement: read payouts: %w", err)
	}
	if len(attempts) > 0 && (one.State == Paid || one.State == Paying) {
		last := attempts[0]
		out.Preference, out.Reference, out.PaidAt = Preference(last.Preference), last.Utr, last.PaidAt
	}
	if one.State != Ready && one.State != Paying {
		return out, nil
	}
	return out, s.promise(ctx, q, customerID, &out)
}

// promise fills in what is said of a refund that is not paid yet.
func (s *Service) promise(ctx context.Context, q *db.Queries, customerID int64, out *Statement) error {
	chosen, err := preferenceRow(ctx, q, customerID)
	if err != nil || chosen.Preference == 0 {
		return err
	}
	p, err := s.planOf(ctx, q, customerID, out.ID)
	if err != nil {
		return err
	}
	if out.Preference == 0 {
		out.Preference = p.preference
	}
	out.Held = out.State == Ready && (p.cameBack() || p.payee.State == PayeeRefused)
	c, err := countdownOf(ctx, q, customerID, out.ID, out.ReadyAt, chosen.ChosenAt, p.payee.CreatedAt)
	out.PromisedBy, out.WorkingDays = c.end(promiseDays), c.left(calendar.Today(s.clock))
	return err
}

func lines(ctx context.Context, q *db.Queries, customerID int64, one Settlement) ([]Line, error) {
	all, err := depositLines(ctx, q, customerID, one)
	if err != nil {
		return nil, err
	}
	switch one.Origin {
	case OfCreditNote:
		all = append(all, Line{"Deposit given back by a credit note", one.Deposit})
	case OfWallet:
		all = append(all, Line{"Paid out of the wallet", one.Deposit})
	case OfPickup:
	}
	if missing := one.Deposit - one.Applied - one.Refund; missing > 0 && one.State != Inspecting {
		all = append(all, Line{"Deposit that was not paid, or secures other items", -missing})
	}
	id := strconv.FormatInt(one.ID, 10)
	for _, source := range []string{sourceDues, sourceNetting} {
		entries, err := ledger.EntriesOfSource(ctx, q, customerID, source, id)
		if err != nil {
			return nil, err
		}
		paid, err := billing.PaidBy(ctx, q, customerID, entries)
		if err != nil {
			return nil, err
		}
		for _, p := range paid {
			all = append(all, Line{one.Origin.describe(source, p), -p.Amount})
		}
	}
	return all, nil
}

// depositLines has a line for the deposit of each item.
func depositLines(ctx context.Context, q *db.Queries, customerID int64, one Settlement) ([]Line, error) {
	rows, err := q.SettlementItems(ctx, customerID, one.ID)
	if err != nil {
		return nil, fmt.Errorf("settlement: read the items of %d: %w", one.ID, err)
	}
	items, err := subscription.BriefsOf(ctx, q, customerID, one.ItemIDs)
	if err != nil {
		return nil, err
	}
	lines := make([]Line, len(rows))
	for i, row := range rows {
		lines[i] = Line{"Deposit for " + items[row.ItemID].Name, row.DepositPaise}
	}
	return lines, nil
}

// describe says what a part of the deposit paid, or of the refund before it
// went out.
func (o Origin) describe(source string, p billing.Paid) string {
	what := "Charges, invoice " + p.Number
	switch {
	case p.Number == "":
		what = "Late fee"
	case p.Kind == billing.Rental:
		what = "Rent, invoice " + p.Number
	}
	if source == sourceNetting && o == OfWallet {
		return what + ", due before it was paid out"
	}
	if source == sourceNetting {
		return what + ", due since the inspection"
	}
	return what
}
