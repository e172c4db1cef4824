package app

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// An unsynchronised clock gets a warning at start and a metric. If the machine cannot tell, there
// is neither.
func TestAClockThatNothingKeepsIsSaid(t *testing.T) {
	for name, test := range map[string]struct {
		kept, known bool
		notes       int
		metric      string
	}{
		"kept":     {true, true, 0, "\nrento_clock_synchronised 1\n"},
		"not kept": {false, true, 1, "\nrento_clock_synchronised 0\n"},
		"unknown":  {false, false, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			clock := func() (bool, bool) { return test.kept, test.known }
			if notes := clockNotes(clock); len(notes) != test.notes {
				t.Errorf("notes %q, want %d", notes, test.notes)
			}
			m, err := NewMetrics()
			if err == nil {
				err = m.clockGauge(clock)
			}
			if err != nil {
				t.Fatal(err)
			}
			r := httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody)
			r.RemoteAddr = "127.0.0.1:1"
			page := httptest.NewRecorder()
			m.Handler("").ServeHTTP(page, r)
			if got := page.Body.String(); !strings.Contains(got, test.metric) || test.metric == "" && strings.Contains(got, "rento_clock_synchronised") {
				t.Errorf("%s, want %q", got, test.metric)
			}
		})
	}
}
