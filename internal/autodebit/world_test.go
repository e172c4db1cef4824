package autodebit_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"rento/internal/alert"
	"rento/internal/autodebit"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/inbox"
	"rento/internal/jobs"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// world is the company, a gateway's production adapter, and the sandbox to which the adapter
// speaks over HTTP, in process and on the company's clock.
type world struct {
	*company.Company
	at       side
	box      *sandbox.Sandbox
	debits   *autodebit.Service
	payments *payment.Service
	inbox    *inbox.Inbox
	deaf     bool // our webhook address answers 503
	// heard receives the events instead of our inbox, unless it is nil.
	heard func(http.Header, []byte)
	// between is called before every call to the gateway, with its method and path.
	between func(call string) error
	calls   []string
	raw     *sql.DB
}

func newWorld(t *testing.T, s *store.Store, at side) *world {
	t.Helper()
	w := &world{Company: company.New(t, s, "2026-10-01"), at: at, raw: testkit.Raw(t, s)}
	var err error
	w.box, err = sandbox.New(sandbox.Options{
		Clock: w.Clock, PublicURL: "http://shop.test", Random: rand.NewPCG(1, 2), Webhooks: emulator.Transport{Handler: http.HandlerFunc(w.receive)},
		Merchants: []sandbox.Merchant{{Keys: at.keys, WebhookURL: "http://shop.test/webhooks/" + at.name}},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.wire()
	return w
}

// wire makes new services, as a node does when it starts.
func (w *world) wire() {
	w.T.Helper()
	gateway, err := w.at.connect(w.box.BaseURL(w.at.name), w.Clock, network{w})
	if err != nil {
		w.T.Fatal(err)
	}
	w.Queue = jobs.New(w.Store, w.IDs, w.Clock, slog.New(slog.DiscardHandler))
	w.Notices = notify.New(notify.Deps{Store: w.Store, IDs: w.IDs, Clock: w.Clock, Jobs: w.Queue, Logger: slog.New(slog.DiscardHandler), WalletName: "Rentomoney"})
	w.Billing = billing.New(w.Store, w.IDs, w.Clock, w.Ledger, w.Mandates, w.Notices, billing.DefaultSettings())
	w.Subscriptions = subscription.New(w.Store, w.IDs, w.Clock, w.Queue, w.Notices)
	w.Tickets = ticket.New(ticket.Deps{
		Store: w.Store, IDs: w.IDs, Clock: w.Clock, Jobs: w.Queue, Subscriptions: w.Subscriptions, Billing: w.Billing, Notify: w.Notices, Settings: ticket.DefaultSettings(),
	})
	alerts := alert.New(w.Store, w.IDs, w.Clock, nil)
	w.inbox = inbox.New(w.Store, w.Clock, w.Queue, alerts, testkit.Keyring(), nil)
	registry := provider.NewRegistry(gateway)
	w.payments = payment.New(payment.Deps{
		Store: w.Store, IDs: w.IDs, Clock: w.Clock, Ledger: w.Ledger, Billing: w.Billing, Jobs: w.Queue, Gateways: registry, Mandates: w.Mandates, Alerts: alerts,
		Inbox: w.inbox, Notify: w.Notices, Config: payment.Config{ProductName: "Town"},
	})
	w.debits = autodebit.New(autodebit.Deps{
		Store: w.Store, IDs: w.IDs, Clock: w.Clock, Mandates: w.Mandates, Billing: w.Billing, Payments: w.payments, Gateways: registry,
		Alerts: alerts, Jobs: w.Queue, Notify: w.Notices, Config: autodebit.Config{ProductName: "Town", AppOrigin: "http://shop.test"},
	})
}

// network is the transport to the gateway.
type network struct{ w *world }

func (n network) RoundTrip(r *http.Request) (*http.Response, error) {
	call := r.Method + " " + strings.TrimPrefix(r.URL.Path, "/sandbox/"+n.w.at.name)
	n.w.calls = append(n.w.calls, call)
	if n.w.between != nil {
		if err := n.w.between(call); err != nil {
			return nil, err
		}
	}
	return n.w.box.Transport().RoundTrip(r)
}

// receive is the company's webhook address.
func (w *world) receive(rw http.ResponseWriter, r *http.Request) {
	if w.deaf {
		rw.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	raw, err := io.ReadAll(r.Body)
	if w.heard != nil {
		w.heard(r.Header.Clone(), raw)
		return
	}
	if err == nil {
		err = w.inbox.Receive(r.Context(), w.at.name, r.Header, raw)
	}
	if err != nil {
		w.T.Errorf("webhook: %v", err)
	}
}

// onEachEngine runs a scenario on each engine at the first gateway, and once at each other
// gateway. What differs between gateways does not depend on the engine.
func onEachEngine(t *testing.T, scenario func(w *world)) {
	t.Helper()
	first, others := sides[0], sides[1:]
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) { scenario(newWorld(t, s, first)) })
	for _, at := range others {
		t.Run(at.name, func(t *testing.T) { scenario(newWorld(t, testkit.Open(t), at)) })
	}
}

// onEachGateway runs a scenario at each gateway.
func onEachGateway(t *testing.T, scenario func(w *world)) {
	t.Helper()
	for _, at := range sides {
		t.Run(at.name, func(t *testing.T) { scenario(newWorld(t, testkit.Open(t), at)) })
	}
}

// tenant returns a customer who rents a sofa from 1 October on, for 1,769 rupees a month.
func (w *world) tenant() int64 {
	c := w.Customer()
	w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
	return c
}

const rent = 1769 * money.Rupee

var device = provider.Device{Address: "203.0.113.7", UserAgent: "Mozilla/5.0"}

func (w *world) begin(c int64, method provider.MandateMethod) autodebit.Begun {
	w.T.Helper()
	begun, err := w.debits.Begin(w.T.Context(), c, autodebit.BeginInput{Gateway: w.at.name, Method: method, Device: device})
	if err != nil {
		w.T.Fatal(err)
	}
	return begun
}

// atGateway posts to the sandbox, as a browser or a bank does.
func (w *world) atGateway(path string, in any) map[string]any {
	w.T.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		w.T.Fatal(err)
	}
	client := http.Client{Transport: w.box.Transport()}
	answer, err := client.Post(w.box.BaseURL(w.at.name)+path, "application/json", bytes.NewReader(body))
	if err != nil {
		w.T.Fatal(err)
	}
	defer answer.Body.Close()
	var told map[string]any
	if err := json.NewDecoder(answer.Body).Decode(&told); err != nil || answer.StatusCode != http.StatusOK {
		w.T.Fatalf("%s: HTTP %d, %v, %v; want 200", path, answer.StatusCode, told, err)
	}
	return told
}

// confirm takes the customer through the checkout and returns what the browser brings back.
func (w *world) confirm(begun autodebit.Begun, outcome string) map[string]string {
	w.T.Helper()
	return w.at.brought(w.atGateway("/pay", map[string]any{"order_id": w.at.payable(begun), "outcome": outcome}))
}

// finish hands what the browser has brought to the server.
func (w *world) finish(c int64, begun autodebit.Begun, fields map[string]string) (mandate.Mandate, error) {
	w.T.Helper()
	return w.debits.Finish(w.T.Context(), c, w.at.name, begun.Checkout.OrderID, fields)
}

// confirmed returns a mandate that the bank has confirmed and whose customer has come back.
func (w *world) confirmed(c int64, method provider.MandateMethod) mandate.Mandate {
	w.T.Helper()
	begun := w.begin(c, method)
	m, err := w.finish(c, begun, w.confirm(begun, emulator.Success))
	if err != nil || m.State != mandate.Confirmed {
		w.T.Fatalf("got %+v, %v; want it confirmed", m, err)
	}
	return m
}

// atBank changes a mandate at the bank, as the customer does.
func (w *world) atBank(m mandate.Mandate, status string) {
	w.T.Helper()
	if status == "active" {
		status = w.at.active
	}
	w.atGateway("/bank", map[string]any{"reference": m.Reference, "status": status})
}

func (w *world) mandate(c, id int64) mandate.Mandate {
	w.T.Helper()
	m, err := mandate.Get(w.T.Context(), w.Store.Queries(), c, id)
	if err != nil {
		w.T.Fatal(err)
	}
	return m
}

// wait lets time pass: the sandbox and our jobs do what falls due on the way.
func (w *world) wait(d time.Duration) {
	w.T.Helper()
	w.until(w.Clock.Now().Add(d))
}

// until lets time pass until end, and stops wherever something falls due.
func (w *world) until(end time.Time) {
	w.T.Helper()
	w.run()
	for {
		next, any := w.nextStop()
		if !any || next.After(end) {
			break
		}
		if next.After(w.Clock.Now()) {
			w.Clock.Set(next)
		}
		w.run()
	}
	w.Clock.Set(end)
	w.run()
}

// quietStep is the time between two sweeps while there is nothing that a sweep could find. It is
// as long as the shortest window of usualHours, so that no window is left out and an unwanted
// debit is seen.
const quietStep = 3 * time.Hour

// nextStop is the next time at which the clock is to stop. It returns false if nothing is due at
// all.
func (w *world) nextStop() (time.Time, bool) {
	w.T.Helper()
	next, any, err := w.Queue.NextDue(w.T.Context())
	if err != nil {
		w.T.Fatal(err)
	}
	quiet := w.Clock.Now().Add(quietStep)
	if !any || !next.Before(quiet) || !w.isQuiet() {
		return next, any
	}
	const waiting = "SELECT COALESCE(MIN(run_at), 0) FROM jobs WHERE state = 'ready' AND kind NOT LIKE 'every/%'"
	var job calendar.Instant
	if err := w.raw.QueryRowContext(w.T.Context(), waiting).Scan(&job); err != nil {
		w.T.Fatal(err)
	}
	if !job.IsZero() && job.Time().Before(quiet) {
		return job.Time(), true
	}
	return quiet, true
}

// isQuiet reports that no debit is open and that no payment or refund is being asked about. The
// hourly sweeps look for these.
func (w *world) isQuiet() bool {
	w.T.Helper()
	const underWay = `SELECT (SELECT COUNT(*) FROM mandate_debits WHERE state IN ('scheduled', 'notified', 'unknown', 'submitted'))
		+ (SELECT COUNT(*) FROM payment_attempts WHERE check_at > 0) + (SELECT COUNT(*) FROM refunds WHERE check_at > 0)`
	var n int
	if err := w.raw.QueryRowContext(w.T.Context(), underWay).Scan(&n); err != nil {
		w.T.Fatal(err)
	}
	return n == 0
}

func (w *world) run() {
	w.T.Helper()
	w.box.Elapse()
	w.box.Deliver(w.T.Context())
	if _, err := w.Queue.RunDue(w.T.Context()); err != nil {
		w.T.Fatal(err)
	}
}

// told returns the subjects of the mails to a customer, oldest first.
func (w *world) told(c int64) (names []string) {
	w.T.Helper()
	for _, m := range w.Mails(c) {
		names = append(names, m.Subject)
	}
	return names
}

func (w *world) control(c sandbox.Command) {
	w.T.Helper()
	if err := w.box.Do(c); err != nil {
		w.T.Fatal(err)
	}
}

func (w *world) plan(call, outcome, reason string) {
	w.control(sandbox.Command{Outcomes: []emulator.Answer{{Call: call, Outcome: outcome, Reason: reason}}})
}
