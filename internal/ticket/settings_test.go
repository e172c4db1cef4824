package ticket_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"rento/internal/billing"
	"rento/internal/fault"
	"rento/internal/subscription"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// Each setting changes the rule that it is named after. Each case compares the rule under the
// defaults with the rule after that one setting changed.
func TestEachSettingReachesItsRule(t *testing.T) {
	cases := map[string]struct {
		change     func(s *ticket.Settings)
		see        func(w *fixture) string
		want, then string
	}{
		"Full": {
			func(s *ticket.Settings) { s.Full = ticket.Window{MinDays: 5, MaxDays: 6} },
			func(w *fixture) string { return w.pickupDays(w.sofa, w.fridge, w.tv) },
			"2026-11-19 to 2026-12-16", "2026-11-21 to 2026-11-22",
		},
		"Partial": {
			func(s *ticket.Settings) { s.Partial = ticket.Window{MinDays: 5, MaxDays: 6} },
			func(w *fixture) string { return w.pickupDays(w.sofa) },
			"2026-11-18 to 2026-12-16", "2026-11-21 to 2026-11-22",
		},
		"Reasons": {
			func(s *ticket.Settings) { s.Reasons = []string{"No room"} },
			func(w *fixture) string {
				return made(second(w.Tickets.Close(by(w.T.Context()), w.customer, ticket.CloseInput{ItemIDs: []int64{w.sofa}, Pickup: day("2026-11-20"), Reason: "Other"})))
			},
			"made", "422",
		},
		"DropDays": {
			func(s *ticket.Settings) { s.DropDays = 4 },
			func(w *fixture) string {
				_, err := w.relocate(w.Address(w.customer, company.Bengaluru), "2026-11-20", "2026-11-23")
				return made(err)
			},
			"made", "422",
		},
		"PlanAfter": {
			func(s *ticket.Settings) { s.PlanAfter = 5 * time.Hour },
			func(w *fixture) string {
				repair := w.raise(ticket.Repair, w.sofa)
				w.Clock.Advance(3 * time.Hour)
				_, err := w.Queue.RunDue(w.T.Context())
				must(w.T, err)
				return string(w.get(repair.ID).Status)
			},
			"scheduled", "raised",
		},
		"RepairDays": {
			func(s *ticket.Settings) { s.RepairDays = 4 },
			func(w *fixture) string {
				repair := w.raise(ticket.Repair, w.sofa)
				w.until("2026-11-16")
				return w.get(repair.ID).VisitOn.String()
			},
			"2026-11-18", "2026-11-20",
		},
		"HoldSlot": {
			func(s *ticket.Settings) { s.HoldSlot = time.Hour },
			func(w *fixture) string {
				w.hours(1)
				until, err := w.holdUntil(slotOn("2026-11-20", "10:00"), w.sofa)
				must(w.T, err)
				return until.Time().Sub(w.Clock.Now()).String()
			},
			"15m0s", "1h0m0s",
		},
		"TransferDays": {
			func(s *ticket.Settings) { s.TransferDays = 3 },
			func(w *fixture) string {
				w.payAll()
				offered, err := w.transfer(w.Customer(), w.sofa)
				must(w.T, err)
				return w.details(offered.Number).Waiting.Until.String()
			},
			"2026-11-30", "2026-11-19",
		},
		"RestOfTenure": { // 17 of 31 days of 1,499; 17 days of 1,499 x 12 / 365
			func(s *ticket.Settings) { s.RestOfTenure = subscription.DailyRent },
			func(w *fixture) string {
				quote, err := w.Tickets.QuoteClosure(w.T.Context(), w.customer, []int64{w.sofa}, day("2026-12-15"))
				must(w.T, err)
				return quote.Items[0].Early.TenureMethod.String()
			},
			"₹822.03", "₹837.80",
		},
	}
	fields := reflect.TypeFor[ticket.Settings]()
	for n := range fields.NumField() {
		name := fields.Field(n).Name
		c, known := cases[name]
		if !known {
			t.Errorf("no case looks at the setting %s", name)
			continue
		}
		t.Run(name, func(t *testing.T) {
			for _, run := range []struct {
				change func(s *ticket.Settings)
				want   string
			}{{func(*ticket.Settings) {}, c.want}, {c.change, c.then}} {
				onEachEngine(t, func(t *testing.T, w *fixture) {
					w.Clock.Advance(time.Minute) // ids contain the time
					w.Wire(billing.DefaultSettings(), run.change)
					if got := c.see(w); got != run.want {
						t.Errorf("got %s, want %s", got, run.want)
					}
				})
			}
		})
	}
}

// pickupDays returns the first and the last day on which items can be picked up.
func (w *fixture) pickupDays(items ...int64) string {
	w.T.Helper()
	_, days, err := w.Tickets.Slots(w.T.Context(), w.customer, items, "")
	must(w.T, err)
	return days.First.String() + " to " + days.Last.String()
}

// made says whether a request was made, or with which status it was refused.
func made(err error) string {
	if f := fault.Of(err); f != nil {
		return fmt.Sprint(f.Status)
	}
	if err != nil {
		return err.Error()
	}
	return "made"
}
