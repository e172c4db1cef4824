package demo

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"
)

func TestEveryCityHasLocalitiesThatItServes(t *testing.T) {
	places := placesByCity()
	for _, c := range cities {
		if len(places[c.Slug]) != 6 {
			t.Errorf("%s has %d localities, want 6", c.Slug, len(places[c.Slug]))
		}
		for _, p := range places[c.Slug] {
			if !c.Covers(p.Point) {
				t.Errorf("%s lies outside %s, which is served to %.0f km", p.Locality, c.Name, c.RadiusKM)
			}
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
	for _, r := range Registrations("Town Rentals") {
		if !form.MatchString(r.GSTIN) || r.GSTIN[:2] != r.StateCode || len(r.Series) > 2 {
			t.Errorf("registration %+v; want form.MatchString(r.GSTIN), r.GSTIN[:2] = %v, len(r.Series) <= 2", r, r.StateCode)
		}
	}
}

func TestCatalogueHasADrawingForEachProduct(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range Catalogue() {
		if seen[p.Slug] || p.Rent <= 0 || p.Deposit <= 0 || len(p.HSN) < 4 || p.UnitValue <= p.Deposit {
			t.Errorf("product %+v; want not seen[p.Slug], p.Rent > 0, p.Deposit > 0, an HSN code and a value above the deposit", p)
		}
		seen[p.Slug] = true
		w := httptest.NewRecorder()
		Drawings().ServeHTTP(w, httptest.NewRequest(http.MethodGet, p.Thumbnail, http.NoBody))
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/svg+xml" {
			t.Errorf("%s: status %d, type %s, want 200 and %q", p.Thumbnail, w.Code, w.Header().Get("Content-Type"), "image/svg+xml")
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
			t.Fatalf("person %d: %+v and %+v; want a = %v", n, a, b, b)
		}
		if mobiles[a.Mobile] || len(a.Mobile) != 10 {
			t.Fatalf("person %d: mobile %q, want length 10", n, a.Mobile)
		}
		mobiles[a.Mobile] = true
	}
}
