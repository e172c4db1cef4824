package juspay

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"rento/internal/provider"
)

// CreateOrder makes the order, whose id is our reference, and begins a payment of
// it. Juspay refuses a reference that it has: then that is the order, if it is
// one of the same amount.
func (g *Gateway) CreateOrder(ctx context.Context, req provider.OrderRequest) (provider.Checkout, error) {
	if req.Reference == "" {
		return provider.Checkout{}, failed("orders.create", provider.NotAttempted, "", "no reference")
	}
	form := url.Values{
		"order_id": {req.Reference}, "amount": {req.Amount.Decimal()}, "currency": {currency}, "return_url": {req.ReturnURL},
		"customer_id": {strconv.FormatInt(req.Customer.ID, 10)}, "customer_email": {req.Customer.Email}, "customer_phone": {req.Customer.Mobile},
	}
	var made order
	err := g.account.post(ctx, "orders.create", "/orders", req.Customer.ID, form, &made)
	if hasReason(err, reasonDuplicate) {
		made, err = g.account.order(ctx, req.Reference)
	}
	if err != nil {
		return provider.Checkout{}, err
	}
	if err := g.account.isAbout("orders.create", made, req.Reference); err != nil {
		return provider.Checkout{}, err
	}
	if amount, err := rupees(made.Amount); err != nil || amount != req.Amount {
		return provider.Checkout{}, failed("orders.create", provider.Unknown, "amount_differs", "the order is about %q, not %v", bound(made.Amount.String()), req.Amount)
	}
	return g.begin(ctx, req.Reference, req)
}

// Resume begins another payment of an order. What is paid a second time Juspay
// gives back by itself.
func (g *Gateway) Resume(ctx context.Context, orderID string, req provider.OrderRequest) (provider.Checkout, error) {
	return g.begin(ctx, orderID, req)
}

// begin starts a payment by the gateway's way, and says where the payer does it.
func (g *Gateway) begin(ctx context.Context, orderID string, req provider.OrderRequest) (provider.Checkout, error) {
	form := url.Values{
		"order_id": {orderID}, "merchant_id": {g.account.config.MerchantID}, "payment_method_type": {"WALLET"}, "payment_method": {g.way.method},
		"redirect_after_payment": {"true"}, "format": {"json"},
	}
	if g.way.method == methodCred {
		device, err := g.account.device(req)
		if err != nil {
			return provider.Checkout{}, failed("txns.create", provider.NotAttempted, "", "%w", err)
		}
		form.Set("sdk_params", "true")
		form.Set("sdk_pg_params", device)
	}
	var begun started
	if err := g.account.post(ctx, "txns.create", "/txns", req.Customer.ID, form, &begun); err != nil {
		return provider.Checkout{}, err
	}
	if begun.OrderID != orderID {
		return provider.Checkout{}, failed("txns.create", provider.Unknown, "order_differs", "the answer is about order %q", begun.OrderID)
	}
	checkout, err := g.checkout(begun)
	if err != nil {
		return provider.Checkout{}, failed("txns.create", provider.Unknown, begun.Status, "%w", err)
	}
	checkout.OrderID = orderID
	return checkout, nil
}

// device is what CRED is told of the payer's device. The phone number is
// encrypted for CRED alone.
func (a *account) device(req provider.OrderRequest) (string, error) {
	sealed, err := rsa.EncryptPKCS1v15(rand.Reader, a.credKey, []byte(req.Customer.Mobile)) //nolint:staticcheck // CRED's own form; nothing is decrypted here
	if err != nil {
		return "", fmt.Errorf("encrypt the phone number for CRED: %w", err)
	}
	text, err := json.Marshal(map[string]any{
		"platform": strings.ToUpper(req.Device.Platform), "os": strings.ToUpper(req.Device.OS), "device": strings.ToUpper(req.Device.Device),
		"countryCode": "+91", "phoneNumber": "enc-" + base64.StdEncoding.EncodeToString(sealed), "credAppPresent": req.Device.AppPresent,
	})
	return string(text), err
}

// started is the answer to a payment that was begun.
type started struct {
	OrderID string `json:"order_id"`
	TxnID   string `json:"txn_id"`
	Status  string `json:"status"`
	// Mode is how CRED goes on: intent, collect or web.
	Mode    string `json:"checkout_mode"`
	Intent  string `json:"intent_url"`
	Payment struct {
		Authentication struct {
			Method string          `json:"method"`
			URL    string          `json:"url"`
			Params json.RawMessage `json:"params"`
		} `json:"authentication"`
	} `json:"payment"`
}

// Check reports an answer that begins nothing.
func (s *started) Check() error {
	if s.OrderID == "" || s.TxnID == "" || s.Status == "" {
		return fmt.Errorf("payment: %w", errIncomplete)
	}
	return nil
}

// checkout is where the payer goes: into the app, or to a page of Juspay, by its
// address or by a form.
func (g *Gateway) checkout(begun started) (provider.Checkout, error) {
	if begun.Mode == "intent" && begun.Intent != "" {
		return provider.Checkout{IntentURL: begun.Intent}, nil
	}
	at := begun.Payment.Authentication
	if !g.account.isOwnPage(at.URL) {
		return provider.Checkout{}, fmt.Errorf("the payer would be led to %q", bound(at.URL))
	}
	checkout := provider.Checkout{RedirectURL: at.URL}
	switch strings.ToUpper(at.Method) {
	case "GET":
		return checkout, nil
	case "POST":
		form, err := readParams(at.Params)
		checkout.Form = form
		return checkout, err
	}
	return checkout, fmt.Errorf("unknown method %q", bound(at.Method))
}

// isOwnPage reports whether an address is one of Juspay's: nobody is led
// elsewhere because an answer says so.
func (a *account) isOwnPage(address string) bool {
	to, err := url.Parse(address)
	if err != nil {
		return false
	}
	base, err := url.Parse(a.config.BaseURL)
	if err != nil || to.Scheme != base.Scheme {
		return false
	}
	return to.Host == base.Host || strings.HasSuffix(to.Hostname(), ".juspay.in")
}

// readParams reads the fields of a form, which Juspay writes as an object or as
// the text of a query.
func readParams(raw json.RawMessage) (map[string]string, error) {
	form := map[string]string{}
	if json.Unmarshal(raw, &form) == nil {
		return form, nil
	}
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return nil, fmt.Errorf("read the fields of the form: %w", err)
	}
	values, err := url.ParseQuery(text)
	if err != nil {
		return nil, fmt.Errorf("read the fields of the form: %w", err)
	}
	for name := range values {
		form[name] = values.Get(name)
	}
	return form, nil
}
