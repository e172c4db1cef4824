package app

import (
	"context"
	"fmt"
	"math"

	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/store"
)

type gstRateCommand struct {
	SAC     string   `arg:"" optional:"" help:"Service accounting code."`
	Percent *float64 `arg:"" optional:"" help:"GST in percent, as 18 or 7.5."`
	From    string   `arg:"" optional:"" help:"Day from which on it holds, as 2027-04-01; after today, where another rate holds."`
}

// Run announces a rate, if one is given, and prints the table of rates.
func (c gstRateCommand) Run(env *environment) error {
	announced, err := c.rate()
	if err != nil {
		return err
	}
	return env.withServices("gst-rate", func(ctx context.Context, x *Services) error {
		if announced != nil {
			err := x.Store.WriteCompany(ctx, func(tx *store.Tx) error {
				if err := x.Billing.AnnounceRate(ctx, tx, *announced); err != nil {
					return err
				}
				said := fmt.Sprintf("sac:%s percent:%g from:%s", c.SAC, *c.Percent, announced.From)
				return audit.New(x.IDs, x.Clock).Record(ctx, tx, audit.Entry{Action: "gst_rate_announced", Object: said})
			})
			if err != nil {
				return err
			}
		}
		rates, err := x.Billing.ReadRates(ctx)
		for _, r := range rates {
			until := ""
			if !r.To.IsZero() {
				until = " until " + r.To.AddDays(-1).String()
			}
			fmt.Fprintf(env.stdout, "%-6s %6.2f %% from %s%s\n", r.SAC, float64(r.BasisPoints)/100, r.From, until)
		}
		return err
	})
}

// rate is the rate to announce, or nil if the command only prints the table.
func (c gstRateCommand) rate() (*billing.Rate, error) {
	if c.SAC == "" {
		return nil, nil //nolint:nilnil // nothing is announced, which is no error
	}
	if c.Percent == nil || c.From == "" {
		return nil, fmt.Errorf("gst-rate: a rate needs its percent and the day from which on it holds")
	}
	points := math.Round(*c.Percent * 100)
	if !(math.Abs(points-*c.Percent*100) <= 1e-6) {
		return nil, billing.ErrNoRate
	}
	from, err := calendar.Parse(c.From)
	if err != nil {
		return nil, fmt.Errorf("gst-rate: %q is no day: %w", c.From, err)
	}
	return &billing.Rate{SAC: c.SAC, From: from, BasisPoints: int64(points)}, nil
}
