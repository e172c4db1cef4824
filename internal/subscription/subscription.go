// Package subscription handles what customers rent: products, orders, items with tenure and rent,
// and the delivery and closure of items. It is the only place that computes the rent for a range of
// days (docs/rules.md R3).
package subscription

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/gst"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Status is the delivery status of an item.
type Status int64

// The statuses of an item, in the order of its life. A cancelled item was given up before its
// delivery.
const (
	Ordered   Status = 100
	Active    Status = 200
	Closed    Status = 300
	Cancelled Status = 400
)

// Product is a product of the catalogue. Rent is in paise a month without GST, Deposit in paise.
// GSTBP is the product's own GST rate in hundredths of a percent, which takes precedence over the
// dated table of rates. If it is nil, the rate of the SAC applies.
type Product struct {
	ID                  int64
	Slug                string
	Name                string
	Names               map[string]string // in other languages, by language code
	Category            string            // furniture, appliances or electronics
	Thumbnail           string
	SAC                 string
	HSN                 string      // of the product as goods, '' if unknown
	UnitValue           money.Paise // of one unit, as goods
	GSTBP               *int64
	AC                  bool
	ClosureMultiplierBP int64 // of the rent, for leaving early: 15000 is 1.5 rents
	Rent                money.Paise
	Deposit             money.Paise
}

// Item is one rented product. Rent is today's rent in paise a month without GST. TenureEnd is the
// first day after the tenure.
type Item struct {
	ID           int64
	OrderID      int64
	OrderUnique  string
	ProductID    int64
	Name         string
	Thumbnail    string
	Status       Status
	DeliveryDate calendar.Date // the promised day while the item is only ordered
	BillingFrom  calendar.Date // the first day that we bill; for an imported item it is later than the delivery
	TenureMonths int64
	TenureEnd    calendar.Date
	ClosedDate   calendar.Date // the pickup day, which is not charged
	LocationID   int64         // the city
	AddressID    int64
	StateCode    string // GST state where the item stands
	CILAllowed   bool   // may be transferred to another customer
	AC           bool
	// ClosureMultiplierBP is the maximum charge for leaving early, in hundredths of a percent of
	// the rent.
	ClosureMultiplierBP int64
	Rent                money.Paise
	Deposit             money.Paise
}

// Service changes and reads subscriptions.
type Service struct {
	store   *store.Store
	ids     *ident.Source
	clock   calendar.Clock
	queue   *jobs.Queue
	audit   *audit.Log
	notices *notify.Service

	tellsDeposits bool
	billsAhead    bool
}

// New returns the service. If notices is nil, no messages are sent.
func New(s *store.Store, ids *ident.Source, clock calendar.Clock, queue *jobs.Queue, notices *notify.Service) *Service {
	return &Service{store: s, ids: ids, clock: clock, queue: queue, notices: notices, audit: audit.New(ids, clock)}
}

// Today is the current business date for answers.
func (s *Service) Today() calendar.Date { return calendar.Today(s.clock) }

// record writes an action on an item to the audit log.
func (s *Service) record(ctx context.Context, tx *store.Tx, customerID int64, action string, itemID int64) error {
	return s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: action, Object: fmt.Sprintf("item/%d", itemID)})
}

// SaveProduct adds a product, or changes the product with the same id, on a day. Items that are
// already rented keep the terms under which they were ordered. If there is no GST rate for the
// product on that day, it returns a Fault (422). Codes and rates that the tax portal does not know
// are an error.
func SaveProduct(ctx context.Context, tx *store.Tx, p Product, today calendar.Date) error {
	switch {
	case !gst.IsServiceCode(p.SAC):
		return fmt.Errorf("subscription: %q is no service accounting code: four or six digits that begin with 99", p.SAC)
	case p.HSN != "" && !gst.IsGoodsCode(p.HSN):
		return fmt.Errorf("subscription: %q is no HSN code: four, six or eight digits", p.HSN)
	case p.GSTBP != nil && !gst.IsRate(*p.GSTBP):
		return fmt.Errorf("subscription: the tax portal knows no GST rate of %g %%", float64(*p.GSTBP)/100)
	}
	known, err := tx.SubscriptionRateKnown(ctx, p.SAC, today)
	if err != nil {
		return fmt.Errorf("subscription: look for a GST rate of %s: %w", p.SAC, err)
	}
	if known == 0 && p.GSTBP == nil {
		return fault.Invalid("product.gst_rate_missing", "sac", "There is no GST rate for this code. Please give the product its own.")
	}
	err = tx.SubscriptionProductPut(ctx, db.SubscriptionProductPutParams{
		ID: p.ID, Slug: p.Slug, Name: p.Name, Category: p.Category, Thumbnail: p.Thumbnail, Sac: p.SAC, OwnGstBp: p.GSTBP,
		IsAc: p.AC, ClosureMultiplierBp: p.ClosureMultiplierBP, RentPaise: p.Rent, DepositPaise: p.Deposit,
		Hsn: p.HSN, UnitValuePaise: p.UnitValue,
	})
	if err != nil {
		return fmt.Errorf("subscription: save product: %w", err)
	}
	return saveNames(ctx, tx, p)
}

func saveNames(ctx context.Context, tx *store.Tx, p Product) error {
	if err := tx.SubscriptionProductNamesRemove(ctx, p.ID); err != nil {
		return fmt.Errorf("subscription: remove the names of a product: %w", err)
	}
	for _, language := range slices.Sorted(maps.Keys(p.Names)) {
		name := db.SubscriptionProductNameAddParams{ProductID: p.ID, Language: language, Name: p.Names[language]}
		if err := tx.SubscriptionProductNameAdd(ctx, name); err != nil {
			return fmt.Errorf("subscription: name a product: %w", err)
		}
	}
	return nil
}

// Names are the names of products in other languages, by language code and then by English name. An
// item keeps the English name that it was ordered under.
type Names map[string]map[string]string

// ProductNames returns the translated names of the whole catalogue.
func ProductNames(ctx context.Context, q *db.Queries) (Names, error) {
	rows, err := q.SubscriptionProductNames(ctx)
	if err != nil {
		return nil, fmt.Errorf("subscription: read names of products: %w", err)
	}
	names := Names{}
	for _, r := range rows {
		if names[r.Language] == nil {
			names[r.Language] = map[string]string{}
		}
		names[r.Language][r.English] = r.Name
	}
	return names, nil
}

// Named returns the product of an item as messages name it, in every language for which the
// catalogue has a name.
func Named(ctx context.Context, q *db.Queries, item Item) (notify.Product, error) {
	rows, err := q.SubscriptionNamesOfProduct(ctx, item.ProductID, item.Name)
	if err != nil {
		return notify.Product{}, fmt.Errorf("subscription: read names of a product: %w", err)
	}
	names := make(map[string]string, len(rows))
	for _, r := range rows {
		names[r.Language] = r.Name
	}
	return notify.NewProduct(item.Name, names), nil
}

// Products returns all products that can be rented, in order of id.
func Products(ctx context.Context, q *db.Queries) ([]Product, error) {
	rows, err := q.SubscriptionProducts(ctx)
	if err != nil {
		return nil, fmt.Errorf("subscription: read products: %w", err)
	}
	products := make([]Product, len(rows))
	for i, r := range rows {
		products[i] = productOf(r)
	}
	names, err := ProductNames(ctx, q)
	if err != nil {
		return nil, err
	}
	for i, p := range products {
		for language, known := range names {
			if name, ok := known[p.Name]; ok {
				if p.Names == nil {
					p.Names = map[string]string{}
				}
				p.Names[language] = name
			}
		}
		products[i] = p
	}
	return products, nil
}

func productOf(r db.Product) Product {
	return Product{
		ID: r.ID, Slug: r.Slug, Name: r.Name, Category: r.Category, Thumbnail: r.Thumbnail, SAC: r.Sac, GSTBP: r.OwnGstBp,
		AC: r.IsAc, ClosureMultiplierBP: r.ClosureMultiplierBp, Rent: r.RentPaise, Deposit: r.DepositPaise,
		HSN: r.Hsn, UnitValue: r.UnitValuePaise,
	}
}
