package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"rento/internal/address"
	"rento/internal/address/mappage"
	"rento/internal/api"
	"rento/internal/config"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/payment/paypage"
	"rento/internal/sandbox"
	"rento/internal/site"
	"rento/internal/store/db"
	"rento/internal/subscription"
	"rento/internal/support/chatpage"
	"rento/internal/support/console"
	"rento/internal/web"
)

// Node is one running copy of the system.
type Node struct {
	Services *Services
	Contract *api.Contract
	Metrics  *Metrics

	config    *config.Config
	logger    *slog.Logger
	mux       *http.ServeMux
	handler   http.Handler
	readiness *readiness
}

// Extra adds routes that only one mode of running has, such as the demo's entrance and the sandbox.
type Extra func(mux *http.ServeMux)

// NewNode builds the HTTP handler with all routes. demo tells the app that it shows a demo.
func NewNode(c *config.Config, x *Services, logger *slog.Logger, demo bool, extras ...Extra) (*Node, error) {
	metrics, err := NewMetrics()
	if err != nil {
		return nil, err
	}
	n := &Node{Services: x, Metrics: metrics, config: c, logger: logger, mux: http.NewServeMux(), readiness: newReadiness(x.Store, disksOf(c), logger)}
	pages, err := n.pages(demo)
	if err != nil {
		return nil, err
	}
	n.Contract = api.Register(n.mux, api.Deps{
		Logger: logger, Accounts: x.Accounts, Notices: x.Notices, Limits: x.Limits, Dashboard: x.Dashboard, Feedback: x.Feedback, Referrals: x.Referrals,
		Billing: x.Billing, Payments: x.Payments, AutoDebit: x.AutoDebit, Inbox: x.Inbox, Subscriptions: x.Subscriptions, Settlements: x.Settlements, Reconcile: x.Reconcile, Alerts: x.Alerts,
		Addresses: x.Addresses, Tickets: x.Tickets, Uploads: x.Uploads, KYC: x.KYC, Support: x.Support, Staff: x.Staff, Store: x.Store, Events: x.Events, ErrorReports: x.ErrorReports,
		PayOrigin: c.PayOrigin, PublicURL: c.PublicURL, LegalName: c.Product.LegalName, Clock: x.Clock, Documents: x.Documents, Keyring: x.Keyring, OperationsToken: c.OperationsToken,
		Pages: pages,
	})
	if err := n.gauges(); err != nil {
		return nil, err
	}
	x.Jobs.Every(ledger.NightlyCheck, jobs.Daily(checkHour, 0), n.checkBooks)
	for _, add := range extras {
		add(n.mux)
	}
	origins := http.NewCrossOriginProtection()
	origins.AddInsecureBypassPattern(api.PaymentReturn)    // a gateway posts this form, and its signature proves it
	origins.AddInsecureBypassPattern(sandbox.Prefix + "/") // plays another company's site, and has its own check
	n.handler = api.Layers{
		Mux: n.mux, Clock: x.Clock, Lost: pages.Site.Lost, IsElsewhere: pages.Console.IsElsewhere, Logger: logger, Observe: metrics.Observe, HTTPS: c.HTTPS(), Limits: x.Limits, Proxies: c.Proxies(), Origins: origins, Sections: n.Contract.Sections(),
		Failed: x.ErrorReports.RecordFailure,
	}
	return n, nil
}

// pages are the handlers besides the API calls. demo tells the app that it shows a demo.
func (n *Node) pages(demo bool) (api.Pages, error) {
	c := n.config
	maps := mappage.Config{Key: c.Maps.Key, LegacyPlaces: c.Maps.LegacyPlaces, AppOrigin: c.PublicURL, Origin: c.Maps.Origin}
	app, err := web.New(web.Options{Frames: []string{c.PayOrigin, c.Maps.Origin, c.Chat.Origin}})
	if err != nil {
		return api.Pages{}, err
	}
	chat := chatpage.Config{AppOrigin: c.PublicURL, Origin: c.Chat.Origin}
	if chat.Provider, err = newChat(c); err != nil {
		return api.Pages{}, err
	}
	outside, err := site.New(site.Options{
		Product: c.Product, Apps: c.Apps, Offer: n.offer, Clock: n.Services.Clock, Font: app.Font(), FriendReward: referralSettings(c.Referral).FriendReward,
		App: site.AppConfig{
			ProductName: c.Product.Name, ProductSlug: c.Product.Slug, WalletName: c.Product.WalletName,
			SupportEmail: c.Product.SupportEmail, SupportPhone: c.Product.SupportPhone, FAQURL: c.Product.FAQURL,
			PayOrigin: c.PayOrigin, MapPage: maps.Address(), PushKey: n.Services.PushKey, Chat: c.Chat.Kind(), ChatPage: chat.Address(), AndroidApp: c.Apps.Android, NeutralCopy: c.Product.NeutralCopy, Sandbox: demo, Demo: demo, Version: Version,
		},
	})
	if err != nil {
		return api.Pages{}, err
	}
	return api.Pages{
		App: app, Site: outside, Map: maps,
		Pay: paypage.New(n.Services.AutoDebit.Pages(), paypage.Config{
			ProductName: c.Product.Name, AppOrigin: c.PublicURL, PayOrigin: c.PayOrigin,
		}, n.logger),
		Console:  n.console(demo),
		Chat:     chat,
		Alive:    http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") }),
		Ready:    http.HandlerFunc(n.readiness.serve),
		Measures: n.Metrics.Handler(c.MetricsToken),
	}, nil
}

// console is where staff answer the chat.
func (n *Node) console(demo bool) *console.Console {
	c := n.config
	return console.New(n.Services.Support, n.Services.Staff, console.Config{
		Product: c.Product.Name, Origin: c.Chat.ConsoleOrigin, Demo: demo, HTTPS: c.HTTPS(), Pictures: api.ImagePath, Picture: api.PictureOf(n.Services.Uploads),
	}, n.logger)
}

// offer is what the public pages say can be rented, and where.
func (n *Node) offer(ctx context.Context) (o site.Offer, err error) {
	err = n.Services.Store.Read(ctx, func(q *db.Queries) error {
		if o.Cities, err = address.Cities(ctx, q); err != nil {
			return err
		}
		o.Products, err = subscription.Products(ctx, q)
		return err
	})
	return o, err
}

// gauges publishes what an operator should watch. These must stay at zero: dead jobs, entries that
// do not balance, sealed days that were changed, and differences from the providers. The number of
// open event streams is published as well.
func (n *Node) gauges() error {
	dead := n.Metrics.Gauge("rento_jobs_dead", "jobs that failed too often and wait for a person", n.Services.Jobs.Dead)
	unbalanced := n.Metrics.Gauge("rento_ledger_findings", "entries that do not balance, balances that are not their sum, documents that are not as booked and sealed days that were changed, by the check of last night", n.count(ledgerFindings))
	changed := n.Metrics.Gauge("rento_audit_findings", "sealed days of the audit log that were changed, by the check of last night", n.count(auditFindings))
	streams := n.Metrics.Gauge("rento_event_streams", "screens of this node that are told of changes", func(context.Context) (int64, error) {
		return n.Services.Events.Count(), nil
	})
	differ := n.Metrics.Gauge("rento_reconcile_differences", "rows in which the gateways and the books differed, by the comparison of last night", n.Services.Reconcile.Differences)
	payouts := n.Metrics.Gauge("rento_payout_differences", "payouts in which their provider and the books differed, by the comparison of last night", n.Services.Settlements.Differences)
	files := n.Metrics.Gauge("rento_settlement_file_differences", "lines of settlement files that differ from the books, and payments and refunds in no file, that nobody has closed", n.Services.Reconcile.FileDifferences)
	return errors.Join(dead, unbalanced, changed, streams, differ, payouts, files, n.Metrics.clockGauge(isSynchronised))
}

// refusalInterval is how often the refusals of rate limits are logged.
const refusalInterval = time.Minute

// reportRefusals logs what the rate limits refuse, at intervals and at the end.
func (n *Node) reportRefusals(ctx context.Context) {
	tick := time.NewTicker(refusalInterval)
	defer tick.Stop()
	for running := true; running; {
		select {
		case <-ctx.Done():
			running = false
		case <-tick.C:
		}
		n.Services.Limits.LogRefusals(ctx, n.logger)
	}
}

// Handler answers every request of the node.
func (n *Node) Handler() http.Handler { return n.handler }

// Run serves on the listener and runs the jobs until ctx ends. It then shuts down in this order: it
// reports not ready, accepts no new connections, ends the event streams, and lets requests and then
// jobs finish. It calls started once it accepts connections.
func (n *Node) Run(ctx context.Context, listener net.Listener, started func()) error {
	server := api.NewHTTPServer(n.handler, n.logger)
	listener = api.BoundConnections(listener, n.config.MaxConnections, n.config.Proxies(), n.Services.Limits)
	server.RegisterOnShutdown(n.Services.Events.Stop)
	jobsCtx, stopJobs := context.WithCancel(context.WithoutCancel(ctx))
	var running sync.WaitGroup
	running.Go(func() { n.Services.Jobs.Run(jobsCtx) })
	running.Go(func() { n.reportRefusals(jobsCtx) })
	running.Go(func() { n.watchDisks(jobsCtx) })
	running.Go(func() { n.Services.Events.Run(jobsCtx) })
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	started()
	debug.FreeOSMemory() // a start uses about twice the memory that the running node needs
	var err error
	select {
	case <-ctx.Done():
		n.readiness.stopping.Store(true)
		n.logger.InfoContext(ctx, "stopping")
		drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), n.config.ShutdownTimeout)
		err = server.Shutdown(drain)
		cancel()
	case err = <-failed:
	}
	stopJobs()
	running.Wait()
	if err != nil && !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}
