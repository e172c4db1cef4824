package provider

import (
	"context"
	"net/http"
	"time"

	"rento/internal/fault"
	"rento/internal/money"
)

// CheckoutKind says how a payer gets to a gateway's checkout.
type CheckoutKind string

// The kinds. A frame's checkout is opened by a script on our pay page, which
// the dashboard shows in a frame; a window's is the same in a window of its
// own, for providers that do not work in frames. A redirect's is the provider's
// own page, an intent's the payer's app.
const (
	Frame    CheckoutKind = "frame"
	Window   CheckoutKind = "window"
	Redirect CheckoutKind = "redirect"
	Intent   CheckoutKind = "intent"
)

// Profile is all that the rest of the system knows of a gateway. It never
// changes while the system runs.
type Profile struct {
	// Name is the gateway's name as it is stored, as it stands in addresses and
	// as customers choose it: one word, behind that
	// of its provider if it has several: "acmepay", "acme-wallet".
	Name string
	// Provider is whose webhooks it hears, by the name in POST /webhooks/{name};
	// empty is Name. Several gateways of one provider share its webhooks.
	Provider string
	Checkout CheckoutKind
	Choice   Choice
	Page     Page
	// ReturnFields are what the dashboard is told of a proved return.
	ReturnFields []string
	// SingleTry says that a failed payment uses the order up, so that another
	// try needs another order.
	SingleTry bool
	// Schemes are those that an intent's address may have.
	Schemes []string
	// Refunds says that captured money can be given back by the gateway, Lists
	// that its payments can be listed for the daily comparison, Fees that its answers
	// tell the fee of a payment.
	Refunds, Lists, Fees bool
	// Disputes begins the kinds of the events that tell of a dispute about a
	// payment, "" when the gateway tells of none.
	Disputes string
	// Mandates are the ways in which auto debit can be set up, none without. A
	// gateway MandatesOnly is no choice for a payment: its money comes by debits.
	Mandates     []MandateChoice
	MandatesOnly bool
	// SettlementFile is how the files of its Source are read.
	SettlementFile SettlementFile
}

// Source is the provider whose webhooks the gateway hears.
func (p Profile) Source() string {
	if p.Provider == "" {
		return p.Name
	}
	return p.Provider
}

// Choice is a gateway as customers see it. Position orders the list.
type Choice struct {
	Position int
	Name     string
	// Text says what it takes, Offer is an advantage if there is one.
	Text  fault.Word
	Offer fault.Word
	// Logo is an SVG.
	Logo []byte
	// Aggregated says that it is a wallet which its provider serves among others.
	Aggregated bool
}

// MandateChoice is a way to set auto debit up. Categories are the provider's own
// words for its method. Authorized is what the bank holds along with it, and lets go of.
type MandateChoice struct {
	ID         string
	Name       fault.Word
	Text       fault.Word
	Method     MandateMethod
	Categories []string
	Authorized money.Paise
}

// Page is what our pay page needs to open the checkout of a frame or window.
type Page struct {
	// Script is our own JavaScript that opens the provider's checkout: it
	// defines window.openCheckout (docs/payments.md, "The pages").
	Script string
	// Hosts are the sources from which the provider's script may load, beside
	// the origin of Checkout.ScriptURL.
	Hosts []string
	// InlineStyles says that the provider's script adds styles of its own.
	InlineStyles bool
	// Module says that the provider's script is a JavaScript module.
	Module bool
}

// Order is one of our orders at a gateway: our reference, and the provider's
// id of it.
type Order struct {
	Reference string
	ID        string
}

// Customer is who pays. Mobile has ten digits.
type Customer struct {
	ID     int64
	Name   string
	Email  string
	Mobile string
}

// Device is what the payer's browser or app says of itself, with the address from
// which it called us.
type Device struct {
	Platform, OS, Device string
	Address, UserAgent   string
	// AppPresent says that the app of an intent is installed.
	AppPresent bool
}

// OrderRequest asks a gateway to expect money. Reference is ours, alphanumeric
// and at most 20 characters, so that every provider takes it.
type OrderRequest struct {
	Reference string
	Amount    money.Paise
	Notes     map[string]string
	Customer  Customer
	Device    Device
	// ReturnURL is where the provider sends the browser back to.
	ReturnURL string
}

// Checkout is what the browser needs to pay at the gateway.
type Checkout struct {
	OrderID string
	// CustomerID is the provider's id of the customer of a mandate, where it has one,
	// Amount what the registration of a mandate takes along, in paise.
	CustomerID string
	Amount     money.Paise
	// Options are handed to the page's script, beside what we say of every order.
	Options map[string]string
	// ScriptURL is the provider's checkout script, if it has one.
	ScriptURL string
	// RedirectURL is the provider's page, if it works by redirect. With Form it
	// is opened by a form of these fields, else by its address.
	RedirectURL string
	Form        map[string]string
	// IntentURL opens the payer's app, if the provider works so.
	IntentURL string
}

// Claim is what a browser that comes back says of a payment.
type Claim string

// The claims.
const (
	// ClaimPaid: the provider's own proof says that it is paid.
	ClaimPaid Claim = "paid"
	// ClaimFailed: it failed. This is not proved, and changes nothing.
	ClaimFailed Claim = "failed"
	// ClaimNone: the provider gives the browser no proof; it must be asked.
	ClaimNone Claim = "none"
)

// Gateway takes payments.
type Gateway interface {
	// Profile describes the gateway.
	Profile() Profile
	// Available reports whether the gateway has been answering.
	Available() bool
	// CreateOrder makes the provider's order for our reference. Calling it
	// again with the same reference returns the first order.
	CreateOrder(ctx context.Context, req OrderRequest) (Checkout, error)
	// Resume is the checkout of an order that was made before. It asks the
	// provider only where what opens a checkout runs out.
	Resume(ctx context.Context, orderID string, req OrderRequest) (Checkout, error)
	// Observe asks the provider for the payments of an order.
	Observe(ctx context.Context, reference, orderID string) (Observation, error)
	// Capture takes an authorized payment in full.
	Capture(ctx context.Context, paymentID string, amount money.Paise) (Payment, error)
	// Refund gives money back; repeating a key is safe. Declined means that no
	// refund was made by the key.
	Refund(ctx context.Context, req RefundRequest) (Refund, error)
	// FetchRefund asks for a refund's state. Declined means that the provider has
	// no such refund.
	FetchRefund(ctx context.Context, which RefundQuery) (Refund, error)
	// ReadReturn reads what a browser brought back, and checks its proof against
	// our own order. It returns ErrBadSignature when it is not the provider's
	// word about this order.
	ReadReturn(order Order, fields map[string]string) (Claim, error)
	// LooksSigned says whether the header has a signature of the form that the
	// provider's have: what has none is refused before its body is read.
	LooksSigned(header http.Header) bool
	// VerifyWebhook checks the raw bytes and reads the event. It returns
	// ErrBadSignature when the bytes are not the provider's.
	VerifyWebhook(header http.Header, raw []byte) (Event, error)
	// ListPayments returns what the provider holds between two instants, for
	// the daily comparison.
	ListPayments(ctx context.Context, from, to time.Time) (Listing[Payment], error)
}
