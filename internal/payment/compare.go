package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"rento/internal/calendar"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Comparison is what came of comparing one gateway's list with our books.
type Comparison struct {
	Gateway string
	// Listed is how many payments the gateway holds, Held how many of them are
	// money of ours by its word.
	Listed, Held int
	// Caught lists payments that we learned of only now, and worked in.
	Caught []string
	// Stranded lists money of orders that are not ours: it is in suspense.
	Stranded []string
	// Missing lists payments in our books that the gateway does not hold.
	Missing []string
}

// Clean reports whether both sides said the same.
func (c Comparison) Clean() bool { return len(c.Caught)+len(c.Stranded)+len(c.Missing) == 0 }

// lookBack is how far the daily comparison goes back: a payment is listed by
// when it was made, and banks honour payments up to five days later.
const lookBack = 6 * 24 * time.Hour

// settled is how old a payment must be to be compared: a younger one may be on
// one side only because it is under way.
const settled = 10 * time.Minute

// CompareLately compares every gateway's list of the last days with our books.
func (s *Service) CompareLately(ctx context.Context) ([]Comparison, error) {
	until := s.clock.Now().Add(-settled).Truncate(time.Second)
	return s.Compare(ctx, until.Add(-lookBack), until)
}

// Compare asks every gateway for the payments made in [from, until) and works
// in what we did not know. What our books have and the gateway has not becomes
// an alert.
func (s *Service) Compare(ctx context.Context, from, until time.Time) ([]Comparison, error) {
	var all []Comparison
	var failed []error
	for _, name := range s.gatewayNames() {
		c, err := s.compare(ctx, name, from, until)
		all, failed = append(all, c), append(failed, err)
	}
	return all, errors.Join(failed...)
}

func (s *Service) gatewayNames() []string {
	var names []string
	for name := range s.gateways {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func (s *Service) compare(ctx context.Context, name string, from, until time.Time) (Comparison, error) {
	c := Comparison{Gateway: name}
	listed, err := s.gateways[name].ListPayments(ctx, from, until)
	if err != nil {
		return c, fmt.Errorf("payment: list of %s: %w", name, err)
	}
	seen := map[string]bool{}
	for _, p := range listed {
		c.Listed++
		seen[p.ID] = true
		if err := s.compareOne(ctx, &c, p); err != nil {
			return c, err
		}
	}
	return c, s.compareBack(ctx, &c, seen, from, until)
}

// compareOne works a listed payment in when it says more than we know.
func (s *Service) compareOne(ctx context.Context, c *Comparison, p provider.Payment) error {
	was, err := noted(ctx, s.store.Queries(), c.Gateway, p.ID)
	if err != nil {
		return err
	}
	if p.State == provider.PaymentCaptured || p.State == provider.PaymentRefunded {
		c.Held++
	}
	if was.state == p.State && was.refunded == p.Refunded {
		return nil
	}
	done, err := s.Apply(ctx, provider.Observation{Gateway: c.Gateway, OrderID: p.OrderID, Payments: []provider.Payment{p}})
	if err != nil {
		return err
	}
	if !done.Known {
		return s.strand(ctx, c, p, was)
	}
	if p.State == provider.PaymentCaptured {
		c.Caught = append(c.Caught, p.ID)
	}
	if len(done.Capture) == 0 {
		return nil
	}
	_, err = s.capture(ctx, s.gateways[c.Gateway], provider.Observation{Gateway: c.Gateway, OrderID: p.OrderID}, done)
	return err
}

// strand parks money of an order that is nobody's.
func (s *Service) strand(ctx context.Context, c *Comparison, p provider.Payment, was note) error {
	if p.State != provider.PaymentCaptured || was.posted != NotPosted {
		return nil
	}
	ctx = context.WithoutCancel(ctx)
	c.Stranded = append(c.Stranded, p.ID)
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		again, err := noted(ctx, tx.Queries, c.Gateway, p.ID)
		if err != nil || again.posted != NotPosted {
			return err
		}
		nobody := Attempt{Gateway: c.Gateway}
		if err := s.note(ctx, tx, nobody, p, record{state: p.State, posted: Suspended}, "unknown_order"); err != nil {
			return err
		}
		if err := s.suspend(ctx, tx, c.Gateway, p, "unknown_order"); err != nil {
			return err
		}
		return s.alert(ctx, tx, alarm{
			kind: "payment_unknown_order", subject: source(c.Gateway, p.ID), detail: fmt.Sprintf("%s for order %s", p.Amount.Decimal(), p.OrderID),
		})
	})
}

// compareBack looks for money in our books that the gateway does not know of.
func (s *Service) compareBack(ctx context.Context, c *Comparison, seen map[string]bool, from, until time.Time) error {
	rows, err := s.store.Queries().PaymentsHeld(ctx, db.PaymentsHeldParams{
		Gateway: c.Gateway, FromAt: calendar.Stamp(from), UntilAt: calendar.Stamp(until),
	})
	if err != nil {
		return fmt.Errorf("payment: read payments: %w", err)
	}
	ctx = context.WithoutCancel(ctx)
	for _, row := range rows {
		if seen[row.PaymentID] {
			continue
		}
		c.Missing = append(c.Missing, row.PaymentID)
		err := s.store.WriteCompany(ctx, func(tx *store.Tx) error {
			return s.alert(ctx, tx, alarm{
				kind: "payment_not_at_gateway", subject: source(c.Gateway, row.PaymentID), customerID: row.CustomerID,
				detail: row.AmountPaise.Decimal() + " are in our books only",
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}
