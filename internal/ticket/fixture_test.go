package ticket_test

import (
	"context"
	"strconv"
	"testing"
	"time"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// fixture is the company with one customer who has rented a sofa, a fridge and a television in
// Bengaluru since July, for six months.
type fixture struct {
	*company.Company
	customer  int64
	sofa      int64
	fridge    int64
	tv        int64
	delivered string
}

const me = "customer"

// by returns the context of a call by the customer.
func by(ctx context.Context) context.Context { return audit.WithActor(ctx, audit.Customer()) }

func newFixture(t *testing.T, s *store.Store) *fixture {
	t.Helper()
	w := &fixture{Company: company.New(t, s, "2026-07-01"), delivered: "2026-07-01"}
	w.customer = w.Customer()
	items := w.Rent(w.customer, company.Bengaluru, w.delivered, company.Sofa, company.Fridge, company.TV).Items
	w.sofa, w.fridge, w.tv = items[0].ID, items[1].ID, items[2].ID
	w.Go("2026-11-16")
	w.Bill()
	return w
}

func onEachEngine(t *testing.T, test func(t *testing.T, w *fixture)) {
	t.Helper()
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) { test(t, newFixture(t, s)) })
}

func day(text string) calendar.Date { return calendar.MustParse(text) }

func wantFault(t testing.TB, err error, status int) {
	t.Helper()
	if !fault.Is(err, status) {
		t.Fatalf("error %v, want %d", err, status)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// raise raises a request that can be revoked.
func (w *fixture) raise(kind ticket.Type, items ...int64) ticket.Ticket {
	w.T.Helper()
	made, err := w.tryRaise(ticket.Ticket{CustomerID: w.customer, Type: kind, Items: ticket.ItemsOf(items...)})
	must(w.T, err)
	return made
}

func (w *fixture) tryRaise(t ticket.Ticket) (made ticket.Ticket, err error) {
	err = w.Store.Write(w.T.Context(), t.CustomerID, func(tx *store.Tx) error {
		made, err = w.Tickets.Raise(by(w.T.Context()), tx, t)
		return err
	})
	return made, err
}

func (w *fixture) closure(pickup string, items ...int64) ticket.Closed {
	w.T.Helper()
	closed, err := w.Tickets.Close(by(w.T.Context()), w.customer, ticket.CloseInput{ItemIDs: items, Pickup: day(pickup), Reason: "Other"})
	must(w.T, err)
	return closed
}

func (w *fixture) get(id int64) ticket.Ticket {
	w.T.Helper()
	t, err := ticket.Get(w.T.Context(), w.Store.Queries(), w.customer, id)
	must(w.T, err)
	return t
}

func (w *fixture) wantStatus(id int64, want ticket.Status) {
	w.T.Helper()
	if got := w.get(id).Status; got != want {
		w.T.Fatalf("status %s, want %s", got, want)
	}
}

// until advances the clock to ten at night of a day and runs the jobs at their times.
func (w *fixture) until(text string) {
	w.T.Helper()
	w.untilTime(day(text).At(22, 0))
}

// untilTime advances the clock to a time and runs the jobs at their times.
func (w *fixture) untilTime(end time.Time) {
	w.T.Helper()
	for {
		_, err := w.Queue.RunDue(w.T.Context())
		must(w.T, err)
		due, some, err := w.Queue.NextDue(w.T.Context())
		must(w.T, err)
		if !some || due.After(end) {
			w.Clock.Set(end)
			return
		}
		if due.After(w.Clock.Now()) {
			w.Clock.Set(due)
		}
	}
}

type txOf = store.Tx

func itoa(n int) string { return strconv.Itoa(n) }
