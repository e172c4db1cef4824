// Package dashboard is the read model of the home screen: one answer from
// many domains. It writes nothing.
package dashboard

import (
	"context"
	"fmt"
	"html"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Banner names of the carousel.
const (
	AdvanceRental = "ADVANCE_RENTAL"
	StartRenting  = "START_RENTING"
	AutoDebit     = "AUTO_DEBIT"
	Referral      = "REFERRAL"
)

// statusActive marks an item that stands at the customer's.
const statusActive = 200

// PaymentOption is a way in which a mandate can be set up.
type PaymentOption struct {
	UniqueID          string
	Name              string
	PaymentText       string
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

// Item is an active item of the customer. Rent is paise a month.
type Item struct {
	ID             int64
	DeliveryStatus int64
	Name           string
	Thumbnail      string
	DeliveryDate   calendar.Date
	TenureEnd      calendar.Date
	LocationID     int64
	CILAllowed     bool
	AC             bool
	Rent           money.Paise
}

// City is a place in which we rent. State is the name of the one it lies in.
type City struct {
	ID    int64
	Name  string
	Slug  string
	State string
}

// Data is the home screen. Amounts are in paise.
type Data struct {
	Deposit             billing.Deposit
	TotalPayable        money.Paise
	PendingRent         money.Paise
	PendingLateFees     money.Paise
	WalletCredit        money.Paise
	SettlementReady     bool
	AutoDebitRequired   bool
	AutoDebitInProgress bool
	LatestInvoice       calendar.Date
	PendingDuesText     string // HTML, made here of our own words only
	KYCPending          bool
	Banners             []string
	Items               []Item
	Cities              []City
	PaymentOptions      []PaymentOption
	HasLiveOrder        bool
	ChatEverywhere      bool
	ChatCities          []string
}

// Service answers for the home screen.
type Service struct {
	store  *store.Store
	clock  calendar.Clock
	config Config
}

// New returns the service.
func New(s *store.Store, clock calendar.Clock, config Config) *Service {
	return &Service{store: s, clock: clock, config: config}
}

// Today is the business date of the answers.
func (s *Service) Today() calendar.Date { return calendar.Today(s.clock) }

// For reads the home screen of a customer, on one snapshot. It is four reads by
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
	items    []db.DashboardItemsRow
	balances ledger.Balances
	deposit  billing.Deposit
	cities   []db.DashboardCitiesRow
}

func (s *Service) read(ctx context.Context, q *db.Queries, customerID int64) (f facts, err error) {
	if f.customer, err = q.DashboardCustomer(ctx, customerID); err != nil {
		return f, err
	}
	if f.items, err = q.DashboardItems(ctx, customerID, s.Today()); err != nil {
		return f, err
	}
	if f.balances, err = ledger.BalancesOf(ctx, q, customerID); err != nil {
		return f, err
	}
	if f.deposit, err = billing.DepositWith(ctx, q, customerID, f.balances); err != nil {
		return f, err
	}
	f.cities, err = q.DashboardCities(ctx)
	return f, err
}

func (s *Service) compose(f facts) Data {
	latest, _ := calendar.Parse(f.customer.LatestInvoice) // '' before the first invoice
	d := Data{
		Deposit: f.deposit, TotalPayable: f.balances.Dues(), PendingRent: f.balances.InvoicesDue(),
		PendingLateFees: f.balances.LateFeesDue(), WalletCredit: f.balances.WalletCredit(), SettlementReady: f.customer.SettlementReady,
		AutoDebitRequired: f.customer.AutoDebitRequired, LatestInvoice: latest, KYCPending: f.customer.KycPending,
		PaymentOptions: s.config.PaymentOptions, ChatEverywhere: s.config.ChatEverywhere, ChatCities: s.config.ChatCities,
	}
	for _, item := range f.items {
		if item.DeliveryStatus == statusActive {
			d.Items = append(d.Items, product(item))
		}
	}
	for _, c := range f.cities {
		d.Cities = append(d.Cities, City{ID: c.ID, Name: c.Name, Slug: c.Slug, State: c.StateName})
	}
	d.HasLiveOrder = len(d.Items) > 0
	d.AutoDebitInProgress = f.customer.DebitOpen && d.TotalPayable > 0
	d.Banners = banners(d.HasLiveOrder)
	d.PendingDuesText = duesText(d)
	return d
}

func product(i db.DashboardItemsRow) Item {
	return Item{
		ID: i.ID, DeliveryStatus: i.DeliveryStatus, Name: i.Name, Thumbnail: i.Thumbnail,
		DeliveryDate: i.DeliveryDate, TenureEnd: i.TenureEnd, LocationID: i.LocationID,
		CILAllowed: i.IsCilAllowed, AC: i.IsAc, Rent: i.RentPaise,
	}
}

// banners puts what helps most first: who rents already can save, who does
// not can start.
func banners(hasLiveOrder bool) []string {
	if hasLiveOrder {
		return []string{AdvanceRental, AutoDebit, Referral, StartRenting}
	}
	return []string{StartRenting, Referral}
}

func duesText(d Data) string {
	if d.TotalPayable == 0 {
		return ""
	}
	text := "Rent and tax <b>" + html.EscapeString(d.PendingRent.String()) + "</b>"
	if d.PendingLateFees > 0 {
		text += " and late fees <b>" + html.EscapeString(d.PendingLateFees.String()) + "</b>"
	}
	return text + " are to be paid."
}
