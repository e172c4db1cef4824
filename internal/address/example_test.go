package address_test

import (
	"fmt"

	"rento/internal/address"
)

// A city is served within a radius around its centre.
func ExampleServes() {
	cities := []address.City{{ID: 1, Name: "Bengaluru", StateCode: "29", Lat: 12.9716, Lng: 77.5946, RadiusKM: 40}}
	fmt.Println(address.Serves(cities, address.Address{CityID: 1, Lat: 12.9352, Lng: 77.6245}))
	fmt.Println(address.Serves(cities, address.Address{CityID: 1, Lat: 12.2958, Lng: 76.6394}))
	// Output:
	// true
	// false
}

// Typed text is found among the known places, even after a house number or with a misspelt letter.
func ExampleSearch() {
	for _, text := range []string{"flat 12, koramangla", "Mysuru"} {
		for _, place := range address.Search(text)[:1] {
			fmt.Println(place.Line())
		}
	}
	// Output:
	// flat 12, Koramangala, Bengaluru, Karnataka 560034, India
	// Mysuru, Karnataka, India
}
