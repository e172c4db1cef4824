package demo_test

import (
	"testing"

	"rento/internal/demo"
	"rento/internal/store"
	"rento/internal/testkit"
)

// The personas' states on each engine, and a month later: the next bills, the late fee for the
// unpaid bill, and the debits at the mandate gateway.
func TestPersonasAndTheirNextMonth(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		x := newCity(t, s, present)
		x.build(t, demo.Options{Extras: -1})
		x.checkPersonas(t)
		before := x.look(t, "kabir")
		month, err := demo.ParseDuration("P1M")
		if err != nil {
			t.Fatal(err)
		}
		journey, err := x.Travel(t.Context(), month)
		if err != nil {
			t.Fatal(err)
		}
		if want := present.AddDate(0, 1, 0); !journey.To.Equal(want) || !x.Clock.Now().Equal(want) || !journey.From.Equal(present) {
			t.Errorf("from %s to %s, clock %s, want %s", journey.From, journey.To, x.Clock.Now(), want)
		}
		after := x.look(t, "kabir")
		if after.PendingRent != 2*before.PendingRent {
			t.Errorf("kabir owes %s in rent, want twice %s", after.PendingRent, before.PendingRent)
		}
		if after.PendingLateFees <= before.PendingLateFees {
			t.Errorf("kabir owes %s in late fees, before %s", after.PendingLateFees, before.PendingLateFees)
		}
		for _, persona := range []string{"esha", "gauri", "mohan"} {
			if s := x.look(t, persona); s.TotalPayable != 0 {
				t.Errorf("%s owes %s, want it debited", persona, s.TotalPayable)
			}
		}
		x.checkBooks(t)
	})
}
