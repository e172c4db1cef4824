package billing

import (
	"context"
	"fmt"
	"slices"

	"rento/internal/advance"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// AdvanceOffer is an offer to pay rent in advance, less a discount. It covers all items of which no
// pickup is booked, for a number of whole months from the first month that is not billed. Amounts are in paise. From and To
// are first days of months, [From, To). FirstOn is the day of the first invoice that the money
// pays.
type AdvanceOffer struct {
	advance.Tier

	From, To        calendar.Date
	FirstOn         calendar.Date
	advance.Amounts              // of all items together
	Moves           []MovingItem // those that leave their supply within the months
	covers          []advance.Cover
	vouchers        []advance.Voucher
}

// MovingItem is an item of an offer that moves to another state within the months. Its rent from MovesOn
// on is not part of the offer.
type MovingItem struct {
	ID      int64
	Name    string
	MovesOn calendar.Date
}

// Discount is how much the offer saves, in paise without tax.
func (o AdvanceOffer) Discount() money.Paise { return o.List - o.Value }

// AdvanceOffers lists what a customer may pay in advance now, sorted by months. The list is empty
// while the customer rents nothing and while an earlier package is active.
func (s *Service) AdvanceOffers(ctx context.Context, q *db.Queries, customerID int64) ([]AdvanceOffer, error) {
	if len(s.settings.PayAhead) == 0 {
		return nil, nil
	}
	if _, active, err := advance.ActiveOf(ctx, q, customerID); err != nil || active {
		return nil, err
	}
	who, err := s.customer(ctx, q, customerID)
	if err != nil {
		return nil, err
	}
	com, err := s.composer(ctx, q, Rental)
	if err != nil {
		return nil, err
	}
	from := s.settings.billedTo(s.today())
	items, err := s.standingFrom(ctx, q, customerID, from)
	if err != nil || len(items) == 0 {
		return nil, err
	}
	var offers []AdvanceOffer
	for _, tier := range s.settings.PayAhead {
		o := AdvanceOffer{Tier: tier, From: from, To: from.AddMonths(tier.Months), FirstOn: s.settings.billedOn(from)}
		if err := o.workOut(ctx, q, com, who, items); err != nil {
			return nil, err
		}
		if o.Value > 0 && o.refused() == nil {
			offers = append(offers, o)
		}
	}
	return offers, nil
}

// PaysAheadFrom is the first month that a payment in advance on a day would cover.
func (s *Service) PaysAheadFrom(day calendar.Date) calendar.Date { return s.settings.billedTo(day) }

// AdvanceOfferFor is the offer for a number of months. offered is false if there is none.
func (s *Service) AdvanceOfferFor(ctx context.Context, q *db.Queries, customerID int64, months int) (o AdvanceOffer, offered bool, err error) {
	offers, err := s.AdvanceOffers(ctx, q, customerID)
	for _, o := range offers {
		if o.Months == months {
			return o, true, err
		}
	}
	return o, false, err
}

// ErrNotOffered is the Fault (422) for a number of months that is not offered.
func ErrNotOffered() error {
	return fault.Invalid("advance.not_offered", "months", "Rent cannot be paid in advance for this many months.")
}

// standingFrom are the items at the customer's place with their unbilled days from a day on. Items of
// which a pickup is booked are left out. A move that is booked counts as made on its day.
func (s *Service) standingFrom(ctx context.Context, q *db.Queries, customerID int64, from calendar.Date) ([]billable, error) {
	items, err := s.unbilled(ctx, q, customerID, from.AddMonths(advance.MostMonths))
	if err != nil {
		return nil, err
	}
	planned, err := s.plannedFor(ctx, q, customerID)
	if err != nil {
		return nil, err
	}
	var standing []billable
	for _, item := range items {
		if _, leaves := planned.Pickups[item.ID]; item.ClosedDate.IsZero() && !leaves {
			item.from, item.terms = calendar.Later(item.from, from), planned.termsOf(item)
			standing = append(standing, item)
		}
	}
	return standing, nil
}

// PlannedBy sets the function that tells what live requests will do with a customer's items. The ticket
// package knows this, so the wiring connects the two.
func (s *Service) PlannedBy(read func(ctx context.Context, q *db.Queries, customerID int64, today calendar.Date) (Planned, error)) {
	s.planned = read
}

// plannedFor is what live requests will do with a customer's items.
func (s *Service) plannedFor(ctx context.Context, q *db.Queries, customerID int64) (Planned, error) {
	if s.planned == nil {
		return Planned{}, nil
	}
	return s.planned(ctx, q, customerID, s.today())
}

// workOut adds up the rent of the months by item and taxes it as one document per supply. It leaves
// out the months after an item moves to another supply, and those that will be invoiced at another
// GST rate than today's, because the money could not pay them.
func (o *AdvanceOffer) workOut(ctx context.Context, q *db.Queries, com composer, who customer, items []billable) error {
	var drafts drafts
	for _, item := range items {
		bp, err := com.rates.Of(item.SAC, item.GSTBP, com.date)
		if err != nil {
			return fmt.Errorf("billing: item %d: %w", item.ID, err)
		}
		line, supply, err := o.lineOf(com, who, item, bp)
		if err != nil {
			return fmt.Errorf("billing: item %d: %w", item.ID, err)
		}
		if line.Amount > 0 {
			drafts.add(com, supply, line)
		}
	}
	for _, d := range com.finish(drafts) {
		if err := o.add(ctx, q, who, d); err != nil {
			return err
		}
	}
	return nil
}

// lineOf puts the discounted rent of an item's months on one line. The rate of the line holds the
// rent without the discount. supply is the supply of the first day.
func (o *AdvanceOffer) lineOf(com composer, who customer, item billable, bp int64) (line Line, supply Supply, err error) {
	var list money.Paise
	for n, piece := range subscription.Charge(item.terms, item.from, o.To) {
		at := com.suppliers.SupplyAt(piece.StateCode, who.state)
		if n == 0 {
			line, supply = rentLine(item, piece, bp), at
		}
		then, err := com.rates.Of(item.SAC, item.GSTBP, com.settings.billedOn(piece.From))
		if err != nil {
			return line, supply, err
		}
		if at != supply {
			o.Moves = append(o.Moves, MovingItem{ID: item.ID, Name: item.Name, MovesOn: piece.From})
			break
		}
		if then != bp {
			break
		}
		list = money.Sum(list, piece.Amount)
	}
	line.Rate, line.Amount = list, list-list.Percent(o.BasisPoints)
	return line, supply, nil
}

// refused is the Fault (409) for an offer of which a receipt voucher could not be issued, or nil.
// Such an offer is not made, because its money could not be entered.
func (o AdvanceOffer) refused() error {
	for i, v := range o.vouchers {
		v.ID = int64(i) // as the covers name it before the sale
		if err := voucherDocument(v, o.covers).refused(); err != nil {
			return err
		}
	}
	return nil
}

// add adds a taxed draft of one supply to the offer, with its receipt voucher.
func (o *AdvanceOffer) add(ctx context.Context, q *db.Queries, who customer, d draft) error {
	if err := writeDownPlaces(ctx, q, who.id, d.lines); err != nil {
		return err
	}
	voucher := advance.Voucher{
		CustomerID: who.id, Kind: advance.Receipt, Supply: supplyOf(d.supply),
		Supplier: advance.Party{Name: d.supply.Supplier.LegalName, Address: d.supply.Supplier.Address, GSTIN: d.supply.Supplier.GSTIN},
		BillTo:   advance.Party{Name: who.name, Address: d.lines[0].Delivery.Address, GSTIN: who.gstin},
		Number:   d.supply.Supplier.Series, // the series; the sale replaces it by the number
	}
	for _, l := range d.lines {
		c := advance.Cover{
			ItemID: l.ItemID, VoucherID: int64(len(o.vouchers)), Supply: voucher.Supply, SAC: l.SAC, GSTBP: l.GSTBP,
			Paid: advance.Amounts{List: l.Rate, Value: l.Amount, CGST: l.CGST, SGST: l.SGST, IGST: l.IGST},
		}
		voucher.Amounts = voucher.Plus(c.Paid)
		o.covers = append(o.covers, c)
	}
	o.vouchers = append(o.vouchers, voucher)
	o.Amounts = o.Plus(voucher.Amounts)
	return nil
}

// AdvanceSale is the payment for an offer. SourceType and SourceID name the event. From is the
// debit leg that says where the money came from.
type AdvanceSale struct {
	CustomerID    int64
	TransactionID int64
	Months        int
	SourceType    string
	SourceID      string
	From          []ledger.Leg
}

// SellAdvanceIn enters rent that was paid in advance. The money is a liability, and its tax is due
// on receipt. It issues a receipt voucher per supply and stores how much covers which item. The
// amount must equal the present offer for this number of months. Otherwise it is an error. A source
// that was entered before is an error too.
func (s *Service) SellAdvanceIn(ctx context.Context, tx *store.Tx, sale AdvanceSale) (AdvanceOffer, error) {
	o, offered, err := s.AdvanceOfferFor(ctx, tx.Queries, sale.CustomerID, sale.Months)
	if err != nil {
		return o, err
	}
	came := money.Paise(0)
	for _, leg := range sale.From {
		came = money.Sum(came, leg.Amount)
	}
	if !offered || o.Total() != came {
		return o, fmt.Errorf("billing: %s came for %d months of customer %d, which is not what is offered", came.Decimal(), sale.Months, sale.CustomerID)
	}
	p := advance.Package{
		ID: s.ids.Next(), CustomerID: sale.CustomerID, TransactionID: sale.TransactionID, Months: o.Months, BasisPoints: o.BasisPoints,
		From: o.From, To: o.To, BoughtAt: s.now(),
	}
	if !s.settings.KeepDiscount {
		p.Tiers = slices.Clone(s.settings.PayAhead)
	}
	if err := s.number(ctx, tx, &o, p); err != nil {
		return o, err
	}
	if err := s.postSale(ctx, tx, sale, o); err != nil {
		return o, err
	}
	if err := advance.Sell(ctx, tx, p, o.vouchers, o.covers); err != nil {
		return o, err
	}
	return o, s.announceVouchers(ctx, tx, o.vouchers...)
}

// Vouchers are the numbers of the receipt vouchers of a sold offer.
func (o AdvanceOffer) Vouchers() []string {
	numbers := make([]string, len(o.vouchers))
	for i, v := range o.vouchers {
		numbers[i] = v.Number
	}
	return numbers
}

// number gives numbers to the vouchers of an offer that is being sold.
func (s *Service) number(ctx context.Context, tx *store.Tx, o *AdvanceOffer, p advance.Package) (err error) {
	for i := range o.vouchers {
		v := &o.vouchers[i]
		v.ID, v.PackageID, v.Date = s.ids.Next(), p.ID, s.today()
		if v.Number, err = nextSerial(ctx, tx, v.Number, receiptVoucherLetter, s.today()); err != nil {
			return err
		}
	}
	for i := range o.covers {
		o.covers[i].VoucherID = o.vouchers[o.covers[i].VoucherID].ID
	}
	return nil
}

func (s *Service) postSale(ctx context.Context, tx *store.Tx, sale AdvanceSale, o AdvanceOffer) error {
	entry := ledger.Entry{
		CustomerID: sale.CustomerID, SourceType: sale.SourceType, SourceID: sale.SourceID, At: s.now(),
		Description: "Rent received in advance", Legs: slices.Clone(sale.From),
	}
	for _, v := range o.vouchers {
		for _, leg := range legs(v.Amounts, v.Supply.Supplier) {
			entry.Legs = append(entry.Legs, ledger.Leg{Account: leg.Account, Amount: -leg.Amount})
		}
	}
	_, posted, err := s.ledger.Post(ctx, tx, entry)
	if err == nil && !posted {
		err = fmt.Errorf("%s %s is in the books already", sale.SourceType, sale.SourceID)
	}
	if err != nil {
		return fmt.Errorf("billing: enter rent in advance: %w", err)
	}
	return nil
}
