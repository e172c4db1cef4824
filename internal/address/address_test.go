package address_test

import (
	"testing"

	"rento/internal/address"
	"rento/internal/fault"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/town"
)

// ENTITY-17, ENTITY-18, ENTITY-19: the line's order, the sub-city only when it
// differs from the city, the alternative mobile below.
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
			t.Errorf("%s: line %q", c.name, got)
		}
		if got := c.address.Text(); got != c.text {
			t.Errorf("%s: text %q", c.name, got)
		}
	}
}

// ENTITY-15, ENTITY-16: what is added comes back with its fields; the city's
// name is ours, and another customer sees nothing of it.
func TestAddAndGet(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := town.New(t, s, "2026-11-01")
		c, other := w.Customer(), w.Customer()
		want := address.Address{
			FlatNo: "4B", SocietyName: "Palm Court", AddressLine1: "3rd Cross", AddressLine2: "5th Block", Area: "Koramangala",
			LandMark: "Park", SubCity: "South", City: "ignored", CityID: town.Pune, Pincode: "411001", AlternativeMobile: "9000000001",
			Lat: 18.52, Lng: 73.85,
		}
		var added address.Address
		w.Write(c, func(tx *store.Tx) (err error) {
			added, err = w.Addresses.Add(t.Context(), tx, c, want)
			return err
		})
		want.ID, want.City = added.ID, "Pune"
		if got, err := address.Get(t.Context(), s.Queries(), c, added.ID); err != nil || got != want {
			t.Fatalf("%+v, %v", got, err)
		}
		if _, err := address.Get(t.Context(), s.Queries(), other, added.ID); !fault.Is(err, 404) {
			t.Fatalf("%v", err)
		}
	})
}

func TestUnservedCity(t *testing.T) {
	w := town.New(t, testkit.Open(t), "2026-11-01")
	c := w.Customer()
	err := w.Store.Write(t.Context(), c, func(tx *store.Tx) error {
		_, err := w.Addresses.Add(t.Context(), tx, c, address.Address{CityID: 99})
		return err
	})
	if !fault.Is(err, 422) {
		t.Fatalf("%v", err)
	}
}
