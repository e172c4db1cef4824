package app

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"

	"rento/internal/account"
	"rento/internal/address"
	"rento/internal/billing"
	"rento/internal/blob"
	"rento/internal/calendar"
	"rento/internal/config"
	"rento/internal/dashboard"
	"rento/internal/event"
	"rento/internal/feedback"
	"rento/internal/idempotency"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/limit"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/provider/razorpay"
	"rento/internal/provider/razorpayx"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/ticket"
	"rento/internal/upload"
)

// Services are the domains of one node, on one database and by one clock.
type Services struct {
	Store         *store.Store
	Clock         calendar.Clock
	IDs           *ident.Source
	Jobs          *jobs.Queue
	Ledger        *ledger.Ledger
	Limits        *limit.Limiter
	Notices       *notify.Service
	Accounts      *account.Service
	Addresses     *address.Service
	Subscriptions *subscription.Service
	Tickets       *ticket.Service
	Uploads       *upload.Service
	Mandates      *mandate.Service
	Billing       *billing.Service
	Payments      *payment.Service
	Settlements   *settlement.Service
	Feedback      *feedback.Service
	Dashboard     *dashboard.Service
	Events        *event.Hub
}

// Outside is what a node reaches beyond its database. Senders and Transport
// may be nil: then messages are kept, and gateways are called over the network.
type Outside struct {
	Clock     calendar.Clock
	Logger    *slog.Logger
	Senders   map[notify.Channel]provider.Sender
	Transport http.RoundTripper
	// FixedCode is the sign-in code of the demo.
	FixedCode string
	// SessionLife replaces the usual one of customers, where time travels.
	SessionLife account.Life
	// LimitScale multiplies every rate limit, for one machine that plays many.
	LimitScale int
	// BillingProgress is told how the monthly run goes.
	BillingProgress func(billing.Progress)
}

// NewServices builds the domains and registers their jobs.
func NewServices(c *config.Config, s *store.Store, o Outside) (*Services, error) {
	gateways, err := newGateways(c, o)
	if err != nil {
		return nil, err
	}
	payouts, err := newPayouts(c, o)
	if err != nil {
		return nil, err
	}
	files, err := newFiles(c)
	if err != nil {
		return nil, err
	}
	x := &Services{Store: s, Clock: o.Clock, IDs: ident.NewSource(o.Clock, c.Node)}
	x.Jobs = jobs.New(s, x.IDs, o.Clock, o.Logger)
	x.Ledger = ledger.New(x.IDs)
	x.Limits = limit.New(s, o.Clock, max(o.LimitScale, 1))
	x.Notices = notify.New(s, x.IDs, o.Clock, x.Jobs, o.Senders, o.Logger)
	x.Accounts = account.New(account.Deps{
		Store: s, IDs: x.IDs, Clock: o.Clock, Jobs: x.Jobs, Notices: x.Notices, Limits: x.Limits, Logger: o.Logger,
		Config: account.Config{Brand: c.Product.Name, Host: host(c.PublicURL), Secret: []byte(c.SecretKey), FixedCode: o.FixedCode, CustomerLife: o.SessionLife, Tabs: hidden(c.Product.HiddenTabs)},
	})
	x.Addresses = address.New(s, x.IDs, o.Clock)
	x.Subscriptions = subscription.New(s, x.IDs, o.Clock, x.Jobs)
	x.Mandates = mandate.New(x.IDs, o.Clock)
	x.Billing = billing.New(s, x.IDs, o.Clock, x.Ledger, x.Mandates, billingSettings(c.Billing))
	x.Tickets = ticket.New(ticket.Deps{
		Store: s, IDs: x.IDs, Clock: o.Clock, Jobs: x.Jobs, Subscriptions: x.Subscriptions, Billing: x.Billing, Notify: x.Notices, Settings: ticket.DefaultSettings(),
	})
	x.Uploads = upload.New(upload.Deps{
		Store: s, Blobs: files, Clock: o.Clock, Jobs: x.Jobs, Logger: o.Logger, Secret: []byte(c.SecretKey),
	})
	x.Settlements = settlement.New(settlement.Deps{
		Store: s, IDs: x.IDs, Clock: o.Clock, Billing: x.Billing, Ledger: x.Ledger, Audit: x.Accounts, Notify: x.Notices,
		Payouts: payouts, Logger: o.Logger, WalletName: c.Product.WalletName,
	})
	x.Feedback = feedback.New(s, o.Clock)
	x.Payments = payment.New(payment.Deps{
		Store: s, IDs: x.IDs, Clock: o.Clock, Ledger: x.Ledger, Billing: x.Billing, Gateways: gateways, Jobs: x.Jobs,
		Desks:  desks(x.Settlements, payouts),
		Notify: x.Notices, Feedback: x.Feedback, Logger: o.Logger,
		Config: payment.Config{ProductName: c.Product.Name, PayOrigin: c.PayOrigin},
	})
	x.Dashboard = dashboard.New(s, o.Clock, dashboard.Config{PaymentOptions: paymentOptions(gateways)})
	x.Events = event.New(event.Options{Store: s, Logger: o.Logger})
	x.schedule(o)
	return x, nil
}

// schedule registers what happens by the calendar.
func (x *Services) schedule(o Outside) {
	x.Billing.Register(x.Jobs, o.BillingProgress)
	x.Settlements.Register(x.Jobs)
	x.Limits.Schedule(x.Jobs, o.Logger)
	idempotency.Schedule(x.Jobs, x.Store, o.Clock, o.Logger)
	x.Jobs.Every("ledger.seal", jobs.Daily(1, 0), func(ctx context.Context) error {
		_, err := x.Ledger.SealDays(ctx, x.Store, o.Clock)
		return err
	})
}

func newFiles(c *config.Config) (blob.Store, error) {
	if c.Files.URL == "" {
		return blob.NewFolder(c.FilesFolder()), nil
	}
	files, err := blob.NewS3(blob.S3Options{
		URL: c.Files.URL, Region: c.Files.Region, Bucket: c.Files.Bucket, AccessKey: c.Files.AccessKey, SecretKey: c.Files.SecretKey,
	})
	if err != nil {
		return nil, fmt.Errorf("RENTO_BLOB_S3_*: %w", err)
	}
	return files, nil
}

func newGateways(c *config.Config, o Outside) (map[string]provider.Gateway, error) {
	gateways := map[string]provider.Gateway{}
	if c.Razorpay.KeyID == "" {
		return gateways, nil
	}
	gateway, err := razorpay.New(razorpay.Config{
		BaseURL: c.Razorpay.URL, KeyID: c.Razorpay.KeyID, KeySecret: c.Razorpay.KeySecret, ScriptURL: c.Razorpay.ScriptURL,
		WebhookSecret: c.Razorpay.WebhookSecret, WebhookSecretOld: c.Razorpay.WebhookSecretOld,
	}, o.Clock, o.Logger, o.Transport)
	if err != nil {
		return nil, fmt.Errorf("RAZORPAY_*: %w", err)
	}
	gateways[payment.Razorpay] = gateway
	return gateways, nil
}

// newPayouts connects to the provider that pays refunds out, nil without its
// key.
func newPayouts(c *config.Config, o Outside) (provider.Payouts, error) {
	if c.RazorpayX.KeyID == "" {
		return nil, nil //nolint:nilnil // none is an answer here
	}
	payouts, err := razorpayx.New(razorpayx.Config{
		BaseURL: c.RazorpayX.URL, KeyID: c.RazorpayX.KeyID, KeySecret: c.RazorpayX.KeySecret, Account: c.RazorpayX.Account,
		WebhookSecret: c.RazorpayX.WebhookSecret, WebhookSecretOld: c.RazorpayX.WebhookSecretOld,
	}, o.Clock, o.Logger, o.Transport)
	if err != nil {
		return nil, fmt.Errorf("RAZORPAYX_*: %w", err)
	}
	return payouts, nil
}

// desks work in the events of the providers that are no gateways.
func desks(settlements *settlement.Service, payouts provider.Payouts) map[string]payment.Desk {
	if payouts == nil {
		return nil
	}
	return map[string]payment.Desk{payouts.Name(): settlements}
}

func billingSettings(c config.Billing) billing.Settings {
	settings := billing.DefaultSettings()
	settings.HomeState, settings.WholeRupees, settings.DueDays = c.HomeState, c.WholeRupees, c.DueDay-1
	settings.LateFee = billing.LateFeeRule{
		BasisPoints: c.LateFeeBasisPoint, Min: money.Rupees(c.LateFeeMinRupees), Max: money.Rupees(c.LateFeeMaxRupees),
	}
	return settings
}

// paymentOptions are the ways to set up auto debit, as far as the connected
// gateways allow.
func paymentOptions(gateways map[string]provider.Gateway) []dashboard.PaymentOption {
	if gateways[payment.Razorpay] == nil {
		return nil
	}
	return []dashboard.PaymentOption{
		{UniqueID: "razorpay-upi", Name: "UPI", PaymentText: "Approve once in your UPI app", PaymentCategories: []string{"upi"}, Gateway: "RAZORPAY", PaymentMethod: "upi"},
		{UniqueID: "razorpay-card", Name: "Debit or credit card", PaymentText: "Visa, Mastercard or RuPay", PaymentCategories: []string{"card"}, Gateway: "RAZORPAY", PaymentMethod: "card"},
		{UniqueID: "razorpay-emandate", Name: "Net banking", PaymentText: "Through your bank's e-mandate", PaymentCategories: []string{"nb"}, Gateway: "RAZORPAY", PaymentMethod: "emandate"},
	}
}

func hidden(tabs []string) map[string]bool {
	shown := map[string]bool{}
	for _, name := range tabs {
		shown[name] = false
	}
	return shown
}

func host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}
