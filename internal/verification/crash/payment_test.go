package crash

import (
	"bytes"
	cryptorand "crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
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
	"rento/internal/testkit/company"
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

// publicURL is where browsers believe the program to be.
const publicURL = "https://rento.example"

var secretKey = cryptorand.Text() + cryptorand.Text()

// gatewaySecret is every secret between the program and its providers, but for
// those of the webhooks: none of ours may be the same as another.
var (
	gatewaySecret = cryptorand.Text()
	gatewayHooks  = cryptorand.Text() + cryptorand.Text()
	walletAnswers = cryptorand.Text()
	walletHooks   = cryptorand.Text() + cryptorand.Text()
	payoutHooks   = cryptorand.Text() + cryptorand.Text()
)

// testProgram is the program in production settings beside the sandbox.
type testProgram struct {
	t        *testing.T
	database string // the file, or the address on PostgreSQL
	wire     *wire
	sandbox  *server
	nodes    []*server
	balancer *balancer // before several nodes, else nil
	env      []string
}

// node is one of the nodes, drawn by chance.
func (r *testProgram) node() *server { return r.nodes[rand.IntN(len(r.nodes))] }

// address is where browsers and gateways reach the program.
func (r *testProgram) address() string {
	if r.balancer != nil {
		return r.balancer.Listener.Addr().String()
	}
	return r.nodes[0].address
}

// payer is a customer who owes rent, with a session.
type payer struct {
	*testProgram
	id    int64
	token string
	name  string
}

// newTestProgram starts so many nodes on a database with so many customers who
// owe two months.
func newTestProgram(t *testing.T, database string, nodes, customers int) (*testProgram, []payer) {
	t.Helper()
	r := &testProgram{t: t, database: database}
	ids := populate(t, database, customers)
	tokens := r.signIn(ids)
	r.wire = newWire(t, func() string { return r.sandbox.address }, r.address)
	keys := []string{
		"RAZORPAY_KEY_ID=rzp_crash_00000001", "RAZORPAY_KEY_SECRET=" + gatewaySecret, "RAZORPAY_WEBHOOK_SECRET=" + gatewayHooks,
		"RAZORPAYX_KEY_ID=rzp_crash_00000002", "RAZORPAYX_KEY_SECRET=" + gatewaySecret, "RAZORPAYX_WEBHOOK_SECRET=" + payoutHooks,
		"RAZORPAYX_ACCOUNT=0000000000",
		"JUSPAY_MERCHANT_ID=town", "JUSPAY_API_KEY=" + gatewaySecret, "JUSPAY_RESPONSE_KEY=" + walletAnswers, "JUSPAY_WEBHOOK_USER=juspay", "JUSPAY_WEBHOOK_PASSWORD=" + walletHooks,
	}
	r.sandbox = serve(t, append(keys, "RENTO_PUBLIC_URL="+r.wire.address(), "RENTO_SANDBOX_WEBHOOK_URL="+r.wire.URL+"/webhooks"), "sandbox")
	r.env = append(append(keys, r.wire.trust(t)...), "RENTO_TRUSTED_PROXIES=0", "RENTO_DATABASE="+r.database, "RAZORPAY_URL="+r.wire.address(), "RENTO_PUBLIC_URL="+publicURL,
		"RENTO_SECRET_KEY="+secretKey, "MSG91_AUTH_KEY="+gatewaySecret, "MSG91_FLOW_ID=65f0c1d2e3a4b5",
		"RENTO_LEGAL_NAME=Town Rentals", "RENTO_SUPPORT_PHONE=+91 80 4000 1234", "RENTO_SUPPORT_EMAIL=care@town.example", "RENTO_FAQ_URL=https://help.town.example", "MSG91_URL=https://198.51.100.1", "RENTO_LOG_LEVEL=error", "RAZORPAYX_URL="+r.wire.address()+payouts, "JUSPAY_URL="+r.wire.address()+wallets)
	run(t, r.env, "bill", "--quiet").finish(t)
	for i := range nodes {
		r.nodes = append(r.nodes, serve(t, append(slices.Clone(r.env), fmt.Sprint("RENTO_NODE=", i)), "serve"))
	}
	if nodes > 1 {
		r.balancer = newBalancer(t, r.nodes)
	}
	payers := make([]payer, len(ids))
	for i, id := range ids {
		payers[i] = payer{r, id, tokens[i], fmt.Sprintf("payer %d", i)}
	}
	return r, payers
}

// signIn opens a session for each customer.
func (r *testProgram) signIn(ids []int64) []string {
	r.t.Helper()
	s := openStore(r.t, r.database)
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

// call sends a request until it is answered, under one key.
func (p payer) call(method, path, key string, in, out any) error {
	return p.untilAnswered(method+" "+path, func() (int, error) {
		return p.send(method, "http://"+p.address()+path, key, in, out)
	})
}

// untilAnswered sends until there is an answer: the program may die while it works
// on it, and its database be away, but nothing is a 500. What was under way then is a
// conflict for a moment.
func (p payer) untilAnswered(what string, send func() (status int, err error)) error {
	var last error
	answered := wait(p.t.Context(), func() bool {
		if last != nil {
			time.Sleep(again)
		}
		status, err := send()
		last = err
		if err == nil && status >= 400 {
			last = fmt.Errorf("status %d", status)
		}
		return last == nil || status == http.StatusInternalServerError ||
			status >= 400 && status < 500 && status != http.StatusTooManyRequests && status != http.StatusConflict
	})
	if !answered {
		return fmt.Errorf("%s: %s was not answered: %w", p.name, what, last)
	}
	if last != nil {
		return fmt.Errorf("%s: %s: %w, want an answer or a reason to ask again", p.name, what, last)
	}
	return nil
}

// again is when a browser repeats what was not answered.
const again = 200 * time.Millisecond

// poll is how often a browser that waits asks, as the app's own does.
const poll = time.Second

// browser gives up on a node that does not answer, and goes nowhere else by itself.
var browser = &http.Client{
	Timeout:       15 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
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
	answer, err := browser.Do(q)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if err != nil {
		return answer.StatusCode, err
	}
	if answer.StatusCode != http.StatusOK {
		return answer.StatusCode, nil
	}
	return answer.StatusCode, json.Unmarshal(raw, out)
}

type proof struct {
	Payment   string `json:"razorpay_payment_id"`
	Order     string `json:"razorpay_order_id"`
	Signature string `json:"razorpay_signature"`
}

// begun is a payment that its customer was shown the checkout of.
type begun struct {
	ID       int64  `json:"rmTransactionId"`
	UniqueID string `json:"uniqueId"`
	// The order at Razorpay, or our page that leads to a wallet.
	orderID string
	amount  int64 // at Razorpay, in paise
	page    string
}

// toStart is what a browser sends to open a gateway.
func (b begun) toStart(gateway string) any {
	return map[string]any{
		"rmTransactionId": b.ID, "uniqueId": b.UniqueID, "gateway": gateway, "platform": "mweb", "os": "android",
		"device": "phone", "phoneNumber": "9000000001", "credAppPresent": false,
	}
}

// begin takes a customer from the button to the gateway. The name tells the taps
// of one customer apart.
func (p payer) begin(tap, gateway string) (b begun, err error) {
	if err := p.call(http.MethodPost, fmt.Sprintf("/api/RMUsers/%d/createPendingRentTransaction", p.id), p.name+" begins "+tap, map[string]any{}, &b); err != nil {
		return b, err
	}
	var opened struct {
		Page     string `json:"redirectUrl"`
		Razorpay struct {
			OrderID string `json:"order_id"`
			Amount  int64  `json:"amount"`
		} `json:"razorpayOptions"`
	}
	err = p.call(http.MethodPost, "/api/Payments/startPayment", p.name+" opens "+tap, b.toStart(gateway), &opened)
	b.orderID, b.amount, b.page = opened.Razorpay.OrderID, opened.Razorpay.Amount, strings.TrimPrefix(opened.Page, publicURL)
	return b, err
}

// atGateway has a customer say yes to an order; it returns what the browser brings back.
func (p payer) atGateway(orderID string) (back proof, err error) {
	status, err := p.send(http.MethodPost, "http://"+p.sandbox.address+"/sandbox/razorpay/pay", "", map[string]any{
		"order_id": orderID, "outcome": "success",
	}, &back)
	if err != nil || status != http.StatusOK || back.Signature == "" {
		return back, fmt.Errorf("%s is at the gateway: status %d, %+v, %w", p.name, status, back, err)
	}
	return back, nil
}

// pay takes a customer from the button to the gateway and, in the browser, back.
func (p payer) pay(comesBack bool) (begun, error) {
	b, err := p.begin("", "razorpay")
	if err != nil {
		return b, err
	}
	back, err := p.atGateway(b.orderID)
	if err != nil || !comesBack {
		return b, err
	}
	return b, p.bring(b, back)
}

func (p payer) bring(b begun, back proof) error {
	var done struct{ Success bool }
	return p.call(http.MethodPost, "/api/Payments/razorpay/capturePayment", p.name+" returns with "+back.Payment, map[string]any{"data": map[string]any{
		"razorpay_payment_id": back.Payment, "razorpay_order_id": back.Order, "razorpay_signature": back.Signature,
		"rmTransactionId": b.ID, "uniqueId": b.UniqueID, "device": "mweb",
	}}, &done)
}

// waitPaid polls as the waiting page does, while the gateway's clock runs on
// so that it tries its webhooks again.
func (p payer) waitPaid(b begun) error {
	var failed error
	paid := wait(p.t.Context(), func() bool {
		var out struct{ Status int }
		failed = p.call(http.MethodGet, fmt.Sprintf("/api/Payments/orderStatus?rmTransactionId=%d", b.ID), "", nil, &out)
		if failed == nil && out.Status == payment.StatusFailed {
			failed = fmt.Errorf("%s paid and is told that it failed", p.name)
		}
		if failed != nil || out.Status == payment.StatusPaid {
			return true
		}
		failed = p.laterAtTheGateway(time.Minute)
		return failed != nil
	})
	if failed == nil && !paid {
		failed = fmt.Errorf("%s waited too long to be told that it is paid", p.name)
	}
	return failed
}

// laterAtTheGateway moves the gateway's clock on, so that it repeats what it could not
// say, and leaves both programs the time of a poll for it.
func (p payer) laterAtTheGateway(d time.Duration) error {
	var out any
	status, err := p.send(http.MethodPost, "http://"+p.sandbox.address+"/sandbox/control", "", map[string]string{"advance": d.String()}, &out)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("status %d", status)
	}
	if err != nil {
		return fmt.Errorf("move the gateway's clock: %w", err)
	}
	time.Sleep(poll)
	return nil
}

// TestPaymentsSurviveKills kills the program at each step of a payment. Every
// customer ends up with one payment, entered once (P1, P2, P7, P9, PAY-16).
func TestPaymentsSurviveKills(t *testing.T) {
	r, payers := newTestProgram(t, filepath.Join(t.TempDir(), "rento.db"), 1, len(moments))
	program := r.nodes[0]
	for i, moment := range moments {
		if moment != "none" {
			r.wire.at(moment, program.kill)
		}
		alone := i >= len(moments)-2
		b, err := payers[i].pay(!alone)
		if err == nil {
			err = payers[i].waitPaid(b)
		}
		if err != nil {
			t.Fatal(err)
		}
		if moment != "none" && !r.wire.struck[moment] {
			t.Errorf("nothing was killed %s", moment)
		}
	}
	t.Logf("killed %d times, ready again after %s at the most", program.kills, program.slowest.Round(time.Millisecond))
	program.stop(syscall.SIGTERM)
	r.checkPaid(payers)
	t.Log(run(t, r.env, "reconcile", "--days", "1").finish(t))
}

// payAtOnce has four customers at a time pay, of those who are put into the queue. wait ends the queue
// and waits until all have paid.
func payAtOnce(t *testing.T) (queue chan<- payer, wait func()) {
	waiting := make(chan payer)
	var paying sync.WaitGroup
	for range 4 {
		paying.Go(func() {
			for p := range waiting {
				b, err := p.pay(rand.IntN(2) == 0)
				if err == nil {
					err = p.waitPaid(b)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	return waiting, func() { close(waiting); paying.Wait() }
}

// checkPaid compares the books of both sides.
func (r *testProgram) checkPaid(payers []payer) {
	r.t.Helper()
	s := openStore(r.t, r.database)
	defer s.Close()
	for _, p := range payers {
		balances, err := ledger.BalancesOf(r.t.Context(), s.Queries(), p.id)
		if err != nil || balances.InvoicesDue() != 0 || balances.WalletCredit() != 0 {
			r.t.Errorf("%s: balances %v, %v", p.name, balances, err)
		}
	}
	kept, _ := r.held()
	if len(kept) != len(payers) {
		r.t.Errorf("the gateway holds %d payments of %d customers", len(kept), len(payers))
	}
	var held int64
	for _, amount := range kept {
		held += amount
	}
	if total := company.AccountTotal(r.t, s.Queries(), ledger.InTransit("razorpay")); int64(total) != held {
		r.t.Errorf("the gateway holds %d, our books say %d", held, total)
	}
	if findings, err := ledger.Check(r.t.Context(), s.Queries()); err != nil || len(findings) > 0 {
		r.t.Errorf("%s %v", ledger.Text(findings), err)
	}
}

// held are the amounts, in paise, that the sandbox has taken for us and holds, and
// how many it has taken and given back whole.
func (r *testProgram) held() (kept []int64, returned int) {
	r.t.Helper()
	var books struct {
		Razorpay struct {
			Payments []struct {
				Amount   int64 `json:"amount"`
				Refunded int64 `json:"amount_refunded"`
				Captured bool  `json:"captured"`
			} `json:"payments"`
		} `json:"razorpay"`
		Juspay struct {
			Orders []struct { // in rupees
				Amount   float64 `json:"amount"`
				Refunded float64 `json:"amount_refunded"`
			} `json:"orders"`
		} `json:"juspay"`
	}
	anybody := payer{testProgram: r}
	if status, err := anybody.send(http.MethodGet, "http://"+r.sandbox.address+"/sandbox/books", "", nil, &books); err != nil || status != http.StatusOK {
		r.t.Fatalf("books of the sandbox: status %d, %v; want 200", status, err)
	}
	for _, p := range books.Razorpay.Payments {
		switch {
		case !p.Captured: // one rupee of a mandate, or a refusal
		case p.Refunded == p.Amount:
			returned++
		case p.Refunded == 0:
			kept = append(kept, p.Amount)
		default:
			r.t.Errorf("payment %+v went back in part, want all or nothing", p)
		}
	}
	for _, o := range books.Juspay.Orders {
		switch o.Refunded {
		case o.Amount:
			returned++
		case 0: // nobody has paid, or it has not gone back yet
		default:
			r.t.Errorf("order %+v went back in part, want all or nothing", o)
		}
	}
	return kept, returned
}
