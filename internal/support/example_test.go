package support_test

import (
	"fmt"

	"rento/internal/support"
)

// A thread that was closed is opened again by staff alone: what a customer writes then
// begins another, which is with the assistant first.
func ExampleState_May() {
	fmt.Println(support.Waiting.May(support.Answered), support.Closed.May(support.WithAssistant))
	// Output: true false
}
