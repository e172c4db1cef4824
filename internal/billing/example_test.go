package billing_test

import (
	"fmt"

	"rento/internal/billing"
	"rento/internal/money"
)

// A late fee of 118.00 rupees that includes 18 % GST, in the company's state and in another state.
func ExampleTaxInside() {
	for _, intra := range []bool{true, false} {
		t := billing.TaxInside(118*money.Rupee, 1800, intra)
		fmt.Println(t.Taxable, t.CGST, t.SGST, t.IGST, t.RoundOff, t.Total)
	}
	// Output:
	// ₹100 ₹9 ₹9 ₹0 ₹0 ₹118
	// ₹100 ₹0 ₹0 ₹18 ₹0 ₹118
}

// Document numbers contain the registration and the financial year, and count without gaps. Credit
// notes have their own series.
func ExampleSerial() {
	invoice, err := billing.Serial("KA", "", 2026, 1234)
	fmt.Println(invoice, err)
	note, err := billing.Serial("KA", "C", 2026, 123)
	fmt.Println(note, err)
	// Output:
	// KA/26-27/0001234 <nil>
	// KA/26-27/C000123 <nil>
}

// The late fee of an invoice is a share of the open amount, between a minimum and a maximum. A
// small open amount has no fee.
func ExampleLateFeeRule_Fee() {
	rule := billing.DefaultSettings().LateFee
	fmt.Println(rule.Fee(1000*money.Rupee, 1000*money.Rupee, 0))
	fmt.Println(rule.Fee(50*money.Rupee, 1000*money.Rupee, 0))
	// Output:
	// ₹20
	// ₹0
}
