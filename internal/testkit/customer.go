package testkit

import (
	"fmt"
	"testing"

	"rento/internal/store"
	"rento/internal/store/db"
)

// AddCustomers adds a customer under each id, for tests of what refers to one.
func AddCustomers(t testing.TB, s *store.Store, ids ...int64) {
	t.Helper()
	err := s.WriteCompany(t.Context(), func(tx *store.Tx) error {
		for _, id := range ids {
			c := db.AccountCustomerAddParams{ID: id, FullName: "Somebody", Mobile: fmt.Sprintf("9%09d", id), VerificationStatus: "verified"}
			if err := tx.AccountCustomerAdd(t.Context(), c); err != nil {
				return fmt.Errorf("add customer %d: %w", id, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
