package ticket_test

import (
	"context"
	"testing"

	"rento/internal/address"
	"rento/internal/fault"
	"rento/internal/subscription"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// made is an address that was created in a flow. It is not saved before a request is raised.
func (w *fixture) made(cityID int64, city, flat string) int64 {
	w.T.Helper()
	c, err := address.CityOf(w.T.Context(), w.Store.Queries(), cityID)
	must(w.T, err)
	a, err := w.Addresses.Save(w.T.Context(), w.customer, address.Address{
		FlatNo: flat, AddressLine1: "1st Cross", City: city, Pincode: "560034", Lat: c.Lat, Lng: c.Lng, Draft: true,
	})
	must(w.T, err)
	return a.ID
}

func (w *fixture) saved() int {
	w.T.Helper()
	list, err := address.List(w.T.Context(), w.Store.Queries(), w.customer)
	must(w.T, err)
	return len(list)
}

func (w *fixture) standsAt(item int64) int64 {
	w.T.Helper()
	items, err := w.Subscriptions.Own(w.T.Context(), w.Store.Queries(), w.customer, []int64{item})
	must(w.T, err)
	return items[0].AddressID
}

// An abandoned flow leaves no address behind and moves no items. The place of the items is set with
// the request, and a new address of the flow is saved with it.
func TestAnAbandonedFlowChangesNothing(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		before, saved := w.standsAt(w.sofa), w.saved()
		near := w.made(company.Bengaluru, "Bengaluru", "7")
		if again := w.made(company.Bengaluru, "Bengaluru", "7"); again != near {
			t.Errorf("the same address twice: %d, %d", near, again)
		}
		if w.saved() != saved || w.standsAt(w.sofa) != before {
			t.Error("something changed without a request")
		}
		close := func(items []int64, addressID int64) error {
			return second(w.Tickets.Close(by(t.Context()), w.customer, ticket.CloseInput{ItemIDs: items, AddressID: addressID, Pickup: day("2026-11-24"), Reason: "Other"}))
		}
		elsewhere := w.made(company.Pune, "Pune", "8")
		err := close([]int64{w.sofa}, elsewhere)
		wantFault(t, err, 422)
		if f := fault.Of(err); f.Extra["field"] != "addressId" {
			t.Errorf("mended at %v, want addressId", f.Extra["field"])
		}
		must(t, close([]int64{w.sofa}, near))
		if w.saved() != saved+1 || w.standsAt(w.sofa) != near || w.standsAt(w.fridge) != before {
			t.Error("the address of the request is not kept")
		}
		must(t, second(w.Tickets.Relocate(by(t.Context()), w.customer, ticket.RelocateInput{
			ItemIDs: []int64{w.tv}, FromID: near, AddressID: elsewhere, Pickup: day("2026-11-20"), Drop: day("2026-11-24"),
		})))
		if w.saved() != saved+2 || w.standsAt(w.tv) != near {
			t.Error("the addresses of the relocation are not kept")
		}
		late := w.made(company.Bengaluru, "Bengaluru", "9")
		w.until("2026-11-18")
		wantFault(t, close([]int64{w.fridge}, late), 404)
	})
}

// An item that is about to leave cannot be extended. The refusal names the request, which can be
// taken back.
func TestExtendingWhatLeaves(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		closed := w.closure("2026-11-24", w.sofa)
		extend := func(item int64) error {
			offers, err := w.Subscriptions.Extensions(t.Context(), w.Store.Queries(), w.customer, []int64{item})
			must(t, err)
			three := offers[0].Offers[0]
			return w.Tickets.Extend(by(t.Context()), w.customer, []subscription.Extension{{ItemID: item, Months: three.Months, Rent: three.Rent}})
		}
		before := w.Balances(w.customer).Dues()
		err := extend(w.sofa)
		wantFault(t, err, 409)
		if f := fault.Of(err); f.Extra["ticketId"] != closed.Ticket.Number {
			t.Errorf("the way out is %v, want %v", f.Extra["ticketId"], closed.Ticket.Number)
		}
		if after := w.Balances(w.customer).Dues(); after != before {
			t.Error("a refusal changed the books")
		}
		w.raise(ticket.Repair, w.fridge)
		must(t, extend(w.fridge)) // a repair does not block an extension
		must(t, w.Tickets.Revoke(by(context.WithoutCancel(t.Context())), w.customer, []string{closed.Ticket.Number}, ""))
		must(t, extend(w.sofa))
	})
}

// An extension cannot be taken back while a live request was computed with it. The refusal names
// the request. Once the request is taken back, the extension can be taken back too.
func TestAnExtensionThatAClosureCountsOn(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		offers, err := w.Subscriptions.Extensions(t.Context(), w.Store.Queries(), w.customer, []int64{w.sofa})
		must(t, err)
		three := offers[0].Offers[0]
		must(t, w.Tickets.Extend(by(t.Context()), w.customer, []subscription.Extension{{ItemID: w.sofa, Months: three.Months, Rent: three.Rent}}))
		closed := w.closure("2026-11-24", w.sofa)
		err = w.Tickets.TakeBackExtension(by(t.Context()), w.customer, w.sofa, three.Until)
		wantFault(t, err, 409)
		if f := fault.Of(err); f.Extra["ticketId"] != closed.Ticket.Number {
			t.Errorf("the way out is %v, want %v", f.Extra["ticketId"], closed.Ticket.Number)
		}
		must(t, w.Tickets.Revoke(by(t.Context()), w.customer, []string{closed.Ticket.Number}, ""))
		must(t, w.Tickets.TakeBackExtension(by(t.Context()), w.customer, w.sofa, three.Until))
		w.booksAreRight()
	})
}
