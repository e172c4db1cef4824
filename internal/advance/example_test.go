package advance_test

import (
	"fmt"

	"rento/internal/advance"
	"rento/internal/money"
)

// The example parses the company's catalogue and applies its discounts to the rent of a sofa for
// six months.
func ExampleParseTiers() {
	tiers, err := advance.ParseTiers("3=2, 6=5")
	if err != nil {
		fmt.Println(err)
		return
	}
	list := 6 * money.Rupees(1499)
	for _, t := range tiers {
		fmt.Println(t.Months, "months:", list-list.Percent(t.BasisPoints), "instead of", list)
	}
	// Output:
	// 3 months: ₹8,814.12 instead of ₹8,994
	// 6 months: ₹8,544.30 instead of ₹8,994
}
