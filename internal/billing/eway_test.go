package billing_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/money"
)

func TestWhatNeedsAnEWayBill(t *testing.T) {
	for _, c := range []struct {
		from, to string
		value    money.Paise
		want     bool
	}{
		{"29", "29", 50_000 * money.Rupee, false},
		{"29", "29", 50_000*money.Rupee + 1, true},
		{"29", "33", 50_000*money.Rupee + 1, true},
		{"33", "33", 100_000 * money.Rupee, false},
		{"33", "33", 100_000*money.Rupee + 1, true},
		{"27", "29", 60_000 * money.Rupee, true},
		{"01", "01", 900_000 * money.Rupee, false},
		{"01", "03", 60_000 * money.Rupee, true},
	} {
		challan := billing.Challan{Company: billing.Registration{StateCode: c.from}, State: c.to, Value: c.value}
		if diff := cmp.Diff(c.want, challan.NeedsEWayBill()); diff != "" {
			t.Errorf("%s to %s, %s (-want +got):\n%s", c.from, c.to, c.value, diff)
		}
	}
}
