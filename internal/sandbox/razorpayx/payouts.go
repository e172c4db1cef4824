package razorpayx

import (
	"bytes"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"time"
)

// The ends of a payout, by which a test decides it beforehand.
const (
	PayoutProcessed = "processed"
	PayoutFailed    = "failed"
	// PayoutReversed: processed first, sent back by the bank after Seconds.
	PayoutReversed = "reversed"
	// PayoutQueued: there is too little money in the account.
	PayoutQueued = "queued"
)

// The statuses of a payout that has not ended.
const (
	statusQueued     = "queued"
	statusProcessing = "processing"
	statusCancelled  = "cancelled"
)

// Times of the banks.
const (
	payoutTime   = time.Minute
	reversalTime = time.Hour
)

var (
	keyForm       = regexp.MustCompile(`^[A-Za-z0-9_ -]{4,36}$`)
	narrationForm = regexp.MustCompile(`^[A-Za-z0-9 ]{0,30}$`)
)

type payoutInput struct {
	AccountNumber     string            `json:"account_number"`
	FundAccountID     string            `json:"fund_account_id"`
	FundAccount       *fundAccountInput `json:"fund_account"`
	Amount            int64             `json:"amount"`
	Currency          string            `json:"currency"`
	Mode              string            `json:"mode"`
	Purpose           string            `json:"purpose"`
	QueueIfLowBalance bool              `json:"queue_if_low_balance"`
	ReferenceID       string            `json:"reference_id"`
	Narration         string            `json:"narration"`
	Notes             map[string]string `json:"notes"`
}

// createPayout takes a payout once per idempotency key, which it demands.
func (p *Provider) createPayout(r *request) (any, error) {
	key := r.Header.Get("X-Payout-Idempotency")
	if !keyForm.MatchString(key) {
		return nil, refusal("X-Payout-Idempotency", "A valid idempotency key of 4 to 36 characters is required in the request header.")
	}
	var body bytes.Buffer
	if json.Compact(&body, r.body) != nil {
		return nil, refusal("", "The request body is not valid JSON.")
	}
	if used, known := p.books.Keys[key]; known {
		if used.Body != body.String() {
			return nil, &apiError{
				status: http.StatusConflict, reason: "idempotency_key_reused",
				description: "Different request with the same idempotency key was already processed",
			}
		}
		x, _ := p.payout(used.Payout)
		return x.entity(), nil
	}
	x, err := p.readPayout(r)
	if err != nil {
		return nil, err
	}
	p.books.Keys[key] = keyUse{body.String(), x.ID}
	p.start(x, r.now)
	return x.entity(), nil
}

func (p *Provider) readPayout(r *request) (*payout, error) {
	var in payoutInput
	if err := r.read(&in); err != nil {
		return nil, err
	}
	if in.AccountNumber != p.keys.Account {
		return nil, refusal("account_number", "The account number is invalid.")
	}
	account, err := p.payee(in, r.now)
	if err != nil {
		return nil, err
	}
	if err := in.check(account); err != nil {
		return nil, err
	}
	return &payout{
		ID: p.IDs.ID("pout_"), FundAccount: account.ID, Amount: in.Amount, Mode: in.Mode, Purpose: in.Purpose,
		ReferenceID: in.ReferenceID, Narration: in.Narration, Notes: in.Notes, Status: statusProcessing, At: r.now,
	}, nil
}

// payee is the account that is named, or one that comes with the call.
func (p *Provider) payee(in payoutInput, now time.Time) (*fundAccount, error) {
	if in.FundAccount != nil {
		return p.newFundAccount(*in.FundAccount, now)
	}
	account, ok := p.fundAccount(in.FundAccountID)
	if !ok {
		return nil, refusal("fund_account_id", "The id provided does not exist")
	}
	return account, nil
}

// rails are the modes with the most and the least that each takes, in paise.
var rails = map[string]struct{ least, most int64 }{
	"IMPS": {100, 5_00_000_00}, "UPI": {100, 1_00_000_00}, "NEFT": {100, 1 << 53}, "RTGS": {2_00_000_00, 1 << 53},
}

func (in payoutInput) check(account *fundAccount) error {
	rail, known := rails[in.Mode]
	switch {
	case !known || (in.Mode == "UPI") != (account.AccountType == "vpa"):
		return refusal("mode", "Payout mode is invalid for the fund account")
	case in.Currency != "INR":
		return refusal("currency", "The currency is invalid.")
	case in.Amount < rail.least || in.Amount > rail.most:
		return refusal("amount", "The amount is not allowed for the mode "+in.Mode)
	case in.Purpose == "":
		return refusal("purpose", "The purpose field is required.")
	case !between(in.ReferenceID, 0, maxReference):
		return refusal("reference_id", "The reference id may not be greater than 40 characters.")
	case !narrationForm.MatchString(in.Narration):
		return refusal("narration", "The narration format is invalid.")
	}
	return nil
}

// start begins a payout whose end was decided beforehand, or is a success.
func (p *Provider) start(x *payout, now time.Time) {
	plan, planned := p.Answers.Next("payout")
	if !planned {
		plan.Outcome = PayoutProcessed
	}
	x.Reason = plan.Reason
	x.Ends = end{plan.Outcome, now.Add(later(plan.Seconds, payoutTime))}
	event := "payout.initiated"
	switch plan.Outcome {
	case PayoutQueued:
		x.Status, x.Reason, event = statusQueued, "low_balance", "payout.queued"
	case PayoutReversed:
		x.Ends.At = now.Add(payoutTime)
	}
	p.books.Payouts = append(p.books.Payouts, x)
	p.announce(event, now, "payout", x.entity())
	if plan.Outcome == PayoutReversed { // the bank first says yes
		p.Agenda.At(x.Ends.At, func(at time.Time) { p.move(x, PayoutProcessed, at) })
		x.Ends.At = now.Add(later(plan.Seconds, reversalTime))
	}
	p.planPayout(x)
}

func (p *Provider) planPayout(x *payout) {
	if x.Ends.Outcome == Pending || x.Status == x.Ends.Outcome && x.Status != statusQueued || x.Status == statusCancelled {
		return
	}
	p.Agenda.At(x.Ends.At, func(at time.Time) {
		outcome := x.Ends.Outcome
		if outcome == PayoutQueued {
			outcome = PayoutProcessed // money came in
		}
		p.move(x, outcome, at)
	})
}

// move brings a payout to a status that its present one allows.
func (p *Provider) move(x *payout, status string, now time.Time) {
	open := x.Status == statusProcessing || x.Status == statusQueued
	if back := x.Status == PayoutProcessed && status == PayoutReversed; !open && !back {
		return
	}
	x.Status = status
	switch status {
	case PayoutProcessed:
		x.UTR, x.Reason = p.IDs.Digits(12), "payout_processed"
	case PayoutFailed, PayoutReversed:
		if x.Reason == "" || x.Reason == "payout_processed" {
			x.Reason = "beneficiary_bank_failure"
		}
	}
	p.announce("payout."+status, now, "payout", x.entity())
}

func (p *Provider) payout(id string) (*payout, error) {
	x, ok := find(p.books.Payouts, id, func(x *payout) string { return x.ID })
	if !ok {
		return nil, unknownID()
	}
	return x, nil
}

func (p *Provider) fetchPayout(r *request) (any, error) {
	x, err := p.payout(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	return x.entity(), nil
}

func (p *Provider) cancelPayout(r *request) (any, error) {
	x, err := p.payout(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	if x.Status != statusQueued {
		return nil, refusal("id", "Payout cannot be cancelled in its present status")
	}
	x.Status = statusCancelled
	return x.entity(), nil
}

const maxCount = 100

// listPayouts is a page of the payouts from an account, newest first.
func (p *Provider) listPayouts(r *request) (any, error) {
	query := r.URL.Query()
	if query.Get("account_number") != p.keys.Account {
		return nil, refusal("account_number", "The account number field is required.")
	}
	number := map[string]int64{"count": 10, "skip": 0, "from": 0, "to": 1 << 62}
	for name := range number {
		if text := query.Get(name); text != "" {
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil || n < 0 {
				return nil, refusal(name, "The "+name+" must be an integer.")
			}
			number[name] = n
		}
	}
	if number["count"] < 1 || number["count"] > maxCount {
		return nil, refusal("count", "The count may not be greater than 100.")
	}
	reference, items := query.Get("reference_id"), []map[string]any{}
	for _, x := range slices.Backward(p.books.Payouts) {
		at := x.At.Unix()
		if at < number["from"] || at > number["to"] || reference != "" && x.ReferenceID != reference {
			continue
		}
		items = append(items, x.entity())
	}
	items = items[min(int(number["skip"]), len(items)):]
	items = items[:min(int(number["count"]), len(items))]
	return map[string]any{"entity": "collection", "count": len(items), "items": items}, nil
}
