package ticket_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"rento/internal/fault"
	"rento/internal/idempotency"
	"rento/internal/paging"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// CALL-07, ENTITY-20, ENTITY-21: requests are listed by page and by whether they are live.
func TestList(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		other := w.Customer()
		foreign := w.Rent(other, company.Bengaluru, "2026-11-10", company.Sofa).Items[0].ID
		first := w.raise(ticket.Repair, w.sofa, w.fridge)
		_, err := w.tryRaise(ticket.Ticket{CustomerID: w.customer, Type: ticket.Transfer, Items: ticket.ItemsOf(w.tv), ReceiverID: other})
		must(t, err)
		_, err = w.tryRaise(ticket.Ticket{CustomerID: w.customer, Type: ticket.Repair, Items: ticket.ItemsOf(foreign)})
		wantFault(t, err, 404)
		_, err = w.tryRaise(ticket.Ticket{CustomerID: w.customer, Type: 61, Items: ticket.ItemsOf(w.sofa)})
		wantFault(t, err, 422)
		_, err = w.tryRaise(ticket.Ticket{CustomerID: w.customer, Type: ticket.Repair})
		wantFault(t, err, 422)
		live, over := true, false
		q := w.Store.Queries()
		list, err := ticket.Of(t.Context(), q, w.customer, &live, paging.Page{})
		must(t, err)
		if list.Total != 2 || list.Tickets[1].Number != first.Number || fmt.Sprint(list.Tickets[1].Items) != fmt.Sprint(first.Items) {
			t.Fatalf("got %+v; want list.Total = 2, list.Tickets[1].Number = %v, fmt.Sprint(list.Tickets[1].Items) = %v", list, first.Number, fmt.Sprint(first.Items))
		}
		if list, err := ticket.Of(t.Context(), q, w.customer, &over, paging.Page{}); err != nil || list.Total != 0 {
			t.Fatalf("got %+v, %v; want list.Total = 0", list, err)
		}
		if list, err := ticket.Of(t.Context(), q, w.customer, nil, paging.Page{Size: 1}); err != nil || list.Total != 2 || len(list.Tickets) != 1 {
			t.Fatalf("got %+v, %v; want list.Total = 2, len(list.Tickets) = 1", list, err)
		}
	})
}

// REVOKE-01, REVOKE-02, REVOKE-03, REVOKE-07, REVOKE-08: the check before a request reports live
// requests.
func TestParallel(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		check := func(items ...int64) ticket.Check {
			t.Helper()
			c, err := w.Tickets.Parallel(t.Context(), w.customer, items, 690)
			must(t, err)
			return c
		}
		if c := check(w.sofa, w.fridge); len(c.Live) != 0 || !c.Revocable {
			t.Fatalf("nothing live: %+v; want len(c.Live) = 0, c.Revocable", c)
		}
		w.raise(ticket.Repair, w.sofa)
		if c := check(w.sofa); len(c.Live) != 1 || !c.Revocable || c.Message != "Do you wish to close all live requests ?" {
			t.Fatalf(`one to revoke: %+v; want len(c.Live) = 1, c.Revocable, c.Message = "Do you wish to close all live requests ?"`, c)
		}
		if c := check(w.fridge); len(c.Live) != 0 {
			t.Fatalf("another item: %+v; want len(c.Live) = 0", c)
		}
		fixed := ticket.Ticket{CustomerID: w.customer, Binding: true, Type: ticket.Closure, Items: ticket.ItemsOf(w.fridge)}
		_, err := w.tryRaise(fixed)
		must(t, err)
		const want = "Looks like you have some live Repair, Closure request(s) against some of the items. Please contact support for further assistance."
		if c := check(w.sofa, w.fridge); len(c.Live) != 2 || c.Revocable || c.Message != want {
			t.Fatalf("one that is fixed: %+v; want len(c.Live) = 2, not c.Revocable, c.Message = %v", c, want)
		}
		_, err = w.tryRaise(fixed)
		wantFault(t, err, 409)
		_, err = w.Tickets.Parallel(t.Context(), w.customer, []int64{w.sofa}, 7)
		wantFault(t, err, 422)
		_, err = w.Tickets.Parallel(t.Context(), w.customer, []int64{77}, 20)
		wantFault(t, err, 404)
	})
}

// REVOKE-04, REVOKE-05, REVOKE-06: requests are revoked all or none, and a second revocation is
// refused.
func TestRevoke(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		one, two := w.raise(ticket.Repair, w.sofa), w.raise(ticket.Repair, w.fridge)
		fixed, err := w.tryRaise(ticket.Ticket{CustomerID: w.customer, Binding: true, Type: ticket.Closure, Items: ticket.ItemsOf(w.tv)})
		must(t, err)
		revoke := func(customer int64, names ...string) error {
			return w.Tickets.Revoke(by(t.Context()), customer, names, "Revoke request by user")
		}
		wantFault(t, revoke(w.customer, one.Number, fixed.Number), 409)
		wantFault(t, revoke(w.customer, one.Number, "T0"), 404)
		wantFault(t, revoke(w.Customer(), one.Number), 404)
		wantFault(t, revoke(w.customer), 422)
		w.wantStatus(one.ID, ticket.Raised)
		must(t, revoke(w.customer, one.Number, two.Number, one.Number))
		w.wantStatus(one.ID, ticket.Revoked)
		w.wantStatus(two.ID, ticket.Revoked)
		steps, err := ticket.TimeLine(t.Context(), w.Store.Queries(), w.customer, one.ID)
		if err != nil || len(steps) != 2 || steps[1].Comment != "Revoke request by user" || steps[1].Actor != me {
			t.Fatalf(`got %+v, %v; want len(steps) = 2, steps[1].Comment = "Revoke request by user", steps[1].Actor = %v`, steps, err, me)
		}
		wantFault(t, revoke(w.customer, one.Number), 409)
		w.raise(ticket.Closure, w.sofa) // nothing blocks a new request any more
	})
}

// Fifty calls take one request back while our people begin with it. One step wins, the other calls
// get an error, and the time line has only one step.
func TestRevokeAgainstProgress(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		closed := w.closure("2026-11-20", w.sofa)
		w.until("2026-11-19")
		w.wantStatus(closed.Ticket.ID, ticket.Scheduled)
		since := 0
		w.told(w.customer, &since)
		w.Clock.Set(day("2026-11-20").At(10, 0))
		var won, refused int
		var mu sync.Mutex
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				err := w.Tickets.Revoke(t.Context(), w.customer, []string{closed.Ticket.Number}, "")
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil:
					won++
				case fault.Is(err, 409):
					refused++
				default:
					t.Errorf("revoke: %v", err)
				}
			})
		}
		all.Go(func() {
			if _, err := w.Queue.RunDue(t.Context()); err != nil {
				t.Errorf("begin: %v", err)
			}
		})
		all.Wait()
		status := w.get(closed.Ticket.ID).Status
		if won > 1 || won+refused != 50 || (won == 1) != (status == ticket.Revoked) || won == 0 && status != ticket.InProgress {
			t.Fatalf("%d revoked, %d refused, status %s, want 50 and %v", won, refused, status, ticket.InProgress)
		}
		// The charge is owed once or not at all, and the winner's message is sent once.
		if status == ticket.Revoked {
			w.wantTold(w.customer, &since, "Your request was taken back")
			if due := w.due(); due != 0 {
				t.Errorf("taken back, and %v are due", due)
			}
		} else if due := w.due(); due != closed.Quote.Totals.Total {
			t.Errorf("begun, and %v are due, want %v", due, closed.Quote.Totals.Total)
		}
		w.booksAreRight()
	})
}

// A request that is sent twice with one key is raised once. Without a key, the second one conflicts
// with the first.
func TestDoubleSubmit(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		ctx := idempotency.WithKey(t.Context(), "k1")
		var names []string
		var mu sync.Mutex
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				closed, err := w.Tickets.Close(ctx, w.customer, ticket.CloseInput{ItemIDs: []int64{w.sofa}, Pickup: day("2026-11-20"), Reason: "Other"})
				if err != nil && !fault.Is(err, 409) {
					t.Errorf("close: %v, want 409", err)
				}
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					names = append(names, closed.Ticket.Number)
				}
			})
		}
		all.Wait()
		if slices.Sort(names); len(names) == 0 || names[0] != names[len(names)-1] {
			t.Fatalf("tickets %v, want %v", names, names[len(names)-1])
		}
		_, err := w.Tickets.Close(t.Context(), w.customer, ticket.CloseInput{ItemIDs: []int64{w.sofa}, Pickup: day("2026-11-20"), Reason: "Other"})
		wantFault(t, err, 409)
		if charged := w.charged(); charged != 1 {
			t.Fatalf("charged %d times, want 1", charged)
		}
	})
}

// charged counts the invoices of early closure charges.
func (w *fixture) charged() int {
	n := 0
	for _, i := range w.Invoices(w.customer) {
		if strings.HasPrefix(string(i.Kind), "adjustment") {
			n++
		}
	}
	return n
}

func TestRaiseRefusesLongTexts(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		_, err := w.tryRaise(ticket.Ticket{CustomerID: w.customer, Type: ticket.Repair, Items: ticket.ItemsOf(w.sofa), Message: strings.Repeat("ä", 2001)})
		wantFault(t, err, 422)
		wantFault(t, w.Tickets.Revoke(t.Context(), w.customer, []string{"T1"}, strings.Repeat("x", 2001)), 422)
	})
}
