package paytm

import (
	"time"

	"rento/internal/money"
	"rento/internal/sandbox/emulator"
)

// applyRefund gives money back. Our id of a refund is made once; the same again
// is answered with the refund that is there.
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
		return known.answer()
	}
	switch {
	case o.payment.status != success:
		return result(failure, "INVALID_TXN_STATE", "The transaction has not succeeded")
	case !fine || amount > o.amount-o.payment.refunded:
		return result(failure, "INVALID_REFUND_AMOUNT", "The refund is larger than what is left of the payment")
	}
	made := &refund{
		refID: refID, id: r.now.UTC().Format("20060102") + p.base.IDs.Digits(20), payment: o.payment, amount: amount, status: pending,
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
	plan, _ := p.base.Answers.Next("refund")
	after := refundTime
	if plan.Seconds > 0 {
		after = time.Duration(plan.Seconds) * time.Second
	}
	switch plan.Outcome {
	case emulator.Pending:
	case emulator.Failure:
		p.base.Agenda.At(made.at.Add(after), func(at time.Time) {
			made.payment.refunded -= made.amount
			p.endRefund(made, failure, "BANK_DECLINED", "The payer's bank has refused the refund", at)
		})
	default:
		p.finishLater(made, after)
	}
}

func (p *Provider) finishLater(made *refund, after time.Duration) {
	p.base.Agenda.At(made.at.Add(after), func(at time.Time) { p.endRefund(made, success, "601", "Refund Successful", at) })
}

func (p *Provider) endRefund(made *refund, status, code, message string, now time.Time) {
	made.status, made.code, made.message = status, code, message
	p.announceRefund(made, now)
}

func (p *Provider) refundStatus(r request) map[string]any {
	known := p.books.refunds[r.text("orderId")+"|"+r.text("refId")]
	if known == nil {
		return result(failure, "631", "Record not found")
	}
	return known.answer()
}

func (r *refund) answer() map[string]any {
	body := r.shown()
	for name, value := range result(r.status, r.code, r.message) {
		body[name] = value
	}
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
		"totalRefundAmount": r.payment.refunded.Decimal(), "txnTimestamp": moment(r.at), "userCreditInitiateStatus": credit,
	}
}
