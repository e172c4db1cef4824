// Package address has the places to which things are delivered, and the
// cities that are served.
package address

import (
	"context"
	"fmt"
	"strings"

	"rento/internal/calendar"
	"rento/internal/fault"
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
	Lat, Lng          float64 // degrees; both 0 when the place is not known
}

// City is a town that is served. State is its GST state, by code and name.
type City struct {
	ID        int64
	Slug      string
	Name      string
	StateCode string
	StateName string
	Lat, Lng  float64 // degrees
	RadiusKM  float64
}

// Line is the address in one line: flat, society, lines, area, landmark,
// sub-city, city, pincode. A sub-city that only repeats the city is left out.
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

// Text is the line, and the alternative mobile number on a line of its own.
func (a Address) Text() string {
	if a.AlternativeMobile == "" {
		return a.Line()
	}
	return a.Line() + "\n" + a.AlternativeMobile
}

// Service keeps addresses.
type Service struct {
	ids   *ident.Source
	clock calendar.Clock
}

// New returns the service.
func New(ids *ident.Source, clock calendar.Clock) *Service { return &Service{ids: ids, clock: clock} }

// Add keeps a new address of the customer and returns it with its id. The
// city's name follows from its id. A city that is not served is a Fault (422).
func (s *Service) Add(ctx context.Context, tx *store.Tx, customerID int64, a Address) (Address, error) {
	city, err := CityOf(ctx, tx.Queries, a.CityID)
	if err != nil {
		return Address{}, err
	}
	a.ID, a.City = s.ids.Next(), city.Name
	err = tx.AddressAdd(ctx, db.AddressAddParams{
		CustomerID: customerID, ID: a.ID, FlatNo: a.FlatNo, SocietyName: a.SocietyName, AddressLine1: a.AddressLine1,
		AddressLine2: a.AddressLine2, Area: a.Area, LandMark: a.LandMark, SubCity: a.SubCity, City: a.City, CityID: a.CityID,
		Pincode: a.Pincode, AlternativeMobile: a.AlternativeMobile, Lat: a.Lat, Lng: a.Lng, CreatedAt: calendar.Stamp(s.clock.Now()),
	})
	if err != nil {
		return Address{}, fmt.Errorf("address: %w", err)
	}
	return a, nil
}

// Get returns one address of the customer, or a Fault (404).
func Get(ctx context.Context, q *db.Queries, customerID, id int64) (Address, error) {
	row, err := q.AddressGet(ctx, customerID, id)
	if store.IsNone(err) {
		return Address{}, fault.NotFound("This address does not exist.")
	}
	if err != nil {
		return Address{}, fmt.Errorf("address: %w", err)
	}
	return of(row), nil
}

func of(r db.Address) Address {
	return Address{
		ID: r.ID, FlatNo: r.FlatNo, SocietyName: r.SocietyName, AddressLine1: r.AddressLine1, AddressLine2: r.AddressLine2,
		Area: r.Area, LandMark: r.LandMark, SubCity: r.SubCity, City: r.City, CityID: r.CityID, Pincode: r.Pincode,
		AlternativeMobile: r.AlternativeMobile, Lat: r.Lat, Lng: r.Lng,
	}
}

// SaveCity adds a city, or changes the one with the same id.
func SaveCity(ctx context.Context, tx *store.Tx, c City) error {
	err := tx.AddressCityPut(ctx, db.AddressCityPutParams{
		ID: c.ID, Slug: c.Slug, Name: c.Name, StateCode: c.StateCode, StateName: c.StateName, Lat: c.Lat, Lng: c.Lng, RadiusKm: c.RadiusKM,
	})
	if err != nil {
		return fmt.Errorf("address: %w", err)
	}
	return nil
}

// CityOf returns a city that is served, or a Fault (422).
func CityOf(ctx context.Context, q *db.Queries, id int64) (City, error) {
	row, err := q.AddressCity(ctx, id)
	if store.IsNone(err) {
		return City{}, fault.Invalid("cityId", "We do not serve this city yet.")
	}
	if err != nil {
		return City{}, fmt.Errorf("address: %w", err)
	}
	return City{
		ID: row.ID, Slug: row.Slug, Name: row.Name, StateCode: row.StateCode, StateName: row.StateName,
		Lat: row.Lat, Lng: row.Lng, RadiusKM: row.RadiusKm,
	}, nil
}
