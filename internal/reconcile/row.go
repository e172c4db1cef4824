package reconcile

import (
	"context"
	"fmt"

	"rento/internal/alert"
	"rento/internal/audit"
	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/payment"
	"rento/internal/store"
	"rento/internal/store/db"
)

// tellLines keeps lines that differ as rows, and reports each to a person, once. Rows that a person
// has closed stay closed and are not printed again, as long as their lines say the same.
func (s *Service) tellLines(ctx context.Context, f *File, found []finding) error {
	var failed bound.Failures
	for _, of := range found {
		isClosed := false
		err := s.store.WriteCompany(ctx, func(tx *store.Tx) (err error) {
			isClosed, err = s.tellLine(context.WithoutCancel(ctx), tx, f.Provider, of)
			return err
		})
		if failed.Add(err); !isClosed {
			f.Rows = append(f.Rows, of.Difference)
		}
	}
	return failed.Err()
}

func (s *Service) tellLine(ctx context.Context, tx *store.Tx, providerName string, of finding) (isClosed bool, err error) {
	subject := of.subject(providerName)
	before, err := tx.ReconcileRow(ctx, subject)
	if err != nil && !store.IsNone(err) {
		return false, fmt.Errorf("reconcile: read a row: %w", err)
	}
	isNew := err != nil || before.Kind != string(of.Kind) || before.GrossPaise != of.gross || before.CostPaise != of.cost || before.TaxPaise != of.tax
	if !isNew {
		if isClosed, err = alert.IsClosed(ctx, tx.Queries, alertDiffers, subject); isClosed || err != nil {
			return isClosed, err
		}
	}
	err = tx.ReconcileRowSave(ctx, db.ReconcileRowSaveParams{
		Subject: subject, Provider: providerName, Gateway: of.Gateway, LineID: of.id, Settlement: of.settlement, Kind: string(of.Kind), IsRefund: of.refund,
		HerePaise: of.Here, GrossPaise: of.gross, CostPaise: of.cost, TaxPaise: of.tax, SeenAt: calendar.Stamp(s.clock.Now()),
	})
	if err != nil {
		return false, fmt.Errorf("reconcile: keep a row: %w", err)
	}
	a := alert.Alert{Kind: alertDiffers, Subject: subject, CustomerID: of.CustomerID, Detail: of.detail}
	if isNew { // an alert of the same line may have closed itself, or a person has closed it when it said something else
		return false, s.alerts.RaiseAgain(ctx, tx, a)
	}
	return false, s.alerts.Raise(ctx, tx, a)
}

// EnterRow enters the money of a line that differs, because a person has seen that the bank has it:
// against money in transit as far as our books have the payment or refund, else against suspense. It
// closes the line's alert with the reason. It returns a 404 for an alert that is of no such line, a
// 409 for a line whose amounts could not be read or whose money was entered from another settlement,
// and a 422 for a reason that says nothing. To enter it again changes nothing.
func (s *Service) EnterRow(ctx context.Context, alertID int64, reason string) error {
	if err := audit.CheckReason(reason); err != nil {
		return err
	}
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		a, err := alert.Get(ctx, tx.Queries, alertID)
		if err != nil {
			return err
		}
		row, err := tx.ReconcileRow(ctx, a.Subject)
		if a.Kind != alertDiffers || store.IsNone(err) {
			return fault.NotFound("settlement_line.not_found", "This alert is not about a line of a settlement file.")
		}
		if err != nil {
			return fmt.Errorf("reconcile: read a row: %w", err)
		}
		if row.GrossPaise == 0 {
			return fault.Conflict("settlement_line.unreadable", "The amounts of this line could not be read. Enter the right file, or close the alert with a reason.")
		}
		l := line{id: row.LineID, settlement: row.Settlement, refund: row.IsRefund, gross: row.GrossPaise, cost: row.CostPaise, tax: row.TaxPaise}
		entry, _, err := s.settling(ctx, tx.Queries, row.Provider, row.Gateway, l, row.HerePaise)
		if err != nil {
			return err
		}
		if row.HerePaise == 0 { // it may turn out to be ours (settling)
			entry = s.entry(row.Gateway, l, 0)
			entry.SourceType, entry.SourceID = sourceStrange, row.Provider+":"+row.LineID
		}
		posted := false
		if row.Kind != string(payment.EnteredDiffers) {
			if _, posted, err = s.ledger.Post(ctx, tx, entry); err != nil {
				return err
			}
		}
		if !posted {
			isClosed, err := alert.IsClosed(ctx, tx.Queries, alertDiffers, a.Subject)
			if err != nil || isClosed {
				return err
			}
			return fault.Conflict("settlement_line.entered", "Money of this payment or refund was entered from a settlement before. Close the alert with a reason.")
		}
		err = s.audit.Record(ctx, tx, audit.Entry{
			CustomerID: a.CustomerID, Action: "settlement_line_entered", Object: fmt.Sprintf("alert/%d", alertID), Amount: row.GrossPaise, Reason: reason,
		})
		if err != nil {
			return err
		}
		if err := s.alerts.Settle(ctx, tx, alertDiffers, row.Subject, reason); err != nil {
			return err
		}
		return s.alerts.Settle(ctx, tx, alertMissing, row.Gateway+":"+row.LineID, reason)
	})
}
