package notify_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/testkit"
)

// A reminder goes out on the channels of its day, and on all where the operator has named none. Who
// cannot be reached on any of them gets it by SMS, but not who has switched them off.
func TestAReminderGoesOutOnTheChannelsOfItsDay(t *testing.T) {
	off := []notify.Preference{{Category: notify.CategoryTransactional, Channel: notify.Email}}
	for name, c := range map[string]struct {
		day    int
		device bool
		chosen []notify.Preference
		want   map[notify.Channel]int
	}{
		"a day on all channels":      {0, true, nil, map[notify.Channel]int{notify.SMS: 1, notify.Email: 1, notify.Push: 1}},
		"by mail alone":              {-3, true, nil, map[notify.Channel]int{notify.Email: 1}},
		"by mail, switched off":      {-3, true, off, map[notify.Channel]int{}},
		"by push, with a device":     {3, true, nil, map[notify.Channel]int{notify.Push: 1}},
		"by push, without a device":  {3, false, nil, map[notify.Channel]int{notify.SMS: 1}},
		"by SMS and push, no device": {10, false, nil, map[notify.Channel]int{notify.SMS: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w := newFixture(t, s)
				if c.device {
					w.addDevice("phone", start)
				}
				if err := w.notices.SetPreferences(t.Context(), w.customer, c.chosen); err != nil {
					t.Fatal(err)
				}
				due := notify.PaymentReminder{Open: money.Rupees(1769), Day: calendar.MustParse("2026-11-23")}
				w.write(func(tx *store.Tx) error {
					return w.notices.Remind(t.Context(), tx, w.customer, due, "of a test", c.day)
				})
				rows, err := s.Queries().NotifyOutbox(t.Context(), "", 100)
				if err != nil {
					t.Fatal(err)
				}
				got := map[notify.Channel]int{}
				for _, r := range rows {
					if r.CustomerID == w.customer {
						got[notify.Channel(r.Channel)]++
					}
				}
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("sent on (-want +got):\n%s", diff)
				}
			})
		})
	}
}
