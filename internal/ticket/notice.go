package ticket

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rento/internal/account"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// reminderHour is the hour, on the day before a visit, at which the customer is reminded.
const reminderHour = 18

// send notifies the owner of a ticket. The key of the message contains the current time, because
// the same event can happen to a ticket more than once.
func (s *Service) send(ctx context.Context, tx *store.Tx, t Ticket, e notify.Event) error {
	return s.sendTo(ctx, tx, t.CustomerID, t, e)
}

func (s *Service) sendTo(ctx context.Context, tx *store.Tx, customerID int64, t Ticket, e notify.Event) error {
	return s.notify.Send(ctx, tx, customerID, e, fmt.Sprintf("%s/%s/%d", e.Name(), t.Number, s.now()))
}

// visit returns the facts about a ticket's planned visit that messages contain.
func (s *Service) visit(ctx context.Context, q *db.Queries, t Ticket) (notify.Visit, error) {
	v := notify.Visit{Request: t.behaviour().request, Ticket: t.Number, On: t.VisitOn}
	booking, err := bookingOf(ctx, q, t.CustomerID, t.ID)
	if err != nil {
		return v, err
	}
	if booking != nil {
		v.Hours = booking.StartTime + " - " + booking.EndTime
	}
	return v, nil
}

func (s *Service) notifyPlanned(ctx context.Context, tx *store.Tx, t Ticket) error {
	v, err := s.visit(ctx, tx.Queries, t)
	if err != nil {
		return err
	}
	return s.send(ctx, tx, t, notify.VisitPlanned{Visit: v})
}

// reviewMessages registers what is checked of messages that have waited for the morning: whether
// the visit still comes, and whether a transfer still waits for what they say.
func (s *Service) reviewMessages() {
	s.notify.Review(notify.VisitPlanned{}, func(ctx context.Context, q *db.Queries, customerID int64, fact string) (notify.Event, bool, error) {
		t, err := ByNumber(ctx, q, customerID, numberIn(fact))
		if err != nil || t.Status != Scheduled {
			return nil, false, err
		}
		v, err := s.visit(ctx, q, t)
		return notify.VisitPlanned{Visit: v}, true, err
	})
	s.notify.Review(notify.TenureEnds{}, s.reviewTenureEnd)
	for told, while := range map[notify.Event][]Wait{
		notify.TransferOffered{}: {WaitAnswer}, notify.TransferAccepted{}: {WaitReceiver, WaitDues, WaitAgreement},
		notify.TransferDuesOpen{}: {WaitDues}, notify.TransferWaits{}: {WaitDues},
	} {
		s.notify.Review(told, func(ctx context.Context, q *db.Queries, customerID int64, fact string) (notify.Event, bool, error) {
			row, err := q.TicketByNumber(ctx, customerID, numberIn(fact))
			if store.IsNone(err) { // the customer is the receiver
				row, err = q.TicketTo(ctx, customerID, numberIn(fact))
			}
			t, err := one(ctx, q, row.CustomerID, row, err)
			if err != nil {
				return nil, false, err
			}
			w, err := s.waiting(ctx, q, t)
			return nil, slices.Contains(while, w.For), err
		})
	}
}

// numberIn is the number of the ticket in the fact of a message.
func numberIn(fact string) string { return strings.Split(fact, "/")[1] }

func (s *Service) notifyMoved(ctx context.Context, tx *store.Tx, t Ticket) error {
	v, err := s.visit(ctx, tx.Queries, t)
	if err != nil {
		return err
	}
	return s.send(ctx, tx, t, notify.VisitMoved{Visit: v, DeliveryOn: t.DeliveryOn})
}

// scheduleReminders schedules a reminder to the owner on the evening before each future visit of a
// ticket.
func (s *Service) scheduleReminders(ctx context.Context, tx *store.Tx, t Ticket) error {
	for _, day := range []calendar.Date{t.VisitOn, t.DeliveryOn} {
		at := day.AddDays(-1).At(reminderHour, 0)
		if day.IsZero() || at.Before(s.clock.Now()) {
			continue
		}
		if err := s.enqueueAt(ctx, tx, jobRemind, t, at); err != nil {
			return err
		}
	}
	return nil
}

// remind reminds the customer of tomorrow's visit, if the visit is still tomorrow.
func (s *Service) remind(ctx context.Context, about jobs.CustomerRow) error {
	return s.onTicket(ctx, about, func(ctx context.Context, tx *store.Tx, t *Ticket) error {
		tomorrow := s.today().AddDays(1)
		v, err := s.visit(ctx, tx.Queries, *t)
		if err != nil {
			return err
		}
		switch {
		case t.Status == Scheduled && t.VisitOn == tomorrow:
		case t.Status.Live() && t.DeliveryOn == tomorrow:
			v.On, v.Hours, v.Delivery = tomorrow, "", true
		default:
			return nil // given up, or rescheduled: another job sends the reminder
		}
		return s.notify.Send(ctx, tx, t.CustomerID, notify.VisitTomorrow{Visit: v}, fmt.Sprintf("visit_tomorrow/%s/%s", t.Number, tomorrow))
	})
}

// standings are a customer's dues, held deposit and wallet credit, in paise.
type standings struct{ due, deposit, wallet money.Paise }

func standingsOf(ctx context.Context, q *db.Queries, customerID int64) (standings, error) {
	b, err := ledger.BalancesOf(ctx, q, customerID)
	if err != nil {
		return standings{}, fmt.Errorf("ticket: read balances: %w", err)
	}
	return standings{b.Dues(), b.DepositHeld(), b.WalletCredit()}, nil
}

// notifyWithdrawn tells the customer that a ticket was taken back, or that the company gave it up,
// and where the money for it went. before holds the balances from before the withdrawal, paid what
// the receiver of a transfer had paid of the deposit.
func (s *Service) notifyWithdrawn(ctx context.Context, tx *store.Tx, t Ticket, before standings, paid money.Paise, byCompany bool) error {
	after, err := standingsOf(ctx, tx.Queries, t.CustomerID)
	if err != nil {
		return err
	}
	e := notify.RequestWithdrawn{
		Request: t.behaviour().request, Ticket: t.Number,
		ToDeposit: max(0, after.deposit-before.deposit), ToWallet: max(0, after.wallet-before.wallet),
	}
	e.Credited = money.Sum(max(0, before.due-after.due), e.ToDeposit, e.ToWallet)
	if e.TaxKept, err = billing.LeftOf(ctx, tx.Queries, t.CustomerID, chargeOperations(t)); err != nil {
		return err
	}
	var told notify.Event = e
	if byCompany {
		told = notify.RequestGivenUp{RequestWithdrawn: e}
	}
	if err := s.send(ctx, tx, t, told); err != nil {
		return err
	}
	if t.ReceiverID == 0 {
		return nil
	}
	giver, err := nameOf(ctx, tx.Queries, t.CustomerID)
	if err != nil {
		return err
	}
	if err := tx.Touch(ctx, t.ReceiverID); err != nil {
		return fmt.Errorf("ticket: %w", err)
	}
	var toReceiver notify.Event = notify.TransferWithdrawn{Giver: giver, Ticket: t.Number, Deposit: paid}
	if byCompany {
		toReceiver = notify.TransferGivenUp{Giver: giver, Ticket: t.Number, Deposit: paid}
	}
	return s.sendTo(ctx, tx, t.ReceiverID, t, toReceiver)
}

// notifyDone tells the customer that the work of a ticket is done. In a transfer it tells both
// customers.
func (s *Service) notifyDone(ctx context.Context, tx *store.Tx, t Ticket) error {
	if err := s.send(ctx, tx, t, notify.RequestDone{Request: t.behaviour().request, Ticket: t.Number, Deposit: t.ReceiverID != 0}); err != nil || t.ReceiverID == 0 {
		return err
	}
	giver, err := nameOf(ctx, tx.Queries, t.CustomerID)
	if err != nil {
		return err
	}
	return s.sendTo(ctx, tx, t.ReceiverID, t, notify.TransferTakenOver{Giver: giver, Ticket: t.Number, From: s.today()})
}

// notifyAccepted tells both customers that the receiver takes the items over. It also tells the
// receiver what they cost and what comes next.
func (s *Service) notifyAccepted(ctx context.Context, tx *store.Tx, t Ticket, items []subscription.Item) error {
	receiver, giver, err := partiesOf(ctx, tx.Queries, t)
	if err != nil {
		return err
	}
	if err := s.send(ctx, tx, t, notify.TransferAccepted{Receiver: receiver, Ticket: t.Number, Until: s.lastDay(t)}); err != nil {
		return err
	}
	e := notify.TransferConfirmed{Giver: giver, Ticket: t.Number, Until: s.lastDay(t)}
	for _, item := range items {
		e.Rent = money.Sum(e.Rent, item.Rent)
	}
	if e.Deposit, e.KYC, err = missing(ctx, tx.Queries, t.ReceiverID); err != nil {
		return err
	}
	return s.sendTo(ctx, tx, t.ReceiverID, t, e)
}

// notifyDeclined tells both customers that the receiver does not take the items over. accepted
// means that the receiver had accepted before; paid is what they had paid of the deposit.
func (s *Service) notifyDeclined(ctx context.Context, tx *store.Tx, t Ticket, accepted bool, paid money.Paise) error {
	receiver, err := nameOf(ctx, tx.Queries, t.ReceiverID)
	if err != nil {
		return err
	}
	if err := s.send(ctx, tx, t, notify.TransferDeclined{Receiver: receiver, Ticket: t.Number}); err != nil {
		return err
	}
	giver, err := nameOf(ctx, tx.Queries, t.CustomerID)
	if err != nil {
		return err
	}
	return s.sendTo(ctx, tx, t.ReceiverID, t, notify.TransferLeft{Giver: giver, Ticket: t.Number, Accepted: accepted, Deposit: paid})
}

// notifyExpired tells both customers that the time for a transfer is over. accepted means that the
// receiver had accepted; paid is what they had paid of the deposit. dues means that the transfer
// was waiting for the giver's dues.
func (s *Service) notifyExpired(ctx context.Context, tx *store.Tx, t Ticket, accepted, dues bool, paid money.Paise) error {
	receiver, giver, err := partiesOf(ctx, tx.Queries, t)
	if err != nil {
		return err
	}
	if err := s.send(ctx, tx, t, notify.TransferExpired{Receiver: receiver, Ticket: t.Number, Accepted: accepted, Dues: dues}); err != nil {
		return err
	}
	return s.sendTo(ctx, tx, t.ReceiverID, t, notify.OfferExpired{Giver: giver, Ticket: t.Number, Accepted: accepted, Dues: dues, Deposit: paid})
}

// notifyDuesOpen tells the giver of a transfer that it is waiting for their dues. The first time it
// also tells the receiver.
func (s *Service) notifyDuesOpen(ctx context.Context, tx *store.Tx, t Ticket, w Waiting, first bool) error {
	receiver, giver, err := partiesOf(ctx, tx.Queries, t)
	if err != nil {
		return err
	}
	if err := s.send(ctx, tx, t, notify.TransferDuesOpen{Receiver: receiver, Ticket: t.Number, Dues: w.Dues, Until: w.Until}); err != nil || !first {
		return err
	}
	return s.sendTo(ctx, tx, t.ReceiverID, t, notify.TransferWaits{Giver: giver, Ticket: t.Number, Until: w.Until})
}

func partiesOf(ctx context.Context, q *db.Queries, t Ticket) (receiver, giver string, err error) {
	if receiver, err = nameOf(ctx, q, t.ReceiverID); err != nil {
		return "", "", err
	}
	giver, err = nameOf(ctx, q, t.CustomerID)
	return receiver, giver, err
}

func nameOf(ctx context.Context, q *db.Queries, customerID int64) (string, error) {
	c, err := account.CustomerOf(ctx, q, customerID)
	if err != nil {
		return "", fmt.Errorf("ticket: %w", err)
	}
	return c.FullName, nil
}
