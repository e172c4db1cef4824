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

// Window is how many days from today the customer may choose from, both ends
// included.
type Window struct{ MinDays, MaxDays int }

// Settings are the company's rules for requests.
type Settings struct {
	// Full holds when everything that the customer has is picked up, Partial
	// otherwise.
	Full, Partial Window
	// Reasons are offered for giving items back.
	Reasons []string
	// DropDays is how many days after the pickup a relocation is dropped at
	// the earliest.
	DropDays int
	// PlanAfter is how long a request stays as it was raised before its visit
	// is planned; RepairDays is how soon a repair without a wished day comes.
	PlanAfter  time.Duration
	RepairDays int
	// HoldSlot is how long a slot is kept for a customer who has not sent the
	// request yet.
	HoldSlot time.Duration
	// TransferDays is how many days the receiver of a transfer has to answer, and
	// from then on to pay the deposit and complete KYC.
	TransferDays int
	// RestOfTenure is how leaving early counts the rest of a tenure.
	RestOfTenure subscription.TenureFormula
}

// DefaultSettings are the rules without any configuration.
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
	// Deliveries are, for a relocation that is put off, the days on which it is
	// delivered then.
	Deliveries []Delivery
}

func (d Days) allow(day calendar.Date) bool {
	return !day.Before(d.First) && !day.After(d.Last) && !slices.Contains(d.Holidays, day)
}

func (w Window) from(today calendar.Date) (first, last calendar.Date) {
	return today.AddDays(w.MinDays), today.AddDays(w.MaxDays)
}

// Static is what the screens of the flows know beforehand.
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

// pickupDays are the days on which items may be picked up. It also tells
// whether they are everything that the customer has.
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

// dropDays are the days on which a relocation may arrive: some days after the
// pickup, and as long as a pickup may be put off.
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
