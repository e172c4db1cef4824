package razorpay

import (
	"context"
	"net/url"
	"strconv"

	"rento/internal/money"
	"rento/internal/provider"
)

// Windows for capture, in minutes. Rent does not change its price within
// days, so money that the bank confirms late is still captured; what is left
// uncaptured goes back to the payer by itself.
const (
	automaticCapture = 3 * 24 * 60
	manualCapture    = 5 * 24 * 60
)

// CreateOrder makes the order whose receipt is our reference, or returns the
// one that is already there. Razorpay does not keep receipts unique by itself,
// so the receipt is looked up first, and once more when the answer of the
// creation is lost.
func (g *Gateway) CreateOrder(ctx context.Context, req provider.OrderRequest) (provider.Checkout, error) {
	if req.Reference == "" {
		return provider.Checkout{}, failed("orders.create", provider.NotAttempted, "", "no reference")
	}
	o, found, err := g.byReceipt(ctx, req.Reference)
	if err != nil {
		return provider.Checkout{}, nothingDone(err)
	}
	if !found {
		o, err = g.createOrder(ctx, newOrder(req))
	}
	if err != nil {
		return provider.Checkout{}, err
	}
	return g.checkout(ctx, o, req)
}

func (g *Gateway) createOrder(ctx context.Context, in orderRequest) (order, error) {
	var made order
	err := g.post(ctx, "orders.create", "/orders", in, &made)
	if err == nil || provider.OutcomeOf(err) != provider.Unknown {
		return made, err
	}
	if o, found, lookupErr := g.byReceipt(ctx, in.Receipt); lookupErr == nil && found {
		return o, nil
	}
	return order{}, err
}

// nothingDone marks a failed look-up before the creation: nothing was created.
func nothingDone(err error) error {
	return failed("orders.create", provider.NotAttempted, "", "look up receipt: %w", err)
}

// checkout is that of the order that we asked for.
func (g *Gateway) checkout(ctx context.Context, o order, req provider.OrderRequest) (provider.Checkout, error) {
	if err := isOurs(o, req.Reference, req.Amount); err != nil {
		return provider.Checkout{}, err
	}
	return g.Resume(ctx, o.ID, req)
}

// isOurs refuses an order that is not the one we asked for.
func isOurs(o order, reference string, amount money.Paise) error {
	if *o.Amount == int64(amount) && o.Currency == currency && o.Receipt == reference {
		return nil
	}
	return failed("orders.create", provider.Declined, "order_differs", "order %s is not the one that was asked for", o.ID)
}

// Resume is the checkout of an order that was made before. It asks nobody.
func (g *Gateway) Resume(_ context.Context, orderID string, _ provider.OrderRequest) (provider.Checkout, error) {
	return provider.Checkout{
		OrderID: orderID, ScriptURL: g.config.ScriptURL, Options: map[string]string{"key": g.config.KeyID},
	}, nil
}

// byReceipt returns the oldest order with this receipt, if there is one. The
// list comes newest first, which decides between orders of the same second.
func (g *Gateway) byReceipt(ctx context.Context, receipt string) (oldest order, found bool, err error) {
	var list orderList
	query := url.Values{"receipt": {receipt}, "count": {strconv.Itoa(pageSize)}}
	if err := g.get(ctx, "orders.list", "/orders", query, &list); err != nil {
		return order{}, false, err
	}
	for _, o := range list.Items {
		if o.Receipt == receipt && (!found || o.CreatedAt <= oldest.CreatedAt) {
			oldest, found = o, true
		}
	}
	return oldest, found, nil
}

func newOrder(req provider.OrderRequest) orderRequest {
	return orderRequest{Amount: int64(req.Amount), Currency: currency, Receipt: req.Reference, Notes: req.Notes, Payment: captured}
}

// captured has what is paid taken by itself.
var captured = captureRule{
	Capture: "automatic",
	Options: captureOptions{Automatic: automaticCapture, Manual: manualCapture, RefundSpeed: "normal"},
}
