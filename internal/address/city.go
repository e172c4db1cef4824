package address

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rento/internal/fault"
	"rento/internal/gst"
	"rento/internal/store"
	"rento/internal/store/db"
)

// City is a city that we serve. StateCode and StateName are its GST state.
type City struct {
	ID        int64
	Slug      string
	Name      string
	StateCode string
	StateName string
	Lat, Lng  float64 // degrees
	RadiusKM  float64
}

// Covers reports whether we serve a point from the city.
func (c City) Covers(p Point) bool { return Point{c.Lat, c.Lng}.DistanceKM(p) <= c.RadiusKM }

// reaches reports whether we serve an address from the city. An address without a point counts as
// inside its city.
func (c City) reaches(a Address) bool {
	return a.Lat == 0 && a.Lng == 0 || c.Covers(Point{a.Lat, a.Lng})
}

// Serves reports whether we still deliver to a stored address: its city is one of these cities, and
// the address is within its radius.
func Serves(cities []City, a Address) bool {
	return slices.ContainsFunc(cities, func(c City) bool { return c.ID == a.CityID && c.reaches(a) })
}

// Served says whether we deliver to a point. If not, Message tells the customer why, in English.
// Nearest is the nearest city that we serve, empty if there is none.
type Served struct {
	OK      bool
	Nearest string
	Message string
}

// Serviceability reports whether we deliver to a point. bound is the slug or name of a city to
// which the point must belong; if it is empty, any city will do. Faults: 403 if the point is
// outside the bound city, 422 for a point that is not on earth or a city that we do not serve.
func (s *Service) Serviceability(ctx context.Context, at Point, bound string) (Served, error) {
	if !at.OnEarth() {
		return Served{}, fault.Invalid("address.place_invalid", "latitude", "Please enter a valid address")
	}
	q := s.store.Queries()
	if bound = strings.TrimSpace(bound); bound != "" {
		city, err := cityNamed(ctx, q, "boundCity", bound)
		if err != nil {
			return Served{}, err
		}
		if !city.Covers(at) {
			return Served{}, fault.Forbidden("address.outside_city", "This place is outside {city}. Please choose an address in {city}.", fault.With("city", city.Name))
		}
		return Served{OK: true}, nil
	}
	cities, err := Cities(ctx, q)
	if err != nil {
		return Served{}, err
	}
	return servedBy(cities, at), nil
}

func servedBy(cities []City, at Point) Served {
	var nearest City
	for _, c := range cities {
		if c.Covers(at) {
			return Served{OK: true}
		}
		if nearest.ID == 0 || (Point{c.Lat, c.Lng}).DistanceKM(at) < (Point{nearest.Lat, nearest.Lng}).DistanceKM(at) {
			nearest = c
		}
	}
	if nearest.ID == 0 {
		return Served{Message: "We do not serve this area yet."}
	}
	return Served{Nearest: nearest.Name, Message: fmt.Sprintf("We do not serve this area yet. The nearest city that we serve is %s.", nearest.Name)}
}

// Cities returns the cities that we serve, by name.
func Cities(ctx context.Context, q *db.Queries) ([]City, error) {
	rows, err := q.AddressCities(ctx)
	if err != nil {
		return nil, fmt.Errorf("address: cities: %w", err)
	}
	cities := make([]City, len(rows))
	for i, row := range rows {
		cities[i] = cityFrom(row)
	}
	return cities, nil
}

// cityNamed finds a city that we serve by its name or slug, ignoring case. If there is none, it
// returns a Fault (422) for the field.
func cityNamed(ctx context.Context, q *db.Queries, field, name string) (City, error) {
	cities, err := Cities(ctx, q)
	if err != nil {
		return City{}, err
	}
	for _, c := range cities {
		if strings.EqualFold(c.Name, name) || strings.EqualFold(c.Slug, name) {
			return c, nil
		}
	}
	return City{}, notServed(field)
}

func notServed(field string) error {
	return fault.Invalid("address.city_not_served", field, "We do not serve this city yet.")
}

// SaveCity adds a city, or changes the city with the same id. A state code that GST does not know is
// an error, because it becomes the place of supply of documents.
func SaveCity(ctx context.Context, tx *store.Tx, c City) error {
	if gst.StateName(c.StateCode) == "" {
		return fmt.Errorf("address: %q of %s is no GST state code", c.StateCode, c.Name)
	}
	err := tx.AddressCityPut(ctx, db.AddressCityPutParams{
		ID: c.ID, Slug: c.Slug, Name: c.Name, StateCode: c.StateCode, StateName: c.StateName, Lat: c.Lat, Lng: c.Lng, RadiusKm: c.RadiusKM,
	})
	if err != nil {
		return fmt.Errorf("address: save city: %w", err)
	}
	return nil
}

// CityOf returns a city that we serve, or a Fault (422).
func CityOf(ctx context.Context, q *db.Queries, id int64) (City, error) {
	row, err := q.AddressCity(ctx, id)
	if store.IsNone(err) {
		return City{}, notServed("cityId")
	}
	if err != nil {
		return City{}, fmt.Errorf("address: city: %w", err)
	}
	return cityFrom(row), nil
}

func cityFrom(row db.City) City {
	return City{
		ID: row.ID, Slug: row.Slug, Name: row.Name, StateCode: row.StateCode, StateName: row.StateName,
		Lat: row.Lat, Lng: row.Lng, RadiusKM: row.RadiusKm,
	}
}
