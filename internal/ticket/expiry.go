package ticket

import (
	"context"
	"fmt"
	"slices"

	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/jobs"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// expireHour is the hour at which transfers expire. It is in the morning because both customers are
// notified.
const expireHour = 9

// expirePage is how many transfers one query reads.
const expirePage = 100

// lastDay is the last day on which the receiver of a live transfer can take the next step.
func (s *Service) lastDay(t Ticket) calendar.Date {
	return t.Changed.Date().AddDays(s.settings.TransferDays)
}

// Wait is the thing that a live transfer is waiting for.
type Wait string

// A live transfer waits first for the receiver's answer, then for the deposit and KYC, then for the
// giver's dues, then for the signed agreement.
const (
	WaitAnswer    Wait = "answer"
	WaitReceiver  Wait = "receiver"
	WaitDues      Wait = "dues"
	WaitAgreement Wait = "agreement"
)

// Waiting says what a live transfer is waiting for. For is "" for every other ticket. Until is the
// last day to do it; the transfer ends by itself on the next day. Until is empty while only the
// agreement is missing, because the company has to provide it. Dues is what the giver owes in the
// meantime, in paise.
type Waiting struct {
	For   Wait
	Until calendar.Date
	Dues  money.Paise
}

// waiting returns what a ticket is waiting for besides a visit.
func (s *Service) waiting(ctx context.Context, q *db.Queries, t Ticket) (Waiting, error) {
	if !t.behaviour().hasAgreement || !t.Status.Live() {
		return Waiting{}, nil
	}
	giver, err := standingsOf(ctx, q, t.CustomerID)
	if err != nil {
		return Waiting{}, err
	}
	w := Waiting{For: WaitAnswer, Until: s.lastDay(t), Dues: giver.due}
	if t.Status == Raised {
		return w, nil
	}
	deposit, kyc, err := missing(ctx, q, t.ReceiverID)
	if err != nil {
		return Waiting{}, err
	}
	switch {
	case deposit > 0 || kyc:
		w.For = WaitReceiver
	case giver.due > 0:
		w.For, w.Until = WaitDues, calendar.Date{}
		steps, err := TimeLine(ctx, q, t.CustomerID, t.ID)
		if err != nil {
			return Waiting{}, err
		}
		if noted := duesOpenSince(steps); !noted.IsZero() {
			w.Until = noted.AddDays(s.settings.TransferDays)
		}
	default:
		w.For, w.Until = WaitAgreement, calendar.Date{}
	}
	return w, nil
}

// These are the comments that this package writes into the time line of an offered transfer.
const (
	commentReady    = "Receiver ready"
	commentDues     = "Dues open"
	commentDuesPaid = "Dues paid"
	commentExpired  = "Expired"
)

// duesOpenSince returns the day since which a transfer has been waiting for the giver's dues, or no
// day if it is not waiting for them.
func duesOpenSince(steps []Step) calendar.Date {
	var day calendar.Date
	for _, step := range steps {
		switch step.Comment {
		case commentDues:
			day = step.At.Date()
		case commentDuesPaid:
			day = calendar.Date{}
		}
	}
	return day
}

// Ending says why a transfer ended without a hand-over.
type Ending string

// A transfer ends without a hand-over if the receiver declines it, the receiver gives it up after
// accepting, the receiver does not answer in time, the deposit and KYC are not complete in time,
// the giver's dues are not paid in time, or the company ends it.
const (
	EndDeclined   Ending = "declined"
	EndLeft       Ending = "left"
	EndUnanswered Ending = "unanswered"
	EndNotReady   Ending = "not_ready"
	EndDues       Ending = "dues"
	EndByCompany  Ending = "company"
)

// endingOf derives from the time line why a transfer was cancelled. It returns "" for every other
// ticket.
func endingOf(t Ticket, steps []Step) Ending {
	if !t.behaviour().hasAgreement || t.Status != Cancelled || len(steps) == 0 {
		return ""
	}
	last := steps[len(steps)-1]
	accepted := slices.ContainsFunc(steps, func(step Step) bool { return step.Status == InProgress })
	switch {
	case last.Actor == byReceiver && accepted:
		return EndLeft
	case last.Actor == byReceiver:
		return EndDeclined
	case last.Comment != commentExpired:
		return EndByCompany
	case !accepted:
		return EndUnanswered
	case !duesOpenSince(steps).IsZero():
		return EndDues
	}
	return EndNotReady
}

// remindBefore is how many days before the last day the giver is reminded.
const remindBefore = 3

// followTransfers notes the progress of accepted transfers in their time lines. It notifies both
// customers when a transfer starts to wait for the giver's dues.
func (s *Service) followTransfers(ctx context.Context) error {
	var failed bound.Failures
	after := db.TicketTransfersBegunParams{PageSize: expirePage}
	for {
		rows, err := s.store.Queries().TicketTransfersBegun(ctx, after)
		if err != nil {
			failed.Add(fmt.Errorf("ticket: list transfers: %w", err))
			return failed.Err()
		}
		for _, r := range rows {
			if err := ctx.Err(); err != nil {
				failed.Add(fmt.Errorf("ticket: transfers are followed later: %w", err))
				return failed.Err()
			}
			after.AfterAt, after.AfterID = r.UpdatedAt, r.ID
			failed.Add(s.follow(ctx, jobs.CustomerRow{CustomerID: r.CustomerID, ID: r.ID}))
		}
		if len(rows) < expirePage {
			return failed.Err()
		}
	}
}

func (s *Service) follow(ctx context.Context, about jobs.CustomerRow) error {
	return s.onTicket(ctx, about, func(ctx context.Context, tx *store.Tx, t *Ticket) error {
		w, err := s.waiting(ctx, tx.Queries, *t)
		if err != nil || w.For != WaitDues && w.For != WaitAgreement {
			return err
		}
		steps, err := TimeLine(ctx, tx.Queries, t.CustomerID, t.ID)
		if err != nil {
			return err
		}
		noted := func(text string) bool {
			return slices.ContainsFunc(steps, func(step Step) bool { return step.Comment == text })
		}
		if !noted(commentReady) {
			if err := s.addTransferStep(ctx, tx, *t, commentReady); err != nil {
				return err
			}
		}
		since := duesOpenSince(steps)
		switch {
		case w.For == WaitAgreement && !since.IsZero():
			return s.addTransferStep(ctx, tx, *t, commentDuesPaid)
		case w.For == WaitDues && since.IsZero():
			if err := s.addTransferStep(ctx, tx, *t, commentDues); err != nil {
				return err
			}
			w.Until = s.today().AddDays(s.settings.TransferDays)
			return s.notifyDuesOpen(ctx, tx, *t, w, true)
		case w.For == WaitDues && w.Until == s.today().AddDays(remindBefore):
			return s.notifyDuesOpen(ctx, tx, *t, w, false)
		}
		return nil
	})
}

// addTransferStep adds a step to the time line and touches the receiver too, because the cached
// answers of both customers are now out of date.
func (s *Service) addTransferStep(ctx context.Context, tx *store.Tx, t Ticket, text string) error {
	if err := s.addStep(ctx, tx, t, "ticket_noted", text); err != nil {
		return err
	}
	if err := tx.Touch(ctx, t.ReceiverID); err != nil {
		return fmt.Errorf("ticket: %w", err)
	}
	return nil
}

// expireTransfers ends transfers whose receiver did not answer in time, whose receiver accepted but
// did not pay the deposit or complete KYC in time, or whose giver did not pay their dues in time.
// If only the signed agreement is missing, the transfer does not expire: it waits for the company.
// If one transfer fails, the others continue. The failed one is tried again in the next run, and
// its error is returned.
func (s *Service) expireTransfers(ctx context.Context) error {
	var failed bound.Failures
	failed.Add(s.followTransfers(ctx))
	for _, status := range []Status{Raised, InProgress} {
		stale := db.TicketTransfersStaleParams{
			Status: string(status), Until: calendar.Stamp(s.today().AddDays(-s.settings.TransferDays).At(0, 0)) - 1, PageSize: expirePage,
		}
		for {
			rows, err := s.store.Queries().TicketTransfersStale(ctx, stale)
			if err != nil {
				failed.Add(fmt.Errorf("ticket: list stale transfers: %w", err))
				return failed.Err()
			}
			for _, r := range rows {
				if err := ctx.Err(); err != nil {
					failed.Add(fmt.Errorf("ticket: transfers expire later: %w", err))
					return failed.Err()
				}
				stale.AfterAt, stale.AfterID = r.UpdatedAt, r.ID
				failed.Add(s.expire(ctx, jobs.CustomerRow{CustomerID: r.CustomerID, ID: r.ID}))
			}
			if len(rows) < expirePage {
				break
			}
		}
	}
	return failed.Err()
}

// expire ends one transfer and notifies both customers, unless the transfer has moved on in the
// meantime.
func (s *Service) expire(ctx context.Context, about jobs.CustomerRow) error {
	return s.onTicket(ctx, about, func(ctx context.Context, tx *store.Tx, t *Ticket) error {
		accepted := t.Status == InProgress
		w, err := s.waiting(ctx, tx.Queries, *t)
		if err != nil || w.Until.IsZero() || !w.Until.Before(s.today()) {
			return err
		}
		paid, err := s.depositPaid(ctx, tx.Queries, *t)
		if err != nil {
			return err
		}
		if err := s.move(ctx, tx, t, Cancelled, commentExpired); err != nil {
			return err
		}
		if err := s.undo(ctx, tx, *t); err != nil {
			return err
		}
		if err := tx.Touch(ctx, t.ReceiverID); err != nil {
			return fmt.Errorf("ticket: %w", err)
		}
		return s.notifyExpired(ctx, tx, *t, accepted, w.For == WaitDues, paid)
	})
}
