package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strconv"
	"time"

	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/provider/razorpay"
	"rento/internal/sandbox"
	pretend "rento/internal/sandbox/razorpay"
	"rento/internal/store/db"
)

const (
	payers = 4_000
	origin = "http://127.0.0.1"
)

var merchant = pretend.Keys{ID: "rzp_test_bench00000001", Secret: "bench_key_secret", WebhookSecret: "bench_webhook_secret"}

// till is what one payment needs: the service with the production adapter, and
// the provider's sandbox behind it in the same process.
type till struct {
	town     *town
	payments *payment.Service
	sandbox  *sandbox.Sandbox
}

// measurePayments pays one due after the other, from the start of the
// transaction over the provider's order and the payer's payment to the capture,
// and compares that with bare commits of the same database.
func measurePayments(ctx context.Context, s settings, progress io.Writer) ([]row, error) {
	path := filepath.Join(s.folder, "pay.db")
	if err := settle(ctx, path, payers, progress); err != nil {
		return nil, err
	}
	t, err := openTown(ctx, path, false, runDay)
	if err != nil {
		return nil, err
	}
	defer func() { _ = t.store.Close() }()
	if _, err := t.billing.BillMonth(ctx, firstDay, nil); err != nil {
		return nil, fmt.Errorf("bill: %w", err)
	}
	customers, err := t.customers(ctx)
	if err != nil {
		return nil, err
	}
	till, err := newTill(t)
	if err != nil {
		return nil, err
	}
	paid, err := till.serve(ctx, customers, s.duration)
	if err != nil {
		return nil, err
	}
	bare, err := openBare(ctx, filepath.Join(s.folder, "bare-pay.db"))
	if err != nil {
		return nil, err
	}
	defer bare.close()
	commits, err := bare.commits(ctx, s.duration)
	if err != nil {
		return nil, err
	}
	return []row{{
		what: "pay and capture", value: perSecond(paid), beside: perSecond(commits.perSecond) + " bare commits",
		ratio: fmt.Sprintf("%.2f", paid/commits.perSecond),
	}}, nil
}

func newTill(t *town) (*till, error) {
	box, err := sandbox.New(sandbox.Options{
		Clock: t.clock, PublicURL: origin, Razorpay: sandbox.Merchant[pretend.Keys]{Keys: merchant},
	})
	if err != nil {
		return nil, fmt.Errorf("open the sandbox: %w", err)
	}
	gateway, err := razorpay.New(razorpay.Config{
		BaseURL: box.BaseURL(razorpay.Name), KeyID: merchant.ID, KeySecret: merchant.Secret,
		WebhookSecret: merchant.WebhookSecret, ScriptURL: origin + "/checkout.js",
	}, t.clock, nil, box.Transport())
	if err != nil {
		return nil, fmt.Errorf("open the adapter: %w", err)
	}
	return &till{town: t, sandbox: box, payments: payment.New(payment.Deps{
		Store: t.store, IDs: t.ids, Clock: t.clock, Ledger: t.ledger, Billing: t.billing, Jobs: t.jobs,
		Gateways: map[string]provider.Gateway{payment.Razorpay: gateway},
	})}, nil
}

// serve lets customers pay until the time is over, and returns how many paid
// in a second.
func (t *till) serve(ctx context.Context, customers []int64, duration time.Duration) (float64, error) {
	start, paid := time.Now(), 0
	for _, id := range customers {
		if time.Since(start) > duration {
			break
		}
		if err := t.pay(ctx, id); err != nil {
			return 0, fmt.Errorf("customer %d: %w", id, err)
		}
		paid++
	}
	return float64(paid) / time.Since(start).Seconds(), nil
}

func (t *till) pay(ctx context.Context, customerID int64) error {
	payer := payment.Payer{CustomerID: customerID}
	due, err := t.payments.StartDue(ctx, payer, payment.DueInput{Device: "client-web"})
	if err != nil {
		return err //nolint:wrapcheck // worded by the caller
	}
	started, err := t.payments.StartGateway(ctx, payer, payment.GatewayInput{TransactionID: due.ID, UniqueID: due.UniqueID, Gateway: payment.Razorpay})
	if err != nil {
		return err //nolint:wrapcheck // worded by the caller
	}
	proof, err := t.atProvider(ctx, started.Razorpay.OrderID)
	if err != nil {
		return err
	}
	paid, err := t.payments.Capture(ctx, payer, payment.ReturnInput{TransactionID: due.ID, UniqueID: due.UniqueID, Fields: proof})
	if err == nil && !paid {
		return errors.New("the payment is not decided")
	}
	return err //nolint:wrapcheck // worded by the caller
}

// atProvider is the payer's part, at the provider's checkout.
func (t *till) atProvider(ctx context.Context, orderID string) (map[string]string, error) {
	body, err := json.Marshal(map[string]any{"key_id": merchant.ID, "order_id": orderID, "outcome": "success", "method": "upi"})
	if err != nil {
		return nil, fmt.Errorf("word the payment: %w", err)
	}
	address := t.sandbox.BaseURL(razorpay.Name) + "/v1/checkout/payments"
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("pay: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := t.sandbox.Transport().RoundTrip(request)
	if err != nil {
		return nil, fmt.Errorf("pay: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	var proof map[string]string
	if err := json.NewDecoder(answer.Body).Decode(&proof); err != nil || answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("pay: HTTP %s: %w", strconv.Itoa(answer.StatusCode), err)
	}
	return proof, nil
}

// customers are the people of the town.
func (t *town) customers(ctx context.Context) ([]int64, error) {
	ids, err := t.store.Queries().BillingCustomersAfter(ctx, db.BillingCustomersAfterParams{
		PeriodFrom: firstDay, PeriodTo: runDay, PageSize: payers,
	})
	if err != nil {
		return nil, fmt.Errorf("list the customers: %w", err)
	}
	return ids, nil
}
