package billdesk

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

// Profile describes BillDesk: it takes no payment but through a mandate, its
// checkout opens in a window of its own, and it refunds.
func (g *Gateway) Profile() provider.Profile {
	hosts, inlineStyles := g.pageSources()
	return provider.Profile{
		Name: Name, Checkout: provider.Window,
		Choice: provider.Choice{Position: 7, Name: "BillDesk", Text: fault.NewWord("payment.by_upi_cards_banking", "UPI, cards and net banking"), Logo: logo},
		Page:   provider.Page{Script: checkoutScript, Hosts: hosts, InlineStyles: inlineStyles, Module: true},

		ReturnFields: []string{FieldTransaction}, SingleTry: true, Refunds: true, MandatesOnly: true, SettlementFile: SettlementFile(),
		Mandates: []provider.MandateChoice{
			{ID: "billdesk-upi", Name: fault.NewWord("payment.upi", "UPI"), Text: fault.NewWord("payment.upi_text", "Approve once in your UPI app"), Method: provider.MandateUPI, Categories: []string{"upi"}},
			{ID: "billdesk-card", Name: fault.NewWord("payment.card", "Debit or credit card"), Text: fault.NewWord("payment.card_text", "Visa, Mastercard or RuPay"), Method: provider.MandateCard, Categories: []string{"card"}},
			{ID: "billdesk-emandate", Name: fault.NewWord("payment.net_banking", "Net banking"), Text: fault.NewWord("payment.net_banking_text", "Through your bank's e-mandate"), Method: provider.MandateEMandate, Categories: []string{"nb"}},
		},
	}
}

// pageSources are what the real checkout needs: it loads from BillDesk's other
// hosts, and adds styles without knowing our nonce. The sandbox's needs neither.
func (g *Gateway) pageSources() (hosts []string, inlineStyles bool) {
	u, err := url.Parse(g.config.SDKURL)
	if err != nil || !strings.HasSuffix(u.Hostname(), ".billdesk.com") {
		return nil, false
	}
	return []string{"https://*.billdesk.com"}, true
}
