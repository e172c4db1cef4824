package juspay

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"rento/internal/money"
	"rento/internal/provider"
)

var errIncomplete = errors.New("a required field is missing")

// states are Juspay's words for how an order stands, each with its number, which
// must agree, and with what it means for the money. A word that is not here is
// nothing that we could act on. AUTHORIZED has two numbers in Juspay's pages.
// A payment that was only begun is none yet: the payer has been led to a page and
// may have left it again, and must not be kept from paying in another way. Who
// pays there after all has paid twice, and gets the second back.
var states = map[string]struct {
	ids   []int
	state provider.PaymentState
}{
	"NEW":                   {[]int{10}, ""},
	"STARTED":               {[]int{20}, ""},
	"CHARGED":               {[]int{21}, provider.PaymentCaptured},
	"JUSPAY_DECLINED":       {[]int{22}, provider.PaymentFailed},
	"PENDING_VBV":           {[]int{23}, ""},
	"VBV_SUCCESSFUL":        {[]int{24, 25}, provider.PaymentCreated},
	"AUTHORIZED":            {[]int{24, 25}, provider.PaymentCreated},
	"AUTHENTICATION_FAILED": {[]int{26}, provider.PaymentFailed},
	"AUTHORIZATION_FAILED":  {[]int{27}, provider.PaymentFailed},
	"AUTHORIZING":           {[]int{28}, provider.PaymentCreated},
	// What was authorized and is not taken goes back to the payer.
	"VOIDED":            {[]int{31}, provider.PaymentFailed},
	"VOID_INITIATED":    {[]int{32}, provider.PaymentCreated},
	"CAPTURE_INITIATED": {[]int{33}, provider.PaymentCreated},
	"CAPTURE_FAILED":    {[]int{34}, provider.PaymentCreated},
	"VOID_FAILED":       {[]int{35}, provider.PaymentCreated},
	"AUTO_REFUNDED":     {[]int{36}, provider.PaymentRefunded},
}

// stateOf is what a status means; "" is an order of which no money is on the way.
func stateOf(status string, id int) (provider.PaymentState, error) {
	known, ok := states[status]
	if !ok {
		return "", fmt.Errorf("unknown status %q", status)
	}
	for _, want := range known.ids {
		if id == want {
			return known.state, nil
		}
	}
	return "", fmt.Errorf("status %q has the number %d", status, id)
}

// order is an order with its newest payment and its refunds.
type order struct {
	OrderID    string      `json:"order_id"`
	MerchantID string      `json:"merchant_id"`
	Status     string      `json:"status"`
	StatusID   int         `json:"status_id"`
	Amount     json.Number `json:"amount"`
	Currency   string      `json:"currency"`
	// TxnID is the payment's own id.
	TxnID    string      `json:"txn_id"`
	Refunded json.Number `json:"amount_refunded"`
	Method   string      `json:"payment_method"`
	Kind     string      `json:"payment_method_type"`
	VPA      string      `json:"payer_vpa"`
	Created  time.Time   `json:"date_created"`
	Gateway  struct {
		Code    string `json:"resp_code"`
		Message string `json:"resp_message"`
	} `json:"payment_gateway_response"`
	Txn struct {
		Error   string    `json:"error_code"`
		Message string    `json:"error_message"`
		Created time.Time `json:"created"`
	} `json:"txn_detail"`
	Refunds []refund `json:"refunds"`
}

// Check reports an answer that says nothing of an order.
func (o *order) Check() error {
	if o.OrderID == "" || o.Status == "" {
		return fmt.Errorf("order: %w", errIncomplete)
	}
	return nil
}

// payment is the order's payment, if money is on the way or was. It fails when the
// answer lacks what a payment has, or says what we do not know: what that means
// is not for us to guess.
func (o *order) payment() (p provider.Payment, any bool, err error) {
	state, err := stateOf(o.Status, o.StatusID)
	if err != nil || state == "" {
		return p, false, err
	}
	if o.TxnID == "" || o.Amount == "" || o.Currency == "" {
		return p, false, fmt.Errorf("payment: %w", errIncomplete)
	}
	if err := provider.CheckIDs(o.TxnID); err != nil {
		return p, false, err
	}
	p = provider.Payment{
		ID: o.TxnID, OrderID: o.OrderID, State: state, Currency: o.Currency, Method: method(o.Kind), At: o.at(),
		Instrument: strings.ToLower(o.Method),
	}
	if p.Amount, err = rupees(o.Amount); err != nil {
		return p, false, err
	}
	if o.Refunded != "" {
		if p.Refunded, err = rupees(o.Refunded); err != nil {
			return p, false, err
		}
	}
	if err := provider.CheckAmounts(p.Amount, p.Refunded); err != nil {
		return p, false, err
	}
	if o.VPA != "" {
		p.Instrument = provider.MaskUPI(o.VPA)
	}
	switch {
	case state == provider.PaymentRefunded:
		p.Refunded = p.Amount
	case state == provider.PaymentCaptured && p.Refunded > 0 && p.Refunded == p.Amount:
		p.State = provider.PaymentRefunded
	case state == provider.PaymentFailed:
		p.Reason, p.Explanation = o.reason(), o.Gateway.Message
	}
	return p, true, nil
}

// reason is why a payment failed, by the nearest word that there is.
func (o *order) reason() string {
	for _, code := range []string{o.Txn.Error, o.Gateway.Code} {
		if code != "" {
			return code
		}
	}
	return o.Status
}

func (o *order) at() time.Time {
	if !o.Txn.Created.IsZero() {
		return o.Txn.Created
	}
	return o.Created
}

// methods are Juspay's words for ways to pay.
var methods = map[string]string{"WALLET": "wallet", "UPI": "upi", "CARD": "card", "NB": "netbanking", "CONSUMER_FINANCE": "wallet", "REWARD": "wallet"}

func method(kind string) string {
	if known, ok := methods[kind]; ok {
		return known
	}
	return strings.ToLower(kind)
}

var rupeesForm = regexp.MustCompile(`^[0-9]{1,12}(\.[0-9]{1,2}|\.[0-9]{2}0*)?$`)

// rupees reads an amount, which Juspay writes with as many decimals as it likes:
// 1299, 1299.0 and 1299.00 are the same. What is less than a paisa is no amount.
func rupees(n json.Number) (money.Paise, error) {
	text := n.String()
	if !rupeesForm.MatchString(text) {
		return 0, fmt.Errorf("%q is no amount in rupees", bound(text))
	}
	whole, part, _ := strings.Cut(text, ".")
	return money.Parse(whole + "." + (part + "00")[:2])
}

// bound keeps a long text out of an error.
func bound(text string) string { return text[:min(len(text), 40)] }

// errorBody is how Juspay refuses.
type errorBody struct {
	Status   string `json:"status"`
	StatusID int    `json:"status_id"`
	Code     string `json:"error_code"`
	Message  string `json:"error_message"`
}
