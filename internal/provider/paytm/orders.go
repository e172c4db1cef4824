package paytm

import (
	"context"
	"fmt"
	"net/url"

	"rento/internal/provider"
)

type orderRequest struct {
	RequestType string `json:"requestType"`
	MID         string `json:"mid"`
	Website     string `json:"websiteName"`
	OrderID     string `json:"orderId"`
	CallbackURL string `json:"callbackUrl"`
	Amount      amount `json:"txnAmount"`
	User        user   `json:"userInfo"`
}

type amount struct {
	Value    string `json:"value"`
	Currency string `json:"currency"`
}

type user struct {
	ID     string `json:"custId"`
	Mobile string `json:"mobile,omitempty"`
	Email  string `json:"email,omitempty"`
	Name   string `json:"firstName,omitempty"`
}

// CreateOrder opens an order, whose id is our reference. The same again is the
// same order, with a token that opens its checkout for a quarter of an hour.
func (g *Gateway) CreateOrder(ctx context.Context, req provider.OrderRequest) (provider.Checkout, error) {
	if req.Reference == "" {
		return provider.Checkout{}, failed("orders.initiate", provider.NotAttempted, "", "no reference")
	}
	return g.open(ctx, req.Reference, req)
}

// Resume asks for another token, because the one before has run out or was
// used. It is declined once somebody has paid or tried to.
func (g *Gateway) Resume(ctx context.Context, orderID string, req provider.OrderRequest) (provider.Checkout, error) {
	return g.open(ctx, orderID, req)
}

func (g *Gateway) open(ctx context.Context, orderID string, req provider.OrderRequest) (provider.Checkout, error) {
	in := orderRequest{
		RequestType: "Payment", MID: g.config.MID, Website: g.config.Website, OrderID: orderID, CallbackURL: req.ReturnURL,
		Amount: amount{Value: req.Amount.Decimal(), Currency: currency},
		User:   user{ID: fmt.Sprint(req.Customer.ID), Mobile: req.Customer.Mobile, Email: req.Customer.Email, Name: req.Customer.Name},
	}
	var made initiated
	query := url.Values{"mid": {g.config.MID}, "orderId": {orderID}}
	if err := g.post(ctx, "orders.initiate", "/theia/api/v1/initiateTransaction", query, in, &made); err != nil {
		return provider.Checkout{}, err
	}
	if err := made.refusal(); err != nil {
		return provider.Checkout{}, err
	}
	return provider.Checkout{
		OrderID: orderID, ScriptURL: g.config.BaseURL + "/merchantpgpui/checkoutjs/merchants/" + url.PathEscape(g.config.MID) + ".js",
		Options: map[string]string{"token": made.Token},
	}, nil
}

// initiated is the answer to initiateTransaction.
type initiated struct {
	Result result `json:"resultInfo"`
	Token  string `json:"txnToken"`
}

// Check reports an answer without a result, or a success without a token.
func (i *initiated) Check() error {
	if i.Result.Status == "S" && i.Token == "" {
		return fmt.Errorf("order: %w", errIncomplete)
	}
	return i.Result.Check()
}

// The codes that an opened order is answered with.
const (
	codeOpened = "0000"
	codeAgain  = "0002" // the same was asked for before
)

// refusals of initiateTransaction: the checksum, the order's id, an order that
// is used up, the request or the merchant. At the status call the same numbers
// mean other things.
var refusals = map[string]provider.Outcome{
	"227": provider.NotAttempted, "330": provider.Declined, "334": provider.Declined, "335": provider.Declined,
}

// refusal is the error of an order that was not opened. A code that we do not
// know says nothing of its effect.
func (i *initiated) refusal() error {
	code := i.Result.Code
	if i.Result.Status == "S" && (code == codeOpened || code == codeAgain) {
		return nil
	}
	outcome, known := refusals[code]
	if !known {
		outcome = provider.Unknown
	}
	return failed("orders.initiate", outcome, code, "%s: %s", i.Result.Status, i.Result.Message)
}
