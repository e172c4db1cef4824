package billdesk_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/provider/billdesk"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	"rento/internal/testkit/gateway"
)

// CALL-57, CALL-61, CALL-104: a mandate from its registration to the bank's yes.
func TestBDK10AMandateIsRegistered(t *testing.T) {
	both(t, func(t *testing.T, w *fixture) {
		for method, want := range map[provider.MandateMethod]provider.Mandate{
			provider.MandateUPI:      {VPA: "su…@billdesk"},
			provider.MandateCard:     {Last4: "1007"},
			provider.MandateEMandate: {Last4: "4321"},
		} {
			reference := "RMM10" + string(method)
			req := registering(reference, method)
			checkout, err := w.Gateway.Register(t.Context(), req)
			if err != nil {
				t.Fatal(err)
			}
			o := checkout.Options
			if o["flow"] != "emandate" || o["mandate_token_id"] != checkout.OrderID || !strings.HasPrefix(o["auth_token"], "OToken ") || o["merchant_id"] != "SBXMERC" ||
				checkout.ScriptURL != w.Box.BaseURL("billdesk")+"/jssdk/v1/dist/billdesksdk/billdesksdk.esm.js" || !strings.HasSuffix(o["style_url"], "/billdesksdk/billdesksdk.css") {
				t.Errorf("%s: checkout %+v; want the registration %s in the SDK", method, checkout, checkout.OrderID)
			}
			ref := provider.MandateRef{Reference: reference, RegistrationID: checkout.OrderID, CustomerID: 7, Method: method}
			if m := w.mandate(ref); m.State != provider.MandateInitiated || m.ID != "" {
				t.Errorf("%s before the customer: %+v; want %s", method, m, provider.MandateInitiated)
			}
			back := w.pay(reference, emulator.Success)
			told, err := w.Gateway.ReadMandateReturn(ref, back.Fields)
			if err != nil || told.State != provider.MandateConfirmed || told.ID == "" {
				t.Errorf("%s: the browser brought %+v, %v; want the confirmed mandate", method, told, err)
			}
			want.ID, want.Reference, want.State, want.Method, want.Max, want.ExpiresOn, want.Label = told.ID, reference, provider.MandateConfirmed, method, req.Max, req.Ends, "HDFC Bank"
			if got := w.mandate(ref); got != want {
				t.Errorf("%s: by our reference %+v; want %+v", method, got, want)
			}
			ref.ID = told.ID
			if got := w.mandate(ref); got != want {
				t.Errorf("%s: by its id %+v; want %+v", method, got, want)
			}
		}
	})
}

func TestBDK12HowARegistrationEnds(t *testing.T) {
	for outcome, want := range map[string]provider.MandateState{
		emulator.Failure: provider.MandateRejected, emulator.Cancelled: provider.MandateRejected,
		emulator.Pending: provider.MandateInitiated, emulator.Late: provider.MandateInitiated,
	} {
		w := inProcess(t)
		ref := w.register("RMM12", provider.MandateUPI)
		back := w.pay("RMM12", outcome)
		told, err := w.Gateway.ReadMandateReturn(ref, back.Fields)
		if m := w.mandate(ref); err != nil || m.State != want || told != m || (m.Reason != "") != (want == provider.MandateRejected) {
			t.Errorf("%s: %+v, the browser brought %+v, %v; want %s", outcome, m, told, err, want)
		}
		w.Do(sandbox.Command{Advance: "1m"})
		if m := w.mandate(ref); outcome == emulator.Late && m.State != provider.MandateConfirmed {
			t.Errorf("a late yes: %+v; want %s", m, provider.MandateConfirmed)
		}
	}
}

// A reference registers once; what is not whole is not sent, what is refused is not
// registered, and a lost answer is unknown.
func TestBDK13RegistrationsThatAreNone(t *testing.T) {
	w := inProcess(t)
	w.register("RMM13", provider.MandateUPI)
	refused := func(g *billdesk.Gateway, change func(*provider.MandateRequest), want provider.Outcome) {
		t.Helper()
		req := registering("RMM13b", provider.MandateUPI)
		change(&req)
		_, err := g.Register(t.Context(), req)
		gateway.Outcome(t, err, want)
	}
	same := func(*provider.MandateRequest) {}
	refused(w.Gateway, func(r *provider.MandateRequest) { r.Reference = "RMM13" }, provider.Declined)
	refused(w.Gateway, func(r *provider.MandateRequest) { r.About = "" }, provider.Declined)
	refused(w.Gateway, func(r *provider.MandateRequest) { r.Starts = calendar.MustParse("2025-12-31") }, provider.Declined)
	for _, change := range []func(*provider.MandateRequest){
		func(r *provider.MandateRequest) { r.Method = provider.MandateNACH }, func(r *provider.MandateRequest) { r.Reference = "" },
		func(r *provider.MandateRequest) { r.Max = 0 }, func(r *provider.MandateRequest) { r.Ends = r.Starts },
		func(r *provider.MandateRequest) { r.Customer.ID = 0 }, func(r *provider.MandateRequest) { r.Device.Address = "" },
		func(r *provider.MandateRequest) { r.Device.UserAgent = "" },
	} {
		refused(w.Gateway, change, provider.NotAttempted)
	}
	for _, change := range []func(*billdesk.Config){
		func(c *billdesk.Config) { c.SigningKey = "another-billdesk-hmac-secret-0001" }, func(c *billdesk.Config) { c.ClientID = "another" },
		func(c *billdesk.Config) { c.MerchantID = "ANOTHER" }, func(c *billdesk.Config) { c.EncryptionKey = "" },
	} {
		refused(w.connect(keys, w.Box.Transport(), change), same, provider.NotAttempted)
	}
	if n := len(w.mandates()); n != 1 {
		t.Errorf("%d mandates, want 1", n)
	}
	for _, fault := range []emulator.Fault{emulator.TimeoutAfter, emulator.Error500After, emulator.Empty200, emulator.Malformed, emulator.HTML502} {
		w.Spoil("mandatetokens.create", fault)
		refused(w.Gateway, func(r *provider.MandateRequest) { r.Reference = "RMM13" + strings.ReplaceAll(string(fault), "_", "") }, provider.Unknown)
	}
}

// What another merchant, reference or nobody has signed is not believed.
func TestBDK14ReturnsOfMandatesAreProved(t *testing.T) {
	w := inProcess(t)
	ref := w.register("RMM14", provider.MandateUPI)
	w.register("RMM14b", provider.MandateUPI)
	other, own := w.pay("RMM14b", emulator.Success), w.pay("RMM14", emulator.Success)
	for name, fields := range map[string]map[string]string{
		"another mandate":  other.Fields,
		"a changed byte":   {"mandate_response": own.Fields["mandate_response"] + "A"},
		"unsigned":         {"mandate_response": `{"objectid":"mandate","status":"active"}`},
		"in another field": {"encrypted_response": other.Fields["mandate_response"]},
	} {
		if m, err := w.Gateway.ReadMandateReturn(ref, fields); err == nil || m != (provider.Mandate{}) {
			t.Errorf("%s: %+v, %v; want %v", name, m, err, provider.ErrBadSignature)
		}
	}
	if m, err := w.Gateway.ReadMandateReturn(ref, map[string]string{"encrypted_response": own.Fields["mandate_response"]}); err != nil || m.State != provider.MandateConfirmed {
		t.Errorf("in the other field: %+v, %v; want the confirmed mandate", m, err)
	}
	if m, err := w.Gateway.ReadMandateReturn(ref, nil); err != nil || m != (provider.Mandate{}) {
		t.Errorf("without a word: %+v, %v; want nothing", m, err)
	}
}

// CALL-62: a mandate is withdrawn here, or at the bank, and rests there.
func TestBDK15AMandateIsWithdrawn(t *testing.T) {
	w := inProcess(t)
	ref := w.confirmed("RMM15", provider.MandateUPI)
	for _, step := range []struct {
		at   string
		want provider.MandateState
	}{{"paused", provider.MandatePaused}, {"active", provider.MandateConfirmed}} {
		w.atBank("RMM15", step.at)
		if m := w.mandate(ref); m.State != step.want {
			t.Errorf("%s at the bank: %+v; want %s", step.at, m, step.want)
		}
	}
	w.plan("mandate_cancel", emulator.Failure, "")
	_, err := w.Gateway.CancelMandate(t.Context(), ref)
	gateway.Outcome(t, err, provider.Declined)
	w.Spoil("mandates.delete", emulator.TimeoutAfter)
	_, err = w.Gateway.CancelMandate(t.Context(), ref)
	gateway.Outcome(t, err, provider.Unknown)
	for range 2 { // the second time it is withdrawn already
		if m, err := w.Gateway.CancelMandate(t.Context(), ref); err != nil || m.State != provider.MandateCancelled {
			t.Errorf("withdrawn: %+v, %v; want %s", m, err, provider.MandateCancelled)
		}
	}
	if m, err := w.Gateway.CancelMandate(t.Context(), provider.MandateRef{Reference: "RMM15", Method: provider.MandateUPI}); err != nil || m.State != provider.MandateCancelled {
		t.Errorf("found by its reference: %+v, %v; want %s", m, err, provider.MandateCancelled)
	}
	_, err = w.Gateway.CancelMandate(t.Context(), provider.MandateRef{Reference: "RMM15", ID: ref.ID})
	gateway.Outcome(t, err, provider.NotAttempted)

	slow := w.confirmed("RMM15b", provider.MandateCard)
	w.plan("mandate_cancel", emulator.Late, "")
	if m, err := w.Gateway.CancelMandate(t.Context(), slow); err != nil || m.State != provider.MandateConfirmed {
		t.Errorf("a bank that takes its time: %+v, %v; want %s", m, err, provider.MandateConfirmed)
	}
	w.Do(sandbox.Command{Advance: "1m"})
	if m := w.mandate(slow); m.State != provider.MandateCancelled {
		t.Errorf("later: %+v; want %s", m, provider.MandateCancelled)
	}
	gone := w.confirmed("RMM15c", provider.MandateEMandate)
	if w.atBank("RMM15c", "cancelled"); w.mandate(gone).State != provider.MandateCancelled {
		t.Errorf("withdrawn at the bank: %+v; want %s", w.mandate(gone), provider.MandateCancelled)
	}
}

func TestBDK16AMandateRunsOut(t *testing.T) {
	w := inProcess(t)
	req := registering("RMM16", provider.MandateUPI)
	req.Ends = calendar.MustParse("2026-02-28")
	checkout, err := w.Gateway.Register(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	w.pay("RMM16", emulator.Success)
	ref := provider.MandateRef{Reference: "RMM16", RegistrationID: checkout.OrderID, CustomerID: 7}
	w.Do(sandbox.Command{Advance: "58d"})
	if m := w.mandate(ref); m.State != provider.MandateConfirmed {
		t.Errorf("on its last day: %+v; want %s", m, provider.MandateConfirmed)
	}
	w.Do(sandbox.Command{Advance: "1d"})
	if m := w.mandate(ref); m.State != provider.MandateExpired {
		t.Errorf("after its last day: %+v; want %s", m, provider.MandateExpired)
	}
}

// Each step of a mandate is an event that names it, and nothing more than a reason to
// ask; duplicates have one id, and what is not signed by BillDesk is refused.
func TestBDK17EventsOfMandates(t *testing.T) {
	w := inProcess(t)
	ref := w.confirmed("RMM17", provider.MandateUPI)
	w.Do(sandbox.Command{Webhooks: []emulator.Rule{{Event: "mandate.paused", Action: emulator.Duplicate, Copies: 2}, {Event: "mandate.active", Action: emulator.BadSignature}}})
	w.Box.Deliver(t.Context()) // the bank's yes, queued before the rules
	w.atBank("RMM17", "paused")
	w.atBank("RMM17", "active")
	w.Box.Deliver(t.Context())
	if want := []string{"mandate.active", "mandate.paused", "mandate.paused"}; !slices.Equal(w.Kinds(), want) || w.Forged != 1 {
		t.Fatalf("events %v, %d forged; want %v and one", w.Kinds(), w.Forged, want)
	}
	for _, e := range w.Inbox {
		if e.SubjectID != ref.ID || e.OrderID != ref.RegistrationID || e.PaymentID != "" || e.Check() != nil || len(e.Observation.Payments) != 0 {
			t.Errorf("event %+v; want it about mandate %s", e, ref.ID)
		}
	}
	if w.Inbox[1].ID != w.Inbox[2].ID || w.Inbox[0].ID == w.Inbox[1].ID {
		t.Errorf("ids %s, %s, %s; want the copies to have one", w.Inbox[0].ID, w.Inbox[1].ID, w.Inbox[2].ID)
	}
}

// The books of mandates outlive the process, with what the bank will do by itself.
func TestBDK18BooksOutliveTheProcess(t *testing.T) {
	w := inProcess(t)
	ref := w.confirmed("RMM18", provider.MandateCard)
	req := w.debiting("RMD18", ref, money.Rupees(1000))
	notice := w.announced(req)
	w.plan("debit", emulator.Pending, "")
	if _, err := w.Gateway.Debit(t.Context(), req, notice); err != nil {
		t.Fatal(err)
	}
	kept, err := w.Box.Memory()
	if err != nil {
		t.Fatal(err)
	}
	after := inProcess(t)
	after.Do(sandbox.Command{Advance: "2d"})
	if err := after.Box.Recall(kept); err != nil {
		t.Fatal(err)
	}
	if got := after.mandate(ref); got != w.mandate(ref) || after.Only("RMD18") != w.Only("RMD18") {
		t.Errorf("recalled %+v and %+v; want %+v and %+v", got, after.Only("RMD18"), w.mandate(ref), w.Only("RMD18"))
	}
	after.Do(sandbox.Command{Advance: "10m"})
	if p := after.Only("RMD18"); p.State != provider.PaymentFailed {
		t.Errorf("after the bank's patience: %+v; want %s", p, provider.PaymentFailed)
	}
	if err := after.Box.Recall([]byte(`{"billdesk":[]}`)); err == nil {
		t.Error("books that are none were taken")
	}
}

// mandates are those that the provider has.
func (w *fixture) mandates() []map[string]any {
	w.T.Helper()
	answer, err := w.Client.Get(w.Origin + "/sandbox/books")
	if err != nil {
		w.T.Fatal(err)
	}
	defer answer.Body.Close()
	var books struct {
		Billdesk struct {
			Mandates []map[string]any `json:"mandates"`
		} `json:"billdesk"`
	}
	if answer.StatusCode != http.StatusOK || decode(answer.Body, &books) != nil {
		w.T.Fatalf("books: HTTP %d, want %d and a list of mandates", answer.StatusCode, http.StatusOK)
	}
	return books.Billdesk.Mandates
}
