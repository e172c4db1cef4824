// Package account manages customers and who may act for them: sign-in by code or by link, sessions,
// devices, chat and account deletion (docs/accounts.md).
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
	"rento/internal/identifier"
	"rento/internal/jobs"
	"rento/internal/limit"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Lifetime is how long a session lasts: it ends Idle after its last use, and Whole after its start
// at the latest.
type Lifetime struct{ Idle, Whole time.Duration }

// Config holds the operator's settings for accounts.
type Config struct {
	// Secret is the key for hashing sign-in codes and for the names that outside services see. If
	// it is empty, New generates a key that lasts until the process ends.
	Secret []byte
	// FixedCode, if set, is the sign-in code of every number. It is for the demo only.
	FixedCode string
	// Tabs says which tabs of the dashboard are shown. A tab that is missing from the map is shown.
	Tabs map[string]bool
	// The session lifetimes, each as idle time and maximum age. CustomerLifetime defaults to 14 and
	// 90 days, AgentLifetime to 15 and 60 minutes. LinkLifetime is for sessions opened by the link
	// in a message, and defaults to one hour and one day.
	CustomerLifetime, AgentLifetime, LinkLifetime Lifetime
}

// Deps are the service's dependencies.
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
	// Collector receives the tracked events. Nil means that no events are forwarded.
	Collector provider.Collector
	// Concerns are what other packages check and erase when an account is deleted.
	Concerns []Concern
	// Data are the parts of the customer's data download. KeptBack lists what the download leaves
	// out, and why.
	Data     []export.Part
	KeptBack []export.Kept
	// Brand is the name of the company that holds the data.
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

// keyed returns an HMAC of the text. The purpose separates the uses of the key.
func (s *Service) keyed(purpose, text string) []byte {
	mac := hmac.New(sha256.New, s.config.Secret)
	mac.Write([]byte(purpose + "\x00" + text))
	return mac.Sum(nil)
}

// Customer is a customer's account.
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
	ReferralCode       string // the code in the customer's referral link
	Language           string // ISO 639-1, for messages; the browser's language until the customer chooses one, initially en
	LanguageChosen     bool
}

// Customer returns a customer, or a 404.
func (s *Service) Customer(ctx context.Context, id int64) (Customer, error) {
	return CustomerOf(ctx, s.store.Queries(), id)
}

// CustomerOf is like Customer, but uses the caller's queries.
func CustomerOf(ctx context.Context, q *db.Queries, id int64) (Customer, error) {
	row, err := q.AccountCustomer(ctx, id)
	return found(row, err)
}

// Businesses lists business customers by id, from the one after a given id on.
func Businesses(ctx context.Context, q *db.Queries, after int64, most int32) ([]int64, error) {
	ids, err := q.AccountBusinesses(ctx, after, most)
	if err != nil {
		return nil, fmt.Errorf("account: list business customers: %w", err)
	}
	return ids, nil
}

// CustomerByMobile returns the customer with this ten-digit mobile number, or a 404.
func CustomerByMobile(ctx context.Context, q *db.Queries, mobile string) (Customer, error) {
	row, err := q.AccountCustomerByMobile(ctx, mobile)
	return found(row, err)
}

// CustomerByReferralCode returns the customer who owns the referral code, or a 404.
func CustomerByReferralCode(ctx context.Context, q *db.Queries, code string) (Customer, error) {
	row, err := q.AccountCustomerByReferralCode(ctx, code)
	return found(row, err)
}

func found(row db.Customer, err error) (Customer, error) {
	if store.IsNone(err) {
		return Customer{}, errNoCustomer()
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

// checkGSTIN returns a Fault (422) if no tax document could carry the customer's GSTIN: it has a
// wrong form or check character, or is not of the customer's state.
func (c Customer) checkGSTIN() error {
	if c.GSTIN == "" {
		return nil
	}
	if gstin, err := identifier.ParseGSTIN(c.GSTIN); err != nil || string(gstin) != c.GSTIN || gstin.State() != c.GSTINState {
		return fault.Invalid("account.gstin_wrong", "gstIn", "This GST number is not right, or it is of another state. Please check both.")
	}
	return nil
}

// Add creates a customer in the caller's transaction and returns the id. It returns a 409 if
// another customer already has the mobile number, and a 422 for a wrong GSTIN.
func (s *Service) Add(ctx context.Context, tx *store.Tx, c Customer) (int64, error) {
	ctx = context.WithoutCancel(ctx)
	mobile, err := MobileNumber(c.Mobile)
	if err != nil {
		return 0, err
	}
	if err := c.checkGSTIN(); err != nil {
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

// hiddenFromAgents are the tabs that agents never see.
var hiddenFromAgents = []string{"kyc", "referral", "settings"}

// Tabs returns which tabs of the dashboard this session may see.
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

func errNoCustomer() error {
	return fault.NotFound("account.customer_not_found", "There is no such customer.")
}
