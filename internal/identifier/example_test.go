package identifier_test

import (
	"fmt"

	"rento/internal/identifier"
)

func ExampleParseGSTIN() {
	gstin, err := identifier.ParseGSTIN("29aaapz1234c1zw")
	fmt.Println(gstin.State(), gstin.PAN(), err)
	_, err = identifier.ParseGSTIN("29AAAPZ1234C1ZX") // wrong check character
	fmt.Println(err)
	// Output:
	// 29 AAAPZ1234C <nil>
	// identifier: not of the form of its kind
}

func ExampleAadhaar() {
	number, err := identifier.ParseAadhaar("9999 4105 7058")
	fmt.Println(number, err) // only the last four digits are kept
	// Output: 7058 <nil>
}
