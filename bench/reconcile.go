package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"rento/internal/alert"
	"rento/internal/calendar"
	"rento/internal/inbox"
	"rento/internal/jobs"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/provider/razorpay"
	"rento/internal/reconcile"
	"rento/internal/testkit"
)

// reconcileBar is the maximum cost of reconciling a payment at any number of payments, relative to
// its cost at the smallest number.
const reconcileBar = 1.3

// dueShare is what each customer has paid, in paise.
const dueShare = 204_800

// reconciled is how long it took to compare payments with the gateway's list, and to enter a
// settlement file with a line for each payment.
type reconciled struct{ compared, entered time.Duration }

// measureReconciliation reconciles a day's payments, of growing number.
func measureReconciliation(ctx context.Context, s settings, progress io.Writer) ([]row, error) {
	var rows []row
	var smallest reconciled
	const fewest = 1000
	for _, payments := range []int{fewest, s.payments} {
		d, err := s.bases.empty(sqlite, "reconcile-"+strconv.Itoa(payments))
		if err != nil {
			return nil, err
		}
		if err := fill(ctx, d, filling{customers: payments, month: firstDay}, progress); err != nil {
			return nil, err
		}
		took, err := reconcileOn(ctx, d, payments)
		if err != nil {
			return rows, err
		}
		each := reconciled{took.compared / time.Duration(payments), took.entered / time.Duration(payments)}
		compared := row{what: fmt.Sprintf("reconciliation with a list, %d payments", payments), value: micros(each.compared) + " a payment"}
		entered := row{what: "  settlement file, as many lines", value: micros(each.entered) + " a line"}
		if payments == fewest {
			smallest = each
		} else {
			compared.beside, entered.beside = fmt.Sprintf("%s at %d", micros(smallest.compared), fewest), fmt.Sprintf("%s at %d", micros(smallest.entered), fewest)
			compared = compared.atMost(each.compared.Seconds()/smallest.compared.Seconds(), reconcileBar)
			entered = entered.atMost(each.entered.Seconds()/smallest.entered.Seconds(), reconcileBar)
		}
		rows = append(rows, compared, entered)
	}
	return rows, nil
}

// holder is a gateway that lists the payments it holds.
type holder struct {
	provider.Gateway
	held []provider.Payment
}

func (h *holder) ListPayments(context.Context, time.Time, time.Time) (provider.Listing[provider.Payment], error) {
	return provider.Listing[provider.Payment]{Entries: h.held}, nil
}

// reconcileOn lets every customer pay, and compares with the list and the file. Nothing may differ,
// and every line must be entered.
func reconcileOn(ctx context.Context, d database, payments int) (took reconciled, err error) {
	if err := payAtOnce(ctx, d); err != nil {
		return took, err
	}
	c, err := openCompany(ctx, d.url, false, runDay)
	if err != nil {
		return took, err
	}
	defer func() { err = errors.Join(err, c.store.Close()) }()
	pay, err := newCheckout(c)
	if err != nil {
		return took, err
	}
	customers, err := c.customers(ctx, payments)
	if err != nil {
		return took, err
	}
	at := &holder{Gateway: pay.gateway}
	var file strings.Builder
	file.WriteString("transaction_entity,entity_id,amount,currency,fee (exclusive tax),tax,debit,credit,order_id,settlement_utr\n")
	for _, customer := range customers {
		id, order := fmt.Sprintf("pay_%d", customer), fmt.Sprintf("order_%d", customer)
		at.held = append(at.held, provider.Payment{ID: id, OrderID: order, State: provider.PaymentCaptured, Amount: dueShare, Currency: payment.Currency, Method: "upi", At: c.clock.Now()})
		fmt.Fprintf(&file, "payment,%s,%s,INR,40.96,7.37,0.00,1999.67,%s,UTR1\n", id, money.Paise(dueShare).Decimal(), order)
	}
	gateways := provider.NewRegistry(at)
	alerts := alert.New(c.store, c.ids, c.clock, nil)
	queue := jobs.New(c.store, c.ids, c.clock, nil) // the company's own queue has the checkout's handlers
	room := reconcile.New(reconcile.Deps{
		Store: c.store, IDs: c.ids, Clock: c.clock, Jobs: queue, Ledger: c.ledger, Gateways: gateways, Alerts: alerts,
		Payments: payment.New(payment.Deps{
			Store: c.store, IDs: c.ids, Clock: c.clock, Ledger: c.ledger, Billing: c.billing, Jobs: queue, Gateways: gateways, Alerts: alerts,
			Inbox: inbox.New(c.store, c.clock, queue, nil, testkit.Keyring(), nil),
		}),
	})
	start := time.Now()
	day, err := room.CompareDate(ctx, runDay)
	if err != nil {
		return took, err
	}
	took.compared = time.Since(start)
	if len(day.Rows()) != 0 || len(day.Gateways) != 1 || day.Gateways[0].Listed != payments {
		return took, fmt.Errorf("%d rows differ, want none of %d payments", len(day.Rows()), payments)
	}
	start = time.Now()
	entered, err := room.EnterFile(ctx, razorpay.Name, strings.NewReader(file.String()))
	took.entered = time.Since(start)
	if err == nil && (entered.Posted != payments || len(entered.Rows) != 0) {
		err = fmt.Errorf("%d lines were entered, %d rows differ, want %d and none", entered.Posted, len(entered.Rows), payments)
	}
	return took, errors.Join(err, payment.Check(ctx, c.store.Queries()))
}

// payAtOnce writes the rows and the journal entry that a payment of each customer leaves. Making as
// many payments through the services would take an hour.
func payAtOnce(ctx context.Context, d database) error {
	pool, err := d.open(false)
	if err != nil {
		return err
	}
	at := calendar.Stamp(runDay.At(1, 0))
	for _, statement := range []string{
		`INSERT INTO payment_transactions (customer_id, id, unique_id, purpose, state, amount_paise, payment_method, device, created_at, updated_at, paid_at, link_until)
			SELECT id, id + 1, 'U' || CAST(id AS TEXT), 'due', 'succeeded', %[1]d, '', '', %[2]d, %[2]d, %[2]d, %[2]d FROM customers`,
		`INSERT INTO payment_attempts (customer_id, id, transaction_id, gateway, reference, gateway_order_id, state, amount_paise, created_at, updated_at)
			SELECT id, id + 2, id + 1, 'razorpay', 'R' || CAST(id AS TEXT), 'order_' || CAST(id AS TEXT), 'succeeded', %[1]d, %[2]d, %[2]d FROM customers`,
		`INSERT INTO gateway_payments (gateway, payment_id, customer_id, attempt_id, state, amount_paise, method, instrument, posted_as, paid_at, created_at, updated_at)
			SELECT 'razorpay', 'pay_' || CAST(id AS TEXT), id, id + 2, 'captured', %[1]d, 'upi', '', 'paid', %[2]d, %[2]d, %[2]d FROM customers`,
		`INSERT INTO ledger_entries (customer_id, id, source_type, source_id, document, day, at, description)
			SELECT id, id + 3, 'payment', 'razorpay:pay_' || CAST(id AS TEXT), '', '%[3]s', %[2]d, 'Payment received' FROM customers`,
		`INSERT INTO ledger_postings (customer_id, entry_id, leg, account, amount_paise) SELECT id, id + 3, 0, 'company:in_transit:razorpay', %[1]d FROM customers`,
		`INSERT INTO ledger_postings (customer_id, entry_id, leg, account, amount_paise) SELECT id, id + 3, 1, 'wallet', -%[1]d FROM customers`,
		`INSERT INTO ledger_balances (customer_id, account, balance_paise) SELECT id, 'wallet', -%[1]d FROM customers`,
	} {
		if _, err := pool.ExecContext(ctx, fmt.Sprintf(statement, dueShare, at, runDay)); err != nil {
			return errors.Join(fmt.Errorf("pay at once: %w", err), pool.Close())
		}
	}
	return pool.Close()
}
