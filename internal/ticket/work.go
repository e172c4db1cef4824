package ticket

import (
	"context"
	"fmt"
	"strings"
	"time"

	"rento/internal/address"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/jobs"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// The kinds of this package's jobs.
const (
	jobPlan   = "ticket.plan"
	jobBegin  = "ticket.begin"
	jobUnhold = "ticket.unhold"
)

// subject is the payload of a job about a customer's row.
type subject struct{ CustomerID, ID int64 }

// beginHour is when our people begin on a day without a slot.
const beginHour = 10

func (s *Service) schedule() {
	s.jobs.Handle(jobPlan, withSubject(s.planVisit))
	s.jobs.Handle(jobBegin, withSubject(s.begin))
	s.jobs.Handle(jobUnhold, withSubject(s.unhold))
}

// planLater leaves a new request open for a while before its visit is planned.
// A transfer has no visit: it waits for who takes over.
func (s *Service) planLater(ctx context.Context, tx *store.Tx, t Ticket) error {
	if t.Type == Transfer {
		return nil
	}
	return s.later(ctx, tx, jobPlan, t, s.clock.Now().Add(s.settings.PlanAfter))
}

func (s *Service) later(ctx context.Context, tx *store.Tx, kind string, t Ticket, at time.Time) error {
	err := s.jobs.Enqueue(ctx, tx, jobs.Job{
		Kind: kind, Key: fmt.Sprintf("%d@%d", t.ID, at.Unix()), Payload: subject{t.CustomerID, t.ID}, RunAt: at,
	})
	if err != nil {
		return fmt.Errorf("ticket: %w", err)
	}
	return nil
}

// planVisit sets the day of the visit of a request that nobody took back.
func (s *Service) planVisit(ctx context.Context, about subject) error {
	return s.onTicket(ctx, about, func(ctx context.Context, tx *store.Tx, t *Ticket) error {
		if t.Status != Raised {
			return nil
		}
		t.VisitOn = calendar.Later(t.PreferredOn, s.today())
		if t.PreferredOn.IsZero() {
			var err error
			if t.VisitOn, err = s.firstDay(ctx, tx.Queries, *t); err != nil {
				return err
			}
		}
		if err := s.move(ctx, tx, t, Scheduled, company, ""); err != nil {
			return err
		}
		return s.beginLater(ctx, tx, *t)
	})
}

// firstDay is the soonest day for a visit without a wished one on which
// somebody comes.
func (s *Service) firstDay(ctx context.Context, q *db.Queries, t Ticket) (calendar.Date, error) {
	items, err := s.subscriptions.Own(ctx, q, t.CustomerID, t.ItemIDs())
	if err != nil {
		return calendar.Date{}, err //nolint:wrapcheck // subscription worded it
	}
	days := Days{First: s.today().AddDays(s.settings.RepairDays)}
	days.Last = days.First.AddDays(s.settings.Partial.MaxDays)
	if days.Holidays, err = holidays(ctx, q, citiesOf(items), days); err != nil {
		return calendar.Date{}, err
	}
	day := days.First
	for !days.allow(day) && day.Before(days.Last) {
		day = day.AddDays(1)
	}
	return day, nil
}

func (s *Service) beginLater(ctx context.Context, tx *store.Tx, t Ticket) error {
	at := t.VisitOn.At(beginHour, 0)
	booking, err := bookingOf(ctx, tx.Queries, t.CustomerID, t.ID)
	if err != nil {
		return err
	}
	if booking != nil {
		if start, err := time.Parse("15:04", booking.StartTime); err == nil {
			at = t.VisitOn.At(start.Hour(), start.Minute())
		}
	}
	return s.later(ctx, tx, jobBegin, t, at)
}

// begin is the morning of the visit.
func (s *Service) begin(ctx context.Context, about subject) error {
	return s.onTicket(ctx, about, func(ctx context.Context, tx *store.Tx, t *Ticket) error {
		if t.Status != Scheduled || t.VisitOn.After(s.today()) {
			return nil // given up, or put off: another job begins it
		}
		return s.move(ctx, tx, t, InProgress, company, "")
	})
}

func (s *Service) onTicket(ctx context.Context, about subject, fn func(ctx context.Context, tx *store.Tx, t *Ticket) error) error {
	return s.store.Write(ctx, about.CustomerID, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		t, err := Get(ctx, tx.Queries, about.CustomerID, about.ID)
		if err != nil {
			return err
		}
		return fn(ctx, tx, &t)
	})
}

// Finish records that our people have done what was asked: repaired, picked
// up, brought to the new address, or handed over to the receiver. Items that
// were picked up are closed on the day that was planned, however late we were.
// Faults: 404, 409 when the work was not begun, or when the receiver of a
// transfer has not done everything yet.
func (s *Service) Finish(ctx context.Context, customerID, id int64, comment string) error {
	return s.onTicket(ctx, subject{customerID, id}, func(ctx context.Context, tx *store.Tx, t *Ticket) error {
		if t.Status == Done {
			return nil
		}
		if err := s.move(ctx, tx, t, Done, company, comment); err != nil {
			return err
		}
		switch t.Type {
		case Closing:
			on := calendar.Earlier(t.VisitOn, s.today())
			if err := s.subscriptions.CloseIn(ctx, tx, t.CustomerID, t.ItemIDs(), on); err != nil {
				return fmt.Errorf("ticket: close items: %w", err)
			}
		case Relocation:
			return s.arrive(ctx, tx, *t)
		case Transfer:
			return s.handOver(ctx, tx, *t)
		case Repair, oldRelocation:
		}
		return nil
	})
}

// Due lists tickets in progress whose planned day has come, for the people
// who finish them.
func (s *Service) Due(ctx context.Context, limit int) ([]Ticket, error) {
	var due []Ticket
	err := s.store.Read(ctx, func(q *db.Queries) error {
		rows, err := q.TicketsDue(ctx, s.today(), int32(limit))
		if err != nil {
			return fmt.Errorf("ticket: due: %w", err)
		}
		for _, r := range rows {
			t, err := Get(ctx, q, r.CustomerID, r.ID)
			if err != nil {
				return err
			}
			due = append(due, t)
		}
		return nil
	})
	return due, err
}

// Details are what the screen of one ticket shows.
type Details struct {
	Ticket
	Slot          *Slot
	Address       *address.Address
	MayReschedule bool
	MayCancel     bool
	Steps         []Step
	Images        []Image
}

// Image is an uploaded picture of a repair. Size is bytes.
type Image struct {
	ID   string
	Name string
	Type string
	Size int64
}

// Details returns a ticket with its slot, address, time line and images, or a Fault
// (404).
func (s *Service) Details(ctx context.Context, customerID int64, ticketID string) (Details, error) {
	var d Details
	err := s.store.Read(ctx, func(q *db.Queries) error {
		t, err := ByName(ctx, q, customerID, ticketID)
		if err != nil {
			return err
		}
		d = Details{Ticket: t, MayReschedule: mayReschedule(t), MayCancel: mayCancel(t)}
		booking, err := bookingOf(ctx, q, customerID, t.ID)
		if err != nil {
			return err
		}
		if booking != nil {
			d.Slot = slotOf(*booking)
		}
		if t.AddressID != 0 {
			place, err := address.Get(ctx, q, customerID, t.AddressID)
			if err != nil {
				return err //nolint:wrapcheck // address worded it
			}
			d.Address = &place
		}
		if d.Images, err = imagesOf(ctx, q, t); err != nil {
			return err
		}
		d.Steps, err = TimeLine(ctx, q, customerID, t.ID)
		return err
	})
	return d, err
}

// A closure moves as long as its charge may be taken back; a transfer has no
// day.
func mayReschedule(t Ticket) bool {
	moves := t.Type == Repair || t.Type == Relocation || t.Type == Closing && t.MayRevoke()
	return moves && (t.Status == Raised || t.Status == Scheduled)
}

func mayCancel(t Ticket) bool { return t.MayRevoke() && t.Type != Transfer }

// Change is another time for a visit: a slot, or a day where a city has no
// slots and for a closure. Charge is what the customer has seen that leaving
// early on that day costs, in paise with GST; 0 for all but a closure.
type Change struct {
	SlotID string
	On     calendar.Date
	Charge money.Paise
	Reason string
}

// Reschedule puts a visit off. Faults: 404, 409 when it was begun or the slot
// is taken, 422 for a day on which nobody comes, without a slot where the city
// has some, or for a closure whose charge is another one.
func (s *Service) Reschedule(ctx context.Context, customerID int64, actor, ticketID string, c Change) (Details, error) {
	if err := checkText("reason", c.Reason); err != nil {
		return Details{}, err
	}
	var turn int64
	if c.SlotID != "" {
		slot, err := parseSlot(c.SlotID)
		if err != nil {
			return Details{}, err
		}
		turn = slot.turn()
	}
	input := struct {
		TicketID string
		Change   Change
	}{ticketID, c}
	_, err := onceInTurn(ctx, s, customerID, turn, "reschedule", input, func(ctx context.Context, tx *store.Tx) (bool, error) {
		t, err := ByName(ctx, tx.Queries, customerID, ticketID)
		if err != nil {
			return false, err
		}
		return true, s.reschedule(ctx, tx, &t, actor, c)
	})
	if err != nil {
		return Details{}, err
	}
	return s.Details(ctx, customerID, ticketID)
}

func (s *Service) reschedule(ctx context.Context, tx *store.Tx, t *Ticket, actor string, c Change) error {
	if !mayReschedule(*t) {
		return cannot(*t)
	}
	if t.Type == Closing {
		return s.putOff(ctx, tx, t, actor, c)
	}
	days, city, err := s.visitDays(ctx, tx.Queries, t.CustomerID, t.ItemIDs(), "")
	if err != nil {
		return err
	}
	if err := s.release(ctx, tx, *t); err != nil {
		return err
	}
	if t.VisitOn, err = s.changedDay(ctx, tx, t, c, days, city); err != nil {
		return err
	}
	if t.Type == Relocation && !t.VisitOn.AddDays(s.settings.DropDays).Before(t.DeliveryOn.AddDays(1)) {
		return fault.Invalid("preferredDate", "The pickup must be at least 3 days before the delivery.")
	}
	if err := s.move(ctx, tx, t, Scheduled, actor, c.Reason); err != nil {
		return err
	}
	return s.beginLater(ctx, tx, *t)
}

// changedDay is the day of a change; its slot, if it has one, is taken.
func (s *Service) changedDay(ctx context.Context, tx *store.Tx, t *Ticket, c Change, days Days, city int64) (calendar.Date, error) {
	if c.SlotID != "" {
		wanted, err := parseSlot(c.SlotID)
		if err != nil {
			return calendar.Date{}, err
		}
		wanted, err = s.take(ctx, tx, t.CustomerID, t.ID, wanted, days, city)
		return wanted.Day, err
	}
	if err := checkDay("preferredDate", days, c.On); err != nil {
		return c.On, err
	}
	hours, err := tx.TicketVisitHours(ctx, city)
	if err != nil {
		return c.On, fmt.Errorf("ticket: slots: %w", err)
	}
	if len(hours) > 0 {
		return c.On, fault.Invalid("slotId", "Please choose a slot.")
	}
	return c.On, nil
}

// Cancel gives a visit up before it is begun, and reports whether it was
// planned for today. Faults: 404, 409 when it may not be cancelled any more.
func (s *Service) Cancel(ctx context.Context, customerID int64, actor string, id int64) (sameDay bool, err error) {
	return once(ctx, s, customerID, "cancel visit", id, func(ctx context.Context, tx *store.Tx) (bool, error) {
		t, err := Get(ctx, tx.Queries, customerID, id)
		if err != nil {
			return false, err
		}
		if !mayCancel(t) {
			return false, cannot(t)
		}
		return t.VisitOn == s.today(), s.giveUp(ctx, tx, &t, Cancelled, actor, "")
	})
}

// TellWhy notes why a visit was cancelled on its own day. Faults: 404, 409 for
// a ticket that is not cancelled.
func (s *Service) TellWhy(ctx context.Context, customerID int64, actor, ticketID, reason, comment string) error {
	if strings.TrimSpace(reason) == "" {
		return fault.Invalid("reason", "Please tell us the reason.")
	}
	text := strings.TrimSuffix(reason+": "+comment, ": ")
	if err := checkText("comment", text); err != nil {
		return err
	}
	input := []string{ticketID, reason, comment}
	_, err := once(ctx, s, customerID, "cancellation feedback", input, func(ctx context.Context, tx *store.Tx) (bool, error) {
		t, err := ByName(ctx, tx.Queries, customerID, ticketID)
		if err != nil {
			return false, err
		}
		if t.Status != Cancelled {
			return false, fault.Conflict("This visit was not cancelled.")
		}
		return true, s.note(ctx, tx, t, actor, text)
	})
	return err
}
