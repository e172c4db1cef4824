package payment_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/paging"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/provider/razorpay"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	"rento/internal/store/db"
	"rento/internal/testkit"
)

// If the gateway refuses a refund, we still owe the money, and a person is alerted. F19
func TestRefundFails(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, firstOrder := w.begin()
		w.credit(p, money.Rupees(30))
		secondOrder := w.open(p, w.startDue(p)).Checkout.OrderID
		w.pay(firstOrder, "success")
		w.do(sandbox.Command{Outcomes: []emulator.Answer{{Call: "refund", Outcome: "failure"}}})
		w.pay(secondOrder, "success")
		w.wait(3 * day)
		if owed := -w.Balances(p)[ledger.ExcessPayment]; owed != dueAmount-money.Rupees(30) {
			w.T.Fatalf("refund payable %v, want %v", owed, dueAmount-money.Rupees(30))
		}
		if !strings.Contains(fmt.Sprint(w.alerts()), "refund_failed") {
			w.T.Fatalf("alerts %v, want %q in it", w.alerts(), "refund_failed")
		}
		list, err := w.payments.Transactions(w.T.Context(), p, paging.Page{Number: 1, Size: 10})
		if err != nil {
			w.T.Fatal(err)
		}
		for _, l := range list {
			if back := l.Amount < 0; l.NotBack != back {
				w.T.Errorf("%+v: want NotBack = %v", l, back)
			}
		}
	})
}

// We ask daily about a refund that does not end. After ten days a person is alerted.
func TestRefundIsSlow(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, firstOrder := w.begin()
		w.credit(p, money.Rupees(30))
		secondOrder := w.open(p, w.startDue(p)).Checkout.OrderID
		w.pay(firstOrder, "success")
		w.do(sandbox.Command{Outcomes: []emulator.Answer{{Call: "refund", Outcome: "pending"}}})
		w.pay(secondOrder, "success")
		w.wait(5 * day)
		w.wantAlerts()
		w.wait(9 * day)
		w.wantAlerts("refund_slow")
	})
}

// The gateway gives money back by hand, long after the last daily comparison that covers the
// payment. The refund event raises the alert.
func TestRefundedOutsideAfterTheComparisons(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		fields := w.pay(order, "success")
		if paid, err := w.capture(p, tr, fields); err != nil || !paid {
			w.T.Fatalf("%v, %v", paid, err)
		}
		w.wait(9 * day)
		w.wantAlerts()
		byHand := provider.RefundRequest{PaymentID: fields["razorpay_payment_id"], Amount: 5000, Key: "by-hand-0001"}
		if _, err := w.gateway.Refund(w.T.Context(), byHand); err != nil {
			w.T.Fatal(err)
		}
		w.wait(time.Hour)
		w.wantAlerts("refunded_outside")
	})
}

// Money in the suspense account, for an order that is not ours, is given back by hand. There is
// no order to ask about, but a person is alerted all the same.
func TestMoneyInSuspenseIsRefundedOutside(t *testing.T) {
	onEachEngine(t, func(w *world) {
		order, err := w.gateway.CreateOrder(w.T.Context(), provider.OrderRequest{Reference: "somebody", Amount: 5000})
		if err != nil {
			w.T.Fatal(err)
		}
		fields := w.pay(order.OrderID, "success")
		w.wait(2 * day)
		byHand := provider.RefundRequest{PaymentID: fields["razorpay_payment_id"], Amount: 5000, Key: "by-hand-0001"}
		if _, err := w.gateway.Refund(w.T.Context(), byHand); err != nil {
			w.T.Fatal(err)
		}
		w.wait(time.Hour)
		if !slices.Contains(w.alerts(), "refunded_outside") {
			w.T.Fatalf("alerts %v, want %q in it", w.alerts(), "refunded_outside")
		}
	})
}

// A dispute (chargeback) concerns money that has long been in the books. A person is alerted
// about each of its steps, once.
func TestDisputes(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		fields := w.pay(order, "success")
		if paid, err := w.capture(p, tr, fields); err != nil || !paid {
			w.T.Fatalf("%v, %v", paid, err)
		}
		w.wait(9 * day)
		paid := fields["razorpay_payment_id"]
		for n, kind := range []string{"payment.dispute.created", "payment.dispute.lost", "payment.dispute.lost"} {
			body := fmt.Sprintf(`{"event":%q,"created_at":%d,"payload":{"payment":{"entity":{"id":%q,"order_id":%q,"status":"captured","amount":%d,"currency":"INR","created_at":1}},"dispute":{"entity":{"id":"disp_1","payment_id":%q}}}}`,
				kind, n, paid, order, dueAmount, paid)
			if err := w.inbox.Receive(w.T.Context(), razorpay.Name, signed(body), []byte(body)); err != nil {
				w.T.Fatal(err)
			}
		}
		w.wait(time.Minute)
		w.wantAlerts("payment_disputed", "payment_disputed")
		for _, a := range testkit.OpenAlerts(w.T, w.Store) {
			if a.CustomerID != p {
				w.T.Errorf("an alert about customer %d, want %d", a.CustomerID, p)
			}
		}
	})
}

// Somebody gave money back by hand at the gateway. We post nothing, and a person is alerted.
func TestRefundedOutside(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		fields := w.pay(order, "success")
		if paid, err := w.capture(p, tr, fields); err != nil || !paid {
			w.T.Fatalf("%v, %v", paid, err)
		}
		_, err := w.gateway.Refund(w.T.Context(), provider.RefundRequest{PaymentID: fields["razorpay_payment_id"], Amount: 5000, Key: "by-hand-0001"})
		if err != nil {
			w.T.Fatal(err)
		}
		w.wait(2 * day)
		if !strings.Contains(fmt.Sprint(w.alerts()), "refunded_outside") {
			w.T.Fatalf("alerts %v, want %q in it", w.alerts(), "refunded_outside")
		}
	})
}

// failedRefund pays a due twice, and the gateway refuses to refund the second payment.
func (w *world) failedRefund() (p int64, refund db.Refund) {
	w.T.Helper()
	p, _, firstOrder := w.begin()
	w.credit(p, money.Rupees(30))
	secondOrder := w.open(p, w.startDue(p)).Checkout.OrderID
	w.pay(firstOrder, "success")
	w.do(sandbox.Command{Outcomes: []emulator.Answer{{Call: "refund", Outcome: "failure"}}})
	second := w.pay(secondOrder, "success")["razorpay_payment_id"]
	w.wait(day)
	refund = w.refundOf(second)
	if refund.State != string(payment.RefundFailed) {
		w.T.Fatalf("refund %+v, want one that failed", refund)
	}
	return p, refund
}

// wantGivenBack checks that we owe nothing of a second payment any more, and that the gateway
// holds only the first payment.
func (w *world) wantGivenBack(p int64) {
	w.T.Helper()
	if owed := w.Balances(p)[ledger.ExcessPayment]; owed != 0 {
		w.T.Errorf("%v are still owed", -owed)
	}
	w.wantInTransit(dueAmount)
}

// When a person retries a failed refund, the gateway is asked for a new refund. If that fails
// too, the person is alerted again. F19
func TestAFailedRefundIsTriedAgain(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, refund := w.failedRefund()
		ctx := w.T.Context()
		wantFault(w.T, w.payments.RetryRefund(ctx, w.Customer(), refund.ID), http.StatusNotFound)
		w.do(sandbox.Command{Outcomes: []emulator.Answer{{Call: "refund", Outcome: "failure"}}})
		for _, wantAlerts := range []string{"[refund_failed refund_failed]", "[refund_failed refund_failed]"} {
			if err := w.payments.RetryRefund(ctx, p, refund.ID); err != nil {
				w.T.Fatal(err)
			}
			wantFault(w.T, w.payments.RetryRefund(ctx, p, refund.ID), http.StatusConflict)
			w.wait(day)
			if got := fmt.Sprint(w.alerts()); got != wantAlerts {
				w.T.Errorf("alerts %s, want %s", got, wantAlerts)
			}
		}
		w.wantGivenBack(p)
		wantFault(w.T, w.payments.RetryRefund(ctx, p, refund.ID), http.StatusConflict)
		told := w.told(p, "sent back")
		// The refund failed twice, and the customer is told once.
		want := []string{
			fmt.Sprintf("Your payment of %v could not be sent back yet", refund.AmountPaise),
			fmt.Sprintf("Your payment of %v was sent back", refund.AmountPaise),
		}
		if !slices.Equal(told, want) {
			w.T.Errorf("told %q, want %q", told, want)
		}
	})
}

// Somebody makes a failed refund by hand at the gateway. Its event tells us that the refund is
// done.
func TestAFailedRefundIsMadeAtTheGateway(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, refund := w.failedRefund()
		byHand := provider.RefundRequest{PaymentID: refund.PaymentID, Amount: refund.AmountPaise, Key: "by-hand-0001"}
		if _, err := w.gateway.Refund(w.T.Context(), byHand); err != nil {
			w.T.Fatal(err)
		}
		w.wait(time.Hour)
		w.wantGivenBack(p)
		w.wantAlerts("refund_failed")
	})
}

// The company pays a failed refund from its bank account. If the gateway gives back the same
// money later, a person is alerted. F19
func TestAFailedRefundIsPaidByTheBank(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, refund := w.failedRefund()
		ctx, bank := w.T.Context(), w.total(ledger.Bank)
		wantFault(w.T, w.payments.FinishRefund(ctx, w.Customer(), refund.ID, "UTR 0017"), http.StatusNotFound)
		wantFault(w.T, w.payments.FinishRefund(ctx, p, refund.ID, "......"), http.StatusUnprocessableEntity)
		wantFault(w.T, w.payments.FinishRefund(ctx, p, refund.ID, strings.Repeat("7", 201)), http.StatusUnprocessableEntity)
		if err := w.payments.FinishRefund(ctx, p, refund.ID, "UTR 0017"); err != nil {
			w.T.Fatal(err)
		}
		wantFault(w.T, w.payments.FinishRefund(ctx, p, refund.ID, "UTR 0017"), http.StatusConflict)
		if owed, left := w.Balances(p)[ledger.ExcessPayment], bank-w.total(ledger.Bank); owed != 0 || left != refund.AmountPaise {
			w.T.Errorf("%v are still owed, %v left the bank, want 0 and %v", -owed, left, refund.AmountPaise)
		}
		byHand := provider.RefundRequest{PaymentID: refund.PaymentID, Amount: refund.AmountPaise, Key: "by-hand-0001"}
		if _, err := w.gateway.Refund(ctx, byHand); err != nil {
			w.T.Fatal(err)
		}
		w.wait(time.Hour)
		w.wantAlerts("refund_failed", "refunded_outside")
	})
}

// Somebody gives a second payment back by hand just before our own refund, and no event reports
// it. The gateway refuses our refund, but nobody must be led to pay the money once more. If the
// refund stays unknown, the gateway's word about the payment ends it.
func TestARefundThatIsMadeAlreadyDoesNotFail(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, firstOrder := w.begin()
		w.credit(p, money.Rupees(30))
		secondOrder := w.open(p, w.startDue(p)).Checkout.OrderID
		w.pay(firstOrder, "success")
		w.work()
		w.deaf = true
		byHand := false
		w.between = func(call string) error {
			if strings.HasSuffix(call, "/refund") && !byHand {
				byHand = true
				id := strings.TrimSuffix(strings.TrimPrefix(call, "POST /payments/"), "/refund")
				if _, err := w.gateway.Refund(w.T.Context(), provider.RefundRequest{PaymentID: id, Amount: dueAmount - money.Rupees(30), Key: "by-hand-0001"}); err != nil {
					w.T.Fatal(err)
				}
			}
			return nil
		}
		second := w.pay(secondOrder, "success")["razorpay_payment_id"]
		w.wait(5 * day)
		if !byHand {
			w.T.Fatal("our refund was not asked for, so none was made by hand before it")
		}
		w.wantAlerts()
		if told := w.told(p, "could not be sent back"); len(told) != 0 {
			w.T.Fatalf("told %v, want nothing", told)
		}
		refund := w.refundOf(second)
		wantFault(w.T, w.payments.FinishRefund(w.T.Context(), p, refund.ID, "UTR 0017"), http.StatusConflict)
		w.wait(10 * day)
		w.wantAlerts("refund_slow")
		w.wantGivenBack(p)
	})
}

// If a gateway has given back all or part of a payment, the refund cannot also be paid from the
// bank. It cannot be paid from the bank either while the gateway cannot be asked.
func TestWhatTheGatewayHasGivenBackIsNotPaidByTheBank(t *testing.T) {
	for _, part := range []money.Paise{1, 2} {
		onEachEngine(t, func(w *world) {
			p, refund := w.failedRefund()
			ctx, bank := w.T.Context(), w.total(ledger.Bank)
			w.deaf = true
			byHand := provider.RefundRequest{PaymentID: refund.PaymentID, Amount: refund.AmountPaise / part, Key: "by-hand-0001"}
			if _, err := w.gateway.Refund(ctx, byHand); err != nil {
				w.T.Fatal(err)
			}
			wantFault(w.T, w.payments.FinishRefund(ctx, p, refund.ID, "UTR 0017"), http.StatusConflict)
			w.between = func(string) error { return errors.New("the line is cut") }
			wantFault(w.T, w.payments.FinishRefund(ctx, p, refund.ID, "UTR 0017"), http.StatusBadGateway)
			if left := bank - w.total(ledger.Bank); left != 0 {
				w.T.Errorf("%v left the bank, want nothing", left)
			}
		})
	}
}

// A retried refund is processed under another id than that of the new try. Its event ends the
// refund, and the new try does not count as a failure.
func TestAnotherTryOfARefundIsDone(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, refund := w.failedRefund()
		if err := w.payments.RetryRefund(w.T.Context(), p, refund.ID); err != nil {
			w.T.Fatal(err)
		}
		other := provider.RefundRequest{PaymentID: refund.PaymentID, Amount: refund.AmountPaise, Key: "by-hand-0001"}
		made, err := w.gateway.Refund(w.T.Context(), other)
		if err != nil {
			w.T.Fatal(err)
		}
		w.wait(time.Hour)
		w.wantGivenBack(p)
		if got := w.refundOf(refund.PaymentID); got.State != string(payment.RefundProcessed) || got.GatewayRefundID != made.ID {
			w.T.Errorf("refund %+v, want %s processed", got, made.ID)
		}
		if got := fmt.Sprint(w.alerts()); got != "[refund_failed]" {
			w.T.Errorf("alerts %s, want that of the first try only", got)
		}
	})
}

// told returns the subjects of the mails to a customer that contain the given words.
func (w *world) told(p int64, words string) []string {
	var subjects []string
	for _, m := range w.Mails(p) {
		if strings.Contains(m.Subject, words) {
			subjects = append(subjects, m.Subject)
		}
	}
	return subjects
}

// refundOf returns the refund of a payment at Razorpay.
func (w *world) refundOf(paymentID string) db.Refund {
	w.T.Helper()
	rows, err := w.Store.Queries().PaymentRefundsOf(w.T.Context(), razorpay.Name, paymentID)
	if err != nil || len(rows) != 1 {
		w.T.Fatalf("refunds %+v, %v, want one", rows, err)
	}
	return rows[0]
}

// If the gateway does not answer, a refund is tried every six hours, not daily. So a customer
// who paid twice has the money back within hours after the gateway recovers.
func TestARefundWithoutAnAnswer(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, firstOrder := w.begin()
		w.credit(p, money.Rupees(30))
		secondOrder := w.open(p, w.startDue(p)).Checkout.OrderID
		w.pay(firstOrder, "success")
		w.do(sandbox.Command{Faults: []emulator.Plan{{Call: "payments.refund", Fault: emulator.TimeoutBefore, Times: 5}}})
		w.pay(secondOrder, "success")
		w.wait(8 * time.Hour)
		if owed := w.Balances(p)[ledger.ExcessPayment]; owed == 0 {
			w.T.Fatal("nothing is owed, want the refund not to have gone out yet")
		}
		w.wait(8 * time.Hour)
		if owed := w.Balances(p)[ledger.ExcessPayment]; owed != 0 {
			w.T.Errorf("%v are owed 16 hours later, want the sixth try to have brought it back", owed)
		}
	})
}
