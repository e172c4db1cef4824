package ticket_test

import (
	"strings"
	"testing"

	"rento/internal/audit"
	"rento/internal/money"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// giveUp gives a request up as the company does.
func (w *fixture) giveUp(id int64) error {
	w.T.Helper()
	return w.Tickets.GiveUp(audit.WithActor(w.T.Context(), audit.Staff("Meera Nair")), w.customer, id, "Nobody was at home")
}

// Nobody is at home on the day of the pickup. The company gives the pickup up, the early closure
// charge is credited, and the customer gets one message and can raise a new request.
func TestThePickupIsGivenUp(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		made := w.closure("2026-11-20", w.sofa).Ticket
		w.until("2026-11-20")
		w.wantStatus(made.ID, ticket.InProgress)
		if w.Balances(w.customer).InvoicesDue() == 0 {
			t.Fatal("leaving early costs nothing")
		}
		since := 0
		w.told(w.customer, &since)
		for range 2 {
			must(t, w.giveUp(made.ID))
		}
		w.wantStatus(made.ID, ticket.Cancelled)
		w.wantTold(w.customer, &since, "Your request was ended by us")
		if due := w.Balances(w.customer).InvoicesDue(); due != 0 {
			t.Errorf("%v are still owed for leaving early", due)
		}
		steps := w.details(made.Number).Steps
		if last := steps[len(steps)-1]; last.Comment != "Nobody was at home" || !strings.Contains(last.Actor, "Meera Nair") {
			t.Errorf(`time line ends with %+v; want last.Comment = "Nobody was at home", strings.Contains(last.Actor, "Meera Nair")`, last)
		}
		w.closure("2026-11-25", w.sofa) // nothing blocks a new request any more
		wantFault(t, w.Tickets.GiveUp(t.Context(), w.Customer(), made.ID, "Nobody was at home"), 404)
		wantFault(t, w.Tickets.GiveUp(t.Context(), w.customer, made.ID, strings.Repeat("x", 5000)), 422)
		wantFault(t, w.Tickets.GiveUp(t.Context(), w.customer, made.ID, ".........."), 422)
	})
}

// A request that is done or was taken back cannot be given up.
func TestWhatIsOverIsNotGivenUp(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		revoked := w.raise(ticket.Repair, w.tv)
		must(t, w.Tickets.Revoke(by(t.Context()), w.customer, []string{revoked.Number}, ""))
		wantFault(t, w.giveUp(revoked.ID), 409)
		done := w.raise(ticket.Repair, w.tv)
		w.until("2026-11-20")
		must(t, w.Tickets.Finish(t.Context(), w.customer, done.ID, ""))
		wantFault(t, w.giveUp(done.ID), 409)
	})
}

// A transfer whose first owner does not sign is given up. The items that were reserved for the
// receiver are free again, and both customers are notified.
func TestATransferThatNobodySignsIsGivenUp(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		receiver := w.Customer()
		made, err := w.transfer(receiver, w.sofa)
		must(t, err)
		must(t, second(w.Tickets.Accept(t.Context(), receiver, made.Number, w.Address(receiver, company.Bengaluru))))
		w.Deposit(receiver, "deposit", money.Rupees(3000))
		var mine, theirs int
		w.told(w.customer, &mine)
		w.told(receiver, &theirs)
		before, err := w.Tickets.IncomingTransfers(t.Context(), receiver)
		if err != nil || len(before) != 1 || before[0].DepositPaid != money.Rupees(3000) {
			t.Errorf("got %+v, %v; want len(before) = 1, before[0].DepositPaid = 3000", before, err)
		}
		must(t, w.giveUp(made.ID))
		w.wantDepositNamed(receiver, "₹3,000")
		w.wantStatus(made.ID, ticket.Cancelled)
		w.wantTold(w.customer, &mine, "Your request was ended by us")
		w.wantTold(receiver, &theirs, "The transfer from "+w.nameOf(w.customer)+" was ended by us")
		coming, err := w.Tickets.IncomingTransfers(t.Context(), receiver)
		if err != nil || len(coming) != 1 || coming[0].DepositDue != 0 {
			t.Errorf("got %+v, %v; want len(coming) = 1, coming[0].DepositDue = 0", coming, err)
		}
		ready, err := w.Tickets.TransfersToFinish(t.Context(), 10)
		if err != nil || len(ready) != 0 {
			t.Errorf("still to finish: %+v, %v; want len(ready) = 0", ready, err)
		}
		must(t, second(w.transfer(receiver, w.sofa)))
	})
}
