package payment_test

import (
	"fmt"

	"rento/internal/money"
	"rento/internal/payment"
)

// The wallet pays first, and the gateway collects either nothing or at least one rupee. With
// 499.50 in the wallet and 500.00 due, the wallet pays 499.00 and the gateway collects 1.00.
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
