package app

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"

	"rento/internal/account"
	"rento/internal/address"
	"rento/internal/alert"
	"rento/internal/autodebit"
	"rento/internal/billing"
	"rento/internal/blob"
	"rento/internal/calendar"
	"rento/internal/config"
	"rento/internal/dashboard"
	"rento/internal/document"
	"rento/internal/event"
	"rento/internal/feedback"
	"rento/internal/idempotency"
	"rento/internal/ident"
	"rento/internal/inbox"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/limit"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/payment"
	"rento/internal/provider"
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
	AutoDebit     *autodebit.Service
	Settlements   *settlement.Service
	Alerts        *alert.Service
	Inbox         *inbox.Inbox
	Feedback      *feedback.Service
	Dashboard     *dashboard.Service
	Events        *event.Hub
	Documents     *document.Printer
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
	// SessionLifetime replaces the usual one of customers, where time travels.
	SessionLifetime account.Lifetime
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
	keyring, err := newKeyring(c)
	if err != nil {
		return nil, err
	}
	x := &Services{Store: s, Clock: o.Clock, IDs: ident.NewSource(o.Clock, c.Node)}
	x.Jobs = jobs.New(s, x.IDs, o.Clock, o.Logger)
	x.Ledger = ledger.New(x.IDs)
	x.Limits = limit.New(s, o.Clock, max(o.LimitScale, 1))
	x.Notices = notify.New(notify.Deps{
		Store: s, IDs: x.IDs, Clock: o.Clock, Jobs: x.Jobs, Senders: o.Senders, Logger: o.Logger,
		Brand: c.Product.Name, Host: host(c.PublicURL), Phone: c.Product.SupportPhone, WalletName: c.Product.WalletName,
	})
	x.Alerts = alert.New(s, x.IDs, o.Clock, o.Logger)
	x.Inbox = inbox.New(s, o.Clock, x.Jobs, x.Alerts, keyring, o.Logger)
	x.Uploads = upload.New(upload.Deps{
		Store: s, Blobs: files, IDs: x.IDs, Clock: o.Clock, Jobs: x.Jobs, Logger: o.Logger, Secret: []byte(c.SecretKey),
	})
	x.Addresses = address.New(s, x.IDs, o.Clock)
	x.Subscriptions = subscription.New(s, x.IDs, o.Clock, x.Jobs, x.Notices)
	if c.Billing.Timing == string(billing.Advance) {
		x.Subscriptions.BillAhead()
	}
	x.Mandates = mandate.New(x.IDs, o.Clock)
	x.Billing = billing.New(s, x.IDs, o.Clock, x.Ledger, x.Mandates, x.Notices, billingSettings(c.Billing))
	x.Tickets = ticket.New(ticket.Deps{
		Store: s, IDs: x.IDs, Clock: o.Clock, Jobs: x.Jobs, Subscriptions: x.Subscriptions, Billing: x.Billing, Notify: x.Notices, Settings: ticketSettings(c.Billing),
	})
	x.Accounts = account.New(account.Deps{
		Store: s, IDs: x.IDs, Clock: o.Clock, Jobs: x.Jobs, Notices: x.Notices, Limits: x.Limits, Logger: o.Logger,
		Concerns: []account.Concern{
			address.Deletion(), subscription.Deletion(), settlement.Deletion(), payment.Deletion(), x.Tickets.Deletion(), feedback.Deletion(),
			x.Uploads.Deletion(), // after ticket's, which lets go of the pictures
		},
		Config: account.Config{Secret: []byte(c.SecretKey), FixedCode: o.FixedCode, CustomerLifetime: o.SessionLifetime, Tabs: hidden(c.Product.HiddenTabs)},
	})
	x.Settlements = settlement.New(settlement.Deps{
		Store: s, IDs: x.IDs, Clock: o.Clock, Billing: x.Billing, Ledger: x.Ledger, Notify: x.Notices,
		Payouts: payouts, Keyring: keyring, Alerts: x.Alerts, Logger: o.Logger, WalletName: c.Product.WalletName,
	})
	x.Feedback = feedback.New(s, x.IDs, o.Clock)
	x.Payments = payment.New(payment.Deps{
		Store: s, IDs: x.IDs, Clock: o.Clock, Ledger: x.Ledger, Billing: x.Billing, Gateways: gateways, Mandates: x.Mandates, Jobs: x.Jobs,
		Alerts: x.Alerts, Inbox: x.Inbox,
		Notify: x.Notices, Feedback: x.Feedback, Logger: o.Logger,
		Config: payment.Config{ProductName: c.Product.Name, PayOrigin: c.PayOrigin, AppOrigin: c.PublicURL},
	})
	x.AutoDebit = autodebit.New(autodebit.Deps{
		Store: s, IDs: x.IDs, Clock: o.Clock, Mandates: x.Mandates, Billing: x.Billing, Payments: x.Payments, Gateways: gateways,
		Alerts: x.Alerts, Jobs: x.Jobs, Notify: x.Notices, Logger: o.Logger,
		Config: autodebit.Config{ProductName: c.Product.Name, PayOrigin: c.PayOrigin, AppOrigin: c.PublicURL},
	})
	x.Dashboard = dashboard.New(s, x.Subscriptions, o.Clock, dashboard.Config{
		PaymentOptions: paymentOptions(gateways), LateFee: billingSettings(c.Billing).LateFee, IsOffered: x.AutoDebit.IsOffered,
	})
	x.Documents = document.New(document.Company{Brand: c.Product.Name, Legal: c.Product.LegalName, Wallet: c.Product.WalletName, Email: c.Product.SupportEmail, Phone: c.Product.SupportPhone})
	x.Events = event.New(event.Options{Store: s, Logger: o.Logger})
	x.schedule(o)
	return x, nil
}

// schedule registers what happens by the calendar.
func (x *Services) schedule(o Outside) {
	x.Billing.Register(x.Jobs, o.BillingProgress)
	x.Settlements.Register(x.Jobs, x.Inbox)
	x.Limits.Schedule(x.Jobs, o.Logger)
	idempotency.Schedule(x.Jobs, x.Store, o.Clock, o.Logger)
	x.Jobs.Every("ledger.seal", jobs.Daily(ledger.SealHour, 0), func(ctx context.Context) error {
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

func ticketSettings(c config.Billing) ticket.Settings {
	settings := ticket.DefaultSettings()
	settings.RestOfTenure = subscription.TenureFormula(c.RestOfTenure)
	return settings
}

func billingSettings(c config.Billing) billing.Settings {
	settings := billing.DefaultSettings()
	settings.HomeState, settings.WholeRupees, settings.DueDay = c.HomeState, c.WholeRupees, c.DueDay
	settings.Timing = billing.Timing(c.Timing)
	settings.GoLive, _ = calendar.Parse(c.GoLive) // empty for none; config has checked it
	settings.LateFee = billing.LateFeeRule{
		BasisPoints: c.LateFeeBasisPoint, Min: money.Rupees(c.LateFeeMinRupees), Max: money.Rupees(c.LateFeeMaxRupees),
		Floor: money.Rupees(c.LateFeeFloor), CapPercent: c.LateFeeCapPercent, ExitGrace: c.LateFeeExitGrace,
	}
	return settings
}

// paymentOptions are the ways to set up auto debit at the gateways that are
// connected.
func paymentOptions(gateways *provider.Registry) []dashboard.PaymentOption {
	var options []dashboard.PaymentOption
	for _, offer := range gateways.MandateOffers() {
		options = append(options, dashboard.OptionOf(offer))
	}
	return options
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
