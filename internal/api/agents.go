package api

import "rento/internal/fault"

// errAgent refuses a call that is the customer's alone.
func errAgent() error {
	return fault.Forbidden("agent.not_allowed", "An agent cannot do this for a customer.")
}
