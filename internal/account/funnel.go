package account

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/store/db"
)

// FunnelStep is an event that customers come to, or that event with a property of one
// value alone.
type FunnelStep struct {
	Event string
	// Property and Value are empty for any.
	Property, Value string
}

// FunnelDefinition is a way through the app of two or three steps.
type FunnelDefinition struct {
	Name  string
	Steps []FunnelStep
}

// FunnelDefinitions returns all funnels. Their steps are events of EventDefinitions.
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

// ReachedStep is how many customers came to a step of a funnel, having come to those
// before it. Share is that of the first step's customers in percent, 0 without any.
type ReachedStep struct {
	Event     string
	Customers int64
	Share     float64
}

// Funnel is how far customers came who have agreed to analytics.
type Funnel struct {
	Name  string
	Steps []ReachedStep
}

// Funnels are how far customers came from one day to another, both included.
type Funnels struct {
	From, To calendar.Date
	Funnels  []Funnel
}

// funnelDays is how many days funnels are about unless somebody says which.
const funnelDays = 30

// Funnels counts for each funnel how many customers came to each of its steps, in their
// order, from one day to another, both included. Without the last day it is today, without
// the first one 30 days are counted. Events of whoever withdrew their consent are gone,
// and not counted.
func (s *Service) Funnels(ctx context.Context, from, to calendar.Date) (Funnels, error) {
	if to.IsZero() {
		to = calendar.Today(s.clock)
	}
	if from.IsZero() {
		from = to.AddDays(1 - funnelDays)
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

// pattern is what the stored properties are like: JSON without blanks, as Track writes it.
func (s FunnelStep) pattern() string {
	if s.Property == "" {
		return "%"
	}
	return fmt.Sprintf(`%%%q:%q%%`, s.Property, s.Value)
}
