package ticket

import (
	"context"
	"fmt"

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

// reminderHour is when somebody is reminded of a visit, on the day before.
const reminderHour = 18

// send tells the owner of a ticket of an event. What is told names the moment,
// because the same can happen to a ticket again.
func (s *Service) send(ctx context.Context, tx *store.Tx, t Ticket, e notify.Event) error {
	return s.sendTo(ctx, tx, t.CustomerID, t, e)
}

func (s *Service) sendTo(ctx context.Context, tx *store.Tx, customerID int64, t Ticket, e notify.Event) error {
	return s.notify.Send(ctx, tx, customerID, e, fmt.Sprintf("%s/%s/%d", e.Name(), t.Number, s.now()))
}

// visit is what is told of the planned visit of a ticket.
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

func (s *Service) notifyMoved(ctx context.Context, tx *store.Tx, t Ticket) error {
	v, err := s.visit(ctx, tx.Queries, t)
	if err != nil {
		return err
	}
	return s.send(ctx, tx, t, notify.VisitMoved{Visit: v, DeliveryOn: t.DeliveryOn})
}

// scheduleReminders has the owner reminded on the evening before each visit of
// a ticket that has not come yet.
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

// remind tells of the visit of tomorrow, if it still is tomorrow.
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
			return nil // given up, or put off: another job reminds of it
		}
		return s.notify.Send(ctx, tx, t.CustomerID, notify.VisitTomorrow{Visit: v}, fmt.Sprintf("visit_tomorrow/%s/%s", t.Number, tomorrow))
	})
}

// standings are what a customer owes and has, in paise.
type standings struct{ due, deposit, wallet money.Paise }

func standingsOf(ctx context.Context, q *db.Queries, customerID int64) (standings, error) {
	b, err := ledger.BalancesOf(ctx, q, customerID)
	if err != nil {
		return standings{}, fmt.Errorf("ticket: read balances: %w", err)
	}
	return standings{b.Dues(), b.DepositHeld(), b.WalletCredit()}, nil
}

// notifyWithdrawn tells that a ticket was taken back, or that the company gave it
// up, and where the money went that it had cost: before is how things stood when
// it still cost it, paid what its receiver had paid for it.
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

// notifyDone tells that the work of a ticket is done, in a transfer both.
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

// notifyAccepted tells both that the receiver takes the items over, and the
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

// notifyDeclined tells both that the receiver does not take over; accepted says
// that the receiver wanted to before, and had paid of the deposit.
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

// notifyExpired tells both that the time for a transfer is over; accepted says
// that the receiver had accepted it and paid of the deposit, and dues that it
// waited for what the giver owes.
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

// notifyDuesOpen tells the giver of a transfer that it waits for what they owe,
// and for the first time the receiver too.
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
