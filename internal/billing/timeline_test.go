package billing_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// heard are the mails of a customer by day and event, in the order of the days.
func heard(t *testing.T, w *company.Company, c int64) (list []string) {
	t.Helper()
	rows, err := testkit.Raw(t, w.Store).QueryContext(t.Context(), "SELECT created_at, template FROM messages WHERE channel = 'email' AND customer_id = $1 ORDER BY created_at", c)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var at calendar.Instant
		var template string
		if err := rows.Scan(&at, &template); err != nil {
			t.Fatal(err)
		}
		event, _, _ := strings.Cut(template, "+")
		list = append(list, at.Date().String()+" "+event)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}

func listed(timeline []billing.Told) (list []string) {
	for _, told := range timeline {
		list = append(list, told.Day.String()+" "+told.Event.Name())
	}
	slices.Sort(list)
	return list
}

// What docs/dunning.md says of two months without a payment is what a customer hears in them, also by
// other settings.
func TestTheTimelineIsWhatACustomerHears(t *testing.T) {
	for name, change := range map[string]func(s *billing.Settings){
		"the settings as shipped": func(*billing.Settings) {},
		"another schedule":        func(s *billing.Settings) { s.DueDay, s.Reminders = 5, []int{-4, -1, 0, 2, 40} },
		"no late fees": func(s *billing.Settings) {
			s.LateFee.BasisPoints, s.LateFee.Min = 0, 0
		},
		"a floor above the invoice": func(s *billing.Settings) { s.LateFee.Floor = money.Rupees(2000) },
		"fees that reach their cap": func(s *billing.Settings) { s.LateFee.CapPercent = 2 },
		"too little for a month":    func(s *billing.Settings) { s.ReminderLeast = money.Rupees(1800) },
		"no reminders":              func(s *billing.Settings) { s.Reminders = nil },
	} {
		t.Run(name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				settings := billing.DefaultSettings()
				change(&settings)
				w := company.New(t, s, "2026-10-01")
				w.Wire(settings)
				c := w.Customer()
				w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
				w.Deposit(c, "with the order", money.Rupees(3000))
				first := calendar.MustParse("2026-11-01")
				for day := first; day.Before(first.AddMonths(2)); day = day.AddDays(1) {
					if w.Go(day.String()); day.DayOfMonth() == 1 {
						w.Bill()
					}
					assess(t, w, day.String())
					remind(t, w, day.String())
				}
				timeline := settings.Timeline(first, 2, money.Rupees(1769))
				if diff := cmp.Diff(heard(t, w, c), listed(timeline)); diff != "" {
					t.Errorf("the timeline (-heard +got):\n%s", diff)
				}
				if got, want := timeline[len(timeline)-1].ToPay, w.Balances(c).ToPay(); got != want {
					t.Errorf("the timeline ends with %v to pay, want %v", got, want)
				}
			})
		})
	}
}

// The same of a deposit that is not paid.
func TestTheTimelineOfADepositIsWhatACustomerHears(t *testing.T) {
	for name, c := range map[string]struct {
		delivery string
		change   func(s *billing.Settings)
	}{
		"the settings as shipped": {"2026-11-10", func(*billing.Settings) {}},
		"a day that is near":      {"2026-11-06", func(*billing.Settings) {}},
		"another schedule":        {"2026-11-10", func(s *billing.Settings) { s.Reminders = []int{-5, 1} }},
		"too little":              {"2026-11-10", func(s *billing.Settings) { s.ReminderLeast = money.Rupees(3001) }},
		"no reminders":            {"2026-11-10", func(s *billing.Settings) { s.Reminders = nil }},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				settings := billing.DefaultSettings()
				c.change(&settings)
				w, id := ordering(t, s, "2026-11-02", settings, depositOrder{c.delivery, []int64{company.Sofa}})
				for day := calendar.MustParse("2026-11-03"); day.Before(calendar.MustParse("2026-11-30")); day = day.AddDays(1) {
					atNine(t, w, day.String())
				}
				timeline := settings.DepositTimeline(calendar.MustParse("2026-11-02"), calendar.MustParse(c.delivery), money.Rupees(3000))
				if diff := cmp.Diff(heard(t, w, id), listed(timeline)); diff != "" {
					t.Errorf("the timeline (-heard +got):\n%s", diff)
				}
			})
		})
	}
}
