package payment

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"rento/internal/alert"
	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// DifferenceKind says how a gateway and our books differ.
type DifferenceKind string

// The kinds of differences. We process payments and refund states that we did not know. For the
// other kinds staff get an alert.
const (
	RefundUnknown DifferenceKind = "refund_unknown_here"
	UnknownHere   DifferenceKind = "payment_unknown_here"
	OfNobody      DifferenceKind = "payment_of_nobody"
	NotThere      DifferenceKind = "payment_not_there"
	AmountDiffers DifferenceKind = "amount_differs"
	// DayDiffers: the gateway has it as paid or given back on another day. FeeDiffers: the gateway says another
	// fee, with GST, than its settlement file.
	DayDiffers DifferenceKind = "day_differs"
	FeeDiffers DifferenceKind = "fee_differs"
	// OrderDiffers: a settlement file has the payment with the order of another payment.
	OrderDiffers DifferenceKind = "order_differs"
	// EnteredDiffers: a line that was entered from a settlement file comes again with another amount, fee,
	// GST or bank reference. Here and There are what the bank got or lost.
	EnteredDiffers DifferenceKind = "entered_differs"
	Unreadable     DifferenceKind = "unreadable"
	// NotSettled: no settlement file has the payment, although one should have it by now.
	NotSettled DifferenceKind = "payment_not_settled"
	// RefundNotSettled: no settlement file has kept the refund back, although one should have by now.
	RefundNotSettled DifferenceKind = "refund_not_settled"
	// OtherLine: a settlement file has money that is of no payment or refund, such as an adjustment, a
	// chargeback or a reserve.
	OtherLine      DifferenceKind = "settlement_line_other"
	RefundMoved    DifferenceKind = "refund_state_unknown_here"
	RefundNotThere DifferenceKind = "refund_not_there"
	RefundDiffers  DifferenceKind = "refund_differs"
)

// Difference is a payment or refund on which a gateway and our books differ. ID is the gateway's
// id. Here and There are the amounts that our books and the gateway have, in paise. Mended says
// that our books now agree with the gateway.
type Difference struct {
	Kind            DifferenceKind
	Gateway, ID     string
	CustomerID      int64 // 0 if the payment belongs to no customer
	Here, There     money.Paise
	HereAt, ThereAt calendar.Instant // when it was paid or given back; set for DayDiffers
	Mended          bool
}

// String returns the row as it is printed.
func (d Difference) String() string {
	const longestPrinted = 200
	state := "a person decides"
	if d.Mended {
		state = "mended"
	}
	here, there := d.Here.Decimal(), d.There.Decimal()
	if d.Kind == DayDiffers {
		here, there = d.HereAt.Date().String(), d.ThereAt.Date().String()
	}
	// The id comes from the provider and is printed on a terminal, so it must be cleaned.
	return fmt.Sprintf("%s %s %s customer %d: here %s, there %s, %s", d.Gateway, bound.Line(bound.Text(d.ID, longestPrinted)), d.Kind, d.CustomerID, here, there, state)
}

// tell adds a row about a payment and raises an alert for it.
func (s *Service) tell(ctx context.Context, c *Comparison, d Difference, kind, detail string) error {
	c.Rows = append(c.Rows, d)
	return s.alerts.RaiseAlone(ctx, alert.Alert{Kind: kind, Subject: source(c.Gateway, d.ID), CustomerID: d.CustomerID, Detail: detail})
}

// tellAmount raises an alert because the gateway has another amount for a payment than our books,
// here.
func (s *Service) tellAmount(ctx context.Context, c *Comparison, p provider.Payment, was payment, here money.Paise) error {
	c.Differs = append(c.Differs, p.ID)
	d := Difference{Kind: AmountDiffers, Gateway: c.Gateway, ID: p.ID, CustomerID: was.customerID, Here: here, There: p.Amount}
	return s.tell(ctx, c, d, "payment_amount_differs", fmt.Sprintf("%s here, %s at the gateway", here.Decimal(), p.Amount.Decimal()))
}

// tellRefunded adds a row if the gateway has refunded more of a payment than we asked for. Apply
// has already raised the alert.
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

// miss adds a row for a payment that the gateway does not have.
func (c *Comparison) miss(row db.GatewayPayment) {
	c.Missing = append(c.Missing, row.PaymentID)
	c.Rows = append(c.Rows, Difference{Kind: NotThere, Gateway: c.Gateway, ID: row.PaymentID, CustomerID: row.CustomerID, Here: row.AmountPaise})
}

// CompareOrders compares the gateways that cannot list payments. It asks each of them about
// every order made in [from, until) or paid then, including orders for mandate debits, and
// processes what we did not know. It reads the orders that were made then page by page.
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
	earlier, err := s.store.Queries().PaymentAttemptsPaidLater(ctx, db.PaymentAttemptsPaidLaterParams{
		Gateway: c.Gateway, FromAt: calendar.Stamp(from), UntilAt: calendar.Stamp(until),
	})
	if err != nil {
		return fmt.Errorf("payment: read the orders paid on a day: %w", err)
	}
	for _, row := range earlier {
		failed.Add(s.compareOrder(ctx, c, gateway, attempt(row)))
	}
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

// compareOrder compares the gateway's payments for one order with our books.
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

// CompareAbsent counts, by gateway, the payments of our books made in [from, until) at gateways that
// are not set up. Nobody can be asked about them.
func (s *Service) CompareAbsent(ctx context.Context, from, until time.Time) (all []Comparison, err error) {
	q := s.store.Queries()
	for name := ""; ; {
		if name, err = q.PaymentGatewayAfter(ctx, name); store.IsNone(err) {
			return all, nil
		}
		if err != nil {
			return all, fmt.Errorf("payment: read the gateways of our books: %w", err)
		}
		if s.gateways.Get(name) != nil {
			continue
		}
		rows, err := q.PaymentsHeld(ctx, db.PaymentsHeldParams{Gateway: name, FromAt: calendar.Stamp(from), UntilAt: calendar.Stamp(until)})
		if err != nil {
			return all, fmt.Errorf("payment: read payments: %w", err)
		}
		if len(rows) > 0 {
			all = append(all, Comparison{Gateway: name, NotAsked: len(rows)})
		}
	}
}

// CompareRefunds asks the gateways about each refund that we wanted in [from, until) and that
// has reached its gateway, and returns the result by gateway. If the gateway has decided a refund, CompareRefunds processes the new
// state. It raises an alert if the gateway does not have the refund, has another amount or
// payment, another day, or reports a processed refund as failed. No gateway tells the fee of a
// refund.
func (s *Service) CompareRefunds(ctx context.Context, from, until time.Time) ([]Comparison, error) {
	of := map[string]*Comparison{}
	err := s.compareRefunds(ctx, of, from, until)
	var all []Comparison
	for _, name := range slices.Sorted(maps.Keys(of)) {
		all = append(all, *of[name])
	}
	return all, err
}

func (s *Service) compareRefunds(ctx context.Context, of map[string]*Comparison, from, until time.Time) error {
	var failed bound.Failures
	page := db.PaymentRefundsMadeParams{FromAt: calendar.Stamp(from), UntilAt: calendar.Stamp(until)}
	for {
		refunds, err := s.store.Queries().PaymentRefundsMade(ctx, page)
		if err != nil {
			failed.Add(fmt.Errorf("payment: read the refunds of a day: %w", err))
			return failed.Err()
		}
		for _, row := range refunds {
			page.AfterAt, page.AfterID = row.CreatedAt, row.ID
			c := of[row.Gateway]
			if c == nil {
				c = &Comparison{Gateway: row.Gateway}
				of[row.Gateway] = c
			}
			failed.Add(s.compareRefund(ctx, c, row))
		}
		if len(refunds) == 0 || ctx.Err() != nil {
			failed.Add(ctx.Err())
			return failed.Err()
		}
	}
}

func (s *Service) compareRefund(ctx context.Context, c *Comparison, row db.Refund) error {
	gateway := s.gateways.Get(row.Gateway)
	if paidByHand(row) {
		return nil
	}
	if gateway == nil {
		c.NotAsked++
		return nil
	}
	c.Refunds++
	order, err := s.orderOf(ctx, row)
	if err != nil {
		return err
	}
	got, err := gateway.FetchRefund(ctx, provider.RefundQuery{Order: order, PaymentID: row.PaymentID, ID: row.GatewayRefundID, Key: row.IdempotencyKey})
	d := Difference{Gateway: row.Gateway, ID: row.GatewayRefundID, CustomerID: row.CustomerID, Here: row.AmountPaise, There: got.Amount}
	switch {
	case provider.OutcomeOf(err) == provider.Declined:
		d.Kind, d.There = RefundNotThere, 0
	case err != nil:
		return fmt.Errorf("payment: ask %s about refund %s: %w", row.Gateway, row.GatewayRefundID, err)
	case got.Amount != row.AmountPaise || got.PaymentID != row.PaymentID, RefundState(row.State) == RefundProcessed && got.State == provider.RefundFailed:
		d.Kind = RefundDiffers
	case RefundState(row.State) == RefundPending && got.State != provider.RefundPending:
		d.Kind, d.Mended = RefundMoved, true
		c.Rows = append(c.Rows, d)
		return s.applyRefund(ctx, row, got)
	default:
		return s.compareRefundDay(ctx, c, row, d, got.At)
	}
	return s.tell(ctx, c, d, "refund_differs", fmt.Sprintf("%s here, %s at the gateway: %s", row.AmountPaise.Decimal(), d.There.Decimal(), d.Kind))
}

// compareRefundDay compares the day on which the gateway has made a refund with our books. They have
// it as asked for, and as entered later: the gateway's day is one of these or lies between them.
func (s *Service) compareRefundDay(ctx context.Context, c *Comparison, row db.Refund, d Difference, at time.Time) error {
	d.Kind, d.ThereAt = DayDiffers, calendar.Stamp(at)
	switch there := d.ThereAt.Date(); {
	case at.IsZero():
		return nil
	case there.Before(row.CreatedAt.Date()):
		d.HereAt = row.CreatedAt
	case there.After(row.UpdatedAt.Date()):
		d.HereAt = row.UpdatedAt
	default:
		return nil
	}
	return s.tell(ctx, c, d, "refund_differs", fmt.Sprintf("made on %s here, on %s at the gateway", d.HereAt.Date(), d.ThereAt.Date()))
}

// Settled is what our books know about a line of a settlement file.
type Settled struct {
	Gateway    string
	CustomerID int64
	Amount     money.Paise // in paise; 0 if our books have no such money
	// Order is the order of the payment. It is the zero value if the payment has no order of
	// ours.
	Order provider.Order
}

// IsOf reports whether a settlement line may be about this money. order is the order that the
// line names, by our reference or the provider's id. The answer is also true if the line names
// no order, or if we lack the reference or the provider's id of our own order.
func (s Settled) IsOf(order string) bool {
	return order == "" || s.Order.Reference == "" || order == s.Order.Reference || order == s.Order.ID || s.Order.ID == ""
}

// SourceSettled is the source type of the journal entry for a payment in a settlement file.
const SourceSettled = "settled"

// SettledPayment finds the payment of a settlement line by the provider's payment id. If our
// books do not have the payment, it asks the gateway about the order, which is our reference or
// the provider's id, and processes the answer. caught says that the payment was found that way.
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

// SettledRefund finds the refund of a settlement line by the provider's refund id.
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
