package ticket_test

import (
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/limit"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// Texts in requests are erased with the account. The record of what was done stays.
func TestDeletionTakesTheWordsOfRequests(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		raised, err := w.tryRaise(ticket.Ticket{CustomerID: w.customer, Type: ticket.Repair, Items: []ticket.Item{{ID: w.sofa}}, Message: "Ring at Mrs Rao's, 98765 43210"})
		must(t, err)
		must(t, w.Store.Write(t.Context(), w.customer, func(tx *store.Tx) error { return w.Tickets.Deletion().Erase(t.Context(), tx, w.customer) }))
		left := w.get(raised.ID)
		if left.Message != "" || left.Number != raised.Number || left.Status != raised.Status {
			t.Errorf(`left: %+v; want left.Message = "", left.Number = %v, left.Status = %v`, left, raised.Number, raised.Status)
		}
		steps, err := w.Store.Queries().TicketSteps(t.Context(), w.customer, raised.ID)
		must(t, err)
		for _, step := range steps {
			if step.Comment != "" {
				t.Errorf(`left: %+v; want step.Comment = ""`, step)
			}
		}
		if len(steps) == 0 {
			t.Error("the steps are gone")
		}
	})
}

// deleting requests the deletion of a customer's account, which takes effect in a week.
func (w *fixture) deleting(customerID int64) {
	w.T.Helper()
	accounts := account.New(account.Deps{
		Store: w.Store, IDs: w.IDs, Clock: w.Clock, Jobs: w.Queue, Notices: w.Notices, Limits: limit.New(w.Store, w.Clock, 1),
		Logger: slog.New(slog.DiscardHandler), Concerns: []account.Concern{subscription.Deletion(), w.Tickets.Deletion()},
	})
	_, err := accounts.RequestDeletion(by(w.T.Context()), account.Session{CustomerID: customerID, Actor: audit.Customer()})
	must(w.T, err)
}

// If a receiver's account is deleted, the giver does not wait for an answer: the giver gets one
// message with the receiver's name, and can offer the items to somebody else at once.
func TestADeletedAccountDeclinesWhatItIsOffered(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		receiver := w.Customer()
		name := w.nameOf(receiver)
		w.deleting(receiver)
		w.Clock.Advance(24 * time.Hour)
		made, err := w.transfer(receiver, w.sofa)
		must(t, err)
		w.until("2026-11-22")
		w.wantStatus(made.ID, ticket.Raised)
		since := 0
		w.told(w.customer, &since)
		w.until("2026-11-24")
		if got := w.nameOf(receiver); got != "Former customer" {
			t.Fatalf("the account is %s's, want it erased", got)
		}
		w.wantStatus(made.ID, ticket.Cancelled)
		w.wantTold(w.customer, &since, name+" does not take your items over")
		for _, m := range w.Mails(receiver) {
			if m.Body != "" {
				t.Errorf("a former customer was written to: %s", m.Body)
			}
		}
		must(t, second(w.transfer(w.Customer(), w.sofa)))
		w.booksAreRight()
	})
}

// A receiver who accepts within the week has items. So the account and the transfer are kept.
func TestAnAcceptedTransferKeepsTheAccount(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		receiver := w.Customer()
		w.deleting(receiver)
		made, err := w.transfer(receiver, w.sofa)
		must(t, err)
		must(t, second(w.Tickets.Accept(t.Context(), receiver, made.Number, w.Address(receiver, company.Bengaluru))))
		w.until("2026-11-24")
		w.wantStatus(made.ID, ticket.InProgress)
		mails := w.Mails(receiver)
		if last := mails[len(mails)-1]; w.nameOf(receiver) == "Former customer" || !strings.Contains(last.Body, "because of: rented items") {
			t.Errorf("the account is %s's, told last %q; want it kept because of rented items", w.nameOf(receiver), last.Body)
		}
	})
}

// Before a receiver leaves all transfers, they are listed: the accepted ones, but not offers that
// still wait for an answer.
func TestWhatLeavingEverythingGivesUp(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		receiver := w.Customer()
		made, err := w.transfer(receiver, w.sofa)
		must(t, err)
		accepted := func(want ...string) {
			t.Helper()
			list, err := w.Tickets.Accepted(t.Context(), receiver)
			must(t, err)
			var got []string
			for _, in := range list {
				got = append(got, in.Number)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("would be given up: %v, want %v", got, want)
			}
		}
		accepted()
		must(t, second(w.Tickets.Accept(t.Context(), receiver, made.Number, w.Address(receiver, company.Bengaluru))))
		accepted(made.Number)
		w.Write(receiver, func(tx *store.Tx) error {
			left, err := w.Tickets.LeaveAll(t.Context(), tx, receiver)
			if left != 1 {
				t.Errorf("%d given up, want 1", left)
			}
			return err
		})
		accepted()
		w.wantStatus(made.ID, ticket.Cancelled)
	})
}
