package ticket_test

import (
	"strings"
	"testing"

	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// An offer that nobody answers ends after a fortnight, and both are told once.
func TestAnUnansweredTransferExpires(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *world) {
		w.payAll()
		receiver := w.Customer()
		made, err := w.transfer(receiver, w.sofa)
		must(t, err)
		if d := w.details(made.Number); d.LastDay != day("2026-11-30") {
			t.Errorf("last day %v", d.LastDay)
		}
		w.until("2026-11-30")
		w.wantStatus(made.ID, ticket.Raised)
		w.until("2026-12-01")
		w.wantStatus(made.ID, ticket.Cancelled)
		w.until("2026-12-03")
		w.wantOneMail(w.customer, "The transfer to")
		w.wantOneMail(receiver, "The transfer from")
		must(t, second(w.transfer(receiver, w.sofa))) // nothing is in the way any more
	})
}

// Whoever accepts and never pays does not keep the giver waiting: after another
// fortnight the items are the giver's alone, and nothing is due for them.
func TestAnAcceptedTransferExpires(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *world) {
		w.payAll()
		receiver := w.Customer()
		home := w.Address(receiver, company.Bengaluru)
		made, err := w.transfer(receiver, w.sofa)
		must(t, err)
		w.until("2026-11-20")
		in, err := w.Tickets.Accept(t.Context(), receiver, made.Number, home)
		must(t, err)
		if in.LastDay != day("2026-12-04") {
			t.Errorf("last day %v", in.LastDay)
		}
		w.until("2026-12-04")
		w.wantStatus(made.ID, ticket.InProgress)
		w.until("2026-12-05")
		w.wantStatus(made.ID, ticket.Cancelled)
		w.wantOneMail(w.customer, "The transfer to")
		w.wantOneMail(receiver, "The transfer from")
		coming, err := w.Tickets.IncomingTransfers(t.Context(), receiver)
		must(t, err)
		if len(coming) != 1 || coming[0].DepositDue != 0 || !coming[0].LastDay.IsZero() {
			t.Errorf("%+v", coming)
		}
		wantFault(t, second(w.Tickets.Accept(t.Context(), receiver, made.Number, home)), 409)
	})
}

// A receiver who has paid does not lose the items because the paper is late.
func TestATransferThatWaitsForThePaperStays(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *world) {
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

func (w *world) wantOneMail(customerID int64, subject string) {
	w.T.Helper()
	found := 0
	for _, m := range w.Mails(customerID) {
		if strings.HasPrefix(m.Subject, subject) && strings.HasSuffix(m.Subject, "is over") {
			found++
		}
	}
	if found != 1 {
		w.T.Errorf("%d mails of %q", found, subject)
	}
}
