package razorpayx

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"time"

	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

// keyForm is what is taken as an idempotency key.
var keyForm = regexp.MustCompile(`^[A-Za-z0-9_ -]{4,36}$`)

// The most that a rail takes. NEFT takes any amount.
const (
	mostByIMPS = 500_000 * money.Rupee
	mostByUPI  = 100_000 * money.Rupee
)

type payoutRequest struct {
	AccountNumber     string `json:"account_number"`
	FundAccountID     string `json:"fund_account_id"`
	Amount            int64  `json:"amount"`
	Currency          string `json:"currency"`
	Mode              string `json:"mode"`
	Purpose           string `json:"purpose"`
	QueueIfLowBalance bool   `json:"queue_if_low_balance"`
	ReferenceID       string `json:"reference_id"`
	Narration         string `json:"narration,omitempty"`
}

type payout struct {
	ID            string `json:"id"`
	FundAccountID string `json:"fund_account_id"`
	Amount        *int64 `json:"amount"`
	Currency      string `json:"currency"`
	Status        string `json:"status"`
	UTR           string `json:"utr"`
	ReferenceID   string `json:"reference_id"`
	Fees          int64  `json:"fees"` // with Tax
	Tax           int64  `json:"tax"`
	StatusDetails struct {
		Reason string `json:"reason"`
	} `json:"status_details"`
}

// payoutStates maps every status of theirs. Cancelled and rejected ones never
// left.
var payoutStates = map[string]provider.PayoutState{
	"pending": provider.PayoutPending, "queued": provider.PayoutPending, "scheduled": provider.PayoutPending,
	"processing": provider.PayoutPending, "processed": provider.PayoutProcessed, "reversed": provider.PayoutReversed,
	"failed": provider.PayoutFailed, "cancelled": provider.PayoutFailed, "rejected": provider.PayoutFailed,
}

// Check makes sure of what decides about money.
func (x *payout) Check() error {
	switch {
	case x.ID == "" || x.Amount == nil || x.Currency != currency:
		return errors.New("a payout without id, amount or our currency")
	case payoutStates[x.Status] == "":
		return fmt.Errorf("payout %s has the unknown status %q", x.ID, x.Status)
	}
	return provider.CheckIDs(x.ID, x.UTR)
}

func (x *payout) payout() provider.Payout {
	reason := x.StatusDetails.Reason
	if reason == "" {
		reason = x.Status
	}
	p := provider.Payout{
		ID: x.ID, Reference: x.ReferenceID, FundAccountID: x.FundAccountID, Amount: money.Paise(*x.Amount),
		State: payoutStates[x.Status], UTR: x.UTR, Reason: reason,
	}
	if 0 <= x.Tax && x.Tax <= x.Fees { // a fee that makes no sense does not hold up the payout
		p.Cost, p.Tax = money.Paise(x.Fees), money.Paise(x.Tax)
	}
	return p
}

// mode chooses the rail: UPI for a UPI id, IMPS for a bank account as long as
// it takes the amount.
func mode(req provider.PayoutRequest) (string, error) {
	switch {
	case req.UPI && req.Amount > mostByUPI:
		return "", errors.New("UPI takes 1,00,000 rupees at most")
	case req.UPI:
		return "UPI", nil
	case req.Amount > mostByIMPS:
		return "NEFT", nil
	}
	return "IMPS", nil
}

// Pay pays out. The same key with the same request returns the first payout. A
// conflict means that the first call with the key is still running: Unknown,
// to be repeated as it is.
func (p *Payouts) Pay(ctx context.Context, req provider.PayoutRequest) (provider.Payout, error) {
	const name = "payouts.create"
	rail, err := mode(req)
	if err != nil {
		return provider.Payout{}, failed(name, provider.Declined, "amount_exceeds_limit", "%w", err)
	}
	if !keyForm.MatchString(req.Key) || req.Amount <= 0 {
		return provider.Payout{}, failed(name, provider.NotAttempted, "", "no amount, or a key that is not taken")
	}
	call := p.request(name, http.MethodPost, "/payouts", nil)
	call.Header.Set("X-Payout-Idempotency", req.Key)
	var made payout
	err = p.client.JSON(ctx, call, payoutRequest{
		AccountNumber: p.config.Account, FundAccountID: req.FundAccountID, Amount: int64(req.Amount), Currency: currency,
		Mode: rail, Purpose: "refund", QueueIfLowBalance: true, ReferenceID: req.Reference, Narration: req.Narration,
	}, &made)
	if err != nil {
		return provider.Payout{}, err
	}
	return made.payout(), nil
}

// FetchPayout asks how a payout stands.
func (p *Payouts) FetchPayout(ctx context.Context, id string) (provider.Payout, error) {
	var x payout
	if err := p.get(ctx, "payouts.fetch", "/payouts/"+url.PathEscape(id), nil, &x); err != nil {
		return provider.Payout{}, err
	}
	if x.ID != id {
		return provider.Payout{}, failed("payouts.fetch", provider.Unknown, "", "payout %s is another one", x.ID)
	}
	return x.payout(), nil
}

// payoutList is a page of a list whose entries are read one by one.
type payoutList struct {
	Entity string            `json:"entity"`
	Items  []json.RawMessage `json:"items"`
}

// Check makes sure that an empty list is one.
func (l *payoutList) Check() error {
	if l.Entity != "collection" {
		return errors.New("not a collection")
	}
	return nil
}

// pageSize is the most that one page of a list holds.
const pageSize = 100

// ListPayouts returns the payouts that were created from from (inclusive) to
// to (exclusive), which count in whole seconds there.
func (p *Payouts) ListPayouts(ctx context.Context, from, to time.Time) (provider.Listing[provider.Payout], error) {
	var all provider.Listing[provider.Payout]
	known := map[string]bool{}
	for skip := 0; ; skip += pageSize {
		var list payoutList
		err := p.get(ctx, "payouts.list", "/payouts", url.Values{
			"account_number": {p.config.Account}, "count": {strconv.Itoa(pageSize)}, "skip": {strconv.Itoa(skip)},
			"from": {strconv.FormatInt(from.Unix(), 10)}, "to": {strconv.FormatInt(to.Unix()-1, 10)},
		}, &list)
		if err != nil {
			return all, err
		}
		payouts, odd := httpcall.Entries[payout](list.Items)
		for _, x := range payouts {
			if !known[x.ID] { // a payout made while we page shifts the next page
				known[x.ID] = true
				all.Entries = append(all.Entries, x.payout())
			}
		}
		all.Odd = append(all.Odd, odd...)
		if len(list.Items) < pageSize {
			return all, nil
		}
	}
}
