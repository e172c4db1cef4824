package razorpay_test

import (
	"slices"
	"testing"

	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
)

func TestRZP20EventsOfTheSandboxAreVerifiedAndRead(t *testing.T) {
	w := inProcess(t)
	checkout := w.Order("RM0020", money.Rupees(1299))
	p := w.pay(checkout.OrderID, "success")
	w.Box.Deliver(t.Context())
	if got := w.Kinds(); !slices.Equal(got, []string{"payment.authorized", "payment.captured", "order.paid"}) {
		t.Fatalf("events %v, want %v", got, []string{"payment.authorized", "payment.captured", "order.paid"})
	}
	for _, e := range w.Inbox {
		seen := e.Observation
		if e.ID == "" || e.OrderID != checkout.OrderID || e.PaymentID != p.PaymentID || seen.OrderID != checkout.OrderID ||
			len(seen.Payments) != 1 || seen.Payments[0].Amount != money.Rupees(1299) {
			t.Errorf(`event %+v; want e.ID other than "", e.OrderID = %v, e.PaymentID = %v, seen.OrderID = %v, len(seen.Payments) = 1, seen.Payments[0].Amount = %v`, e, checkout.OrderID, p.PaymentID, checkout.OrderID, money.Rupees(1299))
		}
	}
	if last := w.Inbox[2]; last.Observation.Reference != "RM0020" {
		t.Errorf(`order.paid without our reference: %+v; want last.Observation.Reference = "RM0020"`, last)
	}
}

func TestRZP21RefundEventsNameTheRefund(t *testing.T) {
	w := inProcess(t)
	p := w.pay(w.Order("RM0021", 5000).OrderID, "success")
	w.Box.Deliver(t.Context())
	w.Inbox = nil
	made, err := w.Gateway.Refund(t.Context(), provider.RefundRequest{PaymentID: p.PaymentID, Amount: 5000, Key: "key-21-0001"})
	if err != nil {
		t.Fatal(err)
	}
	w.Do(sandbox.Command{Advance: "2m"})
	w.Box.Deliver(t.Context())
	if got := w.Kinds(); !slices.Equal(got, []string{"refund.created", "refund.processed"}) {
		t.Fatalf("events %v, want %v", got, []string{"refund.created", "refund.processed"})
	}
	for _, e := range w.Inbox {
		if e.RefundID != made.ID || e.PaymentID != p.PaymentID {
			t.Errorf("event %+v; want e.RefundID = %v, e.PaymentID = %v", e, made.ID, p.PaymentID)
		}
	}
}

func TestRZP22ForgedEventIsRefused(t *testing.T) {
	w := inProcess(t)
	w.Do(sandbox.Command{Webhooks: []emulator.Rule{{Event: "payment.captured", Action: emulator.BadSignature}}})
	w.pay(w.Order("RM0022", 5000).OrderID, "success")
	w.Box.Deliver(t.Context())
	if w.Forged != 1 || slices.Contains(w.Kinds(), "payment.captured") {
		t.Errorf("%d forged, events %v, want 1", w.Forged, w.Kinds())
	}
}

func TestRZP23DuplicateKeepsItsEventID(t *testing.T) {
	w := inProcess(t)
	w.Do(sandbox.Command{Webhooks: []emulator.Rule{{Event: "payment.captured", Action: emulator.Duplicate, Copies: 4}}})
	w.pay(w.Order("RM0023", 5000).OrderID, "success")
	w.Box.Deliver(t.Context())
	ids := map[string]int{}
	for _, e := range w.Inbox {
		ids[e.ID]++
	}
	if len(w.Inbox) != 6 || len(ids) != 3 {
		t.Errorf("%d events with %d ids, want 6 and 3", len(w.Inbox), len(ids))
	}
}
