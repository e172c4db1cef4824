package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"rento/internal/provider/razorpay"
)

// fewEvents is the number of events in a young inbox.
const fewEvents = 1000

// measureWebhooks receives one event after the other, from checking its signature to the commit
// that stores it with its job. It alternates with bare commits of the same engine, for each engine,
// with few and with many earlier events.
func measureWebhooks(ctx context.Context, s settings, progress io.Writer) ([]row, error) {
	var rows []row
	for _, engine := range engines {
		for _, before := range []int{fewEvents, s.events} {
			what := fmt.Sprintf("webhooks taken in after %d others, %s", before, engine)
			d, err := s.bases.empty(engine, fmt.Sprintf("webhooks-%d", before))
			if err != nil {
				rows = append(rows, skipped(what, err))
				continue
			}
			besides, err := s.bases.empty(engine, fmt.Sprintf("bare-webhooks-%d", before))
			if err != nil {
				return nil, err
			}
			taken, commits, err := takeInOn(ctx, d, besides, before, s.duration/rounds, progress)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", engine, err)
			}
			rows = append(rows, beside(what, taken, commits, "bare commits"))
		}
	}
	return rows, nil
}

// storeEvents stores earlier events, one second apart and already processed.
func storeEvents(ctx context.Context, d database, events int) error {
	pool, err := d.open(false)
	if err != nil {
		return err
	}
	_, err = pool.ExecContext(ctx, fmt.Sprintf(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < %d)
INSERT INTO provider_events (provider, event_id, kind, order_id, payment_id, refund_id, subject_id, body, body_hash, received_at, processed_at)
SELECT '%s', 'before_' || n, 'payment.captured', 'order_' || n, 'pay_' || n, '', '', '%s', 'hash_' || n, %d + n * 1000000, %d + n * 1000000 FROM numbers`,
		events, razorpay.Name, strings.Repeat("e", storedBody), firstDay.Start().UnixMicro(), firstDay.Start().UnixMicro()))
	if err == nil && d.engine == postgres {
		_, err = pool.ExecContext(ctx, "ANALYZE") // as autovacuum would do within a minute
	}
	if err != nil {
		err = fmt.Errorf("store %d events: %w", events, err)
	}
	return errors.Join(err, pool.Close())
}

// storedBody is how many characters a stored event has, encrypted.
const storedBody = 900

func takeInOn(ctx context.Context, d, besides database, before int, turn time.Duration, progress io.Writer) (taken, commits load, err error) {
	if err := fill(ctx, d, filling{customers: 1, month: firstDay}, progress); err != nil {
		return taken, commits, err
	}
	if err := storeEvents(ctx, d, before); err != nil {
		return taken, commits, err
	}
	c, err := openCompany(ctx, d.url, false, runDay)
	if err != nil {
		return taken, commits, err
	}
	defer func() { err = errors.Join(err, c.store.Close()) }()
	pay, err := newCheckout(c)
	if err != nil {
		return taken, commits, err
	}
	bare, err := openBare(ctx, besides)
	if err != nil {
		return taken, commits, err
	}
	defer bare.close()
	events := 0
	return inTurns(ctx, turn, func(duration time.Duration) (load, error) {
		return repeat(duration, func() error {
			events++
			return pay.takeIn(ctx, events)
		})
	}, func(duration time.Duration) (load, error) { return bare.commits(ctx, duration) })
}

// takeIn receives the n-th event, which is as long as the provider's events.
func (c *checkout) takeIn(ctx context.Context, n int) error {
	body := fmt.Appendf(nil, `{"entity":"event","account_id":"acc_bench","event":"payment.captured","contains":["payment"],"payload":{"payment":{"entity":{`+
		`"id":"pay_%014d","entity":"payment","amount":204800,"currency":"INR","status":"captured","order_id":"order_%014d","method":"upi","amount_refunded":0,`+
		`"captured":true,"description":"","vpa":"someone@upi","email":"c1@example.in","contact":"+916000000001","notes":[],"fee":4834,"tax":737,"created_at":1790000000}}},"created_at":1790000000}`, n, n)
	mac := hmac.New(sha256.New, []byte(merchant.WebhookSecret))
	_, _ = mac.Write(body) // a hash accepts everything
	header := http.Header{}
	header.Set(razorpay.HeaderSignature, hex.EncodeToString(mac.Sum(nil)))
	header.Set(razorpay.HeaderEvent, fmt.Sprintf("event_%d", n))
	if err := c.inbox.Receive(ctx, razorpay.Name, header, body); err != nil {
		return fmt.Errorf("event %d: %w", n, err)
	}
	return nil
}
