package payment_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/alert"
	"rento/internal/inbox"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/provider/razorpay"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	emulated "rento/internal/sandbox/razorpay"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

var keys = emulated.Keys{ID: "rzp_test_SBX0000000001", Secret: "sandbox_key_secret_0001", WebhookSecret: "sandbox_webhook_secret_0001"}

// world is the company with its production Razorpay adapter. The adapter talks over HTTP to the
// sandbox, which runs in the same process and on the company's clock.
type world struct {
	*company.Company
	box      *sandbox.Sandbox
	gateway  *razorpay.Gateway
	payments *payment.Service
	more     []provider.Gateway // in addition to Razorpay
	inbox    *inbox.Inbox
	asked    []string // causes for which feedback was requested
	deaf     bool     // our webhook address answers 503
	// heard receives the webhooks instead of us, unless it is nil.
	heard func(event)
	// between is called before every call to the gateway. An error that it returns is a network
	// error.
	between func(call string) error
	calls   []string
	mu      sync.Mutex
}

// dueAmount is the invoice for a sofa and a fridge for October, in paise.
const dueAmount = money.Paise(283000)

func newWorld(t *testing.T, s *store.Store) *world {
	t.Helper()
	w := &world{Company: company.New(t, s, "2026-10-01")}
	var err error
	w.box, err = sandbox.New(sandbox.Options{
		Clock: w.Clock, PublicURL: "http://shop.test", Random: rand.NewPCG(1, 2),
		Webhooks: emulator.Transport{Handler: http.HandlerFunc(w.receive)},
		Merchants: []sandbox.Merchant{
			{Keys: keys, WebhookURL: "http://shop.test/webhooks/razorpay"},
			{Keys: paytmKeys, WebhookURL: "http://shop.test/webhooks/paytm"},
			{Keys: juspayKeys, WebhookURL: "http://shop.test/webhooks/juspay"},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.wire(payment.Config{ProductName: "Town"})
	return w
}

// wire creates the services again, as a node does when it starts.
func (w *world) wire(config payment.Config) {
	w.T.Helper()
	base := w.box.BaseURL(razorpay.Name)
	var err error
	w.gateway, err = razorpay.New(razorpay.Config{
		BaseURL: base, KeyID: keys.ID, KeySecret: keys.Secret, WebhookSecret: keys.WebhookSecret, ScriptURL: base + "/v1/checkout.js",
	}, w.Clock, nil, network{w})
	if err != nil {
		w.T.Fatal(err)
	}
	w.wireAt(config, append([]provider.Gateway{w.gateway}, w.more...)...)
}

// wireAt creates the payment service again with the given gateways. The first one is the
// default.
func (w *world) wireAt(config payment.Config, gateways ...provider.Gateway) {
	w.Queue = w.newQueue()
	alerts := alert.New(w.Store, w.IDs, w.Clock, nil)
	w.inbox = inbox.New(w.Store, w.Clock, w.Queue, alerts, testkit.Keyring(), nil)
	w.payments = payment.New(payment.Deps{
		Store: w.Store, IDs: w.IDs, Clock: w.Clock, Ledger: w.Ledger, Billing: w.Billing, Jobs: w.Queue, Config: config,
		Gateways: provider.NewRegistry(gateways...), Feedback: asking{w}, Alerts: alerts, Inbox: w.inbox,
		Notify: notify.New(notify.Deps{
			Store: w.Store, IDs: w.IDs, Clock: w.Clock, Jobs: w.Queue, Logger: slog.New(slog.DiscardHandler), WalletName: "Rentomoney",
			Payee: notify.Payee{Holder: "Town Rentals", Account: "50200012345678", IFSC: "HDFC0000001", Bank: "HDFC Bank"},
		}),
	})
}

func (w *world) newQueue() *jobs.Queue {
	return jobs.New(w.Store, w.IDs, w.Clock, slog.New(slog.DiscardHandler))
}

// network is the network path to the gateway.
type network struct{ w *world }

func (n network) RoundTrip(r *http.Request) (*http.Response, error) {
	call := r.Method + " " + strings.TrimPrefix(r.URL.Path, "/sandbox/razorpay/v1")
	n.w.mu.Lock()
	n.w.calls = append(n.w.calls, call)
	between := n.w.between
	n.w.mu.Unlock()
	if between != nil {
		if err := between(call); err != nil {
			return nil, err
		}
	}
	return n.w.box.Transport().RoundTrip(r)
}

type asking struct{ w *world }

func (a asking) OpenAfterPayment(_ context.Context, _ *store.Tx, _ int64, cause string) error {
	if !slices.Contains(a.w.asked, cause) {
		a.w.asked = append(a.w.asked, cause)
	}
	return nil
}

// receive is the company's webhook address.
func (w *world) receive(rw http.ResponseWriter, r *http.Request) {
	if w.deaf {
		rw.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	raw, err := io.ReadAll(r.Body)
	if w.heard != nil {
		w.heard(event{path.Base(r.URL.Path), r.Header.Clone(), raw})
		return
	}
	if err == nil {
		err = w.inbox.Receive(r.Context(), path.Base(r.URL.Path), r.Header, raw)
	}
	if err != nil {
		rw.WriteHeader(http.StatusUnauthorized)
	}
}

// event is a webhook as it arrived.
type event struct {
	provider string
	header   http.Header
	body     []byte
}

// debtor returns a customer with one unpaid invoice of dueAmount.
func (w *world) debtor() int64 { return w.debtors(1)[0] }

func (w *world) debtors(n int) []int64 {
	w.T.Helper()
	payers := make([]int64, n)
	for i := range payers {
		c := w.Customer()
		w.Deposit(c, fmt.Sprint(c), money.Rupees(5000))
		w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa, company.Fridge)
		payers[i] = c
	}
	w.Go("2026-11-01")
	w.Bill()
	for _, p := range payers {
		if got := w.Balances(p).InvoicesDue(); got != dueAmount {
			w.T.Fatalf("owed %v, want %v", got, dueAmount)
		}
	}
	return payers
}

func (w *world) startDue(p int64) payment.Transaction {
	w.T.Helper()
	t, err := w.payments.StartDue(w.T.Context(), p, payment.DueInput{Device: "mweb"})
	if err != nil {
		w.T.Fatal(err)
	}
	return t
}

func (w *world) open(p int64, t payment.Transaction) payment.Started {
	w.T.Helper()
	started, err := w.payments.StartGateway(w.T.Context(), p, payment.GatewayInput{TransactionID: t.ID, UniqueID: t.UniqueID, Gateway: razorpay.Name})
	if err != nil {
		w.T.Fatal(err)
	}
	return started
}

// begin starts a payment for a new debtor and opens its order.
func (w *world) begin() (int64, payment.Transaction, string) {
	w.T.Helper()
	p := w.debtor()
	t := w.startDue(p)
	return p, t, w.open(p, t).Checkout.OrderID
}

// pay pays an order as a payer does, and returns what the browser brings back.
func (w *world) pay(orderID, outcome string) map[string]string {
	w.T.Helper()
	fields, status := w.tryPay(orderID, outcome)
	if status != http.StatusOK {
		w.T.Fatalf("pay %s: HTTP %d, want 200", orderID, status)
	}
	return fields
}

func (w *world) tryPay(orderID, outcome string) (map[string]string, int) {
	w.T.Helper()
	return w.attempt(emulated.Attempt{OrderID: orderID, Outcome: outcome})
}

func (w *world) attempt(a emulated.Attempt) (map[string]string, int) {
	w.T.Helper()
	body, err := json.Marshal(a)
	if err != nil {
		w.T.Fatal(err)
	}
	client := http.Client{Transport: w.box.Transport()}
	answer, err := client.Post("http://shop.test/sandbox/razorpay/pay", "application/json", bytes.NewReader(body))
	if err != nil {
		w.T.Fatal(err)
	}
	defer answer.Body.Close()
	var all map[string]any
	if err := json.NewDecoder(answer.Body).Decode(&all); err != nil {
		w.T.Fatal(err)
	}
	fields := map[string]string{}
	for name, value := range all {
		if text, ok := value.(string); ok {
			fields[name] = text
		}
	}
	return fields, answer.StatusCode
}

// orders returns the ids of the gateway's orders.
func (w *world) orders() []string {
	w.T.Helper()
	client := http.Client{Transport: w.box.Transport()}
	answer, err := client.Get("http://shop.test/sandbox/books")
	if err != nil {
		w.T.Fatal(err)
	}
	defer answer.Body.Close()
	var books struct {
		Razorpay struct {
			Orders []struct {
				ID string `json:"id"`
			} `json:"orders"`
		} `json:"razorpay"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&books); err != nil {
		w.T.Fatal(err)
	}
	var ids []string
	for _, o := range books.Razorpay.Orders {
		ids = append(ids, o.ID)
	}
	return ids
}

func (w *world) do(c sandbox.Command) {
	w.T.Helper()
	if err := w.box.Do(c); err != nil {
		w.T.Fatal(err)
	}
}

func (w *world) inject(call string, fault emulator.Fault, times int) {
	w.T.Helper()
	w.do(sandbox.Command{Faults: []emulator.Plan{{Call: call, Fault: fault, Times: times}}})
}

// capture brings the browser's fields to us.
func (w *world) capture(p int64, t payment.Transaction, fields map[string]string) (bool, error) {
	return w.payments.Capture(w.T.Context(), p, payment.ReturnInput{TransactionID: t.ID, UniqueID: t.UniqueID, Fields: fields})
}

// wait lets time pass. The sandbox does what falls due and sends its webhooks, and our jobs run,
// each at its own time.
func (w *world) wait(d time.Duration) {
	w.T.Helper()
	until := w.Clock.Now().Add(d)
	for w.Clock.Now().Before(until) {
		rest := until.Sub(w.Clock.Now())
		step := min(rest, max(time.Minute, rest/10))
		if next, ok, err := w.Queue.NextDue(w.T.Context()); err != nil {
			w.T.Fatal(err)
		} else if ok && next.Before(w.Clock.Now().Add(step)) {
			step = max(time.Second, next.Sub(w.Clock.Now()))
		}
		w.Clock.Advance(step)
		w.work()
	}
}

// work does everything that is due now.
func (w *world) work() {
	w.T.Helper()
	w.box.Elapse()
	w.box.Deliver(w.T.Context())
	if _, err := w.Queue.RunDue(w.T.Context()); err != nil {
		w.T.Fatal(err)
	}
}

func (w *world) status(p int64, t payment.Transaction) int {
	w.T.Helper()
	progress, err := w.payments.OrderStatus(w.T.Context(), p, t.ID)
	if err != nil {
		w.T.Fatal(err)
	}
	return progress.Status
}

func (w *world) wantStatus(p int64, t payment.Transaction, want int) {
	w.T.Helper()
	if got := w.status(p, t); got != want {
		w.T.Fatalf("status %d, want %d", got, want)
	}
}

// wantPaid checks that the debtor's invoice was paid exactly once.
func (w *world) wantPaid(p int64, t payment.Transaction) {
	w.T.Helper()
	w.wantStatus(p, t, payment.StatusPaid)
	w.wantStanding(p, standing{})
	for _, i := range w.Invoices(p) {
		if i.Open() != 0 || i.Paid > i.Total {
			w.T.Fatalf("invoice %s of %v: %v is paid and %v open, want it paid once", i.Number, i.Total, i.Paid, i.Open())
		}
	}
	w.wantInTransit(dueAmount)
	if len(w.asked) != 1 {
		w.T.Fatalf("feedback asked for %v, want length 1", w.asked)
	}
}

// standing is what a customer owes, and which money of the customer we have apart from the
// deposit and advance rent. Returning is a payment that still has to go back to its source.
type standing struct{ Invoices, LateFees, Wallet, RefundOwed, Returning money.Paise }

func (w *world) standing(p int64) standing {
	w.T.Helper()
	b := w.Balances(p)
	return standing{b.InvoicesDue(), b.LateFeesDue(), b.WalletCredit(), b.RefundOwed(), -b[ledger.ExcessPayment]}
}

func (w *world) wantStanding(p int64, want standing) {
	w.T.Helper()
	if diff := cmp.Diff(want, w.standing(p)); diff != "" {
		w.T.Fatalf("standing of customer %d (-want +got):\n%s", p, diff)
	}
}

// shares is what a transaction asks for, and how the gateway and the wallet share it.
type shares struct {
	Purpose                   payment.Purpose
	Amount, ByGateway, Wallet money.Paise
	WalletPaid                bool
}

func sharesOf(t payment.Transaction) shares {
	return shares{t.Purpose, t.Amount, t.ByGateway(), t.Wallet, t.WalletPaid()}
}

// wantShares checks what a new transaction asks for.
func (w *world) wantShares(t payment.Transaction, want shares) {
	w.T.Helper()
	if diff := cmp.Diff(want, sharesOf(t)); diff != "" {
		w.T.Fatalf("the transaction (-want +got):\n%s", diff)
	}
}

// wantAlerts checks the kinds of the open alerts.
func (w *world) wantAlerts(want ...string) {
	w.T.Helper()
	if diff := cmp.Diff(want, w.alerts()); diff != "" {
		w.T.Fatalf("alerts (-want +got):\n%s", diff)
	}
}

// wantInTransit checks how much the gateway holds for us, by our books and by the gateway's own.
// It also checks that the books balance.
func (w *world) wantInTransit(want money.Paise) {
	w.T.Helper()
	if got := w.total(ledger.InTransit(razorpay.Name)); got != want {
		w.T.Fatalf("in transit %v, want %v", got, want)
	}
	if held := w.held(); held != want {
		w.T.Fatalf("the gateway holds %v, our books say %v", held, want)
	}
	unbalanced, err := w.Store.Queries().LedgerUnbalancedEntries(w.T.Context())
	if err != nil || len(unbalanced) > 0 {
		w.T.Fatalf("unbalanced %v, %v", unbalanced, err)
	}
	wrong, err := w.Store.Queries().LedgerWrongBalances(w.T.Context())
	if err != nil || len(wrong) > 0 {
		w.T.Fatalf("wrong balances %v, %v", wrong, err)
	}
}

func (w *world) total(a ledger.Account) money.Paise {
	w.T.Helper()
	return company.AccountTotal(w.T, w.Store.Queries(), a)
}

// held returns what the gateway holds by the sandbox's own books: captured minus given back.
func (w *world) held() money.Paise {
	w.T.Helper()
	list, err := w.gateway.ListPayments(w.T.Context(), time.Unix(0, 0), w.Clock.Now().Add(24*time.Hour))
	if err != nil {
		w.T.Fatal(err)
	}
	var sum money.Paise
	for _, p := range list.Entries {
		if p.State == provider.PaymentCaptured || p.State == provider.PaymentRefunded {
			sum += p.Amount - p.Refunded
		}
	}
	return sum
}

func (w *world) alerts() []string {
	w.T.Helper()
	var kinds []string
	for _, r := range testkit.OpenAlerts(w.T, w.Store) {
		kinds = append(kinds, r.Kind)
	}
	return kinds
}

func onEachEngine(t *testing.T, test func(w *world)) {
	t.Helper()
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) { test(newWorld(t, s)) })
}
