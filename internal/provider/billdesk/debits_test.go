package billdesk_test

import (
	"encoding/json"
	"io"
	"slices"
	"testing"

	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	"rento/internal/testkit/gateway"
)

func decode(from io.Reader, into any) error { return json.NewDecoder(from).Decode(into) }

// A debit from its notice to the bank's yes, on each rail.
func TestBDK20ADebit(t *testing.T) {
	both(t, func(t *testing.T, w *fixture) {
		for method, shown := range map[provider.MandateMethod]string{provider.MandateUPI: "upi", provider.MandateCard: "card", provider.MandateEMandate: "netbanking"} {
			ref := w.confirmed("RMM20"+string(method), method)
			for number := 1; number <= 2; number++ {
				req := w.debiting("RMD20"+string(method)+string(rune('0'+number)), ref, 129_905)
				req.Number = number
				before := w.Box.Now()
				notice := w.announced(req)
				if notice.ID == "" || !notice.At.Equal(before) {
					t.Errorf("%s: notice %+v; want one of %v", method, notice, before)
				}
				p, err := w.Gateway.Debit(t.Context(), req, notice)
				if err != nil || p.State != provider.PaymentCaptured || p.Amount != 129_905 || p.OrderID != req.Reference || p.Currency != "INR" || p.Method != shown || !p.At.Equal(w.Box.Now()) {
					t.Errorf("%s: %+v, %v; want 1299.05 INR of %s, captured now", method, p, err, req.Reference)
				}
				if got := w.Only(req.Reference); got != p {
					t.Errorf("%s: asked later, %+v; want %+v", method, got, p)
				}
			}
		}
	})
}

func TestBDK21HowADebitEnds(t *testing.T) {
	for outcome, want := range map[string][2]provider.PaymentState{
		emulator.Success:        {provider.PaymentCaptured, provider.PaymentCaptured},
		emulator.Failure:        {provider.PaymentFailed, provider.PaymentFailed},
		emulator.Pending:        {provider.PaymentCreated, provider.PaymentFailed},
		emulator.Late:           {provider.PaymentCreated, provider.PaymentCaptured},
		emulator.FailedThenPaid: {provider.PaymentFailed, provider.PaymentCaptured},
	} {
		w := inProcess(t)
		req := w.debiting("RMD21", w.confirmed("RMM21", provider.MandateUPI), money.Rupees(1000))
		notice := w.announced(req)
		w.plan("debit", outcome, "account_blocked")
		p, err := w.Gateway.Debit(t.Context(), req, notice)
		if err != nil || p.State != want[0] || (p.Reason == "account_blocked") != (want[0] == provider.PaymentFailed) {
			t.Errorf("%s: %+v, %v; want %s", outcome, p, err, want[0])
		}
		w.Do(sandbox.Command{Advance: "11m"})
		if p := w.Only("RMD21"); p.State != want[1] {
			t.Errorf("%s, later: %+v; want %s", outcome, p, want[1])
		}
	}
}

// One reference never debits twice, whatever becomes of the answers.
func TestBDK22ALostAnswerOfADebitIsFoundAgain(t *testing.T) {
	for _, fault := range []emulator.Fault{emulator.TimeoutAfter, emulator.TimeoutBefore, emulator.Error500After, emulator.Empty200, emulator.Malformed, emulator.HTML502, emulator.SlowBody} {
		w := inProcess(t)
		req := w.debiting("RMD22", w.confirmed("RMM22", provider.MandateUPI), money.Rupees(1000))
		notice := w.announced(req)
		w.Spoil("transactions.create", fault)
		_, err := w.Gateway.Debit(t.Context(), req, notice)
		gateway.Outcome(t, err, provider.Unknown)
		again := req
		again.Repeated = true
		for _, r := range []provider.DebitRequest{again, req, again} { // one without the word that it is a repetition
			if p, err := w.Gateway.Debit(t.Context(), r, notice); err != nil || p.State != provider.PaymentCaptured {
				t.Errorf("%s, again: %+v, %v; want the debit, captured", fault, p, err)
			}
		}
		if n := len(w.Ledger().Payments); n != 1 {
			t.Errorf("%s: %d debits, want 1", fault, n)
		}
		other := again
		other.Amount = money.Rupees(999)
		_, err = w.Gateway.Debit(t.Context(), other, notice)
		if e := gateway.Outcome(t, err, provider.Unknown); e.Reason != "debit_differs" {
			t.Errorf("%s: another amount under the reference: reason %q, want debit_differs", fault, e.Reason)
		}
		w.Spoil("transactions.get", emulator.TimeoutBefore)
		_, err = w.Gateway.Debit(t.Context(), again, notice)
		gateway.Outcome(t, err, provider.Unknown)
	}
}

// The same notice again is the first one; another under its number is refused.
func TestBDK23ANoticeIsGivenOnce(t *testing.T) {
	w := inProcess(t)
	req := w.debiting("RMD23", w.confirmed("RMM23", provider.MandateUPI), money.Rupees(1000))
	w.Spoil("invoices.create", emulator.TimeoutAfter)
	_, err := w.Gateway.Announce(t.Context(), req)
	gateway.Outcome(t, err, provider.Unknown)
	first, err := w.Gateway.Announce(t.Context(), req)
	if again, wrong := w.Gateway.Announce(t.Context(), req); err != nil || wrong != nil || first != again || first.ID == "" {
		t.Errorf("%+v, %v and %+v, %v; want one notice", first, err, again, wrong)
	}
	for _, change := range []func(*provider.DebitRequest){
		func(r *provider.DebitRequest) { r.Amount = money.Rupees(1001) }, func(r *provider.DebitRequest) { r.On = r.On.AddDays(1) },
	} {
		other := req
		change(&other)
		_, err := w.Gateway.Announce(t.Context(), other)
		if e := gateway.Outcome(t, err, provider.Unknown); e.Reason != "invoice_differs" {
			t.Errorf("reason %q, want invoice_differs", e.Reason)
		}
	}
}

// What the rules of mandates do not allow is refused, and takes nothing.
func TestBDK24DebitsThatAreRefused(t *testing.T) {
	w := inProcess(t)
	ref := w.confirmed("RMM24", provider.MandateUPI)
	announce := func(change func(*provider.DebitRequest), want provider.Outcome) {
		t.Helper()
		req := w.debiting("RMD24", ref, money.Rupees(1000))
		change(&req)
		_, err := w.Gateway.Announce(t.Context(), req)
		gateway.Outcome(t, err, want)
	}
	announce(func(r *provider.DebitRequest) { r.Amount = money.Rupees(20_001) }, provider.Declined)
	announce(func(r *provider.DebitRequest) { r.On = r.On.AddDays(-2) }, provider.Declined)
	announce(func(r *provider.DebitRequest) { r.On = r.On.AddMonths(60) }, provider.Declined)
	announce(func(r *provider.DebitRequest) { r.Mandate.ID = "MD0" }, provider.Declined)
	announce(func(r *provider.DebitRequest) { r.Mandate.ID = "" }, provider.NotAttempted)
	announce(func(r *provider.DebitRequest) { r.Number = 0 }, provider.NotAttempted)
	w.plan("notice", emulator.Failure, "")
	announce(func(*provider.DebitRequest) {}, provider.Declined)

	req := w.debiting("RMD24", ref, money.Rupees(16_000))
	notice, err := w.Gateway.Announce(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	debit := func(change func(*provider.DebitRequest, *provider.DebitNotice), want provider.Outcome) {
		t.Helper()
		r, n := req, notice
		change(&r, &n)
		_, err := w.Gateway.Debit(t.Context(), r, n)
		gateway.Outcome(t, err, want)
	}
	same := func(*provider.DebitRequest, *provider.DebitNotice) {}
	debit(same, provider.Declined) // a day too early
	w.Do(sandbox.Command{Advance: "2d"})
	debit(func(r *provider.DebitRequest, _ *provider.DebitNotice) { r.Amount = money.Rupees(15_999) }, provider.Declined)
	debit(func(r *provider.DebitRequest, _ *provider.DebitNotice) { r.Number = 2 }, provider.Declined)
	debit(func(_ *provider.DebitRequest, n *provider.DebitNotice) { n.ID = "IN0" }, provider.Declined)
	debit(func(_ *provider.DebitRequest, n *provider.DebitNotice) { n.ID = "" }, provider.NotAttempted)
	w.atBank("RMM24", "paused")
	debit(same, provider.Declined)
	w.atBank("RMM24", "active")
	if n := len(w.Ledger().Payments); n != 0 {
		t.Errorf("%d debits, want none", n)
	}
	if p, err := w.Gateway.Debit(t.Context(), req, notice); err != nil || p.State != provider.PaymentFailed || p.Reason != "afa_required" {
		t.Errorf("above what needs no confirmation: %+v, %v; want it failed for that", p, err)
	}
}

// The money of a debit goes back as that of an order does: one refund of a key.
func TestBDK25RefundsOfOneKeyAreOne(t *testing.T) {
	w := inProcess(t)
	req := w.debiting("RMD25", w.confirmed("RMM25", provider.MandateUPI), money.Rupees(1000))
	p, err := w.Gateway.Debit(t.Context(), req, w.announced(req))
	if err != nil {
		t.Fatal(err)
	}
	back := provider.RefundRequest{Order: provider.Order{Reference: "RMD25", ID: "RMD25"}, PaymentID: p.ID, Amount: money.Rupees(400), Key: "dup-" + p.ID}
	for _, fault := range []emulator.Fault{emulator.TimeoutBefore, emulator.TimeoutAfter, emulator.Empty200} {
		w.Spoil("refunds.create", fault)
		_, err := w.Gateway.Refund(t.Context(), back)
		if fault != emulator.Empty200 { // by then it is made, and found by its refusal
			gateway.Outcome(t, err, provider.Unknown)
		}
	}
	repeated := back
	repeated.Repeated = true
	for _, r := range []provider.RefundRequest{back, repeated} {
		if made, err := w.Gateway.Refund(t.Context(), r); err != nil || made.State != provider.RefundProcessed || made.PaymentID != p.ID || made.Amount != back.Amount {
			t.Errorf("again: %+v, %v; want the refund of 400 rupees", made, err)
		}
	}
	if seen := w.Only("RMD25"); len(w.Ledger().Refunds) != 1 || seen.Refunded != back.Amount || seen.State != provider.PaymentCaptured {
		t.Errorf("%d refunds, payment %+v; want one of 400 rupees", len(w.Ledger().Refunds), seen)
	}
	query := provider.RefundQuery{Order: back.Order, PaymentID: p.ID, Key: back.Key}
	first, err := w.Gateway.FetchRefund(t.Context(), query)
	if err != nil || first.At.IsZero() {
		t.Errorf("at once: %+v, %v; want when it was made", first, err)
	}
	w.Do(sandbox.Command{Advance: "1d"})
	if made, err := w.Gateway.FetchRefund(t.Context(), query); err != nil || made.State != provider.RefundProcessed {
		t.Errorf("later: %+v, %v; want %s", made, err, provider.RefundProcessed)
	} else if !made.At.Equal(first.At) {
		t.Errorf("made at %s, a day later at %s; want one time", first.At, made.At)
	}
	rest := back
	rest.Key, rest.Amount = "rest", money.Rupees(600)
	if made, err := w.Gateway.Refund(t.Context(), rest); err != nil || made.State != provider.RefundProcessed {
		t.Errorf("the rest, another day: %+v, %v; want %s", made, err, provider.RefundProcessed)
	}
	if seen := w.Only("RMD25"); seen.State != provider.PaymentRefunded {
		t.Errorf("all given back: %+v; want %s", seen, provider.PaymentRefunded)
	}
	rest.Key = "more"
	_, err = w.Gateway.Refund(t.Context(), rest)
	gateway.Outcome(t, err, provider.Declined)
	_, err = w.Gateway.FetchRefund(t.Context(), provider.RefundQuery{Key: "none"})
	gateway.Outcome(t, err, provider.Declined)
	back.Amount = money.Rupees(401)
	_, err = w.Gateway.Refund(t.Context(), back)
	if e := gateway.Outcome(t, err, provider.Unknown); e.Reason != "refund_differs" {
		t.Errorf("another amount under the key: reason %q, want refund_differs", e.Reason)
	}
}

// A refund whose state has a word that we do not know is undecided, never done.
func TestBDK26ARefundThatFails(t *testing.T) {
	w := inProcess(t)
	req := w.debiting("RMD26", w.confirmed("RMM26", provider.MandateUPI), money.Rupees(1000))
	p, err := w.Gateway.Debit(t.Context(), req, w.announced(req))
	if err != nil {
		t.Fatal(err)
	}
	w.plan("refund", emulator.Failure, "")
	back := provider.RefundRequest{Order: provider.Order{ID: "RMD26"}, PaymentID: p.ID, Amount: p.Amount, Key: "k"}
	_, err = w.Gateway.Refund(t.Context(), back)
	gateway.Outcome(t, err, provider.Unknown)
	_, err = w.Gateway.FetchRefund(t.Context(), provider.RefundQuery{Key: "k"})
	gateway.Outcome(t, err, provider.Unknown)
	if seen := w.Only("RMD26"); seen.Refunded != 0 {
		t.Errorf("payment %+v; want nothing given back", seen)
	}
}

// Each state of a debit and of a refund is an event.
func TestBDK27EventsOfDebits(t *testing.T) {
	w := inProcess(t)
	req := w.debiting("RMD27", w.confirmed("RMM27", provider.MandateUPI), money.Rupees(1000))
	notice := w.announced(req)
	w.Box.Deliver(t.Context())
	w.Inbox = nil
	w.plan("debit", emulator.FailedThenPaid, "")
	w.Do(sandbox.Command{Webhooks: []emulator.Rule{{Event: "transaction.failed", Action: emulator.WrongAmount}, {Event: "transaction.success", Action: emulator.Duplicate}}})
	p, err := w.Gateway.Debit(t.Context(), req, notice)
	if err != nil {
		t.Fatal(err)
	}
	w.Do(sandbox.Command{Advance: "1m", Deliver: true})
	w.Box.Deliver(t.Context())
	if want := []string{"transaction.0399", "transaction.0300", "transaction.0300"}; !slices.Equal(w.Kinds(), want) {
		t.Fatalf("events %v, want %v", w.Kinds(), want)
	}
	for _, e := range w.Inbox {
		if e.OrderID != "RMD27" || e.PaymentID != p.ID || e.RefundID != "" || e.SubjectID != "" {
			t.Errorf("event %+v; want it about order RMD27 and payment %s", e, p.ID)
		}
	}
	if got := w.Inbox[0].Observation.Payments; len(got) != 1 || got[0].Amount != money.Rupees(1001) {
		t.Errorf("snapshot %+v; want the falsified 1001 rupees as they came", got)
	}
	w.Inbox = nil
	if _, err := w.Gateway.Refund(t.Context(), provider.RefundRequest{Order: provider.Order{ID: "RMD27"}, PaymentID: p.ID, Amount: p.Amount, Key: "k"}); err != nil {
		t.Fatal(err)
	}
	w.Box.Deliver(t.Context())
	if len(w.Inbox) != 1 || w.Inbox[0].Kind != "refund.0699" || w.Inbox[0].RefundID == "" || w.Inbox[0].PaymentID != p.ID {
		t.Errorf("events %+v; want the refund, done", w.Inbox)
	}
}
