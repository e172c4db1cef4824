package limit

import (
	"time"

	"rento/internal/fault"
)

// Class is a kind of call with its limits. A class with windows is counted in
// the database, so that all nodes share it and a restart forgets nothing; one
// with a rate is a token bucket in the memory of each node.
type Class struct {
	// PerSecond refills the bucket, Burst is its size.
	PerSecond float64
	Burst     int
	Windows   []Window
	// AtOnce is how many may run at the same time on each node, 0 for any
	// number; Busy is what the next one is told.
	AtOnce int
	Busy   *fault.Fault
}

// Window allows a number of hits in any stretch of time of a length.
type Window struct {
	Hits   int64
	Length time.Duration
}

const day = 24 * time.Hour

// The classes that packages name themselves.
const (
	// CodeToNumber and those after it bound the sign-in codes that are sent: per
	// mobile number and network that asks; per number by all networks from which
	// it has not signed in before, the first code of each in a day (CodeFirst) and
	// its others apart; per address, per network of addresses.
	CodeToNumber       = "code_to_number"
	CodeFirst          = "code_first"
	CodeFirstElsewhere = "code_first_elsewhere"
	CodeElsewhere      = "code_elsewhere"
	CodeFromAddress    = "code_from_address"
	CodeFromNetwork    = "code_from_network"
	// StaffCode bounds the codes that are mailed to an address of staff for one network,
	// StaffCodeOfAll those for all of them, StaffWrongCode the wrong tries for an address
	// from one network.
	StaffCode      = "staff_mailed_code"
	StaffCodeOfAll = "staff_mailed_code_of_all"
	StaffWrongCode = "staff_wrong_code"
	// WrongCode counts wrong sign-in codes per number and network: a cool-off,
	// never a lasting lock of the number.
	WrongCode = "wrong_code"
	// OpeningOfLink and OpeningFromNetwork bound how often a payment is begun at a
	// gateway because a browser opens its page: per link, per network.
	OpeningOfLink      = "opening_of_link"
	OpeningFromNetwork = "opening_from_network"
	// ReturnOfLink and ReturnFromNetwork bound how often a gateway is asked because
	// a browser came back to the page of a payment: per link, per network.
	ReturnOfLink      = "return_of_link"
	ReturnFromNetwork = "return_from_network"
	// RefusalLine bounds the lines of a node's log about refusals of requests without
	// a session, which cost nothing else of their senders'.
	RefusalLine = "refusal_line"
	// ErrorReports bounds the errors that a node stores, of the app and of the server apart.
	ErrorReports = "error_reports"
	// RefusedWebhook counts the webhooks of an address that were refused. Those
	// that are right are never counted, nor refused for the others.
	RefusedWebhook = "refused_webhook"
)

// Classes are all limits of the system (docs/accounts.md).
var Classes = map[string]Class{
	// Everything, per session and per address.
	"session": {PerSecond: 20, Burst: 60},
	"address": {PerSecond: 50, Burst: 200},
	// Polling: once a second for five minutes, and half a minute.
	"order_status":      {PerSecond: 1.5, Burst: 20},
	"prediction_status": {PerSecond: 1.5, Burst: 20},
	// Money and what leads to it.
	"create_payment": {Windows: []Window{{6, time.Minute}, {40, day}}},
	"capture":        {PerSecond: 10.0 / 60, Burst: 10}, // in memory: each stored count would be a commit of the payment
	// In memory as well. A phone opens a page and comes back once or twice; behind
	// one network of a mobile carrier many phones do.
	OpeningOfLink:      {PerSecond: 6.0 / 60, Burst: 10},
	OpeningFromNetwork: {PerSecond: 2, Burst: 120},
	ReturnOfLink:       {PerSecond: 6.0 / 60, Burst: 10},
	ReturnFromNetwork:  {PerSecond: 2, Burst: 120},
	"mandate":          {Windows: []Window{{10, time.Minute}, {40, day}}}, // each is a call to the gateway, which is then asked for days
	"payee":            {Windows: []Window{{5, time.Hour}, {10, day}}},
	// Signing in.
	"login":            {PerSecond: 10.0 / 60, Burst: 10},
	"invalid_token":    {PerSecond: 30.0 / 60, Burst: 30},
	CodeToNumber:       {Windows: []Window{{5, time.Hour}, {10, day}}},
	CodeFirst:          {Windows: []Window{{1, day}}},
	CodeFirstElsewhere: {Windows: []Window{{20, time.Hour}, {40, day}}},
	CodeElsewhere:      {Windows: []Window{{10, time.Hour}, {20, day}}},
	CodeFromAddress:    {Windows: []Window{{20, time.Hour}}},
	CodeFromNetwork:    {Windows: []Window{{100, time.Hour}}},
	WrongCode:          {Windows: []Window{{10, time.Hour}}},
	StaffCode:          {Windows: []Window{{5, time.Hour}, {20, day}}},
	StaffCodeOfAll:     {Windows: []Window{{200, day}}},
	StaffWrongCode:     {Windows: []Window{{5, 15 * time.Minute}}},
	// The rest.
	"upload": {
		Windows: []Window{{30, time.Hour}, {100, day}},
		AtOnce:  3, Busy: fault.LimitReached("upload.too_many_at_once", busyWait, "Three of your images are on their way already. Please wait until one of them has arrived."),
	},
	"kyc_upload": {
		Windows: []Window{{30, time.Hour}, {60, day}},
		AtOnce:  3, Busy: fault.LimitReached("kyc.too_many_at_once", busyWait, "Three of your files are on their way already. Please wait until one of them has arrived."),
	},
	// Each is a call to a provider that costs money, or begins a session there.
	"kyc": {Windows: []Window{{30, time.Hour}, {60, day}}},
	// Each code may be guessed five times.
	"company_email": {Windows: []Window{{5, time.Hour}, {10, day}}},
	// Messages of the chat: a person writes some in a minute, and reads what comes.
	"chat":      {Windows: []Window{{20, time.Minute}, {300, day}}},
	"extension": {Windows: []Window{{10, time.Hour}, {30, day}}},
	// Requests, and what takes them back or puts them off: either may make an
	// invoice and a credit note, which are kept for years. Choosing a slot comes
	// before a request, and is tried more often.
	"ticket":         {Windows: []Window{{20, time.Hour}, {40, day}}},
	"ticket_change":  {Windows: []Window{{20, time.Hour}, {40, day}}},
	"slot":           {Windows: []Window{{40, time.Hour}, {80, day}}},
	"map":            {PerSecond: 1, Burst: 60},
	"ifsc":           {PerSecond: 0.5, Burst: 30},
	"referral":       {Windows: []Window{{20, day}}},
	"transfer_check": {Windows: []Window{{5, day}}},
	// The same by address: nobody learns from many accounts who is a customer.
	"transfer_check_address": {Windows: []Window{{20, day}}},
	"write":                  {PerSecond: 1, Burst: 30},
	// Each reads all that is held of a customer.
	"download_data": {Windows: []Window{{3, time.Hour}, {10, day}}},
	"track":         {PerSecond: 5, Burst: 60},
	"webhook":       {PerSecond: 500, Burst: 1000},
	RefusalLine:     {PerSecond: 10, Burst: 300},
	RefusedWebhook:  {PerSecond: 30.0 / 60, Burst: 30},
	// An app reports at most ten errors of a page; behind one network many phones do.
	"error_report": {PerSecond: 0.5, Burst: 60},
	ErrorReports:   {PerSecond: 5, Burst: 100},
}
