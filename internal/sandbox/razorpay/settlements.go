package razorpay

import (
	"cmp"

	"rento/internal/money"
	"rento/internal/sandbox/emulator"
)

// SettlementFile is the report "Settlement recon".
func (*Provider) SettlementFile() emulator.SettlementFile {
	return emulator.SettlementFile{
		Days: 2,
		Head: []string{"transaction_entity", "entity_id", "amount", "currency", "fee (exclusive tax)", "tax", "debit", "credit", "order_id", "settlement_utr"},
		Line: func(s emulator.Settled, utr string) []string {
			kind, id, debit, credit := "payment", s.ID, "0.00", s.Net().Decimal()
			if s.Refund != "" {
				kind, id, debit, credit = "refund", s.Refund, s.Net().Decimal(), "0.00"
			}
			return []string{kind, id, s.Amount.Decimal(), "INR", s.Fee.Decimal(), s.Tax.Decimal(), debit, credit, s.Order, utr}
		},
	}
}

// Taken are captured payments and processed refunds of them.
func (p *Provider) Taken() (all []emulator.Settled) {
	p.Lock()
	defer p.Unlock()
	p.CatchUp()
	for _, x := range p.books.paymentList {
		if x.captured {
			all = append(all, emulator.Settled{
				ID: x.id, Order: x.order.id, Amount: money.Paise(x.amount), Fee: money.Paise(x.fee - x.tax), Tax: money.Paise(x.tax), At: x.capturedAt,
			})
		}
	}
	for _, r := range p.books.refundList {
		if r.payment.captured && r.status == refundProcessed {
			all = append(all, emulator.Settled{ID: r.payment.id, Refund: r.id, Order: r.payment.order.id, Amount: money.Paise(r.amount), At: cmp.Or(r.processedAt, r.at)})
		}
	}
	return all
}
