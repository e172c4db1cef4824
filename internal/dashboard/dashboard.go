// Package dashboard is the read model of the home screen: one answer from
// many domains. It writes nothing.
package dashboard

import (
	"context"
	"fmt"
	"html"
	"strings"
	"sync/atomic"
	"time"

	"rento/internal/address"
	"rento/internal/advance"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
	"rento/internal/support"
	"rento/internal/ticket"
)

// Banner names of the carousel.
const (
	AdvanceRental = "ADVANCE_RENTAL"
	StartRenting  = "START_RENTING"
	AutoDebit     = "AUTO_DEBIT"
	Referral      = "REFERRAL"
)

// PaymentOption is a way in which a mandate can be set up.
type PaymentOption struct {
	UniqueID          string
	Name              fault.Word
	PaymentText       fault.Word
	PaymentCategories []string
	Gateway           string
	PaymentMethod     string
	// Authorized is what the bank holds along with it, and lets go of.
	Authorized money.Paise
	// Max is the limit with which it is set up for a customer, in paise, 0 where that was
	// not asked for.
	Max money.Paise
}

// OptionOf is a way that a gateway offers, with a limit.
func OptionOf(offer provider.MandateOffer, limit money.Paise) PaymentOption {
	m := offer.Choice
	return PaymentOption{
		UniqueID: m.ID, Name: m.Name, PaymentText: m.Text, PaymentCategories: m.Categories,
		Gateway: offer.Gateway.Profile().Name, PaymentMethod: string(m.Method), Authorized: m.Authorized, Max: limit,
	}
}

// Config is what the operator decides of the home screen.
type Config struct {
	PaymentOptions []PaymentOption
	// ChatEverywhere offers the chat in every city, ChatCities in some.
	ChatEverywhere bool
	ChatCities     []string
	// PaysAhead offers rent in advance, one package at a time.
	PaysAhead bool
	// LateFee says after which day what is due is late.
	LateFee billing.LateFeeRule
	// OptionsFor are the ways in which a customer can set auto debit up; nil offers it to
	// nobody.
	OptionsFor func(ctx context.Context, q *db.Queries, customerID int64) ([]PaymentOption, error)
	// Debits says when debits are made; nil for not known.
	Debits Debits
}

// PaidAhead is rent that is paid in advance: what is left of it in paise with tax, and
// the last day that it pays. Both are empty without.
type PaidAhead struct {
	Left  money.Paise
	Until calendar.Date
}

func paidAhead(ctx context.Context, q *db.Queries, customerID int64) (PaidAhead, error) {
	covers, err := advance.CoversOf(ctx, q, customerID)
	if err != nil || len(covers) == 0 {
		return PaidAhead{}, err
	}
	return PaidAhead{advance.Left(covers), covers[0].To.AddDays(-1)}, nil
}

// Data is the home screen. Amounts are in paise.
type Data struct {
	Deposit           billing.Deposit
	TransferDeposits  []TransferDeposit // of which some is missing
	TotalPayable      money.Paise
	PendingRent       money.Paise
	PendingLateFees   money.Paise
	Due               billing.DueParts
	Deadlines         billing.Deadlines
	WalletCredit      money.Paise
	PayNow            Split
	SettlementReady   bool
	Refunds           Refunds
	WalletPayouts     []settlement.WalletPayoutUnderWay
	PendingPayments   []payment.PendingPayment
	PaidAhead         PaidAhead
	AutoDebitRequired bool
	// PaymentOptions are the ways to set auto debit up: those that the customer has, where
	// it is required, else all of them.
	PaymentOptions      []PaymentOption
	AutoDebitInProgress bool
	HasActiveMandate    bool
	Debit               Debit
	NotDebited          []Debit // beside it, since a month has one debit
	LatestInvoice       calendar.Date
	// EraseOn is the day on which the account will be deleted, none for never.
	EraseOn         calendar.Date
	PendingDuesText string // HTML, made here of our own words only
	KYCPending      bool
	Banners         []string
	Items           []subscription.Summary // that stand at the customer's
	// Pickups are the days on which items are picked up for good, by item.
	Pickups      map[int64]calendar.Date
	HasLiveOrder bool
	// UnseenAnswers are how many messages of support the customer has not seen.
	UnseenAnswers int64
}

// TransferDeposit is the deposit, in paise, that the items of an accepted transfer
// to the customer need.
type TransferDeposit struct {
	Giver  string // full name
	Amount money.Paise
}

// Split is what paying all dues now would take from the wallet, and what a
// gateway would ask for besides.
type Split struct{ Wallet, Gateway money.Paise }

// Common is what the home screen says to everybody alike.
type Common struct {
	Cities         []address.City // in which we rent
	ChatEverywhere bool
	ChatCities     []string
}

// Refunds are the settlements whose refund is ready: how many there are, what
// they come to in paise, and how it is to be paid, as the contract numbers it;
// 0 before the customer has chosen. Held is what of them cannot go to the saved
// details, PaysDue what of them pays what is due before the rest goes out.
type Refunds struct {
	Count      int64
	Amount     money.Paise
	Preference int64
	Held       settlement.Held
	PaysDue    settlement.PaysDue
}

// commonKept is how old what everybody is told may be: the cities hardly ever
// change, and reading them took a fifth of an answer.
const commonKept = time.Minute

// Service answers for the home screen.
type Service struct {
	store         *store.Store
	subscriptions *subscription.Service
	clock         calendar.Clock
	config        Config
	common        atomic.Pointer[knownCommon]
}

// knownCommon is what everybody is told, as it was read at a moment.
type knownCommon struct {
	at time.Time
	Common
}

// New returns the service.
func New(s *store.Store, subscriptions *subscription.Service, clock calendar.Clock, config Config) *Service {
	return &Service{store: s, subscriptions: subscriptions, clock: clock, config: config}
}

// Now is the time of the answers.
func (s *Service) Now() time.Time { return s.clock.Now() }

// Today is the business date of the answers.
func (s *Service) Today() calendar.Date { return calendar.Today(s.clock) }

// For reads the home screen of a customer, on one snapshot. It is a few reads by
// key: to watch whether the customer has gone meanwhile would cost more than it
// could save.
func (s *Service) For(ctx context.Context, customerID int64) (Data, error) {
	ctx = context.WithoutCancel(ctx)
	var data Data
	err := s.store.Read(ctx, func(q *db.Queries) error {
		facts, err := s.read(ctx, q, customerID)
		if err != nil {
			return err
		}
		data = compose(facts)
		return nil
	})
	if err != nil {
		return Data{}, fmt.Errorf("dashboard: %w", err)
	}
	return data, nil
}

type facts struct {
	customer  db.DashboardCustomerRow
	items     []subscription.Summary
	pickups   map[int64]calendar.Date
	standing  billing.Standing
	deadlines billing.Deadlines
	held      settlement.Held
	paysDue   settlement.PaysDue
	leaving   []settlement.WalletPayoutUnderWay
	pending   []payment.PendingPayment
	ahead     PaidAhead
	transfers []TransferDeposit
	debit     Debit
	taken     []Debit
	options   []PaymentOption
	offered   bool // whether some of them are the customer's
	paysAhead bool
	unseen    int64
}

func (s *Service) read(ctx context.Context, q *db.Queries, customerID int64) (f facts, err error) {
	if f.customer, err = q.DashboardCustomer(ctx, customerID); err != nil {
		return f, fmt.Errorf("read customer: %w", err)
	}
	if f.items, err = subscription.StandingSummaries(ctx, q, customerID, s.Today()); err != nil {
		return f, err
	}
	if f.pickups, err = s.pickups(ctx, q, customerID, f.items); err != nil {
		return f, err
	}
	if f.standing, err = billing.StandingOf(ctx, q, customerID); err != nil {
		return f, err
	}
	if f.standing.Deposit, err = settlement.ShownDeposit(ctx, q, customerID, f.standing.Deposit, s.Today()); err != nil {
		return f, err
	}
	if f.deadlines, err = s.config.LateFee.Deadlines(ctx, q, customerID, f.standing, s.Today()); err != nil {
		return f, err
	}
	if f.customer.RefundsReady > 0 {
		if f.held, err = settlement.HeldOf(ctx, q, customerID); err != nil {
			return f, err
		}
		if f.paysDue, err = settlement.PaysDueOf(ctx, q, customerID, f.standing.Balances.Dues()); err != nil {
			return f, err
		}
	}
	if f.customer.WalletLeaving {
		if f.leaving, err = settlement.WalletPayoutsUnderWay(ctx, q, customerID); err != nil {
			return f, err
		}
	}
	if f.customer.HasDebits || f.customer.HasMandate {
		if f.debit, err = s.debitOf(ctx, q, customerID); err != nil {
			return f, err
		}
		if f.taken, err = s.notDebitedOf(ctx, q, customerID); err != nil {
			return f, err
		}
	}
	if f.customer.ChatMoved {
		if f.unseen, err = support.Unseen(ctx, q, customerID); err != nil {
			return f, err
		}
	}
	f.paysAhead = s.config.PaysAhead
	if f.standing.Balances[ledger.Advance] != 0 {
		if f.ahead, err = paidAhead(ctx, q, customerID); err != nil {
			return f, err
		}
	}
	if f.customer.Paying || f.debit.Step == DebitUnderWay {
		if f.pending, err = payment.PendingOf(ctx, q, customerID); err != nil {
			return f, err
		}
	}
	f.options = s.config.PaymentOptions
	if f.customer.AutoDebitRequired && !f.customer.HasMandate && s.config.OptionsFor != nil {
		if f.options, err = s.config.OptionsFor(ctx, q, customerID); err != nil {
			return f, fmt.Errorf("read what auto debit is offered: %w", err)
		}
		f.offered = len(f.options) > 0
	}
	if f.standing.Deposit.Missing() > 0 {
		f.transfers, err = s.transferDeposits(ctx, q, customerID)
	}
	return f, err
}

func (s *Service) pickups(ctx context.Context, q *db.Queries, customerID int64, items []subscription.Summary) (map[int64]calendar.Date, error) {
	if len(items) == 0 {
		return nil, nil //nolint:nilnil // nothing to pick up
	}
	ids := make([]int64, len(items))
	for n, item := range items {
		ids[n] = item.ID
	}
	return ticket.PickupsOn(ctx, q, customerID, ids)
}

// transferDeposits are what a missing deposit is for, where it is not for items
// that the customer has.
func (s *Service) transferDeposits(ctx context.Context, q *db.Queries, customerID int64) ([]TransferDeposit, error) {
	offers, err := ticket.OffersTo(ctx, q, customerID)
	if err != nil {
		return nil, err
	}
	var deposits []TransferDeposit
	for _, offer := range offers {
		if !offer.Accepted {
			continue
		}
		items, err := s.subscriptions.Own(ctx, q, customerID, offer.TakenIDs)
		if err != nil {
			return nil, fmt.Errorf("read what is taken over: %w", err)
		}
		needed := TransferDeposit{Giver: offer.Giver}
		for _, item := range items {
			needed.Amount = money.Sum(needed.Amount, item.Deposit)
		}
		deposits = append(deposits, needed)
	}
	return deposits, nil
}

// Common returns what everybody is told: for a minute the same one, which
// nobody changes.
func (s *Service) Common(ctx context.Context) (*Common, error) {
	now := s.clock.Now()
	if known := s.common.Load(); known != nil && now.Sub(known.at).Abs() < commonKept {
		return &known.Common, nil
	}
	cities, err := address.Cities(ctx, s.store.Queries())
	if err != nil {
		return nil, fmt.Errorf("dashboard: %w", err)
	}
	known := &knownCommon{now, Common{
		Cities:         cities,
		ChatEverywhere: s.config.ChatEverywhere, ChatCities: s.config.ChatCities,
	}}
	s.common.Store(known)
	return &known.Common, nil
}

func compose(f facts) Data {
	latest, _ := calendar.Parse(f.customer.LatestInvoice) // '' before the first invoice
	d := Data{
		Items: f.items, Pickups: f.pickups, Deposit: f.standing.Deposit, TransferDeposits: f.transfers, TotalPayable: f.standing.Balances.Dues(), PendingRent: f.standing.Balances.InvoicesDue(),
		PendingLateFees: f.standing.Balances.LateFeesDue(), WalletCredit: f.standing.Balances.WalletCredit(), SettlementReady: f.customer.RefundsReady > 0,
		Due: f.standing.Due, Deadlines: f.deadlines,
		Refunds:          Refunds{f.customer.RefundsReady, money.Paise(f.customer.RefundPaise), f.customer.RefundPreference, f.held, f.paysDue},
		WalletPayouts:    f.leaving,
		PendingPayments:  f.pending,
		PaidAhead:        f.ahead,
		HasActiveMandate: f.customer.HasMandate, LatestInvoice: latest, KYCPending: f.customer.KycPending, UnseenAnswers: f.unseen,
	}
	wallet, total := payment.Share(d.TotalPayable, max(0, d.WalletCredit))
	d.PayNow = Split{wallet, total - wallet}
	if erase := calendar.Instant(f.customer.EraseAt); !erase.IsZero() {
		d.EraseOn = erase.Date()
	}
	// Nobody is asked for what they have given already, or cannot give.
	d.AutoDebitRequired = f.customer.AutoDebitRequired && !d.HasActiveMandate && f.offered
	d.PaymentOptions = f.options
	d.Debit, d.NotDebited = f.debit, f.taken
	if d.Debit.Step == DebitPlanned || d.Debit.Step == DebitUnderWay {
		d.Debit.Besides = max(0, d.TotalPayable-d.Debit.Amount)
	}
	d.HasLiveOrder = len(d.Items) > 0
	// A debit of one month says nothing of what else is due.
	d.AutoDebitInProgress = d.TotalPayable > 0 && money.Paise(f.customer.ToBeDebitedPaise) >= d.TotalPayable
	if d.AutoDebitInProgress {
		// The debit comes before the due day, so nothing is left to the wallet.
		d.Deadlines.FromWallet, d.Deadlines.WalletOn = 0, calendar.Date{}
	}
	d.Banners = banners(d.HasLiveOrder, f.paysAhead && d.PaidAhead.Until.IsZero())
	d.PendingDuesText = duesText(d)
	return d
}

// banners puts what helps most first: who rents already can save, where rent in advance
// is for sale, and who does not can start.
func banners(hasLiveOrder, paysAhead bool) []string {
	switch {
	case hasLiveOrder && paysAhead:
		return []string{AdvanceRental, AutoDebit, Referral, StartRenting}
	case hasLiveOrder:
		return []string{AutoDebit, Referral, StartRenting}
	}
	return []string{StartRenting, Referral}
}

// duesText says what is to be paid and for what.
func duesText(d Data) string {
	if d.TotalPayable == 0 {
		return ""
	}
	var parts []string
	for _, part := range []struct {
		name   string
		amount money.Paise
	}{
		{"Rent and tax", d.Due.Rent},
		{"the charge for leaving early", d.Due.Exit},
		{"damage", d.Due.Damage},
		{"other charges", d.Due.Other},
		{"late fees", d.Due.LateFees},
	} {
		if part.amount > 0 {
			parts = append(parts, part.name+" <b>"+html.EscapeString(part.amount.String())+"</b>")
		}
	}
	last := len(parts) - 1
	text := parts[last]
	if last > 0 {
		text = strings.Join(parts[:last], ", ") + " and " + text
	}
	return strings.ToUpper(text[:1]) + text[1:] + " are to be paid."
}
