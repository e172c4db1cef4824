package address

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Holiday is a day without visits in a city.
type Holiday struct {
	CityID int64
	Day    calendar.Date
}

// SaveHoliday records a holiday in a city.
func SaveHoliday(ctx context.Context, tx *store.Tx, cityID int64, day calendar.Date, name string) error {
	err := tx.AddressHolidayPut(ctx, db.AddressHolidayPutParams{CityID: cityID, Day: day, Name: name})
	if err != nil {
		return fmt.Errorf("address: save holiday %s: %w", day, err)
	}
	return nil
}

// Holidays returns all holidays, in order of day.
func Holidays(ctx context.Context, q *db.Queries) ([]Holiday, error) {
	rows, err := q.AddressHolidays(ctx)
	if err != nil {
		return nil, fmt.Errorf("address: read holidays: %w", err)
	}
	holidays := make([]Holiday, len(rows))
	for i, r := range rows {
		holidays[i] = Holiday{CityID: r.CityID, Day: r.Day}
	}
	return holidays, nil
}

// HolidaysOf returns the days from first to last that are holidays in at least one of the cities.
func HolidaysOf(ctx context.Context, q *db.Queries, cities []int64, first, last calendar.Date) ([]calendar.Date, error) {
	days, err := q.AddressHolidaysOf(ctx, db.AddressHolidaysOfParams{Cities: store.IDs(cities), First: first, Last: last})
	if err != nil {
		return nil, fmt.Errorf("address: read the holidays of cities %v: %w", cities, err)
	}
	return days, nil
}
