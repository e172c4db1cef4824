package money_test

import (
	"fmt"

	"rento/internal/money"
)

func ExamplePaise_Split() {
	rent := money.Rupees(1000)
	for _, part := range rent.Split([]int64{1, 1, 1}) { // the parts add up to the rent
		fmt.Println(part.Decimal())
	}
	// Output:
	// 333.34
	// 333.33
	// 333.33
}

func ExamplePaise_Percent() {
	fmt.Println(money.Rupees(1399).Percent(1800).Decimal()) // 18 % GST
	// Output: 251.82
}
