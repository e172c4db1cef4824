// Package dashboard is the read model of the home screen: it combines many domains into one answer.
// It writes nothing.
package dashboard

import (
	"context"
	"fmt"
	"html"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"rento/internal/address"
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

// These are the names of the carousel's banners.
const (
	AdvanceRental = "ADVANCE_RENTAL"
	StartRenting  = "START_RENTING"
	AutoDebit     = "AUTO_DEBIT"
	Referral      = "REFERRAL"
)

// PaymentOption is a way to set up a mandate.
type PaymentOption struct {
	UniqueID          string
	Name              fault.Word
	PaymentText       fault.Word
	PaymentCategories []string
	Gateway           string
	PaymentMethod     string
	// Authorized is the amount that the bank blocks during the set-up and releases, in paise.
	Authorized money.Paise
	// Max is the limit of the mandate for a customer, in paise. It is 0 if no limit was requested.
	Max money.Paise
}

// OptionOf returns the option for an offer of a gateway, with a limit.
func OptionOf(offer provider.MandateOffer, limit money.Paise) PaymentOption {
	m := offer.Choice
	return PaymentOption{
		UniqueID: m.ID, Name: m.Name, PaymentText: m.Text, PaymentCategories: m.Categories,
		Gateway: offer.Gateway.Profile().Name, PaymentMethod: string(m.Method), Authorized: m.Authorized, Max: limit,
	}
}

// Config is what the operator configures for the home screen.
type Config struct {
	PaymentOptions []PaymentOption
	// ChatEverywhere offers the chat in every city, ChatCities only in some.
	ChatEverywhere bool
	ChatCities     []string
	// AdvanceDiscount is the largest discount for rent in advance, in hundredths of a percent, or 0
	// if it is not offered. A customer can have one package at a time.
	AdvanceDiscount int64
	// LateFee is the late fee rule. It says after which day dues are late.
	LateFee billing.LateFeeRule
	// TransferDays is how many days the receiver of a transfer has for its deposit.
	TransferDays int
	// OptionsFor returns the ways in which a customer can set up auto debit. If it is nil, auto
	// debit is offered to nobody.
	OptionsFor func(ctx context.Context, q *db.Queries, customerID int64) ([]PaymentOption, error)
	// PaidAhead returns what a customer's rent in advance pays. nil means that nobody has any.
	PaidAhead func(ctx context.Context, q *db.Queries, customerID int64) (billing.Ahead, error)
	// Debits says when debits are made. nil means that this is unknown.
	Debits Debits
}

// Data is the content of the home screen. Amounts are in paise.
type Data struct {
	Deposit           billing.Deposit
	TransferDeposits  []TransferDeposit // for transfers whose deposit is not fully paid
	DepositDue        DepositDue
	TotalPayable      money.Paise
	PendingRent       money.Paise
	PendingLateFees   money.Paise
	Due               billing.DueParts
	Deadlines         billing.Deadlines
	WalletCredit      money.Paise
	HasWalletHistory  bool // whether money has ever been in the wallet
	PayNow            Split
	SettlementReady   bool
	Refunds           Refunds
	WalletPayouts     []settlement.WalletPayoutUnderWay
	PendingPayments   []payment.PendingPayment
	PaidAhead         billing.Ahead
	Promised          billing.Promise // to pay; empty without one, or if nothing is due
	AutoDebitRequired bool
	// PaymentOptions are the ways to set up auto debit: those that are open to the customer, or all
	// ways if the customer rents nothing, has set it up, or waits for the bank to confirm it.
	PaymentOptions      []PaymentOption
	AutoDebitInProgress bool
	HasActiveMandate    bool
	Debit               Debit
	NotDebited          []Debit // other debits of the month, because only one is made
	LatestInvoice       calendar.Date
	OldestOpenInvoice   calendar.Date // of rental invoices; empty if none is open
	// EraseOn is the day on which the account will be deleted, or empty.
	EraseOn         calendar.Date
	PendingDuesText string // HTML, built only from our own words
	KYCPending      bool
	Banners         []string
	Items           []subscription.Summary // at the customer's place
	// Pickups are the days on which items are picked up for good, by item id.
	Pickups      map[int64]calendar.Date
	HasLiveOrder bool
	// UnseenAnswers is the number of support messages that the customer has not seen.
	UnseenAnswers int64
}

// DepositDue is by when the missing deposit is to be paid, and for which items, by their English
// names. It is empty if none is missing.
type DepositDue struct {
	By    calendar.Date
	Items []string
}

// TransferDeposit is the deposit, in paise, for the items of a transfer that the customer has
// accepted.
type TransferDeposit struct {
	Giver  string // full name
	Amount money.Paise
}

// Split says how payment of all dues now would be divided between the wallet and a gateway, in
// paise.
type Split struct{ Wallet, Gateway money.Paise }

// Common is the part of the home screen that is the same for all customers.
type Common struct {
	Cities         []address.City // where we rent
	ChatEverywhere bool
	ChatCities     []string
	// AdvanceDiscount is as in Config.
	AdvanceDiscount int64
}

// Refunds summarises the settlements whose refund is ready: their number and their sum in paise.
// Preference is how the refund will be paid, as the API numbers it, or 0 before the customer has
// chosen. Held is the part that cannot go to the saved details. PaysDue is the part that pays dues
// before the rest is paid out. A debit that comes takes its dues first, because a refund can wait.
type Refunds struct {
	Count      int64
	Amount     money.Paise
	Preference int64
	Held       settlement.Held
	PaysDue    settlement.PaysDue
}

// commonKept is how long Common is cached. The cities hardly ever change, and reading them took a
// fifth of the time of an answer.
const commonKept = time.Minute

// Service reads the home screen.
type Service struct {
	store         *store.Store
	subscriptions *subscription.Service
	clock         calendar.Clock
	config        Config
	common        atomic.Pointer[knownCommon]
}

// knownCommon is Common with the time at which it was read.
type knownCommon struct {
	at time.Time
	Common
}

// New returns the service.
func New(s *store.Store, subscriptions *subscription.Service, clock calendar.Clock, config Config) *Service {
	return &Service{store: s, subscriptions: subscriptions, clock: clock, config: config}
}

// Now is the current time for answers.
func (s *Service) Now() time.Time { return s.clock.Now() }

// Today is the current business date for answers.
func (s *Service) Today() calendar.Date { return calendar.Today(s.clock) }

// For reads the home screen of a customer in one snapshot. It ignores cancellation: it makes a few
// reads by key, and checking whether the client has disconnected would cost more than it could
// save.
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
	summary   billing.AccountSummary
	deadlines billing.Deadlines
	held      settlement.Held
	paysDue   settlement.PaysDue
	leaving   []settlement.WalletPayoutUnderWay
	pending   []payment.PendingPayment
	ahead     billing.Ahead
	promised  billing.Promise
	transfers []TransferDeposit
	deposit   DepositDue
	debit     Debit
	taken     []Debit
	options   []PaymentOption
	canSetUp  bool // whether the customer can set up auto debit, which is not set up yet
	paysAhead bool
	unseen    int64
}

func (s *Service) read(ctx context.Context, q *db.Queries, customerID int64) (f facts, err error) {
	if f.customer, err = q.DashboardCustomer(ctx, customerID); err != nil {
		return f, fmt.Errorf("read customer: %w", err)
	}
	if f.items, err = subscription.CurrentSummaries(ctx, q, customerID, s.Today()); err != nil {
		return f, err
	}
	if f.pickups, err = s.pickups(ctx, q, customerID, f.items); err != nil {
		return f, err
	}
	if f.summary, err = billing.AccountSummaryOf(ctx, q, customerID); err != nil {
		return f, err
	}
	if f.summary.Deposit, err = settlement.ShownDeposit(ctx, q, customerID, f.summary.Deposit, s.Today()); err != nil {
		return f, err
	}
	if f.deadlines, err = s.config.LateFee.Deadlines(ctx, q, customerID, f.summary, s.Today()); err != nil {
		return f, err
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
		f.debit = f.debit.withWallet(f.summary.Balances)
		if f.taken, err = s.notDebitedOf(ctx, q, customerID); err != nil {
			return f, err
		}
	}
	if f.customer.RefundsReady > 0 {
		if f.held, err = settlement.HeldOf(ctx, q, customerID); err != nil {
			return f, err
		}
		if f.paysDue, err = settlement.PaysDueOf(ctx, q, customerID, f.debit.leaves(f.summary.Balances.Dues())); err != nil {
			return f, err
		}
	}
	if f.customer.ChatMoved {
		if f.unseen, err = support.Unseen(ctx, q, customerID); err != nil {
			return f, err
		}
	}
	f.paysAhead = s.config.AdvanceDiscount > 0
	if f.summary.Balances[ledger.Advance] != 0 && s.config.PaidAhead != nil {
		if f.ahead, err = s.config.PaidAhead(ctx, q, customerID); err != nil {
			return f, err
		}
	}
	if f.summary.Balances.ToPay() > 0 {
		if f.promised, _, err = billing.OpenPromise(ctx, q, customerID); err != nil {
			return f, err
		}
	}
	if f.customer.Paying || f.debit.Step == DebitUnderWay {
		if f.pending, err = payment.PendingOf(ctx, q, customerID); err != nil {
			return f, err
		}
	}
	f.options = s.config.PaymentOptions
	if len(f.items) > 0 && !f.customer.HasMandate && !f.customer.MandateAwaited && s.config.OptionsFor != nil {
		if f.options, err = s.config.OptionsFor(ctx, q, customerID); err != nil {
			return f, fmt.Errorf("read what auto debit is offered: %w", err)
		}
		f.canSetUp = len(f.options) > 0
	}
	if f.summary.Deposit.Missing() > 0 {
		f.transfers, f.deposit, err = s.missingDeposit(ctx, q, customerID, f.summary.Deposit.Missing())
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

// missingDeposit says what a missing deposit, in paise, is for: the parts for items that the customer
// is taking over from others, and all its items with the day.
func (s *Service) missingDeposit(ctx context.Context, q *db.Queries, customerID int64, missing money.Paise) (transfers []TransferDeposit, due DepositDue, err error) {
	items, err := subscription.DepositsOf(ctx, q, customerID)
	if err != nil {
		return nil, due, err
	}
	offers, err := ticket.OffersTo(ctx, q, customerID)
	if err != nil {
		return nil, due, err
	}
	for _, offer := range offers {
		if !offer.Accepted {
			continue
		}
		needed := TransferDeposit{Giver: offer.Giver}
		for n, item := range items {
			if slices.Contains(offer.TakenIDs, item.ID) {
				needed.Amount = money.Sum(needed.Amount, item.Deposit)
				items[n].By = offer.Changed.Date().AddDays(s.config.TransferDays)
			}
		}
		transfers = append(transfers, needed)
	}
	unpaid, by := billing.Unpaid(items, missing)
	due.By = by
	for _, item := range unpaid {
		due.Items = append(due.Items, item.Name)
	}
	return transfers, due, nil
}

// Common returns the part of the home screen that is the same for all customers. Calls within a
// minute share one value, which must not be changed.
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
		ChatEverywhere: s.config.ChatEverywhere, ChatCities: s.config.ChatCities, AdvanceDiscount: s.config.AdvanceDiscount,
	}}
	s.common.Store(known)
	return &known.Common, nil
}

func compose(f facts) Data {
	latest, _ := calendar.Parse(f.customer.LatestInvoice)     // '' before the first invoice
	oldest, _ := calendar.Parse(f.customer.OldestOpenInvoice) // '' if no rent is open
	d := Data{
		Items: f.items, Pickups: f.pickups, Deposit: f.summary.Deposit, TransferDeposits: f.transfers, DepositDue: f.deposit, TotalPayable: f.summary.Balances.Dues(), PendingRent: f.summary.Balances.InvoicesDue(),
		PendingLateFees: f.summary.Balances.LateFeesDue(), WalletCredit: f.summary.Balances.WalletCredit(), SettlementReady: f.customer.RefundsReady > 0,
		Due: f.summary.Due, Deadlines: f.deadlines,
		HasWalletHistory: f.summary.Balances.HasWalletHistory(),
		Refunds:          Refunds{f.customer.RefundsReady, money.Paise(f.customer.RefundPaise), f.customer.RefundPreference, f.held, f.paysDue},
		WalletPayouts:    f.leaving,
		PendingPayments:  f.pending,
		PaidAhead:        f.ahead,
		Promised:         f.promised,
		HasActiveMandate: f.customer.HasMandate, LatestInvoice: latest, OldestOpenInvoice: oldest, KYCPending: f.customer.KycPending, UnseenAnswers: f.unseen,
	}
	wallet, total := payment.Share(d.TotalPayable, max(0, d.WalletCredit))
	d.PayNow = Split{wallet, total - wallet}
	if erase := calendar.Instant(f.customer.EraseAt); !erase.IsZero() {
		d.EraseOn = erase.Date()
	}
	d.AutoDebitRequired = f.customer.AutoDebitRequired && f.canSetUp
	d.PaymentOptions = f.options
	d.Debit, d.NotDebited = f.debit, f.taken
	isDebited := d.Debit.comes()
	if isDebited {
		d.Debit.Besides = d.Debit.leaves(d.TotalPayable)
	}
	switch {
	case d.Debit.FromWallet > 0:
		d.Deadlines.FromWallet, d.Deadlines.WalletOn = d.Debit.FromWallet, d.Debit.WalletOn
	case isDebited && d.Debit.Besides == 0:
		// The debit comes before the due day, so the wallet does not pay anything.
		d.Deadlines.FromWallet, d.Deadlines.WalletOn = 0, calendar.Date{}
	case isDebited:
		d.Deadlines.FromWallet = min(d.Deadlines.FromWallet, d.Debit.Besides)
	}
	d.HasLiveOrder = len(d.Items) > 0
	// Auto debit counts as in progress only if the planned debits cover all dues. A debit for one
	// month does not cover the rest.
	d.AutoDebitInProgress = d.TotalPayable > 0 && money.Paise(f.customer.ToBeDebitedPaise) >= d.TotalPayable
	d.Banners = banners(d.HasLiveOrder && f.paysAhead && d.PaidAhead.From.IsZero(), f.canSetUp)
	d.PendingDuesText = duesText(d)
	return d
}

// banners are what the customer can do now, the most useful first.
func banners(paysAhead, setsUpAutoDebit bool) (names []string) {
	if paysAhead {
		names = append(names, AdvanceRental)
	}
	if setsUpAutoDebit {
		names = append(names, AutoDebit)
	}
	return append(names, Referral, StartRenting)
}

// duesText says how much is due, and for what.
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
