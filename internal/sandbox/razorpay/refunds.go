package razorpay

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"time"
)

var keyForm = regexp.MustCompile(`^[A-Za-z0-9_-]{10,}$`)

func (p *Provider) refund(r *request) (any, error) {
	x, err := p.payment(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	if err := r.fields.only("amount", "speed", "receipt", "notes"); err != nil {
		return nil, err
	}
	key := r.Header.Get("X-Refund-Idempotency")
	body, _ := json.Marshal(r.fields) // members in a fixed order
	if known, used := p.books.keys[key]; key != "" && used {
		return known.again(x, string(body))
	}
	if key != "" && !keyForm.MatchString(key) {
		return nil, refusal("The idempotency key must have at least 10 letters, digits, hyphens or underscores.")
	}
	row, err := p.createRefund(r, x)
	if err != nil {
		return nil, err
	}
	if key != "" {
		p.books.keys[key] = keyedRefund{string(body), row}
	}
	return row.entity(), nil
}

// again answers the second use of an idempotency key.
func (k keyedRefund) again(x *payment, body string) (any, error) {
	if k.refund.payment != x || k.body != body {
		return nil, &apiError{
			Status: http.StatusConflict, Reason: "idempotency_key_reused",
			Description: "Different request with the same idempotency key was already processed",
		}
	}
	return k.refund.entity(), nil
}

func (p *Provider) createRefund(r *request, x *payment) (*refundRow, error) {
	amount := x.amount - x.refunded
	if _, given := r.fields["amount"]; given {
		var err error
		if amount, err = r.fields.paise("amount"); err != nil {
			return nil, err
		}
	}
	if err := x.refundable(amount, r.now); err != nil {
		return nil, err
	}
	notes, err := r.fields.notes()
	if err != nil {
		return nil, err
	}
	row := p.newRefund(x, amount, r.now)
	row.notes = notes
	if err := row.readSpeedAndReceipt(r.fields); err != nil {
		return nil, err
	}
	p.startRefund(row, r.now)
	return row, nil
}

func (x *payment) refundable(amount int64, now time.Time) error {
	switch {
	case x.status == paymentRefunded:
		return refusal("The payment has been fully refunded already")
	case x.status != paymentCaptured:
		return refusal("The payment status should be captured for action to be taken")
	case now.After(x.at.AddDate(0, refundMonths, 0)):
		return refusal("Payment is more than 6 months old and cannot be refunded")
	case amount < minAmount:
		return wrong("amount", "The amount must be atleast INR 1.00")
	case amount > x.amount-x.refunded:
		return wrong("amount", "The refund amount provided is greater than amount captured")
	}
	return nil
}

func (row *refundRow) readSpeedAndReceipt(f fields) error {
	speed, err := f.text("speed")
	if err != nil {
		return err
	}
	if speed != "" && speed != "normal" && speed != "optimum" {
		return wrong("speed", "The selected speed is invalid.")
	}
	if speed != "" {
		row.speed = speed
	}
	row.receipt, err = f.text("receipt")
	return err
}

// newRefund is not in the books yet.
func (p *Provider) newRefund(x *payment, amount int64, now time.Time) *refundRow {
	return &refundRow{
		id: p.IDs.ID("rfnd_"), payment: x, amount: amount, status: refundPending, speed: "normal", at: now,
	}
}

// startRefund reserves the amount and plans the end, which was decided
// beforehand or is a success after a minute.
func (p *Provider) startRefund(row *refundRow, now time.Time) {
	p.books.addRefund(row)
	row.payment.addRefunded(row.amount)
	p.announce("refund.created", now, row.payment, row)
	plan, _ := p.Answers.Next("refund")
	after := refundTime
	if plan.Seconds > 0 {
		after = time.Duration(plan.Seconds) * time.Second
	}
	switch plan.Outcome {
	case OutcomePending:
	case OutcomeFailure:
		p.Agenda.At(now.Add(after), func(at time.Time) { p.refundFails(row, at) })
	default:
		p.Agenda.At(now.Add(after), func(at time.Time) { p.processed(row, at) })
	}
}

func (x *payment) addRefunded(amount int64) {
	x.refunded += amount
	switch {
	case x.refunded >= x.amount:
		x.status = paymentRefunded
	case x.captured:
		x.status = paymentCaptured
	}
}

func (p *Provider) processed(row *refundRow, now time.Time) {
	row.status, row.arn, row.processedAt = refundProcessed, p.IDs.Digits(15), now
	p.announce("refund.processed", now, row.payment, row)
}

func (p *Provider) refundFails(row *refundRow, now time.Time) {
	row.status = refundFailed
	row.payment.addRefunded(-row.amount)
	p.announce("refund.failed", now, row.payment, row)
}

func (p *Provider) paymentRefunds(r *request) (any, error) {
	x, err := p.payment(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	w, err := readWindow(r.URL.Query())
	if err != nil {
		return nil, err
	}
	return collect(x.refunds, w, func(row *refundRow) bool { return w.holds(row.at) }, (*refundRow).entity), nil
}

func (p *Provider) listRefunds(r *request) (any, error) {
	w, err := readWindow(r.URL.Query())
	if err != nil {
		return nil, err
	}
	return collect(p.books.refundList, w, func(row *refundRow) bool { return w.holds(row.at) }, (*refundRow).entity), nil
}

func (p *Provider) fetchRefund(r *request) (any, error) {
	row := p.books.refunds[r.PathValue("id")]
	if row == nil || !slices.Contains([]string{"", row.payment.id}, r.PathValue("payment")) {
		return nil, unknownID()
	}
	return row.entity(), nil
}
