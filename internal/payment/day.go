package payment

import (
	"context"
	"fmt"
	"time"

	"rento/internal/alert"
	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// DifferenceKind says in what a gateway and our books differ.
type DifferenceKind string

// The kinds of differences. What our books did not know is worked in the ordinary
// way; of the others a person is told by an alert.
const (
	RefundUnknown DifferenceKind = "refund_unknown_here"
	UnknownHere   DifferenceKind = "payment_unknown_here"
	OfNobody      DifferenceKind = "payment_of_nobody"
	NotThere      DifferenceKind = "payment_not_there"
	AmountDiffers DifferenceKind = "amount_differs"
	// OrderDiffers: a settlement file has it with the order of another payment.
	OrderDiffers DifferenceKind = "order_differs"
	Unreadable   DifferenceKind = "unreadable"
	// NotSettled: no settlement file has it, although it should by now.
	NotSettled     DifferenceKind = "payment_not_settled"
	RefundMoved    DifferenceKind = "refund_state_unknown_here"
	RefundNotThere DifferenceKind = "refund_not_there"
	RefundDiffers  DifferenceKind = "refund_differs"
)

// Difference is a row in which a gateway and our books differ: a payment or a
// refund, by the gateway's id, with the paise that each side has of it. Mended says
// that our books say by now what the gateway does.
type Difference struct {
	Kind        DifferenceKind
	Gateway, ID string
	CustomerID  int64 // 0 for nobody's
	Here, There money.Paise
	Mended      bool
}

// String is the row as it is printed.
func (d Difference) String() string {
	const longestPrinted = 200
	state := "a person decides"
	if d.Mended {
		state = "mended"
	}
	// What a provider wrote is printed on a terminal.
	return fmt.Sprintf("%s %s %s customer %d: here %s, there %s, %s", d.Gateway, bound.Line(bound.Text(d.ID, longestPrinted)), d.Kind, d.CustomerID, d.Here.Decimal(), d.There.Decimal(), state)
}

// tellAmount tells a person that a gateway has another amount of a payment.
func (s *Service) tellAmount(ctx context.Context, c *Comparison, p provider.Payment, was payment) error {
	c.Differs = append(c.Differs, p.ID)
	c.Rows = append(c.Rows, Difference{Kind: AmountDiffers, Gateway: c.Gateway, ID: p.ID, CustomerID: was.customerID, Here: was.amount, There: p.Amount})
	return s.alerts.RaiseAlone(ctx, alert.Alert{
		Kind: "payment_amount_differs", Subject: source(c.Gateway, p.ID), CustomerID: was.customerID,
		Detail: fmt.Sprintf("%s here, %s at the gateway", was.amount.Decimal(), p.Amount.Decimal()),
	})
}

// tellRefunded notes what a gateway has given back of a payment beyond our own
// refunds; Apply has told a person.
func (s *Service) tellRefunded(ctx context.Context, c *Comparison, p provider.Payment, was payment) error {
	if was.posted == NotPosted || p.Refunded <= was.refunded {
		return nil
	}
	rows, err := s.store.Queries().PaymentRefundsOf(ctx, c.Gateway, p.ID)
	if err != nil {
		return fmt.Errorf("payment: read refunds: %w", err)
	}
	var ours money.Paise
	for _, row := range rows {
		if !paidByHand(row) {
			ours = money.Sum(ours, row.AmountPaise)
		}
	}
	if p.Refunded > ours {
		c.Rows = append(c.Rows, Difference{Kind: RefundUnknown, Gateway: c.Gateway, ID: p.ID, CustomerID: was.customerID, Here: ours, There: p.Refunded})
	}
	return nil
}

// miss notes a payment that the gateway does not hold.
func (c *Comparison) miss(row db.GatewayPayment) {
	c.Missing = append(c.Missing, row.PaymentID)
	c.Rows = append(c.Rows, Difference{Kind: NotThere, Gateway: c.Gateway, ID: row.PaymentID, CustomerID: row.CustomerID, Here: row.AmountPaise})
}

// CompareOrders asks the gateways that list nothing about each order made in
// [from, until), debits of mandates among them, and works in what we did not know.
// It reads a page of orders at a time.
func (s *Service) CompareOrders(ctx context.Context, from, until time.Time) ([]Comparison, error) {
	var all []Comparison
	var failed bound.Failures
	for _, gateway := range s.gateways.All() {
		if gateway.Profile().Lists {
			continue
		}
		c := Comparison{Gateway: gateway.Profile().Name}
		failed.Add(s.compareOrders(ctx, &c, gateway, from, until))
		all = append(all, c)
	}
	return all, failed.Err()
}

func (s *Service) compareOrders(ctx context.Context, c *Comparison, gateway provider.Gateway, from, until time.Time) error {
	var failed bound.Failures
	page := db.PaymentAttemptsMadeParams{Gateway: c.Gateway, FromAt: calendar.Stamp(from), UntilAt: calendar.Stamp(until)}
	for {
		rows, err := s.store.Queries().PaymentAttemptsMade(ctx, page)
		if err != nil {
			failed.Add(fmt.Errorf("payment: read the orders of a day: %w", err))
			return failed.Err()
		}
		for _, row := range rows {
			if err := ctx.Err(); err != nil {
				failed.Add(fmt.Errorf("payment: orders of %s: %w", c.Gateway, err))
				return failed.Err()
			}
			failed.Add(s.compareOrder(ctx, c, gateway, attempt(row)))
			page.AfterAt, page.AfterID = row.CreatedAt, row.ID
		}
		if len(rows) == 0 {
			return failed.Err()
		}
	}
}

// compareOrder compares what the gateway has of one order.
func (s *Service) compareOrder(ctx context.Context, c *Comparison, gateway provider.Gateway, a Attempt) error {
	seen, err := gateway.Observe(ctx, a.Reference, a.OrderID)
	if err != nil {
		return fmt.Errorf("payment: ask %s: %w", a.Gateway, err)
	}
	var failed bound.Failures
	there := map[string]bool{}
	for _, p := range seen.Payments {
		c.Listed++
		there[p.ID] = true
		failed.Add(s.compareOne(ctx, c, p))
	}
	here, err := s.store.Queries().PaymentsOfAttempt(ctx, db.PaymentsOfAttemptParams{Gateway: a.Gateway, CustomerID: a.CustomerID, AttemptID: a.ID})
	if err != nil {
		failed.Add(fmt.Errorf("payment: read payments: %w", err))
		return failed.Err()
	}
	for _, row := range here {
		if there[row.PaymentID] || Posting(row.PostedAs) == NotPosted {
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

// CompareRefunds asks about each refund that was wanted in [from, until) and that
// its gateway has got. A state that we did not know is worked in. A refund that
// the gateway does not have, or of another amount, becomes an alert.
func (s *Service) CompareRefunds(ctx context.Context, from, until time.Time) (rows []Difference, err error) {
	var failed bound.Failures
	page := db.PaymentRefundsMadeParams{FromAt: calendar.Stamp(from), UntilAt: calendar.Stamp(until)}
	for {
		refunds, err := s.store.Queries().PaymentRefundsMade(ctx, page)
		if err != nil {
			failed.Add(fmt.Errorf("payment: read the refunds of a day: %w", err))
			return rows, failed.Err()
		}
		for _, row := range refunds {
			page.AfterAt, page.AfterID = row.CreatedAt, row.ID
			found, differs, err := s.compareRefund(ctx, row)
			failed.Add(err)
			if differs {
				rows = append(rows, found)
			}
		}
		if len(refunds) == 0 || ctx.Err() != nil {
			failed.Add(ctx.Err())
			return rows, failed.Err()
		}
	}
}

func (s *Service) compareRefund(ctx context.Context, row db.Refund) (d Difference, differs bool, err error) {
	gateway := s.gateways.Get(row.Gateway)
	if gateway == nil || paidByHand(row) {
		return d, false, nil
	}
	order, err := s.orderOf(ctx, row)
	if err != nil {
		return d, false, err
	}
	got, err := gateway.FetchRefund(ctx, provider.RefundQuery{Order: order, PaymentID: row.PaymentID, ID: row.GatewayRefundID, Key: row.IdempotencyKey})
	d = Difference{Gateway: row.Gateway, ID: row.GatewayRefundID, CustomerID: row.CustomerID, Here: row.AmountPaise, There: got.Amount}
	switch {
	case provider.OutcomeOf(err) == provider.Declined:
		d.Kind, d.There = RefundNotThere, 0
	case err != nil:
		return d, false, fmt.Errorf("payment: ask %s about refund %s: %w", row.Gateway, row.GatewayRefundID, err)
	case got.Amount != row.AmountPaise || got.PaymentID != row.PaymentID, RefundState(row.State) == RefundProcessed && got.State == provider.RefundFailed:
		d.Kind = RefundDiffers
	case RefundState(row.State) == RefundPending && got.State != provider.RefundPending:
		d.Kind, d.Mended = RefundMoved, true
		return d, true, s.applyRefund(ctx, row, got)
	default:
		return d, false, nil
	}
	return d, true, s.alerts.RaiseAlone(ctx, alert.Alert{
		Kind: "refund_differs", Subject: source(row.Gateway, row.GatewayRefundID), CustomerID: row.CustomerID,
		Detail: fmt.Sprintf("%s here, %s at the gateway: %s", row.AmountPaise.Decimal(), d.There.Decimal(), d.Kind),
	})
}

// Settled is a line of a settlement file as our books know it.
type Settled struct {
	Gateway    string
	CustomerID int64
	Amount     money.Paise // 0 when our books have no such money
	// Order is that of the payment, the zero value for nobody's.
	Order provider.Order
}

// IsOf reports whether a line that names an order, our reference or the provider's id,
// may be about this money. One that names none may be about any.
func (s Settled) IsOf(order string) bool {
	return order == "" || s.Order.Reference == "" || order == s.Order.Reference || order == s.Order.ID || s.Order.ID == ""
}

// SettledPayment finds the payment of a line: money of a provider, by the
// provider's id of the payment. One that our books do not have is asked about
// by order, our reference or the provider's id, and worked in; caught says so.
func (s *Service) SettledPayment(ctx context.Context, providerName, paymentID, order string) (found Settled, caught bool, err error) {
	if found, err = s.settledHere(ctx, providerName, paymentID); err != nil || found.Amount > 0 || order == "" {
		return found, false, err
	}
	row, err := s.store.Queries().PaymentAttemptByReference(ctx, order)
	for _, gateway := range s.gateways.All() {
		if store.IsNone(err) && gateway.Profile().Source() == providerName {
			row, err = s.store.Queries().PaymentAttemptByOrder(ctx, gateway.Profile().Name, order)
		}
	}
	if store.IsNone(err) {
		return found, false, nil
	}
	if err != nil {
		return found, false, fmt.Errorf("payment: the order of a settlement: %w", err)
	}
	if _, err := s.queryGateway(ctx, attempt(row)); err != nil {
		return found, false, err
	}
	found, err = s.settledHere(ctx, providerName, paymentID)
	return found, found.Amount > 0, err
}

func (s *Service) settledHere(ctx context.Context, providerName, paymentID string) (Settled, error) {
	for _, gateway := range s.gateways.All() {
		name := gateway.Profile().Name
		if gateway.Profile().Source() != providerName {
			continue
		}
		was, err := storedPayment(ctx, s.store.Queries(), name, paymentID)
		if err != nil {
			return Settled{}, err
		}
		if was.posted != NotPosted {
			order, err := orderOfAttempt(ctx, s.store.Queries(), was.customerID, was.attemptID)
			return Settled{Gateway: name, CustomerID: was.customerID, Amount: was.amount, Order: order}, err
		}
	}
	return Settled{}, nil
}

// SettledRefund finds the refund of a line by the provider's id of it.
func (s *Service) SettledRefund(ctx context.Context, providerName, refundID string) (Settled, error) {
	for _, gateway := range s.gateways.All() {
		name := gateway.Profile().Name
		if gateway.Profile().Source() != providerName {
			continue
		}
		row, err := s.store.Queries().PaymentRefundAtGateway(ctx, name, refundID)
		if store.IsNone(err) {
			continue
		}
		if err != nil {
			return Settled{}, fmt.Errorf("payment: the refund of a settlement: %w", err)
		}
		order, err := s.orderOf(ctx, row)
		return Settled{Gateway: name, CustomerID: row.CustomerID, Amount: row.AmountPaise, Order: order}, err
	}
	return Settled{}, nil
}
