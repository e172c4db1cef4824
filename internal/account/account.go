// Package account knows who a customer is and who speaks for one: sign-in by
// code or by link, sessions, devices, chat and deletion (docs/accounts.md).
package account

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"maps"
	"runtime"
	"time"

	"rento/internal/alert"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/export"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/limit"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Lifetime is how long a session lasts: Idle after its last use, Whole at most.
type Lifetime struct{ Idle, Whole time.Duration }

// Config is what the operator decides of accounts.
type Config struct {
	// Secret keys the stored codes and the names given to others. Empty makes
	// one up that lasts until the process ends.
	Secret []byte
	// FixedCode is the sign-in code of every number, for the demo only.
	FixedCode string
	// Tabs says which tabs of the dashboard are shown; a missing one is.
	Tabs map[string]bool
	// CustomerLifetime and AgentLifetime default to 14 and 90 days, and to 15 and 60
	// minutes; LinkLifetime, of a session that the link of a message has opened, to an
	// hour and a day.
	CustomerLifetime, AgentLifetime, LinkLifetime Lifetime
}

// Deps are what the service works with.
type Deps struct {
	Store   *store.Store
	IDs     *ident.Source
	Clock   calendar.Clock
	Jobs    *jobs.Queue
	Notices *notify.Service
	Limits  *limit.Limiter
	Alerts  *alert.Service
	Logger  *slog.Logger
	Config  Config
	// Collector is that to which events are forwarded, nil for none.
	Collector provider.Collector
	// Concerns are of the packages that hold what a deletion is about.
	Concerns []Concern
	// Data are the parts of what a customer is given of their own data, KeptBack what is
	// left out, and why.
	Data     []export.Part
	KeptBack []export.Kept
	// Brand is who holds the data.
	Brand string
}

// Service is the account domain. It is safe for concurrent use.
type Service struct {
	store   *store.Store
	ids     *ident.Source
	clock   calendar.Clock
	jobs    *jobs.Queue
	notices *notify.Service
	limits  *limit.Limiter
	alerts  *alert.Service
	logger  *slog.Logger
	config  Config
	audit   *audit.Log
	hashes  *hashes

	collector provider.Collector
	concerns  []Concern
	parts     []export.Part
	keptBack  []export.Kept
	brand     string
}

// New returns the service and registers its jobs.
func New(d Deps) *Service {
	s := &Service{
		store: d.Store, ids: d.IDs, clock: d.Clock, jobs: d.Jobs, notices: d.Notices,
		limits: d.Limits, alerts: d.Alerts, logger: d.Logger, config: d.Config, audit: audit.New(d.IDs, d.Clock), hashes: newHashes(runtime.GOMAXPROCS(0), func() { d.Limits.Refused("code_hash") }),
		collector: d.Collector, concerns: d.Concerns, parts: d.Data, keptBack: d.KeptBack, brand: d.Brand,
	}
	if len(s.config.Secret) == 0 {
		s.config.Secret = make([]byte, sha256.Size)
		_, _ = rand.Read(s.config.Secret) // crypto/rand never fails
	}
	s.config.CustomerLifetime = s.config.CustomerLifetime.or(Lifetime{14 * 24 * time.Hour, 90 * 24 * time.Hour})
	s.config.AgentLifetime = s.config.AgentLifetime.or(Lifetime{15 * time.Minute, time.Hour})
	s.config.LinkLifetime = s.config.LinkLifetime.or(Lifetime{time.Hour, 24 * time.Hour})
	jobs.Handle(s.jobs, jobErase, s.eraseJob)
	jobs.Handle(s.jobs, jobForward, s.forwardEvents)
	jobs.Handle(s.jobs, jobForget, s.forgetAtCollector)
	s.jobs.Every("account/forget", jobs.Daily(3, 40), s.forget)
	return s
}

func (l Lifetime) or(standard Lifetime) Lifetime {
	if l == (Lifetime{}) {
		return standard
	}
	return l
}

func (s *Service) now() calendar.Instant { return calendar.Stamp(s.clock.Now()) }

// keyed is a keyed hash; purpose keeps the uses of the key apart.
func (s *Service) keyed(purpose, text string) []byte {
	mac := hmac.New(sha256.New, s.config.Secret)
	mac.Write([]byte(purpose + "\x00" + text))
	return mac.Sum(nil)
}

// Customer is who somebody is to us.
type Customer struct {
	ID                 int64
	FullName           string
	Email              string
	Mobile             string // ten digits
	CreatedAt          calendar.Instant
	VerificationStatus string
	KYCPending         bool
	IsB2B              bool
	GSTIN              string
	GSTINState         string
	CitySlug           string
	AutoDebitRequired  bool
	CreditHistory      bool
	ReferralCode       string // of the link by which they invite others
	Language           string // ISO 639-1, of messages; until the customer chooses it is a browser's, at first en
	LanguageChosen     bool
}

// Customer returns a customer, or a 404.
func (s *Service) Customer(ctx context.Context, id int64) (Customer, error) {
	return CustomerOf(ctx, s.store.Queries(), id)
}

// CustomerOf is Customer by the queries of the caller.
func CustomerOf(ctx context.Context, q *db.Queries, id int64) (Customer, error) {
	row, err := q.AccountCustomer(ctx, id)
	return found(row, err)
}

// CustomerByMobile returns the customer with a mobile number of ten digits, or
// a 404.
func CustomerByMobile(ctx context.Context, q *db.Queries, mobile string) (Customer, error) {
	row, err := q.AccountCustomerByMobile(ctx, mobile)
	return found(row, err)
}

// CustomerByReferralCode returns the customer whose code it is, or a 404.
func CustomerByReferralCode(ctx context.Context, q *db.Queries, code string) (Customer, error) {
	row, err := q.AccountCustomerByReferralCode(ctx, code)
	return found(row, err)
}

func found(row db.Customer, err error) (Customer, error) {
	if store.IsNone(err) {
		return Customer{}, fault.NotFound("account.customer_not_found", "There is no such customer.")
	}
	if err != nil {
		return Customer{}, fmt.Errorf("account: read a customer: %w", err)
	}
	return customerOf(row), nil
}

func customerOf(r db.Customer) Customer {
	return Customer{
		ID: r.ID, FullName: r.FullName, Email: r.Email, Mobile: r.Mobile, CreatedAt: r.CreatedAt,
		VerificationStatus: r.VerificationStatus, KYCPending: r.KycPending, IsB2B: r.IsB2b,
		GSTIN: r.Gstin, GSTINState: r.GstinState, CitySlug: r.CitySlug,
		AutoDebitRequired: r.AutoDebitRequired, CreditHistory: r.CreditHistory, ReferralCode: r.ReferralCode, Language: r.Language,
		LanguageChosen: r.LanguageChosen,
	}
}

// Add makes a customer in the caller's transaction and returns the id. The
// mobile number must be new; another customer's gives a 409.
func (s *Service) Add(ctx context.Context, tx *store.Tx, c Customer) (int64, error) {
	ctx = context.WithoutCancel(ctx)
	mobile, err := MobileNumber(c.Mobile)
	if err != nil {
		return 0, err
	}
	if _, err := tx.AccountCustomerByMobile(ctx, mobile); err == nil {
		return 0, fault.Conflict("account.mobile_taken", "This mobile number has an account already.")
	} else if !store.IsNone(err) {
		return 0, fmt.Errorf("account: look for the number: %w", err)
	}
	if c.CreatedAt.IsZero() {
		c.CreatedAt = s.now()
	}
	id := s.ids.Next()
	err = tx.AccountCustomerAdd(ctx, db.AccountCustomerAddParams{
		ID: id, FullName: c.FullName, Email: c.Email, Mobile: mobile, CreatedAt: c.CreatedAt,
		VerificationStatus: c.VerificationStatus, KycPending: c.KYCPending, IsB2b: c.IsB2B,
		Gstin: c.GSTIN, GstinState: c.GSTINState, CitySlug: c.CitySlug,
		AutoDebitRequired: c.AutoDebitRequired, CreditHistory: c.CreditHistory, ReferralCode: ident.Reference(8),
	})
	if err != nil {
		return 0, fmt.Errorf("account: add a customer: %w", err)
	}
	return id, s.audit.Record(ctx, tx, audit.Entry{CustomerID: id, Action: "customer_added", Object: "account"})
}

// CreditExists says whether the customer has a credit history.
func (s *Service) CreditExists(ctx context.Context, customerID int64) (bool, error) {
	c, err := s.Customer(ctx, customerID)
	return c.CreditHistory, err
}

// hiddenFromAgents are the tabs with which an agent has no business.
var hiddenFromAgents = []string{"kyc", "referral", "settings"}

// Tabs says which tabs of the dashboard a session shows.
func (s *Service) Tabs(session Session) map[string]bool {
	tabs := map[string]bool{}
	maps.Copy(tabs, s.config.Tabs)
	if session.Agent {
		for _, name := range hiddenFromAgents {
			tabs[name] = false
		}
	}
	return tabs
}
