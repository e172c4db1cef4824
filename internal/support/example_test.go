package support_test

import (
	"fmt"

	"rento/internal/support"
)

// Only staff can reopen a closed thread. If the customer writes after the closing, a new thread
// begins, which is with the assistant first.
func ExampleState_May() {
	fmt.Println(support.Waiting.May(support.Answered), support.Closed.May(support.WithAssistant))
	// Output: true false
}
