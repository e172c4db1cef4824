package ticket_test

import (
	"strings"
	"sync"
	"testing"

	"rento/internal/address"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// hours gives Bengaluru two visit times a day, each with this capacity.
func (w *fixture) hours(capacity int) {
	w.T.Helper()
	w.Write(w.customer, func(tx *txOf) error {
		for _, h := range [][2]string{{"10:00", "13:00"}, {"14:00", "17:00"}} {
			if err := ticket.SaveHours(w.T.Context(), tx, company.Bengaluru, h[0], h[1], capacity); err != nil {
				return err
			}
		}
		return nil
	})
}

func (w *fixture) slots(itemIDs ...int64) []ticket.Slot {
	w.T.Helper()
	slots, _, err := w.Tickets.Slots(w.T.Context(), w.customer, itemIDs, "")
	must(w.T, err)
	return slots
}

func (w *fixture) hold(slotID string, items ...int64) error {
	_, err := w.holdUntil(slotID, items...)
	return err
}

func (w *fixture) holdUntil(slotID string, items ...int64) (calendar.Instant, error) {
	held, err := w.Tickets.Book(w.T.Context(), w.customer, slotID, "", items)
	return held.HeldUntil, err
}

// wantFree expects a slot of the sofa's city to be free, or full.
func (w *fixture) wantFree(slotID string, want bool) {
	w.T.Helper()
	for _, s := range w.slots(w.sofa) {
		if s.ID() == slotID {
			if s.Available != want {
				w.T.Fatalf("slot %s available: %v, want %v", slotID, s.Available, want)
			}
			return
		}
	}
	w.T.Fatalf("no slot %s", slotID)
}

func slotOn(date, start string) string {
	return ticket.Slot{CityID: company.Bengaluru, Day: day(date), Start: start}.ID()
}

// CALL-23: slots are listed by day within the window, without holidays. A city without hours has
// none.
func TestSlots(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		if slots := w.slots(w.sofa); len(slots) != 0 {
			t.Fatalf("no hours, yet %+v; want len(slots) = 0", slots)
		}
		w.hours(1)
		w.Write(w.customer, func(tx *txOf) error {
			return address.SaveHoliday(t.Context(), tx, company.Bengaluru, day("2026-11-25"), "Holiday")
		})
		slots := w.slots(w.sofa)
		first, last := slots[0], slots[len(slots)-1]
		if len(slots) != 2*28 || first.ID() != slotOn("2026-11-18", "10:00") || first.End != "13:00" || !first.Available ||
			last.ID() != slotOn("2026-12-16", "14:00") {
			t.Fatalf(`got %d slots from %+v to %+v; want len(slots) = %v, first.ID() = %v, first.End = "13:00", first.Available, last.ID() = %v`, len(slots), first, last, 2*28, slotOn("2026-11-18", "10:00"), slotOn("2026-12-16", "14:00"))
		}
		for _, s := range slots {
			if s.Day == day("2026-11-25") {
				t.Fatalf("on a holiday: %+v; want s.Day other than %v", s, day("2026-11-25"))
			}
		}
		if slots := w.slots(w.sofa, w.fridge, w.tv); slots[0].Day != day("2026-11-19") {
			t.Fatalf("everything: %+v; want slots[0].Day = %v", slots[0], day("2026-11-19"))
		}
		_, _, err := w.Tickets.Slots(t.Context(), w.Customer(), []int64{w.sofa}, "")
		wantFault(t, err, 404)
		_, _, err = w.Tickets.Slots(t.Context(), w.customer, nil, "T0")
		wantFault(t, err, 404)
		_, days, err := w.Tickets.Slots(t.Context(), w.customer, nil, w.raise(ticket.Repair, w.sofa).Number)
		if err != nil || days.First != first.Day || days.Last != last.Day || len(days.Holidays) != 1 || days.Holidays[0] != day("2026-11-25") {
			t.Fatalf("got %+v, %v; want days.First = %v, days.Last = %v, len(days.Holidays) = 1, days.Holidays[0] = %v", days, err, first.Day, last.Day, day("2026-11-25"))
		}
	})
}

// CALL-25: a place is held, exchanged for another, and refused if the slot is full.
func TestHold(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.hours(1)
		one, two := slotOn("2026-11-20", "10:00"), slotOn("2026-11-20", "14:00")
		must(t, w.hold(one, w.sofa))
		w.wantFree(one, false)
		must(t, w.hold(two, w.sofa))
		w.wantFree(one, true)
		w.wantFree(two, false)
		must(t, w.hold(two, w.sofa)) // again
		w.wantFree(two, false)
		other := w.Customer()
		theirs := w.Rent(other, company.Bengaluru, "2026-11-16", company.Sofa, company.TV).Items[0].ID
		_, err := w.Tickets.Book(t.Context(), other, two, "", []int64{theirs})
		wantFault(t, err, 409)
		for _, id := range []string{"", "1/x/10:00", "x/2026-11-20/10:00", slotOn("2026-11-20", "11:00"), slotOn("2026-11-16", "10:00"), "2/2026-11-20/10:00"} {
			wantFault(t, w.hold(id, w.sofa), 404)
		}
		w.wantFree(two, false)
		wantFault(t, w.hold(one, theirs), 404)
	})
}

// A held place without a request is free after 15 minutes.
func TestHeldPlacesAreFreed(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.hours(1)
		slot := slotOn("2026-11-20", "10:00")
		until, err := w.holdUntil(slot, w.sofa)
		if err != nil || until != calendar.Stamp(day("2026-11-16").At(10, 15)) {
			t.Fatalf("held until %v, %v, want %v", until.Time(), err, calendar.Stamp(day("2026-11-16").At(10, 15)))
		}
		w.Clock.Set(day("2026-11-16").At(10, 14))
		_, err = w.Queue.RunDue(t.Context())
		must(t, err)
		w.wantFree(slot, false)
		w.Clock.Set(day("2026-11-16").At(10, 15))
		_, err = w.Queue.RunDue(t.Context())
		must(t, err)
		w.wantFree(slot, true)
		_, err = w.relocate(w.Address(w.customer, company.Bengaluru), "2026-11-20", "2026-11-24")
		wantFault(t, err, 409)
	})
}

// Fifty customers want the last place. One gets it, and the others are refused.
func TestLastPlace(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.hours(1)
		slot := slotOn("2026-11-20", "10:00")
		type buyer struct{ customer, item, home int64 }
		buyers := make([]buyer, 50)
		for i := range buyers {
			c := w.Customer()
			buyers[i] = buyer{c, w.Rent(c, company.Bengaluru, "2026-11-16", company.Sofa, company.TV).Items[0].ID, w.Address(c, company.Pune)}
		}
		var won, refused int
		var mu sync.Mutex
		var all sync.WaitGroup
		for _, b := range buyers {
			all.Go(func() {
				_, err := w.Tickets.Book(t.Context(), b.customer, slot, "", []int64{b.item})
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil:
					won++
				case fault.Is(err, 409):
					refused++
				default:
					t.Errorf("book: %v", err)
				}
			})
		}
		all.Wait()
		if won != 1 || refused != 49 {
			t.Fatalf("%d won, %d refused, want 1 and 49", won, refused)
		}
		w.wantFree(slot, false)
		// One of them gets the slot and a message. The others have to choose another slot.
		moved := 0
		for _, b := range buyers {
			made, err := w.Tickets.Relocate(by(t.Context()), b.customer, ticket.RelocateInput{
				ItemIDs: []int64{b.item}, AddressID: b.home, Pickup: day("2026-11-20"), Drop: day("2026-11-24"),
			})
			mails := w.Mails(b.customer)
			if err == nil {
				moved++
				if last := mails[len(mails)-1]; !strings.Contains(last.Body, made.Number) {
					t.Errorf("told %q, want it to name %s", last.Body, made.Number)
				}
			} else if f := fault.Of(err); f == nil || f.Status != 409 || f.Extra["field"] != "slotId" || len(mails) > 0 {
				t.Errorf("refused by %v, told %d times; want a 409 of the slot, untold", err, len(mails))
			}
		}
		if moved != 1 {
			t.Errorf("%d are moved, want one", moved)
		}
	})
}

// Fifty customers change between two slots at once. No call waits for ever, and the counts are
// right afterwards.
func TestChangingPlaces(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.hours(25)
		slots := []string{slotOn("2026-11-20", "10:00"), slotOn("2026-11-20", "14:00")}
		var all sync.WaitGroup
		for i := range 20 {
			c := w.Customer()
			item := w.Rent(c, company.Bengaluru, "2026-11-16", company.Sofa, company.TV).Items[0].ID
			all.Go(func() {
				for n := range 3 {
					if _, err := w.Tickets.Book(t.Context(), c, slots[(i+n)%2], "", []int64{item}); err != nil {
						t.Errorf("book: %v", err)
					}
				}
			})
		}
		all.Wait()
		taken, err := w.Store.Queries().TicketSlotsBooked(t.Context(), bookedSlots("2026-11-20"))
		if err != nil || len(taken) != 2 || taken[0].Booked != 10 || taken[1].Booked != 10 {
			t.Fatalf("got %+v, %v; want len(taken) = 2, taken[0].Booked = 10, taken[1].Booked = 10", taken, err)
		}
	})
}
