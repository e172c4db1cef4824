package ticket_test

import (
	"fmt"

	"rento/internal/ticket"
)

// Each kind of request has a row in one table, with its name and the states that it passes through.
func ExampleTypeOf() {
	kind, err := ticket.TypeOf(200)
	fmt.Println(kind.Name(), err)
	fmt.Println(kind.Goes(ticket.Scheduled), ticket.Raised.May(ticket.Scheduled), ticket.Done.May(ticket.Raised))
	_, err = ticket.TypeOf(7)
	fmt.Println(err)
	// Output:
	// Closure <nil>
	// true true false
	// ValidationError: There is no such kind of request.
}

// The example prints how many days from today a pickup can be, first for all items of a customer,
// then for some of them.
func ExampleDefaultSettings() {
	rules := ticket.DefaultSettings()
	fmt.Println(rules.Full.MinDays, rules.Full.MaxDays, rules.Partial.MinDays, rules.Partial.MaxDays)
	// Output:
	// 3 30 2 30
}
