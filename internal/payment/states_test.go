package payment

import (
	"slices"
	"testing"

	"rento/internal/provider"
)

var (
	allStates   = []State{Open, Pending, Failed, Succeeded, Expired}
	allAttempts = []AttemptState{AttemptCreated, AttemptInitiated, AttemptPending, AttemptUnknown, AttemptFailed, AttemptSucceeded, AttemptExpired}
	allPayments = []provider.PaymentState{provider.PaymentCreated, provider.PaymentAuthorized, provider.PaymentCaptured, provider.PaymentFailed, provider.PaymentRefunded}
	allRefunds  = []RefundState{RefundWanted, RefundPending, RefundProcessed, RefundFailed}
)

// checkMatrix compares a transition table with a second version of it, which has one row per
// state. In a row, x is an allowed transition, in the order of the list of states.
func checkMatrix[S ~string](t *testing.T, states []S, may func(S, S) bool, matrix []string) {
	t.Helper()
	for i, from := range states {
		for j, to := range states {
			if want := matrix[i][j] == 'x'; may(from, to) != want {
				t.Errorf("%s to %s: %v, want %v", from, to, !want, want)
			}
		}
	}
}

func TestTransactionTable(t *testing.T) {
	checkMatrix(t, allStates, State.May, []string{
		".xxxx", // open
		"x.xxx", // pending
		"xx.xx", // failed
		".....", // succeeded: final
		"...x.", // expired: late money is accepted
	})
}

func TestAttemptTable(t *testing.T) {
	checkMatrix(t, allAttempts, AttemptState.May, []string{
		".xxxxxx", // created
		"..x.xxx", // initiated
		"....xxx", // pending
		".xx.xxx", // unknown
		".xxx.xx", // failed
		".......", // succeeded
		".....x.", // expired
	})
}

func TestRefundTable(t *testing.T) {
	checkMatrix(t, allRefunds, RefundState.May, []string{".xxx", "..xx", "....", "x.x."})
}

// We believe a gateway when a payment moves forward. The only step back that we believe is a
// failed payment that the bank honours after all.
func TestPaymentGoesForward(t *testing.T) {
	believed := func(was, hears provider.PaymentState) bool { return was != hears && forward(was, hears) == hears }
	checkMatrix(t, allPayments, believed, []string{
		".xxxx", // created
		"..x.x", // authorized
		"....x", // captured
		".xx.x", // failed
		".....", // refunded
	})
	for _, p := range allPayments {
		if forward("", p) != p {
			t.Errorf("first word %s is not believed", p)
		}
	}
}

// Every attempt state can be reached from the first state, and both transition tables have a row
// for every state.
func TestEveryStateIsReached(t *testing.T) {
	reached := []AttemptState{AttemptCreated}
	for i := 0; i < len(reached); i++ {
		for _, next := range attemptNext[reached[i]] {
			if !slices.Contains(reached, next) {
				reached = append(reached, next)
			}
		}
	}
	if len(reached) != len(allAttempts) {
		t.Errorf("reached %v, want all of %v", reached, allAttempts)
	}
	if len(attemptNext) != len(allAttempts) {
		t.Errorf("the table of attempts has %d rows, want %d", len(attemptNext), len(allAttempts))
	}
	if len(transactionNext) != len(allStates) {
		t.Errorf("the table of transactions has %d rows, want %d", len(transactionNext), len(allStates))
	}
}

// PAY-41, PAY-42, PAY-43: 300 is success, 200 is failure, and for everything else the client
// keeps polling.
func TestPAY41StatusNumbers(t *testing.T) {
	want := map[State]int{Open: 100, Pending: 100, Failed: 200, Expired: 200, Succeeded: 300}
	for _, s := range allStates {
		if s.Status() != want[s] {
			t.Errorf("%s: %d, want %d", s, s.Status(), want[s])
		}
	}
}

// Every state of an attempt is shown as a state of its transaction.
func TestAttemptShownAs(t *testing.T) {
	want := map[AttemptState]State{
		AttemptCreated: Open, AttemptInitiated: Open, AttemptPending: Pending, AttemptUnknown: Pending,
		AttemptFailed: Failed, AttemptSucceeded: Succeeded, AttemptExpired: Expired,
	}
	for _, a := range allAttempts {
		if a.shownAs() != want[a] {
			t.Errorf("%s is shown as %s, want %s", a, a.shownAs(), want[a])
		}
	}
}
