package subscription_test

import (
	"fmt"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/subscription"
)

// The example computes the rent from 20 November to 10 January by calendar month. The first day is
// charged, the last day is not.
func ExampleCharge() {
	terms := []subscription.Term{{From: calendar.MustParse("2026-11-20"), Rent: 699 * money.Rupee, StateCode: "29"}}
	for _, piece := range subscription.Charge(terms, calendar.MustParse("2026-11-20"), calendar.MustParse("2027-01-10")) {
		fmt.Println(piece.From, piece.To, piece.Days, "of", piece.MonthDays, piece.Amount)
	}
	// Output:
	// 2026-11-20 2026-12-01 11 of 30 ₹256.30
	// 2026-12-01 2027-01-01 31 of 31 ₹699
	// 2027-01-01 2027-01-10 9 of 31 ₹202.94
}

// Leaving early costs the lower of a multiple of the rent and the rest of the tenure. After the
// tenure it costs nothing.
func ExampleEarlyClosure() {
	item := subscription.Item{
		DeliveryDate: calendar.MustParse("2026-06-01"), BillingFrom: calendar.MustParse("2026-06-01"),
		TenureEnd: calendar.MustParse("2027-06-01"), ClosureMultiplierBP: 15000, Rent: 699 * money.Rupee,
	}
	terms := []subscription.Term{{From: item.BillingFrom, Rent: item.Rent, StateCode: "29"}}
	for _, day := range []string{"2026-12-01", "2027-05-22", "2027-06-01"} {
		early := subscription.EarlyClosure(item, terms, calendar.MustParse(day), subscription.AsBilled)
		fmt.Println(day, early.RentMethod, early.TenureMethod, early.Charge)
	}
	// Output:
	// 2026-12-01 ₹1,048.50 ₹4,194 ₹1,048.50
	// 2027-05-22 ₹1,048.50 ₹225.48 ₹225.48
	// 2027-06-01 ₹1,048.50 ₹0 ₹0
}
