package ticket

import (
	"context"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/jobs"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Slot is a time at which our people can visit in a city. Start and End are HH:MM in India time.
// HeldUntil is set only in the answer of a Book call without a ticket.
type Slot struct {
	CityID     int64
	Day        calendar.Date
	Start, End string
	Available  bool
	HeldUntil  calendar.Instant
}

// ID identifies the slot in API calls.
func (s Slot) ID() string { return fmt.Sprintf("%d/%s/%s", s.CityID, s.Day, s.Start) }

// turn is the same number for everyone who wants this slot, so that their transactions run one
// after another (store.WriteInTurn).
func (s Slot) turn() int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(s.ID())) // writing to a hash never fails
	return int64(h.Sum64() >> 1)
}

func parseSlot(id string) (Slot, error) {
	parts := strings.Split(id, "/")
	if len(parts) == 3 {
		city, err := strconv.ParseInt(parts[0], 10, 64)
		day, dayErr := calendar.Parse(parts[1])
		if err == nil && dayErr == nil {
			return Slot{CityID: city, Day: day, Start: parts[2]}, nil
		}
	}
	return Slot{}, fault.NotFound("slot.not_found", "This slot does not exist.")
}

// SaveHours sets how many visits a city can take at this time of every working day.
func SaveHours(ctx context.Context, tx *store.Tx, cityID int64, start, end string, capacity int) error {
	err := tx.TicketVisitHoursPut(ctx, db.TicketVisitHoursPutParams{CityID: cityID, StartTime: start, EndTime: end, Capacity: int64(capacity)})
	if err != nil {
		return fmt.Errorf("ticket: hours: %w", err)
	}
	return nil
}

// Slots lists the visit slots for the pickup of items, or for the visit of an existing ticket,
// together with the days from which the customer can choose. An empty slot list means that the city
// or the kind of ticket has no slots, so the customer chooses only a day. Faults: 404 for somebody
// else's item or ticket.
func (s *Service) Slots(ctx context.Context, customerID int64, itemIDs []int64, number string) (slots []Slot, days Days, err error) {
	err = s.store.Read(ctx, func(q *db.Queries) error {
		if number == "" {
			var city int64
			var err error
			if days, city, err = s.visitDays(ctx, q, customerID, itemIDs); err != nil {
				return err
			}
			slots, err = slotsOn(ctx, q, city, days)
			return err
		}
		t, err := ByNumber(ctx, q, customerID, number)
		if err != nil {
			return err
		}
		var city int64
		if days, city, err = s.visitDaysOf(ctx, q, t); err != nil {
			return err
		}
		if slots, err = slotsOn(ctx, q, city, days); err != nil {
			return err
		}
		days.Deliveries, err = s.deliveries(ctx, q, t, days)
		return err
	})
	return slots, days, err
}

// visitDays returns the days on which items can be visited, and the city whose slots can be chosen:
// the city where the items stand.
func (s *Service) visitDays(ctx context.Context, q *db.Queries, customerID int64, itemIDs []int64) (Days, int64, error) {
	items, err := s.activeItems(ctx, q, customerID, itemIDs)
	if err != nil {
		return Days{}, 0, err
	}
	days, _, err := s.pickupDays(ctx, q, customerID, items)
	return days, items[0].LocationID, err
}

// visitDaysOf is visitDays for the visit of a ticket. The city is 0, which has no slots, if the
// customer chooses only a day for this kind of ticket.
func (s *Service) visitDaysOf(ctx context.Context, q *db.Queries, t Ticket) (Days, int64, error) {
	days, city, err := s.visitDays(ctx, q, t.CustomerID, t.ItemIDs())
	if t.behaviour().visit != visitInSlot {
		city = 0
	}
	return days, city, err
}

func slotsOn(ctx context.Context, q *db.Queries, cityID int64, days Days) ([]Slot, error) {
	hours, err := q.TicketVisitHours(ctx, cityID)
	if err != nil {
		return nil, fmt.Errorf("ticket: slots: %w", err)
	}
	taken, err := q.TicketSlotsBooked(ctx, db.TicketSlotsBookedParams{CityID: cityID, First: days.First, Last: days.Last})
	if err != nil {
		return nil, fmt.Errorf("ticket: slots: %w", err)
	}
	booked := map[string]int64{}
	for _, t := range taken {
		booked[t.Day.String()+t.StartTime] = t.Booked
	}
	var slots []Slot
	for day := days.First; len(hours) > 0 && !day.After(days.Last); day = day.AddDays(1) {
		for _, h := range hours {
			if days.allow(day) {
				free := booked[day.String()+h.StartTime] < h.Capacity
				slots = append(slots, Slot{CityID: cityID, Day: day, Start: h.StartTime, End: h.EndTime, Available: free})
			}
		}
	}
	return slots, nil
}

// Book reserves a place in a slot, either for the visit of a ticket or, if the request is not sent
// yet, for a limited time for the items. A new reservation frees the one that was held before.
// However many customers book at once, a slot never has more visits than its capacity. The returned
// slot says until when the place is held. Faults: 404 if the slot does not exist for these items,
// 409 if it is taken.
func (s *Service) Book(ctx context.Context, customerID int64, slotID, number string, itemIDs []int64) (Slot, error) {
	wanted, err := parseSlot(slotID)
	if err != nil {
		return Slot{}, err
	}
	if number != "" {
		d, err := s.Reschedule(ctx, customerID, number, Change{SlotID: slotID})
		if err != nil {
			return wanted, err
		}
		return *d.Slot, nil
	}
	err = s.store.WriteInTurn(ctx, customerID, wanted.turn(), func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		days, city, err := s.visitDays(ctx, tx.Queries, customerID, itemIDs)
		if err != nil {
			return err
		}
		if err := s.releaseBookings(ctx, tx, customerID, 0); err != nil {
			return err
		}
		wanted, err = s.bookSlot(ctx, tx, customerID, 0, wanted, days, city)
		return err
	})
	return wanted, err
}

// bookSlot books a slot for a ticket, or holds it if there is no ticket yet (requestID is 0).
func (s *Service) bookSlot(ctx context.Context, tx *store.Tx, customerID, requestID int64, wanted Slot, days Days, cityID int64) (Slot, error) {
	slots, err := slotsOn(ctx, tx.Queries, cityID, days)
	if err != nil {
		return wanted, err
	}
	for _, slot := range slots {
		if slot.ID() == wanted.ID() {
			if requestID == 0 {
				slot.HeldUntil = s.now().Add(s.settings.HoldSlot)
			}
			return slot, s.bookPlace(ctx, tx, customerID, requestID, slot)
		}
	}
	return wanted, fault.NotFound("slot.not_found", "This slot does not exist.")
}

func (s *Service) bookPlace(ctx context.Context, tx *store.Tx, customerID, requestID int64, slot Slot) error {
	err := tx.TicketSlotOpen(ctx, db.TicketSlotOpenParams{CityID: slot.CityID, Day: slot.Day, StartTime: slot.Start})
	if err != nil {
		return fmt.Errorf("ticket: slot: %w", err)
	}
	hours, err := tx.TicketVisitHours(ctx, slot.CityID)
	if err != nil {
		return fmt.Errorf("ticket: slot: %w", err)
	}
	var capacity int64
	for _, h := range hours {
		if h.StartTime == slot.Start {
			capacity = h.Capacity
		}
	}
	taken, err := tx.TicketSlotBook(ctx, db.TicketSlotBookParams{CityID: slot.CityID, Day: slot.Day, StartTime: slot.Start, Capacity: capacity})
	if err != nil {
		return fmt.Errorf("ticket: slot: %w", err)
	}
	if taken == 0 {
		return fault.Conflict("slot.taken", "This slot has just been taken. Please choose another one.")
	}
	return s.addBooking(ctx, tx, customerID, requestID, slot)
}

func (s *Service) addBooking(ctx context.Context, tx *store.Tx, customerID, requestID int64, slot Slot) error {
	booking := db.TicketBookingAddParams{
		CustomerID: customerID, ID: s.ids.Next(), TicketID: requestID, CityID: slot.CityID, Day: slot.Day,
		StartTime: slot.Start, EndTime: slot.End, HeldUntil: slot.HeldUntil, CreatedAt: s.now(),
	}
	if err := tx.TicketBookingAdd(ctx, booking); err != nil {
		return fmt.Errorf("ticket: booking: %w", err)
	}
	if requestID != 0 {
		return nil
	}
	err := s.jobs.Enqueue(ctx, tx, jobs.Job{
		Kind: jobReleaseHold, Key: strconv.FormatInt(booking.ID, 10), Payload: jobs.CustomerRow{CustomerID: customerID, ID: booking.ID}, RunAt: booking.HeldUntil.Time(),
	})
	if err != nil {
		return fmt.Errorf("ticket: release the booking later: %w", err)
	}
	return s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: "slot_held", Object: "slot/" + slot.ID()})
}

// releaseHold frees a held place if no request was sent for it in time.
func (s *Service) releaseHold(ctx context.Context, about jobs.CustomerRow) error {
	return s.store.Write(ctx, about.CustomerID, func(tx *store.Tx) error {
		b, err := tx.TicketBookingGet(ctx, about.CustomerID, about.ID)
		if store.IsNone(err) || err == nil && b.TicketID != 0 {
			return nil
		}
		if err != nil {
			return fmt.Errorf("ticket: booking: %w", err)
		}
		return freePlace(ctx, tx, b)
	})
}

// release frees the slots that are booked for a ticket.
func (s *Service) release(ctx context.Context, tx *store.Tx, t Ticket) error {
	return s.releaseBookings(ctx, tx, t.CustomerID, t.ID)
}

func (s *Service) releaseBookings(ctx context.Context, tx *store.Tx, customerID, requestID int64) error {
	bookings, err := tx.TicketBookingsOf(ctx, customerID, requestID)
	if err != nil {
		return fmt.Errorf("ticket: booking: %w", err)
	}
	for _, b := range bookings {
		if err := freePlace(ctx, tx, b); err != nil {
			return err
		}
	}
	return nil
}

func freePlace(ctx context.Context, tx *store.Tx, b db.VisitBooking) error {
	gone, err := tx.TicketBookingDelete(ctx, b.CustomerID, b.ID)
	if err != nil {
		return fmt.Errorf("ticket: booking: %w", err)
	}
	if gone == 0 {
		return nil
	}
	err = tx.TicketSlotFree(ctx, db.TicketSlotFreeParams{CityID: b.CityID, Day: b.Day, StartTime: b.StartTime})
	if err != nil {
		return fmt.Errorf("ticket: slot: %w", err)
	}
	return nil
}

// bookingOf returns the booking of a ticket, or nil if there is none. A requestID of 0 means the
// slot that is held for the customer.
func bookingOf(ctx context.Context, q *db.Queries, customerID, requestID int64) (*db.VisitBooking, error) {
	bookings, err := q.TicketBookingsOf(ctx, customerID, requestID)
	if err != nil {
		return nil, fmt.Errorf("ticket: booking: %w", err)
	}
	if len(bookings) == 0 {
		return nil, nil //nolint:nilnil // none is an answer here
	}
	return &bookings[len(bookings)-1], nil
}

func slotOf(b db.VisitBooking) *Slot {
	return &Slot{CityID: b.CityID, Day: b.Day, Start: b.StartTime, End: b.EndTime}
}
