package account_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/fault"
)

// Three customers have consented; a fourth completed the funnel and then withdrew consent. Of the
// three who saw the dashboard, two tried to pay and one paid, by auto debit. A payment before the
// dashboard view does not count in the funnel, and neither does anything on another day.
func TestFunnels(t *testing.T) {
	each(t, func(w *fixture) {
		did := func(s account.Session, name, mode string) {
			w.clock.Advance(time.Minute)
			properties := json.RawMessage(`{}`)
			if mode != "" {
				properties = json.RawMessage(fmt.Sprintf(`{"mode":%q,"ticketType":"Repair Request"}`, mode))
			}
			w.must(w.Track(w.Context(), s, account.TrackedEvent{Name: name, Platform: "web", Properties: properties}))
		}
		chitra, dev := w.add(account.Customer{FullName: "Chitra", Mobile: "9000000003"}), w.add(account.Customer{FullName: "Dev", Mobile: "9000000004"})
		var people []account.Session
		for _, id := range []int64{w.asha, w.bilal, chitra, dev} {
			people = append(people, w.session(w.customerToken(id)))
			w.agree(people[len(people)-1])
		}
		asha, bilal := people[0], people[1]
		did(asha, "payment completed", "manual") // the day before
		w.clock.Set(start.Add(24 * time.Hour))
		did(people[2], "payment completed", "auto_debit") // before the dashboard
		for _, s := range people {
			did(s, "dashboard viewed", "")
			did(s, "dashboard viewed", "")
		}
		did(asha, "payment attempted", "manual")
		did(asha, "auto debit dialog shown", "")
		did(bilal, "auto debit dialog shown", "")
		did(bilal, "payment attempted", "auto_debit")
		did(bilal, "payment completed", "auto_debit")
		did(people[2], "request created", "manual")
		for _, name := range []string{"payment attempted", "payment completed"} {
			did(people[3], name, "manual")
		}
		w.must(w.WithdrawConsent(w.Context(), dev, account.PurposeAnalytics))
		w.clock.Set(start.Add(48 * time.Hour))
		did(asha, "payment completed", "manual") // the day after
		day := calendar.MustParse("2026-11-21")
		got, err := w.Funnels(w.Context(), day, day)
		w.must(err)
		third, two := 100.0/3, 200.0/3
		want := []account.Funnel{
			{"payment", []account.ReachedStep{{"dashboard viewed", 3, 100}, {"payment attempted", 2, two}, {"payment completed", 1, third}}},
			{"request", []account.ReachedStep{{"dashboard viewed", 3, 100}, {"request created", 1, third}}},
			{"auto debit", []account.ReachedStep{{"auto debit dialog shown", 2, 100}, {"payment attempted", 1, 50}, {"payment completed", 1, 50}}},
		}
		if diff := cmp.Diff(want, got.Funnels); diff != "" {
			t.Errorf("funnels of a day (-want +got):\n%s", diff)
		}
		month, err := w.Funnels(w.Context(), calendar.Date{}, calendar.Date{})
		w.must(err)
		if paid := month.Funnels[0].Steps[2].Customers; month.From.String() != "2026-10-24" || month.To.String() != "2026-11-22" || paid != 2 {
			t.Errorf("without days: %s to %s, %d paid; want 2026-10-24 to 2026-11-22, 2", month.From, month.To, paid)
		}
		_, err = w.Funnels(w.Context(), day, day.AddDays(-1))
		if f := fault.Of(err); f == nil || f.Status != http.StatusUnprocessableEntity {
			t.Errorf("of days in the wrong order: %v, want a 422", err)
		}
		none, err := w.Funnels(w.Context(), day.AddDays(-60), day.AddDays(-60))
		w.must(err)
		if first := none.Funnels[0].Steps[0]; first.Customers != 0 || first.Share != 0 {
			t.Errorf("of a day without events: %+v, want nobody", first)
		}
	})
}

// A funnel has two or three steps. Each step is a defined event, with a value that its property
// allows.
func TestFunnelsAreOfDefinedEvents(t *testing.T) {
	for _, f := range account.FunnelDefinitions() {
		if len(f.Steps) < 2 || len(f.Steps) > 3 {
			t.Errorf("%s has %d steps, want two or three", f.Name, len(f.Steps))
		}
		for _, step := range f.Steps {
			events := account.EventDefinitions()
			i := slices.IndexFunc(events, func(d account.EventDefinition) bool { return d.Name == step.Event })
			if i < 0 {
				t.Errorf("%s: there is no event %q", f.Name, step.Event)
				continue
			}
			has := step.Property == "" || slices.ContainsFunc(events[i].Properties, func(p account.Property) bool {
				return p.Name == step.Property && slices.Contains(p.Values, step.Value)
			})
			if !has {
				t.Errorf("%s: %q has no %s of %q", f.Name, step.Event, step.Property, step.Value)
			}
		}
	}
}
