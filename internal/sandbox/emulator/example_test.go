package emulator_test

import (
	"fmt"

	"rento/internal/sandbox/emulator"
)

// What is planned for a call happens to it, as often as it was planned; afterwards
// the payer decides.
func ExampleAnswers() {
	var answers emulator.Answers
	answers.Add(emulator.Answer{Call: "payment", Outcome: emulator.Failure, Reason: "insufficient_funds", Times: 2})
	for range 3 {
		answer := answers.Decided(emulator.Answer{})
		fmt.Println(answer.Outcome, answer.Reason)
	}
	// Output:
	// failure insufficient_funds
	// failure insufficient_funds
	// success
}
