package payment_test

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/paging"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/provider/razorpay"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	emulated "rento/internal/sandbox/razorpay"
	"rento/internal/store"
	"rento/internal/testkit"
)

const day = 24 * time.Hour

// CALL-63, CALL-67, CALL-68, CALL-69, ENTITY-53, ENTITY-54, PROD-04: a payment of dues is
// started and paid at the gateway. The browser brings back the proof, and the transaction is
// paid.
func TestPayDue(t *testing.T) {
	testkit.BothEngines(t)
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		w.wantShares(tr, shares{Purpose: payment.Due, Amount: dueAmount, ByGateway: dueAmount})
		w.wantStatus(p, tr, payment.StatusPending)
		fields := w.pay(order, "success")
		for range 2 { // repeating the call is safe
			if paid, err := w.capture(p, tr, fields); err != nil || !paid {
				w.T.Fatalf("capture: %v, %v", paid, err)
			}
		}
		w.wantPaid(p, tr)
		w.wait(5 * day) // neither webhooks nor questions change it
		w.wantPaid(p, tr)
		w.wantAlerts()
	})
}

func TestF01LostCallback(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		w.pay(order, "success")
		w.wait(time.Minute) // the webhook reports it
		w.wantPaid(p, tr)
	})
}

func TestF01LostCallbackAndWebhooks(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		w.deaf = true
		w.pay(order, "success")
		w.wait(31 * time.Second) // the first question finds it
		w.wantPaid(p, tr)
	})
}

// The webhook comes before the answer that names the order. The event is kept and processed
// later, not dropped.
func TestF02WebhookBeforeOurRow(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr := w.lostOrder()
		order := w.onlyOrder()
		w.pay(order, "success")
		w.box.Deliver(w.T.Context()) // events for an order that we do not know yet
		w.between = nil
		w.wait(5 * time.Minute)
		w.wantPaid(p, tr)
	})
}

func TestF03Duplicates(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		w.do(sandbox.Command{Webhooks: []emulator.Rule{{Event: "*", Action: emulator.Duplicate, Times: 10, Copies: 5}}})
		fields := w.pay(order, "success")
		if _, err := w.capture(p, tr, fields); err != nil {
			w.T.Fatal(err)
		}
		w.wait(2 * time.Hour)
		w.wantPaid(p, tr)
	})
}

func TestF04OutOfOrder(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		w.do(sandbox.Command{Webhooks: []emulator.Rule{
			{Event: "payment.authorized", Action: emulator.Delay, Seconds: 7200}, {Event: "payment.captured", Action: emulator.Delay, Seconds: 3600},
		}})
		w.pay(order, "success")
		w.wait(3 * time.Hour)
		w.wantPaid(p, tr)
	})
}

func TestF05FailedThenCaptured(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		w.pay(order, emulated.OutcomeFailedThenPaid)
		w.work()
		w.wantStatus(p, tr, payment.StatusFailed)
		if again := w.startDue(p); again.ID != tr.ID || w.open(p, again).Checkout.OrderID != order {
			w.T.Fatal("a failure must not lead to a second order while the first can be paid")
		}
		w.wantStatus(p, tr, payment.StatusPending)
		w.wait(10 * time.Minute)
		w.wantPaid(p, tr)
	})
}

// The customer's try fails. The next try on the same order succeeds.
func TestF05FailureThenSuccess(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		w.pay(order, "failure")
		w.wait(40 * time.Second)
		w.wantStatus(p, tr, payment.StatusFailed)
		if again := w.open(p, tr).Checkout.OrderID; again != order {
			w.T.Fatalf("order %s, want %s", again, order)
		}
		w.wait(40 * time.Second)
		w.wantStatus(p, tr, payment.StatusPending) // the old failure does not count
		w.pay(order, "success")
		w.wait(time.Minute)
		w.wantPaid(p, tr)
	})
}

// The bank honours a payment that was given up days ago.
func TestF06LateSuccess(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		w.deaf = true
		body := emulated.Attempt{OrderID: order, Outcome: emulated.OutcomeLate, Seconds: int((60 * time.Hour).Seconds())}
		if _, status := w.attempt(body); status != http.StatusOK {
			w.T.Fatalf("HTTP %d, want 200", status)
		}
		w.wait(time.Hour)
		w.wantStatus(p, tr, payment.StatusFailed)
		w.wait(4 * day)
		w.wantPaid(p, tr)
	})
}

// The bank honours a payment whose transaction was replaced and paid meanwhile. The money goes
// back to its source.
func TestF06LateSuccessAfterPaidAnotherWay(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, first, order := w.begin()
		body := emulated.Attempt{OrderID: order, Outcome: emulated.OutcomeFailedThenPaid, Seconds: int((30 * time.Hour).Seconds())}
		if _, status := w.attempt(body); status != http.StatusOK {
			w.T.Fatalf("HTTP %d, want 200", status)
		}
		w.wait(time.Minute)
		w.credit(p, money.Rupees(30)) // the wallet's part changes the amount
		second := w.startDue(p)
		if second.ID == first.ID {
			w.T.Fatalf("transaction %d was started again, want another one", first.ID)
		}
		w.wantShares(second, shares{
			Purpose: payment.Due, Amount: dueAmount, ByGateway: dueAmount - money.Rupees(30), Wallet: money.Rupees(30),
		})
		w.wantStatus(p, first, payment.StatusFailed)
		w.pay(w.open(p, second).Checkout.OrderID, "success")
		w.wait(time.Minute)
		w.wantStatus(p, second, payment.StatusPaid)
		w.wait(8 * day)
		w.wantStatus(p, first, payment.StatusFailed)
		w.wantReturned(p, second.ByGateway())
	})
}

// The gateway refuses a capture for three hours, long after the dense part of the schedule. We
// try it again within the hour, again and again. This does not use up the schedule.
func TestRefusedCaptureIsTriedSoon(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		w.deaf = true
		w.wait(8 * time.Hour)
		w.inject("payments.capture", emulator.Error500, 6)
		w.pay(order, emulated.OutcomeAuthorized)
		w.wait(20 * time.Hour) // the next scheduled question finds it
		w.wantPaid(p, tr)
	})
}

// If the gateway does not capture an authorized payment itself, we capture it.
func TestF07AuthorizedIsCaptured(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		w.inject("payments.capture", emulator.Error500, 1)
		fields := w.pay(order, emulated.OutcomeAuthorized)
		if paid, err := w.capture(p, tr, fields); err != nil || paid {
			w.T.Fatalf("capture: %v, %v", paid, err)
		}
		w.wantStatus(p, tr, payment.StatusPending)
		w.wait(3 * time.Minute) // the next question captures it
		w.wantPaid(p, tr)
	})
}

// What the browser brings is worth nothing unless it has the proof for our own order.
func TestF08ForgedReturn(t *testing.T) {
	onEachEngine(t, func(w *world) {
		both := w.debtors(2)
		p, other := both[0], both[1]
		tr, otherTr := w.startDue(p), w.startDue(other)
		order, otherOrder := w.open(p, tr).Checkout.OrderID, w.open(other, otherTr).Checkout.OrderID
		foreign := w.pay(otherOrder, "success")
		own := w.pay(order, "failure")
		forged := []map[string]string{
			{},
			own, foreign,
			{"razorpay_order_id": order, "razorpay_payment_id": foreign["razorpay_payment_id"], "razorpay_signature": foreign["razorpay_signature"]},
			{"razorpay_order_id": order, "razorpay_payment_id": "pay_x", "razorpay_signature": razorpay.Sign("wrong", []byte(order+"|pay_x"))},
			{"razorpay_order_id": order, "razorpay_payment_id": "pay_x"},
		}
		for _, fields := range forged {
			if _, err := w.capture(p, tr, fields); !fault.Is(err, http.StatusBadRequest) {
				w.T.Fatalf("%v: %v, want 400", fields, err)
			}
		}
		w.wantStatus(p, tr, payment.StatusPending) // we did not even ask the gateway
		if _, err := w.payments.Capture(w.T.Context(), other, payment.ReturnInput{TransactionID: tr.ID, UniqueID: tr.UniqueID}); !fault.Is(err, http.StatusNotFound) {
			w.T.Fatalf("another customer's transaction: %v, want 404", err)
		}
		if paid, err := w.capture(other, otherTr, foreign); err != nil || !paid {
			w.T.Fatalf("the true one: %v, %v", paid, err)
		}
	})
}

// A due is paid twice. The second payment goes back to its source the same day, once, however
// often its event arrives.
func TestF10PaidTwice(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, first, firstOrder := w.begin()
		w.credit(p, money.Rupees(30))
		second := w.startDue(p)
		secondOrder := w.open(p, second).Checkout.OrderID
		w.do(sandbox.Command{Webhooks: []emulator.Rule{{Event: "*", Action: emulator.Duplicate, Times: 20, Copies: 3}}})
		w.pay(firstOrder, "success")
		w.wait(time.Minute)
		w.wantStatus(p, first, payment.StatusPaid) // late money for a replaced transaction is accepted once
		w.pay(secondOrder, "success")
		w.wait(2 * day)
		w.wantReturned(p, first.ByGateway())
	})
}

// Nobody knows whether the gateway created the order. We find it by our reference, and there is
// only one order.
func TestF11UnknownOrder(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr := w.lostOrder()
		w.wantStatus(p, tr, payment.StatusPending)
		w.between = nil
		order := w.open(p, tr).Checkout.OrderID
		if order != w.onlyOrder() {
			w.T.Fatal("there are two orders")
		}
		w.pay(order, "success")
		w.wait(time.Minute)
		w.wantPaid(p, tr)
	})
}

// The answer to a refund is lost. We ask again with the same idempotency key, and one refund
// leaves.
func TestF12UnknownRefund(t *testing.T) {
	for _, trouble := range []emulator.Fault{emulator.TimeoutBefore, emulator.Error500After, emulator.HTML502, emulator.Throttled} {
		t.Run(string(trouble), func(t *testing.T) { unknownRefund(newWorld(t, testkit.Open(t)), trouble) })
	}
	onEachEngine(t, func(w *world) { unknownRefund(w, emulator.TimeoutAfter) })
}

func unknownRefund(w *world, trouble emulator.Fault) {
	p, first, firstOrder := w.begin()
	w.credit(p, money.Rupees(30))
	second := w.startDue(p)
	secondOrder := w.open(p, second).Checkout.OrderID
	w.pay(firstOrder, "success")
	w.inject("payments.refund", trouble, 2)
	w.pay(secondOrder, "success")
	w.wait(3 * day)
	w.wantReturned(p, first.ByGateway())
}

// A signed webhook with a wrong amount is a hint like any other. The gateway's own answer
// decides.
func TestF08WrongAmountInWebhook(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		w.do(sandbox.Command{Webhooks: []emulator.Rule{{Event: "*", Action: emulator.WrongAmount, Times: 9}}})
		w.pay(order, "success")
		w.wait(time.Minute)
		w.wantPaid(p, tr)
	})
}

// A webhook that is not signed by the gateway changes nothing.
func TestForgedWebhook(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		w.do(sandbox.Command{Webhooks: []emulator.Rule{{Event: "*", Action: emulator.BadSignature, Times: 99}}})
		w.pay(order, "success")
		before := len(w.calls)
		w.box.Deliver(w.T.Context())
		if _, err := w.Queue.RunDue(w.T.Context()); err != nil || len(w.calls) != before {
			w.T.Fatalf("calls %v, %v; want none", w.calls[before:], err)
		}
		w.wantStatus(p, tr, payment.StatusPending)
	})
}

// An order that is never paid is given up after its schedule, because the gateway reports no
// payment. No more questions are asked.
func TestNeverPaidExpires(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, _ := w.begin()
		w.wait(5 * day)
		w.wantStatus(p, tr, payment.StatusFailed)
		before := len(w.calls)
		w.wait(day)
		asked := slices.DeleteFunc(slices.Clone(w.calls[before:]), func(c string) bool { return c == "GET /payments" })
		if len(asked) > 0 {
			w.T.Fatalf("still asked %v", asked)
		}
	})
}

// poll asks for the status every two seconds, as a waiting screen does.
func (w *world) poll(p int64, t payment.Transaction, d time.Duration) {
	w.T.Helper()
	for until := w.Clock.Now().Add(d); w.Clock.Now().Before(until); {
		w.Clock.Advance(2 * time.Second)
		w.work()
		w.status(p, t)
	}
}

// A screen that waits for twenty minutes makes us ask the gateway more often, but it uses up
// nothing of the four-day schedule. Money that comes afterwards is found on schedule.
func TestPollingUsesNothingOfTheScheduleUp(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		w.deaf = true
		w.poll(p, tr, 20*time.Minute)
		w.wantStatus(p, tr, payment.StatusPending)
		w.pay(order, emulated.OutcomeSuccess)
		w.wait(3 * time.Minute) // nobody polls any more
		w.wantPaid(p, tr)
	})
}

// Somebody waited on the screen for a payment that the bank has not decided. We watch the
// payment as closely as any other, and no person is alerted.
func TestPollingWhileTheBankIsAtIt(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		w.deaf = true
		late := emulated.Attempt{OrderID: order, Outcome: emulated.OutcomeLate, Seconds: 585}
		if _, status := w.attempt(late); status != http.StatusOK {
			w.T.Fatalf("HTTP %d, want 200", status)
		}
		w.poll(p, tr, 570*time.Second)
		w.wantStatus(p, tr, payment.StatusPending)
		w.wait(3 * time.Minute) // nobody polls any more
		w.wantPaid(p, tr)
		w.wantAlerts()
	})
}

// Questions without an answer do not count. After an outage in the first minutes, a gateway is
// asked as often as one that was never away.
func TestUnansweredQuestionsDoNotCount(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		w.deaf = true
		w.between = func(string) error { return os.ErrDeadlineExceeded }
		before := len(w.calls)
		w.wait(40 * time.Minute)
		if asked := len(w.calls) - before; asked < 4 || asked > 12 {
			w.T.Errorf("%d questions in 40 minutes of silence, want 4 to 12", asked)
		}
		w.between = nil
		w.wait(35 * time.Minute) // one question is answered, and counts as the first
		w.pay(order, emulated.OutcomeSuccess)
		w.wait(3 * time.Minute)
		w.wantPaid(p, tr)
	})
}

// If a customer comes back after days, the schedule starts again, so the order does not expire
// during the payment.
func TestComingBackIsWatched(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		w.wait(3*day + 23*time.Hour)
		if again := w.open(p, w.startDue(p)).Checkout.OrderID; again != order {
			w.T.Fatalf("order %s, want %s", again, order)
		}
		w.wait(12 * time.Hour)
		w.wantStatus(p, tr, payment.StatusPending)
		w.deaf = true
		w.open(p, w.startDue(p))
		w.pay(order, "success")
		w.wait(2 * time.Minute)
		w.wantPaid(p, tr)
	})
}

// While the gateway cannot be asked, nothing is given up before the schedule ends. Then a person
// is alerted and the customer can pay again. Money for the old order still counts.
func TestUnreachableGatewayIsNoFailure(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		w.deaf = true
		w.pay(order, "success")
		w.between = func(string) error { return os.ErrDeadlineExceeded }
		w.wait(4*day - time.Hour)
		w.wantStatus(p, tr, payment.StatusPending)
		w.wait(2 * day)
		if !slices.Contains(w.alerts(), "payment_undecided") {
			w.T.Fatalf("alerts %v, want %q in it", w.alerts(), "payment_undecided")
		}
		if again := w.startDue(p); again.ID == tr.ID || again.State != payment.Open {
			w.T.Fatalf("again %+v, want a new transaction", again)
		}
		w.between = nil
		w.wait(day + time.Hour)
		w.wantPaid(p, tr)
	})
}

// A payment that the bank leaves undecided blocks the customer for at most four days. Then a
// person is alerted and the customer can pay again, also at another gateway. Late money for the
// first payment is a second payment and goes back.
func TestAnUndecidedPaymentEndsWithItsSchedule(t *testing.T) {
	onEachEngine(t, func(w *world) {
		a := w.atAcme()
		p := w.debtor()
		first := w.startDue(p)
		order := strings.TrimPrefix(w.openAt(p, first, "acme-wallet").ProviderURL, "https://acme.example/pay/")
		a.pay(order, provider.PaymentCreated, dueAmount)
		w.wait(3 * day)
		_, err := w.payments.StartGateway(w.T.Context(), p, payment.GatewayInput{TransactionID: first.ID, UniqueID: first.UniqueID, Gateway: razorpay.Name})
		wantFault(w.T, err, http.StatusConflict)
		w.wait(2 * day)
		w.wantAlerts("payment_undecided")
		second := w.startDue(p)
		w.pay(w.open(p, second).Checkout.OrderID, "success")
		w.wait(time.Hour)
		w.wantStatus(p, second, payment.StatusPaid)
		a.pay(order, provider.PaymentCaptured, dueAmount)
		w.wait(2 * day)
		// acme cannot refund, so a person is alerted about the second payment.
		w.wantAlerts("payment_undecided", "refund_failed")
		if owed := -w.Balances(p)[ledger.ExcessPayment]; owed != dueAmount {
			w.T.Errorf("%v are owed, want the second payment of %v", owed, dueAmount)
		}
	})
}

// If a payment is given up undecided, its customer is told once, and it stays in the list. It is
// shown as not confirmed while we still ask the gateway, and as failed once the gateway has
// refused it. Late money pays what is due, or goes back if that was paid another way.
func TestWhatIsGivenUpUndecidedIsToldOnceAndStays(t *testing.T) {
	ends := map[provider.PaymentState]payment.State{provider.PaymentCaptured: payment.Succeeded, provider.PaymentFailed: payment.Failed}
	for end, state := range ends {
		t.Run(string(end), func(t *testing.T) {
			onEachEngine(t, func(w *world) {
				a, p := w.atAcme(), w.debtor()
				tr := w.startDue(p)
				order := strings.TrimPrefix(w.openAt(p, tr, "acme-wallet").ProviderURL, "https://acme.example/pay/")
				a.pay(order, provider.PaymentCreated, dueAmount)
				w.wait(3 * day)
				w.wantListed(p, tr, payment.Pending)
				w.wait(3 * day)
				w.wantListed(p, tr, payment.Expired)
				w.wantToldUndecided(p, 1)
				a.pay(order, end, dueAmount)
				w.wait(2 * day)
				w.wantListed(p, tr, state)
				w.wantToldUndecided(p, 1)
			})
		})
	}
}

// A transaction that was started and never paid is given up without a message. One that was paid
// another way meanwhile is listed as a payment that came and went back.
func TestWhatElseIsGivenUpIsNotToldAsUndecided(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, _ := w.begin()
		w.wait(5 * day)
		w.wantListed(p, tr)
		w.wantToldUndecided(p, 0)
		a := w.atAcme()
		first := w.startDue(p)
		order := strings.TrimPrefix(w.openAt(p, first, "acme-wallet").ProviderURL, "https://acme.example/pay/")
		a.pay(order, provider.PaymentCreated, dueAmount)
		w.wait(5 * day)
		second := w.startDue(p)
		w.pay(w.open(p, second).Checkout.OrderID, "success")
		w.wait(time.Hour)
		a.pay(order, provider.PaymentCaptured, dueAmount)
		w.wait(2 * day)
		w.wantListed(p, first, payment.Pending, payment.Succeeded)
		w.wantListed(p, second, payment.Succeeded)
	})
}

// If the bank refuses a payment that it has not confirmed for a while, the customer is told, and the
// payment stays in the list. A refusal at once is seen on the screen, and told to nobody.
func TestALateRefusalIsToldAndStays(t *testing.T) {
	for name, c := range map[string]struct {
		after time.Duration
		told  int
	}{"at once": {time.Minute, 0}, "an hour later": {time.Hour, 1}} {
		t.Run(name, func(t *testing.T) {
			onEachEngine(t, func(w *world) {
				a, p := w.atAcme(), w.debtor()
				tr := w.startDue(p)
				order := strings.TrimPrefix(w.openAt(p, tr, "acme-wallet").ProviderURL, "https://acme.example/pay/")
				a.pay(order, provider.PaymentCreated, dueAmount)
				w.wait(31 * time.Second)
				w.wantListed(p, tr, payment.Pending)
				w.wait(c.after - 31*time.Second)
				a.pay(order, provider.PaymentFailed, dueAmount)
				w.wait(6 * day)
				w.wantListed(p, tr, payment.Failed)
				told := 0
				for _, mail := range w.Mails(p) {
					if strings.Contains(mail.Body, "your bank refused your payment of "+dueAmount.String()) {
						told++
					}
				}
				if told != c.told {
					w.T.Errorf("told %d times, want %d", told, c.told)
				}
				w.wantToldUndecided(p, 0)
			})
		})
	}
}

// wantListed checks the states under which the payments of a transaction and their returns are
// listed.
func (w *world) wantListed(p int64, t payment.Transaction, want ...payment.State) {
	w.T.Helper()
	list, err := w.payments.Transactions(w.T.Context(), p, paging.Page{Number: 1, Size: 100})
	if err != nil {
		w.T.Fatal(err)
	}
	var got []payment.State
	for _, listed := range list {
		if listed.TransactionID == t.ID {
			got = append(got, listed.State)
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		w.T.Errorf("listed as %v, want %v", got, want)
	}
}

// wantToldUndecided checks how many mails said that the payment was not confirmed.
func (w *world) wantToldUndecided(p int64, want int) {
	w.T.Helper()
	var got int
	for _, mail := range w.Mails(p) {
		if strings.Contains(mail.Body, "did not confirm your payment of "+dueAmount.String()) {
			got++
		}
	}
	if got != want {
		w.T.Errorf("told %d times that a payment was not confirmed, want %d", got, want)
	}
}

// lostOrder starts an order for which the gateway answers neither the creation nor the next
// question.
func (w *world) lostOrder() (int64, payment.Transaction) {
	w.T.Helper()
	p := w.debtor()
	tr := w.startDue(p)
	w.inject("orders.create", emulator.TimeoutAfter, 1)
	created := false
	w.between = func(call string) error {
		if created {
			return os.ErrDeadlineExceeded
		}
		created = call == "POST /orders"
		return nil
	}
	_, err := w.payments.StartGateway(w.T.Context(), p, payment.GatewayInput{TransactionID: tr.ID, UniqueID: tr.UniqueID, Gateway: razorpay.Name})
	if !fault.Is(err, http.StatusBadGateway) {
		w.T.Fatalf("start: %v, want 502", err)
	}
	return p, tr
}

// onlyOrder returns the id of the only order that the gateway has.
func (w *world) onlyOrder() string {
	w.T.Helper()
	orders := w.orders()
	if len(orders) != 1 {
		w.T.Fatalf("orders %v, want length 1", orders)
	}
	return orders[0]
}

// credit puts money into a wallet.
func (w *world) credit(p int64, amount money.Paise) {
	w.T.Helper()
	w.Write(p, func(tx *store.Tx) error {
		_, _, err := w.Ledger.Post(w.T.Context(), tx, ledger.Entry{
			CustomerID: p, SourceType: "reward", SourceID: fmt.Sprint(w.IDs.Next()), At: calendar.Stamp(w.Clock.Now()), Description: "Reward",
			Legs: []ledger.Leg{ledger.Debit(ledger.Promotion, amount), ledger.Credit(ledger.PromotionalCredit, amount)},
		})
		return err
	})
}

// wantReturned checks that the due is paid once, that the other payment went back in full, and
// that the gateway holds the first payment.
func (w *world) wantReturned(p int64, kept money.Paise) {
	w.T.Helper()
	b := w.Balances(p)
	if b.InvoicesDue() != 0 || b[ledger.ExcessPayment] != 0 {
		w.T.Fatalf("balances %v, want no invoice due and no payment still to go back", b)
	}
	w.wantInTransit(kept)
	w.wantAlerts()
	list, err := w.payments.Transactions(w.T.Context(), p, paging.Page{Number: 1, Size: 10})
	w.must(err)
	if len(list) < 2 {
		w.T.Fatalf("listed %+v, want what came back and the payment at least", list)
	}
	type back struct {
		Name             string
		State            payment.State
		Negative, HasWay bool // its amount is negative, and it says how it went back
	}
	got := back{list[0].Describe(), list[0].State, list[0].Amount < 0, list[0].Mode != ""}
	if diff := cmp.Diff(back{"Payment returned to its source", payment.Succeeded, true, true}, got); diff != "" {
		w.T.Fatalf("what came back (-want +got):\n%s", diff)
	}
	came := slices.IndexFunc(list, func(l payment.Listed) bool {
		return l.TransactionID == list[0].TransactionID && l.Amount == -list[0].Amount && l.State == payment.Succeeded
	})
	if came < 0 {
		w.T.Fatalf("listed %+v, want the payment that went back beside its return", list)
	}
	var told []string
	reference := fmt.Sprint(list[0].TransactionID)
	for _, m := range w.Mails(p) {
		if strings.Contains(m.Body, reference) && !strings.Contains(m.Body, "Thank you") {
			told = append(told, m.Subject)
		}
	}
	if amount := (-list[0].Amount).String(); fmt.Sprint(told) != fmt.Sprintf("[Your payment of %s goes back to you Your payment of %s was sent back]", amount, amount) {
		w.T.Fatalf("told %q under the reference %s, want %v", told, reference, fmt.Sprintf("[Your payment of %s goes back to you Your payment of %s was sent back]", amount, amount))
	}
	refunds := 0
	for _, call := range w.calls {
		if strings.HasSuffix(call, "/refund") {
			refunds++
		}
	}
	if refunds == 0 {
		w.T.Fatal("no refund was asked for")
	}
}
