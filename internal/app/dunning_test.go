package app

import (
	"strings"
	"testing"

	"rento/internal/config"
)

// The page of dunning follows the settings: the days, their channels, and the least amount.
func TestThePageOfDunningFollowsTheSettings(t *testing.T) {
	for name, c := range map[string]struct {
		change   func(c *config.Billing)
		has, not []string
	}{
		"as shipped": {
			func(*config.Billing) {},
			[]string{"| 7 November | [`payment_reminder`](messages.md#payment_reminder) | sms, email, push | what is to be paid by 10 November"},
			nil,
		},
		"other days and channels": {
			func(c *config.Billing) { c.Reminders = "-2:push+email,5" },
			[]string{
				"| 8 November | [`payment_reminder`](messages.md#payment_reminder) | push, email |",
				"| 15 November | [`payment_overdue`](messages.md#payment_overdue) | sms, email, push |",
				"| 8 November | [`deposit_due`](messages.md#deposit_due) | push, email |",
			},
			[]string{"| 7 November", "| 13 November"},
		},
		"another day to pay by": {
			func(c *config.Billing) { c.DueDay = 3 },
			[]string{"to be paid by 3 November", "| 4 November | [`late_fee_raised`]"},
			[]string{"| 11 November"},
		},
		"a least amount between the months": {
			func(c *config.Billing) { c.ReminderLeast = 3500 },
			[]string{"| 7 December | [`payment_reminder`]"},
			[]string{"| 7 November"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := settings(t, nil)
			c.change(&s.Billing)
			var page strings.Builder
			if err := writeDunning(&page, s.Billing); err != nil {
				t.Fatal(err)
			}
			for _, want := range c.has {
				if !strings.Contains(page.String(), want) {
					t.Errorf("got %s\nwant %q in it", &page, want)
				}
			}
			for _, not := range c.not {
				if strings.Contains(page.String(), not) {
					t.Errorf("got %s\nwant no %q in it", &page, not)
				}
			}
		})
	}
}
