package settlement

import (
	"context"
	"fmt"

	"rento/internal/audit"
	"rento/internal/fault"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Doubt is a payee that a person has to decide about: the name that the customer gave, the name
// that the bank has, and how well they match, from 0 to 100.
type Doubt struct {
	CustomerID     int64
	PayeeID        int64
	NameInBank     string
	RegisteredName string
	NameScore      int64
}

// Doubts lists the payees that wait for a person's decision, the oldest first.
func (s *Service) Doubts(ctx context.Context) ([]Doubt, error) {
	rows, err := s.store.Queries().SettlementPayeesDoubtful(ctx)
	if err != nil {
		return nil, fmt.Errorf("settlement: read doubts: %w", err)
	}
	doubts := make([]Doubt, len(rows))
	for i, r := range rows {
		p, err := s.payee(r)
		if err != nil {
			return nil, err
		}
		doubts[i] = Doubt{r.CustomerID, r.ID, p.NameInBank, p.registeredName, r.NameScore}
	}
	return doubts, nil
}

// DecidePayee stores a person's decision about a doubtful payee. If it is accepted, refunds go
// there; if the provider does not know the account, the bank is asked once more first. If it is
// not accepted, the customer is asked for other details. Faults: 404 for a payee that is not the
// customer's, 409 for one that is not doubtful.
func (s *Service) DecidePayee(ctx context.Context, customerID, payeeID int64, accepted bool) error {
	return s.write(ctx, customerID, func(ctx context.Context, tx *store.Tx) error {
		row, err := tx.SettlementPayee(ctx, customerID, payeeID)
		if store.IsNone(err) {
			return fault.NotFound("payee.not_found", "There is no such payee.")
		}
		if err != nil {
			return fmt.Errorf("settlement: read payee: %w", err)
		}
		if PayeeState(row.State) != PayeeDoubtful {
			return fault.Conflict("payee.not_in_doubt", "Nobody doubts this payee.")
		}
		to := PayeeRefused
		switch {
		case accepted && row.FundAccountID == "":
			to = PayeeNew
		case accepted:
			to = PayeeConfirmed
		}
		return s.decided(ctx, tx, row, to)
	})
}

func (s *Service) decided(ctx context.Context, tx *store.Tx, row db.Payee, to PayeeState) error {
	p, err := s.payee(row)
	if err != nil {
		return err
	}
	_, err = tx.SettlementPayeeMove(ctx, db.SettlementPayeeMoveParams{
		State: string(to), ValidationID: row.ValidationID, FundAccountID: row.FundAccountID, RegisteredName: row.RegisteredName,
		NameScore: row.NameScore, UpdatedAt: s.now(), CustomerID: row.CustomerID, ID: row.ID, Was: row.State,
	})
	if err != nil {
		return fmt.Errorf("settlement: move payee: %w", err)
	}
	if err := s.audit.Record(ctx, tx, audit.Entry{CustomerID: row.CustomerID, Action: "payee_" + string(to), Object: p.object()}); err != nil {
		return err
	}
	if to == PayeeRefused {
		return s.notifyRefused(ctx, tx, row.CustomerID, p)
	}
	return s.advanceAll(ctx, tx, row.CustomerID)
}
