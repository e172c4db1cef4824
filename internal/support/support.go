// Package support is the chat between customers and the company's people
// (docs/support.md). An assistant answers what it can look up; whatever else a
// customer writes waits for a person. A thread is read and written in one
// transaction of its customer, and its messages are encrypted.
package support

import (
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/encryption"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/ticket"
	"rento/internal/upload"
)

// Author is who has said something.
type Author string

// The authors.
const (
	Customer  Author = "customer"
	Assistant Author = "assistant"
	Staff     Author = "staff"
)

// Saying is something that is said in the reader's language, because it is always
// the same but for the facts in it.
type Saying string

// What customers say by a quick reply, and what the assistant says.
const (
	AskDues     Saying = "ask_dues"
	AskRequests Saying = "ask_requests"
	AskPerson   Saying = "ask_person"
	AskArea     Saying = "ask_area" // an area is not served

	TellDues       Saying = "dues"
	TellNoDues     Saying = "no_dues"
	TellRequests   Saying = "requests"
	TellNoRequests Saying = "no_requests"
	TellHandedOver Saying = "handed_over"
	TellWhichArea  Saying = "which_area" // and that a person will look at it
	TellClosed     Saying = "closed"
	TellReopened   Saying = "reopened"
)

// Facts are what a saying tells of, as it was then.
type Facts struct {
	Dues

	Requests []Request `json:"requests,omitempty"`
}

// Dues are what a customer has to pay.
type Dues struct {
	Due     money.Paise `json:"due,omitempty"`     // of invoices and late fees, after the wallet
	Deposit money.Paise `json:"deposit,omitempty"` // that is missing
	// Debit is what of Due auto debit pays on DebitOn.
	Debit   money.Paise   `json:"debit,omitempty"`
	DebitOn calendar.Date `json:"debitOn,omitzero"`
	// DebitAgain says that the bank did not pay an earlier try of this debit.
	DebitAgain bool `json:"debitAgain,omitempty"`
}

// Request is a live service request in a saying.
type Request struct {
	Number  string        `json:"number"`
	Type    ticket.Type   `json:"type"`
	Status  ticket.Status `json:"status"`
	VisitOn calendar.Date `json:"visitOn"`
}

// Message is something that was said. It is a saying with its facts, or words, a
// picture or both.
type Message struct {
	ID     int64
	Author Author
	// Key is what the sender calls it: what is sent again has the same.
	Key    string
	Saying Saying
	Facts  Facts
	Text   string
	Image  *upload.Upload
	At     calendar.Instant
	// StaffID and StaffName say who of staff, else 0 and "".
	StaffID   int64
	StaffName string
}

// Service keeps the threads. It is safe for concurrent use.
type Service struct {
	store   *store.Store
	ids     *ident.Source
	clock   calendar.Clock
	jobs    *jobs.Queue
	uploads *upload.Service
	notices *notify.Service
	keyring *encryption.Keyring
	audit   *audit.Log
	// readings are those of staff that were noted lately, by who read what.
	readings *lru.Cache[string, time.Time]
}

// Deps are what the service works with.
type Deps struct {
	Store   *store.Store
	IDs     *ident.Source
	Clock   calendar.Clock
	Jobs    *jobs.Queue
	Uploads *upload.Service
	Notices *notify.Service
	// Keyring encrypts the key of each thread, by which its messages are encrypted.
	Keyring *encryption.Keyring
}

const (
	tidyHour, tidyMinute = 3, 50
	// mostReadings is how many readings are known to be noted.
	mostReadings = 10_000
)

// New returns the service and registers its jobs.
func New(d Deps) *Service {
	readings, err := lru.New[string, time.Time](mostReadings)
	if err != nil {
		panic(err) // the size is right
	}
	s := &Service{
		store: d.Store, ids: d.IDs, clock: d.Clock, jobs: d.Jobs, uploads: d.Uploads, notices: d.Notices, keyring: d.Keyring, audit: audit.New(d.IDs, d.Clock), readings: readings,
	}
	jobs.Handle(s.jobs, jobTell, s.tellCustomer)
	d.Jobs.Every("support.tidy", jobs.Daily(tidyHour, tidyMinute), s.tidy)
	return s
}

func (s *Service) now() calendar.Instant { return calendar.Stamp(s.clock.Now()) }

// How long threads stay open that nobody touches, and closed ones are kept.
const (
	idleTime  = 7 * 24 * time.Hour
	retention = 365 * 24 * time.Hour
)
