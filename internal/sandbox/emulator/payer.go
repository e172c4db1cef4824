package emulator

import "time"

// How a payer's attempt turns out, at every provider.
const (
	Success = "success"
	Failure = "failure"
	// Pending: the bank never answers.
	Pending = "pending"
	// Late: the bank says yes after some seconds, perhaps after the payment was
	// given up as failed.
	Late = "late"
	// FailedThenPaid: the payer is told no, and the same payment succeeds later.
	FailedThenPaid = "failed_then_paid"
)

// BankPatience is how long a payment waits for its bank; then it has failed.
const BankPatience = 10 * time.Minute

// lateness is when a late yes comes if nobody says otherwise.
const lateness = 20 * time.Second

// Decided is what a payer does: what was chosen, else what control has planned
// for the next payment, else a success.
func (a *Answers) Decided(chosen Answer) Answer {
	if chosen.Outcome != "" {
		return chosen
	}
	if plan, ok := a.Next("payment"); ok {
		return plan
	}
	return Answer{Outcome: Success}
}

// Delay is the time until a late yes.
func (a Answer) Delay() time.Duration {
	if a.Seconds > 0 {
		return time.Duration(a.Seconds) * time.Second
	}
	return lateness
}
