package billdesk

import (
	"encoding/json"
	"net/url"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/sandbox/emulator"
)

type device struct {
	Channel   string `json:"init_channel"`
	Address   string `json:"ip"`
	UserAgent string `json:"user_agent"`
	Accept    string `json:"accept_header"`
}

// whole says whether a device is that of a payer in a browser.
func (d device) whole() bool { return d.Channel == "internet" && d.Address != "" && d.UserAgent != "" }

type orderCall struct {
	MerchantID string          `json:"mercid"`
	ID         string          `json:"orderid"`
	Amount     string          `json:"amount"`
	Date       string          `json:"order_date"`
	Currency   string          `json:"currency"`
	ReturnURL  string          `json:"ru"`
	Info       json.RawMessage `json:"additional_info"`
	ItemCode   string          `json:"itemcode"`
	Device     device          `json:"device"`
	Customer   json.RawMessage `json:"customer"`
}

func isAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Host != ""
}

// createOrder opens an order. An id is taken once.
func (p *Provider) createOrder(r request) (any, *refusal) {
	var in orderCall
	if refused := r.read(&in); refused != nil {
		return nil, refused
	}
	amount, fine := readAmount(in.Amount)
	_, err := time.Parse(time.RFC3339, in.Date)
	if !fine || err != nil || !idForm.MatchString(in.ID) || in.Currency != "356" || in.ItemCode != "DIRECT" || !isAddress(in.ReturnURL) || !in.Device.whole() {
		return nil, invalid("An order has an id, an amount, a date, an address to return to and a device")
	}
	if p.books.order(in.ID) != nil || p.books.transaction(in.ID) != nil {
		return nil, duplicate("An order of this id is there")
	}
	o := &order{ID: in.ID, BDID: p.IDs.ID("OA"), Amount: amount, ReturnURL: in.ReturnURL, Token: "OToken " + p.IDs.ID(""), At: r.now}
	p.books.Orders = append(p.books.Orders, o)
	answer := p.opened("order", o.Token, map[string]any{"mercid": p.keys.MerchantID, "bdorderid": o.BDID, "rdata": "r"}, r.now)
	answer["orderid"], answer["bdorderid"], answer["status"], answer["amount"] = o.ID, o.BDID, "ACTIVE", o.Amount.Decimal()
	return answer, nil
}

// opened is what opens the checkout.
func (p *Provider) opened(object, token string, parameters map[string]any, now time.Time) map[string]any {
	return map[string]any{
		"objectid": object, "mercid": p.keys.MerchantID, "next_step": "redirect", "createdon": moment(now),
		"links": []map[string]any{
			{"rel": "self", "method": "GET", "href": p.Origin},
			{
				"rel": "redirect", "method": "POST", "href": p.Origin, "valid_date": moment(now.Add(tokenLifetime)),
				"headers": map[string]any{"authorization": token}, "parameters": parameters,
			},
		},
	}
}

type transactionCall struct {
	MerchantID    string `json:"mercid"`
	OrderID       string `json:"orderid"`
	TransactionID string `json:"transactionid"`
	RefundDetails bool   `json:"refund_details"`
}

func (p *Provider) getTransaction(r request) (any, *refusal) {
	var in transactionCall
	if refused := r.read(&in); refused != nil {
		return nil, refused
	}
	t := find(p.books.Transactions, func(t *transaction) bool {
		return t.Order == in.OrderID || in.OrderID == "" && t.ID == in.TransactionID
	})
	if t == nil {
		return nil, missing("There is no such transaction")
	}
	return p.shown(t, in.RefundDetails), nil
}

// shown is what BillDesk tells of a transaction.
func (p *Provider) shown(t *transaction, refunds bool) map[string]any {
	body := map[string]any{
		"objectid": "transaction", "transactionid": t.ID, "orderid": t.Order, "mercid": p.keys.MerchantID, "transaction_date": moment(t.At),
		"amount": t.Amount.Decimal(), "surcharge": "0.00", "charge_amount": t.Amount.Decimal(), "currency": "356", "itemcode": "DIRECT",
		"txn_process_type": t.Process, "payment_method_type": t.Method, "bankid": "HDF", "auth_status": t.Auth,
		"transaction_error_type": t.Kind, "transaction_error_code": t.Code, "transaction_error_desc": t.Text,
	}
	if t.Mandate != "" {
		body["mandate"] = p.shownMandate(p.books.mandate(t.Mandate))
	}
	if refunds {
		all := []map[string]any{}
		for _, given := range p.books.Refunds {
			if given.Transaction == t.ID {
				all = append(all, p.shownRefund(given))
			}
		}
		body["refundInfo"] = all
	}
	return body
}

// turns are what becomes of a transaction.
func (p *Provider) turns(t *transaction, reason string) emulator.Turns {
	return emulator.Turns{
		Succeed: func(at time.Time) { p.succeed(t, at) },
		Fail:    func(at time.Time) { p.fail(t, authFailed, reason, at) },
		Wait:    func(at time.Time) { p.giveUpLater(t, at) },
		Own:     map[string]func(time.Time){emulator.Cancelled: func(at time.Time) { p.fail(t, authCancelled, "user_cancelled", at) }},
	}
}

func (p *Provider) giveUpLater(t *transaction, now time.Time) {
	p.Agenda.At(now.Add(emulator.BankPatience), func(at time.Time) {
		if t.Auth == authPending {
			p.fail(t, authFailed, "bank_timeout", at)
		}
	})
}

// succeed is the bank's yes to a payment.
func (p *Provider) succeed(t *transaction, now time.Time) {
	if t.Auth == authSuccess {
		return
	}
	t.Auth, t.Kind, t.Code, t.Text, t.PaidAt = authSuccess, "success", "TRS0000", "Transaction successful", now
	if i := p.books.invoice(t.Invoice); i != nil {
		i.Status = "paid"
	}
	p.announce("transaction.success", p.shown(t, false), now)
}

func (p *Provider) fail(t *transaction, auth, reason string, now time.Time) {
	if reason == "" {
		reason = "insufficient_funds"
	}
	t.Auth, t.Kind, t.Code, t.Text = auth, "payment_processing_error", reason, "The bank has declined the payment"
	p.announce("transaction.failed", p.shown(t, false), now)
}

type refundCall struct {
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

// createRefund gives money back. A reference is taken once.
func (p *Provider) createRefund(r request) (any, *refusal) {
	var in refundCall
	if refused := r.read(&in); refused != nil {
		return nil, refused
	}
	t := p.books.transaction(in.OrderID)
	amount, fine := readAmount(in.Amount)
	switch {
	case t == nil:
		return nil, missing("There is no such transaction")
	case !fine || !idForm.MatchString(in.Reference) || in.Currency != "356" || t.ID != in.TransactionID || in.Paid != t.Amount.Decimal() || in.Date != moment(t.At):
		return nil, invalid("A refund has a reference, an amount, and the transaction as it is")
	case find(p.books.Refunds, func(x *refund) bool { return x.Reference == in.Reference }) != nil:
		return nil, duplicate("A refund of this reference is there")
	case t.Auth != authSuccess:
		return nil, invalid("The transaction is not paid")
	case amount > t.Amount-p.books.refunded(t.ID):
		return nil, invalid("The refund is larger than what is left of the transaction")
	}
	made := &refund{ID: p.IDs.ID("RF"), Reference: in.Reference, Order: t.Order, Transaction: t.ID, Amount: amount, Status: refundCancelled, At: r.now}
	if calendar.In(t.At) != calendar.In(r.now) {
		made.Status = refundGiven
	}
	if plan, _ := p.Answers.Next("refund"); plan.Outcome == emulator.Failure {
		made.Status = refundFailed
	}
	p.books.Refunds = append(p.books.Refunds, made)
	p.announce("refund."+made.Status, p.shownRefund(made), r.now)
	return p.shownRefund(made), nil
}

type refundQuery struct {
	MerchantID string `json:"mercid"`
	Reference  string `json:"merc_refund_ref_no"`
	ID         string `json:"refundid"`
}

func (p *Provider) getRefund(r request) (any, *refusal) {
	var in refundQuery
	if refused := r.read(&in); refused != nil {
		return nil, refused
	}
	made := find(p.books.Refunds, func(x *refund) bool { return x.Reference == in.Reference || in.Reference == "" && x.ID == in.ID })
	if made == nil {
		return nil, missing("There is no such refund")
	}
	return p.shownRefund(made), nil
}

func (p *Provider) shownRefund(r *refund) map[string]any {
	return map[string]any{
		"objectid": "refund", "refundid": r.ID, "mercid": p.keys.MerchantID, "merc_refund_ref_no": r.Reference, "orderid": r.Order,
		"transactionid": r.Transaction, "refund_amount": r.Amount.Decimal(), "currency": "356", "refund_status": r.Status, "refund_date": moment(r.At),
	}
}

// oneRupeeMore is an amount for tests of the receiver.
func oneRupeeMore(text string) string {
	amount, err := money.Parse(text)
	if err != nil {
		return text
	}
	return money.Sum(amount, money.Rupee).Decimal()
}
