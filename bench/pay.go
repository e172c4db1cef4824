package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"

	"rento/internal/inbox"
	"rento/internal/limit"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/provider/razorpay"
	"rento/internal/sandbox"
	sandboxed "rento/internal/sandbox/razorpay"
	"rento/internal/testkit"
)

const (
	payers = 4_080
	// mostCommits is the maximum number of commits of a payment, from its start to its receipt
	// (docs/payments.md).
	mostCommits = 5
	origin      = "http://127.0.0.1"
)

var merchant = sandboxed.Keys{ID: "rzp_test_bench00000001", Secret: "bench_key_secret", WebhookSecret: "bench_webhook_secret"}

// checkout is what a payment needs: the payment service with the production adapter, and the
// provider's sandbox in the same process.
type checkout struct {
	payments *payment.Service
	gateway  *razorpay.Gateway
	inbox    *inbox.Inbox
	limits   *limit.Limiter
	sandbox  *sandbox.Sandbox
	paid     int
}

// measurePayments pays one due amount after the other. It covers the rate limit, the start of the
// transaction, the provider's order, the payer's payment and the capture. It alternates with bare
// commits of the same engine, for each engine.
func measurePayments(ctx context.Context, s settings, progress io.Writer) ([]row, error) {
	var rows []row
	for _, engine := range engines {
		what := "pay and capture, " + engine
		d, err := s.bases.empty(engine, "pay")
		if err != nil {
			rows = append(rows, skipped(what, err))
			continue
		}
		bare, err := s.bases.empty(engine, "bare-pay")
		if err != nil {
			return nil, err
		}
		paid, commits, each, err := payOn(ctx, d, bare, s.duration/rounds, progress)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", engine, err)
		}
		rows = append(rows, beside(what, paid, commits, "bare commits"),
			row{what: "durable commits of a payment, " + engine, value: fmt.Sprintf("%.1f", each)}.atMost(each, mostCommits))
	}
	return rows, nil
}

func payOn(ctx context.Context, d, besides database, turn time.Duration, progress io.Writer) (paid, commits load, each float64, err error) {
	if err := fill(ctx, d, filling{customers: payers, month: firstDay, billed: true}, progress); err != nil {
		return paid, commits, each, err
	}
	c, err := openCompany(ctx, d.url, false, runDay)
	if err != nil {
		return paid, commits, each, err
	}
	defer func() { err = errors.Join(err, c.store.Close()) }()
	customers, err := c.customers(ctx, payers)
	if err != nil {
		return paid, commits, each, err
	}
	pay, err := newCheckout(c)
	if err != nil {
		return paid, commits, each, err
	}
	bare, err := openBare(ctx, besides)
	if err != nil {
		return paid, commits, each, err
	}
	defer bare.close()
	shares := slices.Collect(slices.Chunk(customers, len(customers)/rounds))
	before := c.store.Commits()
	paid, commits, err = inTurns(ctx, turn, func(duration time.Duration) (load, error) {
		share := shares[0]
		shares = shares[1:]
		return pay.payAll(ctx, share, duration)
	}, func(duration time.Duration) (load, error) { return bare.commits(ctx, duration) })
	return paid, commits, float64(c.store.Commits()-before) / float64(max(pay.paid, 1)), err
}

func newCheckout(c *company) (*checkout, error) {
	box, err := sandbox.New(sandbox.Options{
		Clock: c.clock, PublicURL: origin, Merchants: []sandbox.Merchant{{Keys: merchant}},
	})
	if err != nil {
		return nil, fmt.Errorf("open the sandbox: %w", err)
	}
	gateway, err := razorpay.New(razorpay.Config{
		BaseURL: box.BaseURL(razorpay.Name), KeyID: merchant.ID, KeySecret: merchant.Secret,
		WebhookSecret: merchant.WebhookSecret, ScriptURL: origin + "/checkout.js",
	}, c.clock, nil, box.Transport())
	if err != nil {
		return nil, fmt.Errorf("open the adapter: %w", err)
	}
	events := inbox.New(c.store, c.clock, c.jobs, nil, testkit.Keyring(), nil)
	return &checkout{sandbox: box, gateway: gateway, inbox: events, limits: limit.New(c.store, c.clock, 1), payments: payment.New(payment.Deps{
		Store: c.store, IDs: c.ids, Clock: c.clock, Ledger: c.ledger, Billing: c.billing, Jobs: c.jobs,
		Inbox: events, Gateways: provider.NewRegistry(gateway),
	})}, nil
}

// payAll lets customers pay until the time is over.
func (c *checkout) payAll(ctx context.Context, customers []int64, duration time.Duration) (load, error) {
	start, paid := time.Now(), 0
	for _, id := range customers {
		if time.Since(start) > duration {
			break
		}
		if err := c.pay(ctx, id); err != nil {
			return load{}, fmt.Errorf("customer %d: %w", id, err)
		}
		paid++
		c.paid++
	}
	return load{perSecond: float64(paid) / time.Since(start).Seconds()}, nil
}

func (c *checkout) pay(ctx context.Context, customerID int64) error {
	// The API call counts the rate limit before it calls the service.
	if err := c.limits.Allow(ctx, "create_payment", fmt.Sprintf("customer:%d", customerID)); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	due, err := c.payments.StartDue(ctx, customerID, payment.DueInput{Device: "client-web"})
	if err != nil {
		return err
	}
	started, err := c.payments.StartGateway(ctx, customerID, payment.GatewayInput{TransactionID: due.ID, UniqueID: due.UniqueID, Gateway: razorpay.Name})
	if err != nil {
		return err
	}
	proof, err := c.payAtProvider(ctx, started.Checkout.OrderID)
	if err != nil {
		return err
	}
	paid, err := c.payments.Capture(ctx, customerID, payment.ReturnInput{TransactionID: due.ID, UniqueID: due.UniqueID, Fields: proof})
	if err == nil && !paid {
		return errors.New("the payment is not decided")
	}
	return err
}

// payAtProvider does the payer's part at the provider's checkout.
func (c *checkout) payAtProvider(ctx context.Context, orderID string) (map[string]string, error) {
	body, err := json.Marshal(map[string]any{"key_id": merchant.ID, "order_id": orderID, "outcome": "success", "method": "upi"})
	if err != nil {
		return nil, fmt.Errorf("word the payment: %w", err)
	}
	address := c.sandbox.BaseURL(razorpay.Name) + "/v1/checkout/payments"
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("pay: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := c.sandbox.Transport().RoundTrip(request)
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
