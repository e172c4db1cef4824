package demo

import (
	"context"
	"fmt"

	"rento/internal/address"
	"rento/internal/calendar"
	"rento/internal/store"
	"rento/internal/ticket"
)

// visitsPerSlot is how many homes can be visited at the same time in a city.
const visitsPerSlot = 3

// visitHours are the visit slots of a working day, by city slug. In the other cities customers
// choose only a day.
var visitHours = map[string][][2]string{
	"bangalore": {{"10:00", "13:00"}, {"13:00", "16:00"}, {"16:00", "19:00"}},
	"mumbai":    {{"09:00", "12:00"}, {"12:00", "15:00"}, {"15:00", "18:00"}},
	"delhi":     {{"10:00", "14:00"}, {"14:00", "18:00"}},
}

// nationalHolidays are days without visits anywhere, as MM-DD.
var nationalHolidays = [][2]string{
	{"01-26", "Republic Day"},
	{"05-01", "Labour Day"},
	{"08-15", "Independence Day"},
	{"10-02", "Gandhi Jayanti"},
	{"12-25", "Christmas Day"},
}

// holidayYears is for how many years after the end of the history holidays are set up.
const holidayYears = 2

// working sets up when the company's staff visit homes.
func (m *maker) working(ctx context.Context, tx *store.Tx) error {
	last := calendar.In(m.end).AddMonths(12 * holidayYears)
	for _, c := range cities {
		for _, h := range visitHours[c.Slug] {
			if err := ticket.SaveHours(ctx, tx, c.ID, h[0], h[1], visitsPerSlot); err != nil {
				return err
			}
		}
		for year := m.start.Year(); year <= last.Year(); year++ {
			for _, h := range nationalHolidays {
				day := calendar.MustParse(fmt.Sprintf("%d-%s", year, h[0]))
				if err := address.SaveHoliday(ctx, tx, c.ID, day, h[1]); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
