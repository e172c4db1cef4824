package demo_test

import (
	"testing"

	"rento/internal/demo"
	"rento/internal/mandate"
)

// The gateway knows the city's mandates: each confirmed one can be withdrawn, even after a restart.
func TestMandatesOfTheCityCanBeWithdrawn(t *testing.T) {
	again := madeAlready(t)
	s := again.Store
	withdrawn := 0
	for _, p := range demo.Personas() {
		id := again.id(t, p.Key)
		list, err := mandate.List(t.Context(), s.Queries(), id)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range list {
			if err := again.AutoDebit.Cancel(t.Context(), id, m.Gateway, m.ID); err != nil {
				t.Errorf("%s: withdraw %s: %v", p.Key, m.Instrument(), err)
			}
			now, err := mandate.Get(t.Context(), s.Queries(), id, m.ID)
			if err != nil || now.State != mandate.Cancelled {
				t.Errorf("%s: %s is %s, %v; want it withdrawn", p.Key, m.Instrument(), now.State, err)
			}
			withdrawn++
		}
	}
	if withdrawn != 8 {
		t.Errorf("%d mandates, want 8: two each of esha, gauri and mohan, one each of kabir and nita", withdrawn)
	}
}
