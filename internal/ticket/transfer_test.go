package ticket_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/fault"
	"rento/internal/idempotency"
	"rento/internal/money"
	"rento/internal/paging"
	"rento/internal/subscription"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// mobileOf returns the mobile number of a customer.
func (w *fixture) mobileOf(customer int64) string {
	w.T.Helper()
	row, err := w.Store.Queries().AccountCustomer(w.T.Context(), customer)
	must(w.T, err)
	return row.Mobile
}

func (w *fixture) transfer(to int64, items ...int64) (ticket.Ticket, error) {
	return w.Tickets.Transfer(w.T.Context(), w.customer, ticket.TransferInput{ItemIDs: items, Mobile: w.mobileOf(to)})
}

// payAll pays the dues of the customer and the required deposit.
func (w *fixture) payAll() {
	w.Deposit(w.customer, "all", money.Rupees(6600))
	w.Pay(w.customer, "all", w.Balances(w.customer).InvoicesDue())
}

// CALL-33, ENTITY-23, ERR-18, ERR-19, TRANSFER-02, TRANSFER-04, TRANSFER-05, TRANSFER-12,
// TRANSFER-13, VALID-15: who may take items over, and when.
func TestTransferRefusals(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		receiver := w.Customer()
		_, err := w.transfer(receiver, w.sofa)
		wantFault(t, err, 422) // dues
		w.payAll()
		for name, c := range map[string]struct {
			mobile string
			extra  bool
		}{
			"nobody's number": {"9876500000", true}, "the own number": {w.mobileOf(w.customer), false},
			"nine digits": {"987650000", false}, "letters": {"98765abcde", false},
		} {
			_, err := w.Tickets.Transfer(t.Context(), w.customer, ticket.TransferInput{ItemIDs: []int64{w.sofa}, Mobile: c.mobile})
			f := fault.Of(err)
			if _, has := f.Extra["destinationMobileNumber"]; f.Status != 422 || has != c.extra {
				t.Errorf("%s: %+v; want f.Status = 422, has = %v", name, f, c.extra)
			}
		}
		away := w.Rent(w.customer, company.Pune, "2026-11-16", company.Sofa).Items[0].ID
		fixed := w.Rent(w.customer, company.Bengaluru, "2026-11-16", company.AC).Items[0].ID
		w.Deposit(w.customer, "more", money.Rupees(6600))
		_, err = w.transfer(receiver, away)
		wantFault(t, err, 422)
		_, err = w.transfer(receiver, fixed)
		wantFault(t, err, 422)
		must(t, second(w.transfer(receiver, w.sofa)))
		_, err = w.transfer(receiver, w.sofa)
		wantFault(t, err, 409)
	})
}

func second[A any](_ A, err error) error { return err }

// TRANSFER-06, TRANSFER-07, R14: a transfer from start to end. The first owner is billed up to the
// day, the second from the day on. The tenure goes along, and the first owner's deposit is settled
// afterwards.
func TestTransferToTheEnd(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		receiver := w.Customer()
		home := w.Address(receiver, company.Bengaluru)
		made, err := w.transfer(receiver, w.sofa)
		must(t, err)
		coming, err := w.Tickets.IncomingTransfers(t.Context(), receiver)
		if err != nil || len(coming) != 1 || coming[0].Number != made.Number || coming[0].Deposit != money.Rupees(3000) {
			t.Fatalf("got %+v, %v; want len(coming) = 1, coming[0].Number = %v, coming[0].Deposit = %v", coming, err, made.Number, money.Rupees(3000))
		}
		if diff := cmp.Diff(w.mobileOf(receiver), w.details(made.Number).ReceiverMobile); diff != "" {
			t.Errorf("number of the receiver (-want +got):\n%s", diff)
		}
		other := w.Customer()
		wantFault(t, second(w.Tickets.Accept(t.Context(), other, made.Number, w.Address(other, company.Bengaluru))), 404)
		wantFault(t, second(w.Tickets.Accept(t.Context(), receiver, made.Number, w.Address(receiver, company.Pune))), 422)
		wantFault(t, second(w.Tickets.Parties(t.Context(), receiver, made.Number)), 409)
		taken, err := w.Tickets.Accept(t.Context(), receiver, made.Number, home)
		if err != nil || taken.DepositDue != money.Rupees(3000) || taken.Waiting.For == ticket.WaitAgreement {
			t.Fatalf("got %+v, %v; want taken.DepositDue = %v, taken.Waiting.For other than %v", taken, err, money.Rupees(3000), ticket.WaitAgreement)
		}
		wantFault(t, second(w.Tickets.Accept(t.Context(), receiver, made.Number, w.Address(receiver, company.Bengaluru))), 409)
		wantFault(t, w.Tickets.Finish(t.Context(), w.customer, made.ID, ""), 409) // the deposit
		w.Deposit(receiver, "deposit", money.Rupees(3000))
		ready, err := w.Tickets.TransfersToFinish(t.Context(), 10)
		if err != nil || len(ready) != 1 {
			t.Fatalf("got %+v, %v; want len(ready) = 1", ready, err)
		}
		for _, party := range []int64{w.customer, receiver} {
			both, err := w.Tickets.Parties(t.Context(), party, made.Number)
			if err != nil || both.Giver.Name == both.Receiver.Name || len(both.Items) != 1 {
				t.Fatalf("got %+v, %v; want both.Giver.Name other than %v, len(both.Items) = 1", both, err, both.Receiver.Name)
			}
		}
		wantFault(t, second(w.Tickets.Parties(t.Context(), other, made.Number)), 404)
		w.Go("2026-11-21")
		must(t, w.Tickets.Finish(t.Context(), w.customer, made.ID, "Agreement signed"))
		w.checkHandedOver(receiver, made)
	})
}

// Transfers that wait for their receivers do not hide the ready ones behind them.
func TestAReadyTransferIsFoundBehindOthers(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		items := []int64{w.sofa}
		for _, item := range w.Rent(w.customer, company.Bengaluru, "2026-11-16", company.Sofa, company.Sofa, company.Sofa).Items {
			items = append(items, item.ID)
		}
		w.Deposit(w.customer, "all", money.Rupees(50_000))
		w.Pay(w.customer, "all", w.Balances(w.customer).InvoicesDue())
		var made []ticket.Ticket
		for n, item := range items {
			receiver := w.Customer()
			one, err := w.transfer(receiver, item)
			must(t, err)
			must(t, second(w.Tickets.Accept(t.Context(), receiver, one.Number, w.Address(receiver, company.Bengaluru))))
			if n >= 2 {
				w.Deposit(receiver, "deposit", money.Rupees(3000))
			}
			made = append(made, one)
		}
		for limit, want := range map[int]int{1: 1, 2: 2, 3: 2, 4: 2, 10: 2} {
			ready, err := w.Tickets.TransfersToFinish(t.Context(), limit)
			if err != nil || len(ready) != want || ready[0].ID != made[2].ID || ready[len(ready)-1].ID != made[1+want].ID {
				t.Errorf("at most %d: %d transfers, %v, want %d", limit, len(ready), err, want)
			}
		}
	})
}

func (w *fixture) checkHandedOver(receiver int64, made ticket.Ticket) {
	w.T.Helper()
	mine, err := w.Subscriptions.Own(w.T.Context(), w.Store.Queries(), w.customer, []int64{w.sofa})
	must(w.T, err)
	if mine[0].Status != subscription.Closed || mine[0].ClosedDate != day("2026-11-21") {
		w.T.Fatalf("the giver's: %+v; want mine[0].Status = %v, mine[0].ClosedDate = %v", mine[0], subscription.Closed, day("2026-11-21"))
	}
	theirs, err := w.Subscriptions.ActiveItems(w.T.Context(), w.Store.Queries(), receiver, paging.Page{})
	must(w.T, err)
	if got := theirs.Items; len(got) != 1 || got[0].TenureEnd != mine[0].TenureEnd || got[0].Rent != mine[0].Rent || got[0].DeliveryDate != day("2026-11-21") {
		w.T.Fatalf("the receiver's: %+v; want len(got) = 1, got[0].TenureEnd = %v, got[0].Rent = %v, got[0].DeliveryDate = %v", got, mine[0].TenureEnd, mine[0].Rent, day("2026-11-21"))
	}
	w.until("2026-12-01")
	w.Bill()
	// 1,499 a month: 20 and 10 of the 30 days of November.
	const giverPart, receiverPart = 99933, 49967
	if got := w.rentOf(w.customer, w.sofa); got != giverPart {
		w.T.Errorf("the giver's November: %v, want %v", got, giverPart)
	}
	if got := w.rentOf(receiver, w.get(made.ID).Items[0].TakenID); got != receiverPart {
		w.T.Errorf("the receiver's November: %v, want %v", got, receiverPart)
	}
}

// rentOf is the taxable rent of an item for November.
func (w *fixture) rentOf(customer, item int64) (total money.Paise) {
	w.T.Helper()
	for _, i := range w.Invoices(customer) {
		document, err := w.Billing.Document(w.T.Context(), w.Store.Queries(), customer, i.ID)
		must(w.T, err)
		for _, l := range document.Lines {
			if l.ItemID == item && l.Kind == "rent" && !l.From.Before(day("2026-11-01")) {
				total += l.Amount
			}
		}
	}
	return total
}

// A transfer that is declined, before or after acceptance, leaves everything as it was.
func TestDecline(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		receiver := w.Customer()
		for _, accepted := range []bool{false, true} {
			made, err := w.transfer(receiver, w.sofa)
			must(t, err)
			if accepted {
				must(t, second(w.Tickets.Accept(t.Context(), receiver, made.Number, w.Address(receiver, company.Bengaluru))))
			}
			must(t, w.Tickets.Decline(t.Context(), receiver, made.Number))
			w.wantStatus(made.ID, ticket.Cancelled)
			coming, err := w.Tickets.IncomingTransfers(t.Context(), receiver)
			if err != nil || coming[0].DepositDue != 0 {
				t.Fatalf("got %+v, %v; want coming[0].DepositDue = 0", coming, err)
			}
		}
	})
}

// Once the receiver has accepted, the giver cannot take a transfer back. The fault says who still
// can. It does not say that our team has begun.
func TestAnAcceptedTransferIsNotTakenBack(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		receiver := w.Customer()
		made, err := w.transfer(receiver, w.sofa)
		must(t, err)
		must(t, second(w.Tickets.Accept(t.Context(), receiver, made.Number, w.Address(receiver, company.Bengaluru))))
		err = w.Tickets.Revoke(by(t.Context()), w.customer, []string{made.Number}, "")
		wantFault(t, err, 409)
		if code := fault.Of(err).Code; code != "transfer.accepted" {
			t.Errorf("refused as %q, want transfer.accepted", code)
		}
		w.wantStatus(made.ID, ticket.InProgress)
	})
}

// Accepting or declining twice, with or without a client key, has the same effect as once: the
// answer is the same and nobody gets a second message. A transfer that ended for another reason is
// still refused.
func TestTheReceiverAnswersTwice(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		receiver := w.Customer()
		home := w.Address(receiver, company.Bengaluru)
		made, err := w.transfer(receiver, w.sofa)
		must(t, err)
		keyed := idempotency.WithKey(t.Context(), "accept-1")
		first, err := w.Tickets.Accept(keyed, receiver, made.Number, home)
		must(t, err)
		mine, theirs := len(w.Mails(w.customer)), len(w.Mails(receiver))
		for name, ctx := range map[string]context.Context{"same key": keyed, "no key": t.Context(), "another key": idempotency.WithKey(t.Context(), "accept-2")} {
			again, err := w.Tickets.Accept(ctx, receiver, made.Number, home)
			if err != nil || again.Items[0].ID != first.Items[0].ID || again.DepositDue != first.DepositDue || again.Status != ticket.InProgress {
				t.Errorf("%s: accepted again: %+v, %v; want again.Items[0].ID = %v, again.DepositDue = %v, again.Status = %v", name, again, err, first.Items[0].ID, first.DepositDue, ticket.InProgress)
			}
		}
		keyed = idempotency.WithKey(t.Context(), "decline-1")
		must(t, w.Tickets.Decline(keyed, receiver, made.Number))
		for _, ctx := range []context.Context{keyed, t.Context()} {
			if err := w.Tickets.Decline(ctx, receiver, made.Number); err != nil {
				t.Errorf("declined again: %v", err)
			}
		}
		if mine, theirs = len(w.Mails(w.customer))-mine, len(w.Mails(receiver))-theirs; mine != 1 || theirs != 1 {
			t.Errorf("%d and %d mails of one refusal, want 1 and 1", mine, theirs)
		}
		over, err := w.transfer(receiver, w.sofa)
		must(t, err)
		must(t, w.Tickets.Revoke(by(t.Context()), w.customer, []string{over.Number}, ""))
		wantFault(t, w.Tickets.Decline(t.Context(), receiver, over.Number), 409)
		wantFault(t, second(w.Tickets.Accept(t.Context(), receiver, over.Number, home)), 409)
	})
}

// R14: the first owner must pay all dues before the hand-over. Until then the company's list of
// visits shows how much is due.
func TestDuesHoldTheHandOverUp(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		receiver := w.Customer()
		made, err := w.transfer(receiver, w.sofa)
		must(t, err)
		must(t, second(w.Tickets.Accept(t.Context(), receiver, made.Number, w.Address(receiver, company.Bengaluru))))
		w.Deposit(receiver, "deposit", money.Rupees(3000))
		w.until("2026-12-01")
		w.Bill() // November's rent
		due := w.Balances(w.customer).Dues()
		listed := func() money.Paise {
			ready, err := w.Tickets.TransfersToFinish(t.Context(), 10)
			if err != nil || len(ready) != 1 || ready[0].ID != made.ID {
				t.Fatalf("got %+v, %v; want len(ready) = 1, ready[0].ID = %v", ready, err, made.ID)
			}
			return ready[0].GiverDues
		}
		if got := listed(); due == 0 || got != due {
			t.Errorf("listed with dues of %v, want %v", got, due)
		}
		wantFault(t, w.Tickets.Finish(t.Context(), w.customer, made.ID, ""), 409)
		w.wantStatus(made.ID, ticket.InProgress)
		w.Pay(w.customer, "november", due)
		if got := listed(); got != 0 {
			t.Errorf("listed with dues of %v, want none", got)
		}
		must(t, w.Tickets.Finish(t.Context(), w.customer, made.ID, ""))
		w.wantStatus(made.ID, ticket.Done)
	})
}
