package app

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"rento/internal/account"
	"rento/internal/address"
	"rento/internal/advance"
	"rento/internal/alert"
	"rento/internal/audit"
	"rento/internal/autodebit"
	"rento/internal/billing"
	"rento/internal/blob"
	"rento/internal/calendar"
	"rento/internal/config"
	"rento/internal/dashboard"
	"rento/internal/document"
	"rento/internal/encryption"
	"rento/internal/errorreport"
	"rento/internal/event"
	"rento/internal/export"
	"rento/internal/feedback"
	"rento/internal/hashchain"
	"rento/internal/idempotency"
	"rento/internal/ident"
	"rento/internal/ifsc"
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
	"rento/internal/provider/clamd"
	"rento/internal/reconcile"
	"rento/internal/referral"
	"rento/internal/settlement"
	"rento/internal/site"
	"rento/internal/staff"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
	"rento/internal/support"
	"rento/internal/ticket"
	"rento/internal/upload"
	"rento/internal/web"
)

// Services are the domain services of one node, on one database and with one clock.
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
	KYC           *kyc.Service
	Support       *support.Service
	Staff         *staff.Service
	Alerts        *alert.Service
	Inbox         *inbox.Inbox
	Feedback      *feedback.Service
	Referrals     *referral.Service
	Dashboard     *dashboard.Service
	Reconcile     *reconcile.Service
	Events        *event.Hub
	ErrorReports  *errorreport.Service
	Documents     *document.Printer
	Keyring       *encryption.Keyring
	// Data are the parts of a customer's data download. KeptBack lists what the download leaves
	// out.
	Data     []export.Part
	KeptBack []export.Kept
	// PushKey is the public key with which browsers subscribe to push messages, or "" if none are
	// sent.
	PushKey string
}

// Outside is what a node needs besides its database. If Senders is nil, messages are kept; if
// Transport is nil, gateways are called over the network.
type Outside struct {
	Clock     calendar.Clock
	Logger    *slog.Logger
	Senders   map[notify.Channel]provider.Sender
	Transport http.RoundTripper
	// KeptIsRead says that kept messages are read where they are kept.
	KeptIsRead bool
	// FixedCode is the demo's sign-in code. StaffSecret is the secret of the demo staff's
	// authenticator apps.
	FixedCode, StaffSecret string
	// SessionLifetime replaces the customers' default in a demo that travels through time.
	SessionLifetime account.Lifetime
	// LimitScale multiplies every rate limit, for one machine that plays many customers.
	LimitScale int
	// BillingProgress is called with the progress of the monthly run.
	BillingProgress func(billing.Progress)
}

// environment is the environment's name in error reports.
func (o Outside) environment() string {
	if o.FixedCode != "" {
		return "demo"
	}
	return "production"
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
	proofs, err := newProofs(c, o)
	if err != nil {
		return nil, err
	}
	collector, err := newCollector(c, o)
	if err != nil {
		return nil, err
	}
	tracker, err := newErrorTracker(c, o)
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
	banks, err := bankDays(c.BankHolidays)
	if err != nil {
		return nil, err
	}
	payee, err := payeeOf(c.Product)
	if err != nil {
		return nil, err
	}
	hours, err := debitHours(c.DebitHours)
	if err != nil {
		return nil, err
	}
	scanner, err := newScanner(c)
	if err != nil {
		return nil, err
	}
	x := &Services{Store: s, Clock: o.Clock, IDs: ident.NewSource(o.Clock, c.Node), Keyring: keyring}
	x.Jobs = jobs.New(s, x.IDs, o.Clock, o.Logger)
	x.Ledger = ledger.New(x.IDs)
	x.Limits = limit.New(s, o.Clock, max(o.LimitScale, 1))
	x.Notices = notify.New(notify.Deps{
		Store: s, IDs: x.IDs, Clock: o.Clock, Jobs: x.Jobs, Senders: o.Senders, KeptIsRead: o.KeptIsRead, ForgetDevice: account.ForgetDevice, Logger: o.Logger,
		Brand: c.Product.Name, Host: host(c.PublicURL), Phone: c.Product.SupportPhone, WalletName: c.Product.WalletName,
		Site: strings.TrimSuffix(c.PublicURL, "/"), LinkKey: []byte(c.SecretKey), LinkLifetime: time.Duration(c.PayLinkHours) * time.Hour, Payee: payee,
		ReminderChannels: reminderChannels(c.Billing),
	})
	x.PushKey = pushKey(o.Senders)
	x.Alerts = alert.New(s, x.IDs, o.Clock, o.Logger)
	x.ErrorReports = errorreport.New(errorreport.Deps{
		Store: s, IDs: x.IDs, Clock: o.Clock, Jobs: x.Jobs, Limits: x.Limits, Alerts: x.Alerts, Tracker: tracker, Logger: o.Logger,
		Release: Version, Environment: o.environment(),
	})
	x.Inbox = inbox.New(s, o.Clock, x.Jobs, x.Alerts, keyring, o.Logger)
	x.Uploads = upload.New(upload.Deps{
		Store: s, Blobs: files, IDs: x.IDs, Clock: o.Clock, Jobs: x.Jobs, Logger: o.Logger, Secret: []byte(c.SecretKey),
		Scanner: scanner, Alerts: x.Alerts,
	})
	x.Addresses = address.New(s, x.IDs, o.Clock)
	x.Subscriptions = subscription.New(s, x.IDs, o.Clock, x.Jobs, x.Notices)
	x.Subscriptions.TellDeposits()
	if c.Billing.Timing == string(billing.Advance) {
		x.Subscriptions.BillAhead()
	}
	x.Mandates = mandate.New(x.IDs, o.Clock, banks)
	x.Billing = billing.New(s, x.IDs, o.Clock, x.Ledger, x.Mandates, x.Notices, billingSettings(c.Billing))
	x.Feedback = feedback.New(s, x.IDs, o.Clock)
	x.Tickets = ticket.New(ticket.Deps{
		Store: s, IDs: x.IDs, Clock: o.Clock, Jobs: x.Jobs, Subscriptions: x.Subscriptions, Billing: x.Billing, Notify: x.Notices, Feedback: x.Feedback, Settings: ticketSettings(c.Billing),
	})
	x.KYC = kyc.New(kyc.Deps{
		Store: s, IDs: x.IDs, Clock: o.Clock, Jobs: x.Jobs, Notify: x.Notices, Tickets: x.Tickets, Uploads: x.Uploads, Blobs: files, Keyring: keyring,
		Secret: []byte(c.SecretKey), Inbox: x.Inbox, Identity: proofs.identity, Locker: proofs.locker, Statements: proofs.statements, ReturnTo: strings.TrimSuffix(c.PublicURL, "/") + kycScreen, Logger: o.Logger,
	})
	x.Staff = staff.New(staff.Deps{
		Store: s, IDs: x.IDs, Clock: o.Clock, Jobs: x.Jobs, Notices: x.Notices, Limits: x.Limits, Keyring: keyring,
		Config: staff.Config{Secret: []byte(c.SecretKey), Issuer: c.Product.Name, FixedCode: o.FixedCode, FixedSecret: o.StaffSecret},
	})
	x.Support = support.New(support.Deps{Store: s, IDs: x.IDs, Clock: o.Clock, Jobs: x.Jobs, Uploads: x.Uploads, Notices: x.Notices, Billing: x.Billing, Keyring: keyring})
	x.Data, x.KeptBack = x.exports(keyring), keptBack
	x.Accounts = account.New(account.Deps{
		Store: s, IDs: x.IDs, Clock: o.Clock, Jobs: x.Jobs, Notices: x.Notices, Limits: x.Limits, Alerts: x.Alerts, Logger: o.Logger, Collector: collector,
		Concerns: []account.Concern{
			address.Deletion(), subscription.Deletion(), billing.Deletion(), settlement.Deletion(), payment.Deletion(), x.Tickets.Deletion(), feedback.Deletion(), referral.Deletion(o.Clock), x.KYC.Deletion(),
			support.Deletion(),
			x.Uploads.Deletion(), // after ticket and support, which release the pictures first
		},
		Data: x.Data, KeptBack: x.KeptBack, Brand: c.Product.Name,
		Config: account.Config{Secret: []byte(c.SecretKey), FixedCode: o.FixedCode, CustomerLifetime: o.SessionLifetime, Tabs: hidden(c.Product.HiddenTabs)},
	})
	x.Settlements = settlement.New(settlement.Deps{
		Store: s, IDs: x.IDs, Clock: o.Clock, Billing: x.Billing, Ledger: x.Ledger, Notify: x.Notices,
		Payouts: payouts, Keyring: keyring, Alerts: x.Alerts, Logger: o.Logger, WalletName: c.Product.WalletName,
	})
	x.Referrals = referral.New(referral.Deps{
		Store: s, IDs: x.IDs, Clock: o.Clock, Jobs: x.Jobs, Ledger: x.Ledger, Notices: x.Notices, Settings: referralSettings(c.Referral), Site: strings.TrimSuffix(c.PublicURL, "/"),
	})
	terms, err := site.TermsDigest(c.Product)
	if err != nil {
		return nil, err
	}
	x.Payments = payment.New(payment.Deps{
		Store: s, IDs: x.IDs, Clock: o.Clock, Ledger: x.Ledger, Billing: x.Billing, Gateways: gateways, Mandates: x.Mandates, Jobs: x.Jobs,
		Alerts: x.Alerts, Inbox: x.Inbox,
		Notify: x.Notices, Feedback: x.Feedback, Logger: o.Logger,
		Config: payment.Config{ProductName: c.Product.Name, PayOrigin: c.PayOrigin, AppOrigin: c.PublicURL, Terms: terms},
	})
	x.Billing.NotRemindedWhile(payment.IsComing)
	x.Billing.PlannedBy(ticket.PlannedFor)
	x.AutoDebit = autodebit.New(autodebit.Deps{
		Store: s, IDs: x.IDs, Clock: o.Clock, Mandates: x.Mandates, Billing: x.Billing, Payments: x.Payments, Gateways: gateways,
		Alerts: x.Alerts, Jobs: x.Jobs, Notify: x.Notices, Logger: o.Logger,
		Config: autodebit.Config{ProductName: c.Product.Name, PayOrigin: c.PayOrigin, AppOrigin: c.PublicURL, Hours: hours},
	})
	x.Reconcile = reconcile.New(reconcile.Deps{Store: s, IDs: x.IDs, Clock: o.Clock, Jobs: x.Jobs, Ledger: x.Ledger, Payments: x.Payments, Gateways: gateways, Alerts: x.Alerts, BankDays: banks})
	x.Dashboard = dashboard.New(s, x.Subscriptions, o.Clock, dashboard.Config{
		PaidAhead:      x.Billing.AheadOf,
		PaymentOptions: paymentOptions(gateways), LateFee: billingSettings(c.Billing).LateFee, AdvanceDiscount: billingSettings(c.Billing).PayAhead.Most(), OptionsFor: optionsFor(x.AutoDebit), Debits: x.AutoDebit,
		TransferDays:   ticketSettings(c.Billing).TransferDays,
		ChatEverywhere: c.Chat.Everywhere(), ChatCities: c.Chat.InCities(),
	})
	x.Documents = document.New(document.Company{Brand: c.Product.Name, Legal: c.Product.LegalName, Wallet: c.Product.WalletName, Email: c.Product.SupportEmail, Phone: c.Product.SupportPhone})
	x.Notices.PrintBy(billing.DocumentSource, func(ctx context.Context, customerID, id int64, language string) (provider.File, error) {
		d, err := x.Billing.Document(ctx, s.Queries(), customerID, id)
		if err != nil {
			return provider.File{}, err
		}
		file, err := x.Documents.Invoice(ctx, s.Queries(), d, document.ForRecipient, language)
		return provider.File(file), err
	})
	x.Notices.PrintBy(billing.VoucherSource, func(ctx context.Context, customerID, id int64, language string) (provider.File, error) {
		v, err := billing.OpenVoucher(ctx, s.Queries(), customerID, id)
		if err != nil {
			return provider.File{}, err
		}
		file, err := x.Documents.Voucher(ctx, s.Queries(), v, document.ForRecipient, language)
		return provider.File(file), err
	})
	for _, of := range []string{billing.ChallanSource, billing.CancelledChallanSource, billing.RestoredChallanSource} {
		x.Notices.PrintBy(of, func(ctx context.Context, customerID, id int64, language string) (provider.File, error) {
			c, err := billing.OpenChallan(ctx, s.Queries(), customerID, id)
			if err != nil {
				return provider.File{}, err
			}
			file, err := x.Documents.Challan(ctx, s.Queries(), c, language)
			return provider.File(file), err
		})
	}
	x.Notices.PrintBy(payment.ReceiptSource, func(ctx context.Context, customerID, id int64, language string) (provider.File, error) {
		paid, err := x.Payments.ReceiptOf(ctx, customerID, id)
		if err != nil {
			return provider.File{}, err
		}
		file, err := x.Documents.Receipt(ctx, s.Queries(), customerID, paid, language)
		return provider.File(file), err
	})
	x.Notices.PrintBy(payment.MonthStatementSource, func(ctx context.Context, customerID, id int64, language string) (provider.File, error) {
		a, err := x.Payments.MonthStatement(ctx, customerID, id)
		if err != nil {
			return provider.File{}, err
		}
		file, err := x.Documents.Account(ctx, s.Queries(), customerID, a, language)
		return provider.File(file), err
	})
	x.Events = event.New(event.Options{Store: s, Logger: o.Logger})
	x.schedule(o)
	return x, nil
}

// payeeOf is the bank account that mails to business customers name, none without an account number.
func payeeOf(p config.Product) (notify.Payee, error) {
	if p.BankAccount == "" {
		return notify.Payee{}, nil
	}
	branch, known := ifsc.Find(p.BankIFSC)
	if !known {
		return notify.Payee{}, fmt.Errorf("RENTO_BANK_IFSC: no branch has the code %q", p.BankIFSC)
	}
	return notify.Payee{Holder: p.LegalName, Account: p.BankAccount, IFSC: branch.Code, Bank: branch.Bank}, nil
}

// kycScreen is the app's screen to which KYC providers send the browser back.
const kycScreen = web.Base + "kyc/documents"

// schedule registers the scheduled jobs.
func (x *Services) schedule(o Outside) {
	x.Billing.Register(x.Jobs, o.BillingProgress)
	x.Settlements.Register(x.Jobs, x.Inbox)
	x.Limits.Schedule(x.Jobs, o.Logger)
	idempotency.Schedule(x.Jobs, x.Store, o.Clock, o.Logger)
	x.Jobs.Every("payment.silence", jobs.Interval(time.Hour), x.Payments.TellSilence)
	x.Jobs.Every("payment.statements", jobs.Monthly(1, 1, 0), x.Payments.MailStatements) // after the run of the bills
	for name, table := range map[string]hashchain.Table{"ledger.seal": ledger.Chain(x.Store.Queries()), "audit.seal": audit.Chain(x.Store.Queries())} {
		x.Jobs.Every(name, jobs.Daily(hashchain.SealHour, 0), func(ctx context.Context) error { return sealDays(ctx, x.Store, o.Clock, o.Logger, table) })
	}
}

// newScanner connects to the malware scanner for uploads. It returns nil if none is configured.
func newScanner(c *config.Config) (provider.Scanner, error) {
	if c.Clamd == "" {
		return nil, nil //nolint:nilnil // files are not scanned
	}
	scanner, err := clamd.New(c.Clamd)
	if err != nil {
		return nil, fmt.Errorf("RENTO_CLAMD: %w", err)
	}
	return scanner, nil
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

func referralSettings(c config.Referral) referral.Settings {
	return referral.Settings{Reward: money.Rupees(c.RewardRupees), FriendReward: money.Rupees(c.FriendRewardRupees), MostAYear: c.MostAYear}
}

func reminderSteps(c config.Billing) []config.ReminderStep {
	steps, _ := c.ReminderSteps() // config has checked it
	return steps
}

// reminderChannels are the channels of the reminders that are narrowed to some, by their day.
func reminderChannels(c config.Billing) map[int][]notify.Channel {
	channels := map[int][]notify.Channel{}
	for _, step := range reminderSteps(c) {
		for _, channel := range step.Channels {
			channels[step.Day] = append(channels[step.Day], notify.Channel(channel))
		}
	}
	return channels
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
	settings.Reminders = nil
	for _, step := range reminderSteps(c) {
		settings.Reminders = append(settings.Reminders, step.Day)
	}
	settings.ReminderLeast = money.Rupees(c.ReminderLeast)
	settings.PayAhead, _ = advance.ParseTiers(c.Advance) // checkAdvance has checked it
	settings.KeepDiscount = c.AdvanceKeep
	return settings
}

// paymentOptions are the ways to set up auto debit at the connected gateways.
func paymentOptions(gateways *provider.Registry) []dashboard.PaymentOption {
	var options []dashboard.PaymentOption
	for _, offer := range gateways.MandateOffers() {
		options = append(options, dashboard.OptionOf(offer, 0))
	}
	return options
}

// optionsFor returns the ways in which one customer can set up auto debit.
func optionsFor(debits *autodebit.Service) func(context.Context, *db.Queries, int64) ([]dashboard.PaymentOption, error) {
	return func(ctx context.Context, q *db.Queries, customerID int64) (options []dashboard.PaymentOption, err error) {
		ways, err := debits.WaysFor(ctx, q, customerID)
		for _, way := range ways {
			options = append(options, dashboard.OptionOf(way.MandateOffer, way.Max))
		}
		return options, err
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
