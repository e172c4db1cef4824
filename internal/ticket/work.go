package ticket

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"rento/internal/account"
	"rento/internal/address"
	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/idempotency"
	"rento/internal/jobs"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/upload"
)

// The kinds of this package's jobs.
const (
	jobPlan        = "ticket.plan"
	jobBegin       = "ticket.begin"
	jobDeliver     = "ticket.deliver"
	jobReleaseHold = "ticket.release_hold"
	jobRemind      = "ticket.remind"
)

// beginHour is the hour at which our people begin on a day without a slot.
const beginHour = 10

func (s *Service) schedule() {
	jobs.Handle(s.jobs, jobPlan, s.planVisit)
	jobs.Handle(s.jobs, jobBegin, s.begin)
	jobs.Handle(s.jobs, jobDeliver, s.deliver)
	jobs.Handle(s.jobs, jobReleaseHold, s.releaseHold)
	jobs.Handle(s.jobs, jobRemind, s.remind)
	s.jobs.Every("ticket.forget_drafts", jobs.Daily(3, 50), s.forgetDrafts)
	s.jobs.Every("ticket.tenure_ends", jobs.Daily(notify.DayFrom, 0), s.tellTenureEnds)
	s.jobs.Every("ticket.expire_transfers", jobs.Daily(expireHour, 0), s.expireTransfers)
}

// forgetDrafts deletes the draft addresses of flows that nobody finished.
func (s *Service) forgetDrafts(ctx context.Context) error {
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		return address.ForgetDrafts(context.WithoutCancel(ctx), tx, s.now())
	})
}

// schedulePlanning schedules the planning of a new ticket's visit for some time later, if the
// ticket has a visit.
func (s *Service) schedulePlanning(ctx context.Context, tx *store.Tx, t Ticket) error {
	if t.behaviour().visit == noVisit {
		return nil
	}
	return s.enqueueAt(ctx, tx, jobPlan, t, s.clock.Now().Add(s.settings.PlanAfter))
}

func (s *Service) enqueueAt(ctx context.Context, tx *store.Tx, kind string, t Ticket, at time.Time) error {
	err := s.jobs.Enqueue(ctx, tx, jobs.Job{
		Kind: kind, Key: fmt.Sprintf("%d@%d", t.ID, at.Unix()), Payload: jobs.CustomerRow{CustomerID: t.CustomerID, ID: t.ID}, RunAt: at,
	})
	if err != nil {
		return fmt.Errorf("ticket: %w", err)
	}
	return nil
}

// planVisit sets the day of the visit, unless the request was taken back in the meantime.
func (s *Service) planVisit(ctx context.Context, about jobs.CustomerRow) error {
	return s.onTicket(ctx, about, func(ctx context.Context, tx *store.Tx, t *Ticket) error {
		if t.Status != Raised {
			return nil
		}
		t.VisitOn = calendar.Later(t.PreferredOn, s.today())
		if t.PreferredOn.IsZero() {
			var err error
			if t.VisitOn, err = s.earliestVisitDay(ctx, tx.Queries, *t); err != nil {
				return err
			}
		}
		if err := s.move(ctx, tx, t, Scheduled, ""); err != nil {
			return err
		}
		if err := s.notifyPlanned(ctx, tx, *t); err != nil {
			return err
		}
		return s.scheduleVisit(ctx, tx, *t)
	})
}

// earliestVisitDay returns the first possible working day for a visit without a wished day.
func (s *Service) earliestVisitDay(ctx context.Context, q *db.Queries, t Ticket) (calendar.Date, error) {
	items, err := s.subscriptions.Own(ctx, q, t.CustomerID, t.ItemIDs())
	if err != nil {
		return calendar.Date{}, err
	}
	days := Days{First: s.today().AddDays(s.settings.RepairDays)}
	days.Last = days.First.AddDays(s.settings.Partial.MaxDays)
	if days.Holidays, err = address.HolidaysOf(ctx, q, citiesOf(items), days.First, days.Last); err != nil {
		return calendar.Date{}, err
	}
	day := days.First
	for !days.allow(day) && day.Before(days.Last) {
		day = day.AddDays(1)
	}
	return day, nil
}

// scheduleVisit schedules the reminders and the start of a planned visit.
func (s *Service) scheduleVisit(ctx context.Context, tx *store.Tx, t Ticket) error {
	if err := s.scheduleReminders(ctx, tx, t); err != nil {
		return err
	}
	return s.scheduleBegin(ctx, tx, t)
}

func (s *Service) scheduleBegin(ctx context.Context, tx *store.Tx, t Ticket) error {
	at, err := visitStart(ctx, tx.Queries, t)
	if err != nil {
		return err
	}
	return s.enqueueAt(ctx, tx, jobBegin, t, at)
}

// visitStart returns when a planned visit begins: at the start of its slot, or in the morning of its
// day.
func visitStart(ctx context.Context, q *db.Queries, t Ticket) (time.Time, error) {
	at := t.VisitOn.At(beginHour, 0)
	booking, err := bookingOf(ctx, q, t.CustomerID, t.ID)
	if err != nil || booking == nil {
		return at, err
	}
	start, err := time.Parse("15:04", booking.StartTime)
	if err != nil {
		return at, fmt.Errorf("ticket: read the slot of %s: %w", t.Number, err)
	}
	return t.VisitOn.At(start.Hour(), start.Minute()), nil
}

// begin starts a planned visit.
func (s *Service) begin(ctx context.Context, about jobs.CustomerRow) error {
	return s.onTicket(ctx, about, func(ctx context.Context, tx *store.Tx, t *Ticket) error {
		starts, err := visitStart(ctx, tx.Queries, *t)
		if err != nil {
			return err
		}
		if t.Status != Scheduled || starts.After(s.clock.Now()) {
			return nil // given up, or rescheduled: another job begins it
		}
		if err := s.move(ctx, tx, t, InProgress, ""); err != nil {
			return err
		}
		return s.fetchGoods(ctx, tx, *t)
	})
}

func (s *Service) onTicket(ctx context.Context, about jobs.CustomerRow, fn func(ctx context.Context, tx *store.Tx, t *Ticket) error) error {
	return s.store.Write(ctx, about.CustomerID, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		t, err := Get(ctx, tx.Queries, about.CustomerID, about.ID)
		if err != nil {
			return err
		}
		return fn(ctx, tx, &t)
	})
}

// Finish records that our people have completed the work: the item is repaired, picked up, brought
// to the new address, or handed over to the receiver. Picked-up items are closed on the planned
// day, even if our people came later. Faults: 404, 409 if the work was not begun, the receiver of a
// transfer has not done everything yet, or its giver has dues.
func (s *Service) Finish(ctx context.Context, customerID, id int64, comment string) error {
	return s.onTicket(ctx, jobs.CustomerRow{CustomerID: customerID, ID: id}, func(ctx context.Context, tx *store.Tx, t *Ticket) error {
		if t.Status == Done {
			return nil
		}
		if err := s.move(ctx, tx, t, Done, comment); err != nil {
			return err
		}
		if err := s.bringGoods(ctx, tx, *t); err != nil {
			return err
		}
		if err := s.finished(ctx, tx, *t); err != nil {
			return err
		}
		if err := s.askFeedback(ctx, tx, *t); err != nil {
			return err
		}
		return s.notifyDone(ctx, tx, *t)
	})
}

// askFeedback asks the customer of a request how it went.
func (s *Service) askFeedback(ctx context.Context, tx *store.Tx, t Ticket) error {
	if s.feedback == nil {
		return nil
	}
	return s.feedback.OpenAfterRequest(ctx, tx, t.CustomerID, fmt.Sprintf("ticket/%d", t.ID))
}

// GiveUp records that the company does not carry out the request, and why: nobody was at home, or
// the agreement was not signed. It undoes the effects of the request and notifies its customer, or
// both customers of a transfer. Repeating the call changes nothing. Faults: 404, 409 if the request
// is done or was taken back, 422 if the reason is missing or says nothing.
func (s *Service) GiveUp(ctx context.Context, customerID, id int64, reason string) error {
	if err := cmp.Or(audit.CheckReason(reason), checkText("reason", reason)); err != nil {
		return err
	}
	return s.onTicket(ctx, jobs.CustomerRow{CustomerID: customerID, ID: id}, func(ctx context.Context, tx *store.Tx, t *Ticket) error {
		if t.Status == Cancelled {
			return nil
		}
		return s.end(ctx, tx, t, Cancelled, reason, true)
	})
}

// Due lists tickets in progress whose last planned day has come, for the people who finish them.
// Transfers are not among them.
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

// Details is what the screen of one ticket shows.
type Details struct {
	Ticket
	Slot *Slot
	// Address is the destination of a relocation. Place is where the items stand, or stood.
	Address *address.Address
	Place   *address.Address
	// Charged is what was invoiced for leaving early, in paise with GST. ChargedOn is the id of the
	// invoice, 0 without a charge.
	Charged   money.Paise
	ChargedOn int64
	// ItemsLeft means that the items have left the customer by this request, so their deposit is
	// settled.
	ItemsLeft bool
	// ReceiverMobile is the number of who takes over by a transfer, else empty.
	ReceiverMobile string
	// Waiting says what a live transfer is waiting for. Ending says why a transfer is over.
	Waiting       Waiting
	Ending        Ending
	MayReschedule bool
	MayCancel     bool
	// Challans are the delivery challans of the request, without their goods.
	Challans []billing.Challan
	Steps    []Step
	Images   []upload.Upload
}

// Details returns a ticket with its slot, address, time line and images, or a Fault (404).
func (s *Service) Details(ctx context.Context, customerID int64, number string) (Details, error) {
	var d Details
	err := s.store.Read(ctx, func(q *db.Queries) error {
		t, err := ByNumber(ctx, q, customerID, number)
		if err != nil {
			return err
		}
		d = Details{Ticket: t, MayReschedule: t.MayReschedule(), MayCancel: t.MayCancel(), ItemsLeft: t.Status == Done && t.ItemsLeave()}
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
				return err
			}
			d.Address = &place
		}
		if d.Images, err = imagesOf(ctx, q, t); err != nil {
			return err
		}
		if d.Place, err = s.placeOf(ctx, q, t); err != nil {
			return err
		}
		if d.ChargedOn, d.Charged, err = billing.ChargedFor(ctx, q, customerID, chargeOperations(t)); err != nil {
			return fmt.Errorf("ticket: read the charge of %s: %w", t.Number, err)
		}
		if d.Challans, err = billing.ChallansOf(ctx, q, customerID, t.ID); err != nil {
			return fmt.Errorf("ticket: %w", err)
		}
		if d.Waiting, err = s.waiting(ctx, q, t); err != nil {
			return err
		}
		if t.ReceiverID != 0 {
			receiver, err := account.CustomerOf(ctx, q, t.ReceiverID)
			if err != nil {
				return fmt.Errorf("ticket: who takes over by %s: %w", t.Number, err)
			}
			d.ReceiverMobile = receiver.Mobile
		}
		d.Steps, err = TimeLine(ctx, q, customerID, t.ID)
		d.Ending = endingOf(t, d.Steps)
		return err
	})
	return d, err
}

// placeOf returns the address where the items of a ticket stand, or stood.
func (s *Service) placeOf(ctx context.Context, q *db.Queries, t Ticket) (*address.Address, error) {
	items, err := s.subscriptions.Own(ctx, q, t.CustomerID, t.ItemIDs())
	if err != nil || len(items) == 0 || items[0].AddressID == 0 {
		return nil, err
	}
	place, err := address.Get(ctx, q, t.CustomerID, items[0].AddressID)
	return &place, err
}

// Change is another time for a visit: a slot, or a day if the kind or the city has no slots. Charge
// is the early closure charge for the new day that the customer saw, in paise with GST; it is 0 for
// everything but a closure. Delivery is the new delivery day of a relocation. If it is empty, the
// delivery day follows from the pickup day.
type Change struct {
	SlotID   string
	On       calendar.Date
	Delivery calendar.Date
	Charge   money.Paise
	Reason   string
}

// Reschedule moves a visit to another time. Faults: 404, 409 if the visit was begun or the slot is
// taken, 422 if nobody comes on that day, if the city has slots and none was chosen, or if the
// charge of a closure differs from the one that the customer saw.
func (s *Service) Reschedule(ctx context.Context, customerID int64, number string, c Change) (Details, error) {
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
		Number string
		Change Change
	}{number, c}
	_, err := idempotency.Once(ctx, s.store, s.clock, idempotency.Call{CustomerID: customerID, Operation: "reschedule", Input: input, Turn: turn}, func(ctx context.Context, tx *store.Tx) (bool, error) {
		t, err := ByNumber(ctx, tx.Queries, customerID, number)
		if err != nil {
			return false, err
		}
		return true, s.reschedule(ctx, tx, &t, c)
	})
	if err != nil {
		return Details{}, err
	}
	return s.Details(ctx, customerID, number)
}

func (s *Service) reschedule(ctx context.Context, tx *store.Tx, t *Ticket, c Change) error {
	if !t.MayReschedule() {
		return notAllowedNow(*t)
	}
	return t.behaviour().reschedule(s, ctx, tx, t, c)
}

// rescheduleVisit books the new slot, or sets the new day if the kind or the city has no slots.
func (s *Service) rescheduleVisit(ctx context.Context, tx *store.Tx, t *Ticket, c Change) error {
	days, city, err := s.visitDaysOf(ctx, tx.Queries, *t)
	if err != nil {
		return err
	}
	if err := s.release(ctx, tx, *t); err != nil {
		return err
	}
	if t.VisitOn, err = s.changedDay(ctx, tx, t, c, days, city); err != nil {
		return err
	}
	if follow := t.behaviour().follow; follow != nil {
		if err := follow(s, ctx, tx, t, c); err != nil {
			return err
		}
	}
	return s.moveVisit(ctx, tx, t, c.Reason)
}

// moveVisit puts the visit on the day that the caller has already set in the ticket.
func (s *Service) moveVisit(ctx context.Context, tx *store.Tx, t *Ticket, reason string) error {
	if err := s.move(ctx, tx, t, Scheduled, reason); err != nil {
		return err
	}
	if err := s.notifyMoved(ctx, tx, *t); err != nil {
		return err
	}
	return s.scheduleVisit(ctx, tx, *t)
}

// changedDay returns the new day of a visit. If the change names a slot, changedDay books it.
func (s *Service) changedDay(ctx context.Context, tx *store.Tx, t *Ticket, c Change, days Days, city int64) (calendar.Date, error) {
	if c.SlotID != "" {
		wanted, err := parseSlot(c.SlotID)
		if err != nil {
			return calendar.Date{}, err
		}
		wanted, err = s.bookSlot(ctx, tx, t.CustomerID, t.ID, wanted, days, city)
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
		return c.On, fault.Invalid("visit.slot_missing", "slotId", "Please choose a slot.")
	}
	return c.On, nil
}

// Cancel cancels a visit before it begins, and reports whether it was planned for today. Faults:
// 404, 409 if it cannot be cancelled any more.
func (s *Service) Cancel(ctx context.Context, customerID int64, id int64) (sameDay bool, err error) {
	return idempotency.Once(ctx, s.store, s.clock, idempotency.Call{CustomerID: customerID, Operation: "cancel visit", Input: id}, func(ctx context.Context, tx *store.Tx) (bool, error) {
		t, err := Get(ctx, tx.Queries, customerID, id)
		if err != nil {
			return false, err
		}
		if !t.MayCancel() {
			return false, notAllowedNow(t)
		}
		return t.VisitOn == s.today(), s.withdraw(ctx, tx, &t, Cancelled, "")
	})
}

// SetCancellationReason adds to the time line why a visit was cancelled on its own day. Faults:
// 404, 409 for a ticket that is not cancelled, 422 without a reason.
func (s *Service) SetCancellationReason(ctx context.Context, customerID int64, number, reason, comment string) error {
	if strings.TrimSpace(reason) == "" {
		return fault.Invalid("ticket.reason_missing", "reason", "Please tell us the reason.")
	}
	text := strings.TrimSuffix(reason+": "+comment, ": ")
	if err := checkText("comment", text); err != nil {
		return err
	}
	input := []string{number, reason, comment}
	_, err := idempotency.Once(ctx, s.store, s.clock, idempotency.Call{CustomerID: customerID, Operation: "cancellation feedback", Input: input, AddsUp: true}, func(ctx context.Context, tx *store.Tx) (bool, error) {
		t, err := ByNumber(ctx, tx.Queries, customerID, number)
		if err != nil {
			return false, err
		}
		if t.Status != Cancelled {
			return false, fault.Conflict("visit.not_cancelled", "This visit was not cancelled.")
		}
		return true, s.addStep(ctx, tx, t, "ticket_reason_given", text)
	})
	return err
}
