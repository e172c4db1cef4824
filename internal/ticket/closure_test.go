package ticket_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/address"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/paging"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// CLOSE-10, CLOSE-20, CLOSE-25, CLOSE-26: the quoted charge is billed and owed. If the request is
// given up, the charge is credited to the paisa.
func TestClose(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.Pay(w.customer, "all", w.Balances(w.customer).InvoicesDue())
		quote, err := w.Tickets.QuoteClosure(t.Context(), w.customer, []int64{w.sofa, w.fridge}, day("2026-11-20"))
		must(t, err)
		// 42 days are left: 11/30 of November and all of December.
		sofa := quote.Items[0]
		if sofa.Early.TenureMethod != 54963+149900 || sofa.Early.RentMethod != 224850 || sofa.Early.Charge != 204863 {
			t.Fatalf("sofa %+v; want sofa.Early.TenureMethod = %v, sofa.Early.RentMethod = 224850, sofa.Early.Charge = 204863", sofa.Early, 54963+149900)
		}
		closed := w.closure("2026-11-20", w.sofa, w.fridge)
		owed := w.Balances(w.customer).InvoicesDue()
		if closed.Quote.Full || closed.Quote.Totals != quote.Totals || closed.Payable != quote.Totals.Total || owed != quote.Totals.Total {
			t.Fatalf("quoted %+v, billed %+v, owed %v; want not closed.Quote.Full, closed.Quote.Totals = %v, closed.Payable = %v, owed = %v", quote.Totals, closed.Quote.Totals, owed, quote.Totals, quote.Totals.Total, quote.Totals.Total)
		}
		stored := w.get(closed.Ticket.ID)
		if stored.Items[0].Charge != sofa.Early.Charge || !reflect.DeepEqual(*stored.Items[0].Early, sofa.Early) {
			t.Fatalf("stored %+v; want stored.Items[0].Charge = %v, reflect.DeepEqual(*stored.Items[0].Early, sofa.Early)", stored.Items[0], sofa.Early.Charge)
		}
		must(t, w.Tickets.Revoke(t.Context(), w.customer, []string{closed.Ticket.Number}, ""))
		if owed := w.Balances(w.customer).InvoicesDue(); owed != 0 {
			t.Fatalf("owed after taking it back: %v", owed)
		}
	})
}

// The customer is charged what was shown. If the item was extended in the meantime and the charge
// differs from the one that the customer saw, the call returns the current charge and closes
// nothing.
func TestAClosureAtAnotherChargeThanTheOneSeen(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		owed := w.Balances(w.customer).InvoicesDue()
		close := func(seen money.Paise) error {
			_, err := w.Tickets.Close(t.Context(), w.customer, ticket.CloseInput{
				ItemIDs: []int64{w.sofa}, Pickup: day("2026-11-20"), Reason: "Other", Charge: &seen,
			})
			return err
		}
		before, err := w.Tickets.QuoteClosure(t.Context(), w.customer, []int64{w.sofa}, day("2026-11-20"))
		must(t, err)
		offers, err := w.Subscriptions.Extensions(t.Context(), w.Store.Queries(), w.customer, []int64{w.sofa})
		must(t, err)
		must(t, w.Tickets.Extend(t.Context(), w.customer, []subscription.Extension{{ItemID: w.sofa, Months: 3, Rent: offers[0].Offers[0].Rent}}))
		now, err := w.Tickets.QuoteClosure(t.Context(), w.customer, []int64{w.sofa}, day("2026-11-20"))
		must(t, err)
		for _, seen := range []money.Paise{before.Totals.Total, 0} {
			refused := fault.Of(close(seen))
			if refused == nil || refused.Status != 422 || refused.Code != "closure.charge_not_confirmed" || refused.Extra["closureCharge"] != now.Totals.Total.Wire() {
				t.Fatalf(`seen %v, now %v: %+v; want refused other than nil, refused.Status = 422, refused.Code = "closure.charge_not_confirmed", refused.Extra["closureCharge"] = %v`, seen, now.Totals.Total, refused, now.Totals.Total.Wire())
			}
		}
		if live, err := ticket.Of(t.Context(), w.Store.Queries(), w.customer, nil, paging.Page{}); err != nil || len(live.Tickets) != 0 || w.Balances(w.customer).InvoicesDue() != owed {
			t.Fatalf("closed nevertheless: %+v, %v; want len(live.Tickets) = 0, w.Balances(w.customer).InvoicesDue() = %v", live, err, owed)
		}
		must(t, close(now.Totals.Total))
	})
}

// A charge that was paid becomes wallet credit if the request is given up.
func TestPaidChargeIsGivenBack(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.Pay(w.customer, "rent", w.Balances(w.customer).InvoicesDue())
		closed := w.closure("2026-11-20", w.sofa)
		w.Pay(w.customer, "charge", closed.Payable)
		must(t, w.cancel(w.customer, closed.Ticket.ID))
		if b := w.Balances(w.customer); b.InvoicesDue() != 0 || b.WalletCredit() != closed.Quote.Totals.Total {
			t.Fatalf("balances %v, want %v", b, closed.Quote.Totals.Total)
		}
		wantFault(t, w.cancel(w.customer, closed.Ticket.ID), 409)
	})
}

// VALID-33, CONST-46 and the windows: the first and the last day can be chosen. Holidays and days
// outside the window cannot.
func TestPickupDays(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.Write(w.customer, func(tx *txOf) error {
			return address.SaveHoliday(t.Context(), tx, company.Bengaluru, day("2026-11-25"), "Guru Nanak Jayanti")
		})
		w.Write(w.customer, func(tx *txOf) error {
			return address.SaveHoliday(t.Context(), tx, company.Pune, day("2026-11-26"), "Elsewhere")
		})
		try := func(pickup string, items ...int64) error {
			closed, err := w.Tickets.Close(t.Context(), w.customer, ticket.CloseInput{ItemIDs: items, Pickup: day(pickup), Reason: "Other"})
			if err == nil {
				must(t, w.Tickets.Revoke(t.Context(), w.customer, []string{closed.Ticket.Number}, ""))
			}
			return err
		}
		some, everything := []int64{w.sofa}, []int64{w.sofa, w.fridge, w.tv}
		wantFault(t, try("2026-11-17", some...), 422)
		must(t, try("2026-11-18", some...))
		wantFault(t, try("2026-11-18", everything...), 422)
		must(t, try("2026-11-19", everything...))
		wantFault(t, try("2026-11-25", some...), 422)
		must(t, try("2026-11-26", some...))
		must(t, try("2026-12-16", some...))
		wantFault(t, try("2026-12-17", some...), 422)
		_, err := w.Tickets.Close(t.Context(), w.customer, ticket.CloseInput{ItemIDs: some, Reason: "Other"})
		wantFault(t, err, 422)
		_, err = w.Tickets.Close(t.Context(), w.customer, ticket.CloseInput{ItemIDs: some, Pickup: day("2026-11-20"), Reason: "Because"})
		wantFault(t, err, 422)
	})
}

// CLOSE-16: a closure from the request to the deposit: planned, picked up, invoiced and settled.
// The charge is not billed twice.
func TestClosureToTheEnd(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		closed := w.closure("2026-11-20", w.sofa)
		w.until("2026-11-16")
		w.wantStatus(closed.Ticket.ID, ticket.Scheduled)
		w.until("2026-11-20")
		w.wantStatus(closed.Ticket.ID, ticket.InProgress)
		due, err := w.Tickets.Due(t.Context(), 10)
		if err != nil || len(due) != 1 || due[0].ID != closed.Ticket.ID {
			t.Fatalf("due %+v, %v; want len(due) = 1, due[0].ID = %v", due, err, closed.Ticket.ID)
		}
		wantFault(t, w.Tickets.Revoke(t.Context(), w.customer, []string{closed.Ticket.Number}, ""), 409)
		w.Go("2026-11-21") // our people were a day late, and the customer does not pay for that day
		must(t, w.Tickets.Finish(t.Context(), w.customer, closed.Ticket.ID, ""))
		must(t, w.Tickets.Finish(t.Context(), w.customer, closed.Ticket.ID, ""))
		items, err := w.Subscriptions.Own(t.Context(), w.Store.Queries(), w.customer, []int64{w.sofa})
		if err != nil || items[0].Status != subscription.Closed || items[0].ClosedDate != day("2026-11-20") {
			t.Fatalf("got %+v, %v; want items[0].Status = %v, items[0].ClosedDate = %v", items, err, subscription.Closed, day("2026-11-20"))
		}
		if n := w.charged(); n != 1 {
			t.Fatalf("%d adjustment invoices before the last one, want 1", n)
		}
		_, err = w.Billing.BillClosed(t.Context(), w.customer)
		must(t, err)
		if n := w.charged(); n != 2 {
			t.Fatalf("%d adjustment invoices, want 2", n)
		}
	})
}

// The quote equals the bill, to the paisa, for 10,000 random combinations of items, days and rents.
func TestQuoteEqualsBill(t *testing.T) {
	w := newFixture(t, testkit.OpenOn(t, "sqlite"))
	random := rand.New(rand.NewPCG(7, 7))
	var mine []subscription.Item
	for range 12 {
		order := w.Rent(w.customer, []int64{company.Bengaluru, company.Pune, company.Kolkata}[random.IntN(3)], "2026-11-01",
			company.Sofa, company.Fridge, company.AC, company.TV)
		mine = append(mine, order.Items...)
	}
	for n := range 10_000 {
		var charges []billing.Charge
		for _, i := range random.Perm(len(mine))[:1+random.IntN(20)] {
			charges = append(charges, billing.Charge{
				ItemID: mine[i].ID, Operation: strings.Join([]string{"case", itoa(n), itoa(i)}, "/"),
				Written: "Early closure", Amount: money.Paise(random.Int64N(500_000)),
			})
		}
		checkQuoteEqualsBill(t, w, charges, n%100 == 0)
	}
}

func checkQuoteEqualsBill(t *testing.T, w *fixture, charges []billing.Charge, invoiced bool) {
	t.Helper()
	lines, quoted, err := w.Billing.QuoteCharges(t.Context(), w.Store.Queries(), w.customer, charges)
	must(t, err)
	var fromLines money.Paise
	for _, l := range lines {
		fromLines += l.Amount + l.Tax()
	}
	if fromLines+quoted.RoundOff != quoted.Total {
		t.Fatalf("lines %v, totals %+v; want fromLines+quoted.RoundOff = %v", fromLines, quoted, quoted.Total)
	}
	if !invoiced {
		return // the quote makes the same draft as the invoice, so one in a hundred is enough to issue
	}
	var billed money.Paise
	w.Write(w.customer, func(tx *txOf) error {
		billed = 0
		invoices, err := w.Billing.ChargesIn(t.Context(), tx, w.customer, charges)
		for _, i := range invoices {
			billed += i.Total
		}
		return err
	})
	if billed != quoted.Total {
		t.Fatalf("quoted %v, billed %v", quoted.Total, billed)
	}
	w.Write(w.customer, func(tx *txOf) error { // repeating it bills nothing
		again, err := w.Billing.ChargesIn(t.Context(), tx, w.customer, charges)
		if len(again) != 0 {
			t.Fatalf("billed again: %d", len(again))
		}
		return err
	})
}

// An item of which a pickup is booked is not part of an offer of rent in advance. The next invoice of a
// package counts its rent up to the pickup.
func TestRentInAdvanceKnowsABookedPickup(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		offered := func() money.Paise {
			offers, err := w.Billing.AdvanceOffers(t.Context(), w.Store.Queries(), w.customer)
			must(t, err)
			return offers[0].List
		}
		next := func() (money.Paise, calendar.Date) {
			v, _, err := w.Billing.LatestAdvance(t.Context(), w.Store.Queries(), w.customer)
			must(t, err)
			return v.Next, v.NextOn
		}
		all := offered()
		made := w.closure("2026-11-20", w.sofa)
		if got, want := all-offered(), 3*money.Paise(149900); got != want {
			t.Errorf("the offer is %s less, want the sofa's three months, %s", got, want)
		}
		must(t, w.Tickets.Revoke(by(t.Context()), w.customer, []string{made.Ticket.Number}, ""))
		w.PayAhead(w.customer, 3)
		whole, _ := next()
		w.closure("2026-11-20", w.sofa)
		// 11 of the 30 days are left out, less the discount, with tax.
		amount, on := next()
		if got := whole - amount; got <= 0 {
			t.Errorf("the next invoice takes %s less, want the rent from the pickup on", got)
		}
		if diff := cmp.Diff("2026-11-20", on.String()); diff != "" {
			t.Errorf("the day of the next invoice (-want +got):\n%s", diff)
		}
	})
}

// Months after a booked move to another state are not sold, because the money could not pay them. The offer
// names the item and the day. A move within the state changes nothing.
func TestRentInAdvanceKnowsABookedMove(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		offered := func() billing.AdvanceOffer {
			offers, err := w.Billing.AdvanceOffers(t.Context(), w.Store.Queries(), w.customer)
			must(t, err)
			return offers[0]
		}
		all := offered()
		near, err := w.relocate(w.Address(w.customer, company.Bengaluru), "2026-11-20", "2026-11-23")
		must(t, err)
		if diff := cmp.Diff(all.List, offered().List); diff != "" {
			t.Errorf("with a move within the state (-want +got):\n%s", diff)
		}
		must(t, w.Tickets.Revoke(by(t.Context()), w.customer, []string{near.Number}, ""))
		_, err = w.relocate(w.Address(w.customer, company.Pune), "2026-11-20", "2026-11-23")
		must(t, err)
		got := offered()
		// Of the sofa's three months only the 22 days of November before it arrives in Pune are in it.
		if diff := cmp.Diff(3*money.Paise(149900)-money.Paise(149900).MulDiv(22, 30), all.List-got.List); diff != "" {
			t.Errorf("the offer is less by (-want +got):\n%s", diff)
		}
		if len(got.Moves) != 1 || got.Moves[0].ID != w.sofa || got.Moves[0].MovesOn != day("2026-11-23") {
			t.Errorf("it names %+v, want the sofa from 2026-11-23 on", got.Moves)
		}
	})
}
