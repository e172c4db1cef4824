package notify_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/testkit"
)

// The history has one entry for each fact, with all its channels, in the words of the mail. It has
// neither sign-in codes nor what other customers were told.
func TestHistory(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s, notify.SMS, notify.Email)
		for n := range 12 {
			w.addDevice(fmt.Sprintf("device-%02d", n), start.Add(time.Duration(n)*time.Hour))
		}
		back := notify.RefundCameBack{Amount: 809_00}
		for n := range 23 {
			w.send(back, fmt.Sprintf("payout_back/%d", n))
			w.clock.Advance(time.Minute)
		}
		w.sendCode(w.mobile)
		w.post.err = &provider.Error{Provider: "post", Call: "send", Outcome: provider.Declined}
		w.send(back, "payout_back/refused")

		var pages []int
		var all []notify.HistoryEntry
		for before := int64(0); ; {
			page, next, err := notify.History(t.Context(), s.Queries(), w.customer, before)
			if err != nil {
				t.Fatal(err)
			}
			pages, all = append(pages, len(page)), append(all, page...)
			if before = next; next == 0 {
				break
			}
		}
		if diff := cmp.Diff([]int{10, 10, 4}, pages); diff != "" {
			t.Errorf("pages (-want +got):\n%s", diff)
		}
		mail := w.inbox(w.email)[0]
		for i, got := range all {
			ways := []notify.Way{{Channel: notify.Push, State: notify.StateKept}, {Channel: notify.Email, State: notify.StateSent}, {Channel: notify.SMS, State: notify.StateSent}}
			if i == 0 {
				ways[1].State, ways[2].State = notify.StateFailed, notify.StateFailed
			}
			want := notify.HistoryEntry{
				ID: got.ID, Event: back.Name(), At: calendar.Stamp(start.Add(time.Duration(23-i) * time.Minute)), Language: notify.English, Subject: mail.Subject, Body: mail.Body, Ways: ways,
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("entry %d (-want +got):\n%s", i, diff)
			}
		}
	})
}
