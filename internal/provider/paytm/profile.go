package paytm

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

// Profile describes Paytm: its checkout is a script that opens over our pay
// page in a window of its own, a try uses its order up, and it refunds.
func (g *Gateway) Profile() provider.Profile {
	hosts, inlineStyles := g.pageSources()
	return provider.Profile{
		Name: Name, Checkout: provider.Window,
		Choice: provider.Choice{Position: 2, Name: "Paytm", Text: fault.NewWord("payment.by_upi_cards_wallet", "UPI, cards, net banking and wallet"), Logo: logo},
		Page:   provider.Page{Script: checkoutScript, Hosts: hosts, InlineStyles: inlineStyles},

		ReturnFields: []string{FieldOrder, FieldPayment, FieldStatus}, SingleTry: true, Refunds: true, SettlementFile: SettlementFile(),
	}
}

// pageSources are what the real checkout needs: it loads from Paytm's other
// hosts, and adds styles without knowing our nonce. The sandbox's needs neither.
func (g *Gateway) pageSources() (hosts []string, inlineStyles bool) {
	u, err := url.Parse(g.config.BaseURL)
	if err != nil || !strings.HasSuffix(u.Hostname(), ".paytmpayments.com") {
		return nil, false
	}
	return []string{"https://*.paytmpayments.com"}, true
}
