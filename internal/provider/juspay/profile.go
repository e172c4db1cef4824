package juspay

import (
	_ "embed"

	"rento/internal/fault"
	"rento/internal/provider"
)

//go:embed logos/phonepe.svg
var logoPhonePe []byte

//go:embed logos/amazonpay.svg
var logoAmazonPay []byte

//go:embed logos/mobikwik.svg
var logoMobiKwik []byte

//go:embed logos/credpay.svg
var logoCredPay []byte

// way is one way to pay. Its name is what customers choose, behind that of Juspay.
type way struct {
	name     string
	shown    string
	position int
	// method is Juspay's word for it.
	method   string
	checkout provider.CheckoutKind
	text     fault.Word
	logo     []byte
}

// methodCred is the one that asks for the payer's phone and opens an app.
const methodCred = "CRED"

// ways are all that we offer, each a gateway.
var ways = []way{
	{"credpay", "CredPay", 3, methodCred, provider.Intent, fault.NewWord("payment.by_cred", "UPI and saved cards in the CRED app"), logoCredPay},
	{"phonepe", "PhonePe", 4, "PHONEPE", provider.Redirect, fault.NewWord("payment.by_wallet", "Balance, UPI and cards of the wallet"), logoPhonePe},
	{"amazonpay", "AmazonPay", 5, "AMAZONPAY", provider.Redirect, fault.NewWord("payment.by_wallet", "Balance, UPI and cards of the wallet"), logoAmazonPay},
	{"mobikwik", "Mobikwik", 6, "MOBIKWIK", provider.Redirect, fault.NewWord("payment.by_wallet", "Balance, UPI and cards of the wallet"), logoMobiKwik},
}

// schemes are those of the addresses that open CRED.
var schemes = []string{"credpay", "upi", "intent"}

// Profile describes the gateway. An order takes as many tries as it needs: what
// is paid a second time Juspay gives back by itself.
func (g *Gateway) Profile() provider.Profile {
	p := provider.Profile{
		Name: g.name(), Provider: Name, Checkout: g.way.checkout,
		Choice: provider.Choice{
			Position: g.way.position, Name: g.way.shown, Text: g.way.text, Logo: g.way.logo, Aggregated: true,
		},
		ReturnFields: []string{FieldOrder, FieldStatus}, Refunds: true, SettlementFile: SettlementFile(),
	}
	if p.Checkout == provider.Intent {
		p.Schemes = schemes
	}
	return p
}
