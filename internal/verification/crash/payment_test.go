package crash

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/limit"
	"rento/internal/notify"
	"rento/internal/payment"
)

// moments are the steps of a payment at which the program is killed. At those
// of the webhook nobody comes back in the browser: the gateway's word is all
// there is.
var moments = []string{
	"none",
	"before GET /v1/orders",
	"before POST /v1/orders",
	"after POST /v1/orders",
	"before GET /v1/orders/{id}/payments",
	"after GET /v1/orders/{id}/payments",
	"before POST /webhooks/razorpay",
	"after POST /webhooks/razorpay",
}

const secretKey = "Vq3xT8nB6mZr1KpW0yHc7LdF5sJg2aEu"

// gatewaySecret is every secret between the program and its providers, but for
// those of the webhooks: none of ours may be the same as another.
const (
	gatewaySecret = "9c1f0be4d7a2583e6f41c07b9ad2e853"
	gatewayHooks  = "d50a7e19c3f84b26807be1f5a94c2d63"
	payoutHooks   = "41e7c9a2d05b8f36b1d94ce0728fa6d3"
)

// testProgram is the program in production settings beside the sandbox.
type testProgram struct {
	t       *testing.T
	path    string
	wire    *wire
	sandbox *server
	program *server
	env     []string
}

// payer is a customer who owes rent, with a session.
type payer struct {
	*testProgram
	id    int64
	token string
	name  string
}

func newTestProgram(t *testing.T) (*testProgram, []payer) {
	t.Helper()
	r := &testProgram{t: t, path: filepath.Join(t.TempDir(), "rento.db")}
	ids := populate(t, r.path, len(moments))
	tokens := r.signIn(ids)
	r.wire = newWire(t, func() string { return r.sandbox.address }, func() string { return r.program.address })
	keys := []string{
		"RAZORPAY_KEY_ID=rzp_crash_00000001", "RAZORPAY_KEY_SECRET=" + gatewaySecret, "RAZORPAY_WEBHOOK_SECRET=" + gatewayHooks,
		"RAZORPAYX_KEY_ID=rzp_crash_00000002", "RAZORPAYX_KEY_SECRET=" + gatewaySecret, "RAZORPAYX_WEBHOOK_SECRET=" + payoutHooks,
		"RAZORPAYX_ACCOUNT=0000000000",
	}
	r.sandbox = serve(t, append(keys, "RENTO_SANDBOX_WEBHOOK_URL="+r.wire.URL+"/webhooks"), "sandbox")
	r.env = append(append(keys, r.wire.trust(t)...), "RENTO_TRUSTED_PROXIES=0", "RENTO_DATABASE="+r.path, "RAZORPAY_URL="+r.wire.address(), "RENTO_PUBLIC_URL=https://rento.example",
		"RENTO_SECRET_KEY="+secretKey, "MSG91_AUTH_KEY="+gatewaySecret, "MSG91_FLOW_ID=65f0c1d2e3a4b5",
		"RENTO_LEGAL_NAME=Town Rentals", "RENTO_SUPPORT_PHONE=+91 80 4000 1234", "RENTO_SUPPORT_EMAIL=care@town.example", "RENTO_FAQ_URL=https://help.town.example", "MSG91_URL=https://198.51.100.1", "RENTO_LOG_LEVEL=error", "RAZORPAYX_URL="+r.wire.address()+payouts)
	run(t, r.env, "bill", "--quiet").finish(t)
	r.program = serve(t, r.env, "serve")
	payers := make([]payer, len(ids))
	for i, id := range ids {
		payers[i] = payer{r, id, tokens[i], fmt.Sprintf("payer %d", i)}
	}
	return r, payers
}

// signIn opens a session for each customer.
func (r *testProgram) signIn(ids []int64) []string {
	r.t.Helper()
	s := openStore(r.t, r.path)
	defer s.Close()
	clock, log := calendar.System{}, slog.New(slog.DiscardHandler)
	source := ident.NewSource(clock, 15)
	queue := jobs.New(s, source, clock, log)
	accounts := account.New(account.Deps{
		Store: s, IDs: source, Clock: clock, Jobs: queue, Notices: notify.New(notify.Deps{Store: s, IDs: source, Clock: clock, Jobs: queue, Logger: log}),
		Limits: limit.New(s, clock, 1), Logger: log, Config: account.Config{Secret: []byte(secretKey)},
	})
	tokens := make([]string, len(ids))
	for i, id := range ids {
		code, err := accounts.MintHandoff(r.t.Context(), account.Handoff{CustomerID: id, Lifetime: account.FromPage})
		if err != nil {
			r.t.Fatal(err)
		}
		login, err := accounts.ExchangeHandoff(r.t.Context(), code, "crash")
		if err != nil {
			r.t.Fatal(err)
		}
		tokens[i] = login.Token
	}
	return tokens
}

// call sends a request until it is answered, under one key: the program may
// die while it works on it.
func (p payer) call(method, path, key string, in, out any) {
	p.t.Helper()
	until(p.t, method+" "+path+" is answered", func() bool {
		status, err := p.send(method, "http://"+p.program.address+path, key, in, out)
		if err == nil && status >= 400 && status < 500 && status != http.StatusTooManyRequests {
			p.t.Fatalf("%s: %s %s: status %d, want 429", p.name, method, path, status)
		}
		return err == nil && status == http.StatusOK
	})
}

func (p payer) send(method, url, key string, in, out any) (int, error) {
	body, err := json.Marshal(in)
	if err != nil {
		return 0, err
	}
	q, err := http.NewRequestWithContext(p.t.Context(), method, url, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("Authorization", p.token)
	if key != "" {
		q.Header.Set("Idempotency-Key", key)
	}
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		return answer.StatusCode, err
	}
	return answer.StatusCode, json.Unmarshal(raw, out)
}

type proof struct {
	Payment   string `json:"razorpay_payment_id"`
	Order     string `json:"razorpay_order_id"`
	Signature string `json:"razorpay_signature"`
}

// pay takes a customer from the button to the gateway and, in the browser,
// back.
func (p payer) pay(comesBack bool) (transaction int64) {
	p.t.Helper()
	var begun struct {
		ID       int64  `json:"rmTransactionId"`
		UniqueID string `json:"uniqueId"`
	}
	p.call(http.MethodPost, fmt.Sprintf("/api/RMUsers/%d/createPendingRentTransaction", p.id), p.name+" begins", map[string]any{}, &begun)
	var opened struct {
		Razorpay struct {
			OrderID string `json:"order_id"`
		} `json:"razorpayOptions"`
	}
	p.call(http.MethodPost, "/api/Payments/startPayment", p.name+" opens", map[string]any{
		"rmTransactionId": begun.ID, "uniqueId": begun.UniqueID, "gateway": "razorpay", "platform": "mweb", "os": "android",
		"device": "phone", "phoneNumber": "9000000001", "credAppPresent": false,
	}, &opened)
	var back proof
	status, err := p.send(http.MethodPost, "http://"+p.sandbox.address+"/sandbox/razorpay/pay", "", map[string]any{
		"order_id": opened.Razorpay.OrderID, "outcome": "success",
	}, &back)
	if err != nil || status != http.StatusOK || back.Signature == "" {
		p.t.Fatalf(`got %s pays: status %d, %+v, %v; want status = %v, back.Signature other than ""`, p.name, status, back, err, http.StatusOK)
	}
	if comesBack {
		p.bring(begun.ID, begun.UniqueID, back)
	}
	return begun.ID
}

func (p payer) bring(transaction int64, uniqueID string, back proof) {
	p.t.Helper()
	var done struct{ Success bool }
	p.call(http.MethodPost, "/api/Payments/razorpay/capturePayment", p.name+" returns", map[string]any{"data": map[string]any{
		"razorpay_payment_id": back.Payment, "razorpay_order_id": back.Order, "razorpay_signature": back.Signature,
		"rmTransactionId": transaction, "uniqueId": uniqueID, "device": "mweb",
	}}, &done)
}

// waitPaid polls as the waiting page does, while the gateway's clock runs on
// so that it tries its webhooks again.
func (p payer) waitPaid(transaction int64) {
	p.t.Helper()
	pause := time.NewTicker(time.Second)
	defer pause.Stop()
	until(p.t, p.name+" is told that it is paid", func() bool {
		<-pause.C
		var out struct{ Status int }
		p.call(http.MethodGet, fmt.Sprintf("/api/Payments/orderStatus?rmTransactionId=%d", transaction), "", nil, &out)
		if out.Status == payment.StatusFailed {
			p.t.Fatalf("%s paid and is told that it failed", p.name)
		}
		return out.Status == payment.StatusPaid
	})
}

// TestPaymentsSurviveKills kills the program at each step of a payment. Every
// customer ends up with one payment, entered once (P1, P2, P7, P9, PAY-16).
func TestPaymentsSurviveKills(t *testing.T) {
	r, payers := newTestProgram(t)
	for i, moment := range moments {
		if moment != "none" {
			r.wire.at(moment, r.program.kill)
		}
		alone := i >= len(moments)-2
		transaction := payers[i].pay(!alone)
		payers[i].waitPaid(transaction)
		if moment != "none" && !r.wire.struck[moment] {
			t.Errorf("nothing was killed %s", moment)
		}
	}
	t.Logf("killed %d times, ready again after %s at the most", r.program.kills, r.program.slowest.Round(time.Millisecond))
	r.program.stop(syscall.SIGTERM)
	r.checkPaid(payers)
	t.Log(run(t, r.env, "reconcile", "--days", "1").finish(t))
}

// checkPaid compares the books of both sides.
func (r *testProgram) checkPaid(payers []payer) {
	r.t.Helper()
	s := openStore(r.t, r.path)
	defer s.Close()
	for _, p := range payers {
		balances, err := ledger.BalancesOf(r.t.Context(), s.Queries(), p.id)
		if err != nil || balances.InvoicesDue() != 0 || balances.WalletCredit() != 0 {
			r.t.Errorf("%s: balances %v, %v", p.name, balances, err)
		}
	}
	held := r.held(payers[0], len(payers))
	if total, err := s.Queries().LedgerAccountTotal(r.t.Context(), string(ledger.InTransit("razorpay"))); err != nil || total != held {
		r.t.Errorf("the gateway holds %d, our books say %d, %v", held, total, err)
	}
	if findings, err := ledger.Check(r.t.Context(), s.Queries()); err != nil || len(findings) > 0 {
		r.t.Errorf("%s %v", ledger.Text(findings), err)
	}
}

// held is what the sandbox holds for us, which must be one payment for each
// customer.
func (r *testProgram) held(anybody payer, customers int) (total int64) {
	r.t.Helper()
	var books struct {
		Razorpay struct {
			Payments []struct {
				Amount   int64 `json:"amount"`
				Refunded int64 `json:"amount_refunded"`
				Captured bool  `json:"captured"`
			} `json:"payments"`
		} `json:"razorpay"`
	}
	if _, err := anybody.send(http.MethodGet, "http://"+r.sandbox.address+"/sandbox/books", "", nil, &books); err != nil {
		r.t.Fatal(err)
	}
	if len(books.Razorpay.Payments) != customers {
		r.t.Errorf("%d payments of %d customers", len(books.Razorpay.Payments), customers)
	}
	for _, p := range books.Razorpay.Payments {
		if !p.Captured || p.Refunded != 0 {
			r.t.Errorf("payment %+v; want p.Captured, p.Refunded = 0", p)
		}
		total += p.Amount
	}
	return total
}
