package billing

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rento/internal/advance"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// returnedFact is the fact of the message about rent in advance that came back to the wallet, by the
// morning on which it leaves.
func returnedFact(morning string) string { return "advance_returned/" + morning }

// tellReturned sends one message on the next morning about all rent in advance that came back to the
// wallet by then.
func (s *Service) tellReturned(ctx context.Context, tx *store.Tx, who customer) error {
	morning := notify.MorningAfter(s.now())
	returned, err := s.returnedBy(ctx, tx.Queries, who, morning)
	if err != nil {
		return err
	}
	if err := s.notices.Send(ctx, tx, who.id, returned, returnedFact(morning.String())); err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	return nil
}

// reviewReturned adds up what came back again just before its message leaves.
func (s *Service) reviewReturned(ctx context.Context, q *db.Queries, customerID int64, fact string) (notify.Event, bool, error) {
	morning, err := calendar.Parse(strings.TrimPrefix(fact, returnedFact("")))
	if err != nil {
		return nil, false, fmt.Errorf("billing: %s: %w", fact, err)
	}
	who, err := s.customer(ctx, q, customerID)
	if err != nil {
		return nil, false, err
	}
	returned, err := s.returnedBy(ctx, q, who, morning)
	return returned, true, err
}

// returnedBy adds up the rent in advance that came back to the wallet before a morning and is told on
// it. What the settlement of a closure gives back is told by the settlement.
func (s *Service) returnedBy(ctx context.Context, q *db.Queries, who customer, morning calendar.Date) (e notify.AdvanceReturned, err error) {
	packages, err := advance.PackagesOf(ctx, q, who.id)
	if err != nil {
		return e, err
	}
	for _, p := range packages {
		vouchers, err := advance.VouchersOf(ctx, q, who.id, p.ID)
		if err != nil {
			return e, err
		}
		covers, err := p.Covers(ctx, q)
		if err != nil {
			return e, err
		}
		for _, v := range vouchers {
			if v.Kind != advance.Refund || notify.MorningAfter(v.IssuedAt) != morning {
				continue
			}
			legs, err := ledger.LegsOf(ctx, q, who.id, SourceAdvanceReturned, strconv.FormatInt(v.ID, 10))
			if err != nil {
				return e, err
			}
			if !slices.Contains(legs, ledger.Credit(ledger.Wallet, v.Total())) {
				continue
			}
			e.Amount, e.Vouchers = money.Sum(e.Amount, v.Total()), append(e.Vouchers, v.Number)
			for _, c := range covers {
				if slices.ContainsFunc(c.Draws, func(d advance.Draw) bool { return d.VoucherID == v.ID }) {
					if err := s.addReturned(ctx, q, &e, who, c); err != nil {
						return e, err
					}
				}
			}
		}
	}
	return e, nil
}

// addReturned names the item of a cover whose rest came back, by the reason.
func (s *Service) addReturned(ctx context.Context, q *db.Queries, e *notify.AdvanceReturned, who customer, c advance.Cover) error {
	briefs, err := subscription.BriefsOf(ctx, q, c.CustomerID, []int64{c.ItemID})
	if err != nil {
		return err
	}
	product, err := subscription.Named(ctx, q, subscription.Item{ProductID: briefs[c.ItemID].ProductID, Name: briefs[c.ItemID].Name})
	if err != nil {
		return err
	}
	terms, err := subscription.TermsOf(ctx, q, c.CustomerID, []int64{c.ItemID})
	if err != nil {
		return err
	}
	suppliers, err := s.suppliers(ctx, q)
	if err != nil {
		return err
	}
	moved := leavesSupply(c, suppliers, who, terms[c.ItemID])
	switch {
	case !moved.IsZero() && !moved.After(c.EndedOn):
		e.Moved = append(e.Moved, product)
	case c.EndedOn.Before(c.To):
		e.Retaxed = append(e.Retaxed, product)
	default:
		e.Over = append(e.Over, product)
	}
	return nil
}

// leavesSupply is the first day in the months of a cover on which its item is supplied otherwise than
// it was paid for, because it stands in another state. It is zero if the supply stays.
func leavesSupply(c advance.Cover, suppliers Suppliers, who customer, terms []subscription.Term) (on calendar.Date) {
	for _, piece := range subscription.Charge(terms, c.From, c.To) {
		if supplyOf(suppliers.SupplyAt(piece.StateCode, who.state)) != c.Supply {
			return piece.From
		}
	}
	return on
}
