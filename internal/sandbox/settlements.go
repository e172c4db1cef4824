package sandbox

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"rento/internal/calendar"
	"rento/internal/sandbox/emulator"
)

// SettledDay is a day on which a provider has sent to our bank what it had taken.
type SettledDay struct {
	Provider string        `json:"provider"`
	Day      calendar.Date `json:"day"`
	// Lines are those of payments and refunds in its file, which is at Path.
	Lines int    `json:"lines"`
	Path  string `json:"path"`
}

// Settlements are the days of all providers, the newest first.
func (s *Sandbox) Settlements() []SettledDay {
	days := []SettledDay{}
	for _, p := range s.providers {
		if settling, does := p.(emulator.Settling); does {
			for day, lines := range emulator.Settlements(settling, s.Now()) {
				days = append(days, SettledDay{p.Name(), day, len(lines), fmt.Sprintf("%s/%s/settlements/%s.csv", Prefix, p.Name(), day)})
			}
		}
	}
	slices.SortFunc(days, func(a, b SettledDay) int {
		return cmp.Or(cmp.Compare(b.Day.String(), a.Day.String()), cmp.Compare(a.Provider, b.Provider))
	})
	return days
}

func (s *Sandbox) listSettlements(w http.ResponseWriter, _ *http.Request) {
	reply(w, http.StatusOK, map[string]any{"settlements": s.Settlements()})
}

// settlement serves the file of a day. One on which nothing was sent has its first line
// alone.
func (s *Sandbox) settlement(p emulator.Settling, name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		text, isFile := strings.CutSuffix(r.PathValue("file"), ".csv")
		day, err := calendar.Parse(text)
		if !isFile || err != nil {
			reply(w, http.StatusNotFound, map[string]any{"error": "the file of a day is YYYY-MM-DD.csv"})
			return
		}
		w.Header().Set("Content-Type", "text/csv; charset=utf-8")
		w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s-%s.csv"`, name, day))
		w.Header().Set("Cache-Control", "no-store")
		_ = emulator.WriteSettlement(w, p, name, day, emulator.Settlements(p, s.Now())[day]) // the client has gone when this fails
	}
}
