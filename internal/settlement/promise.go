package settlement

import (
	"context"
	"slices"
	"time"

	"rento/internal/address"
	"rento/internal/calendar"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// The promise, in working days from the day on which the refund is ready and we know where it
// goes. It is paid within promiseDays, and a payout starts within startDays. A person is told if
// it has not arrived after alarmDays.
const (
	promiseDays = 7
	startDays   = 2
	alarmDays   = 5
	// horizonDays is more days than the promise takes, whatever the holidays.
	horizonDays = 100
)

// WorkingDay returns the n-th working day after d. Sundays and the holidays are not working days.
func WorkingDay(d calendar.Date, n int, holidays []calendar.Date) calendar.Date {
	return d.AddDaysOf(n, func(d calendar.Date) bool { return d.Weekday() != time.Sunday && !slices.Contains(holidays, d) })
}

// countdown counts the working days of a refund from a day on. holidays are those of the cities
// in which its items stood (docs/decisions/0006-two-calendars-of-holidays.md).
type countdown struct {
	from     calendar.Date
	holidays []calendar.Date
}

// countdownOf returns the countdown that starts on the day on which the refund is ready, the way
// is chosen and the details are known.
func countdownOf(ctx context.Context, q *db.Queries, customerID, id int64, ready, chosen, payee calendar.Instant) (countdown, error) {
	c := countdown{from: max(ready, chosen, payee).Date()}
	ids, err := itemIDs(ctx, q, customerID, id)
	if err != nil {
		return c, err
	}
	items, err := subscription.BriefsOf(ctx, q, customerID, ids)
	if err != nil {
		return c, err
	}
	var cities []int64
	for _, item := range items {
		cities = append(cities, item.LocationID)
	}
	slices.Sort(cities)
	c.holidays, err = address.HolidaysOf(ctx, q, slices.Compact(cities), c.from, c.from.AddDays(horizonDays))
	return c, err
}

// end is the n-th working day of the countdown.
func (c countdown) end(n int) calendar.Date { return WorkingDay(c.from, n, c.holidays) }

// left is how many working days there are after today up to and including the last day of the
// promise.
func (c countdown) left(today calendar.Date) (n int) {
	for end := c.end(promiseDays); today.Before(end); n++ {
		today = WorkingDay(today, 1, c.holidays)
	}
	return n
}
