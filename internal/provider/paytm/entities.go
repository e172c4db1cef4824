package paytm

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
)

var errIncomplete = errors.New("a required field is missing")

// result is how Paytm says what came of a call.
type result struct {
	Status  string `json:"resultStatus"`
	Code    string `json:"resultCode"`
	Message string `json:"resultMsg"`
}

// Check reports an answer that says nothing.
func (r result) Check() error {
	if r.Status == "" {
		return fmt.Errorf("result: %w", errIncomplete)
	}
	return nil
}

// The words for the state of a payment or a refund.
const (
	statusSuccess = "TXN_SUCCESS"
	statusFailure = "TXN_FAILURE"
	statusPending = "PENDING"
)

// codeSuccess is that of a payment that succeeded.
const codeSuccess = "01"

// statusNone and codeUnknownOrder are those of an order nobody has begun to pay.
const (
	statusNone       = "NO_RECORD_FOUND"
	codeUnknownOrder = "334"
)

func (r result) unknownOrder() bool {
	return r.Status == statusNone || r.Status == statusFailure && r.Code == codeUnknownOrder
}

// openFailures are the codes of failures that say nothing of the payment: the
// bank has not confirmed it (400, 402), Paytm has troubles (501, 502), or the call
// is not one (330, 335). Any other failure is one. Should the bank say yes after
// all, the payment is captured: a failed order stays watched, and a second payment
// goes back.
var openFailures = []string{"330", "335", "400", "402", "501", "502"}

// stateOf is the state that a status word means with its code.
func stateOf(status, code string) (provider.PaymentState, error) {
	switch {
	case status == statusSuccess && code == codeSuccess:
		return provider.PaymentCaptured, nil
	case status == statusFailure && !slices.Contains(openFailures, code):
		return provider.PaymentFailed, nil
	case status == statusSuccess, status == statusFailure, status == statusPending:
		return provider.PaymentCreated, nil
	}
	return "", fmt.Errorf("unknown status %q", status)
}

type statusRequest struct {
	MID     string `json:"mid"`
	OrderID string `json:"orderId"`
}

// status is the answer to the question for an order.
type status struct {
	Result   result `json:"resultInfo"`
	ID       string `json:"txnId"`
	OrderID  string `json:"orderId"`
	MID      string `json:"mid"`
	Amount   string `json:"txnAmount"`
	Refunded string `json:"refundAmt"`
	Mode     string `json:"paymentMode"`
	Bank     string `json:"bankName"`
	Date     string `json:"txnDate"`
}

// Check reports an answer without a result.
func (s *status) Check() error { return s.Result.Check() }

// payment is the order's payment. It fails when the answer lacks what a payment
// has, or says what we do not know: what that means is not for us to guess.
func (s *status) payment() (provider.Payment, error) {
	state, err := stateOf(s.Result.Status, s.Result.Code)
	if err != nil {
		return provider.Payment{}, err
	}
	if s.ID == "" || s.Amount == "" {
		return provider.Payment{}, fmt.Errorf("payment: %w", errIncomplete)
	}
	if err := provider.CheckIDs(s.ID); err != nil {
		return provider.Payment{}, err
	}
	paid, refunded, err := amounts(s.Amount, s.Refunded)
	if err != nil {
		return provider.Payment{}, err
	}
	if state == provider.PaymentCaptured && refunded > 0 && refunded == paid {
		state = provider.PaymentRefunded
	}
	at, err := moment(s.Date)
	if err != nil {
		return provider.Payment{}, err
	}
	p := provider.Payment{
		ID: s.ID, OrderID: s.OrderID, State: state, Amount: paid, Refunded: refunded, Currency: currency,
		Method: method(s.Mode), Instrument: s.Bank, At: at,
	}
	if state == provider.PaymentFailed {
		p.Reason, p.Explanation = s.Result.Code, s.Result.Message
	}
	return p, nil
}

// amounts reads rupees with two decimals; nothing refunded may be left out.
func amounts(paid, refunded string) (p, r money.Paise, err error) {
	if p, err = money.Parse(paid); err != nil {
		return 0, 0, err
	}
	if refunded != "" {
		if r, err = money.Parse(refunded); err != nil {
			return 0, 0, err
		}
	}
	return p, r, provider.CheckAmounts(p, r)
}

// moment reads Paytm's time of day, which is that of India.
func moment(text string) (time.Time, error) {
	return time.ParseInLocation("2006-01-02 15:04:05.999", text, calendar.India)
}

// methods are Paytm's words for ways to pay.
var methods = map[string]string{
	"UPI": "upi", "CC": "card", "DC": "card", "CREDIT_CARD": "card", "DEBIT_CARD": "card",
	"NB": "netbanking", "NET_BANKING": "netbanking", "PPI": "wallet", "PPBL": "netbanking",
}

func method(mode string) string {
	if known, ok := methods[mode]; ok {
		return known
	}
	return strings.ToLower(mode)
}
