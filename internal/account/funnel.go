package account

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/store/db"
)

// FunnelStep is an event that customers reach, optionally only with one value of one property.
type FunnelStep struct {
	Event string
	// If Property and Value are empty, the event counts with any properties.
	Property, Value string
}

// FunnelDefinition is a path through the app in two or three steps.
type FunnelDefinition struct {
	Name  string
	Steps []FunnelStep
}

// FunnelDefinitions returns all funnels. Each step is an event of EventDefinitions.
func FunnelDefinitions() []FunnelDefinition {
	viewed := FunnelStep{Event: "dashboard viewed"}
	return []FunnelDefinition{
		{"payment", []FunnelStep{viewed, {Event: "payment attempted"}, {Event: "payment completed"}}},
		{"request", []FunnelStep{viewed, {Event: "request created"}}},
		{"auto debit", []FunnelStep{
			{Event: "auto debit dialog shown"}, {"payment attempted", "mode", "auto_debit"}, {"payment completed", "mode", "auto_debit"},
		}},
	}
}

// ReachedStep is how many customers reached a step of a funnel after all earlier steps. Share is
// their percentage of the customers at the first step, or 0 if nobody reached the first step.
type ReachedStep struct {
	Event     string
	Customers int64
	Share     float64
}

// Funnel is how far the customers who consented to analytics came.
type Funnel struct {
	Name  string
	Steps []ReachedStep
}

// Funnels are the counts of all funnels between two days, both included.
type Funnels struct {
	From, To calendar.Date
	Funnels  []Funnel
}

// funnelDays is how many days the funnels cover by default.
const funnelDays = 30

// Funnels counts, for each funnel, how many customers reached each step in order, between two days,
// both included. The last day defaults to today, and the first day to 30 days in total. Events of
// customers who withdrew their consent have been deleted and are not counted.
func (s *Service) Funnels(ctx context.Context, from, to calendar.Date) (Funnels, error) {
	if to.IsZero() {
		to = calendar.Today(s.clock)
	}
	if from.IsZero() {
		from = to.AddDays(1 - funnelDays)
	}
	if to.Before(from) {
		return Funnels{}, fault.Invalid("funnels.days_reversed", "from", "The first day that is counted must not be after the last one.")
	}
	all := Funnels{From: from, To: to}
	for _, d := range FunnelDefinitions() {
		asked := db.AccountFunnelParams{FromAt: calendar.Stamp(from.At(0, 0)), UntilAt: calendar.Stamp(to.AddDays(1).At(0, 0))}
		for i, step := range d.Steps {
			name, properties := []*string{&asked.First, &asked.Second, &asked.Third}[i], []*string{&asked.FirstHas, &asked.SecondHas, &asked.ThirdHas}[i]
			*name, *properties = step.Event, step.pattern()
		}
		row, err := s.store.Queries().AccountFunnel(ctx, asked)
		if err != nil {
			return Funnels{}, fmt.Errorf("account: funnel %s: %w", d.Name, err)
		}
		f := Funnel{Name: d.Name}
		for i, step := range d.Steps {
			reached := ReachedStep{Event: step.Event, Customers: []int64{row.First, row.Second, row.Third}[i]}
			if row.First > 0 {
				reached.Share = float64(reached.Customers) * 100 / float64(row.First)
			}
			f.Steps = append(f.Steps, reached)
		}
		all.Funnels = append(all.Funnels, f)
	}
	return all, nil
}

// pattern is the LIKE pattern for the stored properties: JSON without spaces, as Track writes it.
func (s FunnelStep) pattern() string {
	if s.Property == "" {
		return "%"
	}
	return fmt.Sprintf(`%%%q:%q%%`, s.Property, s.Value)
}
