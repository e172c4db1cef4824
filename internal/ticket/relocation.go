package ticket

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"rento/internal/address"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/idempotency"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// RelocateInput asks our people to bring items to another address.
type RelocateInput struct {
	ItemIDs []int64
	// FromID is the customer's address where the items stand. 0 keeps the known address.
	FromID    int64
	AddressID int64 // one of the customer's own addresses
	Pickup    calendar.Date
	Drop      calendar.Date
	Message   string
}

// Relocate raises a relocation. If the city has slots, the ticket gets the slot that the customer
// holds on the day of the pickup. Faults: 404 for somebody else's item or address, 409 for an item
// that is not active or has a live request, or if no slot is held, 422 for a day that is not
// offered or an address where we do not deliver.
func (s *Service) Relocate(ctx context.Context, customerID int64, in RelocateInput) (Ticket, error) {
	return idempotency.Once(ctx, s.store, s.clock, idempotency.Call{CustomerID: customerID, Operation: "relocate", Input: in}, func(ctx context.Context, tx *store.Tx) (Ticket, error) {
		items, err := s.activeItems(ctx, tx.Queries, customerID, in.ItemIDs)
		if err != nil {
			return Ticket{}, err
		}
		place, err := address.Reachable(ctx, tx.Queries, customerID, in.AddressID)
		if err != nil {
			return Ticket{}, err
		}
		if err := s.standAt(ctx, tx, customerID, items, in.FromID, "pickupAddressId"); err != nil {
			return Ticket{}, err
		}
		if err := address.SaveDraft(ctx, tx, customerID, place.ID); err != nil {
			return Ticket{}, err
		}
		days, full, err := s.pickupDays(ctx, tx.Queries, customerID, items)
		if err != nil {
			return Ticket{}, err
		}
		if err := checkDay("cxPreferredPickupDate", days, in.Pickup); err != nil {
			return Ticket{}, err
		}
		days, err = s.dropDays(ctx, tx.Queries, place.CityID, in.Pickup, full)
		if err != nil {
			return Ticket{}, err
		}
		if err := checkDay("cxPreferredDeliveryDate", days, in.Drop); err != nil {
			return Ticket{}, err
		}
		t, err := s.Raise(ctx, tx, Ticket{
			CustomerID: customerID, Type: Relocation, Items: ItemsOf(in.ItemIDs...), Message: in.Message,
			PreferredOn: in.Pickup, DeliveryOn: in.Drop, AddressID: in.AddressID,
		})
		if err != nil {
			return t, err
		}
		return t, useHeldSlot(ctx, tx, t, items[0].LocationID)
	})
}

func useHeldSlot(ctx context.Context, tx *store.Tx, t Ticket, cityID int64) error {
	held, err := bookingOf(ctx, tx.Queries, t.CustomerID, 0)
	if err != nil {
		return err
	}
	if held != nil && held.CityID == cityID && held.Day == t.PreferredOn {
		_, err := tx.TicketBookingAttach(ctx, db.TicketBookingAttachParams{TicketID: t.ID, CustomerID: t.CustomerID, ID: held.ID})
		if err != nil {
			return fmt.Errorf("ticket: booking: %w", err)
		}
		return nil
	}
	hours, err := tx.TicketVisitHours(ctx, cityID)
	if err != nil {
		return fmt.Errorf("ticket: slots: %w", err)
	}
	if len(hours) > 0 {
		return fault.Conflict("relocation.slot_released", "Your slot is not held any more. Please choose a slot for the pickup.").WithExtra("field", "slotId")
	}
	return nil
}

// moveItems moves the items to the new address, which is the place of supply from the day of the
// delivery on.
func (s *Service) moveItems(ctx context.Context, tx *store.Tx, t Ticket) error {
	place, err := address.Get(ctx, tx.Queries, t.CustomerID, t.AddressID)
	if err != nil {
		return err
	}
	on := calendar.Later(t.DeliveryOn, s.today())
	if err := s.subscriptions.MoveIn(ctx, tx, t.CustomerID, t.ItemIDs(), place, on); err != nil {
		return fmt.Errorf("ticket: move items: %w", err)
	}
	return nil
}

// deliveryAfter returns the delivery day that follows from another pickup day. The delivery stays
// on its day if that is at least DropDays after the pickup. Otherwise it moves to the first day
// after that gap that is not a holiday.
func (s *Service) deliveryAfter(pickup, delivery calendar.Date, holidays []calendar.Date) calendar.Date {
	day := pickup.AddDays(s.settings.DropDays)
	if !delivery.Before(day) {
		return delivery
	}
	for slices.Contains(holidays, day) {
		day = day.AddDays(1)
	}
	return day
}

// moveDelivery moves the delivery to the day that the customer asks for, or to the day that follows
// from the pickup. The caller has already set the new pickup day.
func (s *Service) moveDelivery(ctx context.Context, tx *store.Tx, t *Ticket, c Change) error {
	days, err := s.deliveryDays(ctx, tx.Queries, *t, Days{First: t.VisitOn, Last: t.VisitOn})
	if err != nil {
		return err
	}
	follows := s.deliveryAfter(t.VisitOn, t.DeliveryOn, days.Holidays)
	switch {
	case c.Delivery.IsZero() || c.Delivery == follows:
		t.DeliveryOn = follows
		return nil
	case c.Delivery.Before(days.First):
		return fault.Invalid("relocation.days_too_close", "deliveryDate", "The pickup must be at least 3 days before the delivery.")
	}
	t.DeliveryOn = c.Delivery
	return checkDay("deliveryDate", days, c.Delivery)
}

// deliveryDays returns the days on which an existing relocation can be delivered if its pickup is
// on one of the given days.
func (s *Service) deliveryDays(ctx context.Context, q *db.Queries, t Ticket, pickup Days) (Days, error) {
	place, err := address.Get(ctx, q, t.CustomerID, t.AddressID)
	if err != nil {
		return Days{}, err
	}
	items, err := s.activeItems(ctx, q, t.CustomerID, t.ItemIDs())
	if err != nil {
		return Days{}, err
	}
	_, full, err := s.pickupDays(ctx, q, t.CustomerID, items)
	if err != nil {
		return Days{}, err
	}
	first, err := s.dropDays(ctx, q, place.CityID, pickup.First, full)
	if err != nil || pickup.First == pickup.Last {
		return first, err
	}
	last, err := s.dropDays(ctx, q, place.CityID, pickup.Last, full)
	return Days{First: first.First, Last: last.Last, Holidays: append(first.Holidays, last.Holidays...)}, err
}

// Delivery pairs a pickup day with the delivery day that would follow from it.
type Delivery struct{ Pickup, On calendar.Date }

// deliveries returns the delivery day for each possible pickup day of a ticket, or nil if the
// ticket has no delivery.
func (s *Service) deliveries(ctx context.Context, q *db.Queries, t Ticket, pickup Days) ([]Delivery, error) {
	if t.DeliveryOn.IsZero() {
		return nil, nil
	}
	days, err := s.deliveryDays(ctx, q, t, pickup)
	if err != nil {
		return nil, err
	}
	var all []Delivery
	for day := pickup.First; !day.After(pickup.Last); day = day.AddDays(1) {
		if pickup.allow(day) {
			all = append(all, Delivery{Pickup: day, On: s.deliveryAfter(day, t.DeliveryOn, days.Holidays)})
		}
	}
	return all, nil
}

// ChangeAddress changes the destination of a relocation that was not begun to another address of
// the customer. Faults: 404, 409 if the work was begun or the ticket is not a relocation, 422 if we
// do not deliver to that address, or not on the day of the delivery.
func (s *Service) ChangeAddress(ctx context.Context, customerID int64, id, addressID int64) error {
	_, err := idempotency.Once(ctx, s.store, s.clock, idempotency.Call{CustomerID: customerID, Operation: "change address", Input: []int64{id, addressID}}, func(ctx context.Context, tx *store.Tx) (bool, error) {
		t, err := Get(ctx, tx.Queries, customerID, id)
		if err != nil {
			return false, err
		}
		place, err := address.Reachable(ctx, tx.Queries, customerID, addressID)
		if err != nil {
			return false, err
		}
		if !t.MayChangeAddress() {
			return false, notAllowedNow(t)
		}
		if err := s.checkDrop(ctx, tx.Queries, t, place); err != nil {
			return false, err
		}
		if err := address.SaveDraft(ctx, tx, customerID, addressID); err != nil {
			return false, err
		}
		moved, err := tx.TicketAddressSet(ctx, db.TicketAddressSetParams{AddressID: addressID, UpdatedAt: s.now(), CustomerID: customerID, ID: id})
		if err != nil {
			return false, fmt.Errorf("ticket: address: %w", err)
		}
		if moved == 0 {
			return false, notAllowedNow(t)
		}
		if err := s.addStep(ctx, tx, t, "ticket_address_changed", "Address changed"); err != nil || t.AddressID == addressID {
			return true, err
		}
		return true, s.send(ctx, tx, t, notify.RelocationRedirected{Ticket: t.Number, Address: place.Line()})
	})
	return err
}

// checkDrop checks that our people come to an address on the day of the delivery. The days can
// differ between cities because each city has its own holidays.
func (s *Service) checkDrop(ctx context.Context, q *db.Queries, t Ticket, place address.Address) error {
	closed, err := address.HolidaysOf(ctx, q, []int64{place.CityID}, t.DeliveryOn, t.DeliveryOn)
	if err != nil {
		return err
	}
	if len(closed) > 0 {
		return fault.Invalid("relocation.day_not_served", "addressId", "Our team does not come to this address on the day of your delivery. Please choose another address.")
	}
	return nil
}

// SetItemsAddress records that items stand at another address of the customer in the same city. The
// customer states this before a pickup or a repair. Faults: 404, 409 for an item that is not
// active, 422 for an address in another city, which needs a relocation.
func (s *Service) SetItemsAddress(ctx context.Context, customerID int64, itemIDs []int64, addressID int64) error {
	_, err := idempotency.Once(ctx, s.store, s.clock, idempotency.Call{CustomerID: customerID, Operation: "items stand at", Input: []any{itemIDs, addressID}}, func(ctx context.Context, tx *store.Tx) (bool, error) {
		items, err := s.activeItems(ctx, tx.Queries, customerID, itemIDs)
		if err != nil {
			return false, err
		}
		return true, s.standAt(ctx, tx, customerID, items, addressID, "id")
	})
	return err
}

// standAt records that items of the customer stand at an address. 0 means that they stand where
// they stood. field is the name of the address field in the API call.
func (s *Service) standAt(ctx context.Context, tx *store.Tx, customerID int64, items []subscription.Item, addressID int64, field string) error {
	if addressID == 0 {
		return nil
	}
	place, err := address.Get(ctx, tx.Queries, customerID, addressID)
	if fault.Is(err, http.StatusNotFound) {
		return fault.Of(err).WithExtra("field", field)
	}
	if err != nil {
		return err
	}
	var moved []int64
	for _, item := range items {
		if item.LocationID != place.CityID {
			return fault.Invalid("address.other_city", field, "This address is in another city. Please ask for a relocation instead.")
		}
		if item.AddressID != place.ID {
			moved = append(moved, item.ID)
		}
	}
	if len(moved) == 0 {
		return nil
	}
	if err := address.SaveDraft(ctx, tx, customerID, place.ID); err != nil {
		return err
	}
	if err := s.subscriptions.MoveIn(ctx, tx, customerID, moved, place, s.today()); err != nil {
		return fmt.Errorf("ticket: move items: %w", err)
	}
	return nil
}
