package simulate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path"
	"strings"
	"syscall"
	"time"

	"rento/internal/calendar"
	debiting "rento/internal/sandbox/billdesk"
	"rento/internal/sandbox/emulator"
	emulated "rento/internal/sandbox/razorpay"
	paying "rento/internal/sandbox/razorpayx"
)

const (
	host    = "http://bank.test"
	bankURL = host + "/sandbox/razorpay"
	payURL  = host + "/sandbox/razorpayx"
	ourURL  = "http://town.test/webhooks/"
)

var bankKeys = emulated.Keys{ID: "rzp_test_SIM0000000001", Secret: "simulated_secret_0001", WebhookSecret: "simulated_webhook_secret_0001"}

var payKeys = paying.Keys{ID: "rzp_test_SIMX000000001", Secret: "simulated_secret_0002", WebhookSecret: "simulated_webhook_secret_0002", Account: "7878780080316316"}

// openBank opens the gateway and the provider of payouts, each with books of
// its own, by a clock that is not ours.
func (w *world) openBank() {
	clock, log := emulator.NewClock(skewed{w.clock, w.odds.skew}), slog.New(slog.DiscardHandler)
	letters := &http.Client{Transport: mailbox{w}}
	w.base = emulator.New(clock, emulator.NewIDs(rand.NewPCG(w.seed, 3)), log, letters, ourURL+emulated.Name)
	w.payoutBase = emulator.New(clock, emulator.NewIDs(rand.NewPCG(w.seed, 4)), log, letters, ourURL+paying.Name)
	w.bank, w.payer = emulated.New(bankKeys, w.base), paying.New(payKeys, w.payoutBase)
	mux := http.NewServeMux()
	w.openDebiter(mux, clock, log, letters)
	w.openGateways(mux, clock, log, letters)
	w.bank.Routes(mux, "/sandbox/razorpay")
	w.payer.Routes(mux, "/sandbox/razorpayx")
	w.road = emulator.Transport{Handler: mux}
}

// skewed is a clock that is wrong by a little.
type skewed struct {
	calendar.Clock
	by time.Duration
}

// Now is the wrong time.
func (s skewed) Now() time.Time { return s.Clock.Now().Add(s.by) }

// road is a node's way to the gateway: calls get lost on it, and the node may
// die before a call or after it had its effect.
type road struct{ n *node }

// RoundTrip makes one call.
func (r road) RoundTrip(q *http.Request) (*http.Response, error) {
	n, w := r.n, r.n.w
	if n.dead {
		return nil, errCrash
	}
	if w.faulty && happens(w.luck, w.odds.crashCall/2) {
		return nil, n.die("before a call")
	}
	called, heard := w.base, func(*http.Response) {}
	switch url := q.URL.String(); {
	case strings.HasPrefix(url, payURL):
		called = w.payoutBase
	case strings.HasPrefix(url, paytmURL):
		called = w.paytmBase
	case strings.HasPrefix(url, juspayURL):
		called = w.juspayBase
	case strings.HasPrefix(url, debitURL):
		called = w.billdeskBase
	}
	isDebiter := w.debiter != nil && called == w.debiter.base()
	if isDebiter {
		var err error
		if heard, err = w.overhear(q); err != nil {
			return nil, err
		}
	}
	if isDebiter && w.away() {
		w.counted["gateway of auto debit away"]++
		if !w.odds.deafening {
			return nil, &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
		}
		called.Faults.Add(emulator.Plan{Call: "*", Fault: emulator.TimeoutAfter})
	} else if fault, yes := w.spoil(); yes {
		called.Faults.Add(emulator.Plan{Call: "*", Fault: fault})
	}
	answer, err := w.road.RoundTrip(q)
	if err == nil {
		heard(answer)
	}
	if w.faulty && happens(w.luck, w.odds.crashCall/2) {
		if err == nil {
			_ = answer.Body.Close()
		}
		return nil, n.die("after a call")
	}
	return answer, err
}

// mailbox is our webhook address.
type mailbox struct{ w *world }

// RoundTrip takes one webhook in.
func (m mailbox) RoundTrip(q *http.Request) (*http.Response, error) {
	raw, err := io.ReadAll(q.Body)
	if err != nil {
		return nil, err
	}
	n := m.w.node
	if m.w.dark() {
		m.w.counted["webhook into the dark"]++
		n = nil
	}
	if n == nil {
		return nil, os.ErrDeadlineExceeded
	}
	receive := receiver(n.inbox.Receive)
	name := path.Base(q.URL.Path)
	if m.w.bug != nil && m.w.bug.receive != nil && name == emulated.Name {
		receive = m.w.bug.receive(n)
	}
	err = receive(q.Context(), name, q.Header, raw)
	m.w.bury(n)
	if n.dead {
		return nil, os.ErrDeadlineExceeded
	}
	status := http.StatusOK
	switch {
	case err != nil:
		status = http.StatusServiceUnavailable
	case name == debiting.Name:
		if id := eventOfBilldesk(raw); id != "" {
			m.w.facts.answered = append(m.w.facts.answered, id)
		}
	case name == emulated.Name || name == paying.Name:
		m.w.facts.acknowledged(q.Header.Get("X-Razorpay-Event-Id"), raw, m.w.clock.Now())
	}
	if err == nil && m.w.debiter != nil && m.w.debiter.name() == name {
		if reference, state := m.w.debiter.mandateTold(raw); reference != "" {
			m.w.debits.told[reference] = state
		}
	}
	m.w.record("webhook %s %s", q.Header.Get("X-Razorpay-Event-Id"), kind(err))
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: http.NoBody, Request: q}, nil
}

// payAt is what a payer does at the gateway's checkout. It returns what the
// browser brings back, nil when the gateway refused.
func (w *world) payAt(a emulated.Attempt) (map[string]string, error) {
	var fields map[string]any
	if err := w.post(host+"/sandbox/razorpay/pay", a, false, &fields); err != nil {
		return nil, err
	}
	back := map[string]string{}
	for name, value := range fields {
		if text, ok := value.(string); ok {
			back[name] = text
		}
	}
	return back, nil
}

// strayOrder is an order that somebody else made with our keys.
func (w *world) strayOrder(paise int64) (id string, err error) {
	var made struct {
		ID string `json:"id"`
	}
	err = w.post(bankURL+"/v1/orders", map[string]any{
		"amount": paise, "currency": "INR", "receipt": "elsewhere", "payment": map[string]any{
			"capture": "automatic", "capture_options": map[string]any{"automatic_expiry_period": 30, "refund_speed": "normal"},
		},
	}, true, &made)
	w.facts.foreign[made.ID] = true
	return made.ID, err
}

// post calls the gateway on an unspoiled road.
func (w *world) post(url string, in any, signed bool, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	q, err := http.NewRequestWithContext(w.ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	q.Header.Set("Content-Type", "application/json")
	if signed {
		q.SetBasicAuth(bankKeys.ID, bankKeys.Secret)
	}
	answer, err := w.road.RoundTrip(q)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		raw, _ := io.ReadAll(answer.Body)
		return fmt.Errorf("the gateway said %d: %s", answer.StatusCode, raw)
	}
	return json.NewDecoder(answer.Body).Decode(out)
}
