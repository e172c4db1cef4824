package razorpay

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"rento/internal/money"
	"rento/internal/provider"
)

// pageSize is the most that one page of a list holds.
const pageSize = 100

func page(from, to time.Time, skip int) url.Values {
	return url.Values{
		"from":  {strconv.FormatInt(from.Unix(), 10)},
		"to":    {strconv.FormatInt(to.Unix()-1, 10)},
		"count": {strconv.Itoa(pageSize)},
		"skip":  {strconv.Itoa(skip)},
	}
}

type orderRequest struct {
	Amount   int64             `json:"amount"`
	Currency string            `json:"currency"`
	Receipt  string            `json:"receipt"`
	Notes    map[string]string `json:"notes,omitempty"`
	Payment  captureRule       `json:"payment"`
	// Of the registration of a mandate.
	CustomerID string        `json:"customer_id,omitempty"`
	Method     string        `json:"method,omitempty"`
	Token      *tokenRequest `json:"token,omitempty"`
	// Of a debit under one.
	Notification *notification `json:"notification,omitempty"`
}

type captureRule struct {
	Capture string         `json:"capture"`
	Options captureOptions `json:"capture_options"`
}

type captureOptions struct {
	Automatic   int    `json:"automatic_expiry_period,omitempty"`
	Manual      int    `json:"manual_expiry_period"`
	RefundSpeed string `json:"refund_speed"`
}

type captureRequest struct {
	Amount   int64  `json:"amount"`
	Currency string `json:"currency"`
}

type refundRequest struct {
	Amount  int64  `json:"amount"`
	Speed   string `json:"speed"`
	Receipt string `json:"receipt,omitempty"`
}

// notes are an object, or an empty array when there are none.
type notes map[string]string

func (n *notes) UnmarshalJSON(data []byte) error {
	if strings.HasPrefix(string(data), "[") {
		*n = nil
		return nil
	}
	var pairs map[string]string
	if err := json.Unmarshal(data, &pairs); err != nil {
		return err
	}
	*n = pairs
	return nil
}

var errIncomplete = errors.New("a required field is missing")

type order struct {
	ID        string `json:"id"`
	Amount    *int64 `json:"amount"`
	Currency  string `json:"currency"`
	Receipt   string `json:"receipt"`
	Status    string `json:"status"`
	Notes     notes  `json:"notes"`
	Attempts  int    `json:"attempts"`
	CreatedAt int64  `json:"created_at"`
	// Notification is that of a debit; a list may leave it out.
	Notification *notification `json:"notification"`
}

// Check reports an order without an id, amount or status.
func (o *order) Check() error {
	if o.ID == "" || o.Amount == nil || o.Status == "" {
		return fmt.Errorf("order: %w", errIncomplete)
	}
	return provider.CheckIDs(o.ID)
}

type orderList struct {
	Entity string  `json:"entity"`
	Items  []order `json:"items"`
}

// Check reports what is not a list of whole orders.
func (l *orderList) Check() error {
	if l.Entity != "collection" {
		return fmt.Errorf("orders: %w", errIncomplete)
	}
	for i := range l.Items {
		if err := l.Items[i].Check(); err != nil {
			return err
		}
	}
	return nil
}

type payment struct {
	ID      string `json:"id"`
	OrderID string `json:"order_id"`
	// CustomerID and TokenID are those of a mandate.
	CustomerID  string `json:"customer_id"`
	TokenID     string `json:"token_id"`
	Status      string `json:"status"`
	Amount      *int64 `json:"amount"`
	Refunded    int64  `json:"amount_refunded"`
	Fee         int64  `json:"fee"` // GST included; null before the capture
	Currency    string `json:"currency"`
	Method      string `json:"method"`
	Bank        string `json:"bank"`
	Wallet      string `json:"wallet"`
	VPA         string `json:"vpa"`
	Card        *card  `json:"card"`
	UPI         *upi   `json:"upi"`
	Notes       notes  `json:"notes"`
	Reason      string `json:"error_reason"`
	Explanation string `json:"error_description"`
	CreatedAt   int64  `json:"created_at"`
}

type card struct {
	Last4   string `json:"last4"`
	Network string `json:"network"`
}

type upi struct {
	VPA string `json:"vpa"`
}

// Check reports a payment without an id or amount, or in a state that we do
// not know: what it means is not for us to guess.
func (p *payment) Check() error {
	if p.ID == "" || p.Amount == nil || p.Currency == "" {
		return fmt.Errorf("payment: %w", errIncomplete)
	}
	if err := provider.CheckIDs(p.ID, p.OrderID, p.CustomerID, p.TokenID); err != nil {
		return err
	}
	if err := provider.CheckAmounts(money.Paise(*p.Amount), money.Paise(p.Refunded)); err != nil {
		return err
	}
	switch provider.PaymentState(p.Status) {
	case provider.PaymentCreated, provider.PaymentAuthorized, provider.PaymentCaptured,
		provider.PaymentFailed, provider.PaymentRefunded:
		return nil
	}
	return fmt.Errorf("payment %s has unknown status %q", p.ID, p.Status)
}

func (p *payment) payment() provider.Payment {
	return provider.Payment{
		ID: p.ID, OrderID: p.OrderID, State: provider.PaymentState(p.Status),
		Amount: money.Paise(*p.Amount), Refunded: money.Paise(p.Refunded), Fee: money.Paise(p.Fee), Currency: p.Currency,
		Method: p.method(), Instrument: p.instrument(), Reason: p.Reason, Explanation: p.Explanation,
		At: time.Unix(p.CreatedAt, 0),
	}
}

// method is the method as the port has it. An instalment plan is paid by card.
func (p *payment) method() string {
	if p.Method == "emi" {
		return "card"
	}
	return p.Method
}

// instrument is fit to be shown and stored: never more of a card than its last
// digits, and of a UPI id than its first letters and its handle.
func (p *payment) instrument() string {
	switch {
	case p.Card != nil && p.Card.Last4 != "":
		return strings.TrimSpace(p.Card.Network + " XXXX " + p.Card.Last4)
	case p.UPI != nil && p.UPI.VPA != "":
		return provider.MaskUPI(p.UPI.VPA)
	case p.VPA != "":
		return provider.MaskUPI(p.VPA)
	case p.Bank != "":
		return p.Bank
	}
	return p.Wallet
}

type paymentList struct {
	Entity string    `json:"entity"`
	Items  []payment `json:"items"`
}

// Check reports what is not a list of whole payments.
func (l *paymentList) Check() error {
	if l.Entity != "collection" {
		return fmt.Errorf("payments: %w", errIncomplete)
	}
	for i := range l.Items {
		if err := l.Items[i].Check(); err != nil {
			return err
		}
	}
	return nil
}

// collection is a page of a list whose entries are read one by one.
type collection struct {
	Entity string            `json:"entity"`
	Items  []json.RawMessage `json:"items"`
}

// Check makes sure that an empty page is one.
func (l *collection) Check() error {
	if l.Entity != "collection" {
		return fmt.Errorf("list: %w", errIncomplete)
	}
	return nil
}

type refund struct {
	ID        string `json:"id"`
	PaymentID string `json:"payment_id"`
	Amount    *int64 `json:"amount"`
	Status    string `json:"status"`
	CreatedAt int64  `json:"created_at"`
}

// Check reports a refund without an id or amount, or in an unknown state.
func (r *refund) Check() error {
	if r.ID == "" || r.Amount == nil || r.PaymentID == "" {
		return fmt.Errorf("refund: %w", errIncomplete)
	}
	if err := provider.CheckIDs(r.ID, r.PaymentID); err != nil {
		return err
	}
	switch provider.RefundState(r.Status) {
	case provider.RefundPending, provider.RefundProcessed, provider.RefundFailed:
		return nil
	}
	return fmt.Errorf("refund %s has unknown status %q", r.ID, r.Status)
}

func (r *refund) refund() provider.Refund {
	got := provider.Refund{ID: r.ID, PaymentID: r.PaymentID, Amount: money.Paise(*r.Amount), State: provider.RefundState(r.Status)}
	if r.CreatedAt != 0 {
		got.At = time.Unix(r.CreatedAt, 0)
	}
	return got
}
