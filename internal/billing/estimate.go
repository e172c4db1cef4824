package billing

import (
	"context"
	"slices"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// Planned is what is agreed for a customer's items and not done yet: the days on which they are picked
// up for good, and their moves to another address, by item id.
type Planned struct {
	Pickups map[int64]calendar.Date
	Moves   map[int64]Move
}

// Move is the move of an item to another address from a day on.
type Move struct {
	On        calendar.Date
	AddressID int64
	StateCode string
}

// before returns the items as a run of the given day finds them. An item that was picked up has been
// billed by then, with the pickup.
func (p Planned) before(run calendar.Date, items []billable) []billable {
	items = slices.DeleteFunc(items, func(item billable) bool {
		day, leaves := p.Pickups[item.ID]
		return leaves && day.Before(run)
	})
	for i, item := range items {
		if p.Moves[item.ID].On.Before(run) {
			items[i].terms = p.termsOf(item)
		}
	}
	return items
}

// termsOf are the terms of an item with its planned move.
func (p Planned) termsOf(item billable) []subscription.Term {
	to, moves := p.Moves[item.ID]
	if !moves {
		return item.terms
	}
	return subscription.Moved(item.terms, to.On, to.AddressID, to.StateCode)
}

// ComingRent is a monthly run to come that leaves the customer something to pay.
type ComingRent struct {
	On       calendar.Date // zero if there is none
	Invoices []money.Paise // the payable amount of each
	Back     money.Paise   // what the run puts into the wallet, of rent in advance that it ends
}

// NextRent is the next monthly run that leaves the customer something to pay, with what is planned for
// the items. Earlier runs are paid in full from rent in advance.
func (s *Service) NextRent(ctx context.Context, q *db.Queries, customerID int64, planned Planned) (next ComingRent, err error) {
	who, err := s.customer(ctx, q, customerID)
	if err != nil {
		return next, err
	}
	com, err := s.composer(ctx, q, Rental)
	if err != nil {
		return next, err
	}
	month := s.settings.billedTo(s.today())
	last := month
	for _, c := range who.covers {
		last = calendar.Later(last, c.To.MonthStart())
	}
	for ; !month.After(last); month = month.NextMonth() {
		com.date = s.settings.billedOn(month)
		items, err := s.unbilled(ctx, q, customerID, month.NextMonth())
		if err != nil {
			return next, err
		}
		drafts, err := com.compose(who, planned.before(com.date, items))
		if err != nil {
			return next, err
		}
		for _, d := range drafts {
			if left := d.totals.Total - totalOf(d.draws).Total(); left > 0 {
				next.Invoices = append(next.Invoices, left)
			}
		}
		if len(next.Invoices) > 0 {
			next.On, next.Back = com.date, endedBy(who, drafts)
			return next, nil
		}
	}
	return next, nil
}

// endedBy is what is left of the covers that end with the drafts, in paise.
func endedBy(who customer, drafts []draft) (back money.Paise) {
	for _, c := range who.covers {
		left := c.Left()
		for _, d := range drafts {
			for _, draw := range d.draws {
				if draw.PackageID == c.ID && draw.ItemID == c.ItemID {
					left = left.Minus(draw.Amounts)
				}
			}
		}
		if billed, fits := billedUnder(c, drafts); !fits || !billed.Before(c.To) {
			back = money.Sum(back, left.Total())
		}
	}
	return back
}

// NextRun is the day of the next monthly run.
func (s *Service) NextRun() calendar.Date {
	return s.settings.billedOn(s.settings.billedTo(s.today()))
}

// DueOf is the last day on which an invoice of a date is paid in time.
func (s *Service) DueOf(date calendar.Date) calendar.Date { return s.settings.due(date) }

// MonthlyAmount is what a whole month of the customer's items costs, in paise with GST, at the
// rents of next month and the GST rates of the day on which that is billed. It is the amount of a
// debit.
func (s *Service) MonthlyAmount(ctx context.Context, q *db.Queries, customerID int64) (money.Paise, error) {
	from := s.today().NextMonth()
	all, err := s.unbilled(ctx, q, customerID, from.NextMonth())
	if err != nil {
		return 0, err
	}
	var items []billable
	for _, item := range all {
		if item.to.After(from) {
			item.from = from
			items = append(items, item)
		}
	}
	who, err := s.customer(ctx, q, customerID)
	if err != nil {
		return 0, err
	}
	who.covers = nil // rent in advance ends some day
	com, err := s.composer(ctx, q, Rental)
	if err != nil {
		return 0, err
	}
	com.date = s.settings.billedOn(from)
	drafts, err := com.compose(who, items)
	if err != nil {
		return 0, err
	}
	var total money.Paise
	for _, d := range drafts {
		total = money.Sum(total, d.totals.Total)
	}
	return total, nil
}
