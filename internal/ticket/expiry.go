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

// Wait is what a live transfer waits for.
type Wait string

// What a live transfer waits for: its receiver's answer, then deposit and KYC,
// then what its giver owes, then the signed agreement.
const (
	WaitAnswer    Wait = "answer"
	WaitReceiver  Wait = "receiver"
	WaitDues      Wait = "dues"
	WaitAgreement Wait = "agreement"
)

// Waiting is what a live transfer waits for, "" for everything else. Until is the
// last day for it, on the day after which the transfer ends by itself: none while
// the agreement is missing, which is with the company. Dues are what the giver
// owes meanwhile, in paise.
type Waiting struct {
	For   Wait
	Until calendar.Date
	Dues  money.Paise
}

// waiting is what a ticket waits for besides a visit.
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

// What the time line of a transfer says between its acceptance and its end.
const (
	commentReady    = "Receiver ready"
	commentDues     = "Dues open"
	commentDuesPaid = "Dues paid"
	commentExpired  = "Expired"
)

// duesOpenSince is the day since which a transfer has been waiting for what its giver
// owes, none while it is not.
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

// Ending is why a transfer is over without a hand-over.
type Ending string

// Why a transfer is over: its receiver declined, or gave it up after accepting;
// the receiver did not answer, or deposit and KYC were not complete, or the giver's
// dues were not paid in time; or the company ended it.
const (
	EndDeclined   Ending = "declined"
	EndLeft       Ending = "left"
	EndUnanswered Ending = "unanswered"
	EndNotReady   Ending = "not_ready"
	EndDues       Ending = "dues"
	EndByCompany  Ending = "company"
)

// endingOf is why a transfer was cancelled, by its time line; "" for everything
// else.
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

// remindBefore is how many days before the last one the giver is told again.
const remindBefore = 3

// followTransfers notes in the time lines of the accepted transfers how far they
// are, and tells both customers when one begins to wait for what its giver owes.
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

// addTransferStep adds to the time line; both customers' answers in memory are out
// of date then.
func (s *Service) addTransferStep(ctx context.Context, tx *store.Tx, t Ticket, text string) error {
	if err := s.addStep(ctx, tx, t, "ticket_noted", text); err != nil {
		return err
	}
	if err := tx.Touch(ctx, t.ReceiverID); err != nil {
		return fmt.Errorf("ticket: %w", err)
	}
	return nil
}

// expireTransfers ends the transfers whose receiver has not answered in time, or
// has not paid the deposit or completed KYC in time after accepting,
// or whose giver has not paid in time what they owe.
// One for which only the signed agreement is missing waits for the company. One
// that fails keeps none of the others waiting: it is tried again with the next
// run, and its error told.
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

// expire ends one transfer, unless something has happened meanwhile, and tells
// both customers.
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
