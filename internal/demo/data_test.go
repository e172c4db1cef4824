package demo

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"
)

func TestLocalitiesLieInTheirCities(t *testing.T) {
	localities, err := Localities()
	if err != nil {
		t.Fatal(err)
	}
	if len(cities) != 12 || len(localities) != 72 {
		t.Fatalf("got %d cities and %d localities, want 12 and 72", len(cities), len(localities))
	}
	pincode := regexp.MustCompile(`^[1-8][0-9]{5}$`)
	perCity := map[string]int{}
	for _, l := range localities {
		city, _ := cityNamed(l.City)
		if km := distanceKM(city.Lat, city.Lng, l.Lat, l.Lng); km > city.RadiusKM {
			t.Errorf("%s is %.1f km from %s, which is served to %.0f km", l.Name, km, city.Name, city.RadiusKM)
		}
		if !pincode.MatchString(l.Pincode) {
			t.Errorf("%s: pincode %q", l.Name, l.Pincode)
		}
		perCity[l.City]++
	}
	for _, c := range cities {
		if perCity[c.Slug] != 6 {
			t.Errorf("%s has %d localities, want 6", c.Slug, perCity[c.Slug])
		}
	}
}

func TestGSTIN(t *testing.T) {
	// Published examples of the check digit.
	for body, want := range map[[2]string]string{
		{"27", "AAPFU0939F"}: "27AAPFU0939F1ZV",
		{"29", "AAGCB7383J"}: "29AAGCB7383J1Z4",
	} {
		if got := GSTIN(body[0], body[1]); got != want {
			t.Errorf("GSTIN(%v) = %s, want %s", body, got, want)
		}
	}
	form := regexp.MustCompile(`^[0-3][0-9][A-Z]{5}[0-9]{4}[A-Z]1Z[0-9A-Z]$`)
	for _, r := range Registrations() {
		if !form.MatchString(r.GSTIN) || r.GSTIN[:2] != r.StateCode || len(r.Series) > 2 {
			t.Errorf("registration %+v", r)
		}
	}
}

func TestCatalogueHasADrawingForEachProduct(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range Catalogue() {
		if seen[p.Slug] || p.Rent <= 0 || p.Deposit <= 0 {
			t.Errorf("product %+v", p)
		}
		seen[p.Slug] = true
		w := httptest.NewRecorder()
		Drawings().ServeHTTP(w, httptest.NewRequest(http.MethodGet, p.Thumbnail, http.NoBody))
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/svg+xml" {
			t.Errorf("%s: status %d, type %s", p.Thumbnail, w.Code, w.Header().Get("Content-Type"))
		}
		checkDrawing(t, p.Slug, w.Body.Bytes())
	}
	files, err := fs.ReadDir(drawings, "drawings")
	if err != nil || len(files) != len(seen) {
		t.Errorf("%d drawings for %d products (%v)", len(files), len(seen), err)
	}
}

func checkDrawing(t *testing.T, slug string, picture []byte) {
	t.Helper()
	if len(picture) >= 2048 {
		t.Errorf("%s: %d bytes, want under 2048", slug, len(picture))
	}
	decoder := xml.NewDecoder(bytes.NewReader(picture))
	marigold := 0
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", slug, err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range start.Attr {
			if a.Name.Local == "class" && a.Value == "m" {
				marigold++
			}
		}
	}
	if marigold > 1 {
		t.Errorf("%s: %d marigold details, want at most one", slug, marigold)
	}
}

func TestDrawingsKeepToTheirFolder(t *testing.T) {
	for _, path := range []string{"/media/products/", "/media/products/none.svg", "/media/products/../catalogue.go"} {
		w := httptest.NewRecorder()
		Drawings().ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, http.NoBody))
		if w.Code != http.StatusNotFound {
			t.Errorf("%s: status %d, want 404", path, w.Code)
		}
	}
}

func TestPeopleAreTheSameForTheSameSeed(t *testing.T) {
	first, second := rand.New(rand.NewPCG(7, 0)), rand.New(rand.NewPCG(7, 0))
	mobiles := map[string]bool{}
	for n := range 500 {
		a, b := person(first, n), person(second, n)
		if a != b {
			t.Fatalf("person %d: %+v and %+v", n, a, b)
		}
		if mobiles[a.Mobile] || len(a.Mobile) != 10 {
			t.Fatalf("person %d: mobile %q", n, a.Mobile)
		}
		mobiles[a.Mobile] = true
	}
}

// distanceKM is the great-circle distance between two points.
func distanceKM(lat1, lng1, lat2, lng2 float64) float64 {
	const earthKM, degree = 6371.0, math.Pi / 180
	dLat, dLng := (lat2-lat1)*degree, (lng2-lng1)*degree
	a := math.Pow(math.Sin(dLat/2), 2) + math.Cos(lat1*degree)*math.Cos(lat2*degree)*math.Pow(math.Sin(dLng/2), 2)
	return 2 * earthKM * math.Asin(math.Sqrt(a))
}
