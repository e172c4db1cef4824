package razorpay

import "rento/internal/sandbox/emulator"

// Books lists everything in order of creation.
func (p *Provider) Books() any {
	p.Lock()
	defer p.Unlock()
	p.CatchUp()
	return emulator.Ledger{
		Orders:   emulator.Each(p.books.orderList, (*order).entity),
		Payments: emulator.Each(p.books.paymentList, (*payment).withCard),
		Refunds:  emulator.Each(p.books.refundList, (*refundRow).entity),
		Plans:    p.Plans(),
	}
}
