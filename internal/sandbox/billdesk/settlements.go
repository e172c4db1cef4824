package billdesk

import "rento/internal/sandbox/emulator"

// SettlementFile is the settlement report (MIS).
func (*Provider) SettlementFile() emulator.SettlementFile {
	return emulator.SettlementFile{
		Days: 2,
		Head: []string{"Txn Type", "PGI Ref. No.", "Refund Id", "Ref. 1", "Gross Amount(Rs.Ps)", "Charges (Rs.Ps)", "GST (Rs.Ps)", "Net Amount(Rs.Ps)", "UTR"},
		Line: func(s emulator.Settled, utr string) []string {
			kind := "SALE"
			if s.Refund != "" {
				kind = "REFUND"
			}
			return []string{kind, s.ID, s.Refund, s.Order, s.Signed(s.Amount), s.Fee.Decimal(), s.Tax.Decimal(), s.Signed(s.Net()), utr}
		},
	}
}

// Taken are the transactions that have succeeded and the refunds that were given.
func (p *Provider) Taken() (all []emulator.Settled) {
	p.Lock()
	defer p.Unlock()
	p.CatchUp()
	for _, t := range p.books.Transactions {
		if t.Auth == authSuccess {
			fee, tax := emulator.Fee(t.Amount)
			all = append(all, emulator.Settled{ID: t.ID, Order: t.Order, Amount: t.Amount, Fee: fee, Tax: tax, At: t.PaidAt})
		}
	}
	for _, r := range p.books.Refunds {
		if r.Status != refundFailed {
			all = append(all, emulator.Settled{ID: r.Transaction, Refund: r.Reference, Order: r.Order, Amount: r.Amount, At: r.At})
		}
	}
	return all
}
