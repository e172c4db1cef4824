package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"rento/internal/address"
	"rento/internal/calendar"
)

// Options say how large the city is and how long its history.
type Options struct {
	// Seed determines the people and what they do. 0 means 1.
	Seed uint64
	// Extras is how many people live in the city besides the personas. A negative number means
	// none, 0 means 200.
	Extras int
	// Months is the length of the history, in whole months before the current one. 0 means 14. The
	// personas need all of them.
	Months int
	// Today is the city's present, from which its clock runs on. Zero means the base clock's time.
	Today time.Time
	// Progress, if set, is called for each day.
	Progress func(done, total int)
}

const (
	defaultExtras = 200
	defaultMonths = 14
)

func (o Options) filled() Options {
	if o.Seed == 0 {
		o.Seed = 1
	}
	if o.Extras == 0 {
		o.Extras = defaultExtras
	}
	if o.Months == 0 {
		o.Months = defaultMonths
	}
	if o.Progress == nil {
		o.Progress = func(int, int) {}
	}
	return o
}

// The times of day at which things happen in the city. Bills are made just after midnight, as in
// production. At nine, when reminders are sent, everything else that is due is run, and then people
// act. Stopping at each due time, as Travel does, would take twice as long.
const (
	billHour, billMinute = 0, 10
	peopleHour           = 9
)

// maker plays the people's lives, day by day.
type maker struct {
	*World
	random *rand.Rand
	payer  *payer
	places map[string][]address.Place
	agenda map[calendar.Date][]func(ctx context.Context) error
	start  calendar.Date
	end    time.Time // the present
}

// today is the present day of the city.
func (m *maker) today() calendar.Date { return calendar.In(m.end) }

// on schedules an act on a day, after the acts scheduled before. It ignores acts in the future.
func (m *maker) on(day calendar.Date, act func(ctx context.Context) error) {
	if !day.After(m.today()) {
		m.agenda[day] = append(m.agenda[day], act)
	}
}

// newestBill is the day on which the newest monthly bills were made.
func (m *maker) newestBill() calendar.Date {
	day := m.today().MonthStart()
	if m.end.Before(day.At(billHour, billMinute+1)) {
		return day.AddMonths(-1)
	}
	return day
}

// run plays all days.
func (m *maker) run(ctx context.Context, progress func(done, total int)) error {
	total := m.today().Sub(m.start) + 1
	for n := range total {
		if err := m.day(ctx, m.start.AddDays(n)); err != nil {
			return err
		}
		progress(n+1, total)
	}
	return m.until(ctx, m.end)
}

// day plays one day: the bills of the 1st, the morning jobs, and what people do.
func (m *maker) day(ctx context.Context, day calendar.Date) error {
	if day.DayOfMonth() == 1 {
		if err := m.until(ctx, day.At(billHour, billMinute)); err != nil {
			return err
		}
	}
	if err := m.until(ctx, day.At(peopleHour, 0)); err != nil {
		return err
	}
	acts := m.agenda[day]
	for _, act := range acts {
		m.pause(len(acts))
		if err := act(ctx); err != nil {
			return fmt.Errorf("demo: on %s: %w", day, err)
		}
	}
	return m.until(ctx, m.Clock.Now().Add(time.Minute))
}

// peopleHours is how long people act on a day.
const peopleHours = 10 * time.Hour

// pause lets some minutes pass, so that not everything happens exactly at nine, and still all acts
// of a day fit into the day.
func (m *maker) pause(acts int) {
	most := min(20*time.Minute, peopleHours/time.Duration(acts))
	at := m.Clock.Now().Add(time.Duration(m.random.Int64N(int64(most))).Truncate(time.Millisecond))
	if at.Before(m.end) {
		m.Clock.Stand(at)
	}
}

// until moves the clock, but not past the present, and runs what is due.
func (m *maker) until(ctx context.Context, at time.Time) error {
	if at.After(m.end) {
		at = m.end
	}
	if at.After(m.Clock.Now()) {
		m.Clock.Stand(at)
	}
	return m.finishDue(ctx)
}
