package billdesk

import (
	"context"
	"fmt"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/provider"
)

// itemCode is that of what is sold to the payer directly.
const itemCode = "DIRECT"

type orderRequest struct {
	MerchantID string   `json:"mercid"`
	OrderID    string   `json:"orderid"`
	Amount     string   `json:"amount"`
	Date       string   `json:"order_date"`
	Currency   string   `json:"currency"`
	ReturnURL  string   `json:"ru"`
	Info       info     `json:"additional_info"`
	ItemCode   string   `json:"itemcode"`
	Device     device   `json:"device"`
	Customer   customer `json:"customer"`
}

// info has room for ten texts of ours; the first is our reference.
type info struct {
	First string `json:"additional_info1"`
}

// device is the payer's.
type device struct {
	Channel   string `json:"init_channel"`
	Address   string `json:"ip"`
	UserAgent string `json:"user_agent"`
	Accept    string `json:"accept_header"`
}

func deviceOf(d provider.Device) device {
	return device{Channel: "internet", Address: d.Address, UserAgent: d.UserAgent, Accept: "text/html"}
}

type customer struct {
	FirstName string `json:"first_name,omitempty"`
	Mobile    string `json:"mobile,omitempty"`
	Email     string `json:"email,omitempty"`
}

func customerOf(c provider.Customer) customer {
	return customer{FirstName: c.Name, Mobile: c.Mobile, Email: c.Email}
}

// opened is the answer to what a payer is to open: an order, or the registration of
// a mandate.
type opened struct {
	Object     string `json:"objectid"`
	MerchantID string `json:"mercid"`
	OrderID    string `json:"orderid"`
	BDOrderID  string `json:"bdorderid"`
	Reference  string `json:"subscription_refid"`
	TokenID    string `json:"mandate_tokenid"`
	Links      []link `json:"links"`
}

type link struct {
	Rel     string `json:"rel"`
	Headers struct {
		Authorization string `json:"authorization"`
	} `json:"headers"`
	Parameters struct {
		BDOrderID string `json:"bdorderid"`
	} `json:"parameters"`
}

// token is what opens the checkout for half an hour. Links are found by what they
// are for: their order is not fixed.
func (o *opened) token() string {
	for _, l := range o.Links {
		if l.Rel == "redirect" {
			return l.Headers.Authorization
		}
	}
	return ""
}

// Check reports an answer by which no checkout could be opened.
func (o *opened) Check() error {
	if o.BDOrderID == "" && o.TokenID == "" || !strings.HasPrefix(o.token(), "OToken ") {
		return fmt.Errorf("order: %w", errIncomplete)
	}
	return provider.CheckIDs(o.BDOrderID, o.TokenID)
}

// The calls that open a checkout.
const (
	callOrder        = "orders.create"
	callRegistration = "mandatetokens.create"
)

// CreateOrder opens an order, whose id is our reference. BillDesk shows once what
// opens its checkout: the same again is Declined, and another order is needed.
func (g *Gateway) CreateOrder(ctx context.Context, req provider.OrderRequest) (provider.Checkout, error) {
	in := orderRequest{
		MerchantID: g.config.MerchantID, OrderID: req.Reference, Amount: req.Amount.Decimal(), Currency: currencyNumber, ItemCode: itemCode,
		Date: g.clock.Now().In(calendar.India).Format(time.RFC3339), ReturnURL: req.ReturnURL, Info: info{First: req.Reference},
		Device: deviceOf(req.Device), Customer: customerOf(req.Customer),
	}
	if in.OrderID == "" || in.Device.Address == "" || in.Device.UserAgent == "" {
		return provider.Checkout{}, failed(callOrder, provider.NotAttempted, "", "no reference, or no address or name of the payer's browser")
	}
	var made opened
	if err := g.post(ctx, callOrder, "/payments/ve1_2/orders/create", in, &made); err != nil {
		return provider.Checkout{}, err
	}
	if err := g.isOurs(callOrder, made.MerchantID, made.OrderID, in.OrderID); err != nil {
		return provider.Checkout{}, err
	}
	return g.checkout(in.OrderID, flowPayment, map[string]string{"bd_order_id": made.BDOrderID, "auth_token": made.token()}), nil
}

// Resume is Declined: what opens an order is shown once.
func (*Gateway) Resume(_ context.Context, orderID string, _ provider.OrderRequest) (provider.Checkout, error) {
	return provider.Checkout{}, failed("orders.resume", provider.Declined, reasonDuplicate, "order %s was opened before", orderID)
}

// The flows of the SDK.
const (
	flowPayment = "payments"
	flowMandate = "emandate"
)

// checkout is what our page hands to the SDK.
func (g *Gateway) checkout(orderID, flow string, options map[string]string) provider.Checkout {
	options["merchant_id"], options["flow"] = g.config.MerchantID, flow
	options["style_url"] = g.config.SDKURL + "/billdesksdk/billdesksdk.css"
	return provider.Checkout{OrderID: orderID, ScriptURL: g.config.SDKURL + "/billdesksdk/billdesksdk.esm.js", Options: options}
}
