package paytm

import (
	"maps"
	"time"

	"rento/internal/money"
	"rento/internal/sandbox/emulator"
)

// repeatTime is how long Paytm calls a repetition one; later it answers how the
// bank stands.
const repeatTime = 10 * time.Minute

// applyRefund gives money back. Our id of a refund is made once; the same again
// is answered with a failure, as is another refund while one of the order is under
// way.
func (p *Provider) applyRefund(r request) map[string]any {
	refID := r.text("refId")
	if name := r.extra("mid", "txnType", "orderId", "txnId", "refId", "refundAmount", "comments"); name != "" {
		return result(failure, "335", name+" is not expected")
	}
	if r.text("txnType") != "REFUND" || !idForm.MatchString(refID) {
		return result(failure, "335", "Invalid request")
	}
	o := p.books.orders[r.text("orderId")]
	if o == nil || o.payment == nil || o.payment.id != r.text("txnId") {
		return result(failure, "334", "Invalid Order Id")
	}
	amount, fine := readAmount(r.text("refundAmount"))
	if known := p.books.refunds[o.id+"|"+refID]; known != nil {
		if !fine || known.amount != amount {
			return result(failure, "DUPLICATE_REF_ID", "The refId was used for another refund")
		}
		return known.repeated(r.now)
	}
	switch {
	case o.payment.status != success:
		return result(failure, "INVALID_TXN_STATE", "The transaction has not succeeded")
	case p.books.refunding(o):
		return with(map[string]any{"orderId": o.id, "txnId": o.payment.id, "refId": refID, "refundAmount": r.text("refundAmount")},
			result(failure, "626", "Another refund of this order is under way"))
	case !fine || amount > o.amount-o.payment.refunded:
		return result(failure, "INVALID_REFUND_AMOUNT", "The refund is larger than what is left of the payment")
	}
	made := &refund{
		refID: refID, id: r.now.UTC().Format("20060102") + p.IDs.Digits(20), payment: o.payment, amount: amount, status: pending,
		code: "617", message: "Refund initiated successfully", at: r.now,
	}
	p.books.addRefund(made)
	o.payment.refunded = money.Sum(o.payment.refunded, amount)
	p.announceRefund(made, r.now)
	p.planRefund(made)
	return made.answer()
}

// planRefund plans the end of a refund, which was decided beforehand or is a
// success after a minute.
func (p *Provider) planRefund(made *refund) {
	plan, _ := p.Answers.Next("refund")
	after := refundTime
	if plan.Seconds > 0 {
		after = time.Duration(plan.Seconds) * time.Second
	}
	switch plan.Outcome {
	case emulator.Pending:
	case emulator.Failure:
		p.Agenda.At(made.at.Add(after), func(at time.Time) {
			made.payment.refunded -= made.amount
			p.endRefund(made, failure, "BANK_DECLINED", "The payer's bank has refused the refund", at)
		})
	default:
		p.finishLater(made, after)
	}
}

func (p *Provider) finishLater(made *refund, after time.Duration) {
	p.Agenda.At(made.at.Add(after), func(at time.Time) { p.endRefund(made, success, "601", "Refund Successful", at) })
}

func (p *Provider) endRefund(made *refund, status, code, message string, now time.Time) {
	made.status, made.code, made.message, made.endedAt = status, code, message, now
	p.announceRefund(made, now)
}

func (p *Provider) refundStatus(r request) map[string]any {
	known := p.books.refunds[r.text("orderId")+"|"+r.text("refId")]
	if known == nil {
		return result(failure, "631", "Record not found")
	}
	return known.answer()
}

func (r *refund) answer() map[string]any { return with(r.shown(), result(r.status, r.code, r.message)) }

// repeated is what a refund that is asked for again is answered with.
func (r *refund) repeated(now time.Time) map[string]any {
	switch {
	case r.status == success:
		return with(r.shown(), result(failure, "629", "The refund is done already"))
	case r.status == pending && now.Sub(r.at) < repeatTime:
		return with(r.shown(), result(failure, "617", "The refund was asked for already"))
	case r.status == pending:
		return with(r.shown(), result(failure, "628", "The refund waits for the payer's bank"))
	}
	return r.answer()
}

// with adds what came of a call to what it is about.
func with(body, outcome map[string]any) map[string]any {
	maps.Copy(body, outcome)
	return body
}

func (r *refund) shown() map[string]any {
	credit := pending
	if r.status == success {
		credit = "PROCESSED"
	}
	return map[string]any{
		"txnId": r.payment.id, "orderId": r.payment.order.id, "refId": r.refID, "refundId": r.id,
		"refundAmount": r.amount.Decimal(), "txnAmount": r.payment.order.amount.Decimal(),
		"totalRefundAmount": r.payment.refunded.Decimal(), "txnTimestamp": moment(r.payment.at),
		"merchantRefundRequestTimestamp": moment(r.at), "acceptRefundTimestamp": moment(r.at), "userCreditInitiateStatus": credit,
	}
}
