package subscription

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/idempotency"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// AgreedExtension is an extension whose term has not begun. Rent is in paise a month without GST
// and holds from From. The tenure ends before Until. Leaving is the maximum charge, in paise
// without GST, for returning the item before Until.
type AgreedExtension struct {
	ItemID      int64
	Name        string
	AC          bool
	From, Until calendar.Date
	Rent        money.Paise
	Leaving     money.Paise
	// RentBefore and EndBefore apply again if the extension is taken back. RentBeforeFrom is the
	// day from which RentBefore holds, or empty if it already holds.
	RentBefore     money.Paise
	RentBeforeFrom calendar.Date
	EndBefore      calendar.Date
	// LastDay is the last day on which the extension can be taken back, or empty if it cannot.
	LastDay calendar.Date
}

// AgreedExtensions returns the agreed extensions of the items at the customer's place, the next one
// first.
func (s *Service) AgreedExtensions(ctx context.Context, q *db.Queries, customerID int64) ([]AgreedExtension, error) {
	today := calendar.Today(s.clock)
	items, err := CurrentItems(ctx, q, customerID, today)
	if err != nil || len(items) == 0 {
		return nil, err
	}
	ids := make([]int64, len(items))
	for i, item := range items {
		ids[i] = item.ID
	}
	terms, err := TermsOf(ctx, q, customerID, ids)
	if err != nil {
		return nil, err
	}
	var agreed []AgreedExtension
	for _, item := range items {
		agreed = append(agreed, s.agreedOf(item, terms[item.ID], today)...)
	}
	slices.SortStableFunc(agreed, func(a, b AgreedExtension) int { return a.From.Sub(b.From) })
	return agreed, nil
}

func (s *Service) agreedOf(item Item, terms []Term, today calendar.Date) []AgreedExtension {
	var agreed []AgreedExtension
	until := item.TenureEnd
	for at := len(terms) - 1; at > 0 && terms[at].From.After(today); at-- {
		term, before := terms[at], terms[at-1]
		if !term.isExtension(before) {
			continue
		}
		e := AgreedExtension{
			ItemID: item.ID, Name: item.Name, AC: item.AC, From: term.From, Until: until, Rent: term.Rent,
			Leaving:    mostForLeaving(item, highestRent(terms, today, until)),
			RentBefore: before.Rent, RentBeforeFrom: stillToCome(sameRentFrom(terms, at-1), today), EndBefore: term.Extends.EndBefore,
		}
		// Extensions are taken back from the last to the first, so only the last one has a LastDay.
		if at == lastExtension(terms) {
			e.LastDay = s.lastDayToTakeBack(term.From)
		}
		until = term.From
		agreed = append(agreed, e)
	}
	return agreed
}

// stillToCome returns a day in the future as it is, and no day for any other.
func stillToCome(day, today calendar.Date) calendar.Date {
	if !day.After(today) {
		return calendar.Date{}
	}
	return day
}

// lastDayToTakeBack returns the last day on which an extension that starts on a given day can be
// taken back, because nothing is billed at its rent yet. If rent is billed in advance, the run of
// its month bills it. The result is empty if that day has passed.
func (s *Service) lastDayToTakeBack(from calendar.Date) calendar.Date {
	last := from.AddDays(-1)
	if s.billsAhead {
		last = from.MonthStart().AddDays(-1)
	}
	if last.Before(calendar.Today(s.clock)) {
		return calendar.Date{}
	}
	return last
}

// TakeBackExtension takes back the last extension of an item, which ends the tenure before
// tenureEnd. The tenure ends where it ended before, and the rent stays as it was. Doing it twice
// changes nothing more. Faults: 404 for somebody else's item, 409 if the term has begun or was
// billed or there is no extension, 422 if the end of the tenure has changed, and any Fault of
// mayShorten.
func (s *Service) TakeBackExtension(ctx context.Context, customerID, itemID int64, tenureEnd calendar.Date, mayShorten MayStay) error {
	input := struct {
		ItemID    int64
		TenureEnd calendar.Date
	}{itemID, tenureEnd}
	// The call has no derived key, because to extend, take back, extend and take back again is four
	// different intents.
	call := idempotency.Call{CustomerID: customerID, Operation: "take back extension", Input: input}
	_, err := idempotency.Once(ctx, s.store, s.clock, call, func(ctx context.Context, tx *store.Tx) (bool, error) {
		return true, s.takeBackExtension(ctx, tx, customerID, itemID, tenureEnd, mayShorten)
	})
	return err
}

func (s *Service) takeBackExtension(ctx context.Context, tx *store.Tx, customerID, itemID int64, tenureEnd calendar.Date, mayShorten MayStay) error {
	items, err := s.Own(ctx, tx.Queries, customerID, []int64{itemID})
	if err != nil {
		return err
	}
	item := items[0]
	terms, err := TermsOf(ctx, tx.Queries, customerID, []int64{itemID})
	if err != nil {
		return err
	}
	at := lastExtension(terms[itemID])
	switch {
	case item.TenureEnd != tenureEnd:
		return fault.Invalid("extension.end_changed", "tenureEndDate", "The tenure of this item ends on another day by now. Please look at it again.")
	case item.Status != Active || at < 1:
		return fault.Conflict("extension.none", "No extension of this item can be taken back.")
	case s.lastDayToTakeBack(terms[itemID][at].From).IsZero():
		return fault.Conflict("extension.begun", "This extension has begun, so it cannot be taken back any more.")
	}
	if mayShorten != nil {
		if err := mayShorten(ctx, tx, customerID, []int64{itemID}); err != nil {
			return err
		}
	}
	return s.shortenItem(ctx, tx, customerID, item, terms[itemID], at)
}

// shortenItem takes back the last extension of an item, whose term is at index at, and the months
// that it added to the tenure.
func (s *Service) shortenItem(ctx context.Context, tx *store.Tx, customerID int64, item Item, terms []Term, at int) error {
	last := terms[at]
	moved, err := tx.SubscriptionItemShorten(ctx, db.SubscriptionItemShortenParams{
		Months: last.Extends.Months, TenureEnd: last.Extends.EndBefore, CustomerID: customerID, ID: item.ID, Was: item.TenureEnd,
	})
	if err != nil {
		return fmt.Errorf("subscription: shorten item %d: %w", item.ID, err)
	}
	if moved != 1 {
		return fmt.Errorf("subscription: taking an extension back changed %d items of the id %d", moved, item.ID)
	}
	if err := replaceTerms(ctx, tx, customerID, item.ID, last.From, shortened(terms, at)); err != nil {
		return err
	}
	named, err := Named(ctx, tx.Queries, item)
	if err != nil {
		return err
	}
	taken := notify.ExtensionTakenBack{
		Item: named, Rent: terms[at-1].Rent, From: stillToCome(sameRentFrom(terms, at-1), calendar.Today(s.clock)),
		Until: last.Extends.EndBefore,
	}
	if err := s.send(ctx, tx, customerID, taken); err != nil {
		return err
	}
	// From now on the same extension is a new one.
	if err := idempotency.ForgetRepetitions(ctx, tx, customerID, operationExtend); err != nil {
		return err
	}
	if err := s.record(ctx, tx, customerID, "item_extension_taken_back", item.ID); err != nil {
		return err
	}
	return s.announceTerms(ctx, tx, customerID)
}

// send sends a message about what just happened. The same event can happen again after it was taken
// back, so the key is unique and only the transaction prevents a second message.
func (s *Service) send(ctx context.Context, tx *store.Tx, customerID int64, e notify.Event) error {
	if err := s.notices.Send(ctx, tx, customerID, e, "extension/"+strconv.FormatInt(s.ids.Next(), 10)); err != nil {
		return fmt.Errorf("subscription: %w", err)
	}
	return nil
}
