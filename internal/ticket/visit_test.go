package ticket_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/address"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

func bookedSlots(date string) db.TicketSlotsBookedParams {
	return db.TicketSlotsBookedParams{CityID: company.Bengaluru, First: day(date), Last: day(date)}
}

// relocate asks for the sofa to be brought to an address.
func (w *fixture) relocate(address int64, pickup, drop string) (ticket.Ticket, error) {
	return w.Tickets.Relocate(by(w.T.Context()), w.customer, ticket.RelocateInput{
		ItemIDs: []int64{w.sofa}, AddressID: address, Pickup: day(pickup), Drop: day(drop),
	})
}

func (w *fixture) reschedule(number string, c ticket.Change) (ticket.Details, error) {
	return w.Tickets.Reschedule(by(w.T.Context()), w.customer, number, c)
}

func (w *fixture) cancel(customerID, id int64) error {
	_, err := w.Tickets.Cancel(w.T.Context(), customerID, id)
	return err
}

func (w *fixture) details(number string) ticket.Details {
	w.T.Helper()
	d, err := w.Tickets.Details(w.T.Context(), w.customer, number)
	must(w.T, err)
	return d
}

// A relocation takes the held place. Without a held place it is refused if the city has slots.
// CALL-26: rescheduling frees the old place and takes the new one, and giving the relocation up
// frees it.
func TestRelocationUsesTheHeldSlot(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.hours(1)
		home := w.Address(w.customer, company.Pune)
		one, two := slotOn("2026-11-20", "10:00"), slotOn("2026-11-20", "14:00")
		_, err := w.relocate(home, "2026-11-20", "2026-11-24")
		wantFault(t, err, 409)
		must(t, w.hold(slotOn("2026-11-21", "10:00"), w.sofa))
		_, err = w.relocate(home, "2026-11-20", "2026-11-24")
		wantFault(t, err, 409) // held on another day
		if field := fault.Of(err).Extra["field"]; field != "slotId" {
			t.Fatalf("to mend: %v, want slotId", field)
		}
		must(t, w.hold(one, w.sofa))
		made, err := w.relocate(home, "2026-11-20", "2026-11-24")
		must(t, err)
		w.until("2026-11-16") // the hold would have ended by now
		w.wantFree(one, false)
		if d := w.details(made.Number); d.Slot == nil || d.Slot.ID() != one || d.Slot.End != "13:00" || d.Address.ID != home || !d.MayReschedule || !d.MayCancel {
			t.Fatalf(`got %+v; want d.Slot other than nil, d.Slot.ID() = %v, d.Slot.End = "13:00", d.Address.ID = %v, d.MayReschedule, d.MayCancel`, d, one, home)
		}
		d, err := w.reschedule(made.Number, ticket.Change{SlotID: two, Reason: "In the office"})
		must(t, err)
		if last := d.Steps[len(d.Steps)-1]; d.Slot.ID() != two || d.VisitOn != day("2026-11-20") || last.Comment != "In the office" || last.Actor != me {
			t.Fatalf(`got %+v; want d.Slot.ID() = %v, d.VisitOn = %v, last.Comment = "In the office", last.Actor = %v`, d, two, day("2026-11-20"), me)
		}
		w.wantFree(one, true)
		w.wantFree(two, false)
		booked, err := w.Tickets.Book(t.Context(), w.customer, one, made.Number, nil)
		if err != nil || booked.ID() != one || booked.End != "13:00" {
			t.Fatalf(`got %+v, %v; want booked.ID() = %v, booked.End = "13:00"`, booked, err, one)
		}
		w.wantFree(two, true)
		must(t, w.Tickets.Revoke(t.Context(), w.customer, []string{made.Number}, ""))
		w.wantFree(one, true)
		must(t, w.hold(one, w.sofa))
		made, err = w.relocate(home, "2026-11-20", "2026-11-24")
		must(t, err)
		must(t, w.cancel(w.customer, made.ID))
		w.wantFree(one, true)
	})
}

// A visit that is moved to a later slot of the same day begins with that slot.
func TestAVisitBeginsWithItsLaterSlot(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.hours(1)
		must(t, w.hold(slotOn("2026-11-20", "10:00"), w.sofa))
		made, err := w.relocate(w.Address(w.customer, company.Pune), "2026-11-20", "2026-11-24")
		must(t, err)
		w.until("2026-11-16")
		_, err = w.reschedule(made.Number, ticket.Change{SlotID: slotOn("2026-11-20", "14:00")})
		must(t, err)
		w.untilTime(day("2026-11-20").At(13, 59))
		w.wantStatus(made.ID, ticket.Scheduled)
		w.untilTime(day("2026-11-20").At(14, 1))
		w.wantStatus(made.ID, ticket.InProgress)
	})
}

// A refused change leaves everything as it was.
func TestRescheduleIsRefused(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.hours(1)
		one := slotOn("2026-11-20", "10:00")
		must(t, w.hold(one, w.sofa))
		made, err := w.relocate(w.Address(w.customer, company.Bengaluru), "2026-11-20", "2026-11-24")
		must(t, err)
		other := w.Customer()
		theirs := w.Rent(other, company.Bengaluru, "2026-11-16", company.Sofa, company.TV).Items[0].ID
		full := slotOn("2026-11-19", "14:00")
		_, err = w.Tickets.Book(t.Context(), other, full, "", []int64{theirs})
		must(t, err)
		closed := w.closure("2026-11-20", w.tv)
		for name, c := range map[string]struct {
			number string
			change ticket.Change
			status int
		}{
			"a slot that is taken":       {made.Number, ticket.Change{SlotID: full}, 409},
			"a slot that does not exist": {made.Number, ticket.Change{SlotID: slotOn("2026-11-19", "09:00")}, 404},
			"no slot at all":             {made.Number, ticket.Change{SlotID: "soon"}, 404},
			"a day without a slot":       {made.Number, ticket.Change{On: day("2026-11-19")}, 422},
			"nothing":                    {made.Number, ticket.Change{}, 422},
			"a day out of the window":    {made.Number, ticket.Change{On: day("2026-11-17")}, 422},
			"too close to the delivery":  {made.Number, ticket.Change{SlotID: slotOn("2026-11-21", "10:00"), Delivery: day("2026-11-23")}, 422},
			"no such delivery":           {made.Number, ticket.Change{SlotID: slotOn("2026-11-21", "10:00"), Delivery: day("2027-01-23")}, 422},
			"a closure without its cost": {closed.Ticket.Number, ticket.Change{On: day("2026-11-21")}, 422},
			"a ticket that is not there": {"T0", ticket.Change{On: day("2026-11-21")}, 404},
		} {
			if _, err := w.reschedule(c.number, c.change); err == nil {
				t.Errorf("%s: taken", name)
			} else {
				wantFault(t, err, c.status)
			}
		}
		_, err = w.Tickets.Reschedule(t.Context(), other, made.Number, ticket.Change{SlotID: one})
		wantFault(t, err, 404)
		w.wantFree(one, false)
		w.until("2026-11-20")
		w.wantStatus(made.ID, ticket.InProgress)
		_, err = w.reschedule(made.Number, ticket.Change{SlotID: slotOn("2026-11-23", "10:00")})
		wantFault(t, err, 409)
	})
}

// CALL-26: a relocation is rescheduled together with its delivery. The delivery stays if it is at
// least three days after the pickup. Otherwise it moves to the first day on which our people come
// there, or to another day that the customer asks for.
func TestADeliveryFollowsItsPickup(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.Write(w.customer, func(tx *txOf) error {
			return address.SaveHoliday(t.Context(), tx, company.Pune, day("2026-11-30"), "Holiday")
		})
		made, err := w.relocate(w.Address(w.customer, company.Pune), "2026-11-20", "2026-11-24")
		must(t, err)
		follows := func(pickup string) (on calendar.Date) {
			_, days, err := w.Tickets.Slots(t.Context(), w.customer, nil, made.Number)
			must(t, err)
			for _, d := range days.Deliveries {
				if d.Pickup == day(pickup) {
					on = d.On
				}
			}
			return on
		}
		for _, c := range []struct{ pickup, asked, delivery string }{
			{"2026-11-21", "", "2026-11-24"},
			{"2026-11-27", "", "2026-12-01"}, // the 30th is a holiday
			{"2026-11-24", "", "2026-12-01"},
			{"2026-11-25", "2026-11-29", "2026-11-29"},
		} {
			change := ticket.Change{On: day(c.pickup)}
			if c.asked != "" {
				change.Delivery = day(c.asked)
			} else if got := follows(c.pickup); got != day(c.delivery) {
				t.Fatalf("shown before %s: %s, want %v", c.pickup, got, day(c.delivery))
			}
			d, err := w.reschedule(made.Number, change)
			must(t, err)
			if d.VisitOn != day(c.pickup) || d.DeliveryOn != day(c.delivery) {
				t.Fatalf("got %+v: picked up on %s, delivered on %s; want d.VisitOn = %v, d.DeliveryOn = %v", c, d.VisitOn, d.DeliveryOn, day(c.pickup), day(c.delivery))
			}
		}
		_, err = w.reschedule(made.Number, ticket.Change{On: day("2026-11-26"), Delivery: day("2026-11-30")})
		wantFault(t, err, 422) // a holiday
		if d := w.details(made.Number); d.VisitOn != day("2026-11-25") || d.DeliveryOn != day("2026-11-29") {
			t.Fatalf("a refused change left %s and %s, want %v and %v", d.VisitOn, d.DeliveryOn, day("2026-11-25"), day("2026-11-29"))
		}
	})
}

// In a city without slots, the customer chooses a day within the window that is not a holiday. The
// visit begins on the new day and not on the old one.
func TestRescheduleToADay(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.Write(w.customer, func(tx *txOf) error {
			return address.SaveHoliday(t.Context(), tx, company.Bengaluru, day("2026-11-18"), "Holiday")
		})
		made := w.raise(ticket.Repair, w.sofa)
		w.until("2026-11-16")
		if planned := w.get(made.ID); planned.VisitOn != day("2026-11-19") {
			t.Fatalf("planned on %v, a holiday before it, want %v", planned.VisitOn, day("2026-11-19"))
		}
		_, err := w.reschedule(made.Number, ticket.Change{On: day("2026-11-18")})
		wantFault(t, err, 422)
		_, err = w.reschedule(made.Number, ticket.Change{On: day("2026-12-17")})
		wantFault(t, err, 422)
		_, err = w.reschedule(made.Number, ticket.Change{On: day("2026-11-24")})
		must(t, err)
		w.until("2026-11-23")
		w.wantStatus(made.ID, ticket.Scheduled)
		w.until("2026-11-24")
		w.wantStatus(made.ID, ticket.InProgress)
	})
}

// CALL-21, CALL-27: the customer gives the reason for a cancelled visit once. Before the
// cancellation, and for other customers, it is refused.
func TestCancelAndSetReason(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		made := w.raise(ticket.Repair, w.sofa)
		setReason := func(customer int64, reason, comment string) error {
			return w.Tickets.SetCancellationReason(t.Context(), customer, made.Number, reason, comment)
		}
		wantFault(t, setReason(w.customer, "Not at home", ""), 409)
		wantFault(t, w.cancel(w.Customer(), made.ID), 404)
		must(t, w.cancel(w.customer, made.ID))
		wantFault(t, setReason(w.customer, " ", "x"), 422)
		wantFault(t, setReason(w.Customer(), "Not at home", ""), 404)
		must(t, setReason(w.customer, "Not at home", "A wedding"))
		steps := w.details(made.Number).Steps
		if last := steps[len(steps)-1]; len(steps) != 3 || last.Comment != "Not at home: A wedding" || last.Status != ticket.Cancelled {
			t.Fatalf(`got %+v; want len(steps) = 3, last.Comment = "Not at home: A wedding", last.Status = %v`, steps, ticket.Cancelled)
		}
		fixed, err := w.tryRaise(ticket.Ticket{CustomerID: w.customer, Binding: true, Type: ticket.Closure, Items: ticket.ItemsOf(w.fridge)})
		must(t, err)
		if d := w.details(fixed.Number); d.MayCancel || d.MayReschedule {
			t.Fatalf("got %+v; want not d.MayCancel, not d.MayReschedule", d)
		}
		wantFault(t, w.cancel(w.customer, fixed.ID), 409)
	})
}

// A ticket that is cancelled or taken back has no visit any more, in its list or its details.
func TestAnEndedTicketHasNoVisit(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		cancelled, revoked := w.raise(ticket.Repair, w.sofa), w.raise(ticket.Repair, w.fridge)
		w.until("2026-11-16")
		if w.details(cancelled.Number).Visit().IsZero() || w.details(revoked.Number).Visit().IsZero() {
			t.Fatal("no visit was planned")
		}
		must(t, w.cancel(w.customer, cancelled.ID))
		must(t, w.Tickets.Revoke(t.Context(), w.customer, []string{revoked.Number}, ""))
		for _, number := range []string{cancelled.Number, revoked.Number} {
			d := w.details(number)
			if diff := cmp.Diff("", d.Visit().String()); diff != "" || d.Slot != nil {
				t.Errorf("%s: visit (-want +got):\n%s, slot %+v, want none", number, diff, d.Slot)
			}
		}
	})
}

// A customer who cancels a visit on its own day is told that it was the same day.
func TestSameDay(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		early, late := w.raise(ticket.Repair, w.sofa), w.raise(ticket.Repair, w.fridge)
		w.until("2026-11-16")
		sameDay, err := w.Tickets.Cancel(t.Context(), w.customer, early.ID)
		if err != nil || sameDay {
			t.Fatalf("two days before: %v, %v", sameDay, err)
		}
		w.Clock.Set(day("2026-11-18").At(8, 0))
		if sameDay, err = w.Tickets.Cancel(t.Context(), w.customer, late.ID); err != nil || !sameDay {
			t.Fatalf("two hours before: %v, %v", sameDay, err)
		}
	})
}

// R4: a relocation from the request to the new address: planned, begun, delivered, and billed where
// the sofa stood. The rent is 1,499 in October, and it moves to Pune on the 15th.
func TestRelocationToTheEnd(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := &fixture{Company: company.New(t, s, "2026-07-01")}
		w.customer = w.Customer()
		w.sofa = w.Rent(w.customer, company.Bengaluru, "2026-07-01", company.Sofa).Items[0].ID
		w.Go("2026-10-08")
		w.Bill()
		home := w.Address(w.customer, company.Pune)
		_, err := w.relocate(home, "2026-10-10", "2026-10-15")
		wantFault(t, err, 422) // if all items are picked up, the earliest day is in three days
		_, err = w.relocate(home, "2026-10-12", "2026-10-14")
		wantFault(t, err, 422) // delivered only two days after the pickup
		_, err = w.relocate(w.Address(w.Customer(), company.Pune), "2026-10-12", "2026-10-15")
		wantFault(t, err, 404)
		made, err := w.relocate(home, "2026-10-12", "2026-10-15")
		must(t, err)
		w.until("2026-10-08")
		w.wantStatus(made.ID, ticket.Scheduled)
		w.until("2026-10-12")
		w.wantStatus(made.ID, ticket.InProgress)
		w.until("2026-10-15")
		must(t, w.Tickets.Finish(t.Context(), w.customer, made.ID, "Brought"))
		must(t, w.Tickets.Finish(t.Context(), w.customer, made.ID, "Brought"))
		w.wantStatus(made.ID, ticket.Done)
		items, err := w.Subscriptions.Own(t.Context(), s.Queries(), w.customer, []int64{w.sofa})
		if err != nil || items[0].LocationID != company.Pune || items[0].AddressID != home || items[0].StateCode != "27" || items[0].Rent != money.Rupees(1499) {
			t.Fatalf(`got %+v, %v; want items[0].LocationID = %v, items[0].AddressID = %v, items[0].StateCode = "27", items[0].Rent = %v`, items, err, company.Pune, home, money.Rupees(1499))
		}
		w.Go("2026-11-01")
		w.Bill()
		totals := map[string]money.Paise{}
		for _, i := range w.Invoices(w.customer) {
			if i.PeriodFrom.MonthStart() == day("2026-10-01") {
				totals[i.Supplier.StateCode] = i.Total - i.RoundOff
			}
		}
		if len(totals) != 2 || totals["29"] != 79883 || totals["27"] != 96999 {
			t.Fatalf("billed %v, want length 2, 79883 and 96999", totals)
		}
	})
}

// An item stands at another address of the same city from today on. Another city needs a
// relocation.
func TestStandAt(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		near, far := w.Address(w.customer, company.Bengaluru), w.Address(w.customer, company.Pune)
		stand := func(address int64, items ...int64) error {
			return w.Tickets.SetItemsAddress(t.Context(), w.customer, items, address)
		}
		wantFault(t, stand(far, w.sofa), 422)
		wantFault(t, stand(w.Address(w.Customer(), company.Bengaluru), w.sofa), 404)
		wantFault(t, stand(near), 422)
		must(t, stand(near, w.sofa, w.fridge))
		must(t, stand(near, w.sofa))
		items, err := w.Subscriptions.Own(t.Context(), w.Store.Queries(), w.customer, []int64{w.sofa, w.fridge, w.tv})
		must(t, err)
		if items[0].AddressID != near || items[1].AddressID != near || items[2].AddressID == near {
			t.Fatalf("got %+v; want items[0].AddressID = %v, items[1].AddressID = %v, items[2].AddressID other than %v", items, near, near, near)
		}
		terms, err := subscription.TermsOf(t.Context(), w.Store.Queries(), w.customer, []int64{w.sofa})
		if err != nil || len(terms[w.sofa]) != 2 || terms[w.sofa][1].From != day("2026-11-16") {
			t.Fatalf("got %+v, %v; want len(terms[w.sofa]) = 2, terms[w.sofa][1].From = %v", terms, err, day("2026-11-16"))
		}
	})
}
