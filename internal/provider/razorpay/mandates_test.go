package razorpay_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/provider/razorpay"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	emulated "rento/internal/sandbox/razorpay"
	"rento/internal/testkit/gateway"
)

// CALL-58, CALL-59, CALL-60: a mandate from its registration to the bank's yes, by UPI,
// card and net banking. Nothing is taken: the rupee that UPI and card want goes back.
func TestRZP30AMandateIsRegistered(t *testing.T) {
	both(t, func(t *testing.T, w *fixture) {
		for method, want := range map[provider.MandateMethod]provider.Mandate{
			provider.MandateUPI:      {VPA: "su…@razorpay"},
			provider.MandateCard:     {Last4: "1007", Label: "Visa HDFC"},
			provider.MandateEMandate: {Last4: "4321", Label: "HDFC"},
		} {
			req := registering("RMZ30"+string(method), method)
			checkout, err := w.Gateway.Register(t.Context(), req)
			if err != nil {
				t.Fatal(err)
			}
			authorized := money.Rupee
			if method == provider.MandateEMandate {
				authorized = 0
			}
			o := checkout.Options
			if o["key"] != keys.ID || o["customer_id"] != checkout.CustomerID || checkout.CustomerID == "" || o["recurring"] != "1" || o["method"] != string(method) ||
				checkout.ScriptURL == "" || checkout.Amount != authorized {
				t.Errorf("%s: checkout %+v; want a registration for a customer, with %v", method, checkout, authorized)
			}
			ref := refOf(req, checkout)
			if m := w.mandate(ref); m != (provider.Mandate{Reference: req.Reference, State: provider.MandateInitiated, Method: method}) {
				t.Errorf("%s before the customer: %+v; want %s", method, m, provider.MandateInitiated)
			}
			back := w.pay(checkout.OrderID, emulator.Success)
			told, err := w.Gateway.ReadMandateReturn(ref, proofOf(checkout, back))
			if err != nil || told.State != provider.MandateInitiated || told.Reference != req.Reference {
				t.Errorf("%s: the browser brought %+v, %v; want the registration, proved", method, told, err)
			}
			got := w.mandate(ref)
			want.ID, want.Reference, want.State, want.Method, want.Max, want.ExpiresOn = got.ID, req.Reference, provider.MandateConfirmed, method, req.Max, req.Ends
			if got != want || got.ID == "" {
				t.Errorf("%s: by its registration %+v; want %+v", method, got, want)
			}
			ref.ID = got.ID
			if got := w.mandate(ref); got != want {
				t.Errorf("%s: by its token %+v; want %+v", method, got, want)
			}
			w.pass(25 * time.Hour)
			p := w.Only(checkout.OrderID)
			if p.Amount != authorized || p.Refunded != authorized || authorized > 0 && p.State != provider.PaymentRefunded {
				t.Errorf("%s: payment %+v; want what was authorized back", method, p)
			}
		}
	})
}

// Trap: the payment of a mandate by UPI may fail as a dummy, and the mandate be there. F17
func TestRZP31TheTokenCountsAndNotThePayment(t *testing.T) {
	w := inProcess(t)
	ref := w.register("RMZ31", provider.MandateUPI)
	w.pay(ref.RegistrationID, emulated.OutcomeDummy)
	if p := w.Only(ref.RegistrationID); p.State != provider.PaymentFailed || p.Reason != "upi_dummy_payment" {
		t.Errorf("payment %+v; want it failed as a dummy", p)
	}
	if m := w.mandate(ref); m.State != provider.MandateConfirmed || m.ID == "" {
		t.Errorf("mandate %+v; want %s", m, provider.MandateConfirmed)
	}
}

// A payer who was refused may try again in the same checkout. Only when that is over
// has the bank said no.
func TestRZP32HowARegistrationEnds(t *testing.T) {
	for outcome, want := range map[string][2]provider.MandateState{
		emulator.Failure:        {provider.MandateInitiated, provider.MandateRejected},
		emulator.Pending:        {provider.MandateInitiated, provider.MandateRejected},
		emulator.Late:           {provider.MandateInitiated, provider.MandateConfirmed},
		emulator.FailedThenPaid: {provider.MandateInitiated, provider.MandateConfirmed},
	} {
		w := inProcess(t)
		ref := w.register("RMZ32", provider.MandateUPI)
		w.pay(ref.RegistrationID, outcome)
		if m := w.mandate(ref); m.State != want[0] {
			t.Errorf("%s: %+v; want %s", outcome, m, want[0])
		}
		w.pass(40 * time.Minute)
		if m := w.mandate(ref); m.State != want[1] || (m.Reason != "") != (want[1] == provider.MandateRejected) {
			t.Errorf("%s, later: %+v; want %s", outcome, m, want[1])
		}
	}
	w := inProcess(t)
	ref := w.register("RMZ32b", provider.MandateEMandate)
	w.pay(ref.RegistrationID, emulator.Failure)
	w.pass(29 * time.Minute)
	w.pay(ref.RegistrationID, emulator.Success)
	w.pass(40 * time.Minute)
	if m := w.mandate(ref); m.State != provider.MandateConfirmed {
		t.Errorf("refused and tried again: %+v; want %s", m, provider.MandateConfirmed)
	}
	if m := w.mandate(provider.MandateRef{Reference: "RMZ32c", CustomerID: 7, Method: provider.MandateUPI}); m.State != provider.MandateInitiated {
		t.Errorf("one whose answer was lost: %+v; want %s", m, provider.MandateInitiated)
	}
}

// What is not whole is not sent, what is refused is not registered, and a lost answer
// is found again or unknown.
func TestRZP33RegistrationsThatAreNone(t *testing.T) {
	w := inProcess(t)
	refused := func(change func(*provider.MandateRequest), want provider.Outcome) {
		t.Helper()
		req := registering("RMZ33", provider.MandateUPI)
		change(&req)
		_, err := w.Gateway.Register(t.Context(), req)
		gateway.Outcome(t, err, want)
	}
	for _, change := range []func(*provider.MandateRequest){
		func(r *provider.MandateRequest) { r.Method = provider.MandateNACH }, func(r *provider.MandateRequest) { r.Reference = "" },
		func(r *provider.MandateRequest) { r.Max = 0 }, func(r *provider.MandateRequest) { r.Ends = r.Starts }, func(r *provider.MandateRequest) { r.Customer.ID = 0 },
	} {
		refused(change, provider.NotAttempted)
	}
	refused(func(r *provider.MandateRequest) { r.Max = money.Rupees(100_000) }, provider.Declined)
	refused(func(r *provider.MandateRequest) {
		r.Starts, r.Ends = calendar.MustParse("2020-01-01"), calendar.MustParse("2021-01-01")
	}, provider.Declined)
	w.Spoil("customers.create", emulator.TimeoutAfter)
	refused(func(*provider.MandateRequest) {}, provider.NotAttempted)
	w.Spoil("orders.list", emulator.TimeoutBefore)
	refused(func(*provider.MandateRequest) {}, provider.NotAttempted)
	if n := len(w.orders()); n != 0 {
		t.Fatalf("%d orders, want none", n)
	}
	for _, fault := range []emulator.Fault{emulator.TimeoutAfter, emulator.Error500After, emulator.Empty200, emulator.Malformed} {
		w.Spoil("orders.create", fault)
		w.register("RMZ33"+string(fault[:3]), provider.MandateUPI)
	}
	w.Spoil("orders.create", emulator.TimeoutBefore)
	refused(func(*provider.MandateRequest) {}, provider.Unknown)
	w.register("RMZ33x", provider.MandateUPI)
	again := w.register("RMZ33x", provider.MandateUPI)
	if n := len(w.orders()); n != 5 || again.GatewayCustomer == "" {
		t.Errorf("%d orders, want 5: a reference registers once", n)
	}
	if n := len(w.tokens("customers")); n != 1 {
		t.Errorf("%d customers, want 1", n)
	}
}

// What proves another registration, or nothing, is not believed.
func TestRZP35ReturnsOfMandatesAreProved(t *testing.T) {
	w := inProcess(t)
	ref, other := w.register("RMZ35", provider.MandateUPI), w.register("RMZ35b", provider.MandateUPI)
	back := w.pay(other.RegistrationID, emulator.Success)
	theirs := proofOf(provider.Checkout{OrderID: other.RegistrationID}, back)
	forged := map[string]string{razorpay.FieldPayment: back.PaymentID, razorpay.FieldOrder: ref.RegistrationID, razorpay.FieldSignature: back.Signature}
	for name, fields := range map[string]map[string]string{"another registration's": theirs, "under our order": forged} {
		if m, err := w.Gateway.ReadMandateReturn(ref, fields); err == nil || m != (provider.Mandate{}) {
			t.Errorf("%s: %+v, %v; want %v", name, m, err, provider.ErrBadSignature)
		}
	}
	for _, none := range []map[string]string{nil, {"error[reason]": "payment_failed"}} {
		if m, err := w.Gateway.ReadMandateReturn(ref, none); err != nil || m != (provider.Mandate{}) {
			t.Errorf("without a proof: %+v, %v; want nothing", m, err)
		}
	}
}

// CALL-62: a mandate is withdrawn here, or at the bank, and rests there. F15
func TestRZP36AMandateIsWithdrawn(t *testing.T) {
	for _, method := range []provider.MandateMethod{provider.MandateUPI, provider.MandateCard, provider.MandateEMandate} {
		w := inProcess(t)
		ref := w.confirmed("RMZ36", method)
		call := "tokens.delete"
		if method == provider.MandateUPI {
			call = "tokens.cancel" // to delete it would leave the mandate at the bank
		}
		for _, step := range []struct {
			at   string
			want provider.MandateState
		}{{"paused", provider.MandatePaused}, {"confirmed", provider.MandateConfirmed}} {
			w.atBank("RMZ36", step.at)
			if m := w.mandate(ref); m.State != step.want {
				t.Errorf("%s: %s at the bank: %+v; want %s", method, step.at, m, step.want)
			}
		}
		w.plan("mandate_cancel", emulator.Failure, "")
		_, err := w.Gateway.CancelMandate(t.Context(), ref)
		gateway.Outcome(t, err, provider.Declined)
		w.plan("mandate_cancel", emulator.Late, "")
		if m, err := w.Gateway.CancelMandate(t.Context(), ref); err != nil || m.State != provider.MandateConfirmed {
			t.Errorf("%s: a bank that takes its time: %+v, %v; want %s", method, m, err, provider.MandateConfirmed)
		}
		w.Spoil(call, emulator.TimeoutAfter)
		_, err = w.Gateway.CancelMandate(t.Context(), ref)
		gateway.Outcome(t, err, provider.Unknown)
		for range 2 { // withdrawn already
			if m, err := w.Gateway.CancelMandate(t.Context(), ref); err != nil || m.State != provider.MandateCancelled || m.ID != ref.ID {
				t.Errorf("%s: withdrawn: %+v, %v; want %s", method, m, err, provider.MandateCancelled)
			}
		}
		none := ref
		none.ID = ""
		if m, err := w.Gateway.CancelMandate(t.Context(), none); err != nil || m.State == provider.MandateConfirmed {
			t.Errorf("%s: looked for by its order: %+v, %v; want no %s", method, m, err, provider.MandateConfirmed)
		}
		none = ref
		none.GatewayCustomer = ""
		_, err = w.Gateway.CancelMandate(t.Context(), none)
		gateway.Outcome(t, err, provider.NotAttempted)
		_, err = w.Gateway.ObserveMandate(t.Context(), none)
		gateway.Outcome(t, err, provider.NotAttempted)

		gone := w.confirmed("RMZ36b", method)
		if w.atBank("RMZ36b", "cancelled"); w.mandate(gone).State != provider.MandateCancelled {
			t.Errorf("%s: withdrawn at the bank: %+v; want %s", method, w.mandate(gone), provider.MandateCancelled)
		}
	}
}

// Whoever tries again while the bank decides may confirm two mandates. Both are withdrawn.
func TestRZP51ASecondMandateOfARegistrationIsWithdrawnToo(t *testing.T) {
	for _, method := range []provider.MandateMethod{provider.MandateUPI, provider.MandateCard, provider.MandateEMandate} {
		w := inProcess(t)
		ref := w.register("RMZ51", method)
		w.pay(ref.RegistrationID, emulator.Late)
		w.pay(ref.RegistrationID, emulator.Success)
		ref.ID = w.mandate(ref).ID
		undecided := w.register("RMZ51b", method)
		w.pay(undecided.RegistrationID, emulator.Late)
		w.pay(undecided.RegistrationID, emulator.Success)
		undecided.ID = w.mandate(undecided).ID
		if m, err := w.Gateway.CancelMandate(t.Context(), undecided); err != nil || m.State != provider.MandateInitiated || m.ID != undecided.ID {
			t.Errorf("%s: the bank has not decided about the second: %+v, %v; want %s", method, m, err, provider.MandateInitiated)
		}
		w.pass(time.Minute)
		if m, err := w.Gateway.CancelMandate(t.Context(), undecided); err != nil || m.State != provider.MandateCancelled || m.ID != undecided.ID {
			t.Errorf("%s: the bank has said yes to the second: %+v, %v; want %s", method, m, err, provider.MandateCancelled)
		}
		if diff := cmp.Diff([]string{"confirmed", "confirmed", "cancelled", "cancelled"}, w.tokenStates()); diff != "" {
			t.Errorf("%s: tokens (-want +got):\n%s", method, diff)
		}
		w.plan("mandate_cancel", emulator.Success, "")
		w.plan("mandate_cancel", emulator.Failure, "")
		_, err := w.Gateway.CancelMandate(t.Context(), ref)
		gateway.Outcome(t, err, provider.Declined)
		w.plan("mandate_cancel", emulator.Late, "")
		if m, err := w.Gateway.CancelMandate(t.Context(), ref); err != nil || m.State != provider.MandateConfirmed || m.ID != ref.ID {
			t.Errorf("%s: the bank takes its time for the second: %+v, %v; want %s", method, m, err, provider.MandateConfirmed)
		}
		w.pass(time.Minute)
		if m, err := w.Gateway.CancelMandate(t.Context(), ref); err != nil || m.State != provider.MandateCancelled || m.ID != ref.ID {
			t.Errorf("%s: withdrawn: %+v, %v; want %s", method, m, err, provider.MandateCancelled)
		}
		if diff := cmp.Diff([]string{"cancelled", "cancelled", "cancelled", "cancelled"}, w.tokenStates()); diff != "" {
			t.Errorf("%s: tokens (-want +got):\n%s", method, diff)
		}
	}
}

// Razorpay leaves a token confirmed after its last day.
func TestRZP37AMandateRunsOut(t *testing.T) {
	w := inProcess(t)
	req := registering("RMZ37", provider.MandateUPI)
	req.Ends = calendar.MustParse("2026-02-28")
	checkout, err := w.Gateway.Register(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	w.pay(checkout.OrderID, emulator.Success)
	ref := refOf(req, checkout)
	ref.ID = w.mandate(ref).ID
	w.Clock.Set(req.Ends.At(12, 0))
	if m := w.mandate(ref); m.State != provider.MandateConfirmed || m.ExpiresOn != req.Ends {
		t.Errorf("on its last day: %+v; want %s", m, provider.MandateConfirmed)
	}
	w.Clock.Set(req.Ends.AddDays(1).At(0, 1))
	if m := w.mandate(ref); m.State != provider.MandateExpired {
		t.Errorf("after its last day: %+v; want %s", m, provider.MandateExpired)
	}
}

// Each step of a mandate is an event that names its token.
func TestRZP38EventsOfMandates(t *testing.T) {
	w := inProcess(t)
	ref := w.confirmed("RMZ38", provider.MandateUPI)
	w.Box.Deliver(t.Context())
	if want := []string{"token.confirmed", "payment.authorized"}; !slices.Equal(w.Kinds(), want) || w.Inbox[1].OrderID != ref.RegistrationID {
		t.Fatalf("events %v, want %v about the registration", w.Kinds(), want)
	}
	w.Inbox = nil
	w.Do(sandbox.Command{Webhooks: []emulator.Rule{{Event: "token.paused", Action: emulator.Duplicate, Copies: 2}, {Event: "token.cancelled", Action: emulator.BadSignature}}})
	w.atBank("RMZ38", "paused")
	w.atBank("RMZ38", "cancelled")
	w.Box.Deliver(t.Context())
	if want := []string{"token.paused", "token.paused"}; !slices.Equal(w.Kinds(), want) || w.Forged != 1 {
		t.Fatalf("events %v, %d forged; want %v and one", w.Kinds(), w.Forged, want)
	}
	for _, e := range w.Inbox {
		if e.SubjectID != ref.ID || e.OrderID != "" || e.PaymentID != "" || e.Check() != nil || e.ID != w.Inbox[0].ID {
			t.Errorf("event %+v; want it about mandate %s", e, ref.ID)
		}
	}
}

// The books of mandates outlive the process, with what the bank will do by itself.
func TestRZP39BooksOutliveTheProcess(t *testing.T) {
	w := inProcess(t)
	ref := w.confirmed("RMZ39", provider.MandateCard)
	open := w.register("RMZ39b", provider.MandateUPI)
	w.pay(open.RegistrationID, emulator.Pending)
	req := w.debiting("RDZ39", ref, money.Rupees(1000))
	notice := w.announced(req)
	kept, err := w.Box.Memory()
	if err != nil {
		t.Fatal(err)
	}
	after := inProcess(t)
	after.Clock.Set(w.Clock.Now())
	if err := after.Box.Recall(kept); err != nil {
		t.Fatal(err)
	}
	if got := after.mandate(ref); got != w.mandate(ref) {
		t.Errorf("recalled %+v; want %+v", got, w.mandate(ref))
	}
	if p, err := after.Gateway.Debit(t.Context(), req, notice); err != nil || p.State != provider.PaymentCaptured {
		t.Errorf("debited under it: %+v, %v; want it captured", p, err)
	}
	if m := after.mandate(open); m.State != provider.MandateRejected {
		t.Errorf("after the bank's patience: %+v; want %s", m, provider.MandateRejected)
	}
}

// What a token says that we do not know is unknown, and never a mandate that debits;
// a card's digits may be a number, and of what is none nothing is shown.
func TestRZP50TokensAsTheyCome(t *testing.T) {
	ref := provider.MandateRef{Reference: "RMZ50", ID: "token_1", GatewayCustomer: "cust_1", CustomerID: 7, Method: provider.MandateCard}
	for body, want := range map[string]provider.Mandate{
		`{"id":"token_1","method":"card","card":{"last4":3182,"network":"Visa","issuer":null},"expired_at":null,"max_amount":null,"recurring_details":{"status":"paused"}}`: {
			State: provider.MandatePaused, Method: provider.MandateCard, Last4: "3182", Label: "Visa",
		},
		`{"id":"token_1","method":"nach","bank":"HDFC","bank_details":{"account_number":"XXXX9012"},"recurring_details":{"status":"rejected","failure_reason":"account_closed"}}`: {
			State: provider.MandateRejected, Method: provider.MandateNACH, Last4: "9012", Label: "HDFC", Reason: "account_closed",
		},
		`{"id":"token_1","method":"emandate","bank_details":{"account_number":"12-A"},"recurring_details":{"status":"cancelled"}}`: {State: provider.MandateCancelled, Method: provider.MandateEMandate},
	} {
		want.ID, want.Reference = ref.ID, ref.Reference
		if got, err := answering(t, http.StatusOK, body).ObserveMandate(t.Context(), ref); err != nil || got != want {
			t.Errorf("%s: %+v, %v; want %+v", body, got, err, want)
		}
	}
	for _, body := range []string{
		`{"id":"token_1","recurring_details":{"status":"active"}}`, `{"id":"token_1","recurring_details":{}}`, `{"id":"token_2","recurring_details":{"status":"confirmed"}}`,
		`{"id":"token_1","max_amount":-1,"recurring_details":{"status":"confirmed"}}`, `{}`, `[]`, ``,
	} {
		_, err := answering(t, http.StatusOK, body).ObserveMandate(t.Context(), ref)
		gateway.Outcome(t, err, provider.Unknown)
	}
	_, err := answering(t, http.StatusBadRequest, `{"error":{"code":"BAD_REQUEST_ERROR","description":"The id provided does not exist"}}`).ObserveMandate(t.Context(), ref)
	gateway.Outcome(t, err, provider.Declined) // a token that is not there says nothing of a mandate that nobody withdraws
}

// A name is sent in the letters that Razorpay takes, and left out where too little of
// it is left.
func TestRZP40NamesOfCustomers(t *testing.T) {
	w := inProcess(t)
	for i, c := range []struct{ name, want string }{
		{"Rohan <Kumar> & Sons", "Rohan Kumar Sons"}, {"आशा राव", ""}, {"Al", ""}, {"D'Souza (Jr.)", "D'Souza (Jr.)"},
	} {
		req := registering("RMZ40"+string(rune('a'+i)), provider.MandateUPI)
		req.Customer.Name, req.Customer.Mobile = c.name, "987654321"+string(rune('0'+i))
		if _, err := w.Gateway.Register(t.Context(), req); err != nil {
			t.Fatalf("%q: %v", c.name, err)
		}
		all := w.tokens("customers")
		if got, _ := all[len(all)-1]["name"].(string); got != c.want {
			t.Errorf("%q is sent as %q, want %q", c.name, got, c.want)
		}
	}
}

// registering is what a mandate is asked for with: until the end of 2030, up to
// 20,000 rupees.
func registering(reference string, method provider.MandateMethod) provider.MandateRequest {
	asking := gateway.Asking(reference, 0)
	return provider.MandateRequest{
		Reference: reference, Method: method, Max: money.Rupees(20_000), Starts: calendar.MustParse("2026-01-01"), Ends: calendar.MustParse("2030-12-31"),
		About: "Monthly rent", Customer: asking.Customer, Device: asking.Device, ReturnURL: asking.ReturnURL,
	}
}

func refOf(req provider.MandateRequest, c provider.Checkout) provider.MandateRef {
	return provider.MandateRef{Reference: req.Reference, RegistrationID: c.OrderID, CustomerID: req.Customer.ID, GatewayCustomer: c.CustomerID, Method: req.Method}
}

func proofOf(c provider.Checkout, p paid) map[string]string {
	return map[string]string{razorpay.FieldPayment: p.PaymentID, razorpay.FieldOrder: c.OrderID, razorpay.FieldSignature: p.Signature}
}

// register begins a mandate.
func (w *fixture) register(reference string, method provider.MandateMethod) provider.MandateRef {
	w.T.Helper()
	req := registering(reference, method)
	c, err := w.Gateway.Register(w.T.Context(), req)
	if err != nil {
		w.T.Fatal(err)
	}
	return refOf(req, c)
}

// confirmed is a mandate to which the bank has said yes.
func (w *fixture) confirmed(reference string, method provider.MandateMethod) provider.MandateRef {
	w.T.Helper()
	ref := w.register(reference, method)
	w.pay(ref.RegistrationID, emulator.Success)
	m := w.mandate(ref)
	if m.State != provider.MandateConfirmed || m.ID == "" {
		w.T.Fatalf("mandate %+v, want a confirmed one", m)
	}
	ref.ID = m.ID
	return ref
}

func (w *fixture) mandate(ref provider.MandateRef) provider.Mandate {
	w.T.Helper()
	m, err := w.Gateway.ObserveMandate(w.T.Context(), ref)
	if err != nil {
		w.T.Fatal(err)
	}
	return m
}

// pass lets time pass, at the provider too.
func (w *fixture) pass(d time.Duration) {
	w.Clock.Advance(d)
	w.Box.Elapse()
}

// plan decides the next call of a kind.
func (w *fixture) plan(call, outcome, reason string) {
	w.T.Helper()
	w.Do(sandbox.Command{Outcomes: []emulator.Answer{{Call: call, Outcome: outcome, Reason: reason}}})
}

// atBank has a customer change a mandate at the bank.
func (w *fixture) atBank(reference, status string) {
	w.T.Helper()
	var answer map[string]any
	if code := w.Post("/sandbox/razorpay/bank", map[string]string{"reference": reference, "status": status}, &answer); code != http.StatusOK {
		w.T.Fatalf("at the bank: HTTP %d, %v, want %d", code, answer, http.StatusOK)
	}
}

// tokenStates are the states of all mandates, the oldest first.
func (w *fixture) tokenStates() (states []string) {
	for _, token := range w.tokens("tokens") {
		details, _ := token["recurring_details"].(map[string]any)
		state, _ := details["status"].(string)
		states = append(states, state)
	}
	return states
}

// tokens are the mandates that the provider has, or its customers.
func (w *fixture) tokens(list string) []map[string]any {
	w.T.Helper()
	var books struct{ Razorpay map[string]any }
	answer, err := w.Client.Get(w.Origin + "/sandbox/books")
	if err != nil {
		w.T.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&books); err != nil {
		w.T.Fatal(err)
	}
	all, _ := books.Razorpay[list].([]any)
	var out []map[string]any
	for _, x := range all {
		entity, _ := x.(map[string]any)
		out = append(out, entity)
	}
	return out
}
