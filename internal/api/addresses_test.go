package api_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type savedAddress struct {
	ID                                                                                           int64
	FlatNo, SocietyName, AddressLine1, Area, LandMark, SubCity, City, Pincode, AlternativeMobile string
	LatLng                                                                                       *struct{ Lat, Lng float64 }
}

// ENTITY-15, ENTITY-16, CALL-76, CALL-77: a saved address comes back with an id and is listed after
// the existing ones. Optional fields may be missing.
func TestSaveAnAddress(t *testing.T) {
	w := sharedCity(t)
	leela := w.person(t, "leela")
	var before, after []savedAddress
	leela.do(t, http.MethodGet, "/api/RMUsers/{id}/addresses", nil, &before)
	var saved savedAddress
	status := leela.do(t, http.MethodPost, "/api/rmusers/{id}/addresses", map[string]any{
		"flatNo": "4B", "societyName": "Palm Court", "addressLine1": "3rd Cross", "area": "Koramangala", "landMark": "Park",
		"subCity": "South", "city": "Bengaluru", "pincode": "560034", "alternativeMobile": "9000000099",
		"latlng": map[string]float64{"lat": 12.9352, "lng": 77.6245},
	}, &saved)
	want := savedAddress{
		ID: saved.ID, FlatNo: "4B", SocietyName: "Palm Court", AddressLine1: "3rd Cross", Area: "Koramangala", LandMark: "Park",
		SubCity: "South", City: "Bengaluru", Pincode: "560034", AlternativeMobile: "9000000099",
		LatLng: &struct{ Lat, Lng float64 }{12.9352, 77.6245},
	}
	if diff := cmp.Diff(want, saved); status != http.StatusOK || saved.ID == 0 || diff != "" {
		t.Fatalf("status %d: %s, want 200", status, diff)
	}
	var plain savedAddress
	leela.do(t, http.MethodPost, "/api/RMUsers/{id}/addresses", map[string]any{"flatNo": "1", "addressLine1": "Main Road", "city": "Pune"}, &plain)
	if plain.LatLng != nil || plain.Pincode != "" {
		t.Errorf(`what was not given is made up: %+v; want plain.LatLng = nil, plain.Pincode = ""`, plain)
	}
	leela.do(t, http.MethodGet, "/api/RMUsers/{id}/addresses", nil, &after)
	if diff := cmp.Diff(append(before, saved, plain), after); diff != "" {
		t.Error(diff)
	}
}

// ENTITY-65, ENTITY-66, CALL-78: served, not served with a message, and forbidden outside the bound
// city.
func TestServiceabilityCall(t *testing.T) {
	w := sharedCity(t)
	asha := w.person(t, "asha")
	var yes, no struct {
		Serviceable *bool
		Message     string
		NearestCity string
	}
	asha.do(t, http.MethodPost, "/api/Addresses/serviceability", map[string]any{"latitude": 12.9352, "longitude": 77.6245, "boundCity": "Bengaluru"}, &yes)
	if yes.Serviceable == nil || !*yes.Serviceable || yes.Message != "" {
		t.Errorf(`in the city: %+v; want yes.Serviceable other than nil, *yes.Serviceable, yes.Message = ""`, yes)
	}
	asha.do(t, http.MethodPost, "/api/addresses/serviceability", map[string]any{"latitude": 26.8467, "longitude": 80.9462}, &no)
	if no.Serviceable == nil || *no.Serviceable || no.NearestCity == "" || !strings.HasSuffix(no.Message, " "+no.NearestCity+".") {
		t.Errorf(`in no city: %+v; want no.Serviceable other than nil, not *no.Serviceable, no.NearestCity other than "", strings.HasSuffix(no.Message, " "+no.NearestCity+".")`, no)
	}
	body := []byte(`{"latitude":12.9352,"longitude":77.6245,"boundCity":"mumbai"}`)
	p := refused(t, w.raw(t, http.MethodPost, "/api/Addresses/serviceability", asha.token, body), http.StatusForbidden)
	if p.Error.Message != "This place is outside Mumbai. Please choose an address in Mumbai." {
		t.Errorf("message %q, want %q", p.Error.Message, "This place is outside Mumbai. Please choose an address in Mumbai.")
	}
}

type placeResult struct {
	PlaceID          string `json:"place_id"`
	FormattedAddress string `json:"formatted_address"`
	Geometry         struct{ Location struct{ Lat, Lng float64 } }
	Components       []struct {
		LongName string `json:"long_name"`
		Types    []string
	} `json:"address_components"`
}

func (p placeResult) component(kind string) string {
	for _, c := range p.Components {
		if c.Types[0] == kind {
			return c.LongName
		}
	}
	return ""
}

// VALID-03, VALID-11: search, details and geocoding answer like the geocoder that they replace, and
// know only India.
func TestPlaces(t *testing.T) {
	w := sharedCity(t)
	asha := w.person(t, "asha")
	var found struct {
		Status      string
		Predictions []struct {
			PlaceID     string `json:"place_id"`
			Description string
		}
	}
	asha.do(t, http.MethodGet, "/api/Places/autocomplete?input=koramang", nil, &found)
	if found.Status != "OK" || len(found.Predictions) != 1 || found.Predictions[0].Description != "Koramangala, Bengaluru, Karnataka 560034, India" {
		t.Fatalf(`got %+v; want found.Status = "OK", len(found.Predictions) = 1, found.Predictions[0].Description = "Koramangala, Bengaluru, Karnataka 560034, India"`, found)
	}
	var details struct {
		Status string
		Result placeResult
	}
	asha.do(t, http.MethodGet, "/api/Places/details?placeId="+url.QueryEscape(found.Predictions[0].PlaceID), nil, &details)
	r := details.Result
	if details.Status != "OK" || r.component("postal_code") != "560034" || r.component("sublocality") != "Koramangala" ||
		r.component("locality") != "Bengaluru" || r.component("country") != "India" || r.Geometry.Location.Lat != 12.9352 {
		t.Errorf(`details %+v; want details.Status = "OK", r.component("postal_code") = "560034", r.component("sublocality") = "Koramangala", r.component("locality") = "Bengaluru", r.component("country") = "India", r.Geometry.Location.Lat = 12.9352`, details)
	}
	var reverse struct {
		Status  string
		Results []placeResult
	}
	asha.do(t, http.MethodGet, "/api/Places/geocode?latlng=12.9716,77.5946", nil, &reverse)
	if reverse.Status != "OK" || reverse.Results[0].component("postal_code") != "" || reverse.Results[0].component("sublocality") != "Indiranagar" {
		t.Errorf(`5 km from the next locality: %+v; want reverse.Status = "OK", reverse.Results[0].component("postal_code") = "", reverse.Results[0].component("sublocality") = "Indiranagar"`, reverse)
	}
	asha.do(t, http.MethodGet, "/api/Places/geocode?address=Baner,+Pune", nil, &reverse)
	if reverse.Status != "OK" || reverse.Results[0].PlaceID != "pune.baner" {
		t.Errorf(`forward: %+v; want reverse.Status = "OK", reverse.Results[0].PlaceID = "pune.baner"`, reverse)
	}
	asha.do(t, http.MethodGet, "/api/Places/autocomplete?input=3rd+Cross,+Koramangala", nil, &found)
	asha.do(t, http.MethodGet, "/api/Places/details?placeId="+url.QueryEscape(found.Predictions[0].PlaceID), nil, &details)
	if r := details.Result; r.component("route") != "3rd Cross" || r.component("postal_code") != "560034" {
		t.Errorf(`a street: %+v, %+v; want r.component("route") = "3rd Cross", r.component("postal_code") = "560034"`, found, details)
	}
}

func TestPlacesThatAreNotThere(t *testing.T) {
	w := sharedCity(t)
	asha := w.person(t, "asha")
	for path, want := range map[string]string{
		"/api/Places/autocomplete":                                "INVALID_REQUEST",
		"/api/Places/autocomplete?input=ko":                       "INVALID_REQUEST",
		"/api/Places/autocomplete?input=London":                   "ZERO_RESULTS",
		"/api/Places/details":                                     "INVALID_REQUEST",
		"/api/Places/details?placeId=atlantis":                    "NOT_FOUND",
		"/api/Places/geocode":                                     "INVALID_REQUEST",
		"/api/Places/geocode?latlng=12.9":                         "INVALID_REQUEST",
		"/api/Places/geocode?latlng=NaN,77":                       "INVALID_REQUEST",
		"/api/Places/geocode?latlng=12.9,777":                     "INVALID_REQUEST",
		"/api/Places/geocode?latlng=51.5,-0.12":                   "ZERO_RESULTS",
		"/api/Places/geocode?address=x":                           "INVALID_REQUEST",
		"/api/Places/geocode?address=Baker+Street":                "ZERO_RESULTS",
		"/api/Places/geocode?address=Qwxz+Vvkk+Zzz,+Mumbai":       "ZERO_RESULTS",
		"/api/Places/geocode?address=Baner&latlng=18.559,73.7868": "INVALID_REQUEST",
	} {
		var answer struct{ Status string }
		if status := asha.do(t, http.MethodGet, path, nil, &answer); status != http.StatusOK || answer.Status != want {
			t.Errorf("%s: %d %s, want %s", path, status, answer.Status, want)
		}
	}
}

// The schematic map shows every city with the radius that we serve.
func TestTheSchematicMap(t *testing.T) {
	w := sharedCity(t)
	var drawn struct {
		Cities []struct {
			Name     string
			RadiusKM float64
			Location struct{ Lat, Lng float64 }
		}
		Localities []struct{ Name string }
	}
	w.person(t, "asha").do(t, http.MethodGet, "/api/Places/schematic", nil, &drawn)
	if len(drawn.Cities) != 12 || len(drawn.Localities) != 72 {
		t.Fatalf("%d cities, %d localities, want 12 and 72", len(drawn.Cities), len(drawn.Localities))
	}
	for _, c := range drawn.Cities {
		if c.RadiusKM <= 0 || c.Location.Lat == 0 {
			t.Errorf("got %+v; want c.RadiusKM > 0, c.Location.Lat other than 0", c)
		}
	}
}
