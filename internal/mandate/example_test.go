package mandate_test

import (
	"fmt"

	"rento/internal/calendar"
	"rento/internal/mandate"
	"rento/internal/money"
)

// The debit comes two days after the invoice, so that the customer gets the notice a day ahead.
// An amount above the customer's limit is not debited.
func ExampleMandate_Plan() {
	m := mandate.Mandate{State: mandate.Confirmed, Max: 5000 * money.Rupee, ExpiresOn: calendar.MustParse("2027-03-31")}
	for _, amount := range []money.Paise{4999 * money.Rupee, 5001 * money.Rupee} {
		on, allowed := m.Plan(amount, calendar.MustParse("2026-11-01"), calendar.BankDays{})
		fmt.Println(amount, on, allowed)
	}
	// Output:
	// ₹4,999 2026-11-03 true
	// ₹5,001 2026-11-03 false
}

// We follow what a bank says only where the table of states has that step.
func ExampleState_May() {
	fmt.Println(mandate.Initiated.May(mandate.Confirmed), mandate.Cancelled.May(mandate.Confirmed))
	// Output: true false
}
