package subscription

import (
	"context"
	"fmt"
	"slices"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/idempotency"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// ExtensionMonths are the numbers of months by which an item can be extended.
var ExtensionMonths = []int{3, 6}

// extensionDiscountBP is the discount on the rent by months of extension, in hundredths of a
// percent.
var extensionDiscountBP = map[int]int64{3: 0, 6: 500}

const operationExtend = "extend items"

// ExtensionLimit is how many months ahead an extended tenure may end.
const ExtensionLimit = 24

// ExtensionOffer is what an item costs if the customer keeps it longer. Rent is in paise a month
// without GST. It holds from From, the day on which the current tenure has ended; RentBefore holds
// until then. Until is the first day after the new tenure. Leaving is the maximum charge, in paise
// without GST, for returning the item before Until. LastDay is the last day on which the extension
// can be taken back, or empty if it cannot.
type ExtensionOffer struct {
	Months      int
	From, Until calendar.Date
	Rent        money.Paise
	RentBefore  money.Paise
	Leaving     money.Paise
	LastDay     calendar.Date
}

// Extendable is an item with its extension offers.
type Extendable struct {
	Item
	Offers []ExtensionOffer
}

// Extension is an offer that the customer accepts, as it was shown. TenureEnd is the end of the
// current tenure; if it is empty, it is not compared.
type Extension struct {
	ItemID    int64
	Months    int
	Rent      money.Paise
	TenureEnd calendar.Date
}

// offersOf computes the extension offers for an item on a day (docs/rules.md R14). An offer never
// starts in the past, its rent is in whole rupees, and none ends beyond ExtensionLimit.
func offersOf(item Item, terms []Term, today calendar.Date) []ExtensionOffer {
	from, last := calendar.Later(item.TenureEnd, today.AddDays(1)), today.AddMonths(ExtensionLimit)
	offers := make([]ExtensionOffer, 0, len(ExtensionMonths))
	for _, months := range ExtensionMonths {
		if from.AddMonths(months).After(last) {
			continue
		}
		// The base is the rent that holds until then, so the offer is the same before and after an
		// agreed term begins.
		before := terms[termAt(terms, from.AddDays(-1))].Rent
		rent := before.MulDiv(10_000-extensionDiscountBP[months], 10_000*int64(money.Rupee)) * money.Rupee
		if extensionDiscountBP[months] == 0 {
			rent = before
		}
		offers = append(offers, ExtensionOffer{
			Months: months, From: from, Until: from.AddMonths(months), Rent: rent,
			RentBefore: before,
			Leaving:    mostForLeaving(item, max(highestRent(terms, today, from), rent)),
		})
	}
	return offers
}

// Extensions returns the offers for active items of the customer. Faults: 404 for somebody else's
// item, 409 for an item that is not active.
func (s *Service) Extensions(ctx context.Context, q *db.Queries, customerID int64, itemIDs []int64) ([]Extendable, error) {
	owned, err := s.Own(ctx, q, customerID, itemIDs)
	if err != nil {
		return nil, err
	}
	terms, err := TermsOf(ctx, q, customerID, itemIDs)
	if err != nil {
		return nil, err
	}
	list := make([]Extendable, len(owned))
	for i, item := range owned {
		if item.Status != Active {
			return nil, fault.Conflict("extension.item_not_active", "Only active items can be extended.")
		}
		list[i] = Extendable{Item: item, Offers: offersOf(item, terms[item.ID], calendar.Today(s.clock))}
		for at := range list[i].Offers {
			list[i].Offers[at].LastDay = s.lastDayToTakeBack(list[i].Offers[at].From)
		}
	}
	return list, nil
}

// MayStay returns a Fault for items that are already planned to leave the customer. A nil MayStay
// refuses nothing.
type MayStay func(ctx context.Context, tx *store.Tx, customerID int64, itemIDs []int64) error

// Extend lengthens the tenure of items, all or none. The new rent holds from the day on which the
// current tenure has ended. Faults: 404 for somebody else's item, 409 for an item that is not
// active or would stay longer than ExtensionLimit, 422 if the rent differs from the offer or the
// end of the tenure has changed, and any Fault of mayStay.
func (s *Service) Extend(ctx context.Context, customerID int64, wanted []Extension, mayStay MayStay) error {
	if len(wanted) == 0 {
		return fault.Invalid("request.nothing_selected", "extensionData", "Please select atleast one.")
	}
	call := idempotency.Call{CustomerID: customerID, Operation: operationExtend, Input: wanted, AddsUp: true}
	_, err := idempotency.Once(ctx, s.store, s.clock, call, func(ctx context.Context, tx *store.Tx) (bool, error) {
		return true, s.extend(ctx, tx, customerID, wanted, mayStay)
	})
	return err
}

func (s *Service) extend(ctx context.Context, tx *store.Tx, customerID int64, wanted []Extension, mayStay MayStay) error {
	byID := make(map[int64]Extension, len(wanted))
	ids := make([]int64, len(wanted))
	for i, w := range wanted {
		byID[w.ItemID], ids[i] = w, w.ItemID
	}
	items, err := s.Extensions(ctx, tx.Queries, customerID, ids)
	if err != nil {
		return err
	}
	if mayStay != nil {
		if err := mayStay(ctx, tx, customerID, ids); err != nil {
			return err
		}
	}
	terms, err := TermsOf(ctx, tx.Queries, customerID, ids)
	if err != nil {
		return err
	}
	for _, item := range items {
		offer, err := item.offer(byID[item.ID])
		if err != nil {
			return err
		}
		if err := s.extendItem(ctx, tx, customerID, item.Item, terms[item.ID], offer); err != nil {
			return err
		}
	}
	return s.announceTerms(ctx, tx, customerID)
}

func (e Extendable) offer(w Extension) (ExtensionOffer, error) {
	if !w.TenureEnd.IsZero() && w.TenureEnd != e.TenureEnd {
		return ExtensionOffer{}, fault.Invalid("extension.tenure_changed", "tenureEndDate", "The end of the tenure has changed. Please look at the new dates and confirm again.")
	}
	for _, o := range e.Offers {
		if o.Months == w.Months && o.Rent == w.Rent {
			return o, nil
		}
		if o.Months == w.Months {
			return o, fault.Invalid("extension.rent_changed", "newRentAmount", "The rent has changed. Please look at the new rent and confirm again.")
		}
	}
	if slices.Contains(ExtensionMonths, w.Months) {
		return ExtensionOffer{}, fault.Conflict("extension.too_far_ahead", "A tenure can be extended to {months} months from today at most. Please choose less, or come back later.",
			fault.With("months", ExtensionLimit))
	}
	return ExtensionOffer{}, fault.Invalid("extension.tenure_not_offered", "extendedTenureMonths", "An item can be extended by 3 or 6 months.")
}

// extendItem extends the tenure of an item as offered.
func (s *Service) extendItem(ctx context.Context, tx *store.Tx, customerID int64, item Item, terms []Term, o ExtensionOffer) error {
	moved, err := tx.SubscriptionItemExtend(ctx, db.SubscriptionItemExtendParams{
		Months: int64(o.Months), TenureEnd: o.Until, CustomerID: customerID, ID: item.ID, Was: item.TenureEnd,
	})
	if err != nil {
		return fmt.Errorf("subscription: extend item: %w", err)
	}
	if moved == 0 {
		return fault.Conflict("extension.item_not_active", "Only active items can be extended.")
	}
	if err := replaceTerms(ctx, tx, customerID, item.ID, o.From, extended(terms, o, item.TenureEnd)); err != nil {
		return err
	}
	named, err := Named(ctx, tx.Queries, item)
	if err != nil {
		return err
	}
	agreed := notify.ExtensionAgreed{Item: named, Rent: o.Rent, From: o.From, Until: o.Until, LastDay: o.LastDay}
	if err := s.send(ctx, tx, customerID, agreed); err != nil {
		return err
	}
	return s.record(ctx, tx, customerID, fmt.Sprintf("item_extended_%d_months", o.Months), item.ID)
}
