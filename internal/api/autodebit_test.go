package api_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
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

type wireMandateOptions struct {
	MerchantID, BDOrderID, AuthToken, ScriptURL, StyleURL, ReturnURL, PageURL string
	Amount                                                                    int64
}

// setUp registers a mandate by UPI and has the payer go through the checkout; it
// returns what the browser brings back.
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

// EASYPAY-11, EASYPAY-17, EASYPAY-22, EASYPAY-35, CALL-53, CALL-55, CALL-56,
// CALL-57, CALL-61, CALL-62: auto debit from its options to its
// removal, over the calls and against the sandbox.
func TestAutoDebitOverTheCalls(t *testing.T) {
	w := sharedCity(t)
	p := w.person(t, "indu")
	var meta struct {
		AutoDebit struct {
			PaymentOptions []struct{ UniqueID, Gateway, PaymentMethod string }
			About          []string
		}
		AdvanceRental                    struct{ DiscountText string }
		MaxAmount, LiveItemInvoiceAmount float64
	}
	if status := p.do(t, http.MethodGet, "/api/Dashboards/advanceRentalMeta", nil, &meta); status != http.StatusOK ||
		meta.MaxAmount != 5000 || meta.LiveItemInvoiceAmount <= 0 || len(meta.AutoDebit.PaymentOptions) != 3 || meta.AutoDebit.PaymentOptions[0].Gateway != "BILLDESK" || meta.AdvanceRental.DiscountText != "" {
		t.Fatalf("advanceRentalMeta: status %d, %+v; want three ways at the gateway, and nothing of advance rental", status, meta)
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
	if status := p.do(t, http.MethodPost, "/api/Dashboards/cancelMandate", gone, nil); status != http.StatusNotFound {
		t.Errorf("cancelMandate again: status %d, want 404", status)
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

// The pay page opens the checkout of a registration, and says how it ended in words
// of auto debit, not of a payment.
func TestThePageOfARegistration(t *testing.T) {
	w := sharedCity(t)
	p := w.person(t, "indu")
	for _, c := range []struct{ outcome, heading, mode string }{
		{"success", "Auto debit is set up", "success"}, {"failure", "Auto debit was not set up", "failed"}, {"pending", "Your bank is still confirming", "done"},
	} {
		var o wireMandateOptions
		if status := p.do(t, http.MethodGet, "/api/UserProfiles/getBilldeskOptions?upi=false", nil, &o); status != http.StatusOK {
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
	for _, card := range p.cards(t).Cards {
		if status := p.do(t, http.MethodPost, "/api/Dashboards/cancelMandate", map[string]string{"cardId": card.CardID, "paymentGateway": card.PaymentGateway}, nil); status != http.StatusOK {
			t.Errorf("cancelMandate: status %d, want 200", status)
		}
	}
}
