package razorpay_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/sandbox/emulator"
	"rento/internal/testkit/gateway"
)

// A debit from its notice to the bank's yes, on each rail.
func TestRZP41ADebit(t *testing.T) {
	both(t, func(t *testing.T, w *fixture) {
		for _, method := range []provider.MandateMethod{provider.MandateUPI, provider.MandateCard, provider.MandateEMandate} {
			req := w.debiting("RDZ41"+string(method), w.confirmed("RMZ41"+string(method), method), 129_905)
			before := w.Box.Now()
			notice := w.announced(req)
			if notice.ID == "" || !notice.At.Equal(before) {
				t.Errorf("%s: notice %+v; want one of %v", method, notice, before)
			}
			p, err := w.Gateway.Debit(t.Context(), req, notice)
			if err != nil || p.State != provider.PaymentCaptured || p.Amount != 129_905 || p.OrderID != notice.ID || p.Currency != "INR" || p.Method != string(method) || !p.At.Equal(w.Box.Now()) {
				t.Errorf("%s: %+v, %v; want 1299.05 INR of %s, captured now", method, p, err, notice.ID)
			}
			seen, err := w.Gateway.Observe(t.Context(), req.Reference, "")
			if err != nil || len(seen.Payments) != 1 || seen.Payments[0] != p {
				t.Errorf("%s: asked by our reference, %+v, %v; want %+v", method, seen, err, p)
			}
		}
	})
}

func TestRZP42HowADebitEnds(t *testing.T) {
	for outcome, want := range map[string][2]provider.PaymentState{
		emulator.Success:        {provider.PaymentCaptured, provider.PaymentCaptured},
		emulator.Failure:        {provider.PaymentFailed, provider.PaymentFailed},
		emulator.Pending:        {provider.PaymentCreated, provider.PaymentFailed},
		emulator.Late:           {provider.PaymentCreated, provider.PaymentCaptured},
		emulator.FailedThenPaid: {provider.PaymentFailed, provider.PaymentCaptured},
	} {
		w := inProcess(t)
		req := w.debiting("RDZ42", w.confirmed("RMZ42", provider.MandateUPI), money.Rupees(1000))
		notice := w.announced(req)
		w.plan("debit", outcome, "umn_does_not_exist_payer")
		p, err := w.Gateway.Debit(t.Context(), req, notice)
		if err != nil || p.State != want[0] || (p.Reason == "umn_does_not_exist_payer") != (want[0] == provider.PaymentFailed) {
			t.Errorf("%s: %+v, %v; want %s", outcome, p, err, want[0])
		}
		w.pass(11 * time.Minute)
		if p := w.Only(notice.ID); p.State != want[1] {
			t.Errorf("%s, later: %+v; want %s", outcome, p, want[1])
		}
	}
}

// One reference never debits twice, whatever becomes of the answers. F13
func TestRZP43ALostAnswerOfADebitIsFoundAgain(t *testing.T) {
	for _, fault := range []emulator.Fault{emulator.TimeoutAfter, emulator.TimeoutBefore, emulator.Error500After, emulator.Empty200, emulator.Malformed, emulator.HTML502, emulator.SlowBody} {
		w := inProcess(t)
		req := w.debiting("RDZ43", w.confirmed("RMZ43", provider.MandateUPI), money.Rupees(1000))
		notice := w.announced(req)
		w.Spoil("payments.recurring", fault)
		_, err := w.Gateway.Debit(t.Context(), req, notice)
		gateway.Outcome(t, err, provider.Unknown)
		again := req
		again.Repeated = true
		for _, r := range []provider.DebitRequest{again, req, again} { // one without the word that it is a repetition
			if p, err := w.Gateway.Debit(t.Context(), r, notice); err != nil || p.State != provider.PaymentCaptured {
				t.Errorf("%s, again: %+v, %v; want the debit, captured", fault, p, err)
			}
		}
		if n := w.debits(); n != 1 {
			t.Errorf("%s: %d debits, want 1", fault, n)
		}
		other := again
		other.Amount = money.Rupees(999)
		_, err = w.Gateway.Debit(t.Context(), other, notice)
		if e := gateway.Outcome(t, err, provider.Unknown); e.Reason != "order_differs" {
			t.Errorf("%s: another amount under the notice: reason %q, want order_differs", fault, e.Reason)
		}
		for _, call := range []string{"orders.fetch", "orders.payments"} {
			w.Spoil(call, emulator.TimeoutBefore)
			_, err = w.Gateway.Debit(t.Context(), again, notice)
			gateway.Outcome(t, err, provider.Unknown)
		}
	}
}

// The debit went through and its payment cannot be read: nobody knows, and what is
// asked later tells.
func TestRZP44ADebitWhosePaymentIsNotRead(t *testing.T) {
	w := inProcess(t)
	req := w.debiting("RDZ44", w.confirmed("RMZ44", provider.MandateCard), money.Rupees(1000))
	notice := w.announced(req)
	w.Spoil("payments.fetch", emulator.Error500After)
	_, err := w.Gateway.Debit(t.Context(), req, notice)
	gateway.Outcome(t, err, provider.Unknown)
	req.Repeated = true
	if p, err := w.Gateway.Debit(t.Context(), req, notice); err != nil || p.State != provider.PaymentCaptured || w.debits() != 1 {
		t.Errorf("again: %+v, %v, %d debits; want the one, captured", p, err, w.debits())
	}
}

// The same notice again is the first one; another under its reference is refused.
func TestRZP45ANoticeIsGivenOnce(t *testing.T) {
	w := inProcess(t)
	req := w.debiting("RDZ45", w.confirmed("RMZ45", provider.MandateUPI), money.Rupees(1000))
	w.Spoil("orders.create", emulator.TimeoutAfter)
	first, err := w.Gateway.Announce(t.Context(), req) // found by its receipt
	if again, wrong := w.Gateway.Announce(t.Context(), req); err != nil || wrong != nil || first != again || first.ID == "" {
		t.Errorf("%+v, %v and %+v, %v; want one notice", first, err, again, wrong)
	}
	for _, change := range []func(*provider.DebitRequest){
		func(r *provider.DebitRequest) { r.Amount = money.Rupees(1001) }, func(r *provider.DebitRequest) { r.On = r.On.AddDays(1) },
		func(r *provider.DebitRequest) { r.Mandate.ID = "token_another" },
	} {
		other := req
		change(&other)
		_, err := w.Gateway.Announce(t.Context(), other)
		if e := gateway.Outcome(t, err, provider.Unknown); e.Reason != "order_differs" {
			t.Errorf("reason %q, want order_differs", e.Reason)
		}
	}
	w.Spoil("orders.list", emulator.TimeoutBefore)
	_, err = w.Gateway.Announce(t.Context(), req)
	gateway.Outcome(t, err, provider.NotAttempted)
}

// By card the customer is told 36 hours before: late in the evening a debit in two
// days begins later in its morning, and it is not tried before that.
func TestRZP46ANoticeIsOutLongEnough(t *testing.T) {
	for method, from := range map[provider.MandateMethod]time.Time{
		provider.MandateCard: calendar.MustParse("2026-01-05").At(8, 6), provider.MandateUPI: calendar.MustParse("2026-01-05").At(6, 0),
	} {
		w := inProcess(t)
		ref := w.confirmed("RMZ46", method)
		w.Clock.Set(calendar.MustParse("2026-01-03").At(19, 59))
		req := w.debiting("RDZ46", ref, money.Rupees(1000))
		notice, err := w.Gateway.Announce(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		w.Clock.Set(from.Add(-time.Second))
		_, err = w.Gateway.Debit(t.Context(), req, notice)
		if e := gateway.Outcome(t, err, provider.NotAttempted); e.Reason != "too_early" {
			t.Errorf("%s: reason %q, want too_early", method, e.Reason)
		}
		w.Clock.Set(from)
		if p, err := w.Gateway.Debit(t.Context(), req, notice); err != nil || p.State != provider.PaymentCaptured {
			t.Errorf("%s from %v on: %+v, %v; want it captured", method, from, p, err)
		}
		late := w.debiting("RDZ46b", ref, money.Rupees(1000))
		late.On = calendar.In(w.Box.Now()).AddDays(1)
		w.Clock.Set(late.On.AddDays(-1).At(23, 0))
		_, err = w.Gateway.Announce(t.Context(), late)
		if e := gateway.Outcome(t, err, provider.Declined); e.Reason != "too_late" {
			t.Errorf("%s: told an hour before its day: reason %q, want too_late", method, e.Reason)
		}
	}
}

// Razorpay's clock may be some seconds behind ours or ahead of it: neither the first debit of a day nor
// the last notice of one is refused for that.
func TestRZP52ClocksDiffer(t *testing.T) {
	for _, c := range []struct {
		method      provider.MandateMethod
		ahead       time.Duration // of ours
		told, debit time.Time
	}{
		{provider.MandateUPI, -5 * time.Second, calendar.MustParse("2026-01-03").At(10, 0), calendar.MustParse("2026-01-05").At(6, 0)},
		{provider.MandateCard, 5 * time.Second, calendar.MustParse("2026-01-03").At(19, 59), calendar.MustParse("2026-01-05").At(8, 6)},
	} {
		w := inProcess(t)
		ref := w.confirmed("RMZ52", c.method)
		ours := calendar.NewFrozen(c.told)
		g := connectAt(w.Fixture, ours, w.Client.Transport)
		w.Clock.Set(c.told.Add(c.ahead))
		req := w.debiting("RDZ52", ref, money.Rupees(1000))
		notice, err := g.Announce(t.Context(), req)
		if err != nil {
			t.Errorf("%s, the notice: %v", c.method, err)
			continue
		}
		ours.Set(c.debit)
		w.Clock.Set(c.debit.Add(c.ahead))
		p, err := g.Debit(t.Context(), req, notice)
		if diff := cmp.Diff(provider.PaymentCaptured, p.State); diff != "" {
			t.Errorf("%s, the debit, %v (-want +got):\n%s", c.method, err, diff)
		}
	}
}

// The customer could not be told: nothing is taken, and the debit may be announced
// anew. That is an event of no order of ours. F16
func TestRZP47ANoticeThatFails(t *testing.T) {
	w := inProcess(t)
	req := w.debiting("RDZ47", w.confirmed("RMZ47", provider.MandateUPI), money.Rupees(1000))
	w.plan("notice", emulator.Failure, "")
	notice := w.announced(req)
	_, err := w.Gateway.Debit(t.Context(), req, notice)
	if e := gateway.Outcome(t, err, provider.NotAttempted); e.Reason != "pre_debit_notification_not_sent" || w.debits() != 0 {
		t.Errorf("reason %q, %d debits; want that the notice was not sent", e.Reason, w.debits())
	}
	w.Box.Deliver(t.Context())
	i := slices.Index(w.Kinds(), "order.notification.failed")
	if i < 0 || w.Inbox[i].OrderID != "" || w.Inbox[i].SubjectID != "" {
		t.Errorf("events %+v; want one of no order", w.Inbox)
	}
}

// What the rules of mandates do not allow is refused, and takes nothing.
func TestRZP48DebitsThatAreRefused(t *testing.T) {
	w := inProcess(t)
	ref := w.confirmed("RMZ48", provider.MandateUPI)
	announce := func(change func(*provider.DebitRequest), want provider.Outcome) {
		t.Helper()
		req := w.debiting("RDZ48", ref, money.Rupees(1000))
		change(&req)
		_, err := w.Gateway.Announce(t.Context(), req)
		gateway.Outcome(t, err, want)
	}
	announce(func(r *provider.DebitRequest) { r.Amount = money.Rupees(20_001) }, provider.Declined)
	announce(func(r *provider.DebitRequest) { r.Mandate.ID = "token_0" }, provider.Declined)
	announce(func(r *provider.DebitRequest) { r.Mandate.ID = "" }, provider.NotAttempted)
	announce(func(r *provider.DebitRequest) { r.Mandate.GatewayCustomer = "" }, provider.NotAttempted)
	announce(func(r *provider.DebitRequest) { r.Amount = 0 }, provider.NotAttempted)

	req := w.debiting("RDZ48", ref, money.Rupees(16_000))
	notice := w.announced(req)
	debit := func(change func(*provider.DebitRequest, *provider.DebitNotice), want provider.Outcome) {
		t.Helper()
		r, n := req, notice
		change(&r, &n)
		_, err := w.Gateway.Debit(t.Context(), r, n)
		gateway.Outcome(t, err, want)
	}
	debit(func(_ *provider.DebitRequest, n *provider.DebitNotice) { n.ID = "" }, provider.NotAttempted)
	debit(func(_ *provider.DebitRequest, n *provider.DebitNotice) { n.ID = "order_0" }, provider.Declined)
	w.atBank("RMZ48", "paused")
	debit(func(*provider.DebitRequest, *provider.DebitNotice) {}, provider.Declined)
	w.atBank("RMZ48", "confirmed")
	w.Spoil("orders.fetch", emulator.TimeoutBefore)
	debit(func(*provider.DebitRequest, *provider.DebitNotice) {}, provider.NotAttempted)
	if n := w.debits(); n != 0 {
		t.Errorf("%d debits, want none", n)
	}
	if p, err := w.Gateway.Debit(t.Context(), req, notice); err != nil || p.State != provider.PaymentFailed || p.Reason != "afa_required" {
		t.Errorf("above what needs no confirmation: %+v, %v; want it failed for that", p, err)
	}
}

// The money of a debit goes back as that of an order does.
func TestRZP49ADebitGoesBack(t *testing.T) {
	w := inProcess(t)
	req := w.debiting("RDZ49", w.confirmed("RMZ49", provider.MandateEMandate), money.Rupees(1000))
	p, err := w.Gateway.Debit(t.Context(), req, w.announced(req))
	if err != nil {
		t.Fatal(err)
	}
	w.Box.Deliver(t.Context())
	w.Inbox = nil
	for range 2 {
		if _, err := w.Gateway.Refund(t.Context(), provider.RefundRequest{PaymentID: p.ID, Amount: p.Amount, Key: "dup-" + p.ID}); err != nil {
			t.Fatal(err)
		}
	}
	w.pass(2 * time.Minute)
	w.Box.Deliver(t.Context())
	if seen := w.Only(p.OrderID); seen.State != provider.PaymentRefunded || len(w.Ledger().Refunds) != 1 {
		t.Errorf("%+v, %d refunds; want it given back once", seen, len(w.Ledger().Refunds))
	}
	if want := []string{"refund.created", "refund.processed"}; !slices.Equal(w.Kinds(), want) || w.Inbox[0].OrderID != p.OrderID {
		t.Errorf("events %v, want %v of the debit's order", w.Kinds(), want)
	}
}

// debiting is a debit in two days.
func (w *fixture) debiting(reference string, ref provider.MandateRef, amount money.Paise) provider.DebitRequest {
	return provider.DebitRequest{
		Reference: reference, Mandate: ref, Amount: amount, On: calendar.In(w.Box.Now()).AddDays(2), Invoice: "KA/26/1", About: "Rent of January", Number: 1,
		Customer: gateway.Asking(reference, amount).Customer,
	}
}

// announced is a debit of which the customer was told, on its day.
func (w *fixture) announced(req provider.DebitRequest) provider.DebitNotice {
	w.T.Helper()
	notice, err := w.Gateway.Announce(w.T.Context(), req)
	if err != nil {
		w.T.Fatal(err)
	}
	w.Clock.Set(req.On.At(8, 0))
	return notice
}

// debits counts what was debited, or tried to be.
func (w *fixture) debits() (n int) {
	registrations := map[any]bool{}
	for _, o := range w.orders() {
		registrations[o["id"]] = o["token"] != nil
	}
	for _, p := range w.Ledger().Payments {
		if !registrations[p["order_id"]] {
			n++
		}
	}
	return n
}
