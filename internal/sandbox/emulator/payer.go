package emulator

import (
	"encoding/json"
	"net/http"
	"time"
)

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
	// Cancelled: the payer leaves the provider's page, where it has one that goes
	// back by itself.
	Cancelled = "cancelled"
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

// Turns are what becomes of a payment, in the provider's own way.
type Turns struct {
	// Succeed is the bank's yes, which may come after a no; Fail is its no.
	Succeed, Fail func(at time.Time)
	// Wait has the payment wait for its bank, and give up some time.
	Wait func(at time.Time)
	// Own are the outcomes that other providers do not have.
	Own map[string]func(at time.Time)
}

// Play plays a payment out, and reports whether the outcome is one of the known.
func (b *Base) Play(how Answer, now time.Time, t Turns) bool {
	switch how.Outcome {
	case Success:
		t.Succeed(now)
	case Failure:
		t.Fail(now)
	case Pending:
		t.Wait(now)
	case Late:
		t.Wait(now)
		b.Agenda.At(now.Add(how.Delay()), t.Succeed)
	case FailedThenPaid:
		t.Fail(now)
		b.Agenda.At(now.Add(how.Delay()), t.Succeed)
	default:
		turn := t.Own[how.Outcome]
		if turn == nil {
			return false
		}
		turn(now)
	}
	return true
}

// Trouble is why a payer's browser is refused.
type Trouble struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (t *Trouble) Error() string { return t.Message }

// maxChoice is the longest that a payer's browser may send, in bytes.
const maxChoice = 1 << 20

// Payer serves what a payer's browser sends as JSON. do works it in while the
// provider's books are held; then the webhooks go out that were ordered to arrive
// before the browser hears what answer sends. What cannot be read is unreadable.
func Payer[T any](b *Base, unreadable error, do func(choice T, now time.Time) (any, error), answer func(w http.ResponseWriter, result any, err error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var choice T
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxChoice)).Decode(&choice); err != nil {
			answer(w, nil, unreadable)
			return
		}
		result, err := func() (any, error) {
			b.Lock()
			defer b.Unlock()
			return do(choice, b.CatchUp())
		}()
		b.Webhooks.Urgent(r.Context())
		answer(w, result, err)
	})
}

// AnswerPayer tells a payer's browser what came of its call.
func AnswerPayer(w http.ResponseWriter, result any, err error) {
	if err != nil {
		Send(w, http.StatusBadRequest, map[string]any{"error": err})
		return
	}
	Send(w, http.StatusOK, result)
}
