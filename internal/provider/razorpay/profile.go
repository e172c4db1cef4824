package razorpay

import (
	_ "embed"
	"net/url"
	"strings"

	"rento/internal/fault"
	"rento/internal/provider"
)

//go:embed checkout.js
var checkoutScript string

//go:embed logo.svg
var logo []byte

// Profile describes Razorpay: its checkout is a script that opens over our pay
// page, all tries share one order, and it refunds, lists and debits.
func (g *Gateway) Profile() provider.Profile {
	hosts, inlineStyles := g.pageSources()
	return provider.Profile{
		Name: Name, Checkout: provider.Frame,
		Choice: provider.Choice{Position: 1, Name: "Razorpay", Text: fault.NewWord("payment.by_upi_cards_banking", "UPI, cards and net banking"), Logo: logo},
		Page:   provider.Page{Script: checkoutScript, Hosts: hosts, InlineStyles: inlineStyles},

		ReturnFields: []string{FieldPayment, FieldOrder, FieldSignature}, Refunds: true, Lists: true, Fees: true, Disputes: "payment.dispute.", SettlementFile: SettlementFile(),
		Mandates: []provider.MandateChoice{
			{ID: "razorpay-upi", Name: fault.NewWord("payment.upi", "UPI"), Text: fault.NewWord("payment.upi_text", "Approve once in your UPI app"), Method: provider.MandateUPI, Categories: []string{"upi"}, Authorized: leastTaken},
			{ID: "razorpay-card", Name: fault.NewWord("payment.card", "Debit or credit card"), Text: fault.NewWord("payment.card_text", "Visa, Mastercard or RuPay"), Method: provider.MandateCard, Categories: []string{"card"}, Authorized: leastTaken},
			{ID: "razorpay-emandate", Name: fault.NewWord("payment.net_banking", "Net banking"), Text: fault.NewWord("payment.net_banking_text", "Through your bank's e-mandate"), Method: provider.MandateEMandate, Categories: []string{"emandate"}},
		},
	}
}

// pageSources are what the real checkout needs: it loads from Razorpay's other
// hosts, and adds styles without knowing our nonce. The sandbox's needs neither.
func (g *Gateway) pageSources() (hosts []string, inlineStyles bool) {
	u, err := url.Parse(g.config.ScriptURL)
	if err != nil || !strings.HasSuffix(u.Hostname(), ".razorpay.com") {
		return nil, false
	}
	return []string{"https://*.razorpay.com"}, true
}
