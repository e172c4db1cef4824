package finbox

import (
	"encoding/json"
	"testing"
)

// An amount that no account has is refused: those of a statement are added up.
func TestAmountsAreRead(t *testing.T) {
	for text, want := range map[string]rupees{
		`1299`: 1299_00, `"1299.5"`: 1299_50, `-12.349`: -12_34, `0.05`: 5, `10000000000`: most, `-10000000000.00`: -most,
	} {
		var got rupees
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s: got %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{`10000000000.01`, `-10000000000.01`, `92233720368547758.07`, `1e3`, `"--5"`, `true`} {
		var got rupees
		if err := json.Unmarshal([]byte(text), &got); err == nil {
			t.Errorf("%s: got %d, want an error", text, got)
		}
	}
}
