package billdesk

import (
	"context"
	"fmt"

	"rento/internal/ident"
	"rento/internal/money"
	"rento/internal/provider"
)

// The words of refund_status: the payment was cancelled before it was settled, or
// given back afterwards. Either way the money leaves, and no later word follows.
var refundStates = map[string]provider.RefundState{"0699": provider.RefundProcessed, "0799": provider.RefundProcessed}

func refundState(word string) (provider.RefundState, error) {
	state, known := refundStates[word]
	if !known {
		return "", fmt.Errorf("unknown state of a refund: %.40q", word)
	}
	return state, nil
}

// refundID brings a key into letters and digits, 20 at most. The same key always
// gives the same id, and another id would be a second refund.
func refundID(key string) string { return "r" + ident.Hash(key)[:19] }

type refundRequest struct {
	MerchantID    string `json:"mercid"`
	Reference     string `json:"merc_refund_ref_no"`
	OrderID       string `json:"orderid"`
	TransactionID string `json:"transactionid"`
	Date          string `json:"transaction_date"`
	Paid          string `json:"txn_amount"`
	Amount        string `json:"refund_amount"`
	Currency      string `json:"currency"`
	Device        device `json:"device"`
}

type refundQuery struct {
	MerchantID string `json:"mercid"`
	Reference  string `json:"merc_refund_ref_no,omitempty"`
	ID         string `json:"refundid,omitempty"`
}

// refund is one refund, by our id of it.
type refund struct {
	ID            string `json:"refundid"`
	MerchantID    string `json:"mercid"`
	Reference     string `json:"merc_refund_ref_no"`
	OrderID       string `json:"orderid"`
	TransactionID string `json:"transactionid"`
	Amount        string `json:"refund_amount"`
	Status        string `json:"refund_status"`
	Date          string `json:"refund_date"`
}

// Check reports an answer that says nothing of a refund.
func (r *refund) Check() error {
	if r.ID == "" || r.MerchantID == "" || r.Reference == "" || r.TransactionID == "" || r.Status == "" {
		return fmt.Errorf("refund: %w", errIncomplete)
	}
	return nil
}

// Refund gives money back; the same key never does so twice. BillDesk refuses a
// repetition, so what may have been asked for before is asked about first, and so is
// what is refused.
func (g *Gateway) Refund(ctx context.Context, req provider.RefundRequest) (provider.Refund, error) {
	const call = "refunds.create"
	if req.Key == "" || req.Amount <= 0 || req.Order.ID == "" {
		return provider.Refund{}, failed(call, provider.NotAttempted, "", "no key, amount or order")
	}
	if req.Repeated {
		if made, err := g.refunded(ctx, req); !isNotFound(err) {
			return made, err
		}
	}
	paid, err := g.transaction(ctx, req.Order.ID)
	if err != nil {
		return provider.Refund{}, notAttempted(call, err)
	}
	if paid.ID != req.PaymentID {
		return provider.Refund{}, failed(call, provider.NotAttempted, "payment_differs", "order %s was paid by %s", req.Order.ID, paid.ID)
	}
	in := refundRequest{
		MerchantID: g.config.MerchantID, Reference: refundID(req.Key), OrderID: req.Order.ID, TransactionID: paid.ID, Date: paid.Date,
		Paid: paid.Amount, Amount: req.Amount.Decimal(), Currency: currencyNumber, Device: device{Channel: "internet"},
	}
	var made refund
	if err := g.post(ctx, call, "/payments/ve1_2/refunds/create", in, &made); err != nil {
		if !isRefused(err) {
			return provider.Refund{}, err
		}
		known, asked := g.refunded(ctx, req)
		if isNotFound(asked) {
			return provider.Refund{}, refusal(call, err)
		}
		return known, asked
	}
	return g.asAskedFor(call, made, req)
}

// notAttempted is the error of a question that comes before a call: the call itself
// was not made.
func notAttempted(call string, err error) error {
	return failed(call, provider.NotAttempted, "", "%w", err)
}

// refunded is the refund that was made by the key of a request.
func (g *Gateway) refunded(ctx context.Context, req provider.RefundRequest) (provider.Refund, error) {
	made, err := g.fetchRefund(ctx, refundQuery{Reference: refundID(req.Key)})
	if err != nil {
		return provider.Refund{}, err
	}
	return g.asAskedFor("refunds.get", made, req)
}

// asAskedFor is a refund, unless it is another one than was asked for.
func (g *Gateway) asAskedFor(call string, made refund, req provider.RefundRequest) (provider.Refund, error) {
	if err := g.isOurs(call, made.MerchantID, made.Reference, refundID(req.Key)); err != nil {
		return provider.Refund{}, err
	}
	got, err := made.refund(call)
	if err == nil && (got.PaymentID != req.PaymentID || got.Amount != req.Amount) {
		err = failed(call, provider.Unknown, "refund_differs", "refund %s is not the one that was asked for", got.ID)
	}
	if err != nil {
		return provider.Refund{}, err
	}
	return got, nil
}

// FetchRefund asks for a refund's state. One that BillDesk does not have is Declined.
func (g *Gateway) FetchRefund(ctx context.Context, which provider.RefundQuery) (provider.Refund, error) {
	in := refundQuery{Reference: which.ID}
	if which.Key != "" {
		in.Reference = refundID(which.Key)
	}
	if in.Reference == "" {
		return provider.Refund{}, failed("refunds.get", provider.NotAttempted, "", "no refund")
	}
	found, err := g.fetchRefund(ctx, in)
	if err != nil {
		return provider.Refund{}, err
	}
	if err := g.isOurs("refunds.get", found.MerchantID, found.Reference, in.Reference); err != nil {
		return provider.Refund{}, err
	}
	return found.refund("refunds.get")
}

func (g *Gateway) fetchRefund(ctx context.Context, in refundQuery) (found refund, err error) {
	in.MerchantID = g.config.MerchantID
	err = g.query(ctx, "refunds.get", "/payments/ve1_2/refunds/get", in, &found)
	return found, err
}

// refund is a refund as the port has it. Its id is ours: BillDesk finds it by that.
func (r *refund) refund(call string) (provider.Refund, error) {
	state, err := refundState(r.Status)
	if err == nil {
		err = provider.CheckIDs(r.Reference, r.TransactionID)
	}
	var amount money.Paise
	if err == nil {
		amount, err = money.Parse(r.Amount)
	}
	if err != nil {
		return provider.Refund{}, failed(call, provider.Unknown, "", "%w", err)
	}
	at, _ := moment(r.Date) // what cannot be read is not told; it says nothing of the money
	return provider.Refund{ID: r.Reference, PaymentID: r.TransactionID, Amount: amount, State: state, At: at}, nil
}
