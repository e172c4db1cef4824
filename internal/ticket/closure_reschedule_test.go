package ticket_test

import (
	"reflect"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/address"
	"rento/internal/billing"
	"rento/internal/fault"
	"rento/internal/idempotency"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// charge is the quote that a screen shows before the closure of items is rescheduled to a day.
func (w *fixture) charge(date string, items ...int64) ticket.Quote {
	w.T.Helper()
	quote, err := w.Tickets.QuoteClosure(w.T.Context(), w.customer, items, day(date))
	must(w.T, err)
	return quote
}

func (w *fixture) rescheduleClosure(made ticket.Ticket, date string) error {
	w.T.Helper()
	_, err := w.reschedule(made.Number, ticket.Change{On: day(date), Charge: w.charge(date, made.ItemIDs()...).Totals.Total, Reason: "Away"})
	return err
}

// wantPickup expects a closure to be planned for a day, with the quote of that day stored and owed.
func (w *fixture) wantPickup(made ticket.Ticket, date string) {
	w.T.Helper()
	stored, quote := w.get(made.ID), w.charge(date, made.ItemIDs()...)
	if stored.Status != ticket.Scheduled || stored.VisitOn != day(date) {
		w.T.Fatalf("%s on %s, want %s", stored.Status, stored.VisitOn, date)
	}
	for i, item := range stored.Items {
		if !reflect.DeepEqual(*item.Early, quote.Items[i].Early) || item.Charge != quote.Items[i].Early.Charge {
			w.T.Fatalf("stored %+v, quoted %+v; want reflect.DeepEqual(*item.Early, quote.Items[i].Early), item.Charge = %v", item, quote.Items[i].Early, quote.Items[i].Early.Charge)
		}
	}
	if owed := w.Balances(w.customer).InvoicesDue(); owed != quote.Totals.Total {
		w.T.Fatalf("quoted %v for %s, owed %v", quote.Totals.Total, date, owed)
	}
}

// CALL-26: a closure is rescheduled to another day and back. The customer owes exactly the charge
// that is shown for the day, to the paisa, and nothing once the closure is taken back. Rescheduling
// to the same day again bills nothing.
func TestClosureIsPutOff(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.Pay(w.customer, "all", w.Balances(w.customer).InvoicesDue())
		made := w.closure("2026-11-20", w.sofa, w.fridge).Ticket
		first := w.Balances(w.customer).InvoicesDue()
		if d := w.details(made.Number); !d.MayReschedule {
			t.Fatal("it may not be put off")
		}
		_, err := w.reschedule(made.Number, ticket.Change{On: day("2026-11-27")})
		wantFault(t, err, 422)
		later := w.charge("2026-11-27", w.sofa, w.fridge).Totals.Total
		if got := fault.Of(err).Extra["closureCharge"]; got != later.Wire() || later >= first || w.Balances(w.customer).InvoicesDue() != first {
			t.Fatalf("charge to confirm: %v, want %v below %v", got, later, first)
		}
		must(t, w.rescheduleClosure(made, "2026-11-27"))
		w.wantPickup(made, "2026-11-27")
		documents := len(w.Invoices(w.customer))
		must(t, w.rescheduleClosure(made, "2026-11-27"))
		w.wantPickup(made, "2026-11-27")
		if n := len(w.Invoices(w.customer)); n != documents {
			t.Errorf("%d documents, %d before", n, documents)
		}
		if steps := w.details(made.Number).Steps; steps[1].Comment != "Away" || steps[1].Actor != me {
			t.Errorf(`got %+v; want steps[1].Comment = "Away", steps[1].Actor = %v`, steps, me)
		}
		must(t, w.rescheduleClosure(made, "2026-11-20"))
		w.wantPickup(made, "2026-11-20")
		if owed := w.Balances(w.customer).InvoicesDue(); owed != first {
			t.Errorf("back on the first day: owed %v, first %v", owed, first)
		}
		must(t, w.Tickets.Revoke(t.Context(), w.customer, []string{made.Number}, ""))
		if owed := w.Balances(w.customer).InvoicesDue(); owed != 0 {
			t.Errorf("owed after taking it back: %v", owed)
		}
	})
}

// A pickup is put off after the GST rate has changed. The charge is the same, its tax is not: what is
// shown for the new day is what is billed.
func TestClosureIsPutOffAfterTheRateChanged(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		ac := w.Rent(w.customer, company.Bengaluru, "2026-11-16", company.AC).Items[0].ID
		w.Pay(w.customer, "rent", w.Balances(w.customer).InvoicesDue())
		made := w.closure("2026-11-20", ac).Ticket
		w.Write(w.customer, func(tx *store.Tx) error {
			return w.Billing.AnnounceRate(t.Context(), tx, billing.Rate{SAC: "997323", From: day("2026-11-17"), BasisPoints: 500})
		})
		w.Go("2026-11-17")
		must(t, w.rescheduleClosure(made, "2026-11-27"))
		w.wantPickup(made, "2026-11-27")
		if diff := cmp.Diff(money.Paise(3780_00), w.Balances(w.customer).InvoicesDue()); diff != "" {
			t.Errorf("twice 1,800 and 5 %% of it (-want +got):\n%s", diff)
		}
	})
}

// If a closure is rescheduled, a charge that was paid becomes wallet credit and the new charge is
// owed. A charge that does not change stays paid.
func TestPaidChargeOfAClosureThatIsPutOff(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		ac := w.Rent(w.customer, company.Bengaluru, "2026-11-16", company.AC).Items[0].ID
		w.Pay(w.customer, "rent", w.Balances(w.customer).InvoicesDue())
		sofa, cool := w.closure("2026-11-20", w.sofa), w.closure("2026-11-20", ac)
		w.Pay(w.customer, "charges", w.Balances(w.customer).InvoicesDue())
		must(t, w.rescheduleClosure(cool.Ticket, "2026-11-27"))
		if b := w.Balances(w.customer); b.InvoicesDue() != 0 || b.WalletCredit() != 0 || w.get(cool.Ticket.ID).Items[0].Early.Pickup != day("2026-11-27") {
			t.Fatalf("the same charge: %v, want %v", b, day("2026-11-27"))
		}
		must(t, w.rescheduleClosure(sofa.Ticket, "2026-11-27"))
		later := w.charge("2026-11-27", w.sofa).Totals.Total
		if b := w.Balances(w.customer); b.InvoicesDue() != later || b.WalletCredit() != sofa.Quote.Totals.Total {
			t.Fatalf("another charge: %v, want %v", b, later)
		}
		must(t, w.Tickets.Revoke(t.Context(), w.customer, []string{sofa.Ticket.Number, cool.Ticket.Number}, ""))
		paid := sofa.Quote.Totals.Total + cool.Quote.Totals.Total
		if b := w.Balances(w.customer); b.InvoicesDue() != 0 || b.WalletCredit() != paid {
			t.Fatalf("taken back: %v, want %v", b, paid)
		}
	})
}

// A closure can be rescheduled to the same days as a new closure, even in a city with slots. A
// refused change has no effect.
func TestPutOffIsRefused(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.Pay(w.customer, "all", w.Balances(w.customer).InvoicesDue())
		w.hours(1)
		w.Write(w.customer, func(tx *txOf) error {
			return address.SaveHoliday(t.Context(), tx, company.Bengaluru, day("2026-11-25"), "Holiday")
		})
		some := w.closure("2026-11-20", w.sofa).Ticket
		everything := w.closure("2026-11-20", w.fridge, w.tv).Ticket
		owed := w.Balances(w.customer).InvoicesDue()
		for _, date := range []string{"2026-11-17", "2026-11-25", "2026-12-17"} {
			wantFault(t, w.rescheduleClosure(some, date), 422)
		}
		slots, days, err := w.Tickets.Slots(t.Context(), w.customer, nil, some.Number)
		if err != nil || len(slots) != 0 || days.First != day("2026-11-18") || days.Last != day("2026-12-16") {
			t.Fatalf("slots %v, days %+v, %v; want len(slots) = 0, days.First = %v, days.Last = %v", slots, days, err, day("2026-11-18"), day("2026-12-16"))
		}
		slot := slotOn("2026-11-24", "10:00")
		_, err = w.reschedule(some.Number, ticket.Change{SlotID: slot, On: day("2026-11-24"), Charge: w.charge("2026-11-24", w.sofa).Totals.Total})
		wantFault(t, err, 422)
		_, err = w.Tickets.Book(t.Context(), w.customer, slot, some.Number, nil)
		wantFault(t, err, 422)
		_, err = w.reschedule(some.Number, ticket.Change{Charge: owed})
		wantFault(t, err, 422)
		_, err = w.Tickets.Reschedule(t.Context(), w.Customer(), some.Number, ticket.Change{On: day("2026-11-24")})
		wantFault(t, err, 404)
		must(t, w.Tickets.Revoke(t.Context(), w.customer, []string{everything.Number}, ""))
		wantFault(t, w.rescheduleClosure(everything, "2026-11-24"), 409)
		if got := w.get(some.ID); !got.VisitOn.IsZero() || got.Status != ticket.Raised || w.Balances(w.customer).InvoicesDue() >= owed {
			t.Errorf("got %+v; want got.VisitOn.IsZero(), got.Status = %v, w.Balances(w.customer).InvoicesDue() < %v", got, ticket.Raised, owed)
		}
	})
}

// CLOSE-16: our people come on the new day and not on the old one, and rent ends on the new day.
func TestPutOffToTheEnd(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		made := w.closure("2026-11-20", w.sofa).Ticket
		w.until("2026-11-17")
		must(t, w.rescheduleClosure(made, "2026-11-24"))
		w.until("2026-11-20")
		w.wantStatus(made.ID, ticket.Scheduled)
		w.until("2026-11-24")
		w.wantStatus(made.ID, ticket.InProgress)
		wantFault(t, w.rescheduleClosure(made, "2026-11-27"), 409)
		must(t, w.Tickets.Finish(t.Context(), w.customer, made.ID, ""))
		items, err := w.Subscriptions.Own(t.Context(), w.Store.Queries(), w.customer, []int64{w.sofa})
		if err != nil || items[0].Status != subscription.Closed || items[0].ClosedDate != day("2026-11-24") {
			t.Fatalf("got %+v, %v; want items[0].Status = %v, items[0].ClosedDate = %v", items, err, subscription.Closed, day("2026-11-24"))
		}
	})
}

// A pickup is rescheduled to a day after an agreed extension begins. The early closure charge
// includes the extension. The old rent is billed until the extension begins, the agreed rent from
// then to the pickup. The rescheduled closure still blocks another extension.
func TestPutOffIntoAnExtension(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		offers := func() []subscription.ExtensionOffer {
			list, err := w.Subscriptions.Extensions(t.Context(), w.Store.Queries(), w.customer, []int64{w.sofa})
			must(t, err)
			return list[0].Offers
		}
		extend := func(o subscription.ExtensionOffer) error {
			return w.Tickets.Extend(by(t.Context()), w.customer, []subscription.Extension{{ItemID: w.sofa, Months: o.Months, Rent: o.Rent}})
		}
		six := offers()[1]
		must(t, extend(six))
		w.until("2026-12-12")
		w.Bill()
		w.Pay(w.customer, "november", w.Balances(w.customer).Dues())
		made := w.closure("2026-12-20", w.sofa).Ticket
		w.until("2026-12-13")
		must(t, w.rescheduleClosure(made, "2027-01-05"))
		w.wantPickup(made, "2027-01-05")
		if six.From != day("2027-01-01") || six.Rent >= six.RentBefore {
			t.Fatalf("got %+v; want six.From = 2027-01-01, six.Rent < %v", six, six.RentBefore)
		}
		if f := fault.Of(extend(offers()[0])); f == nil || f.Code != "extension.item_leaves" || f.Extra["ticketId"] != made.Number {
			t.Errorf("extended once more: %v, want extension.item_leaves naming %s", f, made.Number)
		}
		w.until("2027-01-05")
		must(t, w.Tickets.Finish(t.Context(), w.customer, made.ID, ""))
		w.until("2027-02-01")
		w.Bill()
		december, january := w.rentIn(w.sofa, "2026-12-01"), w.rentIn(w.sofa, "2027-01-01")
		if december != six.RentBefore || january != six.Rent.MulDiv(4, 31) {
			t.Errorf("December cost %v and January %v, want %v and %v", december, january, six.RentBefore, six.Rent.MulDiv(4, 31))
		}
		must(t, billing.Check(t.Context(), w.Store.Queries()))
	})
}

// rentIn is the rent that was billed for an item for days of a month, in paise without GST.
func (w *fixture) rentIn(item int64, month string) (sum money.Paise) {
	w.T.Helper()
	from := day(month)
	for _, i := range w.Invoices(w.customer) {
		document, err := w.Billing.Document(w.T.Context(), w.Store.Queries(), w.customer, i.ID)
		must(w.T, err)
		for _, l := range document.Lines {
			if l.ItemID == item && l.Kind == billing.RentLine && !l.From.Before(from) && l.From.Before(from.AddMonths(1)) {
				sum += l.Amount
			}
		}
	}
	return sum
}

// A client that lost the answer repeats the call with the same key. It gets the first answer, even
// if our people have begun by then.
func TestPutOffIsAskedAgain(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		made := w.closure("2026-11-20", w.sofa).Ticket
		change := ticket.Change{On: day("2026-11-24"), Charge: w.charge("2026-11-24", w.sofa).Totals.Total, Reason: "Away"}
		ctx := idempotency.WithKey(t.Context(), "k1")
		for _, date := range []string{"2026-11-16", "2026-11-24"} {
			w.until(date)
			d, err := w.Tickets.Reschedule(ctx, w.customer, made.Number, change)
			must(t, err)
			moved := 0
			for _, step := range d.Steps {
				if step.Comment == change.Reason {
					moved++
				}
			}
			if moved != 1 || d.VisitOn != change.On {
				t.Errorf("on %s: put off %d times, to %s, want 1 and %v", date, moved, d.VisitOn, change.On)
			}
		}
		w.wantStatus(made.ID, ticket.InProgress)
		wantFault(t, w.rescheduleClosure(made, "2026-11-27"), 409)
	})
}

// Two screens reschedule a closure at the same time. One day wins, and the charge of that day is
// owed once.
func TestTwoPutOffsAtOnce(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.Pay(w.customer, "all", w.Balances(w.customer).InvoicesDue())
		made := w.closure("2026-11-20", w.sofa, w.fridge).Ticket
		days := []string{"2026-11-24", "2026-12-01"}
		charges := map[string]money.Paise{}
		for _, date := range days {
			charges[date] = w.charge(date, w.sofa, w.fridge).Totals.Total
		}
		var all sync.WaitGroup
		for i := range 8 {
			date := days[i%2]
			all.Go(func() {
				if _, err := w.reschedule(made.Number, ticket.Change{On: day(date), Charge: charges[date]}); err != nil {
					t.Errorf("%s: %v", date, err)
				}
			})
		}
		all.Wait()
		w.wantPickup(made, w.get(made.ID).VisitOn.String())
	})
}

// Our people begin while the customer reschedules the pickup. Either they begin and the old charge
// stays, or the pickup moves and the new charge is owed.
func TestPutOffAgainstBegin(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.Pay(w.customer, "all", w.Balances(w.customer).InvoicesDue())
		made := w.closure("2026-11-20", w.sofa).Ticket
		first := w.Balances(w.customer).InvoicesDue()
		w.until("2026-11-19")
		w.Go("2026-11-20")
		later := w.charge("2026-11-27", w.sofa).Totals.Total
		var begun, moved error
		var both sync.WaitGroup
		both.Go(func() { _, begun = w.Queue.RunDue(t.Context()) })
		both.Go(func() {
			_, moved = w.reschedule(made.Number, ticket.Change{On: day("2026-11-27"), Charge: later})
		})
		both.Wait()
		must(t, begun)
		if moved == nil {
			w.wantPickup(made, "2026-11-27")
			return
		}
		wantFault(t, moved, 409)
		w.wantStatus(made.ID, ticket.InProgress)
		if owed := w.Balances(w.customer).InvoicesDue(); owed != first {
			t.Errorf("owed %v, want %v", owed, first)
		}
	})
}

// Our people come weeks later than planned. Rent ends on the planned day. The early closure charge
// is late ten days after the actual pickup, not after the planned one. Until then it is shown as
// due and has no late fee (docs/rules.md R6).
func TestALatePickupMakesNobodyLate(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		made := w.closure("2026-11-20", w.sofa)
		w.until("2026-11-20")
		w.Go("2026-12-09")
		must(t, w.Tickets.Finish(t.Context(), w.customer, made.Ticket.ID, ""))
		for _, at := range []struct {
			day   string
			state billing.State
			fees  bool
		}{{"2026-12-11", billing.Due, false}, {"2026-12-19", billing.Due, false}, {"2026-12-20", billing.Overdue, true}} {
			w.Go(at.day)
			must(t, w.Billing.AssessLateFees(t.Context()))
			list, err := w.Billing.List(t.Context(), w.Store.Queries(), w.customer)
			must(t, err)
			found := false
			for _, e := range list {
				if e.Kind != billing.Adjustment || e.Total != made.Quote.Totals.Total {
					continue
				}
				found = true
				if e.DueDate != day("2026-12-19") || e.State != at.state || e.OpenLateFees > 0 != at.fees {
					t.Errorf("on %s it is %s by %s, with fees of %v, want %v, %v and %v", at.day, e.State, e.DueDate, e.OpenLateFees, day("2026-12-19"), at.state, at.fees)
				}
			}
			if !found {
				t.Fatal("the charge is not listed")
			}
		}
	})
}
