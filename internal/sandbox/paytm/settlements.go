package paytm

import (
	"cmp"

	"rento/internal/sandbox/emulator"
)

// SettlementFile is the settlement report, with the apostrophes that keep a spreadsheet
// from reading ids as numbers.
func (*Provider) SettlementFile() emulator.SettlementFile {
	return emulator.SettlementFile{
		Days: 1,
		Head: []string{"Transaction_ID", "Refund_ID", "Order_ID", "Transaction_Type", "Amount", "Commission", "GST", "Settled_Amount", "UTR_No."},
		Line: func(s emulator.Settled, utr string) []string {
			kind := "ACQUIRING"
			if s.Refund != "" {
				kind = "REFUND"
			}
			return []string{"'" + s.ID, s.Refund, "'" + s.Order, kind, s.Signed(s.Amount), s.Fee.Decimal(), s.Tax.Decimal(), s.Signed(s.Net()), utr}
		},
	}
}

// Taken are the payments and refunds that have succeeded.
func (p *Provider) Taken() (all []emulator.Settled) {
	p.Lock()
	defer p.Unlock()
	p.CatchUp()
	for _, o := range p.books.orderList {
		if x := o.payment; x != nil && x.status == success {
			fee, tax := emulator.Fee(o.amount)
			all = append(all, emulator.Settled{ID: x.id, Order: o.id, Amount: o.amount, Fee: fee, Tax: tax, At: x.paidAt})
		}
	}
	for _, r := range p.books.refundList {
		if r.status == success {
			all = append(all, emulator.Settled{ID: r.payment.id, Refund: r.refID, Order: r.payment.order.id, Amount: r.amount, At: cmp.Or(r.endedAt, r.at)})
		}
	}
	return all
}
