package ticket_test

import (
	"testing"

	"rento/internal/address"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// The address of a relocation changes while nobody has begun, to one of the
// customer's where our people come on the day of the drop.
func TestAddressOfARelocation(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *world) {
		w.Write(w.customer, func(tx *txOf) error {
			return address.SaveHoliday(t.Context(), tx, company.Kolkata, day("2026-11-24"), "Elsewhere")
		})
		near, far, closed := w.Address(w.customer, company.Bengaluru), w.outOfTown(company.Pune), w.Address(w.customer, company.Kolkata)
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
		must(t, change(near)) // the day of the drop was chosen for the first pickup
		w.drawIn(company.Pune)
		wantFault(t, change(far), 422)
		_, err = w.Tickets.Relocate(t.Context(), w.customer, ticket.RelocateInput{
			ItemIDs: []int64{w.fridge}, AddressID: far, Pickup: day("2026-11-20"), Drop: day("2026-11-24"),
		})
		wantFault(t, err, 422)
		if d := w.details(made.Number); d.Address.ID != near {
			t.Errorf("it goes to %d", d.Address.ID)
		}
		wantFault(t, w.Tickets.ChangeAddress(t.Context(), w.customer, w.raise(ticket.Repair, w.tv).ID, near), 409)
		w.until("2026-11-21")
		wantFault(t, change(near), 409)
	})
}

// outOfTown adds an address eleven kilometres from the middle of a city.
func (w *world) outOfTown(cityID int64) (id int64) {
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

// drawIn has a city served as far as ten kilometres only.
func (w *world) drawIn(cityID int64) {
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
