package ticket_test

import (
	"sync"
	"testing"

	"rento/internal/address"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// Until the work begins, the destination of a relocation can change to another address of the
// customer if our people come there on the day of the delivery.
func TestAddressOfARelocation(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.Write(w.customer, func(tx *txOf) error {
			return address.SaveHoliday(t.Context(), tx, company.Kolkata, day("2026-11-24"), "Elsewhere")
		})
		near, far, closed := w.Address(w.customer, company.Bengaluru), w.outsideCity(company.Pune), w.Address(w.customer, company.Kolkata)
		made, err := w.relocate(near, "2026-11-20", "2026-11-24")
		must(t, err)
		change := func(addressID int64) error {
			return w.Tickets.ChangeAddress(t.Context(), w.customer, made.ID, addressID)
		}
		wantFault(t, change(closed), 422)
		wantFault(t, change(w.Address(w.Customer(), company.Pune)), 404)
		must(t, change(far))
		_, err = w.reschedule(made.Number, ticket.Change{On: day("2026-11-21")})
		must(t, err)
		must(t, change(near)) // the delivery day was chosen for the first pickup
		w.drawIn(company.Pune)
		wantFault(t, change(far), 422)
		_, err = w.Tickets.Relocate(t.Context(), w.customer, ticket.RelocateInput{
			ItemIDs: []int64{w.fridge}, AddressID: far, Pickup: day("2026-11-20"), Drop: day("2026-11-24"),
		})
		wantFault(t, err, 422)
		if d := w.details(made.Number); d.Address.ID != near {
			t.Errorf("it goes to %d, want %v", d.Address.ID, near)
		}
		wantFault(t, w.Tickets.ChangeAddress(t.Context(), w.customer, w.raise(ticket.Repair, w.tv).ID, near), 409)
		w.until("2026-11-21")
		wantFault(t, change(near), 409)
	})
}

// Changing the destination keeps the slot of the pickup, because the pickup is where the items
// stand. From then on the delivery day follows the holidays of the new city.
func TestACorrectedAddressKeepsItsSlot(t *testing.T) {
	testkit.BothEngines(t)
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		w.hours(1)
		slot := slotOn("2026-11-20", "10:00")
		must(t, w.hold(slot, w.sofa))
		near, far := w.Address(w.customer, company.Bengaluru), w.Address(w.customer, company.Pune)
		made, err := w.relocate(near, "2026-11-20", "2026-11-23")
		must(t, err)
		w.Write(w.customer, func(tx *txOf) error {
			return address.SaveHoliday(t.Context(), tx, company.Pune, day("2026-11-24"), "Holiday")
		})
		w.until("2026-11-17")
		w.wantStatus(made.ID, ticket.Scheduled)
		since := 0
		w.told(w.customer, &since)
		for range 2 {
			must(t, w.Tickets.ChangeAddress(t.Context(), w.customer, made.ID, far))
		}
		w.wantTold(w.customer, &since, "Your items go to another address now")
		w.wantFree(slot, false)
		if d := w.details(made.Number); d.Slot == nil || d.Slot.ID() != slot || d.DeliveryOn != day("2026-11-23") || d.Address.ID != far {
			t.Fatalf("got %+v; want it in slot %s, delivered on 23 November to %d", d, slot, far)
		}
		later := slotOn("2026-11-21", "14:00")
		d, err := w.reschedule(made.Number, ticket.Change{SlotID: later})
		must(t, err)
		w.wantFree(slot, true)
		w.wantFree(later, false)
		if d.DeliveryOn != day("2026-11-25") {
			t.Errorf("put off to 21 November it is delivered on %s, want 25 November: nobody comes to the new address the day before", d.DeliveryOn)
		}
		w.until("2026-11-25")
		must(t, w.Tickets.Finish(t.Context(), w.customer, made.ID, ""))
		must(t, w.Tickets.Finish(t.Context(), w.customer, made.ID, ""))
		w.wantStatus(made.ID, ticket.Done)
		if got := w.standsAt(w.sofa); got != far {
			t.Errorf("the sofa stands at %d, want %d", got, far)
		}
		w.booksAreRight()
	})
}

// The address changes while our people begin. They bring the items to the address that the customer
// was told.
func TestAddressAgainstBegin(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		near, far := w.Address(w.customer, company.Bengaluru), w.Address(w.customer, company.Pune)
		made, err := w.relocate(near, "2026-11-20", "2026-11-23")
		must(t, err)
		w.until("2026-11-19")
		w.Go("2026-11-20")
		var begun, changed error
		var both sync.WaitGroup
		both.Go(func() { _, begun = w.Queue.RunDue(t.Context()) })
		both.Go(func() { changed = w.Tickets.ChangeAddress(t.Context(), w.customer, made.ID, far) })
		both.Wait()
		must(t, begun)
		w.wantStatus(made.ID, ticket.InProgress)
		want := far
		if changed != nil {
			wantFault(t, changed, 409)
			want = near
		}
		if got := w.details(made.Number).Address.ID; got != want {
			t.Errorf("it goes to %d, told was %d", got, want)
		}
		wantFault(t, w.Tickets.ChangeAddress(t.Context(), w.customer, made.ID, far+near-want), 409)
		w.booksAreRight()
	})
}

// outsideCity adds an address eleven kilometres from the centre of a city.
func (w *fixture) outsideCity(cityID int64) (id int64) {
	w.T.Helper()
	w.Write(w.customer, func(tx *txOf) error {
		c, err := address.CityOf(w.T.Context(), tx.Queries, cityID)
		if err != nil {
			return err
		}
		added, err := w.Addresses.Add(w.T.Context(), tx, w.customer, address.Address{
			FlatNo: "7", AddressLine1: "Ring Road", CityID: cityID, Lat: c.Lat + 0.1, Lng: c.Lng,
		})
		id = added.ID
		return err
	})
	return id
}

// drawIn limits the service radius of a city to ten kilometres.
func (w *fixture) drawIn(cityID int64) {
	w.T.Helper()
	w.Write(w.customer, func(tx *txOf) error {
		c, err := address.CityOf(w.T.Context(), tx.Queries, cityID)
		if err != nil {
			return err
		}
		c.RadiusKM = 10
		return address.SaveCity(w.T.Context(), tx, c)
	})
}
