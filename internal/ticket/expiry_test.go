package ticket_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// An offer that nobody answers ends after 14 days, and each customer gets one message.
func TestAnUnansweredTransferExpires(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		receiver := w.Customer()
		made, err := w.transfer(receiver, w.sofa)
		must(t, err)
		if d := w.details(made.Number); d.Waiting.Until != day("2026-11-30") {
			t.Errorf("last day %v, want %v", d.Waiting.Until, day("2026-11-30"))
		}
		w.until("2026-11-30")
		w.wantStatus(made.ID, ticket.Raised)
		w.until("2026-12-01")
		w.wantStatus(made.ID, ticket.Cancelled)
		w.wantEnding(made.Number, ticket.EndUnanswered)
		w.until("2026-12-03")
		w.wantOneMail(w.customer, "The transfer to")
		w.wantOneMail(receiver, "The transfer from")
		must(t, second(w.transfer(receiver, w.sofa))) // nothing blocks a new transfer any more
	})
}

// A receiver who accepts and never pays does not keep the giver waiting. After another 14 days the
// items belong to the giver alone, and the receiver owes nothing for them.
func TestAnAcceptedTransferExpires(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		receiver := w.Customer()
		home := w.Address(receiver, company.Bengaluru)
		made, err := w.transfer(receiver, w.sofa)
		must(t, err)
		w.until("2026-11-20")
		in, err := w.Tickets.Accept(t.Context(), receiver, made.Number, home)
		must(t, err)
		if in.Waiting.Until != day("2026-12-04") {
			t.Errorf("last day %v, want %v", in.Waiting.Until, day("2026-12-04"))
		}
		w.until("2026-12-04")
		w.wantStatus(made.ID, ticket.InProgress)
		w.until("2026-12-05")
		w.wantStatus(made.ID, ticket.Cancelled)
		w.wantEnding(made.Number, ticket.EndNotReady)
		w.wantOneMail(w.customer, "The transfer to")
		w.wantOneMail(receiver, "The transfer from")
		coming, err := w.Tickets.IncomingTransfers(t.Context(), receiver)
		must(t, err)
		if len(coming) != 1 || coming[0].DepositDue != 0 || !coming[0].Waiting.Until.IsZero() {
			t.Errorf("got %+v; want len(coming) = 1, coming[0].DepositDue = 0, coming[0].Waiting.Until.IsZero()", coming)
		}
		wantFault(t, second(w.Tickets.Accept(t.Context(), receiver, made.Number, home)), 409)
	})
}

// A receiver who has paid does not lose the items because the signed agreement is late.
func TestATransferThatWaitsForThePaperStays(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		receiver := w.Customer()
		home := w.Address(receiver, company.Bengaluru)
		made, err := w.transfer(receiver, w.sofa)
		must(t, err)
		in, err := w.Tickets.Accept(t.Context(), receiver, made.Number, home)
		must(t, err)
		w.Deposit(receiver, "offer", in.Deposit)
		w.until("2027-01-10")
		w.wantStatus(made.ID, ticket.InProgress)
		must(t, w.Tickets.Finish(t.Context(), w.customer, made.ID, ""))
	})
}

func (w *fixture) wantEnding(number string, want ticket.Ending) {
	w.T.Helper()
	d := w.details(number)
	if d.Ending != want {
		w.T.Errorf("transfer %s is over for %q, want %q", number, d.Ending, want)
	}
	offers, err := w.Tickets.IncomingTransfers(w.T.Context(), d.ReceiverID)
	must(w.T, err)
	at := slices.IndexFunc(offers, func(in ticket.Incoming) bool { return in.Number == number })
	if at < 0 {
		w.T.Fatalf("transfers to the receiver %+v, want %s among them", offers, number)
	}
	if offers[at].Ending != want {
		w.T.Errorf("to its receiver transfer %s is over for %q, want %q", number, offers[at].Ending, want)
	}
}

// A transfer that was ended says who ended it.
func TestATransferSaysWhyItIsOver(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		receiver := w.Customer()
		home := w.Address(receiver, company.Bengaluru)
		ends := []struct {
			want   ticket.Ending
			accept bool
			end    func(made ticket.Ticket) error
		}{
			{ticket.EndDeclined, false, func(made ticket.Ticket) error { return w.Tickets.Decline(t.Context(), receiver, made.Number) }},
			{ticket.EndLeft, true, func(made ticket.Ticket) error { return w.Tickets.Decline(t.Context(), receiver, made.Number) }},
			{ticket.EndByCompany, true, func(made ticket.Ticket) error {
				return w.Tickets.GiveUp(t.Context(), w.customer, made.ID, "The agreement was never signed.")
			}},
			{"", false, func(made ticket.Ticket) error {
				return w.Tickets.Revoke(by(t.Context()), w.customer, []string{made.Number}, "")
			}},
		}
		for _, e := range ends {
			made, err := w.transfer(receiver, w.sofa)
			must(t, err)
			w.wantEnding(made.Number, "")
			if e.accept {
				must(t, second(w.Tickets.Accept(t.Context(), receiver, made.Number, home)))
			}
			must(t, e.end(made))
			w.wantEnding(made.Number, e.want)
			w.Clock.Advance(time.Minute)
		}
	})
}

func (w *fixture) wantOneMail(customerID int64, subject string) {
	w.T.Helper()
	found := 0
	for _, m := range w.Mails(customerID) {
		if strings.HasPrefix(m.Subject, subject) && strings.HasSuffix(m.Subject, "is over") {
			found++
		}
	}
	if found != 1 {
		w.T.Errorf("%d mails of %q, want 1", found, subject)
	}
}

// If one transfer cannot be ended, the transfers behind it still are.
func TestOneBrokenTransferStopsNoOther(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		broken, err := w.transfer(w.Customer(), w.sofa)
		must(t, err)
		w.Clock.Advance(time.Minute)
		behind, err := w.transfer(w.Customer(), w.tv)
		must(t, err)
		unreadable := func(quote string) {
			query := fmt.Sprintf("UPDATE ticket_items SET quote = '%s' WHERE ticket_id = %d", quote, broken.ID)
			_, err := testkit.Raw(t, w.Store).ExecContext(t.Context(), query)
			must(t, err)
		}
		unreadable("no JSON")
		w.until("2026-12-01")
		unreadable("")
		w.wantStatus(behind.ID, ticket.Cancelled)
		w.wantStatus(broken.ID, ticket.Raised)
		w.until("2026-12-02") // the next run ends it
		w.wantStatus(broken.ID, ticket.Cancelled)
	})
}

// A transfer that waits only for the giver's dues says so to both customers and in its time line.
// The giver is reminded, and the transfer ends 14 days later.
func TestATransferWaitsForTheGiversDues(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s)
		w.payAll()
		receiver := w.Customer()
		home := w.Address(receiver, company.Bengaluru)
		made, err := w.transfer(receiver, w.sofa)
		must(t, err)
		w.until("2026-11-25")
		_, err = w.Tickets.Accept(t.Context(), receiver, made.Number, home)
		must(t, err)
		w.Deposit(receiver, "theirs", money.Rupees(9000))
		w.Go("2026-12-01")
		w.Bill() // the giver owes rent now
		w.until("2026-12-02")
		d := w.details(made.Number)
		if d.Waiting.For != ticket.WaitDues || d.Waiting.Dues == 0 || d.Waiting.Until.IsZero() {
			t.Fatalf("got %+v; want d.Waiting.For = %v, d.Waiting.Dues other than 0, not d.Waiting.Until.IsZero()", d.Waiting, ticket.WaitDues)
		}
		var said []string
		for _, step := range d.Steps {
			said = append(said, step.Comment)
		}
		if got := strings.Join(said, ", "); !strings.Contains(got, "Receiver ready, Dues open") {
			t.Errorf("time line: %s, want %q in it", got, "Receiver ready, Dues open")
		}
		told := func(customerID int64, part string) (n int) {
			for _, m := range w.Mails(customerID) {
				if strings.Contains(m.Subject, part) {
					n++
				}
			}
			return n
		}
		if told(w.customer, "so that your transfer can be done") != 1 || told(receiver, "waits") != 1 {
			t.Error("not both were told once")
		}
		last := d.Waiting.Until
		w.until(last.String())
		w.wantStatus(made.ID, ticket.InProgress)
		if told(w.customer, "so that your transfer can be done") != 2 {
			t.Error("the giver was not reminded")
		}
		w.until(last.AddDays(1).String())
		w.wantStatus(made.ID, ticket.Cancelled)
		w.wantEnding(made.Number, ticket.EndDues)
		w.wantOneMail(w.customer, "The transfer to")
		w.wantOneMail(receiver, "The transfer from")
	})
}
