package simulate

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/provider/razorpay"
	"rento/internal/sandbox/emulator"
	emulated "rento/internal/sandbox/razorpay"
)

// atRazorpay is auto debit at Razorpay, by which people pay by hand, too.
type atRazorpay struct{ w *world }

func (atRazorpay) name() string { return emulated.Name }

func (r atRazorpay) base() *emulator.Base { return r.w.base }

func (r atRazorpay) books() debitBooks {
	all := r.w.bank.Books().(emulated.Ledger)
	books := debitBooks{mandates: map[string]bankMandate{}, notices: map[string]bankNotice{}}
	receipts := map[string]string{} // by order
	for _, o := range all.Orders {
		id, receipt := o["id"].(string), textOr(o["receipt"])
		receipts[id] = receipt
		told := bankNotice{reference: receipt, sent: time.Unix(o["created_at"].(int64), 0)}
		if n, any := o["notification"].(map[string]any); any {
			told.on, told.failed = calendar.In(time.Unix(n["payment_after"].(int64), 0)), n["status"] == "failed"
		}
		books.notices[id] = told
	}
	mandateOf := map[string]string{} // by token: the first payment with it registers it
	for _, p := range all.Payments {
		token, receipt := textOr(p["token_id"]), receipts[p["order_id"].(string)]
		of, known := mandateOf[token]
		switch {
		case token == "":
		case !known:
			mandateOf[token] = receipt
		case of != receipt:
			books.debits = append(books.debits, bankDebit{
				id: p["id"].(string), reference: receipt, mandate: of, state: stateOf(p), at: time.Unix(p["created_at"].(int64), 0),
			})
		}
	}
	for _, t := range all.Tokens {
		reference := mandateOf[t["id"].(string)]
		details := t["recurring_details"].(map[string]any)
		found := bankMandate{
			state: provider.MandateState(details["status"].(string)), method: provider.MandateMethod(t["method"].(string)),
			limit: money.Paise(t["max_amount"].(int64)), ends: calendar.In(time.Unix(t["expired_at"].(int64), 0)),
		}
		// Of several tries to register a mandate that counts which we know by its token, else the one to
		// which the bank has said yes first.
		before, any := books.mandates[reference]
		switch {
		case !any || r.isOurs(reference, t["id"].(string)) || !lasts(before.state) && lasts(found.state):
			found.another = any && (before.another || lasts(before.state))
			books.mandates[reference] = found
		case lasts(found.state):
			before.another = true
			books.mandates[reference] = before
		}
	}
	return books
}

func (r atRazorpay) isOurs(reference, token string) bool {
	n, err := number(r.w.judge, "SELECT COUNT(*) FROM mandates WHERE reference = ? AND token = ?", reference, token)
	return err == nil && n > 0
}

func lasts(s provider.MandateState) bool {
	return s == provider.MandateConfirmed || s == provider.MandatePaused
}

// stateOf leaves out that a captured payment was given back.
func stateOf(p map[string]any) provider.PaymentState {
	if p["captured"].(bool) {
		return provider.PaymentCaptured
	}
	return provider.PaymentState(p["status"].(string))
}

func textOr(value any) string {
	text, _ := value.(string)
	return text
}

// orderCall is what we say of an order or a debit.
type orderCall struct {
	Amount       int64  `json:"amount"`
	Receipt      string `json:"receipt"`
	OrderID      string `json:"order_id"`
	Token        any    `json:"token"`
	Notification struct {
		Token string `json:"token_id"`
	} `json:"notification"`
	Notes struct {
		Invoice string `json:"invoice"`
	} `json:"notes"`
}

func (r atRazorpay) read(q *http.Request, body []byte) (found asked, err error) {
	isOrder := q.Method == http.MethodPost && strings.HasSuffix(q.URL.Path, "/v1/orders")
	isDebit := strings.HasSuffix(q.URL.Path, "/v1/payments/create/recurring")
	if !isOrder && !isDebit {
		return asked{}, nil
	}
	var it orderCall
	if err := json.Unmarshal(body, &it); err != nil {
		return asked{}, err
	}
	found = asked{debit: it.Receipt, invoice: it.Notes.Invoice, amount: money.Paise(it.Amount)}
	if isDebit {
		found = asked{debit: r.books().notices[it.OrderID].reference, notice: it.OrderID, order: it.OrderID, amount: money.Paise(it.Amount)}
	}
	err = r.w.judge.one("SELECT COALESCE(MAX(m.reference), '') FROM mandate_debits d JOIN mandates m ON m.customer_id = d.customer_id AND m.id = d.mandate_id WHERE d.reference = ?",
		[]any{found.debit}, &found.mandate)
	if err != nil || found.mandate == "" { // a payment by hand, or a registration
		return asked{}, err
	}
	return found, nil
}

func (r atRazorpay) mandateTold(raw []byte) (reference string, state provider.MandateState) {
	var it struct {
		Payload struct {
			Token struct {
				Entity struct {
					ID      string `json:"id"`
					Details struct {
						Status string `json:"status"`
					} `json:"recurring_details"`
				} `json:"entity"`
			} `json:"token"`
		} `json:"payload"`
	}
	if json.Unmarshal(raw, &it) != nil || it.Payload.Token.Entity.ID == "" {
		return "", ""
	}
	for _, p := range r.w.bank.Books().(emulated.Ledger).Payments {
		if textOr(p["token_id"]) == it.Payload.Token.Entity.ID {
			return r.books().notices[p["order_id"].(string)].reference, provider.MandateState(it.Payload.Token.Entity.Details.Status)
		}
	}
	return "", ""
}

// confirm brings nothing back for what has failed.
func (r atRazorpay) confirm(p *permit, outcome string, seconds int) (map[string]string, error) {
	a := attemptOf(p.begun.Checkout.OrderID, outcome, seconds)
	switch {
	case outcome == emulator.Cancelled:
		a.Outcome, a.Reason = emulator.Failure, "payment_cancelled"
	case outcome == emulator.Success && p.method == provider.MandateUPI && happens(r.w.chance, 0.3):
		a.Outcome = emulated.OutcomeDummy
	}
	told, err := r.w.payAt(a)
	if told[razorpay.FieldPayment] == "" {
		return nil, err
	}
	return told, err
}

var errNoChoice = errors.New("the customer cannot change this here")

// change knows no other limit or last day: the customer would set up a new mandate.
func (r atRazorpay) change(reference string, to mandateChange) error {
	if to.state == "" {
		return errNoChoice
	}
	var now map[string]any
	return r.w.post(bankURL+"/bank", map[string]any{"reference": reference, "status": to.state}, false, &now)
}
