package billdesk

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
)

var errIncomplete = errors.New("a required field is missing")

// The words of auth_status, the state of a transaction.
const (
	authSuccess   = "0300"
	authPending   = "0002"
	authFailed    = "0399"
	authCancelled = "0398" // the payer has left
	authInvalid   = "NA"   // what was sent made no transaction
	// authTrouble is one at BillDesk itself, and says nothing of the bank's.
	authTrouble = "0001"
)

// transaction is a transaction, of an order or of a debit.
type transaction struct {
	ID         string `json:"transactionid"`
	OrderID    string `json:"orderid"`
	MerchantID string `json:"mercid"`
	Date       string `json:"transaction_date"`
	// Amount is what we asked for; what the payer was charged may have a fee on top.
	Amount     string       `json:"amount"`
	Currency   string       `json:"currency"`
	MethodType string       `json:"payment_method_type"`
	BankID     string       `json:"bankid"`
	Auth       string       `json:"auth_status"`
	ErrorType  string       `json:"transaction_error_type"`
	ErrorCode  string       `json:"transaction_error_code"`
	ErrorText  string       `json:"transaction_error_desc"`
	Refunds    []refundInfo `json:"refundInfo"`
}

// refundInfo is a refund as it stands with its transaction.
type refundInfo struct {
	Status string `json:"refund_status"`
	Amount string `json:"refund_amount"`
}

// Check reports an answer that says nothing of a transaction.
func (t *transaction) Check() error {
	if t.ID == "" || t.OrderID == "" || t.MerchantID == "" || t.Auth == "" {
		return fmt.Errorf("transaction: %w", errIncomplete)
	}
	return nil
}

// state is the state that a transaction's status means. A success needs both words:
// one without the other is not for us to guess.
func (t *transaction) state() (provider.PaymentState, error) {
	switch {
	case t.Auth == authSuccess && t.ErrorType == "success":
		return provider.PaymentCaptured, nil
	case t.Auth == authSuccess:
		return "", fmt.Errorf("status %s with the word %q", t.Auth, t.ErrorType)
	case t.Auth == authPending, t.Auth == authTrouble:
		return provider.PaymentCreated, nil
	case t.Auth == authFailed, t.Auth == authCancelled, t.Auth == authInvalid:
		return provider.PaymentFailed, nil
	}
	return "", fmt.Errorf("unknown status %q", t.Auth)
}

// payment is a transaction as a payment. It fails when the answer lacks what a
// payment has, or says what we do not know.
func (t *transaction) payment() (provider.Payment, error) {
	state, err := t.state()
	if err != nil {
		return provider.Payment{}, err
	}
	if err := provider.CheckIDs(t.ID, t.OrderID); err != nil {
		return provider.Payment{}, err
	}
	p := provider.Payment{
		ID: t.ID, OrderID: t.OrderID, State: state, Currency: t.Currency, Method: method(t.MethodType), Instrument: t.BankID,
	}
	if p.Currency == currencyNumber {
		p.Currency = currency
	}
	if p.Amount, err = money.Parse(t.Amount); err != nil {
		return provider.Payment{}, err
	}
	if p.Refunded, err = t.refunded(); err != nil {
		return provider.Payment{}, err
	}
	if err := provider.CheckAmounts(p.Amount, p.Refunded); err != nil {
		return provider.Payment{}, err
	}
	if p.At, err = moment(t.Date); err != nil {
		return provider.Payment{}, err
	}
	switch {
	case state == provider.PaymentCaptured && p.Refunded > 0 && p.Refunded == p.Amount:
		p.State = provider.PaymentRefunded
	case state == provider.PaymentFailed:
		p.Reason, p.Explanation = t.ErrorCode, t.ErrorText
	}
	return p, nil
}

// moment reads a time as BillDesk writes it.
func moment(text string) (time.Time, error) {
	at, err := time.Parse(time.RFC3339, text)
	return at.In(calendar.India), err
}

// refunded is what was given back of a transaction, or is on its way.
func (t *transaction) refunded() (money.Paise, error) {
	var total money.Paise
	for _, r := range t.Refunds {
		if state, err := refundState(r.Status); err != nil || state == provider.RefundFailed {
			continue // it is asked about by itself
		}
		amount, err := money.Parse(r.Amount)
		if err != nil {
			return 0, err
		}
		var fits bool
		if total, fits = money.TrySum(total, amount); !fits {
			return 0, provider.ErrAmounts
		}
	}
	return total, nil
}

// methods are BillDesk's words for ways to pay.
var methods = map[string]string{"netbanking": "netbanking", "card": "card", "upi": "upi", "wallet": "wallet", "nb": "netbanking", "3ds": "card"}

func method(word string) string {
	if known, ok := methods[strings.ToLower(word)]; ok {
		return known
	}
	return strings.ToLower(word)
}

type transactionQuery struct {
	MerchantID    string `json:"mercid"`
	OrderID       string `json:"orderid"`
	RefundDetails bool   `json:"refund_details"`
}

// Observe asks for the transaction of an order or a debit, which BillDesk knows by
// our reference, once somebody has begun to pay: that it has none is no failure.
func (g *Gateway) Observe(ctx context.Context, reference, orderID string) (provider.Observation, error) {
	seen := provider.Observation{Gateway: Name, Reference: reference, OrderID: orderID}
	asked := orderID
	if asked == "" {
		asked = reference
	}
	found, err := g.transaction(ctx, asked)
	if isNotFound(err) {
		return seen, nil
	}
	if err != nil {
		return seen, err
	}
	p, err := found.payment()
	if err != nil {
		return seen, failed("transactions.get", provider.Unknown, found.Auth, "%w", err)
	}
	seen.OrderID, seen.Payments = asked, []provider.Payment{p}
	return seen, nil
}

// transaction asks for the transaction of an order. What is said of another one is
// not believed.
func (g *Gateway) transaction(ctx context.Context, orderID string) (transaction, error) {
	const call = "transactions.get"
	if orderID == "" {
		return transaction{}, failed(call, provider.NotAttempted, "", "no order")
	}
	var found transaction
	in := transactionQuery{MerchantID: g.config.MerchantID, OrderID: orderID, RefundDetails: true}
	if err := g.query(ctx, call, "/payments/ve1_2/transactions/get", in, &found); err != nil {
		return transaction{}, err
	}
	return found, g.isOurs(call, found.MerchantID, found.OrderID, orderID)
}

// isOurs refuses what is said of another merchant or subject: its signature is as
// good as that of what we asked about.
func (g *Gateway) isOurs(call, merchantID, said, want string) error {
	if merchantID != g.config.MerchantID || said != want {
		return failed(call, provider.Unknown, "subject_differs", "the answer is about %q of merchant %q", said, merchantID)
	}
	return nil
}
