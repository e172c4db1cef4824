package document

import (
	"strings"
	"testing"

	"rento/internal/address"
	"rento/internal/calendar"
	"rento/internal/subscription"
)

// CALL-74: an order on paper names its items, their rent and deposit, and where
// they go, in every language.
func TestAnOrderIsPrinted(t *testing.T) {
	o := subscription.Order{
		UniqueID: "RENTO4711", Created: calendar.Stamp(calendar.MustParse("2026-11-05").Start()),
		Address: address.Address{FlatNo: "12", AddressLine1: "100 Feet Road", City: "Bengaluru", Pincode: "560038"},
		Items: []subscription.Item{
			{Name: "Oak sofa", Rent: paise("1499.00"), Deposit: paise("3000.00")},
			{Name: "Fridge", Rent: paise("899.00"), Deposit: paise("2000.00")},
		},
	}
	for code, w := range languages {
		out, err := printer.order(readIn(code), "Asha Rao", o)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.ReplaceAll(text(t, out), "\n", " ")
		holds(t, code, got, w.TitleOrder, "Order", "RENTO4711", "Asha Rao", "Fridge", "₹1,499.00", "₹2,398.00", "₹5,000.00", "100 Feet Road, Bengaluru, 560038")
	}
}
