package crash

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"rento/internal/provider/razorpay"
	"rento/internal/testkit"
)

// told are the events of one payment, as its gateway tells them.
var told = []struct{ event, status string }{
	{"payment.failed", "failed"}, {"payment.authorized", "authorized"}, {"payment.captured", "captured"}, {"order.paid", "captured"},
}

// delivery is one event of a payment.
type delivery struct {
	id   string
	body []byte
}

func (p payer) deliveries(b begun, back proof) ([]delivery, error) {
	all := make([]delivery, len(told))
	for i, e := range told {
		payload := map[string]any{"payment": map[string]any{"entity": map[string]any{
			"id": back.Payment, "order_id": b.orderID, "status": e.status, "amount": b.amount, "currency": "INR", "method": "upi",
		}}}
		body, err := json.Marshal(map[string]any{"entity": "event", "event": e.event, "payload": payload})
		if err != nil {
			return nil, err
		}
		all[i] = delivery{back.Payment + "." + e.event, body}
	}
	return all, nil
}

// deliver brings an event to a node, as its gateway does.
func (d delivery) deliver(n *server) error {
	q, err := http.NewRequest(http.MethodPost, "http://"+n.address+"/webhooks/razorpay", strings.NewReader(string(d.body)))
	if err != nil {
		return err
	}
	mac := hmac.New(sha256.New, []byte(gatewayHooks))
	mac.Write(d.body)
	q.Header.Set(razorpay.HeaderSignature, hex.EncodeToString(mac.Sum(nil)))
	q.Header.Set(razorpay.HeaderEvent, d.id)
	answer, err := browser.Do(q)
	if err != nil {
		return err
	}
	if err := answer.Body.Close(); err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: status %d", d.id, answer.StatusCode)
	}
	return nil
}

// permutation is the k-th order of 0 to n-1; they repeat after n!.
func permutation(k, n int) []int {
	if n == 0 {
		return nil
	}
	return slices.Insert(permutation(k/n, n-1), k%n, n-1)
}

// The events of a payment in each of their 24 orders, with one to five copies of each,
// come to three nodes at once, beside those of the sandbox: each payment is entered
// once (P2). make chaos brings 10,000.
func TestManyDeliveriesEnterOnePayment(t *testing.T) {
	t.Parallel()
	customers := 24
	if whole() {
		customers = 24 * 36
	}
	r, payers := newTestProgram(t, testkit.DatabaseURL(t, "postgres"), 3, customers)
	var delivered atomic.Int64
	begunBy := make([]begun, customers)
	for i, p := range payers {
		b, err := p.begin("", "razorpay")
		if err != nil {
			t.Fatal(err)
		}
		back, err := p.atGateway(b.orderID)
		if err != nil {
			t.Fatal(err)
		}
		events, err := p.deliveries(b, back)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range permutation(i, len(events)) {
			var copies sync.WaitGroup
			for range 1 + rand.IntN(5) {
				copies.Go(func() {
					if err := events[e].deliver(r.node()); err != nil {
						t.Error(err)
					}
					delivered.Add(1)
				})
			}
			copies.Wait()
		}
		begunBy[i] = b
	}
	for i, p := range payers {
		if err := p.waitPaid(begunBy[i]); err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d deliveries of the events of %d payments", delivered.Load(), customers)
	for _, n := range r.nodes {
		n.stop(syscall.SIGTERM)
	}
	r.checkPaid(payers)
}
