package ticket_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/ticket"
)

// A customer is asked once how a request went that is done. One that was taken back asks nothing.
func TestADoneRequestAsksForFeedback(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		asked := func() string {
			t.Helper()
			next, err := w.Feedback.Next(t.Context(), w.customer)
			must(t, err)
			return next.Code
		}
		w.payAll()
		back := w.raise(ticket.Repair, w.fridge)
		must(t, w.Tickets.Revoke(by(t.Context()), w.customer, []string{back.Number}, ""))
		if code := asked(); code != "" {
			t.Errorf("a request that was taken back asks %q", code)
		}
		made := w.raise(ticket.Repair, w.fridge)
		w.until("2026-11-20")
		for range 2 {
			must(t, w.Tickets.Finish(t.Context(), w.customer, made.ID, ""))
		}
		if diff := cmp.Diff("feedback.after_request", asked()); diff != "" {
			t.Errorf("the question about a request that is done (-want +got):\n%s", diff)
		}
		next, err := w.Feedback.Next(t.Context(), w.customer)
		must(t, err)
		must(t, w.Feedback.Give(t.Context(), w.customer, next.Token, 9, ""))
		if code := asked(); code != "" {
			t.Errorf("after the answer it asks %q", code)
		}
	})
}
