package billing

import (
	"context"
	"slices"

	"rento/internal/advance"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store/db"
)

// Leaving is what becomes of the rent that was paid in advance for an item once the item is picked
// up, in paise with tax (docs/rules.md R11).
type Leaving struct {
	// Lost is the discount that is not earned by then. It is charged, and paid from the rent in advance.
	Lost money.Paise
	// Left is the rest of the rent in advance. The settlement gives it back.
	Left money.Paise
}

// LeavingOn returns what becomes of rent in advance if these items are picked up on a day, by item.
// Items without rent in advance for that day are left out.
func (s *Service) LeavingOn(ctx context.Context, q *db.Queries, customerID int64, itemIDs []int64, day calendar.Date) (map[int64]Leaving, error) {
	who, err := s.customer(ctx, q, customerID)
	if err != nil {
		return nil, err
	}
	used, leaving := map[int64]advance.Amounts{}, map[int64]Leaving{}
	for id, c := range who.covers {
		if !slices.Contains(itemIDs, id) || !day.Before(c.To) {
			delete(who.covers, id)
			continue
		}
		if used[id], err = s.usedOf(ctx, q, c, day); err != nil {
			return nil, err
		}
	}
	if len(who.covers) == 0 {
		return leaving, nil
	}
	if err := s.useUntil(ctx, q, who, used, day); err != nil {
		return nil, err
	}
	for id, c := range who.covers {
		lost := c.Lost(day, used[id], taxer(c))
		c.Draw(lost)
		leaving[id] = Leaving{Lost: lost.Total(), Left: c.Left().Total()}
	}
	return leaving, nil
}

// useUntil takes the rent until a day, as the monthly runs and the last invoice will, from the
// customer's covers. It adds it to used, by item.
func (s *Service) useUntil(ctx context.Context, q *db.Queries, who customer, used map[int64]advance.Amounts, day calendar.Date) error {
	com, err := s.composer(ctx, q, Rental)
	if err != nil {
		return err
	}
	first := s.settings.billedTo(s.today())
	for month := first; month.Before(day); month = month.NextMonth() {
		com.date = calendar.Earlier(s.settings.billedOn(month), day)
		items, err := s.unbilled(ctx, q, who.id, calendar.Earlier(month.NextMonth(), day))
		if err != nil {
			return err
		}
		if month != first {
			for i := range items {
				items[i].from = calendar.Later(items[i].from, month)
			}
		}
		items = slices.DeleteFunc(items, func(item billable) bool {
			_, covered := who.covers[item.ID]
			return !covered || !item.from.Before(item.to)
		})
		drafts, err := com.compose(who, items)
		if err != nil {
			return err
		}
		for _, d := range drafts {
			for _, taken := range d.draws {
				c := who.covers[taken.ItemID]
				c.Discount(taken.List)
				c.Draw(taken.Amounts)
				who.covers[taken.ItemID] = c
				used[taken.ItemID] = used[taken.ItemID].Plus(taken.Amounts)
			}
		}
	}
	return nil
}
