package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"rento/internal/address"
	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/store"
	"rento/internal/subscription"
)

// Open continues the city that is in the database. The clock is as far ahead as it was left, and
// the providers' state is restored. It returns false if there is no city or only an unfinished one;
// then Build makes it.
func (w *World) Open(ctx context.Context) (bool, error) {
	_, err := store.Setting(ctx, w.Store.Queries(), settingMade)
	if store.IsNone(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("demo: %w", err)
	}
	if err := w.loadProviderState(ctx); err != nil {
		return false, err
	}
	return true, w.Clock.resume(ctx, w.Store.Queries())
}

// Build empties the database and makes the city. The database must be empty or a demo city's
// (store.ErrNotDemo). Build moves the clock to the beginning of the history, plays everybody's life
// up to the present, and lets the clock run on from there. It takes some seconds.
func (w *World) Build(ctx context.Context, o Options) error {
	ctx = audit.WithActor(ctx, audit.System("demo"))
	if !w.busy.TryLock() {
		return fault.Conflict("demo.clock_moving", "The clock is being moved already. Please try again in a moment.")
	}
	defer w.busy.Unlock()
	o = o.filled()
	m, err := w.begin(ctx, o)
	if err != nil {
		return err
	}
	defer w.Clock.RunFrom(o.Today)
	if err := m.company(ctx); err != nil {
		return err
	}
	if err := m.hireStaff(ctx); err != nil {
		return err
	}
	for _, l := range personaPlans(m.start, m.newestBill(), m.today()) {
		m.schedule(l)
	}
	for n := range max(0, o.Extras) {
		m.schedule(otherPlan(m.random, n, m.start, m.today()))
	}
	if err := m.run(ctx, o.Progress); err != nil {
		return err
	}
	w.Clock.RunFrom(o.Today)
	return w.made(ctx, o)
}

// Reset rebuilds the city with its original options, on its original day or today.
func (w *World) Reset(ctx context.Context) error {
	o := Options{}
	if text, err := store.Setting(ctx, w.Store.Queries(), settingMade); err == nil {
		if _, err := fmt.Sscanf(text, madeForm, &o.Seed, &o.Extras, &o.Months); err != nil {
			return fmt.Errorf("demo: read how the city was made: %w", err)
		}
	}
	if text, err := store.Setting(ctx, w.Store.Queries(), settingToday); err == nil {
		if o.Today, err = time.Parse(time.RFC3339, text); err != nil {
			return fmt.Errorf("demo: read on which day the city was made: %w", err)
		}
	}
	return w.Build(context.WithoutCancel(ctx), o)
}

// begin marks the database as a demo city's, empties everything and stops the clock at the
// beginning of the history. It refuses a database with data that this city did not make.
func (w *World) begin(ctx context.Context, o Options) (*maker, error) {
	if err := w.Store.MarkDemo(ctx); err != nil {
		return nil, err
	}
	w.Clock.RunFrom(o.Today)
	end := w.Clock.Now()
	start := calendar.In(end).MonthStart().AddMonths(-o.Months)
	w.Clock.Stand(start.Start())
	if err := w.Uploads.Clear(ctx); err != nil {
		return nil, err
	}
	if err := w.KYC.Clear(ctx); err != nil {
		return nil, err
	}
	if err := w.Store.Clear(ctx); err != nil {
		return nil, err
	}
	// The books are checked each night, but only from the end of the history on. A check reads everything since the
	// beginning, so a check for each day of the history would take longer than making the history.
	w.Jobs.Replan(map[string]time.Time{ledger.NightlyCheck: end})
	w.Sandbox.Reset()
	return &maker{
		World: w, start: start, end: end, places: placesByCity(), payer: newPayer(w.Sandbox),
		random: rand.New(rand.NewPCG(o.Seed, o.Seed)), //nolint:gosec // a demo city, not a secret
		agenda: map[calendar.Date][]func(context.Context) error{},
	}, nil
}

// placesByCity returns the localities of each city, by city slug.
func placesByCity() map[string][]address.Place {
	places := map[string][]address.Place{}
	for _, p := range address.Localities() {
		for _, c := range cities {
			if c.Name == p.Town {
				places[c.Slug] = append(places[c.Slug], p)
			}
		}
	}
	return places
}

// company sets up the company: cities, registrations, products, and the working hours of its staff.
func (m *maker) company(ctx context.Context) error {
	return m.Store.WriteCompany(ctx, func(tx *store.Tx) error {
		for _, c := range cities {
			if err := address.SaveCity(ctx, tx, c); err != nil {
				return err
			}
		}
		for _, r := range Registrations(m.LegalName) {
			if err := billing.SaveRegistration(ctx, tx, r); err != nil {
				return err
			}
		}
		for _, p := range Catalogue() {
			if err := subscription.SaveProduct(ctx, tx, p, calendar.Today(m.Clock)); err != nil {
				return err
			}
		}
		return m.working(ctx, tx)
	})
}

const madeForm = "seed %d, extras %d, months %d"

func (w *World) made(ctx context.Context, o Options) error {
	if err := w.saveProviderState(ctx); err != nil {
		return err
	}
	return w.Store.WriteCompany(ctx, func(tx *store.Tx) error {
		if err := w.Clock.save(ctx, tx); err != nil {
			return err
		}
		if !o.Today.IsZero() {
			if err := tx.SaveSetting(ctx, settingToday, o.Today.Format(time.RFC3339)); err != nil {
				return err
			}
		}
		return tx.SaveSetting(ctx, settingMade, fmt.Sprintf(madeForm, o.Seed, o.Extras, o.Months))
	})
}
