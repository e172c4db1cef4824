package testkit

import (
	"testing"

	"rento/internal/store"
	"rento/internal/store/db"
)

// OpenAlerts lists the alerts that nobody has closed, the oldest first.
func OpenAlerts(t testing.TB, s *store.Store) []db.Alert {
	t.Helper()
	list, err := s.Queries().AlertsOpen(t.Context(), 1000)
	if err != nil {
		t.Fatalf("read the open alerts: %v", err)
	}
	return list
}
