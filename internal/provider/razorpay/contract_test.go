package razorpay_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/provider/razorpay"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	emulated "rento/internal/sandbox/razorpay"
	"rento/internal/testkit/gateway"
)

func TestRZP01PaidOrderIsSeenAsCaptured(t *testing.T) {
	both(t, func(t *testing.T, w *fixture) {
		checkout := w.Order("RM0001", money.Rupees(1299))
		if checkout.Options["key"] != keys.ID || checkout.ScriptURL == "" {
			t.Errorf(`checkout %+v; want checkout.Options["key"] = %v, checkout.ScriptURL other than ""`, checkout, keys.ID)
		}
		proof := w.pay(checkout.OrderID, "success")
		p := w.Only(checkout.OrderID)
		if p.State != provider.PaymentCaptured || p.Amount != money.Rupees(1299) || p.Currency != "INR" || p.Method != "upi" || p.Instrument == "" {
			t.Errorf(`payment %+v; want p.State = %v, p.Amount = %v, p.Currency = "INR", p.Method = "upi", p.Instrument other than ""`, p, provider.PaymentCaptured, money.Rupees(1299))
		}
		fields := map[string]string{
			razorpay.FieldPayment: proof.PaymentID, razorpay.FieldOrder: checkout.OrderID, razorpay.FieldSignature: proof.Signature,
		}
		if claim, err := w.Gateway.ReadReturn(provider.Order{ID: checkout.OrderID}, fields); claim != provider.ClaimPaid || err != nil {
			t.Error(claim, err)
		}
	})
}

func TestRZP02SameReferenceReturnsFirstOrder(t *testing.T) {
	w := inProcess(t)
	first, second := w.Order("RM0002", 5000), w.Order("RM0002", 5000)
	if first.OrderID != second.OrderID || len(w.orders()) != 1 {
		t.Errorf("orders %s and %s, want %v and length 1", first.OrderID, second.OrderID, second.OrderID)
	}
	_, err := w.Gateway.CreateOrder(t.Context(), provider.OrderRequest{Reference: "RM0002", Amount: 6000})
	if e := gateway.Outcome(t, err, provider.Declined); e.Reason != "order_differs" {
		t.Errorf("reason %q, want order_differs", e.Reason)
	}
}

func TestRZP03LostAnswerOfCreationIsRecoveredByReceipt(t *testing.T) {
	for _, fault := range []emulator.Fault{emulator.TimeoutAfter, emulator.Error500After, emulator.Empty200, emulator.Malformed, emulator.SlowBody} {
		w := inProcess(t)
		w.Spoil("orders.create", fault)
		checkout := w.Order("RM0003", 5000)
		if all := w.orders(); len(all) != 1 || all[0]["id"] != checkout.OrderID {
			t.Errorf("%s: orders %v, want length 1 and %v", fault, all, checkout.OrderID)
		}
	}
}

func TestRZP04CreationWithoutEffectIsUnknownAndRepeatable(t *testing.T) {
	for fault, want := range map[emulator.Fault]provider.Outcome{
		emulator.TimeoutBefore: provider.Unknown, emulator.Error500: provider.Unknown,
		emulator.HTML502: provider.Unknown, emulator.Throttled: provider.NotAttempted,
	} {
		w := inProcess(t)
		w.Spoil("orders.create", fault)
		_, err := w.Gateway.CreateOrder(t.Context(), provider.OrderRequest{Reference: "RM0004", Amount: 5000})
		gateway.Outcome(t, err, want)
		if w.Order("RM0004", 5000); len(w.orders()) != 1 {
			t.Errorf("%s: orders %v, want length 1", fault, w.orders())
		}
	}
}

func TestRZP05FailedLookupBeforeCreationHasNoEffect(t *testing.T) {
	w := inProcess(t)
	w.Spoil("orders.list", emulator.Error500)
	_, err := w.Gateway.CreateOrder(t.Context(), provider.OrderRequest{Reference: "RM0005", Amount: 5000})
	gateway.Outcome(t, err, provider.NotAttempted)
	if len(w.orders()) != 0 {
		t.Errorf("orders %v", w.orders())
	}
}

func TestRZP06RefusedOrderIsDeclined(t *testing.T) {
	w := inProcess(t)
	_, err := w.Gateway.CreateOrder(t.Context(), provider.OrderRequest{Reference: "RM0006", Amount: 99})
	gateway.Outcome(t, err, provider.Declined)
	_, err = w.Gateway.CreateOrder(t.Context(), provider.OrderRequest{Amount: 5000})
	gateway.Outcome(t, err, provider.NotAttempted)
}

func TestRZP07ObserveWithoutOrderIDLooksUpReference(t *testing.T) {
	w := inProcess(t)
	seen, err := w.Gateway.Observe(t.Context(), "RM0007", "")
	if err != nil || seen.OrderID != "" || len(seen.Payments) != 0 {
		t.Fatalf(`nothing there: %+v, %v; want seen.OrderID = "", len(seen.Payments) = 0`, seen, err)
	}
	checkout := w.Order("RM0007", 5000)
	w.pay(checkout.OrderID, "success")
	seen, err = w.Gateway.Observe(t.Context(), "RM0007", "")
	if err != nil || seen.OrderID != checkout.OrderID || len(seen.Payments) != 1 {
		t.Errorf("observation %+v, %v; want seen.OrderID = %v, len(seen.Payments) = 1", seen, err, checkout.OrderID)
	}
}

func TestRZP08ObserveNeverGuesses(t *testing.T) {
	for _, fault := range []emulator.Fault{
		emulator.TimeoutBefore, emulator.TimeoutAfter, emulator.Error500, emulator.HTML502, emulator.Empty200, emulator.Malformed, emulator.SlowBody,
	} {
		w := inProcess(t)
		checkout := w.Order("RM0008", 5000)
		w.Spoil("orders.payments", fault)
		_, err := w.Gateway.Observe(t.Context(), "RM0008", checkout.OrderID)
		gateway.Outcome(t, err, provider.Unknown)
	}
	w := inProcess(t)
	_, err := w.Gateway.Observe(t.Context(), "RM0008", "order_unknown")
	gateway.Outcome(t, err, provider.Declined)
}

func TestRZP09CaptureOfAuthorizedPayment(t *testing.T) {
	both(t, func(t *testing.T, w *fixture) {
		checkout := w.Order("RM0009", 5000)
		p := w.pay(checkout.OrderID, emulated.OutcomeAuthorized)
		_, err := w.Gateway.Capture(t.Context(), p.PaymentID, 4999)
		gateway.Outcome(t, err, provider.Declined)
		got, err := w.Gateway.Capture(t.Context(), p.PaymentID, 5000)
		if err != nil || got.State != provider.PaymentCaptured {
			t.Errorf("capture: %+v, %v; want got.State = %v", got, err, provider.PaymentCaptured)
		}
		got, err = w.Gateway.Capture(t.Context(), p.PaymentID, 5000)
		if err != nil || got.State != provider.PaymentCaptured {
			t.Errorf("capture of the captured: %+v, %v; want got.State = %v", got, err, provider.PaymentCaptured)
		}
	})
}

func TestRZP10LostAnswerOfCaptureIsRefetched(t *testing.T) {
	for _, fault := range []emulator.Fault{emulator.TimeoutAfter, emulator.Error500After, emulator.Empty200, emulator.Malformed} {
		w := inProcess(t)
		checkout := w.Order("RM0010", 5000)
		p := w.pay(checkout.OrderID, emulated.OutcomeAuthorized)
		w.Spoil("payments.capture", fault)
		if got, err := w.Gateway.Capture(t.Context(), p.PaymentID, 5000); err != nil || got.State != provider.PaymentCaptured {
			t.Errorf("%s: %+v, %v; want got.State = %v", fault, got, err, provider.PaymentCaptured)
		}
	}
	w := inProcess(t)
	checkout := w.Order("RM0010", 5000)
	p := w.pay(checkout.OrderID, emulated.OutcomeAuthorized)
	w.Spoil("payments.capture", emulator.TimeoutBefore)
	_, err := w.Gateway.Capture(t.Context(), p.PaymentID, 5000)
	gateway.Outcome(t, err, provider.Unknown)
}

func TestRZP11RefundKeyNeverRefundsTwice(t *testing.T) {
	both(t, func(t *testing.T, w *fixture) {
		checkout := w.Order("RM0011", 5000)
		p := w.pay(checkout.OrderID, "success")
		req := provider.RefundRequest{PaymentID: p.PaymentID, Amount: 2000, Key: "dup:1", Reference: "RF1"}
		first, err := w.Gateway.Refund(t.Context(), req)
		if err != nil || first.State != provider.RefundPending || first.Amount != 2000 {
			t.Fatalf("refund %+v, %v; want first.State = %v, first.Amount = 2000", first, err, provider.RefundPending)
		}
		second, err := w.Gateway.Refund(t.Context(), req)
		if err != nil || second.ID != first.ID {
			t.Errorf("repeat %+v, %v; want second.ID = %v", second, err, first.ID)
		}
		req.Amount = 2100
		_, err = w.Gateway.Refund(t.Context(), req)
		gateway.Outcome(t, err, provider.Unknown)
		if got := w.Only(checkout.OrderID); got.Refunded != 2000 || got.State != provider.PaymentCaptured {
			t.Errorf("payment %+v; want got.Refunded = 2000, got.State = %v", got, provider.PaymentCaptured)
		}
	})
}

func TestRZP12LostAnswerOfRefundIsRepeated(t *testing.T) {
	for _, fault := range []emulator.Fault{emulator.TimeoutAfter, emulator.TimeoutBefore, emulator.Error500After, emulator.Empty200, emulator.Malformed} {
		w := inProcess(t)
		checkout := w.Order("RM0012", 5000)
		p := w.pay(checkout.OrderID, "success")
		req := provider.RefundRequest{PaymentID: p.PaymentID, Amount: 5000, Key: "dup-attempt-12", Reference: "RF2"}
		w.Spoil("payments.refund", fault)
		_, err := w.Gateway.Refund(t.Context(), req)
		gateway.Outcome(t, err, provider.Unknown)
		if _, err := w.Gateway.Refund(t.Context(), req); err != nil {
			t.Errorf("%s: %v", fault, err)
		}
		if got := w.Only(checkout.OrderID); got.Refunded != 5000 || len(w.Ledger().Refunds) != 1 {
			t.Errorf("%s: payment %+v; want got.Refunded = 5000, len(w.Ledger().Refunds) = 1", fault, got)
		}
	}
}

func TestRZP13RefundEnds(t *testing.T) {
	for decided, want := range map[string]provider.RefundState{
		"": provider.RefundProcessed, "failure": provider.RefundFailed, "pending": provider.RefundPending,
	} {
		w := inProcess(t)
		checkout := w.Order("RM0013", 5000)
		p := w.pay(checkout.OrderID, "success")
		if decided != "" {
			w.Do(sandbox.Command{Outcomes: []emulator.Answer{{Call: "refund", Outcome: decided}}})
		}
		made, err := w.Gateway.Refund(t.Context(), provider.RefundRequest{PaymentID: p.PaymentID, Amount: 5000, Key: "key-13-0001"})
		if err != nil {
			t.Fatal(err)
		}
		w.Do(sandbox.Command{Advance: "1h"})
		if got, err := w.Gateway.FetchRefund(t.Context(), provider.RefundQuery{ID: made.ID}); err != nil || got.State != want {
			t.Errorf("%q: %+v, %v; want got.State = %v", decided, got, err, want)
		} else if made.At.IsZero() || !got.At.Equal(made.At) {
			t.Errorf("made at %s, an hour later at %s; want one time", made.At, got.At)
		}
	}
}

func TestRZP14RefundRules(t *testing.T) {
	w := inProcess(t)
	checkout := w.Order("RM0014", 5000)
	failed := w.pay(checkout.OrderID, "failure")
	good := w.pay(checkout.OrderID, "success")
	refund := func(id string, amount money.Paise, key string) error {
		_, err := w.Gateway.Refund(t.Context(), provider.RefundRequest{PaymentID: id, Amount: amount, Key: key})
		return err
	}
	gateway.Outcome(t, refund(failed.PaymentID, 5000, "key-of-failed"), provider.Declined)
	gateway.Outcome(t, refund(good.PaymentID, 5001, "key-too-much"), provider.Declined)
	gateway.Outcome(t, refund(good.PaymentID, 50, "key-too-small"), provider.Declined)
	gateway.Outcome(t, refund(good.PaymentID, 5000, ""), provider.NotAttempted)
	w.Do(sandbox.Command{Advance: "185d"})
	gateway.Outcome(t, refund(good.PaymentID, 5000, "key-too-late"), provider.Declined)
}

func TestRZP15ListPaymentsPages(t *testing.T) {
	w := inProcess(t)
	from := w.Box.Now()
	for i := range 205 {
		w.pay(w.Order(fmt.Sprintf("RM15%04d", i), 5000).OrderID, "success")
	}
	w.Do(sandbox.Command{Advance: "1h"})
	w.pay(w.Order("RM15late", 5000).OrderID, "success")
	all, err := w.Gateway.ListPayments(t.Context(), from, from.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	distinct := map[string]bool{}
	for _, p := range all.Entries {
		distinct[p.ID] = true
	}
	if len(all.Entries) != 205 || len(distinct) != 205 || len(all.Odd) != 0 {
		t.Errorf("%d payments, %d distinct, %d odd, want 205, 205 and 0", len(all.Entries), len(distinct), len(all.Odd))
	}
}

func TestRZP16BadCredentialsHaveNoEffect(t *testing.T) {
	w := inProcess(t)
	wrongKeys, err := razorpay.New(razorpay.Config{
		BaseURL: w.Box.BaseURL("razorpay"), KeyID: keys.ID, KeySecret: "wrong", WebhookSecret: "x", ScriptURL: "x",
	}, w.Clock, nil, w.Box.Transport())
	if err != nil {
		t.Fatal(err)
	}
	_, err = wrongKeys.CreateOrder(t.Context(), provider.OrderRequest{Reference: "RM0016", Amount: 5000})
	if e := gateway.Outcome(t, err, provider.NotAttempted); e.Reason == "" && e.Cause == nil {
		t.Errorf(`error %+v; want not (e.Reason == "" && e.Cause == nil)`, e)
	}
}

func TestRZP17GatewayThatFailsIsNotAvailable(t *testing.T) {
	w := inProcess(t)
	checkout := w.Order("RM0017", 5000)
	w.Do(sandbox.Command{Faults: []emulator.Plan{{Call: "*", Fault: emulator.HTML502, Times: 5}}})
	for range 5 {
		_, err := w.Gateway.Observe(t.Context(), "RM0017", checkout.OrderID)
		gateway.Outcome(t, err, provider.Unknown)
	}
	if w.Gateway.Available() {
		t.Error("available after five failures")
	}
	_, err := w.Gateway.Observe(t.Context(), "RM0017", checkout.OrderID)
	gateway.Outcome(t, err, provider.NotAttempted)
	w.Clock.Advance(time.Minute)
	if _, err := w.Gateway.Observe(t.Context(), "RM0017", checkout.OrderID); err != nil || !w.Gateway.Available() {
		t.Errorf("after its rest: %v", err)
	}
}

func TestRZP18TimeoutOverSocketIsUnknown(t *testing.T) {
	w := open(t, gateway.OverHTTP)
	checkout := w.Order("RM0018", 5000)
	for _, fault := range []emulator.Fault{emulator.TimeoutBefore, emulator.TimeoutAfter, emulator.SlowBody} {
		w.Spoil("orders.payments", fault)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		_, err := w.Gateway.Observe(ctx, "RM0018", checkout.OrderID)
		cancel()
		gateway.Outcome(t, err, provider.Unknown)
	}
}

func TestRZP19RefusedConnectionHasNoEffect(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	address := server.URL
	server.Close()
	g, err := razorpay.New(razorpay.Config{
		BaseURL: address, KeyID: keys.ID, KeySecret: "s", WebhookSecret: "x", ScriptURL: "x",
	}, calendar.System{}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = g.Observe(t.Context(), "RM0019", "order_1")
	gateway.Outcome(t, err, provider.NotAttempted)
}
