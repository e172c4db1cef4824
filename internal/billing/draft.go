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

// customer is what billing needs to know about a customer.
type customer struct {
	id    int64
	name  string
	gstin string
	state string // the state of the GSTIN, empty for a customer without one
	// covers are the active parts of a package of rent in advance, by item.
	covers map[int64]advance.Cover
}

// billable is an item with the days that have not been billed yet.
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
	draws     []advance.Draw // on rent in advance
}

// isRent reports whether a draft has rent only, either of a month or of the last days before a
// pickup.
func (d draft) isRent() bool {
	return !slices.ContainsFunc(d.lines, func(l Line) bool { return l.Kind == ChargeLine })
}

// composer puts rent and charges on the invoices of a day.
type composer struct {
	suppliers Suppliers
	rates     Rates
	settings  Settings
	date      calendar.Date
	kind      Kind
}

// composer returns the composer for today's invoices of a kind.
func (s *Service) composer(ctx context.Context, q *db.Queries, kind Kind) (composer, error) {
	suppliers, err := s.suppliers(ctx, q)
	if err != nil {
		return composer{}, err
	}
	rates, err := readRates(ctx, q)
	return composer{suppliers, rates, s.settings, s.today(), kind}, err
}

// compose makes one draft per supplier and place of supply, in the order in which these first
// occur.
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

// add puts a line on the draft of its supply and creates that draft if necessary. It returns the
// draft. The pointer is valid until the next call, which may move the draft in memory.
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

// finish computes tax and totals. Only the monthly invoice is rounded to rupees. The other invoices
// are settled against a deposit to the paisa.
func (c composer) finish(list drafts) []draft {
	for i := range list {
		d := &list[i]
		taxDiscounted(d.lines, d.supply.Intra())
		d.totals = sumUp(d.lines, c.settings.WholeRupees && d.kind == Rental)
	}
	return list
}

// period is the range of days of the lines, [from, to).
func period(lines []Line) (from, to calendar.Date) {
	from, to = lines[0].From, lines[0].To
	for _, l := range lines {
		from, to = calendar.Earlier(from, l.From), calendar.Later(to, l.To)
	}
	return from, to
}

// commonOrder is the order of the lines, or 0 if they belong to several orders.
func commonOrder(lines []Line) int64 {
	for _, l := range lines {
		if l.OrderID != lines[0].OrderID {
			return 0
		}
	}
	return lines[0].OrderID
}
