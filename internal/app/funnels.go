package app

import (
	"context"
	"fmt"

	"rento/internal/calendar"
)

type funnelsCommand struct {
	From string `help:"First day in India, as YYYY-MM-DD; 30 days without one." placeholder:"DAY"`
	To   string `help:"Last day; today without one." placeholder:"DAY"`
}

// Run prints each funnel as a table: how many customers reached each step, and their share of the
// customers at the first step.
func (c funnelsCommand) Run(env *environment) error {
	var from, to calendar.Date
	for _, day := range []struct {
		flag, text string
		into       *calendar.Date
	}{{"from", c.From, &from}, {"to", c.To, &to}} {
		if day.text == "" {
			continue
		}
		parsed, err := calendar.Parse(day.text)
		if err != nil {
			return fmt.Errorf("--%s: %q is not a day as YYYY-MM-DD", day.flag, day.text)
		}
		*day.into = parsed
	}
	return env.withServices("funnels", func(ctx context.Context, x *Services) error {
		counted, err := x.Accounts.Funnels(ctx, from, to)
		if err != nil {
			return err
		}
		fmt.Fprintf(env.stdout, "Customers who agreed to analytics, %s to %s\n", counted.From, counted.To)
		for _, f := range counted.Funnels {
			fmt.Fprintf(env.stdout, "\n%s\n", f.Name)
			for _, step := range f.Steps {
				fmt.Fprintf(env.stdout, "  %-24s %8d %6.1f %%\n", step.Event, step.Customers, step.Share)
			}
		}
		return nil
	})
}
