package specimen_test

import (
	"fmt"

	"rento/internal/sandbox/specimen"
)

// What a person is called and when they were born makes their numbers, so that every
// provider of the sandbox knows them by these.
func ExamplePerson_PAN() {
	asha := specimen.Person{Name: "Asha Rao", Born: "1994-03-12", Gender: "F"}
	pan := asha.PAN("")
	fmt.Println(len(pan), specimen.NameFits(pan, "Asha Rao"), specimen.NameFits(pan, "Bilal Khan"), specimen.BornFits(pan, "1994-03-12"))
	fmt.Println(specimen.Serial(asha.PAN(specimen.SerialInactive)))
	// Output:
	// 10 true false true
	// 9999
}
