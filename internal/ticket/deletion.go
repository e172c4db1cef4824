package ticket

import (
	"context"
	"fmt"

	"rento/internal/account"
	"rento/internal/notify"
	"rento/internal/store"
)

// Deletion declines the transfers that were offered to a former customer. It erases what they wrote
// in requests and what was written to them, and detaches the pictures. The record of what was done
// stays.
func (s *Service) Deletion() account.Concern {
	return account.Concern{Erase: func(ctx context.Context, tx *store.Tx, customerID int64) error {
		if err := s.declineAll(ctx, tx, customerID); err != nil {
			return err
		}
		for what, erase := range map[string]func(context.Context, int64) error{
			"messages": tx.TicketEraseMessages, "comments": tx.TicketEraseComments, "pictures": tx.TicketErasePictures,
		} {
			if err := erase(ctx, customerID); err != nil {
				return fmt.Errorf("ticket: erase %s of customer %d: %w", what, customerID, err)
			}
		}
		return nil
	}}
}

// declineAll declines the transfers that were offered to a receiver who will not answer any more,
// so that the givers do not wait, and notifies the givers. None of these transfers is accepted: a
// receiver who accepted one has items and cannot delete the account.
func (s *Service) declineAll(ctx context.Context, tx *store.Tx, receiverID int64) error {
	rows, err := tx.TicketsTo(ctx, receiverID)
	if err != nil {
		return fmt.Errorf("ticket: read what is offered to customer %d: %w", receiverID, err)
	}
	for _, row := range rows {
		if !Status(row.Status).Live() {
			continue
		}
		t, err := one(ctx, tx.Queries, row.CustomerID, row, nil)
		if err != nil {
			return err
		}
		if err := s.moveByReceiver(ctx, tx, &t, Cancelled, "Declined"); err != nil {
			return err
		}
		if err := s.undo(ctx, tx, t); err != nil {
			return err
		}
		receiver, err := nameOf(ctx, tx.Queries, receiverID)
		if err != nil {
			return err
		}
		if err := tx.Touch(ctx, t.CustomerID); err != nil {
			return fmt.Errorf("ticket: %w", err)
		}
		if err := s.send(ctx, tx, t, notify.TransferDeclined{Receiver: receiver, Ticket: t.Number}); err != nil {
			return err
		}
	}
	return nil
}
