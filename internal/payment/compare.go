package payment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"rento/internal/alert"
	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Comparison is the result of comparing what one gateway has with our books.
type Comparison struct {
	Gateway string
	// Listed is how many payments the gateway has. Held is how many of them the gateway reports
	// as captured or refunded. Refunds is how many refunds were compared.
	Listed, Held, Refunds int
	// NotAsked is how many payments and refunds of our books were not compared, because their
	// gateway is not set up.
	NotAsked int
	// Caught lists payments that we only learned of now. We processed them.
	Caught []string
	// Unknown lists payments for orders that are not ours. Their money is in the suspense
	// account.
	Unknown []string
	// Missing lists payments that are in our books and not at the gateway.
	Missing []string
	// Odd lists the ids of entries in the gateway's list that could not be read. An entry
	// without an id is "?".
	Odd []string
	// Differs lists payments whose amount at the gateway is not the one in our books.
	Differs []string
	// Rows has a row with amounts for each of these payments.
	Rows []Difference
}

// Clean reports whether our books and the gateway agree.
func (c Comparison) Clean() bool { return len(c.Rows) == 0 }

// lookBack is how far back the daily comparison goes. Gateways list a payment under the time at
// which it was made. Banks honour payments up to five days later, and money that is not captured
// also goes back after up to five days. Two more days allow for a comparison that runs late.
const lookBack = 7 * 24 * time.Hour

// minimumAge is how old a payment must be before we compare it. A younger payment may be missing
// on one side because it is still under way.
const minimumAge = 10 * time.Minute

// CompareLately compares every gateway's list of the last seven days with our books.
func (s *Service) CompareLately(ctx context.Context) ([]Comparison, error) {
	until := s.clock.Now().Add(-minimumAge).Truncate(time.Second)
	return s.Compare(ctx, until.Add(-lookBack), until)
}

// Compare asks every gateway that can list payments for those made in [from, until). It
// processes payments that we did not know. It raises an alert for each payment that only our
// books have and for each list entry that cannot be read. If one payment cannot be processed,
// Compare continues with the others and returns the error at the end.
func (s *Service) Compare(ctx context.Context, from, until time.Time) ([]Comparison, error) {
	var all []Comparison
	var failed bound.Failures
	for _, gateway := range s.gateways.All() {
		if !gateway.Profile().Lists {
			continue // CompareOrders asks about its orders one by one
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

// tellOdd raises an alert for a list entry that could not be read.
func (s *Service) tellOdd(ctx context.Context, c *Comparison, odd provider.OddEntry) error {
	id := cmp.Or(odd.ID, "?")
	c.Odd = append(c.Odd, id)
	c.Rows = append(c.Rows, Difference{Kind: Unreadable, Gateway: c.Gateway, ID: id})
	return s.alerts.RaiseAlone(ctx, alert.Alert{Kind: "payment_unreadable", Subject: source(c.Gateway, id), Detail: odd.Cause.Error()})
}

// compareOne processes a listed payment if the gateway reports something that we do not know.
func (s *Service) compareOne(ctx context.Context, c *Comparison, p provider.Payment) error {
	was, err := storedPayment(ctx, s.store.Queries(), c.Gateway, p.ID)
	if err != nil {
		return err
	}
	if p.State == provider.PaymentCaptured || p.State == provider.PaymentRefunded {
		c.Held++
	}
	if was.posted != NotPosted {
		if differs, err := s.compareEntered(ctx, c, p, was); differs || err != nil {
			return err
		}
	}
	if was.state == p.State && was.refunded == p.Refunded {
		return nil
	}
	seen := provider.Observation{Gateway: c.Gateway, OrderID: p.OrderID, Payments: []provider.Payment{p}}
	done, err := s.Apply(ctx, seen)
	if err == nil && !done.Known {
		if err = s.learnOrders(ctx, c.Gateway, p.Amount); err == nil {
			done, err = s.Apply(ctx, seen)
		}
	}
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

// learnOrders asks a gateway about the attempts of an amount whose order it has not told us yet: its
// answer to a debit was lost, and the list has the payment. Without its answer the payment waits for the
// next comparison, because it may be a customer's.
func (s *Service) learnOrders(ctx context.Context, gateway string, amount money.Paise) error {
	rows, err := s.store.Queries().PaymentAttemptsWithoutOrder(ctx, gateway, amount)
	if err != nil {
		return fmt.Errorf("payment: read attempts without an order: %w", err)
	}
	for _, row := range rows {
		if _, err := s.queryGateway(ctx, attempt(row)); err != nil {
			return err
		}
	}
	return nil
}

// compareEntered compares a payment in our books with the gateway's: its amount, also that of its
// journal entry, its day, and its fee once a settlement file has told it. Each difference raises
// an alert. differs says that the amount is another one, so nothing may be entered for it.
func (s *Service) compareEntered(ctx context.Context, c *Comparison, p provider.Payment, was payment) (differs bool, err error) {
	entered, err := s.amountEntered(ctx, c.Gateway, p.ID, was)
	if err != nil {
		return false, err
	}
	for _, here := range []money.Paise{was.amount, entered} {
		if here != p.Amount {
			return true, s.tellAmount(ctx, c, p, was, here)
		}
	}
	if there := calendar.Stamp(p.At); !there.IsZero() && !was.paidAt.IsZero() && there.Date() != was.paidAt.Date() {
		d := Difference{
			Kind: DayDiffers, Gateway: c.Gateway, ID: p.ID, CustomerID: was.customerID, Here: was.amount, There: p.Amount, HereAt: was.paidAt, ThereAt: there,
		}
		err = s.tell(ctx, c, d, "payment_day_differs", fmt.Sprintf("paid on %s here, on %s at the gateway", d.HereAt.Date(), d.ThereAt.Date()))
	}
	legs, err2 := ledger.LegsOf(ctx, s.store.Queries(), 0, SourceSettled, source(c.Gateway, p.ID))
	var fee money.Paise
	isBanked := false // else it was in suspense before, where its fee is
	for _, leg := range legs {
		isBanked = isBanked || leg.Account == ledger.Bank
		if leg.Account == ledger.GatewayFees || leg.Account == ledger.InputGST {
			fee = money.Sum(fee, leg.Amount)
		}
	}
	if isBanked && p.Fee > 0 && fee != p.Fee {
		d := Difference{Kind: FeeDiffers, Gateway: c.Gateway, ID: p.ID, CustomerID: was.customerID, Here: fee, There: p.Fee}
		err = errors.Join(err, s.tell(ctx, c, d, "payment_fee_differs", fmt.Sprintf("fee of %s here, %s at the gateway", fee.Decimal(), p.Fee.Decimal())))
	}
	return false, errors.Join(err, err2)
}

// amountEntered returns the amount of the journal entry of a payment. A payment of zero has none.
func (s *Service) amountEntered(ctx context.Context, gateway, paymentID string, was payment) (entered money.Paise, err error) {
	customerID := was.customerID
	if was.posted == Suspended {
		customerID = 0 // nobody's money
	}
	legs, err := ledger.LegsOf(ctx, s.store.Queries(), customerID, sourcePayment, source(gateway, paymentID))
	for _, leg := range legs {
		if leg.Account == ledger.InTransit(gateway) {
			entered = money.Sum(entered, leg.Amount)
		}
	}
	return entered, err
}

// suspendUnknown puts the money of an order that is not ours into the suspense account. It skips
// the payment of zero that a gateway lists when a mandate is registered.
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

// compareBack raises an alert for each payment that is in our books and not in the gateway's
// list.
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
