package ticket_test

import (
	"testing"

	"rento/internal/store"
	"rento/internal/ticket"
)

// What was written in requests goes with the account; what was done stays.
func TestDeletionTakesTheWordsOfRequests(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *world) {
		raised, err := w.tryRaise(ticket.Ticket{CustomerID: w.customer, Type: ticket.Repair, Items: []ticket.Item{{ID: w.sofa}}, Message: "Ring at Mrs Rao's, 98765 43210"})
		must(t, err)
		must(t, w.Store.Write(t.Context(), w.customer, func(tx *store.Tx) error { return ticket.Deletion().Erase(t.Context(), tx, w.customer) }))
		left := w.get(raised.ID)
		if left.Message != "" || left.Number != raised.Number || left.Status != raised.Status {
			t.Errorf(`left: %+v; want left.Message = "", left.Number = %v, left.Status = %v`, left, raised.Number, raised.Status)
		}
		steps, err := w.Store.Queries().TicketSteps(t.Context(), w.customer, raised.ID)
		must(t, err)
		for _, step := range steps {
			if step.Comment != "" {
				t.Errorf(`left: %+v; want step.Comment = ""`, step)
			}
		}
		if len(steps) == 0 {
			t.Error("the steps are gone")
		}
	})
}
