package fault_test

import (
	"fmt"
	"net/http"

	"rento/internal/fault"
)

// A fault has a message for a person. It keeps its status when it is wrapped.
func ExampleIs() {
	err := fmt.Errorf("billing: read the invoice: %w", fault.NotFound("invoice.not_found", "This invoice does not exist."))
	fmt.Println(fault.Is(err, http.StatusNotFound), fault.Of(err).Message)
	// Output: true This invoice does not exist.
}

// A program identifies a fault by its code. A translation can put the values wherever its language
// needs them.
func ExampleWith() {
	f := fault.Conflict("ticket.already_done", "Request {ticket} is already done.", fault.With("ticket", "RQ1042"))
	fmt.Println(f.Code, f.Values)
	fmt.Println(f.Message)
	// Output:
	// ticket.already_done map[ticket:RQ1042]
	// Request RQ1042 is already done.
}
