package settlement_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/account"
	"rento/internal/alert"
	"rento/internal/audit"
	"rento/internal/encryption"
	"rento/internal/inbox"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/paging"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/provider/razorpayx"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	gateway "rento/internal/sandbox/razorpay"
	emulated "rento/internal/sandbox/razorpayx"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

var keys = emulated.Keys{ID: "rzp_test_X", Secret: "secret-x", WebhookSecret: "webhook-secret-x", Account: "7878780080316316"}

// testCompany is the company with the production payout adapter and the sandbox to which the
// adapter speaks over HTTP, in process and on the company's clock.
type testCompany struct {
	*company.Company
	service *settlement.Service
	inbox   *inbox.Inbox
	box     *sandbox.Sandbox
	who     account.Session
	deaf    bool // our webhook address answers 503
	keyring *encryption.Keyring
	mu      sync.Mutex
	calls   []string
	// between is called in place of each call to the provider and can let it through; nil lets
	// every call through.
	between func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error)
}

func newTestCompany(t *testing.T, s *store.Store) *testCompany {
	t.Helper()
	d := &testCompany{Company: company.New(t, s, "2026-10-01"), keyring: testkit.Keyring()}
	var err error
	d.box, err = sandbox.New(sandbox.Options{
		Clock: d.Clock, PublicURL: "http://shop.test", Random: rand.NewPCG(1, 2), Webhooks: emulator.Transport{Handler: http.HandlerFunc(d.receive)},
		Merchants: []sandbox.Merchant{{Keys: gateway.Keys{ID: "a", Secret: "b", WebhookSecret: "c"}}, {Keys: keys, WebhookURL: "http://shop.test/webhooks/razorpayx"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	d.wire()
	d.who = account.Session{CustomerID: d.Customer(), Actor: audit.Customer()}
	return d
}

// wire makes new services, as a node does when it starts.
func (d *testCompany) wire() {
	d.T.Helper()
	payouts, err := razorpayx.New(razorpayx.Config{
		BaseURL: d.box.BaseURL(razorpayx.Name), KeyID: keys.ID, KeySecret: keys.Secret, WebhookSecret: keys.WebhookSecret, Account: keys.Account,
	}, d.Clock, nil, network{d})
	if err != nil {
		d.T.Fatal(err)
	}
	d.Queue = jobs.New(d.Store, d.IDs, d.Clock, slog.New(slog.DiscardHandler))
	notices := notify.New(notify.Deps{Store: d.Store, IDs: d.IDs, Clock: d.Clock, Jobs: d.Queue, Logger: slog.New(slog.DiscardHandler), WalletName: "Rentomoney"})
	d.Billing.Register(d.Queue, nil)
	alerts := alert.New(d.Store, d.IDs, d.Clock, nil)
	d.inbox = inbox.New(d.Store, d.Clock, d.Queue, alerts, d.keyring, nil)
	d.service = settlement.New(settlement.Deps{
		Store: d.Store, IDs: d.IDs, Clock: d.Clock, Billing: d.Billing, Ledger: d.Ledger, Notify: notices,
		Payouts: payouts, Keyring: d.keyring, Alerts: alerts, WalletName: "Rentomoney",
	})
	d.service.Register(d.Queue, d.inbox)
}

// network is the transport to the provider. It records the calls.
type network struct{ d *testCompany }

func (n network) RoundTrip(r *http.Request) (*http.Response, error) {
	n.d.mu.Lock()
	n.d.calls = append(n.d.calls, r.Method+" "+strings.TrimPrefix(r.URL.Path, "/sandbox/razorpayx/v1"))
	n.d.mu.Unlock()
	through := func() (*http.Response, error) { return n.d.box.Transport().RoundTrip(r) }
	if n.d.between != nil {
		return n.d.between(r, through)
	}
	return through()
}

// isPay reports whether a call requests a payout.
func isPay(r *http.Request) bool {
	return r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/payouts")
}

// refused is the provider's answer to a call that it refuses.
func refused(r *http.Request) (*http.Response, error) {
	body := `{"error":{"code":"BAD_REQUEST_ERROR","description":"The fund account is not active","reason":"input_validation_failed"}}`
	return &http.Response{
		StatusCode: http.StatusBadRequest, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(body)), Request: r,
	}, nil
}

// receive is the company's webhook address.
func (d *testCompany) receive(rw http.ResponseWriter, r *http.Request) {
	if d.deaf {
		rw.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	raw, err := io.ReadAll(r.Body)
	if err == nil {
		err = d.inbox.Receive(r.Context(), razorpayx.Name, r.Header, raw)
	}
	if err != nil {
		rw.WriteHeader(http.StatusUnauthorized)
	}
}

// refund is what the customer gets back: a deposit of 3,000 rupees less 19 days of November at
// 1,499 with 18 % GST.
const refund = money.Paise(187975)

// giveBack has the customer rent a sofa, pay for October and give it back, and inspects the
// settlement. It returns the settlement's id.
func (d *testCompany) giveBack() int64 {
	d.T.Helper()
	c := d.who.CustomerID
	d.Deposit(c, "1", money.Rupees(3000))
	order := d.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
	d.Go("2026-11-01")
	d.Bill()
	d.Pay(c, "1", d.Balances(c).InvoicesDue())
	d.Go("2026-11-20")
	if err := d.Subscriptions.Close(d.T.Context(), c, []int64{order.Items[0].ID}, day("2026-11-20")); err != nil {
		d.T.Fatal(err)
	}
	id, _, err := d.service.Open(d.T.Context(), c)
	if err != nil {
		d.T.Fatal(err)
	}
	if _, err := d.service.Inspect(d.T.Context(), c, id, nil); err != nil {
		d.T.Fatal(err)
	}
	d.work()
	return id
}

// work runs what is due here and at the provider, until both have nothing left to do.
func (d *testCompany) work() {
	d.T.Helper()
	for {
		if _, err := d.Queue.RunDue(d.T.Context()); err != nil {
			d.T.Fatal(err)
		}
		if d.box.Deliver(d.T.Context()) == 0 {
			return
		}
	}
}

// pass lets time pass and stops wherever something falls due, at least every hour, because the
// provider's own plans are not among our jobs.
func (d *testCompany) pass(long time.Duration) {
	d.T.Helper()
	for end := d.Clock.Now().Add(long); d.Clock.Now().Before(end); {
		d.work()
		stop := d.Clock.Now().Add(time.Hour)
		due, some, err := d.Queue.NextDue(d.T.Context())
		if err != nil {
			d.T.Fatal(err)
		}
		if some && due.After(d.Clock.Now()) && due.Before(stop) {
			stop = due
		}
		d.Clock.Set(stop)
	}
	d.work()
}

// toBank saves the bank account and chooses it.
func (d *testCompany) toBank() {
	d.T.Helper()
	if err := d.service.SaveBank(d.T.Context(), d.who, hers); err != nil {
		d.T.Fatal(err)
	}
	if err := d.service.SetPreference(d.T.Context(), d.who, settlement.ToBank); err != nil {
		d.T.Fatal(err)
	}
}

func (d *testCompany) statement() settlement.Statement {
	d.T.Helper()
	page, err := d.service.Statements(d.T.Context(), d.who.CustomerID, paging.Page{Number: 1, Size: 100})
	list := page.Statements
	if err != nil || len(list) != 1 {
		d.T.Fatalf("%d statements, %v, want 1", len(list), err)
	}
	return list[0]
}

// depositStatement is the deposit as the customer sees it, with its movements.
func (d *testCompany) depositStatement() payment.DepositStatement {
	d.T.Helper()
	payments := payment.New(payment.Deps{
		Store: d.Store, IDs: d.IDs, Clock: d.Clock, Billing: d.Billing, Ledger: d.Ledger, Gateways: provider.NewRegistry(),
		Jobs: jobs.New(d.Store, d.IDs, d.Clock, slog.New(slog.DiscardHandler)),
	})
	deposit, err := payments.DepositOf(d.T.Context(), d.who.CustomerID)
	if err != nil {
		d.T.Fatal(err)
	}
	return deposit
}

// decide sets the outcome of the next calls at the provider.
func (d *testCompany) decide(call, outcome string) {
	d.T.Helper()
	if err := d.box.Do(sandbox.Command{Provider: razorpayx.Name, Outcomes: []emulator.Answer{{Call: call, Outcome: outcome}}}); err != nil {
		d.T.Fatal(err)
	}
}

func (d *testCompany) inject(call string, fault emulator.Fault) {
	d.T.Helper()
	if err := d.box.Do(sandbox.Command{Provider: razorpayx.Name, Faults: []emulator.Plan{{Call: call, Fault: fault}}}); err != nil {
		d.T.Fatal(err)
	}
}

func (d *testCompany) count(call string) (n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.calls {
		if c == call {
			n++
		}
	}
	return n
}

// alerts returns the kinds of the open alerts.
func (d *testCompany) alerts() string {
	d.T.Helper()
	var kinds []string
	for _, a := range testkit.OpenAlerts(d.T, d.Store) {
		kinds = append(kinds, a.Kind)
	}
	return strings.Join(kinds, " ")
}

// total is the balance of a company account in our books, with debits positive.
func (d *testCompany) total(a ledger.Account) money.Paise {
	d.T.Helper()
	return company.AccountTotal(d.T, d.Store.Queries(), a)
}

// refundFacts are what most tests check of the refund of the customer's only settlement.
type refundFacts struct {
	State   settlement.State
	Refund  money.Paise
	Held    bool
	Payouts int    // in the provider's books
	Alerts  string // the kinds of the open alerts
}

// wantRefund checks the refund of the customer's only settlement.
func (d *testCompany) wantRefund(when string, want refundFacts) {
	d.T.Helper()
	s := d.statement()
	got := refundFacts{s.State, s.Refund, s.Held, len(d.payouts()), d.alerts()}
	if diff := cmp.Diff(want, got); diff != "" {
		d.T.Errorf("%s: the refund (-want +got):\n%s", when, diff)
	}
}

// wantPaid checks that the refund has left once, by our books and by the provider's, and that
// nothing is in transit.
func (d *testCompany) wantPaid() {
	d.T.Helper()
	s := d.statement()
	type paidFacts struct {
		State             settlement.State
		Refund            money.Paise
		Reference, PaidAt bool // whether they are set
	}
	got := paidFacts{s.State, s.Refund, s.Reference != "", !s.PaidAt.IsZero()}
	if diff := cmp.Diff(paidFacts{settlement.Paid, refund, true, true}, got); diff != "" {
		d.T.Fatalf("the refund, with alerts %q (-want +got):\n%s", d.alerts(), diff)
	}
	type unpaidFacts struct{ DepositHeld, RefundOwed, InTransit money.Paise }
	b := d.Balances(d.who.CustomerID)
	unpaid := unpaidFacts{b.DepositHeld(), b.RefundOwed(), d.total(ledger.InTransit(razorpayx.Name))}
	if diff := cmp.Diff(unpaidFacts{}, unpaid); diff != "" {
		d.T.Fatalf("money that is not paid yet (-want +got):\n%s", diff)
	}
	var left money.Paise
	for _, p := range d.payouts() {
		if p["status"] == "processed" {
			left += money.Paise(p["amount"].(float64))
		}
	}
	if left != refund {
		d.T.Fatalf("%v left the provider, want %v", left, refund)
	}
	unbalanced, err := d.Store.Queries().LedgerUnbalancedEntries(d.T.Context())
	if err != nil || len(unbalanced) > 0 {
		d.T.Fatalf("unbalanced entries %v, %v, want none", unbalanced, err)
	}
}

// payouts returns the payouts in the provider's books.
func (d *testCompany) payouts() []map[string]any {
	d.T.Helper()
	client := http.Client{Transport: d.box.Transport()}
	answer, err := client.Get("http://shop.test/sandbox/books")
	if err != nil {
		d.T.Fatal(err)
	}
	defer answer.Body.Close()
	var books struct {
		RazorpayX struct {
			Payouts []map[string]any `json:"payouts"`
		} `json:"razorpayx"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&books); err != nil {
		d.T.Fatal(err)
	}
	return books.RazorpayX.Payouts
}
