package payment_test

import (
	"fmt"

	"rento/internal/money"
	"rento/internal/payment"
)

// The wallet pays first, and the gateway collects nothing or at least a rupee: of
// 500.00 with 499.50 in the wallet, 499.00 come from there and 1.00 by the gateway.
func ExampleShare() {
	for _, credit := range []money.Paise{0, 49950, 600 * money.Rupee} {
		wallet, total := payment.Share(500*money.Rupee, credit)
		fmt.Println(wallet, "of", total)
	}
	// Output:
	// ₹0 of ₹500
	// ₹499 of ₹500
	// ₹500 of ₹500
}
