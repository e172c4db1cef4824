package limit_test

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/limit"
)

// Three calls of a customer run at the same time, the next ones wait, and too many are refused.
// Other customers are not affected.
func TestACustomersCallsQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := limit.New(nil, calendar.System{}, 1)
		enter := func(customer string) func() {
			leave, err := l.Queue(t.Context(), customer)
			if err != nil {
				t.Fatal(err)
			}
			return leave
		}
		running := []func(){enter("one"), enter("one"), enter("one")}
		entered := make(chan func(), 100)
		gaveUp := make(chan error, 100)
		for range 61 {
			go func() {
				if leave, err := l.Queue(t.Context(), "one"); err == nil {
					entered <- leave
				} else {
					gaveUp <- err
				}
			}()
		}
		synctest.Wait()
		if len(entered) != 0 {
			t.Errorf("%d came in besides three that run", len(entered))
		}
		if _, err := l.Queue(t.Context(), "one"); !fault.Is(err, http.StatusTooManyRequests) {
			t.Errorf("one too many to wait: %v, want a 429", err)
		}
		enter("other")()
		running[0]()
		running[0]() // leaving twice counts once
		synctest.Wait()
		if len(entered) != 1 {
			t.Errorf("%d came in for one that left, want 1", len(entered))
		}
		for range 60 {
			if err := <-gaveUp; !fault.Is(err, http.StatusTooManyRequests) {
				t.Errorf("one that waited too long: %v, want a 429", err)
			}
		}
		running[1]()
		running[2]()
		(<-entered)()
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if leave, err := l.Queue(gone, "one"); err == nil {
			leave()
		}
		for range 3 {
			defer enter("one")()
		}
	})
}
