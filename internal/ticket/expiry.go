package ticket

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/jobs"
	"rento/internal/store"
	"rento/internal/store/db"
)

// expireHour is when transfers expire on their day: in the morning, because both
// customers are told.
const expireHour = 9

// expirePage is how many transfers are looked at in one read.
const expirePage = 100

// lastDay is the last day on which the receiver of a live transfer can do what
// is to be done next.
func (s *Service) lastDay(t Ticket) calendar.Date {
	return t.Changed.Date().AddDays(s.settings.TransferDays)
}

// expiryOf is the last day of a live transfer, none when only the signed
// agreement is missing.
func (s *Service) expiryOf(ctx context.Context, q *db.Queries, t Ticket) (calendar.Date, error) {
	if t.Status == InProgress {
		deposit, kyc, err := missing(ctx, q, t.ReceiverID)
		if err != nil || deposit == 0 && !kyc {
			return calendar.Date{}, err
		}
	}
	return s.lastDay(t), nil
}

// expireTransfers ends the transfers whose receiver has not answered in time, or
// has not paid the deposit or completed KYC in time after accepting
// (docs/decisions/0025). One for which only the signed agreement is missing
// waits for the company.
func (s *Service) expireTransfers(ctx context.Context) error {
	for _, status := range []Status{Raised, InProgress} {
		stale := db.TicketTransfersStaleParams{
			Status: string(status), Until: calendar.Stamp(s.today().AddDays(-s.settings.TransferDays).At(0, 0)) - 1, PageSize: expirePage,
		}
		for {
			rows, err := s.store.Queries().TicketTransfersStale(ctx, stale)
			if err != nil {
				return fmt.Errorf("ticket: list stale transfers: %w", err)
			}
			for _, r := range rows {
				stale.AfterAt, stale.AfterID = r.UpdatedAt, r.ID
				if err := s.expire(ctx, jobs.CustomerRow{CustomerID: r.CustomerID, ID: r.ID}); err != nil {
					return err
				}
			}
			if len(rows) < expirePage {
				break
			}
		}
	}
	return nil
}

// expire ends one transfer, unless something has happened meanwhile, and tells
// both customers.
func (s *Service) expire(ctx context.Context, about jobs.CustomerRow) error {
	return s.onTicket(ctx, about, func(ctx context.Context, tx *store.Tx, t *Ticket) error {
		accepted := t.Status == InProgress
		if !t.Status.Live() || !s.lastDay(*t).Before(s.today()) {
			return nil
		}
		if accepted {
			deposit, kyc, err := missing(ctx, tx.Queries, t.ReceiverID)
			if err != nil || deposit == 0 && !kyc {
				return err
			}
		}
		if err := s.move(ctx, tx, t, Cancelled, "Expired"); err != nil {
			return err
		}
		if accepted {
			if err := s.subscriptions.UnreserveIn(ctx, tx, t.ReceiverID, handedOverOf(*t)); err != nil {
				return fmt.Errorf("ticket: %w", err)
			}
		}
		if err := tx.Touch(ctx, t.ReceiverID); err != nil {
			return fmt.Errorf("ticket: %w", err)
		}
		return s.notifyExpired(ctx, tx, *t, accepted)
	})
}
