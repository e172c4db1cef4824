package demo_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"rento/internal/account"
	"rento/internal/address"
	"rento/internal/alert"
	"rento/internal/audit"
	"rento/internal/autodebit"
	"rento/internal/billing"
	"rento/internal/blob"
	"rento/internal/calendar"
	"rento/internal/demo"
	"rento/internal/feedback"
	"rento/internal/hashchain"
	"rento/internal/ident"
	"rento/internal/inbox"
	"rento/internal/jobs"
	"rento/internal/kyc"
	"rento/internal/ledger"
	"rento/internal/limit"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/provider/billdesk"
	"rento/internal/provider/finbox"
	"rento/internal/provider/hyperverge"
	"rento/internal/provider/razorpay"
	"rento/internal/reconcile"
	"rento/internal/referral"
	"rento/internal/sandbox"
	sandboxedbilldesk "rento/internal/sandbox/billdesk"
	"rento/internal/sandbox/emulator"
	sandboxedfinbox "rento/internal/sandbox/finbox"
	sandboxedhyperverge "rento/internal/sandbox/hyperverge"
	sandboxed "rento/internal/sandbox/razorpay"
	"rento/internal/settlement"
	"rento/internal/staff"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/support"
	"rento/internal/testkit"
	"rento/internal/ticket"
	"rento/internal/upload"
)

// present is when the cities of most tests are made.
var present = calendar.MustParse("2026-11-20").At(15, 30)

const (
	keyID, keySecret, webhookSecret = "rzp_test_demo", "key secret", "webhook secret"
	boxURL                          = "http://sandbox.test"
)

var mandateKeys = sandboxedbilldesk.Keys{
	MerchantID: "RENTOTEST", ClientID: "rentotest", SigningKey: "sandbox-billdesk-signing-key-00001",
}

var (
	identityKeys  = sandboxedhyperverge.Keys{AppID: "app", AppKey: "key", WorkflowID: "selfie", WebhookSecret: "hyperverge webhooks"}
	statementKeys = sandboxedfinbox.Keys{APIKey: "key", ServerHash: "hash"}
)

// demoCity is a world with its base clock.
type demoCity struct {
	*demo.World
	base *calendar.Frozen
}

// newCity wires a world like the demo command, on a base clock that stands still.
func newCity(t testing.TB, s *store.Store, now time.Time) demoCity {
	t.Helper()
	logger := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	base := calendar.NewFrozen(now)
	clock := demo.NewClock(base)
	webhooks := http.NewServeMux()
	box, err := sandbox.New(sandbox.Options{
		Clock: clock, Log: logger, PublicURL: boxURL, Webhooks: emulator.Transport{Handler: webhooks},
		Merchants: []sandbox.Merchant{
			{
				Keys:       sandboxed.Keys{ID: keyID, Secret: keySecret, WebhookSecret: webhookSecret},
				WebhookURL: "http://app.test/webhooks/razorpay",
			},
			{Keys: mandateKeys, WebhookURL: "http://app.test/webhooks/billdesk"},
			{Keys: identityKeys, WebhookURL: "http://app.test/webhooks/hyperverge/" + identityKeys.WebhookSecret},
			{Keys: statementKeys},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	w := &demo.World{Store: s, Clock: clock, Sandbox: box, Logger: logger, LegalName: "Town Rentals"}
	webhooks.HandleFunc("POST /webhooks/{gateway}", receive(services(t, w)))
	return demoCity{World: w, base: base}
}

// services builds the domain services of a world and registers their jobs.
func services(t testing.TB, w *demo.World) *inbox.Inbox {
	t.Helper()
	gateway, err := razorpay.New(razorpay.Config{
		BaseURL: w.Sandbox.BaseURL("razorpay"), KeyID: keyID, KeySecret: keySecret, WebhookSecret: webhookSecret,
		ScriptURL: boxURL + "/sandbox/razorpay/v1/checkout.js",
	}, w.Clock, w.Logger, w.Sandbox.Transport())
	if err != nil {
		t.Fatal(err)
	}
	base := w.Sandbox.BaseURL(billdesk.Name)
	debits, err := billdesk.New(billdesk.Config{
		BaseURL: base, SDKURL: base + "/jssdk/v1/dist", MerchantID: mandateKeys.MerchantID, ClientID: mandateKeys.ClientID,
		SigningKey: mandateKeys.SigningKey,
	}, w.Clock, w.Logger, w.Sandbox.Transport())
	if err != nil {
		t.Fatal(err)
	}
	gateways := provider.NewRegistry(gateway, debits)
	ids := ident.NewSource(w.Clock, 0)
	w.Jobs = jobs.New(w.Store, ids, w.Clock, w.Logger)
	w.Ledger = ledger.New(ids)
	notices := notify.New(notify.Deps{Store: w.Store, IDs: ids, Clock: w.Clock, Jobs: w.Jobs, Logger: w.Logger, Brand: "Rento", Host: "rento.test"})
	w.Accounts = account.New(account.Deps{
		Store: w.Store, IDs: ids, Clock: w.Clock, Jobs: w.Jobs, Notices: notices, Limits: limit.New(w.Store, w.Clock, 1), Logger: w.Logger,
		Config: account.Config{FixedCode: demo.LoginCode},
	})
	w.Addresses = address.New(w.Store, ids, w.Clock)
	w.Subscriptions = subscription.New(w.Store, ids, w.Clock, w.Jobs, notices)
	w.Mandates = mandate.New(ids, w.Clock, calendar.BankDays{})
	bills := billing.New(w.Store, ids, w.Clock, w.Ledger, w.Mandates, notices, billing.DefaultSettings())
	w.Billing = bills
	bills.Register(w.Jobs, nil)
	w.Jobs.Every("days.seal", jobs.Daily(hashchain.SealHour, 0), func(ctx context.Context) error {
		_, ofLedger := hashchain.SealDays(ctx, w.Store, w.Clock, ledger.Chain(w.Store.Queries()))
		_, ofAudit := hashchain.SealDays(ctx, w.Store, w.Clock, audit.Chain(w.Store.Queries()))
		return errors.Join(ofLedger, ofAudit)
	})
	w.Tickets = ticket.New(ticket.Deps{
		Store: w.Store, IDs: ids, Clock: w.Clock, Jobs: w.Jobs, Subscriptions: w.Subscriptions, Billing: bills, Notify: notices, Settings: ticket.DefaultSettings(),
	})
	w.Notices = notices
	idURL := w.Sandbox.BaseURL(hyperverge.Name)
	identity, err := hyperverge.New(hyperverge.Config{
		StateURL: idURL, IDVURL: idURL, DocsURL: idURL, FaceURL: idURL, VerifyURL: idURL, EngineURL: idURL, ScriptURL: idURL + "/sdk/sdk.min.js",
		AppID: identityKeys.AppID, AppKey: identityKeys.AppKey, WorkflowID: identityKeys.WorkflowID, WebhookSecret: identityKeys.WebhookSecret,
	}, w.Clock, w.Logger, w.Sandbox.Transport())
	if err != nil {
		t.Fatal(err)
	}
	statements, err := finbox.New(finbox.Config{BaseURL: w.Sandbox.BaseURL(finbox.Name), APIKey: statementKeys.APIKey, ServerHash: statementKeys.ServerHash}, w.Clock, w.Logger, w.Sandbox.Transport())
	if err != nil {
		t.Fatal(err)
	}
	w.Uploads = upload.New(upload.Deps{Store: w.Store, Blobs: blob.NewFolder(t.TempDir()), IDs: ids, Clock: w.Clock, Jobs: w.Jobs, Logger: w.Logger})
	w.Staff = staff.New(staff.Deps{
		Store: w.Store, IDs: ids, Clock: w.Clock, Jobs: w.Jobs, Notices: notices, Limits: limit.New(w.Store, w.Clock, 1), Keyring: testkit.Keyring(),
		Config: staff.Config{Issuer: "Rento", FixedCode: demo.LoginCode, FixedSecret: demo.StaffSecret},
	})
	w.Support = support.New(support.Deps{Store: w.Store, IDs: ids, Clock: w.Clock, Jobs: w.Jobs, Uploads: w.Uploads, Notices: notices, Billing: bills, Keyring: testkit.Keyring()})
	w.KYC = kyc.New(kyc.Deps{
		Store: w.Store, IDs: ids, Clock: w.Clock, Jobs: w.Jobs, Notify: notices, Tickets: w.Tickets, Uploads: w.Uploads, Blobs: blob.NewFolder(t.TempDir()),
		Keyring: testkit.Keyring(), Identity: identity, Locker: identity.Locker(), Statements: statements, ReturnTo: "http://app.test/dashboard/kyc/documents",
	})
	w.Referrals = referral.New(referral.Deps{
		Store: w.Store, IDs: ids, Clock: w.Clock, Jobs: w.Jobs, Ledger: w.Ledger, Notices: notices, Site: "http://app.test",
		Settings: referral.Settings{Reward: 500 * money.Rupee, FriendReward: 500 * money.Rupee, MostAYear: 12},
	})
	w.Employ()
	alerts := alert.New(w.Store, ids, w.Clock, w.Logger)
	events := inbox.New(w.Store, w.Clock, w.Jobs, alerts, testkit.Keyring(), w.Logger)
	w.Settlements = settlement.New(settlement.Deps{
		Store: w.Store, IDs: ids, Clock: w.Clock, Billing: bills, Ledger: w.Ledger, Keyring: testkit.Keyring(), Alerts: alerts,
	})
	w.Settlements.Register(w.Jobs, events)
	w.Payments = payment.New(payment.Deps{
		Store: w.Store, IDs: ids, Clock: w.Clock, Ledger: w.Ledger, Billing: bills, Jobs: w.Jobs, Logger: w.Logger,
		Gateways: gateways, Mandates: w.Mandates, Notify: notices, Feedback: feedback.New(w.Store, ids, w.Clock),
		Config: payment.Config{ProductName: "Rento"}, Alerts: alerts, Inbox: events,
	})
	w.Reconcile = reconcile.New(reconcile.Deps{Store: w.Store, IDs: ids, Clock: w.Clock, Jobs: w.Jobs, Ledger: w.Ledger, Payments: w.Payments, Gateways: gateways, Alerts: alerts})
	w.AutoDebit = autodebit.New(autodebit.Deps{
		Store: w.Store, IDs: ids, Clock: w.Clock, Mandates: w.Mandates, Billing: bills, Payments: w.Payments, Gateways: gateways, Alerts: alerts,
		Jobs: w.Jobs, Notify: notices, Logger: w.Logger, Config: autodebit.Config{ProductName: "Rento", AppOrigin: "http://app.test"},
	})
	return events
}

func receive(events *inbox.Inbox) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		if err == nil {
			err = events.Receive(r.Context(), r.PathValue("gateway"), r.Header, raw)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	}
}

// build makes a city.
func (x demoCity) build(t testing.TB, o demo.Options) {
	t.Helper()
	if err := x.Build(t.Context(), o); err != nil {
		t.Fatal(err)
	}
}

// builtOnce is the database of the personas' city at present, as left by the process that made it.
// Making a city takes seconds, so a test that needs an unchanged city uses a copy, like a restarted
// process.
var builtOnce struct {
	sync.Mutex
	file []byte
}

// madeAlready returns the personas' city on a copy of the prepared database.
func madeAlready(t *testing.T) demoCity {
	t.Helper()
	builtOnce.Lock()
	defer builtOnce.Unlock()
	path := testkit.DatabaseURL(t, "sqlite")
	if builtOnce.file == nil {
		builtOnce.file = makeCity(t)
	}
	if err := os.WriteFile(path, builtOnce.file, 0o600); err != nil {
		t.Fatal(err)
	}
	s := openFile(t, path)
	x := newCity(t, s, present)
	if there, err := x.Open(t.Context()); err != nil || !there {
		t.Fatalf("open the city: %v, %v; want it there", there, err)
	}
	return x
}

func makeCity(t *testing.T) []byte {
	t.Helper()
	path := testkit.DatabaseURL(t, "sqlite")
	if err := testkit.NewSQLite(path); err != nil {
		t.Fatal(err)
	}
	s := openFile(t, path)
	x := newCity(t, s, present.Add(-time.Minute)) // tests that continue with it get later ids
	if made, err := x.Open(t.Context()); made || err != nil {
		t.Fatalf("Open before Build: %v, %v", made, err)
	}
	x.build(t, demo.Options{Extras: -1})
	x.saveOnce(t)
	if err := s.Close(); err != nil { // also merges the log into the one file
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// openFile opens a database in a file that others may read.
func openFile(t *testing.T, path string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), store.Options{URL: path, Relaxed: true, MaxConns: 8})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() }) // closes it again if the test has closed it
	return s
}

// id is the customer id of a persona.
func (x demoCity) id(t testing.TB, persona string) int64 {
	t.Helper()
	p, ok := demo.PersonaOf(persona)
	if !ok {
		t.Fatalf("no persona %q", persona)
	}
	c, err := account.CustomerByMobile(t.Context(), x.Store.Queries(), p.Mobile)
	if err != nil {
		t.Fatalf("%s: %v", persona, err)
	}
	return c.ID
}

// saveOnce saves the providers' state like the end of the process does.
func (x demoCity) saveOnce(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	began := make(chan struct{})
	go func() {
		defer close(done)
		close(began)
		x.SaveProviderState(ctx)
	}()
	<-began
	cancel()
	<-done
}

// paysWithoutReport lets a persona pay at the gateway and close the window, so that nobody tells
// us. It returns the order.
func (x demoCity) paysWithoutReport(t *testing.T, persona string) string {
	t.Helper()
	who := x.id(t, persona)
	started, err := x.Payments.StartDue(t.Context(), who, payment.DueInput{})
	if err != nil {
		t.Fatal(err)
	}
	opened, err := x.Payments.StartGateway(t.Context(), who, payment.GatewayInput{
		TransactionID: started.ID, UniqueID: started.UniqueID, Gateway: razorpay.Name,
	})
	if err != nil {
		t.Fatal(err)
	}
	body := strings.NewReader(`{"outcome":"success","order_id":"` + opened.Checkout.OrderID + `"}`)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, x.Sandbox.BaseURL("razorpay")+"/pay", body)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := x.Sandbox.Transport().RoundTrip(request)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("pay: %v, %v, want 200", answer, err)
	}
	return opened.Checkout.OrderID
}
