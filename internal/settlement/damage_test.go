package settlement_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// An inspection's findings have bounds. What is refused leaves no trace.
func TestDamageIsBounded(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, settlements, c, item := picked(t, s, true)
		other := w.Rent(c, company.Bengaluru, "2026-11-01", company.Sofa).Items[0].ID
		list, err := settlement.List(t.Context(), s.Queries(), c)
		if err != nil {
			t.Fatal(err)
		}
		invoices := len(w.Invoices(c))
		line := func(item int64, text string, amount money.Paise) settlement.Deduction {
			return settlement.Deduction{ItemID: item, Description: text, Amount: amount}
		}
		good := line(item, "Torn cover", money.Rupees(1))
		for name, test := range map[string]struct {
			damage []settlement.Deduction
			status int
		}{
			"too much":          {[]settlement.Deduction{line(item, "x", settlement.MaxDamage+1)}, 422},
			"beyond all money":  {[]settlement.Deduction{line(item, "x", 1<<62), line(item, "x", 1<<62)}, 422},
			"nothing":           {[]settlement.Deduction{good, line(item, "x", 0)}, 422},
			"a gift":            {[]settlement.Deduction{line(item, "x", -1)}, 422},
			"no words":          {[]settlement.Deduction{line(item, "", 100)}, 422},
			"dots for words":    {[]settlement.Deduction{line(item, "...", 100)}, 422},
			"too many words":    {[]settlement.Deduction{line(item, strings.Repeat("क", settlement.MaxDescription+1), 100)}, 422},
			"too many entries":  {make([]settlement.Deduction, settlement.MaxDamageLines+1), 422},
			"of another pickup": {[]settlement.Deduction{good, line(other, "x", 100)}, 404},
		} {
			if _, err := settlements.Inspect(t.Context(), c, list[0].ID, test.damage); !fault.Is(err, test.status) {
				t.Errorf("%s: got %v, want a fault with %d", name, err, test.status)
			}
		}
		after, err := settlement.Get(t.Context(), s.Queries(), c, list[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(underInspection(list[0].ID, item), after); diff != "" {
			t.Fatalf("the settlement after refused inspections (-want +got):\n%s", diff)
		}
		if n := len(w.Invoices(c)); n != invoices {
			t.Fatalf("%d invoices after refused inspections, want %d as before", n, invoices)
		}
		most := line(item, strings.Repeat("क", settlement.MaxDescription), settlement.MaxDamage)
		if _, err := settlements.Inspect(t.Context(), c, list[0].ID, []settlement.Deduction{good, most}); err != nil {
			t.Errorf("the largest damage: %v", err)
		}
	})
}
