// Package address handles the addresses to which we deliver, and the cities that we serve.
package address

import (
	"context"
	"fmt"
	"strings"
	"time"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/idempotency"
	"rento/internal/ident"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Address is a customer's address in India.
type Address struct {
	ID                int64
	FlatNo            string
	SocietyName       string
	AddressLine1      string
	AddressLine2      string
	Area              string
	LandMark          string
	SubCity           string
	City              string
	CityID            int64
	Pincode           string
	AlternativeMobile string
	Lat, Lng          float64 // degrees; both 0 if the point is unknown
	// Draft means that a request is being made with the address. It is not among the customer's
	// saved addresses, and it is deleted unless the request is raised.
	Draft bool
}

// draftLifetime is how long a draft is kept without its request.
const draftLifetime = 24 * time.Hour

// mostSaved is the maximum number of saved addresses of a customer, and of drafts. Nobody needs
// more, and saving an address reads all of them to find a duplicate.
const mostSaved = 50

// Line returns the address in one line: flat, society, lines, area, landmark, sub-city, city,
// pincode. A sub-city that only repeats the city is left out.
func (a Address) Line() string {
	subCity := a.SubCity
	if strings.EqualFold(strings.TrimSpace(subCity), strings.TrimSpace(a.City)) {
		subCity = ""
	}
	var parts []string
	for _, part := range []string{
		a.FlatNo, a.SocietyName, a.AddressLine1, a.AddressLine2, a.Area, a.LandMark, subCity, a.City, a.Pincode,
	} {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

// Text is the line, followed by the alternative mobile number on a line of its own.
func (a Address) Text() string {
	if a.AlternativeMobile == "" {
		return a.Line()
	}
	return a.Line() + "\n" + a.AlternativeMobile
}

// Service stores addresses.
type Service struct {
	store *store.Store
	ids   *ident.Source
	clock calendar.Clock
	audit *audit.Log
}

// New returns the service.
func New(s *store.Store, ids *ident.Source, clock calendar.Clock) *Service {
	return &Service{store: s, ids: ids, clock: clock, audit: audit.New(ids, clock)}
}

// Save checks and stores an address from the customer, which names its city, and returns it with
// its id. If the same address already exists, Save returns that one. Faults: 422 for an invalid
// field, a city that we do not serve, or a point outside the city; 409 if the customer has 50
// addresses already.
func (s *Service) Save(ctx context.Context, customerID int64, given Address) (Address, error) {
	a, err := given.checked()
	if err != nil {
		return Address{}, err
	}
	call := idempotency.Call{CustomerID: customerID, Operation: "save an address", Input: a}
	return idempotency.Once(ctx, s.store, s.clock, call, func(ctx context.Context, tx *store.Tx) (Address, error) {
		return s.save(ctx, tx, customerID, a)
	})
}

func (s *Service) save(ctx context.Context, tx *store.Tx, customerID int64, a Address) (Address, error) {
	city, err := cityNamed(ctx, tx.Queries, "city", a.City)
	if err != nil {
		return Address{}, err
	}
	if !city.reaches(a) {
		return Address{}, fault.Invalid("address.pin_outside_city", "city", "The place on the map is outside {city}. Please choose the city in which it lies, or another place.", fault.With("city", city.Name))
	}
	a.City, a.CityID = city.Name, city.ID
	known, err := tx.AddressList(ctx, customerID)
	if err != nil {
		return Address{}, fmt.Errorf("address: addresses: %w", err)
	}
	drafts, err := tx.AddressDrafts(ctx, customerID)
	if err != nil {
		return Address{}, fmt.Errorf("address: drafts: %w", err)
	}
	for _, row := range append(known, drafts...) {
		k := of(row)
		if a.ID = k.ID; !a.isSame(k) {
			continue
		}
		switch {
		case k.Draft && a.Draft:
			return k, s.renewDraft(ctx, tx, customerID, k.ID)
		case k.Draft:
			return a, SaveDraft(ctx, tx, customerID, k.ID)
		}
		return k, nil
	}
	if len(known) >= mostSaved || len(drafts) >= mostSaved {
		return Address{}, fault.Conflict("address.too_many", "You have {most} addresses already. Please use one of them.", fault.With("most", mostSaved))
	}
	return s.Add(ctx, tx, customerID, a)
}

// renewDraft restarts the lifetime of a draft, because another request is being made with it.
func (s *Service) renewDraft(ctx context.Context, tx *store.Tx, customerID, id int64) error {
	until := calendar.Stamp(s.clock.Now()).Add(draftLifetime)
	if err := tx.AddressDraftRenew(ctx, db.AddressDraftRenewParams{DraftUntil: until, CustomerID: customerID, ID: id}); err != nil {
		return fmt.Errorf("address: renew a draft: %w", err)
	}
	return nil
}

// isSame reports whether two addresses are the same, whether drafts or saved.
func (a Address) isSame(b Address) bool {
	a.Draft = b.Draft
	return a == b
}

// SaveDraft turns a draft into a saved address, because a request uses it. An address that is
// already saved stays as it is.
func SaveDraft(ctx context.Context, tx *store.Tx, customerID, id int64) error {
	if err := tx.AddressDraftSave(ctx, customerID, id); err != nil {
		return fmt.Errorf("address: save a draft: %w", err)
	}
	return nil
}

// ForgetDrafts deletes the expired drafts of all customers.
func ForgetDrafts(ctx context.Context, tx *store.Tx, now calendar.Instant) error {
	if err := tx.AddressDraftsForget(ctx, now); err != nil {
		return fmt.Errorf("address: forget drafts: %w", err)
	}
	return nil
}

// Add stores a new address of the customer and returns it with its id. The name of the city follows
// from its id. A city that we do not serve is a Fault (422).
func (s *Service) Add(ctx context.Context, tx *store.Tx, customerID int64, a Address) (Address, error) {
	city, err := CityOf(ctx, tx.Queries, a.CityID)
	if err != nil {
		return Address{}, err
	}
	a.ID, a.City = s.ids.Next(), city.Name
	now := calendar.Stamp(s.clock.Now())
	var draftUntil calendar.Instant
	if a.Draft {
		draftUntil = now.Add(draftLifetime)
	}
	err = tx.AddressAdd(ctx, db.AddressAddParams{
		CustomerID: customerID, ID: a.ID, FlatNo: a.FlatNo, SocietyName: a.SocietyName, AddressLine1: a.AddressLine1,
		AddressLine2: a.AddressLine2, Area: a.Area, LandMark: a.LandMark, SubCity: a.SubCity, City: a.City, CityID: a.CityID,
		Pincode: a.Pincode, AlternativeMobile: a.AlternativeMobile, Lat: a.Lat, Lng: a.Lng, CreatedAt: now, DraftUntil: draftUntil,
	})
	if err != nil {
		return Address{}, fmt.Errorf("address: add: %w", err)
	}
	return a, s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: "address_added", Object: fmt.Sprintf("address/%d", a.ID)})
}

// Reachable returns an address of the customer to which we deliver today. Faults: 404, 422 if we no
// longer serve its city, or not that far out.
func Reachable(ctx context.Context, q *db.Queries, customerID, id int64) (Address, error) {
	a, err := Get(ctx, q, customerID, id)
	if err != nil {
		return Address{}, err
	}
	city, err := CityOf(ctx, q, a.CityID)
	if err != nil {
		return Address{}, err
	}
	if !city.reaches(a) {
		return Address{}, fault.Invalid("address.area_not_served", "address", "Looks like you are relocating in an area which is not serviced by us.")
	}
	return a, nil
}

// Get returns one address of the customer, or a Fault (404).
func Get(ctx context.Context, q *db.Queries, customerID, id int64) (Address, error) {
	row, err := q.AddressGet(ctx, customerID, id)
	if store.IsNone(err) {
		return Address{}, fault.NotFound("address.not_found", "This address does not exist.")
	}
	if err != nil {
		return Address{}, fmt.Errorf("address: address: %w", err)
	}
	return of(row), nil
}

// List returns the saved addresses of the customer, oldest first.
func List(ctx context.Context, q *db.Queries, customerID int64) ([]Address, error) {
	rows, err := q.AddressList(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("address: addresses: %w", err)
	}
	addresses := make([]Address, len(rows))
	for i, row := range rows {
		addresses[i] = of(row)
	}
	return addresses, nil
}

func of(r db.Address) Address {
	return Address{
		ID: r.ID, FlatNo: r.FlatNo, SocietyName: r.SocietyName, AddressLine1: r.AddressLine1, AddressLine2: r.AddressLine2,
		Area: r.Area, LandMark: r.LandMark, SubCity: r.SubCity, City: r.City, CityID: r.CityID, Pincode: r.Pincode,
		AlternativeMobile: r.AlternativeMobile, Lat: r.Lat, Lng: r.Lng, Draft: r.DraftUntil != 0,
	}
}
