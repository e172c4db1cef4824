package billing

import (
	"slices"

	"rento/internal/calendar"
	"rento/internal/subscription"
)

// customer is what billing knows of a customer.
type customer struct {
	id    int64
	name  string
	gstin string
	state string // of the GSTIN, '' for a customer who is not registered
}

// billable is an item with the days for which it has not been billed.
type billable struct {
	id          int64
	orderID     int64
	orderUnique string
	name        string
	sac         string
	gstBP       int64
	from, to    calendar.Date // [from, to)
	terms       []subscription.Term
}

// draft is an invoice that is not issued yet.
type draft struct {
	kind      Kind
	supply    Supply
	addressID int64
	date, due calendar.Date
	lines     []Line
	totals    Totals
}

// composer puts rent on invoices.
type composer struct {
	suppliers Suppliers
	settings  Settings
	date      calendar.Date
	kind      Kind
}

// compose makes one draft per supplier and place of supply, in the order in
// which they first come up.
func (c composer) compose(who customer, items []billable) []draft {
	var drafts []draft
	at := map[Supply]int{}
	for _, item := range items {
		for _, piece := range subscription.Charge(item.terms, item.from, item.to) {
			supply := c.suppliers.SupplyAt(piece.StateCode, who.state)
			i, ok := at[supply]
			if !ok {
				i = len(drafts)
				at[supply] = i
				drafts = append(drafts, c.blank(supply, piece.AddressID))
			}
			drafts[i].lines = append(drafts[i].lines, c.rentLine(item, piece))
		}
	}
	for i := range drafts {
		c.finish(&drafts[i])
	}
	// Days that cost nothing need no invoice.
	return slices.DeleteFunc(drafts, func(d draft) bool { return d.totals.Taxable == 0 })
}

func (c composer) blank(supply Supply, addressID int64) draft {
	return draft{
		kind: c.kind, supply: supply, addressID: addressID, date: c.date, due: c.date.AddDays(c.settings.DueDays),
	}
}

func (c composer) rentLine(item billable, p subscription.Piece) Line {
	return Line{
		Kind: RentLine, OrderID: item.orderID, OrderUnique: item.orderUnique, ItemID: item.id, Description: item.name,
		SAC: item.sac, GSTBP: c.settings.Rates.At(item.sac, c.date, item.gstBP), From: p.From, To: p.To,
		Rate: p.Rent, Days: p.Days, MonthDays: p.MonthDays, Amount: p.Amount,
	}
}

// finish taxes and sums up. Only the monthly invoice is rounded to rupees: the
// others are settled against a deposit to the paisa.
func (c composer) finish(d *draft) {
	taxLines(d.lines, d.supply.Intra())
	d.totals = sumUp(d.lines, c.settings.WholeRupees && d.kind == Rental)
}

func (d draft) period() (from, to calendar.Date) {
	from, to = d.lines[0].From, d.lines[0].To
	for _, l := range d.lines {
		from, to = calendar.Earlier(from, l.From), calendar.Later(to, l.To)
	}
	return from, to
}

// order is the order that the draft is about: 0 when there are several, and
// the public name of the first.
func (d draft) order() (id int64, unique string) {
	id, unique = d.lines[0].OrderID, d.lines[0].OrderUnique
	for _, l := range d.lines {
		if l.OrderID != id {
			return 0, unique
		}
	}
	return id, unique
}
