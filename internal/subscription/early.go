package subscription

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// airConditionerRents is the number of monthly rents that leaving early costs for an air
// conditioner, however long the rest of the tenure is.
const airConditionerRents = 2

// TenureFormula is how the rest of a tenure is computed when an item is returned early.
type TenureFormula string

// AsBilled computes the rest of a tenure as it would be billed. DailyRent computes its days at one
// daily rent, which is twelve rents over 365 days.
const (
	AsBilled  TenureFormula = "billed"
	DailyRent TenureFormula = "daily"
)

// Early records how the charge for returning an item early was computed (docs/rules.md R9), in
// paise without GST.
type Early struct {
	ItemID    int64         `json:"itemId"`
	Pickup    calendar.Date `json:"pickup"`
	TenureEnd calendar.Date `json:"tenureEnd"`
	AC        bool          `json:"ac"`
	Rent      money.Paise   `json:"rent"` // a month, on the pickup day
	// MultiplierBP is in hundredths of a percent: 15000 is 1.5 rents.
	MultiplierBP int64       `json:"multiplierBp"`
	RentMethod   money.Paise `json:"rentMethod"`
	DaysLeft     int         `json:"daysLeft"`
	// DailyRent is the average cost of a day over a year. It is shown for comparison.
	DailyRent money.Paise `json:"dailyRent"`
	// TenureMethod is the rent for the rest of the tenure by the formula.
	TenureMethod money.Paise `json:"tenureMethod"`
	// TenureLines are the parts of the rest of the tenure. They add up to TenureMethod.
	TenureLines []TenureLine `json:"tenureLines,omitempty"`
	Charge      money.Paise  `json:"charge"`
}

// TenureLine is a part [From, To) of the rest of a tenure. It has Days of the Of days that cost
// Rate, in paise without GST. With AsBilled, Of is the number of days of the calendar month and
// Rate the monthly rent. With DailyRent, they are the days and the rent of a year.
type TenureLine struct {
	From   calendar.Date `json:"from"`
	To     calendar.Date `json:"to"`
	Days   int           `json:"days"`
	Of     int           `json:"of"`
	Rate   money.Paise   `json:"rate"`
	Amount money.Paise   `json:"amount"`
}

// EarlyClosure computes what it costs to return an item on a day. After the tenure it costs
// nothing. An air conditioner costs two rents. Any other item costs the lower of a multiple of the
// rent and the rest of the tenure. So with AsBilled such an item never costs more to return than to
// keep. Days that we do not bill yet cost nothing.
func EarlyClosure(item Item, terms []Term, pickup calendar.Date, formula TenureFormula) Early {
	e := Early{ItemID: item.ID, Pickup: pickup, TenureEnd: item.TenureEnd, AC: item.AC}
	if len(terms) > 0 {
		e.Rent = terms[termAt(terms, pickup)].Rent
	}
	e.DailyRent = e.Rent.MulDiv(12, daysOfYear)
	e.MultiplierBP = leavingMultiplierBP(item)
	e.RentMethod = mostForLeaving(item, e.Rent)
	if !pickup.Before(item.TenureEnd) {
		return e
	}
	e.DaysLeft = item.TenureEnd.Sub(pickup)
	e.TenureLines = restOfTenure(terms, calendar.Later(pickup, item.BillingFrom), item.TenureEnd, e.Rent, formula)
	for _, line := range e.TenureLines {
		e.TenureMethod = money.Sum(e.TenureMethod, line.Amount)
	}
	e.Charge = min(e.RentMethod, e.TenureMethod)
	if item.AC {
		e.Charge = e.RentMethod
	}
	return e
}

// leavingMultiplierBP is the maximum number of rents that leaving early costs, in hundredths of a
// percent.
func leavingMultiplierBP(item Item) int64 {
	if item.AC {
		return airConditionerRents * 10_000
	}
	return item.ClosureMultiplierBP
}

// mostForLeaving is the maximum charge for leaving early at a rent, in paise without GST. For an
// air conditioner it is the exact charge.
func mostForLeaving(item Item, rent money.Paise) money.Paise {
	return rent.MulDiv(leavingMultiplierBP(item), 10_000)
}

const daysOfYear = 365

func restOfTenure(terms []Term, from, end calendar.Date, rent money.Paise, formula TenureFormula) []TenureLine {
	if !from.Before(end) {
		return nil
	}
	if formula == DailyRent {
		year, days := 12*rent, end.Sub(from)
		return []TenureLine{{From: from, To: end, Days: days, Of: daysOfYear, Rate: year, Amount: year.MulDiv(int64(days), daysOfYear)}}
	}
	pieces := Charge(terms, from, end)
	lines := make([]TenureLine, len(pieces))
	for i, p := range pieces {
		lines[i] = TenureLine{From: p.From, To: p.To, Days: p.Days, Of: p.MonthDays, Rate: p.Rent, Amount: p.Amount}
	}
	return lines
}

// TermsOf returns the terms of items of the customer by item id, in order of their first day.
func TermsOf(ctx context.Context, q *db.Queries, customerID int64, itemIDs []int64) (map[int64][]Term, error) {
	rows, err := q.SubscriptionTerms(ctx, customerID, store.IDs(itemIDs))
	if err != nil {
		return nil, fmt.Errorf("subscription: terms: %w", err)
	}
	terms := make(map[int64][]Term, len(itemIDs))
	for _, r := range rows {
		terms[r.ItemID] = append(terms[r.ItemID], Term{
			From: r.FromDate, Rent: r.RentPaise, AddressID: r.AddressID, StateCode: r.StateCode,
			Extends: Extends{Months: r.ExtensionMonths, EndBefore: r.OldEndDate},
		})
	}
	return terms, nil
}
