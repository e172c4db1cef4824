package autodebit_test

import (
	"testing"

	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
)

// An event about a debit or a mandate that the gateway has signed is a hint like any other: the
// gateway's own answer decides.
func TestSignedEventsThatAreWrong(t *testing.T) {
	for name, c := range map[string]struct {
		outcome    string
		words      func(side) (old, new string)
		state      mandate.DebitState
		due, taken money.Paise
	}{
		"a refused debit is told as paid":     {emulator.Failure, func(s side) (string, string) { return s.failed, s.paid }, mandate.Scheduled, rent, 0},
		"a paid debit is told as refused":     {emulator.Late, func(s side) (string, string) { return s.paid, s.failed }, mandate.Succeeded, 0, rent},
		"a mandate is told as withdrawn":      {emulator.Success, func(s side) (string, string) { return s.active, s.withdrawn }, mandate.Succeeded, 0, rent},
		"a debit is told in another currency": {emulator.Success, func(s side) (string, string) { return `"currency":"` + s.currency, `"currency":"840` }, mandate.Succeeded, 0, rent},
	} {
		t.Run(name, func(t *testing.T) {
			onEachGateway(t, func(w *world) {
				old, new := c.words(w.at)
				w.control(sandbox.Command{Webhooks: []emulator.Rule{{Event: "*", Action: emulator.Alter, Times: 99, Old: old, New: new}}})
				tenant := w.tenant()
				w.confirmed(tenant, provider.MandateUPI)
				w.bill()
				w.plan("debit", c.outcome, "insufficient_funds")
				w.hour("2026-11-03", 8)
				w.wantMoney(tenant, c.due, c.taken)
				if d := w.soleDebit(tenant); d.State != c.state {
					w.T.Errorf("debit %+v, want it %s", d, c.state)
				}
			})
		})
	}
}
