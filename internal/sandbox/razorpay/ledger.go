package razorpay

import "rento/internal/sandbox/emulator"

// Ledger is what the provider believes, for comparison with our own books.
type Ledger struct {
	emulator.Ledger
	Customers []map[string]any `json:"customers"`
	Tokens    []map[string]any `json:"tokens"`
}

// Books lists everything in order of creation.
func (p *Provider) Books() any {
	p.Lock()
	defer p.Unlock()
	p.CatchUp()
	return Ledger{
		Ledger: emulator.Ledger{
			Orders:   emulator.Each(p.books.orderList, (*order).entity),
			Payments: emulator.Each(p.books.paymentList, (*payment).withCard),
			Refunds:  emulator.Each(p.books.refundList, (*refundRow).entity),
			Plans:    p.Plans(),
		},
		Customers: emulator.Each(p.books.customers, (*customer).entity), Tokens: emulator.Each(p.books.tokens, (*token).entity),
	}
}
