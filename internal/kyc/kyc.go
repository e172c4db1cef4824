// Package kyc verifies who a customer is (docs/kyc.md). The customer's profession decides the steps
// and their order. Providers check what the customer brings, and the case is decided when all steps
// are done. Every provider result, whatever way it arrives, goes through one function
// (change.find). A case is changed in a single transaction of its customer.
package kyc

import (
	"context"
	"log/slog"
	"time"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/blob"
	"rento/internal/calendar"
	"rento/internal/encryption"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/inbox"
	"rento/internal/jobs"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/ticket"
	"rento/internal/upload"
)

// Service verifies the identities of customers. It is safe for concurrent use.
type Service struct {
	store      *store.Store
	ids        *ident.Source
	clock      calendar.Clock
	jobs       *jobs.Queue
	notify     *notify.Service
	audit      *audit.Log
	tickets    *ticket.Service
	uploads    *upload.Service
	blobs      blob.Store
	keyring    *encryption.Keyring
	links      upload.Links
	secret     []byte
	identity   provider.Identity
	locker     provider.Locker
	statements provider.Statements
	returnTo   string
	logger     *slog.Logger
}

// Deps are the service's dependencies.
type Deps struct {
	Store   *store.Store
	IDs     *ident.Source
	Clock   calendar.Clock
	Jobs    *jobs.Queue
	Notify  *notify.Service
	Tickets *ticket.Service
	Uploads *upload.Service
	Blobs   blob.Store
	// Keyring encrypts the key of each customer, which encrypts everything else.
	Keyring *encryption.Keyring
	// Secret is the key for links, codes, and the hashes by which a PAN is found.
	Secret []byte
	// Identity, Locker and Statements are the providers. If one is nil, the steps that need it are
	// refused as if it did not answer.
	Identity   provider.Identity
	Locker     provider.Locker
	Statements provider.Statements
	Inbox      *inbox.Inbox
	// ReturnTo is the address of the app's screen to which providers send the browser back.
	ReturnTo string
	Logger   *slog.Logger
}

// linkLifetime is how long a link shows a file.
const linkLifetime = 5 * time.Minute

// New returns the service, and registers its jobs and the provider's events.
func New(d Deps) *Service {
	if d.Logger == nil {
		d.Logger = slog.New(slog.DiscardHandler)
	}
	s := &Service{
		store: d.Store, ids: d.IDs, clock: d.Clock, jobs: d.Jobs, notify: d.Notify, audit: audit.New(d.IDs, d.Clock),
		tickets: d.Tickets, uploads: d.Uploads, blobs: d.Blobs, keyring: d.Keyring, secret: d.Secret,
		links:    upload.NewLinks(d.Clock, d.Secret, "links to documents of KYC", time.Second, linkLifetime),
		identity: d.Identity, locker: d.Locker, statements: d.Statements, returnTo: d.ReturnTo, logger: d.Logger,
	}
	jobs.Handle(s.jobs, jobGiveBack, s.giveBack)
	jobs.Handle(s.jobs, jobForgetFile, s.forgetFile)
	jobs.Handle(s.jobs, jobReadStatement, s.readStatement)
	jobs.Handle(s.jobs, jobAskTransaction, s.askTransaction)
	jobs.Handle(s.jobs, jobErase, s.erase)
	if s.identity != nil && d.Inbox != nil {
		d.Inbox.Register(s.identity.Name(), s.identity, s.handleEvent)
	}
	return s
}

func (s *Service) now() calendar.Instant { return calendar.Stamp(s.clock.Now()) }

// Case is a customer's verification.
type Case struct {
	CustomerID int64
	State      CaseState
	// Profession is NoProfession until one is chosen.
	Profession ProfessionType
	Steps      map[Step]StepRecord
	Evaluation
	EvaluatedAt calendar.Instant
	RenamedAt   calendar.Instant
	formerName  string
	createdAt   calendar.Instant
	key         encryption.DataKey
	exists      bool // the case has a row
	erased      bool // the case's key is destroyed
}

// StepRecord is the record of a step. Attempt counts its tries. Refusals counts the refused tries
// since the case was last started.
type StepRecord struct {
	State    StepState
	Attempt  int64
	Refusals int64
	Reason   Reason
	Details  Details

	numberHash string
	changed    bool
}

// Source is how something was brought.
type Source string

// The sources.
const (
	FromUpload     Source = "upload"
	FromLocker     Source = "digilocker"
	FromScreens    Source = "screens" // the provider's own screens
	FromNetBanking Source = "netbanking"
	FromPDF        Source = "pdf"
)

// Details are the data of a step beyond its state, stored encrypted. Each step uses only some of
// them.
type Details struct {
	Source   Source                `json:"source,omitempty"`
	Document provider.DocumentKind `json:"document,omitempty"`
	// Number is a full PAN or GSTIN, or the last four characters of another document's number.
	Number    string        `json:"number,omitempty"`
	Name      string        `json:"name,omitempty"`
	TradeName string        `json:"tradeName,omitempty"`
	BirthDate calendar.Date `json:"birthDate,omitzero"`
	// Sides are the sides of a document that have been read.
	Sides []provider.Side `json:"sides,omitempty"`
	// Score is how well the faces match, 0 to 100.
	Score int  `json:"score,omitempty"`
	Live  bool `json:"live,omitempty"`

	Email string `json:"email,omitempty"`
	// The code that was mailed to verify the e-mail address.
	CodeHash   string           `json:"codeHash,omitempty"`
	CodeSent   calendar.Instant `json:"codeSent,omitempty"`
	CodeTries  int              `json:"codeTries,omitempty"`
	College    string           `json:"college,omitempty"`
	Bank       string           `json:"bank,omitempty"`
	Account    string           `json:"account,omitempty"` // masked
	Months     int              `json:"months,omitempty"`
	DocumentID int64            `json:"documentId,omitempty"` // id of the statement
	EntityID   string           `json:"entityId,omitempty"`
	// Alternate says that a second statement was requested because the first showed too little.
	Alternate bool `json:"alternate,omitempty"`
	// Consent is stored until the browser returns from the locker. It can be used only once: until
	// FinishingUntil, one request is finishing it, and 0 means that none is.
	Consent        *provider.Consent `json:"consent,omitempty"`
	FinishingUntil calendar.Instant  `json:"finishingUntil,omitempty"`
}

// retryAfterDecline is how long a declined customer must wait before starting again.
const retryAfterDecline = 30 * 24 * time.Hour

// MayChooseProfession says whether a profession may be chosen or changed.
func (c Case) MayChooseProfession(now calendar.Instant) bool {
	for _, step := range c.Steps {
		if step.State == StepProcessing {
			return false
		}
	}
	switch c.State {
	case NotStarted, InProgress, PartialOffered, CaseCancelled:
		return true
	case Declined:
		return c.EvaluatedAt.Add(retryAfterDecline) <= now
	case Evaluating, Approved, PartiallyApproved, InReview:
	}
	return false
}

// Of returns a customer's case.
func (s *Service) Of(ctx context.Context, customerID int64) (Case, error) {
	var c Case
	err := s.store.Read(ctx, func(q *db.Queries) error {
		customer, err := account.CustomerOf(ctx, q, customerID)
		if err != nil {
			return err
		}
		c, err = s.load(ctx, q, customer)
		return err
	})
	return c, err
}

// profession is the chosen profession, or a 409.
func (c Case) profession() (Profession, error) {
	p, ok := ProfessionOf(c.Profession)
	if !ok {
		return p, fault.Conflict("kyc.profession_missing", "Please choose your profession first.")
	}
	return p, nil
}

func orZero(m map[Step]StepRecord, step Step) StepRecord {
	r := m[step]
	if r.State == "" {
		r.State = StepNotStarted
	}
	return r
}
