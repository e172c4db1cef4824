package billing

import (
	"context"
	"fmt"
	"slices"

	"rento/internal/advance"
	"rento/internal/calendar"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// customer is what billing knows of a customer.
type customer struct {
	id    int64
	name  string
	gstin string
	state string // of the GSTIN, '' for a customer who is not registered
	// covers are what of rent that was paid in advance is for which item.
	covers map[int64]advance.Cover
}

// billable is an item with the days for which it has not been billed.
type billable struct {
	subscription.Billable

	from, to calendar.Date // [from, to)
	terms    []subscription.Term
}

// draft is an invoice that is not issued yet.
type draft struct {
	kind      Kind
	supply    Supply
	date, due calendar.Date
	lines     []Line
	totals    Totals
	draws     []advance.Draw // on rent that was paid in advance
}

// isRent reports whether a draft is of rent alone, be it of a month or of the last days
// before a pickup.
func (d draft) isRent() bool {
	return !slices.ContainsFunc(d.lines, func(l Line) bool { return l.Kind == ChargeLine })
}

// composer puts rent and charges on invoices of a day.
type composer struct {
	suppliers Suppliers
	rates     Rates
	settings  Settings
	date      calendar.Date
	kind      Kind
}

// composer returns the composer of today's invoices of a kind.
func (s *Service) composer(ctx context.Context, q *db.Queries, kind Kind) (composer, error) {
	suppliers, err := s.suppliers(ctx, q)
	if err != nil {
		return composer{}, err
	}
	rates, err := readRates(ctx, q)
	return composer{suppliers, rates, s.settings, s.today(), kind}, err
}

// compose makes one draft per supplier and place of supply, in the order in
// which they first come up.
func (c composer) compose(who customer, items []billable) ([]draft, error) {
	var drafts drafts
	covers := coversOf(who)
	for _, item := range items {
		bp, err := c.rates.Of(item.SAC, item.GSTBP, c.date)
		if err != nil {
			return nil, fmt.Errorf("billing: item %d: %w", item.ID, err)
		}
		for _, piece := range subscription.Charge(item.terms, item.from, item.to) {
			d := drafts.add(c, c.suppliers.SupplyAt(piece.StateCode, who.state), rentLine(item, piece, bp))
			d.discount(covers[item.ID])
		}
	}
	finished := c.finish(drafts)
	for i := range finished {
		c.draw(&finished[i], covers)
	}
	// Days that cost nothing need no invoice.
	return slices.DeleteFunc(finished, func(d draft) bool { return d.totals.Taxable == 0 }), nil
}

// drafts are the drafts of one customer, one per supply.
type drafts []draft

// add puts a line on the draft of its supply, which it begins if need be, and
// returns that draft, which the next line may move.
func (d *drafts) add(c composer, supply Supply, line Line) *draft {
	for i := range *d {
		if (*d)[i].supply == supply {
			(*d)[i].lines = append((*d)[i].lines, line)
			return &(*d)[i]
		}
	}
	*d = append(*d, draft{
		kind: c.kind, supply: supply, date: c.date, due: c.settings.due(c.date), lines: []Line{line},
	})
	return &(*d)[len(*d)-1]
}

func rentLine(item billable, p subscription.Piece, bp int64) Line {
	return Line{
		About: About{For: ForRent, Product: item.Name}, Kind: RentLine, OrderID: item.OrderID, OrderUnique: item.OrderUnique, ItemID: item.ID,
		SAC: item.SAC, GSTBP: bp, From: p.From, To: p.To, Rate: p.Rent, Days: p.Days, MonthDays: p.MonthDays, Amount: p.Amount,
		Delivery: Place{State: p.StateCode, addressID: p.AddressID},
	}
}

// finish taxes and sums up. Only the monthly invoice is rounded to rupees: the
// others are settled against a deposit to the paisa.
func (c composer) finish(list drafts) []draft {
	for i := range list {
		d := &list[i]
		taxDiscounted(d.lines, d.supply.Intra())
		d.totals = sumUp(d.lines, c.settings.WholeRupees && d.kind == Rental)
	}
	return list
}

// period is the days that lines are about, [from, to).
func period(lines []Line) (from, to calendar.Date) {
	from, to = lines[0].From, lines[0].To
	for _, l := range lines {
		from, to = calendar.Earlier(from, l.From), calendar.Later(to, l.To)
	}
	return from, to
}

// commonOrder is the order that lines are about, 0 when there are several.
func commonOrder(lines []Line) int64 {
	for _, l := range lines {
		if l.OrderID != lines[0].OrderID {
			return 0
		}
	}
	return lines[0].OrderID
}
