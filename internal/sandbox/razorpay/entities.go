package razorpay

// orNull turns the empty text into null, as Razorpay shows what is not there.
func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// shownNotes is an object, or [] when there are none.
func shownNotes(notes map[string]string) any {
	if len(notes) == 0 {
		return []string{}
	}
	return notes
}

func (o *order) entity() map[string]any {
	shown := map[string]any{
		"id": o.id, "entity": "order", "amount": o.amount, "amount_paid": o.paid,
		"amount_due": o.amount - o.paid, "currency": "INR", "receipt": orNull(o.receipt),
		"offer_id": nil, "status": o.status, "attempts": o.attempts,
		"notes": shownNotes(o.notes), "created_at": o.at.Unix(),
	}
	if o.terms != nil {
		shown["token"] = o.shownTerms()
	}
	if o.notice != nil {
		shown["notification"] = o.shownNotice()
	}
	return shown
}

func (o *order) withPayments() map[string]any {
	shown := o.entity()
	all := window{count: len(o.payments)}
	shown["payments"] = collect(o.payments, all, always[*payment], (*payment).withCard)
	return shown
}

func always[T any](T) bool { return true }

func (p *payment) entity() map[string]any {
	shown := map[string]any{
		"id": p.id, "entity": "payment", "amount": p.amount, "currency": "INR", "status": p.status,
		"order_id": p.order.id, "invoice_id": nil, "international": false, "method": p.method.kind,
		"amount_refunded": p.refunded, "refund_status": p.refundStatus(), "captured": p.captured,
		"description": nil, "card_id": orNull(p.method.cardID), "bank": orNull(p.method.bank),
		"wallet": orNull(p.method.wallet), "vpa": orNull(p.method.vpa), "email": p.email,
		"contact": p.contact, "notes": shownNotes(p.order.notes), "fee": nil, "tax": nil,
		"error_code": orNull(p.trouble.code), "error_description": orNull(p.trouble.description),
		"error_source": orNull(p.trouble.source), "error_step": orNull(p.trouble.step),
		"error_reason": orNull(p.trouble.reason), "acquirer_data": p.acquirer(), "created_at": p.at.Unix(),
	}
	if p.token != "" {
		shown["customer_id"], shown["token_id"] = p.customer, p.token
	}
	if p.captured {
		shown["fee"], shown["tax"] = p.fee, p.tax
	}
	if p.method.vpa != "" {
		shown["upi"] = map[string]any{"vpa": p.method.vpa, "payer_account_type": "bank_account", "flow": "intent"}
	}
	return shown
}

func (p *payment) withCard() map[string]any {
	shown := p.entity()
	if p.method.cardID != "" {
		shown["card"] = map[string]any{
			"id": p.method.cardID, "entity": "card", "name": "", "last4": p.method.last4,
			"network": p.method.network, "type": "debit", "issuer": nil, "international": false,
			"emi": false, "sub_type": "consumer", "token_iin": nil,
		}
	}
	return shown
}

func (p *payment) refundStatus() any {
	switch {
	case p.refunded == 0:
		return nil
	case p.refunded < p.amount:
		return "partial"
	}
	return "full"
}

func (p *payment) acquirer() map[string]any {
	switch p.method.kind {
	case "upi":
		return map[string]any{"rrn": orNull(p.rrn), "upi_transaction_id": orNull(p.rrn)}
	case "card":
		return map[string]any{"auth_code": orNull(p.rrn)}
	case "netbanking":
		return map[string]any{"bank_transaction_id": orNull(p.rrn)}
	}
	return map[string]any{"transaction_id": orNull(p.rrn)}
}

func (r *refundRow) entity() map[string]any {
	return map[string]any{
		"id": r.id, "entity": "refund", "amount": r.amount, "currency": "INR",
		"payment_id": r.payment.id, "notes": shownNotes(r.notes), "receipt": orNull(r.receipt),
		"acquirer_data": map[string]any{"arn": orNull(r.arn)}, "created_at": r.at.Unix(),
		"batch_id": nil, "status": r.status, "speed_processed": "normal", "speed_requested": r.speed,
	}
}
