package payment

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"rento/internal/alert"
	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/mandate"
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
	// Unknown lists money of orders that are not ours: it is in suspense.
	Unknown []string
	// Missing lists payments in our books that the gateway does not hold.
	Missing []string
	// Odd lists entries of the gateway's list that could not be read, by their
	// ids; one without an id is "?".
	Odd []string
	// Differs lists payments of which the gateway has another amount than our books.
	Differs []string
	// Rows are all of these with their amounts.
	Rows []Difference
}

// Clean reports whether both sides said the same.
func (c Comparison) Clean() bool { return len(c.Rows) == 0 }

// lookBack is how far the daily comparison goes back: a payment is listed by
// when it was made, banks honour payments up to five days later, and what was
// not taken goes back after as long. Two days more are for a comparison that is
// late: one that comes a day after the other may run hours after its time.
const lookBack = 7 * 24 * time.Hour

// minimumAge is how old a payment must be to be compared: a younger one may be on
// one side only because it is under way.
const minimumAge = 10 * time.Minute

// CompareLately compares every gateway's list of the last days with our books.
func (s *Service) CompareLately(ctx context.Context) ([]Comparison, error) {
	until := s.clock.Now().Add(-minimumAge).Truncate(time.Second)
	return s.Compare(ctx, until.Add(-lookBack), until)
}

// Compare asks every gateway for the payments made in [from, until) and works
// in what we did not know. What our books have and the gateway has not, and an
// entry of its list that cannot be read, becomes an alert. A payment that cannot be worked in stops none of the others: its
// error is told in the end.
func (s *Service) Compare(ctx context.Context, from, until time.Time) ([]Comparison, error) {
	var all []Comparison
	var failed bound.Failures
	for _, gateway := range s.gateways.All() {
		if !gateway.Profile().Lists {
			continue // its attempts are asked about one by one
		}
		c, err := s.compare(ctx, gateway, from, until)
		all = append(all, c)
		failed.Add(err)
	}
	return all, failed.Err()
}

func (s *Service) compare(ctx context.Context, gateway provider.Gateway, from, until time.Time) (Comparison, error) {
	c := Comparison{Gateway: gateway.Profile().Name}
	listed, err := gateway.ListPayments(ctx, from, until)
	if err != nil {
		return c, fmt.Errorf("payment: list of %s: %w", c.Gateway, err)
	}
	seen := map[string]bool{}
	var failed bound.Failures
	for _, odd := range listed.Odd {
		seen[odd.ID] = true
		failed.Add(s.tellOdd(ctx, &c, odd))
	}
	for _, p := range listed.Entries {
		if err := ctx.Err(); err != nil {
			failed.Add(fmt.Errorf("payment: list of %s: %w", c.Gateway, err))
			return c, failed.Err()
		}
		c.Listed++
		seen[p.ID] = true
		if err := s.compareOne(ctx, &c, p); err != nil {
			failed.Add(fmt.Errorf("payment %s at %s: %w", p.ID, c.Gateway, err))
		}
	}
	failed.Add(s.compareBack(ctx, &c, seen, from, until))
	return c, failed.Err()
}

// tellOdd tells a person of an entry of the list that could not be read.
func (s *Service) tellOdd(ctx context.Context, c *Comparison, odd provider.OddEntry) error {
	id := cmp.Or(odd.ID, "?")
	c.Odd = append(c.Odd, id)
	c.Rows = append(c.Rows, Difference{Kind: Unreadable, Gateway: c.Gateway, ID: id})
	return s.alerts.RaiseAlone(ctx, alert.Alert{Kind: "payment_unreadable", Subject: source(c.Gateway, id), Detail: odd.Cause.Error()})
}

// compareOne works a listed payment in when it says more than we know.
func (s *Service) compareOne(ctx context.Context, c *Comparison, p provider.Payment) error {
	was, err := storedPayment(ctx, s.store.Queries(), c.Gateway, p.ID)
	if err != nil {
		return err
	}
	if p.State == provider.PaymentCaptured || p.State == provider.PaymentRefunded {
		c.Held++
	}
	if was.posted != NotPosted && was.amount != p.Amount {
		return s.tellAmount(ctx, c, p, was)
	}
	if was.state == p.State && was.refunded == p.Refunded {
		return nil
	}
	done, err := s.Apply(ctx, provider.Observation{Gateway: c.Gateway, OrderID: p.OrderID, Payments: []provider.Payment{p}})
	if err != nil {
		return err
	}
	if !done.Known {
		return s.suspendUnknown(ctx, c, p, was)
	}
	if err := s.tellRefunded(ctx, c, p, was); err != nil {
		return err
	}
	if p.State == provider.PaymentCaptured && was.posted == NotPosted {
		c.Caught = append(c.Caught, p.ID)
		c.Rows = append(c.Rows, Difference{
			Kind: UnknownHere, Gateway: c.Gateway, ID: p.ID, CustomerID: done.Attempt.CustomerID, Here: was.amountHeld(), There: p.Amount, Mended: true,
		})
	}
	if len(done.Capture) == 0 {
		return nil
	}
	_, err = s.capture(ctx, s.gateways.Get(c.Gateway), provider.Observation{Gateway: c.Gateway, OrderID: p.OrderID}, done)
	return err
}

// suspendUnknown parks money of an order that is nobody's. The payment of nothing by
// which a mandate was registered is none.
func (s *Service) suspendUnknown(ctx context.Context, c *Comparison, p provider.Payment, was payment) error {
	if p.State != provider.PaymentCaptured || was.posted != NotPosted {
		return nil
	}
	if p.Amount == 0 {
		registered, err := mandate.AtGateway(ctx, s.store.Queries(), c.Gateway, p.OrderID)
		if err != nil || len(registered) > 0 {
			return err
		}
	}
	ctx = context.WithoutCancel(ctx)
	c.Unknown = append(c.Unknown, p.ID)
	c.Rows = append(c.Rows, Difference{Kind: OfNobody, Gateway: c.Gateway, ID: p.ID, There: p.Amount})
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		again, err := storedPayment(ctx, tx.Queries, c.Gateway, p.ID)
		if err != nil || again.posted != NotPosted {
			return err
		}
		nobody := Attempt{Gateway: c.Gateway}
		if err := s.storePayment(ctx, tx, nobody, p, record{state: p.State, posted: Suspended}, "unknown_order"); err != nil {
			return err
		}
		if err := s.suspend(ctx, tx, c.Gateway, p, "unknown_order"); err != nil {
			return err
		}
		return s.alerts.Raise(ctx, tx, alert.Alert{
			Kind: "payment_unknown_order", Subject: source(c.Gateway, p.ID), Detail: fmt.Sprintf("%s for order %s", p.Amount.Decimal(), p.OrderID),
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
	var failed bound.Failures
	for _, row := range rows {
		if seen[row.PaymentID] {
			continue
		}
		c.miss(row)
		failed.Add(s.alerts.RaiseAlone(ctx, alert.Alert{
			Kind: "payment_not_at_gateway", Subject: source(c.Gateway, row.PaymentID), CustomerID: row.CustomerID,
			Detail: row.AmountPaise.Decimal() + " are in our books only",
		}))
	}
	return failed.Err()
}
