package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"rento/internal/fault"
	"rento/internal/payment"
	"rento/internal/provider/billdesk"
	"rento/internal/provider/razorpay"
	"rento/internal/sandbox"
)

// usualGateway is where people in the city pay, mandateGateway where they have auto debit. To show
// another gateway, add a persona who pays there.
const (
	usualGateway   = razorpay.Name
	mandateGateway = billdesk.Name
)

// payer is a customer using the gateway's own page.
type payer struct {
	gateway       *http.Client
	url, mandates string
}

// newPayer returns a payer that calls the sandbox in-process.
func newPayer(s *sandbox.Sandbox) *payer {
	return &payer{gateway: &http.Client{Transport: s.Transport()}, url: s.BaseURL(usualGateway), mandates: s.BaseURL(mandateGateway)}
}

// The outcomes of a payment at the gateway.
const (
	succeeds = "success"
	fails    = "failure"
)

// pay tries to pay an order and returns what the page gives the browser: the signed proof if the
// bank approved.
func (p *payer) pay(ctx context.Context, orderID, method, outcome string, who Person) (map[string]string, error) {
	answer, err := p.at(ctx, p.url+"/pay", map[string]string{
		"order_id": orderID, "method": method, "outcome": outcome, "email": who.Email, "contact": "+91" + who.Mobile,
	})
	return proof(answer), err
}

// approve lets the payer's bank confirm the registration of a mandate with our reference, and
// returns the signed proof that the page gives the browser.
func (p *payer) approve(ctx context.Context, reference string, with permission) (map[string]string, error) {
	answer, err := p.at(ctx, p.mandates+"/pay", map[string]string{
		"order_id": reference, "outcome": succeeds, "max": with.most, "vpa": with.vpa, "account": with.account,
	})
	told, _ := answer["fields"].(map[string]any)
	return proof(told), err
}

// pause pauses a mandate at the payer's bank.
func (p *payer) pause(ctx context.Context, reference string) error {
	_, err := p.at(ctx, p.mandates+"/bank", map[string]string{"reference": reference, "status": "paused"})
	return err
}

// at posts a payer's action to a page of the provider or of the bank.
func (p *payer) at(ctx context.Context, url string, what map[string]string) (answer map[string]any, err error) {
	body, err := json.Marshal(what)
	if err != nil {
		return nil, fmt.Errorf("demo: pay: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("demo: pay: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := p.gateway.Do(request)
	if err != nil {
		return nil, fmt.Errorf("demo: pay: %w", err)
	}
	defer func() { _ = response.Body.Close() }() // all of it was read
	if response.StatusCode != http.StatusOK && response.StatusCode != http.StatusCreated {
		return nil, fmt.Errorf("demo: pay at %s: status %d", url, response.StatusCode)
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return nil, fmt.Errorf("demo: pay: %w", err)
	}
	return answer, nil
}

// proof returns the fields that the checkout script passes to its page.
func proof(answer map[string]any) map[string]string {
	fields := map[string]string{}
	for _, name := range []string{razorpay.FieldPayment, razorpay.FieldOrder, razorpay.FieldSignature, billdesk.FieldMandate} {
		if value, ok := answer[name].(string); ok {
			fields[name] = value
		}
	}
	return fields
}

// start starts a transaction.
type start func(ctx context.Context, customerID int64) (payment.Transaction, error)

func (m *maker) rent(ctx context.Context, customerID int64) (payment.Transaction, error) {
	return m.Payments.StartDue(ctx, customerID, payment.DueInput{Device: "client-web"})
}

// pay pays what is due, if anything, the way a customer would on the screen.
func (m *maker) pay(ctx context.Context, r *resident, open start) error {
	t, err := open(ctx, r.id)
	if fault.Is(err, http.StatusConflict) {
		return nil // nothing is due
	}
	if err != nil || t.WalletPaid() {
		return err
	}
	order, err := m.order(ctx, r.id, t)
	if err != nil {
		return err
	}
	if r.clumsy && m.random.IntN(2) == 0 {
		if _, err := m.payer.pay(ctx, order, "card", fails, r.person); err != nil {
			return err
		}
	}
	fields, err := m.payer.pay(ctx, order, m.method(), succeeds, r.person)
	if err != nil || r.silent {
		return err // the webhook reports the payment
	}
	paid, err := m.Payments.Capture(ctx, r.id, payment.ReturnInput{TransactionID: t.ID, UniqueID: t.UniqueID, Fields: fields})
	if err == nil && !paid {
		err = fmt.Errorf("demo: %s paid order %s, but it does not count as paid", r.person.Name, order)
	}
	return err
}

// order is the gateway order of a transaction.
func (m *maker) order(ctx context.Context, customerID int64, t payment.Transaction) (string, error) {
	if t.Checkout != nil {
		return t.Checkout.OrderID, nil
	}
	started, err := m.Payments.StartGateway(ctx, customerID, payment.GatewayInput{
		TransactionID: t.ID, UniqueID: t.UniqueID, Gateway: usualGateway,
	})
	if err != nil {
		return "", err
	}
	return started.Checkout.OrderID, nil
}

// method is a random payment method, most often UPI.
func (m *maker) method() string {
	return []string{"upi", "upi", "upi", "upi", "card", "netbanking"}[m.random.IntN(6)]
}
