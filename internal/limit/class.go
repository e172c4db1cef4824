package limit

import (
	"time"

	"rento/internal/fault"
)

// Class is a kind of call with its limits. A class with windows is counted in the database, so that
// all nodes share the count and a restart does not reset it. A class with a rate is a token bucket
// in the memory of each node.
type Class struct {
	// PerSecond is the refill rate of the bucket, Burst its size.
	PerSecond float64
	Burst     int
	Windows   []Window
	// AtOnce is how many calls may run at the same time on each node, 0 for no limit. Busy is the
	// Fault for the next call.
	AtOnce int
	Busy   *fault.Fault
}

// Window allows a number of hits in any period of this length.
type Window struct {
	Hits   int64
	Length time.Duration
}

const day = 24 * time.Hour

// These are the classes that other packages refer to by constant.
const (
	// CodeToNumber and the next five classes limit the sign-in codes that are sent. CodeToNumber
	// counts per mobile number and requesting network. The next three are for networks from which
	// the number has not signed in before: CodeFirst finds the first code of each network in a day,
	// CodeFirstElsewhere counts these first codes per number, and CodeElsewhere counts the other
	// codes per number. CodeFromAddress counts per address and CodeFromNetwork per network.
	CodeToNumber       = "code_to_number"
	CodeFirst          = "code_first"
	CodeFirstElsewhere = "code_first_elsewhere"
	CodeElsewhere      = "code_elsewhere"
	CodeFromAddress    = "code_from_address"
	CodeFromNetwork    = "code_from_network"
	// StaffCode limits the codes mailed to a staff address for one network, StaffCodeOfAll those
	// for all networks. StaffWrongCode limits the wrong attempts for an address from one network.
	StaffCode      = "staff_mailed_code"
	StaffCodeOfAll = "staff_mailed_code_of_all"
	StaffWrongCode = "staff_wrong_code"
	// WrongCode counts wrong sign-in codes per number and network. It is a cooling-off period and
	// never locks the number permanently.
	WrongCode = "wrong_code"
	// OpeningOfLink (per link) and OpeningFromNetwork (per network) limit how often a payment is
	// started at a gateway because a browser opens its page.
	OpeningOfLink      = "opening_of_link"
	OpeningFromNetwork = "opening_from_network"
	// ReturnOfLink (per link) and ReturnFromNetwork (per network) limit how often a gateway is
	// asked because a browser came back to the page of a payment.
	ReturnOfLink      = "return_of_link"
	ReturnFromNetwork = "return_from_network"
	// RefusalLine limits a node's log lines about refused requests without a session, because such
	// requests cost their senders nothing.
	RefusalLine = "refusal_line"
	// ErrorReports limits the errors that a node stores, separately for the app and the server.
	ErrorReports = "error_reports"
	// RefusedWebhook counts the refused webhooks of an address. Valid webhooks are never counted,
	// and never refused because of invalid ones.
	RefusedWebhook = "refused_webhook"
)

// Classes are all limits of the system by class (docs/accounts.md).
var Classes = map[string]Class{
	// These limits apply to every call, per session and per address.
	"session": {PerSecond: 20, Burst: 60},
	"address": {PerSecond: 50, Burst: 200},
	// Polling once a second: the order status for five minutes, the prediction status for half a
	// minute.
	"order_status":      {PerSecond: 1.5, Burst: 20},
	"prediction_status": {PerSecond: 1.5, Burst: 20},
	// Payments and the steps that lead to them.
	"create_payment": {Windows: []Window{{6, time.Minute}, {40, day}}},
	"capture":        {PerSecond: 10.0 / 60, Burst: 10}, // in memory, because a stored count costs a commit
	// These are in memory too. A phone opens a page and comes back once or twice, but many phones
	// share one network of a mobile carrier.
	OpeningOfLink:      {PerSecond: 6.0 / 60, Burst: 10},
	OpeningFromNetwork: {PerSecond: 2, Burst: 120},
	ReturnOfLink:       {PerSecond: 6.0 / 60, Burst: 10},
	ReturnFromNetwork:  {PerSecond: 2, Burst: 120},
	"mandate":          {Windows: []Window{{10, time.Minute}, {40, day}}}, // each asks the gateway, then polls it for days
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
	// All other calls.
	"upload": {
		Windows: []Window{{30, time.Hour}, {100, day}},
		AtOnce:  3, Busy: fault.LimitReached("upload.too_many_at_once", busyWait, "Three of your images are on their way already. Please wait until one of them has arrived."),
	},
	"kyc_upload": {
		Windows: []Window{{30, time.Hour}, {60, day}},
		AtOnce:  3, Busy: fault.LimitReached("kyc.too_many_at_once", busyWait, "Three of your files are on their way already. Please wait until one of them has arrived."),
	},
	// Each is a call to a provider that costs money or starts a session there.
	"kyc": {Windows: []Window{{30, time.Hour}, {60, day}}},
	// Each code may be guessed five times.
	"company_email": {Windows: []Window{{5, time.Hour}, {10, day}}},
	// Chat: a person writes a few messages in a minute and reads the answers.
	"chat":      {Windows: []Window{{20, time.Minute}, {300, day}}},
	"extension": {Windows: []Window{{10, time.Hour}, {30, day}}},
	// Requests, and calls that take them back or reschedule them. Each can create an invoice and a
	// credit note, which are kept for years. A slot is chosen before a request and is tried more
	// often.
	"ticket":         {Windows: []Window{{20, time.Hour}, {40, day}}},
	"ticket_change":  {Windows: []Window{{20, time.Hour}, {40, day}}},
	"slot":           {Windows: []Window{{40, time.Hour}, {80, day}}},
	"map":            {PerSecond: 1, Burst: 60},
	"ifsc":           {PerSecond: 0.5, Burst: 30},
	"referral":       {Windows: []Window{{20, day}}},
	"transfer_check": {Windows: []Window{{5, day}}},
	// The same per address, so that nobody can use many accounts to find out who is a customer.
	"transfer_check_address": {Windows: []Window{{20, day}}},
	// No person comes near the next three. Each call stores something, so they bound how much one
	// session can store in a day.
	"write":  {PerSecond: 1000 / day.Seconds(), Burst: 200},
	"track":  {PerSecond: 5000 / day.Seconds(), Burst: 1000},
	"device": {PerSecond: 100 / day.Seconds(), Burst: 30},
	// Each reads all data that is held about a customer.
	"download_data": {Windows: []Window{{3, time.Hour}, {10, day}}},
	"webhook":       {PerSecond: 500, Burst: 1000},
	RefusalLine:     {PerSecond: 10, Burst: 300},
	RefusedWebhook:  {PerSecond: 30.0 / 60, Burst: 30},
	// An app reports at most ten errors per page, but many phones share one network.
	"error_report": {PerSecond: 0.5, Burst: 60},
	ErrorReports:   {PerSecond: 5, Burst: 100},
}
