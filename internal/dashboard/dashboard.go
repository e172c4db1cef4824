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
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
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
}

// Config is what the operator decides of the home screen.
type Config struct {
	PaymentOptions []PaymentOption
	// ChatEverywhere offers the chat in every city, ChatCities in some.
	ChatEverywhere bool
	ChatCities     []string
}

// Data is the home screen. Amounts are in paise.
type Data struct {
	Deposit             billing.Deposit
	TotalPayable        money.Paise
	PendingRent         money.Paise
	PendingLateFees     money.Paise
	Due                 billing.DueParts
	WalletCredit        money.Paise
	SettlementReady     bool
	Refunds             Refunds
	AutoDebitRequired   bool
	AutoDebitInProgress bool
	HasActiveMandate    bool
	LatestInvoice       calendar.Date
	PendingDuesText     string // HTML, made here of our own words only
	KYCPending          bool
	Banners             []string
	Items               []subscription.Item // that stand at the customer's
	Cities              []address.City      // in which we rent
	PaymentOptions      []PaymentOption
	HasLiveOrder        bool
	ChatEverywhere      bool
	ChatCities          []string
}

// Refunds are the settlements whose refund is ready: how many there are, what
// they come to in paise, and how it is to be paid, as the contract numbers it;
// 0 before the customer has chosen.
type Refunds struct {
	Count      int64
	Amount     money.Paise
	Preference int64
}

// citiesKept is how old the cities of an answer may be: they are the same for
// everybody and hardly ever change, and reading them took a fifth of an answer.
const citiesKept = time.Minute

// Service answers for the home screen.
type Service struct {
	store  *store.Store
	clock  calendar.Clock
	config Config
	cities atomic.Pointer[knownCities]
}

// knownCities are the cities as they were read at a moment.
type knownCities struct {
	at     time.Time
	cities []address.City
}

// New returns the service.
func New(s *store.Store, clock calendar.Clock, config Config) *Service {
	return &Service{store: s, clock: clock, config: config}
}

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
		data = s.compose(facts)
		return nil
	})
	if err != nil {
		return Data{}, fmt.Errorf("dashboard: %w", err)
	}
	return data, nil
}

type facts struct {
	customer db.DashboardCustomerRow
	items    []subscription.Item
	balances ledger.Balances
	deposit  billing.Deposit
	due      billing.DueParts
	cities   []address.City
}

func (s *Service) read(ctx context.Context, q *db.Queries, customerID int64) (f facts, err error) {
	if f.customer, err = q.DashboardCustomer(ctx, customerID); err != nil {
		return f, fmt.Errorf("read customer: %w", err)
	}
	if f.items, err = subscription.Standing(ctx, q, customerID, s.Today()); err != nil {
		return f, err
	}
	if f.balances, err = ledger.BalancesOf(ctx, q, customerID); err != nil {
		return f, err
	}
	if f.deposit, err = settlement.DepositWith(ctx, q, customerID, f.balances); err != nil {
		return f, err
	}
	if f.due, err = billing.DuePartsOf(ctx, q, customerID, f.balances); err != nil {
		return f, err
	}
	f.cities, err = s.citiesNow(ctx, q)
	return f, err
}

func (s *Service) citiesNow(ctx context.Context, q *db.Queries) ([]address.City, error) {
	now := s.clock.Now()
	if known := s.cities.Load(); known != nil && now.Sub(known.at).Abs() < citiesKept {
		return known.cities, nil
	}
	cities, err := address.Cities(ctx, q)
	if err == nil {
		s.cities.Store(&knownCities{at: now, cities: cities})
	}
	return cities, err
}

func (s *Service) compose(f facts) Data {
	latest, _ := calendar.Parse(f.customer.LatestInvoice) // '' before the first invoice
	d := Data{
		Items: f.items, Cities: f.cities, Deposit: f.deposit, TotalPayable: f.balances.Dues(), PendingRent: f.balances.InvoicesDue(),
		PendingLateFees: f.balances.LateFeesDue(), WalletCredit: f.balances.WalletCredit(), SettlementReady: f.customer.RefundsReady > 0,
		Due: f.due, Refunds: Refunds{f.customer.RefundsReady, money.Paise(f.customer.RefundPaise), f.customer.RefundPreference},
		HasActiveMandate: f.customer.HasMandate, LatestInvoice: latest, KYCPending: f.customer.KycPending,
		PaymentOptions: s.config.PaymentOptions, ChatEverywhere: s.config.ChatEverywhere, ChatCities: s.config.ChatCities,
	}
	// Nobody is asked for what they have given already.
	d.AutoDebitRequired = f.customer.AutoDebitRequired && !d.HasActiveMandate
	d.HasLiveOrder = len(d.Items) > 0
	// A debit of one month says nothing of what else is due.
	d.AutoDebitInProgress = d.TotalPayable > 0 && money.Paise(f.customer.ToBeDebitedPaise) >= d.TotalPayable
	d.Banners = banners(d.HasLiveOrder)
	d.PendingDuesText = duesText(d)
	return d
}

// banners puts what helps most first: who rents already can save, who does
// not can start.
func banners(hasLiveOrder bool) []string {
	if hasLiveOrder {
		return []string{AdvanceRental, AutoDebit, Referral, StartRenting}
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
