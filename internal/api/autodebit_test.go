package api_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rento/internal/calendar"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store"
)

type wireCards struct {
	Cards []struct {
		CardID, GatewayType, PaymentGateway, PaymentMethod, Status, UPI, ExpDate string
		MandateAmount                                                            float64
		MetaData                                                                 struct {
			MaxAmount int64  `json:"max_amount"`
			VPA       string `json:"vpa"`
		}
	}
	ActiveCardID, ActiveGatewayType string
}

func (p person) cards(t *testing.T) (c wireCards) {
	t.Helper()
	if status := p.do(t, http.MethodGet, "/api/Dashboards/getRecurringCards?includeNach=true", nil, &c); status != http.StatusOK {
		t.Fatalf("getRecurringCards: status %d, want 200", status)
	}
	return c
}

// CALL-53, ENTITY-46: a NACH mandate was signed on paper and is debited like other mandates. If
// NACH is requested, it is listed as the active card. Otherwise it is left out.
func TestCardsIncludeNACH(t *testing.T) {
	w := sharedCity(t)
	p := w.person(t, "omkar")
	var m mandate.Mandate
	err := w.store.Write(t.Context(), p.id, func(tx *store.Tx) (err error) {
		m, err = w.Node.Services.Mandates.Record(t.Context(), tx, p.id, mandate.Mandate{
			Gateway: "razorpay", Method: provider.MandateNACH, Token: "token_paper", Label: "HDFC", Last4: "4821", Max: money.Rupees(20_000), ExpiresOn: calendar.MustParse("2036-11-30"), Active: true,
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // the city is shared
		_ = w.store.Write(context.WithoutCancel(t.Context()), p.id, func(tx *store.Tx) error {
			_, err := w.Node.Services.Mandates.Move(context.WithoutCancel(t.Context()), tx, p.id, m.ID, mandate.Cancelled)
			return err
		})
	})
	c := p.cards(t)
	if len(c.Cards) != 1 || c.ActiveCardID != c.Cards[0].CardID || c.ActiveGatewayType != "RAZORPAY" {
		t.Fatalf("%+v; want the one by NACH, active", c)
	}
	if k := c.Cards[0]; k.PaymentMethod != "NACH" || k.GatewayType != "RAZORPAY" || k.PaymentGateway != "RAZORPAY" || k.Status != "confirmed" ||
		k.MandateAmount != 20_000 || k.MetaData.MaxAmount != 2_000_000 || k.ExpDate != "2036-11-30" {
		t.Errorf("%+v; want what is known of it", k)
	}
	for _, query := range []string{"", "?includeNach=false"} {
		var without wireCards
		if status := p.do(t, http.MethodGet, "/api/Dashboards/getRecurringCards"+query, nil, &without); status != http.StatusOK || len(without.Cards) != 0 || without.ActiveCardID != "" {
			t.Errorf("%q: status %d, %+v; want none", query, status, without)
		}
	}
}

// setUpByOrder registers a mandate at the gateway that uses orders, and completes the checkout as
// the payer.
func (p person) setUpByOrder(t *testing.T, query, outcome string) (o wireOrderOptions, proof map[string]string) {
	t.Helper()
	answer := p.do(t, http.MethodGet, "/api/UserProfiles/getRazorPayOptions?"+query, nil, &o)
	if answer != http.StatusOK || o.Key == "" || o.OrderID == "" || o.CustomerID == "" || o.Currency != "INR" || o.Name == "" || !o.Recurring ||
		o.Prefill.Contact == "" || o.ScriptURL == "" || o.PageURL == "" {
		t.Fatalf("getRazorPayOptions: status %d, %+v; want all of a checkout: %s", answer, o, p.city.log.Drain())
	}
	var told map[string]any
	status := p.city.call(t, http.MethodPost, "/sandbox/razorpay/pay", "", map[string]string{"order_id": o.OrderID, "outcome": outcome}, &told)
	proof = map[string]string{}
	for name, value := range told {
		if text, ok := value.(string); ok {
			proof[name] = text
		}
	}
	if status != http.StatusOK {
		t.Fatalf("pay: status %d, want 200", status)
	}
	return o, proof
}

type wireOrderOptions struct {
	Key        string
	OrderID    string `json:"order_id"`
	CustomerID string `json:"customer_id"`
	Amount     int64
	Currency   string
	Name       string
	Recurring  bool
	Method     string
	Prefill    struct{ Name, Email, Contact string }
	ScriptURL  string
	PageURL    string
}

type wireMandateOptions struct {
	MerchantID, BDOrderID, AuthToken, ScriptURL, StyleURL, ReturnURL, PageURL string
	Amount                                                                    int64
}

// setUp registers a UPI mandate, completes the checkout as the payer, and returns what the browser
// brings back.
func (p person) setUp(t *testing.T, outcome string) (o wireMandateOptions, response string) {
	t.Helper()
	answer := p.do(t, http.MethodGet, "/api/UserProfiles/getBilldeskOptions?upi=true", nil, &o)
	if answer != http.StatusOK || o.MerchantID == "" || o.BDOrderID == "" || o.AuthToken == "" || o.Amount != 0 || o.ScriptURL == "" || o.StyleURL == "" || o.PageURL == "" {
		t.Fatalf("getBilldeskOptions: status %d, %+v; want all of a checkout: %s", answer, o, p.city.log.Drain())
	}
	var told struct{ Fields map[string]string }
	status := p.city.call(t, http.MethodPost, "/sandbox/billdesk/pay", "", map[string]string{"token": o.AuthToken, "outcome": outcome}, &told)
	if status != http.StatusOK || told.Fields["mandate_response"] == "" {
		t.Fatalf("pay: status %d, %+v; want a response", status, told)
	}
	return o, told.Fields["mandate_response"]
}

func (p person) bring(t *testing.T, orderID, response string) (status int, success bool) {
	t.Helper()
	var out struct {
		Success bool
		Card    struct{ CardID, Status string }
	}
	status = p.do(t, http.MethodPost, "/api/Payments/billdesk/captureBilldeskRecurringAuthToken", map[string]any{
		"billDeskResponse": map[string]string{"bdOrderId": orderID, "txnResponse": response},
	}, &out)
	return status, out.Success
}

// EASYPAY-11, EASYPAY-17, EASYPAY-22, EASYPAY-35, CALL-53, CALL-55, CALL-56, CALL-57, CALL-61,
// CALL-62: auto debit from its options to its removal, over the calls and against the sandbox.
func TestAutoDebitOverTheCalls(t *testing.T) {
	w := sharedCity(t)
	p := w.person(t, "indu")
	var meta struct {
		AutoDebit struct {
			PaymentOptions []struct {
				UniqueID, Gateway, PaymentMethod string
				MaxAmount                        float64
			}
			TooLowOptions []struct{ UniqueID string }
			About         []string
		}
		AdvanceRental                    struct{ DiscountText string }
		MaxAmount, LiveItemInvoiceAmount float64
	}
	if status := p.do(t, http.MethodGet, "/api/Dashboards/advanceRentalMeta", nil, &meta); status != http.StatusOK ||
		meta.MaxAmount != 5000 || meta.LiveItemInvoiceAmount <= 0 || len(meta.AutoDebit.PaymentOptions) != 3 || meta.AutoDebit.PaymentOptions[0].Gateway != "RAZORPAY" || meta.AutoDebit.PaymentOptions[2].Gateway != "BILLDESK" || meta.AdvanceRental.DiscountText != "Save 5%" {
		t.Fatalf("advanceRentalMeta: status %d, %+v; want three ways at two gateways, and Save 5%%", status, meta)
	}
	for _, way := range meta.AutoDebit.PaymentOptions {
		if way.MaxAmount != 5000 {
			t.Errorf("%+v, want a limit of 5,000", way)
		}
	}
	if low := meta.AutoDebit.TooLowOptions; low == nil || len(low) != 0 {
		t.Errorf("too low: %v, want an empty list", low)
	}
	if before := p.cards(t); len(before.Cards) != 0 || before.ActiveCardID != "" {
		t.Fatalf("cards %+v, want none", before)
	}
	begun, sealed := p.setUp(t, "success")
	if status, _ := p.bring(t, begun.BDOrderID, "a.b.c"); status != http.StatusBadRequest {
		t.Errorf("a forged response: status %d, want 400", status)
	}
	for range 2 {
		if status, success := p.bring(t, begun.BDOrderID, sealed); status != http.StatusOK || !success {
			t.Fatalf("bring it back: status %d, success %v; want 200 and success", status, success)
		}
	}
	cards := p.cards(t)
	if len(cards.Cards) != 1 {
		t.Fatalf("cards %+v, want one", cards)
	}
	card := cards.Cards[0]
	if card.CardID != cards.ActiveCardID || cards.ActiveGatewayType != "BILLDESK" || card.GatewayType != "BILLDESK" || card.PaymentMethod != "UPI" || card.Status != "confirmed" ||
		card.MandateAmount != 5000 || card.MetaData.MaxAmount != 500000 || card.UPI == "" || card.MetaData.VPA != card.UPI || card.ExpDate == "" {
		t.Errorf("cards %+v, want an active one by UPI for 5,000", cards)
	}
	var asked struct {
		Success bool
		Card    struct{ Status string }
	}
	if status := p.do(t, http.MethodPost, "/api/Dashboards/checkMandate", map[string]string{"cardId": card.CardID}, &asked); status != http.StatusOK || !asked.Success || asked.Card.Status != "confirmed" {
		t.Errorf("checkMandate: status %d, %+v; want it as it stands", status, asked)
	}
	body := map[string]string{"gatewayType": "BILLDESK", "customerCardId": card.CardID}
	if status := p.do(t, http.MethodPost, "/api/Dashboards/setActiveCard", body, nil); status != http.StatusOK {
		t.Errorf("setActiveCard: status %d, want 200", status)
	}
	body["customerCardId"] = "none"
	if status := p.do(t, http.MethodPost, "/api/Dashboards/setActiveCard", body, nil); status != http.StatusNotFound {
		t.Errorf("setActiveCard of none: status %d, want 404", status)
	}
	gone := map[string]string{"cardId": card.CardID, "paymentGateway": card.PaymentGateway}
	if status := p.do(t, http.MethodPost, "/api/Dashboards/cancelMandate", gone, nil); status != http.StatusOK {
		t.Errorf("cancelMandate: status %d, want 200", status)
	}
	if status := p.do(t, http.MethodPost, "/api/Dashboards/cancelMandate", gone, nil); status != http.StatusOK {
		t.Errorf("cancelMandate again: status %d, want 200", status)
	}
	if after := p.cards(t); len(after.Cards) != 0 {
		t.Errorf("cards %+v, want none", after)
	}
	rows, err := w.store.Queries().AuditOf(t.Context(), p.id)
	if err != nil {
		t.Fatal(err)
	}
	var acts []string
	for _, row := range rows {
		if strings.HasPrefix(row.Action, "mandate_") && row.Actor == "customer" {
			acts = append(acts, strings.TrimPrefix(row.Action, "mandate_"))
		}
	}
	if got, want := strings.Join(acts, " "), "initiated confirmed activated cancelling cancelled"; got != want {
		t.Errorf("the customer's acts: %s, want %s", got, want)
	}
}

// CALL-58, CALL-59, CALL-60: flags select net banking, UPI or card. What the browser brings back is
// verified, and the gateway is asked. In this city that gateway does not set up UPI. A forged proof
// is a 400, and another customer's registration is a 404.
func TestAutoDebitByOrderOverTheCalls(t *testing.T) {
	w := sharedCity(t)
	p, other := w.person(t, "indu"), w.person(t, "esha")
	if status := p.do(t, http.MethodGet, "/api/UserProfiles/getRazorPayOptions?upi=true", nil, nil); status != http.StatusNotFound {
		t.Errorf("by UPI: status %d, want 404: it is set up at the other gateway", status)
	}
	bring := func(by person, proof map[string]string) (status int, out struct {
		Success bool
		Card    struct{ CardID, Status, PaymentMethod, GatewayType, CardNumber string }
	},
	) {
		t.Helper()
		status = by.do(t, http.MethodPost, "/api/Payments/razorpay/captureRecurringAuthPayment", map[string]any{"razorPayResponse": map[string]string{
			"razorpay_payment_id": proof["razorpay_payment_id"], "razorpay_order_id": proof["razorpay_order_id"], "razorpay_signature": proof["razorpay_signature"],
		}}, &out)
		return status, out
	}
	for _, c := range []struct {
		query, method, name, number string
		amount                      int64
	}{{"emandate=true", "emandate", "Net banking", "4321", 0}, {"upi=false", "card", "Card", "1007", 100}} {
		o, proof := p.setUpByOrder(t, c.query, "success")
		if o.Method != c.method || o.Amount != c.amount {
			t.Errorf("%s: %+v; want %s with %d paise", c.query, o, c.method, c.amount)
		}
		forged := map[string]string{"razorpay_payment_id": proof["razorpay_payment_id"], "razorpay_order_id": o.OrderID, "razorpay_signature": strings.Repeat("0", 64)}
		if status, _ := bring(p, forged); status != http.StatusBadRequest {
			t.Errorf("a forged proof: status %d, want 400", status)
		}
		if status, _ := bring(other, proof); status != http.StatusNotFound {
			t.Errorf("another customer's registration: status %d, want 404", status)
		}
		for range 2 {
			status, out := bring(p, proof)
			if status != http.StatusOK || !out.Success || out.Card.Status != "confirmed" || out.Card.PaymentMethod != c.name || out.Card.GatewayType != "RAZORPAY" || out.Card.CardNumber != c.number {
				t.Fatalf("bring it back: status %d, %+v; want 200 and a confirmed mandate by %s", status, out, c.name)
			}
		}
	}
	p.removeCards(t)
}

// The pay page opens the checkout of a registration. It describes the result as that of auto debit
// and not of a payment.
func TestThePageOfARegistration(t *testing.T) {
	w := sharedCity(t)
	p := w.person(t, "indu")
	for _, c := range []struct{ outcome, heading, mode string }{
		{"success", "Auto debit is set up", "success"}, {"failure", "Auto debit was not set up", "failed"}, {"pending", "Your bank is still confirming", "done"},
	} {
		var o wireMandateOptions
		if status := p.do(t, http.MethodGet, "/api/UserProfiles/getBilldeskOptions?upi=true", nil, &o); status != http.StatusOK {
			t.Fatalf("getBilldeskOptions: status %d, want 200", status)
		}
		page := w.raw(t, http.MethodGet, o.PageURL, "", nil)
		for _, want := range []string{"<h1>Set up auto debit</h1>", o.AuthToken, `"flow":"emandate"`, "data-module"} {
			if page.Code != http.StatusOK || !strings.Contains(page.Body.String(), want) {
				t.Fatalf("page: %d %s, want 200 and %q in it", page.Code, page.Body, want)
			}
		}
		var told struct{ Fields map[string]string }
		if status := w.call(t, http.MethodPost, "/sandbox/billdesk/pay", "", map[string]string{"token": o.AuthToken, "outcome": c.outcome}, &told); status != http.StatusOK {
			t.Fatalf("pay: status %d, want 200", status)
		}
		answer := w.foreignForm(t, o.PageURL+"/return", url.Values{"mandate_response": {told.Fields["mandate_response"]}})
		if body := answer.Body.String(); answer.Code != http.StatusOK || !strings.Contains(body, c.heading) || !strings.Contains(body, `data-mode="`+c.mode+`"`) {
			t.Errorf("%s: %d %s, want 200, %q and mode %s", c.outcome, answer.Code, body, c.heading, c.mode)
		}
	}
	o, proof := p.setUpByOrder(t, "upi=false", "success")
	page := w.raw(t, http.MethodGet, o.PageURL, "", nil)
	for _, want := range []string{"<h1>Set up auto debit</h1>", o.OrderID, `"recurring":"1"`, `"customer_id":"` + o.CustomerID + `"`, `"amount":100`, o.Prefill.Contact} {
		if page.Code != http.StatusOK || !strings.Contains(page.Body.String(), want) {
			t.Errorf("page: %d %s, want 200 and %q in it", page.Code, page.Body, want)
		}
	}
	form := url.Values{}
	for _, name := range []string{"razorpay_payment_id", "razorpay_order_id", "razorpay_signature"} {
		form.Set(name, proof[name])
	}
	answer := w.foreignForm(t, o.PageURL+"/return", form)
	if body := answer.Body.String(); answer.Code != http.StatusOK || !strings.Contains(body, "Auto debit is set up") || !strings.Contains(body, `data-mode="success"`) {
		t.Errorf("by form: %d %s, want 200 and that it is set up", answer.Code, body)
	}
	p.removeCards(t)
}

// removeCards cancels all mandates of a person.
func (p person) removeCards(t *testing.T) {
	t.Helper()
	for _, card := range p.cards(t).Cards {
		if status := p.do(t, http.MethodPost, "/api/Dashboards/cancelMandate", map[string]string{"cardId": card.CardID, "paymentGateway": card.PaymentGateway}, nil); status != http.StatusOK {
			t.Errorf("cancelMandate: status %d, want 200", status)
		}
	}
}

// A customer can skip one debit until the bank has it. An agent cannot.
func TestSkipADebitOverTheCalls(t *testing.T) {
	w := sharedCity(t)
	p := w.person(t, "mohan")
	type debit struct{ DebitID, Step, Account, Date string }
	now := func() debit {
		var home struct{ Debit debit }
		p.do(t, http.MethodGet, "/api/Dashboards/dashboardData", nil, &home)
		return home.Debit
	}
	before := now()
	if before.DebitID == "" || before.Account != "mo…@example" {
		t.Fatalf("debit %+v, want one by UPI", before)
	}
	body := map[string]string{"debitId": before.DebitID}
	if status := w.agentFor(t, "mohan").do(t, http.MethodPost, "/api/Dashboards/skipDebit", body, nil); status != http.StatusForbidden {
		t.Errorf("an agent: status %d, want 403", status)
	}
	if status := w.person(t, "kabir").do(t, http.MethodPost, "/api/Dashboards/skipDebit", body, nil); status != http.StatusNotFound {
		t.Errorf("another customer: status %d, want 404", status)
	}
	status, step := http.StatusOK, "skipped"
	if before.Step != "planned" { // on the last day of a month it has failed for good
		status, step = http.StatusConflict, before.Step
	}
	for range 2 {
		if got := p.do(t, http.MethodPost, "/api/Dashboards/skipDebit", body, nil); got != status {
			t.Errorf("status %d, want %d", got, status)
		}
	}
	if after := now(); after.Step != step {
		t.Errorf("debit %+v, want it %s", after, step)
	}
	var rows []string
	audit, err := w.store.Queries().AuditOf(t.Context(), p.id)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range audit {
		if row.Action == "mandate_debit_skipped" && row.Actor == "customer" {
			rows = append(rows, row.Reason)
		}
	}
	if status == http.StatusOK && strings.Join(rows, " ") != "declined" {
		t.Errorf("the customer's acts: %q, want one that says why", rows)
	}
}

// Requesting two methods at once is the caller's mistake and gets an error in the common format.
func TestTwoWaysOfAutoDebitAtOnce(t *testing.T) {
	w := sharedCity(t)
	p := w.person(t, "indu")
	for _, call := range []string{"getBilldeskOptions", "getRazorPayOptions"} {
		var answer struct {
			Error struct {
				StatusCode    int
				Name, Message string
				Extra         struct{ Code string }
			}
		}
		status := p.do(t, http.MethodGet, "/api/UserProfiles/"+call+"?upi=true&emandate=true", nil, &answer)
		if e := answer.Error; status != http.StatusUnprocessableEntity || e.StatusCode != status || e.Message == "" || e.Extra.Code != "mandate.two_methods" {
			t.Errorf("%s: status %d, %+v; want a 422 that says so", call, status, e)
		}
	}
}
