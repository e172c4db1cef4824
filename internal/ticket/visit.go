package ticket

import (
	"context"
	"fmt"
	"slices"
	"time"

	"rento/internal/address"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// Window is the range of days that a customer may choose from, counted from today, both ends
// included.
type Window struct{ MinDays, MaxDays int }

// Settings are the company's rules for service requests.
type Settings struct {
	// Full applies if all items of the customer are picked up, Partial otherwise.
	Full, Partial Window
	// Reasons are the reasons that a customer can choose for a closure.
	Reasons []string
	// DropDays is the minimum number of days between the pickup and the delivery of a relocation.
	DropDays int
	// PlanAfter is how long a request stays raised before its visit is planned. RepairDays is how
	// many days ahead a repair without a wished day is planned.
	PlanAfter  time.Duration
	RepairDays int
	// HoldSlot is how long a slot is held for a customer who has not sent the request yet.
	HoldSlot time.Duration
	// TransferDays is how many days the receiver of a transfer has to answer, and how many days
	// from then on to pay the deposit and complete KYC.
	TransferDays int
	// RestOfTenure is the formula for the rest of a tenure when a customer leaves early.
	RestOfTenure subscription.TenureFormula
}

// DefaultSettings returns the rules that apply without any configuration.
func DefaultSettings() Settings {
	return Settings{
		Full: Window{MinDays: 3, MaxDays: 30}, Partial: Window{MinDays: 2, MaxDays: 30},
		Reasons: []string{
			"Moving to another city", "Moving to a furnished home", "Bought my own", "Rent is too high",
			"Not satisfied with the product", "Not satisfied with the service", "Do not need it any more", "Other",
		},
		DropDays: 3, PlanAfter: 2 * time.Hour, RepairDays: 2, HoldSlot: 15 * time.Minute, TransferDays: 14, RestOfTenure: subscription.AsBilled,
	}
}

// Days are the days from which a customer may choose.
type Days struct {
	First, Last calendar.Date
	Holidays    []calendar.Date
	// Deliveries is set for a relocation that is rescheduled: it pairs each possible pickup day
	// with its delivery day.
	Deliveries []Delivery
}

func (d Days) allow(day calendar.Date) bool {
	return !day.Before(d.First) && !day.After(d.Last) && !slices.Contains(d.Holidays, day)
}

func (w Window) from(today calendar.Date) (first, last calendar.Date) {
	return today.AddDays(w.MinDays), today.AddDays(w.MaxDays)
}

// Static is what the screens of the request flows need to know in advance.
type Static struct {
	Today    calendar.Date
	Settings Settings
	Holidays []address.Holiday
}

// Static returns the rules and the holidays.
func (s *Service) Static(ctx context.Context) (Static, error) {
	holidays, err := address.Holidays(ctx, s.store.Queries())
	return Static{Today: s.today(), Settings: s.settings, Holidays: holidays}, err
}

// pickupDays returns the days on which items can be picked up. It also reports whether these are
// all active items of the customer.
func (s *Service) pickupDays(ctx context.Context, q *db.Queries, customerID int64, items []subscription.Item) (days Days, full bool, err error) {
	active, err := subscription.ActiveCount(ctx, q, customerID)
	if err != nil {
		return days, false, fmt.Errorf("ticket: %w", err)
	}
	full = int64(len(items)) == active
	w := s.settings.Partial
	if full {
		w = s.settings.Full
	}
	days.First, days.Last = w.from(s.today())
	days.Holidays, err = address.HolidaysOf(ctx, q, citiesOf(items), days.First, days.Last)
	return days, full, err
}

// dropDays returns the days on which a relocation can be delivered. They start DropDays after the
// pickup and span as many days as the customer may choose a pickup in.
func (s *Service) dropDays(ctx context.Context, q *db.Queries, cityID int64, pickup calendar.Date, full bool) (days Days, err error) {
	w := s.settings.Partial
	if full {
		w = s.settings.Full
	}
	days.First = pickup.AddDays(s.settings.DropDays)
	days.Last = days.First.AddDays(w.MaxDays)
	days.Holidays, err = address.HolidaysOf(ctx, q, []int64{cityID}, days.First, days.Last)
	return days, err
}

func citiesOf(items []subscription.Item) []int64 {
	var cities []int64
	for _, item := range items {
		if !slices.Contains(cities, item.LocationID) {
			cities = append(cities, item.LocationID)
		}
	}
	return cities
}

func checkDay(field string, days Days, day calendar.Date) error {
	if day.IsZero() {
		return fault.Invalid("visit.date_missing", field, "Please choose a date.")
	}
	if !days.allow(day) {
		return fault.Invalid("visit.date_not_offered", field, "This date cannot be chosen. Please choose another one.")
	}
	return nil
}
