package address_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"rento/internal/address"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/idempotency"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// ENTITY-17, ENTITY-18, ENTITY-19: the order of the line, the sub-city only if it differs from the
// city, and the alternative mobile number below.
func TestLine(t *testing.T) {
	full := address.Address{
		FlatNo: "4B", SocietyName: "Palm Court", AddressLine1: "3rd Cross", AddressLine2: "5th Block", Area: "Koramangala",
		LandMark: "Near the park", SubCity: "South", City: "Bengaluru", Pincode: "560034", AlternativeMobile: "9000000001",
	}
	same := full
	same.SubCity = " bengaluru"
	tests := []struct {
		name       string
		address    address.Address
		line, text string
	}{
		{
			"all of it", full, "4B, Palm Court, 3rd Cross, 5th Block, Koramangala, Near the park, South, Bengaluru, 560034",
			"4B, Palm Court, 3rd Cross, 5th Block, Koramangala, Near the park, South, Bengaluru, 560034\n9000000001",
		},
		{
			"sub-city is the city", same, "4B, Palm Court, 3rd Cross, 5th Block, Koramangala, Near the park, Bengaluru, 560034",
			"4B, Palm Court, 3rd Cross, 5th Block, Koramangala, Near the park, Bengaluru, 560034\n9000000001",
		},
		{"only what is there", address.Address{FlatNo: "1", AddressLine1: " ", City: "Pune"}, "1, Pune", "1, Pune"},
		{"nothing", address.Address{}, "", ""},
	}
	for _, c := range tests {
		if got := c.address.Line(); got != c.line {
			t.Errorf("%s: line %q, want %v", c.name, got, c.line)
		}
		if got := c.address.Text(); got != c.text {
			t.Errorf("%s: text %q, want %v", c.name, got, c.text)
		}
	}
}

// ENTITY-15, ENTITY-16: an added address comes back with its fields and our name of the city.
// Another customer cannot see it.
func TestAddAndGet(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-11-01")
		c, other := w.Customer(), w.Customer()
		want := address.Address{
			FlatNo: "4B", SocietyName: "Palm Court", AddressLine1: "3rd Cross", AddressLine2: "5th Block", Area: "Koramangala",
			LandMark: "Park", SubCity: "South", City: "ignored", CityID: company.Pune, Pincode: "411001", AlternativeMobile: "9000000001",
			Lat: 18.52, Lng: 73.85,
		}
		var added address.Address
		w.Write(c, func(tx *store.Tx) (err error) {
			added, err = w.Addresses.Add(t.Context(), tx, c, want)
			return err
		})
		want.ID, want.City = added.ID, "Pune"
		if got, err := address.Get(t.Context(), s.Queries(), c, added.ID); err != nil || got != want {
			t.Fatalf("got %+v, %v; want got = %v", got, err, want)
		}
		if _, err := address.Get(t.Context(), s.Queries(), other, added.ID); !fault.Is(err, 404) {
			t.Fatalf("%v, want 404", err)
		}
	})
}

func TestUnservedCity(t *testing.T) {
	w := company.New(t, testkit.Open(t), "2026-11-01")
	c := w.Customer()
	err := w.Store.Write(t.Context(), c, func(tx *store.Tx) error {
		_, err := w.Addresses.Add(t.Context(), tx, c, address.Address{CityID: 99})
		return err
	})
	if !fault.Is(err, 422) {
		t.Fatalf("%v, want 422", err)
	}
}

// CALL-76, CALL-77: a saved address is listed once, however often it is sent.
func TestSaveAndList(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-11-01")
		c := w.Customer()
		given := address.Address{FlatNo: " 4B ", AddressLine1: "3rd  Cross\nKoramangala", City: "bengaluru", Pincode: "560034", Lat: 12.9352, Lng: 77.6245}
		first, err := w.Addresses.Save(t.Context(), c, given)
		if err != nil {
			t.Fatal(err)
		}
		if first.FlatNo != "4B" || first.AddressLine1 != "3rd Cross Koramangala" || first.City != "Bengaluru" || first.CityID != company.Bengaluru {
			t.Errorf(`saved %+v; want first.FlatNo = "4B", first.AddressLine1 = "3rd Cross Koramangala", first.City = "Bengaluru", first.CityID = %v`, first, company.Bengaluru)
		}
		given.City = "Bangalore" // the slug is a valid name too
		if again, err := w.Addresses.Save(t.Context(), c, given); err != nil || again != first {
			t.Errorf("the same address again: %+v, %v; want again = %v", again, err, first)
		}
		given.FlatNo, given.Pincode = "5A", ""
		second, err := w.Addresses.Save(t.Context(), c, given)
		if err != nil {
			t.Fatal(err)
		}
		list, err := address.List(t.Context(), s.Queries(), c)
		if err != nil || len(list) != 2 || list[0] != first || list[1] != second {
			t.Errorf("list %+v, %v; want len(list) = 2, list[0] = %v, list[1] = %v", list, err, first, second)
		}
		if others, err := address.List(t.Context(), s.Queries(), w.Customer()); err != nil || len(others) != 0 {
			t.Errorf("another customer's list %+v, %v; want len(others) = 0", others, err)
		}
	})
}

// A draft is saved if the customer saves it. If another flow uses it, its lifetime restarts.
// Otherwise it is deleted after a day.
func TestADraftIsSavedOrRenewed(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-11-01")
		c := w.Customer()
		save := func(flat string, draft bool) address.Address {
			t.Helper()
			a, err := w.Addresses.Save(t.Context(), c, address.Address{FlatNo: flat, AddressLine1: "3rd Cross", City: "Pune", Draft: draft})
			if err != nil {
				t.Fatal(err)
			}
			return a
		}
		wanted, renewed, left := save("1", true), save("2", true), save("3", true)
		if kept := save("1", false); kept.ID != wanted.ID || kept.Draft {
			t.Errorf("the draft that is saved: %+v, want %d and no draft", kept, wanted.ID)
		}
		w.Clock.Set(w.Clock.Now().Add(20 * time.Hour))
		if again := save("2", true); again.ID != renewed.ID || !again.Draft {
			t.Errorf("the draft that is taken up: %+v; want again.ID = %v, again.Draft", again, renewed.ID)
		}
		w.Clock.Set(w.Clock.Now().Add(10 * time.Hour))
		w.Write(c, func(tx *store.Tx) error { return address.ForgetDrafts(t.Context(), tx, calendar.Stamp(w.Clock.Now())) })
		for id, want := range map[int64]bool{wanted.ID: true, renewed.ID: true, left.ID: false} {
			if _, err := address.Get(t.Context(), s.Queries(), c, id); (err == nil) != want {
				t.Errorf("address %d: %v, want that it is there: %v", id, err, want)
			}
		}
		list, err := address.List(t.Context(), s.Queries(), c)
		if err != nil || len(list) != 1 || list[0].ID != wanted.ID {
			t.Errorf("saved: %+v, %v; want len(list) = 1, list[0].ID = %v", list, err, wanted.ID)
		}
	})
}

// Saving reads all addresses of a customer to find a duplicate, so their number is limited.
func TestNobodySavesAddressesWithoutEnd(t *testing.T) {
	w := company.New(t, testkit.Open(t), "2026-11-01")
	for _, draft := range []bool{false, true} {
		c := w.Customer()
		save := func(flat int) error {
			_, err := w.Addresses.Save(t.Context(), c, address.Address{FlatNo: strconv.Itoa(flat), AddressLine1: "3rd Cross", City: "Pune", Draft: draft})
			return err
		}
		for flat := range 50 {
			if err := save(flat); err != nil {
				t.Fatal(err)
			}
		}
		if err := save(50); !fault.Is(err, 409) {
			t.Errorf("drafts %v: one more: %v, want a 409", draft, err)
		}
		if err := save(7); err != nil {
			t.Errorf("drafts %v: one of them again: %v", draft, err)
		}
	}
}

// A repeated call with one key creates one address and gets the first answer. The key cannot be
// used for another address.
func TestSaveWithAKey(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-11-01")
		c, ctx := w.Customer(), idempotency.WithKey(t.Context(), "one-intent")
		given := address.Address{FlatNo: "4B", AddressLine1: "3rd Cross", City: "Pune"}
		first, err := w.Addresses.Save(ctx, c, given)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := w.Addresses.Save(ctx, c, given); err != nil || again != first {
			t.Errorf("again: %+v, %v; want again = %v", again, err, first)
		}
		given.FlatNo = "5A"
		if _, err := w.Addresses.Save(ctx, c, given); !fault.Is(err, 422) {
			t.Errorf("another address with the key: %v, want 422", err)
		}
	})
}

// VALID-01, CONST-07: required and optional fields of an address.
func TestWhatIsSaved(t *testing.T) {
	w := company.New(t, testkit.Open(t), "2026-11-01")
	c := w.Customer()
	good := address.Address{FlatNo: "4B", AddressLine1: "3rd Cross", City: "Pune"}
	tests := []struct {
		name           string
		change         func(*address.Address)
		field, message string
	}{
		{"the least that is needed", func(*address.Address) {}, "", ""},
		{"no house number", func(a *address.Address) { a.FlatNo = " \t" }, "flatNo", "Please enter your house or flat number."},
		{"no street", func(a *address.Address) { a.AddressLine1 = "" }, "addressLine1", "Please enter your street."},
		{"no city", func(a *address.Address) { a.City = "" }, "city", "Please choose your city."},
		{"a city that is not served", func(a *address.Address) { a.City = "Lucknow" }, "city", "We do not serve this city yet."},
		{"five characters", func(a *address.Address) { a.Pincode = "41100" }, "pincode", "Invalid Pincode"},
		{"seven characters", func(a *address.Address) { a.Pincode = "4110011" }, "pincode", "Invalid Pincode"},
		{"six characters that are no digits", func(a *address.Address) { a.Pincode = "४११००१" }, "", ""},
		{"six digits and blanks", func(a *address.Address) { a.Pincode = " 411001 " }, "", ""},
		{"nine digits", func(a *address.Address) { a.AlternativeMobile = "900000001" }, "alternativeMobile", "Please enter a mobile number of 10 digits."},
		{"letters", func(a *address.Address) { a.AlternativeMobile = "90000o0001" }, "alternativeMobile", "Please enter a mobile number of 10 digits."},
		{"ten digits", func(a *address.Address) { a.AlternativeMobile = "9000000001" }, "", ""},
		{"a long building", func(a *address.Address) { a.SocietyName = strings.Repeat("é", 201) }, "societyName", "Please use at most 200 characters."},
		{"the longest building", func(a *address.Address) { a.SocietyName = strings.Repeat("é", 200) }, "", ""},
		{"a point in the city", func(a *address.Address) { a.Lat, a.Lng = 18.5074, 73.8077 }, "", ""},
		{"a point in another city", func(a *address.Address) { a.Lat, a.Lng = 12.9352, 77.6245 }, "city", "The place on the map is outside Pune. Please choose the city in which it lies, or another place."},
		{"a point beyond the earth", func(a *address.Address) { a.Lat = 91 }, "latlng", "Please enter a valid address"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a := good
			test.change(&a)
			_, err := w.Addresses.Save(t.Context(), c, a)
			f := fault.Of(err)
			switch {
			case test.field == "" && err != nil:
				t.Fatalf("refused: %v", err)
			case test.field != "" && (f == nil || f.Status != 422 || f.Extra["field"] != test.field || f.Message != test.message):
				t.Fatalf("%v, want 422, %v and %v", err, test.field, test.message)
			}
		})
	}
}

// CALL-78: a city is served within its radius. A point outside the bound city is forbidden, and a
// point outside all cities is not served.
func TestServiceability(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-11-01")
		koramangala, pune, lucknow := address.Point{Lat: 12.9352, Lng: 77.6245}, address.Point{Lat: 18.5204, Lng: 73.8567}, address.Point{Lat: 26.8467, Lng: 80.9462}
		tests := []struct {
			name   string
			at     address.Point
			bound  string
			want   address.Served
			status int
		}{
			{"in a city", koramangala, "", address.Served{OK: true}, 0},
			{"in its slug", koramangala, "bangalore", address.Served{OK: true}, 0},
			{"in its name", koramangala, " bengaluru ", address.Served{OK: true}, 0},
			{"in another city", pune, "Bengaluru", address.Served{}, 403},
			{"nowhere", lucknow, "", address.Served{Nearest: "Kolkata", Message: "We do not serve this area yet. The nearest city that we serve is Kolkata."}, 0},
			{"nowhere, and bound", lucknow, "pune", address.Served{}, 403},
			{"bound to nowhere", pune, "lucknow", address.Served{}, 422},
			{"not on earth", address.Point{Lat: 100}, "", address.Served{}, 422},
		}
		for _, test := range tests {
			got, err := w.Addresses.Serviceability(t.Context(), test.at, test.bound)
			if got != test.want || (test.status == 0) != (err == nil) || test.status != 0 && !fault.Is(err, test.status) {
				t.Errorf("%s: %+v, %v; want got = %v, (test.status == 0) = %v, not (test.status != 0 && !fault.Is(err, test.status))", test.name, got, err, test.want, (err == nil))
			}
		}
	})
}

// A saved address can be chosen for a delivery while we serve its city that far out.
func TestServes(t *testing.T) {
	cities := []address.City{{ID: company.Pune, Name: "Pune", Lat: 18.5204, Lng: 73.8567, RadiusKM: 25}}
	for _, test := range []struct {
		name    string
		address address.Address
		want    bool
	}{
		{"in the city", address.Address{CityID: company.Pune, Lat: 18.5074, Lng: 73.8077}, true},
		{"its place is not known", address.Address{CityID: company.Pune}, true},
		{"too far out", address.Address{CityID: company.Pune, Lat: 18.9, Lng: 73.2}, false},
		{"a city that is served no more", address.Address{CityID: company.Bengaluru}, false},
	} {
		if got := address.Serves(cities, test.address); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
