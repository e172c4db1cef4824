package store_test

import (
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
)

// Customers with neighbouring ids share no rows, but their rows share index pages, by which
// PostgreSQL detects conflicts. Many of their writes at once all succeed.
func TestNeighboursDoNotKeepEachOtherFromWriting(t *testing.T) {
	s, err := store.Open(t.Context(), store.Options{URL: testkit.DatabaseURL(t, "postgres"), Relaxed: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	const customers, clients = 160, 16
	addNeighbours(t, s, customers)
	var next, tries atomic.Int64
	var wg sync.WaitGroup
	for range clients {
		wg.Go(func() {
			for id := next.Add(1); id <= customers; id = next.Add(1) {
				if err := addAddress(t, s, id, &tries); err != nil {
					t.Errorf("customer %d: %v", id, err)
				}
			}
		})
	}
	wg.Wait()
	if tries.Load() == customers {
		t.Error("nobody met a conflict: this test does not try what it should")
	}
}

func addNeighbours(t *testing.T, s *store.Store, customers int64) {
	t.Helper()
	err := s.WriteCompany(t.Context(), func(tx *store.Tx) error {
		if err := tx.AddressCityPut(t.Context(), db.AddressCityPutParams{ID: 1, Slug: "pune", Name: "Pune", StateCode: "27", StateName: "Maharashtra"}); err != nil {
			return err
		}
		for id := int64(1); id <= customers; id++ {
			if err := tx.AccountCustomerAdd(t.Context(), db.AccountCustomerAddParams{ID: id, Mobile: strconv.FormatInt(id, 10)}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// addAddress reads a customer's addresses and adds one after a short delay, as if the database were
// on another machine.
func addAddress(t *testing.T, s *store.Store, customer int64, tries *atomic.Int64) error {
	return s.Write(t.Context(), customer, func(tx *store.Tx) error {
		tries.Add(1)
		if _, err := tx.AddressList(t.Context(), customer); err != nil {
			return err
		}
		time.Sleep(3 * time.Millisecond)
		return tx.AddressAdd(t.Context(), db.AddressAddParams{CustomerID: customer, ID: customer, City: "Pune", CityID: 1})
	})
}
