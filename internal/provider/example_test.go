package provider_test

import (
	"errors"
	"fmt"

	"rento/internal/provider"
)

// Whoever calls a provider goes by the outcome. Only a refusal is final: after any
// other error it is asked what became of the call, because the money may have moved.
func ExampleOutcomeOf() {
	refused := &provider.Error{Provider: "acmepay", Call: "refund", Outcome: provider.Declined, Status: 400, Reason: "AMOUNT_TOO_HIGH", Cause: errors.New("more than was paid")}
	fmt.Println(provider.OutcomeOf(fmt.Errorf("payment: %w", refused)))
	fmt.Println(provider.OutcomeOf(errors.New("the connection was reset")))
	fmt.Println(refused)
	// Output:
	// declined
	// unknown
	// acmepay refund: declined (status 400, reason "AMOUNT_TOO_HIGH"): more than was paid
}

// What people see of an account tells it to its owner and to nobody else.
func ExampleMaskUPI() {
	fmt.Println(provider.MaskUPI("kabir@okbank"))
	fmt.Println(provider.MaskName("Kabir Anand"))
	// Output:
	// ka…@okbank
	// K… A…
}
