package ticket_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/paging"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// asking is one thing that a customer can request for an item. kind is the kind of the ticket that
// is raised, 0 if none is. takeBack undoes the request, nil if that is not possible.
type asking struct {
	kind    ticket.Type
	request func(w *fixture, item int64) (takeBack func() error, err error)
}

// askings says how each kind of request is made, by name (TestEachKindIsAskedForHere).
var askings = map[string]asking{
	"repair": {ticket.Repair, func(w *fixture, item int64) (func() error, error) {
		return w.revocable(w.tryRaise(ticket.Ticket{CustomerID: w.customer, Type: ticket.Repair, Items: ticket.ItemsOf(item)}))
	}},
	"relocation": {ticket.Relocation, func(w *fixture, item int64) (func() error, error) {
		to := w.Address(w.customer, company.Pune)
		return w.revocable(w.Tickets.Relocate(by(w.T.Context()), w.customer, ticket.RelocateInput{
			ItemIDs: []int64{item}, AddressID: to, Pickup: day("2026-11-20"), Drop: day("2026-11-24"),
		}))
	}},
	"closure": {ticket.Closure, func(w *fixture, item int64) (func() error, error) {
		closed, err := w.Tickets.Close(by(w.T.Context()), w.customer, ticket.CloseInput{ItemIDs: []int64{item}, Pickup: day("2026-11-24"), Reason: "Other"})
		return w.revocable(closed.Ticket, err)
	}},
	"transfer": {ticket.Transfer, func(w *fixture, item int64) (func() error, error) {
		return w.revocable(w.transfer(w.Customer(), item))
	}},
	accepted: {ticket.Transfer, func(w *fixture, item int64) (func() error, error) {
		receiver := w.Customer()
		made, err := w.transfer(receiver, item)
		if err != nil {
			return nil, err
		}
		_, err = w.Tickets.Accept(w.T.Context(), receiver, made.Number, w.Address(receiver, company.Bengaluru))
		// After acceptance only the receiver can end the transfer.
		return func() error { return w.Tickets.Decline(w.T.Context(), receiver, made.Number) }, err
	}},
	"extension": {0, func(w *fixture, item int64) (func() error, error) {
		list, err := w.Subscriptions.Extensions(w.T.Context(), w.Store.Queries(), w.customer, []int64{item})
		if err != nil {
			return nil, err
		}
		offer := list[0].Offers[0]
		takeBack := func() error { return w.Tickets.TakeBackExtension(w.T.Context(), w.customer, item, offer.Until) }
		return takeBack, w.Tickets.Extend(w.T.Context(), w.customer, []subscription.Extension{{ItemID: item, Months: offer.Months, Rent: offer.Rent}})
	}},
}

func (w *fixture) revocable(made ticket.Ticket, err error) (func() error, error) {
	return func() error { return w.Tickets.Revoke(by(w.T.Context()), w.customer, []string{made.Number}, "") }, err
}

// trace is everything that a request changes.
type trace struct {
	Tickets  int64
	Mails    int
	Balances ledger.Balances
	Item     subscription.Item
}

func (w *fixture) trace(item int64) trace {
	w.T.Helper()
	list, err := ticket.Of(w.T.Context(), w.Store.Queries(), w.customer, nil, paging.Page{Size: 1})
	must(w.T, err)
	items, err := w.Subscriptions.Own(w.T.Context(), w.Store.Queries(), w.customer, []int64{item})
	must(w.T, err)
	return trace{Tickets: list.Total, Mails: len(w.Mails(w.customer)), Balances: w.Balances(w.customer), Item: items[0]}
}

// both means that neither request blocks the other.
const both = "both"

// refusalOf is the result when a customer who has a live request on an item asks for a second one:
// the code of the fault, or both.
func refusalOf(first, second string) string {
	switch {
	case first == "extension":
		return both
	case second != "extension":
		return "ticket.live_requests"
	case first == "repair" || first == "relocation":
		return both
	}
	return "extension.item_leaves"
}

// pairsOnAnItem returns each live request with each request that may follow it, and the result.
func pairsOnAnItem() (pairs [][3]string) {
	for first := range askings {
		for second := range askings {
			if second != accepted {
				pairs = append(pairs, [3]string{first, second, refusalOf(first, second)})
			}
		}
	}
	return pairs
}

// accepted is a transfer that its receiver has accepted. A customer cannot request it as such, so
// it is never the second request of a pair.
const accepted = "accepted transfer"

func TestEachKindIsAskedForHere(t *testing.T) {
	for _, kind := range ticket.Kinds() {
		asked := false
		for _, a := range askings {
			asked = asked || a.kind == kind
		}
		if !asked {
			t.Errorf("%s (%d) is not in askings: say how it is asked for, and what refusalOf says of it", kind.Name(), kind)
		}
	}
}

// Every ticket that may be rescheduled can be moved to the times that are offered for it: to a slot
// in a city with visit hours, to a day in a city without.
func TestWhatMayBeRescheduledCanBe(t *testing.T) {
	for _, engine := range testkit.Engines() {
		for name, a := range askings {
			for _, hasHours := range []bool{false, true} {
				if a.kind == 0 {
					continue
				}
				t.Run(fmt.Sprintf("%s, %s, hours %t", engine, name, hasHours), func(t *testing.T) {
					w := newFixture(t, testkit.OpenOn(t, engine))
					w.payAll()
					if hasHours {
						w.hours(3)
						must(t, w.hold(w.slotOn("2026-11-20", w.sofa), w.sofa))
					}
					_, err := a.request(w, w.sofa)
					must(t, err)
					w.rescheduled(w.live(w.sofa))
				})
			}
		}
	}
}

// rescheduled moves a ticket to the first time that is offered, if it may be rescheduled.
func (w *fixture) rescheduled(made ticket.Ticket) {
	w.T.Helper()
	slots, days, err := w.Tickets.Slots(w.T.Context(), w.customer, nil, made.Number)
	must(w.T, err)
	c := ticket.Change{On: days.First, Charge: w.charge(days.First.String(), made.ItemIDs()...).Totals.Total}
	if len(slots) > 0 {
		c = ticket.Change{SlotID: slots[0].ID()}
	}
	if !made.MayReschedule() {
		_, err := w.reschedule(made.Number, c)
		wantFault(w.T, err, 409)
		return
	}
	got, err := w.reschedule(made.Number, c)
	must(w.T, err)
	if got.VisitOn != days.First || (got.Slot != nil) != (len(slots) > 0) {
		w.T.Errorf("the visit is on %s in slot %v, want %s; %d slots were offered", got.VisitOn, got.Slot, days.First, len(slots))
	}
}

// live is the only live ticket about an item.
func (w *fixture) live(item int64) ticket.Ticket {
	w.T.Helper()
	list, err := ticket.Of(w.T.Context(), w.Store.Queries(), w.customer, nil, paging.Page{Size: 1})
	must(w.T, err)
	if len(list.Tickets) != 1 || !slices.Contains(list.Tickets[0].ItemIDs(), item) {
		w.T.Fatalf("the tickets are %v, want one about item %d", list.Tickets, item)
	}
	return list.Tickets[0]
}

// slotOn is the first slot on a day for an item.
func (w *fixture) slotOn(date string, item int64) string {
	w.T.Helper()
	slots := w.slots(item)
	at := slices.IndexFunc(slots, func(s ticket.Slot) bool { return s.Day == day(date) })
	if at < 0 {
		w.T.Fatalf("no slot on %s among %v", date, slots)
	}
	return slots[at].ID()
}

// Of two requests for one item, the second is either refused without a trace, or both hold. A
// request that was taken back leaves nothing behind.
func TestTwoRequestsOnOneItem(t *testing.T) {
	pairs := pairsOnAnItem()
	for _, engine := range testkit.Engines() {
		alone := make(map[string]money.Paise)
		for name, a := range askings {
			w := newFixture(t, testkit.OpenOn(t, engine))
			w.payAll()
			_, err := a.request(w, w.sofa)
			must(t, err)
			alone[name] = w.due()
		}
		for _, pair := range pairs {
			// Both engines run the same rules, and a PostgreSQL database is expensive, so there
			// only pairs of the same request run.
			if engine == "postgres" && pair[0] != pair[1] {
				continue
			}
			t.Run(fmt.Sprintf("%s, %s, then %s", engine, pair[0], pair[1]), func(t *testing.T) {
				w := newFixture(t, testkit.OpenOn(t, engine))
				w.payAll()
				first, second := askings[pair[0]].request, askings[pair[1]].request
				takeBack, err := first(w, w.sofa)
				must(t, err)
				before := w.trace(w.sofa)
				_, err = second(w, w.sofa)
				if pair[2] == both {
					must(t, err)
					w.booksAreRight()
					return
				}
				if f := fault.Of(err); f == nil || f.Code != pair[2] || f.Status != 409 {
					t.Fatalf("refused by %v, want %s", err, pair[2])
				}
				if diff := cmp.Diff(before, w.trace(w.sofa), cmpopts.EquateComparable(calendar.Date{})); diff != "" {
					t.Errorf("what was refused left (-before +after):\n%s", diff)
				}
				must(t, takeBack())
				undo, err := second(w, w.sofa)
				must(t, err)
				if got, want := w.due(), alone[pair[1]]; got != want {
					t.Errorf("after the first was taken back %v are due, alone %v", got, want)
				}
				if undo != nil {
					must(t, undo())
				}
				w.booksAreRight()
			})
		}
	}
}

// due is what the customer owes minus the wallet credit.
func (w *fixture) due() money.Paise {
	w.T.Helper()
	b := w.Balances(w.customer)
	return b.Dues() - b.WalletCredit()
}

// booksAreRight bills the next months and checks the ledger and the documents against each other.
func (w *fixture) booksAreRight() {
	w.T.Helper()
	w.until("2027-01-02")
	w.Bill()
	findings, err := ledger.Check(w.T.Context(), w.Store.Queries())
	must(w.T, err)
	if len(findings) > 0 {
		w.T.Errorf("the books are wrong: %s", ledger.Text(findings))
	}
	must(w.T, billing.Check(w.T.Context(), w.Store.Queries()))
	open := w.Open(w.customer)
	if got := w.Balances(w.customer).InvoicesDue(); got != open.Rent {
		w.T.Errorf("the documents have %v open, the journal says %v", open.Rent, got)
	}
}

// mandated gives each customer an active mandate.
func (w *fixture) mandated(customers ...int64) {
	w.T.Helper()
	for _, c := range customers {
		w.Write(c, func(tx *store.Tx) error {
			_, err := w.Mandates.Record(w.T.Context(), tx, c, mandate.Mandate{Gateway: "razorpay", Method: "upi", Active: true, Max: money.Rupees(15_000)})
			return err
		})
	}
}

// newestDebit is the customer's most recently planned debit.
func (w *fixture) newestDebit(customer int64) db.MandateDebit {
	w.T.Helper()
	debits, err := w.Debits(customer)
	must(w.T, err)
	if len(debits) == 0 {
		w.T.Fatal("no debit is planned, want one")
	}
	return debits[0]
}

// wantDebit expects the newest debit of a customer to be planned for the newest monthly invoice,
// and that invoice to have lines for exactly these items.
func (w *fixture) wantDebit(customer int64, items ...int64) {
	w.T.Helper()
	invoices, debit := w.Invoices(customer), w.newestDebit(customer)
	at := slices.IndexFunc(invoices, func(i billing.Invoice) bool { return i.Kind == billing.Rental })
	if at < 0 {
		w.T.Fatalf("invoices %v, want a monthly one", invoices)
	}
	if debit.InvoiceID != invoices[at].ID || debit.State != string(mandate.Scheduled) || debit.AmountPaise != invoices[at].Open() {
		w.T.Errorf("got %+v; want it planned for %+v", debit, invoices[at])
	}
	document, err := w.Billing.Document(w.T.Context(), w.Store.Queries(), customer, invoices[at].ID)
	must(w.T, err)
	var billed []int64
	for _, l := range document.Lines {
		billed = append(billed, l.ItemID)
	}
	slices.Sort(billed)
	slices.Sort(items)
	if !slices.Equal(slices.Compact(billed), items) {
		w.T.Errorf("the debit is for items %v, want %v", billed, items)
	}
}

// An item leaves by a closure while its customer has a mandate. The customer pays the early closure
// charge and the last rent by hand, with any late fees. The items that stay are debited.
func TestAMandateAndAClosure(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		w.mandated(w.customer)
		made := w.closure("2026-11-20", w.sofa)
		w.until("2026-11-20")
		must(t, w.Tickets.Finish(t.Context(), w.customer, made.Ticket.ID, ""))
		last, err := w.Billing.BillClosed(t.Context(), w.customer)
		must(t, err)
		if debits, err := w.Debits(w.customer); err != nil || len(debits) > 0 || len(last) != 1 {
			t.Fatalf("debits %+v, %v, last invoices %+v; want no debit and one invoice", debits, err, last)
		}
		if due, want := w.Balances(w.customer).Dues(), money.Sum(made.Quote.Totals.Total, last[0].Total); due != want {
			t.Errorf("%v are due, want %v", due, want)
		}
		w.until("2026-12-01")
		w.Bill()
		w.wantDebit(w.customer, w.fridge, w.tv)
		w.Go("2026-12-12")
		must(t, w.Billing.AssessLateFees(t.Context()))
		fees := w.Open(w.customer).LateFees
		for _, fee := range fees {
			if fee.InvoiceID == w.newestDebit(w.customer).InvoiceID {
				t.Errorf("a fee of %v on what is debited", fee.Open())
			}
		}
		if len(fees) != 2 {
			t.Errorf("%d fees, want those of the charge and of the last rent", len(fees))
		}
		w.Pay(w.customer, "december", w.Balances(w.customer).Dues())
		if d := w.newestDebit(w.customer); d.State != string(mandate.Skipped) || d.SkippedFor != string(mandate.PaidOtherwise) {
			t.Errorf("paid by hand: %+v, want it skipped as paid", d)
		}
		w.booksAreRight()
	})
}

// An item moves to another state while its customer has a mandate. Its days there are on a separate
// invoice, and one debit pays both, so there is no late fee (decision 0011).
func TestAMandateAndARelocation(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		w.mandated(w.customer)
		made, err := w.relocate(w.Address(w.customer, company.Pune), "2026-11-20", "2026-11-24")
		must(t, err)
		w.until("2026-11-24")
		must(t, w.Tickets.Finish(t.Context(), w.customer, made.ID, ""))
		w.until("2026-12-01")
		w.Bill()
		debits, err := w.Debits(w.customer)
		must(t, err)
		var planned []string
		for _, d := range debits {
			planned = append(planned, fmt.Sprint(d.State, " ", d.AmountPaise))
		}
		want := []string{fmt.Sprint(mandate.Scheduled, " ", w.Balances(w.customer).Dues())}
		if diff := cmp.Diff(want, planned); diff != "" {
			t.Errorf("debits for the invoices of two states (-want +got):\n%s", diff)
		}
		w.Go("2026-12-12")
		must(t, w.Billing.AssessLateFees(t.Context()))
		if fees := w.Open(w.customer).LateFees; len(fees) > 0 {
			t.Errorf("fees %+v, want none", fees)
		}
		w.booksAreRight()
	})
}

// An extension starts at the end of the tenure. A debit that was planned before the extension was
// agreed stays as announced, and the first month of the new rent is debited at that rent.
func TestAMandateAndAnExtension(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		w.mandated(w.customer)
		w.until("2026-12-01")
		w.Bill()
		planned := w.newestDebit(w.customer)
		list, err := w.Subscriptions.Extensions(t.Context(), w.Store.Queries(), w.customer, []int64{w.sofa})
		must(t, err)
		longest := list[0].Offers[len(list[0].Offers)-1]
		agreed := []subscription.Extension{{ItemID: w.sofa, Months: longest.Months, Rent: longest.Rent}}
		must(t, w.Tickets.Extend(t.Context(), w.customer, agreed))
		if got := w.newestDebit(w.customer); got != planned {
			t.Errorf("after the extension %+v is planned, want it as it was announced: %+v", got, planned)
		}
		w.Pay(w.customer, "november", w.Balances(w.customer).Dues())
		w.until("2027-01-01")
		w.Bill()
		w.Pay(w.customer, "december", w.Balances(w.customer).Dues())
		w.until("2027-02-01")
		w.Bill()
		debit, before, after := w.newestDebit(w.customer), w.rentIn(w.sofa, "2026-11-01"), w.rentIn(w.sofa, "2027-01-01")
		if due := w.Balances(w.customer).Dues(); debit.AmountPaise != due {
			t.Errorf("%v is planned, want all of January: %v", debit.AmountPaise, due)
		}
		if after != longest.Rent || before == longest.Rent {
			t.Errorf("the sofa costs %v in January and cost %v in November, want %v from the extension on", after, before, longest.Rent)
		}
		w.wantDebit(w.customer, w.sofa, w.fridge, w.tv)
		must(t, billing.Check(t.Context(), w.Store.Queries()))
	})
}

// An item changes hands between two customers with mandates. While a debit is planned, the giver
// has dues and cannot hand the item over. Afterwards each mandate debits the days of its own
// customer.
func TestMandatesAndATransfer(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		receiver := w.Customer()
		w.mandated(w.customer, receiver)
		w.until("2026-12-01")
		w.Bill()
		w.wantDebit(w.customer, w.sofa, w.fridge, w.tv)
		_, err := w.transfer(receiver, w.sofa)
		if f := fault.Of(err); f == nil || f.Code != "transfer.dues_pending" {
			t.Fatalf("offered while a debit is planned: %v, want transfer.dues_pending", err)
		}
		w.Pay(w.customer, "november", w.Balances(w.customer).Dues())
		if d := w.newestDebit(w.customer); d.SkippedFor != string(mandate.PaidOtherwise) {
			t.Errorf("paid by hand: %+v, want it skipped as paid", d)
		}
		made, err := w.transfer(receiver, w.sofa)
		must(t, err)
		must(t, second(w.Tickets.Accept(t.Context(), receiver, made.Number, w.Address(receiver, company.Bengaluru))))
		w.Deposit(receiver, "deposit", money.Rupees(3000))
		w.until("2026-12-05")
		must(t, w.Tickets.Finish(t.Context(), w.customer, made.ID, ""))
		w.until("2027-01-01")
		w.Bill()
		w.wantDebit(w.customer, w.sofa, w.fridge, w.tv)
		w.wantDebit(receiver, w.get(made.ID).Items[0].TakenID)
		must(t, billing.Check(t.Context(), w.Store.Queries()))
	})
}
