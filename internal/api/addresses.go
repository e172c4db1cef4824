package api

import (
	"context"
	"strconv"
	"strings"

	"rento/internal/account"
	"rento/internal/address"
	"rento/internal/store"
)

// NewAddress is an address that is not stored yet.
type NewAddress struct {
	FlatNo            string  `json:"flatNo" maxLength:"200" doc:"house or flat number"`
	SocietyName       string  `json:"societyName,omitempty" maxLength:"200" doc:"building"`
	AddressLine1      string  `json:"addressLine1" maxLength:"200" doc:"street"`
	AddressLine2      string  `json:"addressLine2,omitempty" maxLength:"200"`
	Area              string  `json:"area,omitempty" maxLength:"200"`
	LandMark          string  `json:"landMark,omitempty" maxLength:"200"`
	SubCity           string  `json:"subCity,omitempty" maxLength:"200"`
	City              string  `json:"city" maxLength:"200" doc:"name or slug of a city that we serve"`
	Pincode           string  `json:"pincode,omitempty" maxLength:"20" doc:"6 characters when given"`
	AlternativeMobile string  `json:"alternativeMobile,omitempty" maxLength:"20" doc:"10 digits when given"`
	LatLng            *LatLng `json:"latlng,omitempty"`
	ForRequest        bool    `json:"forRequest,omitempty" doc:"it is saved only once a request is raised with it"`
}

// Serviceability says whether we deliver to a point. Message says why not.
type Serviceability struct {
	Serviceable bool   `json:"serviceable"`
	NearestCity string `json:"nearestCity,omitempty" doc:"the nearest city that is served, where the point is not" example:"Bengaluru"`
	Message     string `json:"message,omitempty" doc:"why not, in English" example:"This place is outside the area that we serve."`
}

// PlaceStatus is OK, ZERO_RESULTS, INVALID_REQUEST or NOT_FOUND.
type PlaceStatus string

const (
	placeOK      PlaceStatus = "OK"
	placeNone    PlaceStatus = "ZERO_RESULTS"
	placeInvalid PlaceStatus = "INVALID_REQUEST"
	placeUnknown PlaceStatus = "NOT_FOUND"
)

// PlacePredictions are the places that a text may mean.
type PlacePredictions struct {
	Status      PlaceStatus       `json:"status" example:"OK"`
	Predictions []PlacePrediction `json:"predictions"`
}

// PlacePrediction is one place that a text may mean.
type PlacePrediction struct {
	PlaceID     string `json:"place_id"`
	Description string `json:"description"`
}

// PlaceDetails is one place.
type PlaceDetails struct {
	Status PlaceStatus  `json:"status" example:"OK"`
	Result *PlaceResult `json:"result,omitempty"`
}

// PlaceResults are places, the nearest or likeliest first.
type PlaceResults struct {
	Status  PlaceStatus   `json:"status" example:"OK"`
	Results []PlaceResult `json:"results"`
}

// PlaceResult is a place in the format of a geocoder's answer.
type PlaceResult struct {
	PlaceID           string           `json:"place_id"`
	FormattedAddress  string           `json:"formatted_address"`
	Geometry          *PlaceGeometry   `json:"geometry,omitempty"`
	AddressComponents []PlaceComponent `json:"address_components"`
}

// PlaceGeometry is the location of a place.
type PlaceGeometry struct {
	Location LatLng `json:"location"`
}

// PlaceComponent is a part of a place's address.
type PlaceComponent struct {
	LongName  string   `json:"long_name"`
	ShortName string   `json:"short_name"`
	Types     []string `json:"types"`
}

// PlaceMap is the content of a schematic map.
type PlaceMap struct {
	Cities     []MapCity     `json:"cities"`
	Localities []MapLocality `json:"localities"`
}

// MapCity is a city with the radius that we serve.
type MapCity struct {
	Name     string  `json:"name" example:"Bengaluru"`
	Location LatLng  `json:"location"`
	RadiusKM float64 `json:"radiusKm"`
}

// MapLocality is a locality with its centre.
type MapLocality struct {
	Name     string `json:"name" example:"Koramangala"`
	Location LatLng `json:"location"`
}

type addressCalls struct {
	store   *store.Store
	service *address.Service
}

func (c *addressCalls) list(ctx context.Context, s account.Session, _ *UserPath) ([]Address, error) {
	q := c.store.Queries()
	addresses, err := address.List(ctx, q, s.CustomerID)
	if err != nil {
		return nil, err
	}
	cities, err := address.Cities(ctx, q)
	return each(addresses, func(a address.Address) Address {
		saved := wireAddress(a)
		saved.Unserved = !address.Serves(cities, a)
		return saved
	}), err
}

type newAddress struct {
	UserPath
	Body NewAddress
}

func (c *addressCalls) add(ctx context.Context, s account.Session, in *newAddress) (Address, error) {
	a := in.Body
	at := LatLng{}
	if a.LatLng != nil {
		at = *a.LatLng
	}
	saved, err := c.service.Save(ctx, s.CustomerID, address.Address{
		FlatNo: a.FlatNo, SocietyName: a.SocietyName, AddressLine1: a.AddressLine1, AddressLine2: a.AddressLine2, Area: a.Area,
		LandMark: a.LandMark, SubCity: a.SubCity, City: a.City, Pincode: a.Pincode, AlternativeMobile: a.AlternativeMobile,
		Lat: at.Lat, Lng: at.Lng, Draft: a.ForRequest,
	})
	return wireAddress(saved), err
}

type serviceabilityCheck struct {
	Body struct {
		Latitude  float64 `json:"latitude"`
		Longitude float64 `json:"longitude"`
		BoundCity string  `json:"boundCity,omitempty" maxLength:"60" doc:"slug or name of the city that the point must lie in"`
	}
}

func (c *addressCalls) serviceability(ctx context.Context, _ account.Session, in *serviceabilityCheck) (Serviceability, error) {
	at := address.Point{Lat: in.Body.Latitude, Lng: in.Body.Longitude}
	served, err := c.service.Serviceability(ctx, at, in.Body.BoundCity)
	return Serviceability{Serviceable: served.OK, NearestCity: served.Nearest, Message: served.Message}, err
}

type placeQuery struct {
	Input string `query:"input" maxLength:"1000" doc:"3 to 200 characters"`
}

func (c *addressCalls) autocomplete(_ context.Context, _ account.Session, in *placeQuery) (PlacePredictions, error) {
	if !address.Searchable(in.Input) {
		return PlacePredictions{Status: placeInvalid, Predictions: []PlacePrediction{}}, nil
	}
	found := each(address.Search(in.Input), func(p address.Place) PlacePrediction { return PlacePrediction{p.ID, p.Line()} })
	return PlacePredictions{Status: statusOf(len(found)), Predictions: found}, nil
}

type placeByID struct {
	PlaceID string `query:"placeId" maxLength:"200" doc:"from a prediction"`
}

func (c *addressCalls) details(_ context.Context, _ account.Session, in *placeByID) (PlaceDetails, error) {
	if in.PlaceID == "" {
		return PlaceDetails{Status: placeInvalid}, nil
	}
	place, ok := address.PlaceByID(in.PlaceID)
	if !ok {
		return PlaceDetails{Status: placeUnknown}, nil
	}
	return PlaceDetails{Status: placeOK, Result: new(wirePlace(place))}, nil
}

type geocodeQuery struct {
	LatLng  string `query:"latlng" maxLength:"100" doc:"a point: lat,lng"`
	Address string `query:"address" maxLength:"1000" doc:"a text of 3 to 200 characters, in place of a point"`
}

func (c *addressCalls) geocode(_ context.Context, _ account.Session, in *geocodeQuery) (PlaceResults, error) {
	if (in.LatLng == "") == (in.Address == "") {
		return PlaceResults{Status: placeInvalid, Results: []PlaceResult{}}, nil
	}
	var found []address.Place
	if in.Address != "" {
		if !address.Searchable(in.Address) {
			return PlaceResults{Status: placeInvalid, Results: []PlaceResult{}}, nil
		}
		found = address.Geocode(in.Address)
	} else {
		at, ok := pointOf(in.LatLng)
		if !ok {
			return PlaceResults{Status: placeInvalid, Results: []PlaceResult{}}, nil
		}
		if place, ok := address.PlaceAt(at); ok {
			found = append(found, place)
		}
	}
	return PlaceResults{Status: statusOf(len(found)), Results: each(found, wirePlace)}, nil
}

func pointOf(text string) (address.Point, bool) {
	first, second, found := strings.Cut(text, ",")
	lat, errLat := strconv.ParseFloat(strings.TrimSpace(first), 64)
	lng, errLng := strconv.ParseFloat(strings.TrimSpace(second), 64)
	p := address.Point{Lat: lat, Lng: lng}
	return p, found && errLat == nil && errLng == nil && p.OnEarth()
}

func statusOf(found int) PlaceStatus {
	if found == 0 {
		return placeNone
	}
	return placeOK
}

func (c *addressCalls) schematic(ctx context.Context, _ account.Session, _ *Nothing) (PlaceMap, error) {
	cities, err := address.Cities(ctx, c.store.Queries())
	return PlaceMap{
		Cities: each(cities, func(c address.City) MapCity {
			return MapCity{Name: c.Name, Location: LatLng{Lat: c.Lat, Lng: c.Lng}, RadiusKM: c.RadiusKM}
		}),
		Localities: each(address.Localities(), func(p address.Place) MapLocality {
			return MapLocality{Name: p.Locality, Location: LatLng(p.Point)}
		}),
	}, err
}

func wirePlace(p address.Place) PlaceResult {
	parts := []PlaceComponent{}
	add := func(name string, types ...string) {
		if name != "" {
			parts = append(parts, PlaceComponent{LongName: name, ShortName: name, Types: types})
		}
	}
	add(p.Street, "route")
	add(p.Locality, "sublocality", "political")
	add(p.Town, "locality", "political")
	add(p.State, "administrative_area_level_1", "political")
	parts = append(parts, PlaceComponent{LongName: "India", ShortName: "IN", Types: []string{"country", "political"}})
	add(p.Pincode, "postal_code")
	return PlaceResult{
		PlaceID: p.ID, FormattedAddress: p.Line(), Geometry: &PlaceGeometry{LatLng(p.Point)}, AddressComponents: parts,
	}
}
