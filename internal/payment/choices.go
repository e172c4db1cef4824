package payment

import (
	"slices"
	"strings"
)

// Choice is a gateway that a customer can choose.
type Choice struct {
	ID   int64
	Name string
	// Text says what it takes, Offer is an advantage if there is one.
	Text  string
	Logo  string
	Offer string
	// JuspayWallet says that it is a wallet served through Juspay; its key has
	// the prefix "juspay-".
	JuspayWallet bool
}

// Key is the gateway's name in a request: lower case, with the prefix of the
// wallets that Juspay serves.
func (c Choice) Key() string {
	name := strings.ToLower(c.Name)
	if c.JuspayWallet {
		return "juspay-" + name
	}
	return name
}

// choices are all that the contract has, in the order in which they are shown.
var choices = []Choice{
	{ID: 1, Name: "Razorpay", Text: "UPI, cards and net banking", Logo: "/pay/logos/razorpay.svg"},
	{ID: 2, Name: "Paytm", Text: "Paytm UPI, wallet and cards", Logo: "/pay/logos/paytm.svg"},
	{ID: 3, Name: "CredPay", Text: "CRED pay", Logo: "/pay/logos/credpay.svg", JuspayWallet: true},
	{ID: 4, Name: "PhonePe", Text: "PhonePe", Logo: "/pay/logos/phonepe.svg", JuspayWallet: true},
	{ID: 5, Name: "AmazonPay", Text: "Amazon Pay", Logo: "/pay/logos/amazonpay.svg", JuspayWallet: true},
	{ID: 6, Name: "Mobikwik", Text: "MobiKwik", Logo: "/pay/logos/mobikwik.svg", JuspayWallet: true},
}

// Choices lists the gateways that are set up and have been answering.
func (s *Service) Choices() []Choice {
	return slices.DeleteFunc(slices.Clone(choices), func(c Choice) bool {
		g := s.gateways[c.Key()]
		if g == nil {
			return true
		}
		watched, ok := g.(interface{ Available() bool })
		return ok && !watched.Available()
	})
}
