package settlement_test

import (
	"fmt"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/settlement"
)

// The deposit of returned items pays what is owed, and the rest goes back. The part that the
// remaining items require is kept.
func ExampleNet() {
	for _, unneeded := range []money.Paise{4000 * money.Rupee, 1500 * money.Rupee, 0} {
		applied, left := settlement.Net(4000*money.Rupee, unneeded, 1180*money.Rupee)
		fmt.Println(applied, left)
	}
	// Output:
	// ₹1,180 ₹2,820
	// ₹1,180 ₹320
	// ₹0 ₹0
}

// Refunds are promised in working days. Sundays and Diwali are not working days.
func ExampleWorkingDay() {
	friday, diwali := calendar.MustParse("2026-11-06"), calendar.MustParse("2026-11-09")
	fmt.Println(settlement.WorkingDay(friday, 2, []calendar.Date{diwali}))
	// Output: 2026-11-10
}
