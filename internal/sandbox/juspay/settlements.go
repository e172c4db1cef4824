package juspay

import (
	"cmp"

	"rento/internal/sandbox/emulator"
)

// SettlementFile is the reconciliation report, of all wallets.
func (*Provider) SettlementFile() emulator.SettlementFile {
	return emulator.SettlementFile{
		Days: 2,
		Head: []string{"order_id", "txn_id", "refund_id", "txn_type", "gross_amount", "fee", "tax", "net_amount", "settlement_utr"},
		Line: func(s emulator.Settled, utr string) []string {
			kind := "ORDER"
			if s.Refund != "" {
				kind = "REFUND"
			}
			return []string{s.Order, s.ID, s.Refund, kind, s.Signed(s.Amount), s.Fee.Decimal(), s.Tax.Decimal(), s.Signed(s.Net()), utr}
		},
	}
}

// Taken are the payments that were charged and the refunds that have succeeded.
func (p *Provider) Taken() (all []emulator.Settled) {
	p.Lock()
	defer p.Unlock()
	p.CatchUp()
	for _, o := range p.books.orderList {
		x := o.shownPayment()
		if x == nil || x.status != statusCharged {
			continue
		}
		fee, tax := emulator.Fee(o.amount)
		all = append(all, emulator.Settled{ID: x.id, Order: o.id, Amount: o.amount, Fee: fee, Tax: tax, At: x.chargedAt})
		for _, r := range o.refunds {
			if r.status == refundSuccess {
				all = append(all, emulator.Settled{ID: x.id, Refund: r.id, Order: o.id, Amount: r.amount, At: cmp.Or(r.endedAt, r.at)})
			}
		}
	}
	return all
}
