package address_test

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rento/internal/address"
)

func TestThePlacesAreSound(t *testing.T) {
	ids, pincode := map[string]bool{}, regexp.MustCompile(`^[1-8][0-9]{5}$`)
	for _, p := range address.Places() {
		if ids[p.ID] {
			t.Errorf("%s is there twice", p.ID)
		}
		ids[p.ID] = true
		if got, ok := address.PlaceByID(p.ID); !ok || got != p {
			t.Errorf("%s is not found by its id", p.ID)
		}
		if p.Locality != "" && !pincode.MatchString(p.Pincode) {
			t.Errorf("%s: pincode %q", p.ID, p.Pincode)
		}
		if p.Point.Lat < 6 || p.Point.Lat > 37 || p.Point.Lng < 68 || p.Point.Lng > 98 {
			t.Errorf("%s lies outside India", p.ID)
		}
	}
	if len(address.Localities()) != 72 {
		t.Errorf("%d localities, want 72", len(address.Localities()))
	}
	if _, ok := address.PlaceByID("atlantis"); ok {
		t.Error("a place that does not exist is found")
	}
}

func TestDistance(t *testing.T) {
	bengaluru, mysuru := address.Point{Lat: 12.9716, Lng: 77.5946}, address.Point{Lat: 12.2958, Lng: 76.6394}
	if km := bengaluru.DistanceKM(mysuru); math.Abs(km-128) > 2 {
		t.Errorf("%.1f km", km)
	}
	rapid.Check(t, func(t *rapid.T) {
		point := rapid.Custom(func(t *rapid.T) address.Point {
			return address.Point{Lat: rapid.Float64Range(-90, 90).Draw(t, "lat"), Lng: rapid.Float64Range(-180, 180).Draw(t, "lng")}
		})
		a, b := point.Draw(t, "a"), point.Draw(t, "b")
		there, back := a.DistanceKM(b), b.DistanceKM(a)
		if math.Abs(there-back) > 1e-6 || there < 0 || there > 20_016 || a.DistanceKM(a) > 1e-6 {
			t.Fatalf("%v km there, %v km back", there, back)
		}
	})
}

// VALID-11: the results are in India, the likeliest first.
func TestSearch(t *testing.T) {
	tests := []struct {
		text  string
		first string // '' if nothing is found
	}{
		{"Koramangala", "bengaluru.koramangala"},
		{"koram", "bengaluru.koramangala"},
		{"koramagala", "bengaluru.koramangala"},
		{"12, 3rd Cross, Indiranagar, Bangalore", "bengaluru.indiranagar/12, 3rd Cross"},
		{"Bangalore, Indiranagar", "bengaluru.indiranagar"},
		{"Central Avenue powai", "mumbai.powai/Central Avenue"},
		{"560034", "bengaluru.koramangala"},
		{"5600", "bengaluru.koramangala"},
		{"hebbal mysore", "mysuru.hebbal"},
		{"Gurgaon", "gurugram"},
		{"bengaluru", "bengaluru"},
		{"sector 62 noida", "noida.sector-62"},
		{"T. Nagar, Chennai", "chennai.t-nagar"},
		{"Lucknow", "lucknow"},
		{"Park Street", "kolkata.park-street"},
		{"Baker Street", ""},
		{"nagar", ""},
		{"London", ""},
		{"Paris", ""},
		{"1234 5678", ""},
		{"ko", ""},
		{"", ""},
		{strings.Repeat("pune ", 50), ""},
	}
	for _, test := range tests {
		found := address.Search(test.text)
		switch {
		case test.first == "" && len(found) > 0:
			t.Errorf("%q: found %s", test.text, found[0].ID)
		case test.first != "" && (len(found) == 0 || found[0].ID != test.first || len(found) > 5):
			t.Errorf("%q: found %+v, want %s", test.text, found, test.first)
		}
	}
}

func TestSearchTakesAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		if found := address.Search(text); len(found) > 5 || len(found) > 0 && !address.Searchable(text) {
			t.Fatalf("%d found", len(found))
		}
	})
}

// VALID-03, VALID-08: unknown words are not a place, even beside the name of a town. A pincode is
// returned only if the text leaves no doubt.
func TestGeocode(t *testing.T) {
	tests := []struct {
		text, id, pincode string
	}{
		{"Qwxz Vvkk Zzz", "", ""},
		{"Qwxz Vvkk Zzz, Mumbai", "", ""},
		{"Qwxz Vvkk Zzz, Mumbai, Maharashtra, India", "", ""},
		{"Mumbai", "mumbai", ""},
		{"bangalore, karnataka, india", "bengaluru", ""},
		{"Maharashtra", "", ""},
		{"Andheri, Mumbai", "", ""}, // East or West?
		{"12, 3rd Cross, Koramangala", "bengaluru.koramangala/12, 3rd Cross", "560034"},
		{"12/3 koramagala, bangalore", "bengaluru.koramangala/12/3", "560034"},
		{"Koramangala, Pune", "", ""},
		{"T. Nagar, Chennai", "chennai.t-nagar", "600017"},
		{"3rd Cross, Koramangala, 560095", "bengaluru.koramangala/3rd Cross", ""},
		{"Koramangala or Indiranagar", "bengaluru.indiranagar/Koramangala or", ""},
		{"560034", "bengaluru.koramangala", "560034"},
		{"Mumbai 560034", "", ""},
		{"Lake Road, Park Street, Kolkata", "kolkata.park-street/Lake Road", "700016"},
		{"ko", "", ""},
	}
	for _, test := range tests {
		found := address.Geocode(test.text)
		switch {
		case test.id == "" && len(found) > 0:
			t.Errorf(`%q: found %+v; want not (test.id == "" && len(found) > 0)`, test.text, found[0])
		case test.id != "" && (len(found) == 0 || found[0].ID != test.id || found[0].Pincode != test.pincode):
			t.Errorf("%q: found %+v, want %s %s", test.text, found, test.id, test.pincode)
		}
	}
}

func TestAStreetIsFoundByItsID(t *testing.T) {
	p, ok := address.PlaceByID("bengaluru.koramangala/ 12,  3rd Cross,")
	if !ok || p.Line() != "12, 3rd Cross, Koramangala, Bengaluru, Karnataka 560034, India" || p.ID != "bengaluru.koramangala/12, 3rd Cross" {
		t.Errorf(`got %+v, %v; want ok, p.Line() = "12, 3rd Cross, Koramangala, Bengaluru, Karnataka 560034, India", p.ID = "bengaluru.koramangala/12, 3rd Cross"`, p, ok)
	}
	for _, id := range []string{"bengaluru.koramangala/", "bengaluru.koramangala/ ,", "bengaluru/3rd Cross", "bengaluru.koramangala/" + strings.Repeat("a", 101), "atlantis/3rd Cross"} {
		if p, ok := address.PlaceByID(id); ok {
			t.Errorf("got %s is %+v; want not ok", id, p)
		}
	}
}

// VALID-03: a pincode is returned only if it is known. A point far from every place has no name.
func TestPlaceAt(t *testing.T) {
	tests := []struct {
		name    string
		at      address.Point
		id      string
		pincode string
	}{
		{"in a locality", address.Point{Lat: 12.9352, Lng: 77.6245}, "bengaluru.koramangala", "560034"},
		{"2 km away", address.Point{Lat: 12.9532, Lng: 77.6245}, "bengaluru.koramangala", "560034"},
		{"5 km away", address.Point{Lat: 12.9716, Lng: 77.5946}, "bengaluru.indiranagar", ""},
		{"in the town, far from a locality", address.Point{Lat: 13.10, Lng: 77.55}, "bengaluru", ""},
		{"in a town that is not served", address.Point{Lat: 26.85, Lng: 80.95}, "lucknow", ""},
		{"in the sea", address.Point{Lat: 10, Lng: 70}, "", ""},
		{"in London", address.Point{Lat: 51.5, Lng: -0.12}, "", ""},
	}
	for _, test := range tests {
		got, ok := address.PlaceAt(test.at)
		if ok != (test.id != "") || got.ID != test.id || got.Pincode != test.pincode {
			t.Errorf("%s: %+v, %v; want ok = %v, got.ID = %v, got.Pincode = %v", test.name, got, ok, (test.id != ""), test.id, test.pincode)
		}
		if ok && got.Point != test.at {
			t.Errorf("%s: the point moved to %v, want %v", test.name, got.Point, test.at)
		}
	}
}

func TestPlaceAtItself(t *testing.T) {
	for _, p := range address.Localities() {
		got, ok := address.PlaceAt(p.Point)
		if !ok || got != p {
			t.Errorf("at %s is %s", p.ID, got.ID)
		}
		if !slices.ContainsFunc(address.Search(p.Locality+" "+p.Town), func(q address.Place) bool { return q.ID == p.ID }) {
			t.Errorf("%s is not found by its name", p.ID)
		}
	}
}

// FuzzSearch: any text finds known places or nothing. A text that is too short or too long finds
// nothing.
func FuzzSearch(f *testing.F) {
	for _, seed := range []string{
		"Koramangala", "12, 3rd Cross, Indiranagar", "560034", "", "  ", "ab", "\x00\x00\x00", "\xff\xfe\xfd", "कोरमंगला", "İstanbul ﬃ",
		strings.Repeat("nagar ", 33), strings.Repeat("é", 100), "'; DROP TABLE cities; --",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		found := address.Search(text)
		if len(found) > 5 || len(found) > 0 && !address.Searchable(text) {
			t.Fatalf("%q finds %d places", text, len(found))
		}
		for _, p := range append(found, address.Geocode(text)...) {
			known, ok := address.PlaceByID(p.ID)
			if p.Pincode == "" {
				known.Pincode = "" // the text does not determine it
			}
			if !ok || known != p {
				t.Errorf("%q finds %+v, which is %+v; want ok, known = %v", text, p, known, p)
			}
		}
	})
}
