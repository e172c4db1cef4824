package razorpay

import (
	"time"

	"rento/internal/sandbox/emulator"
)

// notice is that of an order's debit, as it is kept.
type notice struct {
	ID     string `json:"id"`
	Token  string `json:"token"`
	After  int64  `json:"after"`
	Failed bool   `json:"failed"`
}

func (p *Provider) readNotice(o *order, r *request) error {
	f, err := r.fields.sub("notification")
	if err != nil {
		return err
	}
	if err := f.only("token_id", "payment_after"); err != nil {
		return err
	}
	id, err := f.text("token_id")
	if err != nil {
		return err
	}
	t := p.books.token(func(t *token) bool { return t.ID == id })
	if t == nil {
		return unknownID()
	}
	lead, told := leads[t.Method]
	after := int64(f.whole("payment_after"))
	if after == 0 {
		after = r.now.Add(lead).Unix()
	}
	switch {
	case !told:
		return wrong("notification", "The notification is not supported for the method of the token.")
	case t.Status != tokenConfirmed:
		return refusal("The token is not confirmed for recurring payments.")
	case o.amount > t.Max:
		return wrong("amount", "Amount exceeds maximum amount allowed")
	case after < r.now.Add(lead).Unix():
		return wrong("payment_after", "The payment after is too early for the notification.")
	}
	o.notice = &notice{ID: p.IDs.ID("notification_"), Token: t.ID, After: after}
	plan, _ := p.Answers.Next("notice")
	o.notice.Failed = plan.Outcome == emulator.Failure
	return nil
}

// tellNotice queues the event about an order's notice.
func (p *Provider) tellNotice(o *order, now time.Time) {
	if o.notice == nil {
		return
	}
	p.send("order.notification."+o.notice.status(), now, parts{{"notification", o.shownNotice()}})
}

func (n *notice) status() string {
	if n.Failed {
		return "failed"
	}
	return "delivered"
}

func (o *order) shownNotice() map[string]any {
	n := o.notice
	return map[string]any{
		"id": n.ID, "entity": "notification", "order_id": o.id, "token_id": n.Token, "payment_after": n.After, "status": n.status(),
	}
}
