package notify_test

import (
	"fmt"

	"rento/internal/calendar"
	"rento/internal/notify"
)

// An event holds only facts. Service.Send writes the message to the customer, in the transaction of
// what happened; the words are in texts/.
func ExampleEvent() {
	var e notify.Event = notify.PaymentReceived{
		Amount: 129_900, Reference: "7318", At: calendar.Stamp(calendar.MustParse("2026-11-20").At(12, 0)),
	}
	fmt.Println(e.Name(), e.Values()["amount"])
	// Output: payment_received ₹1,299
}
