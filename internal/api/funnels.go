package api

import (
	"context"

	"rento/internal/account"
	"rento/internal/calendar"
)

// FunnelStep is the number of customers who reached a step after all steps before it.
type FunnelStep struct {
	Event     string  `json:"event" example:"payment attempted"`
	Customers int64   `json:"customers"`
	Share     float64 `json:"share" doc:"of those who came to the first step, in percent"`
}

// Funnel is a series of steps through the app.
type Funnel struct {
	Name  string       `json:"name" example:"payment"`
	Steps []FunnelStep `json:"steps"`
}

// Funnels say how far customers who agreed to analytics came.
type Funnels struct {
	From    calendar.Date `json:"from" doc:"the first day that is counted"`
	To      calendar.Date `json:"to" doc:"the last one"`
	Funnels []Funnel      `json:"funnels"`
}

type funnelDays struct {
	From string `query:"from" maxLength:"10" example:"2026-11-01" doc:"the first day; thirty days are counted without one"`
	To   string `query:"to" maxLength:"10" example:"2026-11-30" doc:"the last day; today without one"`
}

func (c *operationCalls) funnels(ctx context.Context, in *funnelDays) (Funnels, error) {
	from, err := dayOf("from", in.From)
	if err != nil {
		return Funnels{}, err
	}
	to, err := dayOf("to", in.To)
	if err != nil {
		return Funnels{}, err
	}
	counted, err := c.accounts.Funnels(ctx, from, to)
	return Funnels{From: counted.From, To: counted.To, Funnels: each(counted.Funnels, func(f account.Funnel) Funnel {
		return Funnel{f.Name, each(f.Steps, func(s account.ReachedStep) FunnelStep { return FunnelStep(s) })}
	})}, err
}
