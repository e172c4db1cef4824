package api_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The answers of both calls have the same two fields, even before anything is chosen. CALL-40,
// CALL-41, ENTITY-37
func TestTheRefundPreferenceHasTwoFields(t *testing.T) {
	dev := sharedCity(t).person(t, "dev")
	for _, c := range []struct {
		method, path string
		want         float64
	}{
		{http.MethodGet, "/api/RMUsers/{id}/getRefundPreference", 0},
		{http.MethodPost, "/api/RMUsers/{id}/setRefundPreference?preferenceInt=10", 10},
		{http.MethodGet, "/api/RMUsers/{id}/getRefundPreference", 10},
	} {
		var got map[string]any
		dev.do(t, c.method, c.path, nil, &got)
		if diff := cmp.Diff(map[string]any{"refundPreference": c.want, "success": true}, got); diff != "" {
			t.Errorf("%s %s: %s", c.method, c.path, diff)
		}
	}
}
