// Package support is the chat between customers and the company's staff (docs/support.md). An
// assistant answers what it can look up; everything else that a customer writes waits for a person.
// A thread is changed in a single transaction of its customer, and its messages are encrypted.
package support

import (
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"rento/internal/audit"
	"rento/internal/billing"
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

// Author is who wrote a message.
type Author string

// The authors.
const (
	Customer  Author = "customer"
	Assistant Author = "assistant"
	Staff     Author = "staff"
)

// Saying is a fixed message that is shown in the reader's language. Only the facts in it vary.
type Saying string

// The quick replies of customers, and the messages of the assistant.
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
	TellWhichArea  Saying = "which_area" // and says that a person will look at it
	TellClosed     Saying = "closed"
	TellReopened   Saying = "reopened"
)

// Facts are the figures in a saying, as they were when it was written.
type Facts struct {
	Dues

	Requests []Request `json:"requests,omitempty"`
}

// Dues are what a customer has to pay.
type Dues struct {
	Due     money.Paise `json:"due,omitempty"`     // invoices and late fees, after the wallet
	Deposit money.Paise `json:"deposit,omitempty"` // missing part of the deposit
	// Debit is the part of Due that auto debit will pay on DebitOn.
	Debit   money.Paise   `json:"debit,omitempty"`
	DebitOn calendar.Date `json:"debitOn,omitzero"`
	// DebitAgain says that the bank did not pay an earlier try of this debit.
	DebitAgain bool `json:"debitAgain,omitempty"`
	// Promised is what the customer has promised to pay by PromisedBy.
	Promised   money.Paise   `json:"promised,omitempty"`
	PromisedBy calendar.Date `json:"promisedBy,omitzero"`
	// PaidUntil is the last day that rent in advance covers, also if nothing is due.
	PaidUntil calendar.Date `json:"paidUntil,omitzero"`
}

// Request is a live service request in a saying.
type Request struct {
	Number  string        `json:"number"`
	Type    ticket.Type   `json:"type"`
	Status  ticket.Status `json:"status"`
	VisitOn calendar.Date `json:"visitOn"`
}

// Message is a message in a thread. It is either a saying with its facts, or a text, a picture or
// both.
type Message struct {
	ID     int64
	Author Author
	// Key is the sender's key for the message. A repeated message has the same key.
	Key    string
	Saying Saying
	Facts  Facts
	Text   string
	Image  *upload.Upload
	At     calendar.Instant
	// StaffID and StaffName identify the staff member who wrote the message, otherwise 0 and "".
	StaffID   int64
	StaffName string
}

// Service manages the threads. It is safe for concurrent use.
type Service struct {
	store   *store.Store
	ids     *ident.Source
	clock   calendar.Clock
	jobs    *jobs.Queue
	uploads *upload.Service
	notices *notify.Service
	billing *billing.Service
	keyring *encryption.Keyring
	audit   *audit.Log
	// readings are the recently recorded readings of staff, by reader and thread.
	readings *lru.Cache[string, time.Time]
}

// Deps are the service's dependencies.
type Deps struct {
	Store   *store.Store
	IDs     *ident.Source
	Clock   calendar.Clock
	Jobs    *jobs.Queue
	Uploads *upload.Service
	Notices *notify.Service
	Billing *billing.Service
	// Keyring encrypts the key of each thread, which encrypts the thread's messages.
	Keyring *encryption.Keyring
}

const (
	tidyHour, tidyMinute = 3, 50
	// mostReadings is how many recorded readings are remembered.
	mostReadings = 10_000
)

// New returns the service and registers its jobs.
func New(d Deps) *Service {
	readings, err := lru.New[string, time.Time](mostReadings)
	if err != nil {
		panic(err) // the size is valid
	}
	s := &Service{
		store: d.Store, ids: d.IDs, clock: d.Clock, jobs: d.Jobs, uploads: d.Uploads, notices: d.Notices, billing: d.Billing, keyring: d.Keyring, audit: audit.New(d.IDs, d.Clock), readings: readings,
	}
	jobs.Handle(s.jobs, jobTell, s.tellCustomer)
	d.Jobs.Every("support.tidy", jobs.Daily(tidyHour, tidyMinute), s.tidy)
	return s
}

func (s *Service) now() calendar.Instant { return calendar.Stamp(s.clock.Now()) }

// How long threads without activity stay open, and how long closed ones are kept.
const (
	idleTime  = 7 * 24 * time.Hour
	retention = 365 * 24 * time.Hour
)
