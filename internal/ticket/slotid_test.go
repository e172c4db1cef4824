package ticket

import (
	"net/http"
	"testing"

	"rento/internal/fault"
)

// FuzzSlotID: any text is either a slot with exactly one id and one turn, or no slot (404).
func FuzzSlotID(f *testing.F) {
	for _, seed := range []string{
		"1/2026-11-20/10:00", "", "//", "1/2026-02-30/10:00", "-1/2026-11-20/10:00", "+01/2026-11-20/\x00", "1/0000-01-01/",
		"9223372036854775808/2026-11-20/10:00", "1/9999-12-31/24:00", "1/1969-12-31/10:00", "1/2026-11-20/10:00/1", "१/२०२६-११-२०/१०:००",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, id string) {
		slot, err := parseSlot(id)
		if err != nil {
			if !fault.Is(err, http.StatusNotFound) {
				t.Fatalf("%q: %v, want 404", id, err)
			}
			return
		}
		again, err := parseSlot(slot.ID())
		if err != nil || again != slot || slot.turn() < 0 {
			t.Errorf("%q is %+v, which is %+v, %v; want again = %v, slot.turn() >= 0", id, slot, again, err, slot)
		}
	})
}
