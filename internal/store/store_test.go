package store_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
)

func put(t *testing.T, s *store.Store, name, value string) {
	t.Helper()
	err := s.WriteCompany(t.Context(), func(tx *store.Tx) error {
		return tx.SettingPut(t.Context(), name, value)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, s *store.Store, name string) string {
	t.Helper()
	value, err := s.Queries().SettingGet(t.Context(), name)
	if err != nil && !store.IsNone(err) {
		t.Fatal(err)
	}
	return value
}

func TestWriteCommitsOrLeavesNothing(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		put(t, s, "a", "1")
		failure := errors.New("stop")
		committed := false
		err := s.WriteCompany(t.Context(), func(tx *store.Tx) error {
			tx.AfterCommit(func() { committed = true })
			if err := tx.SettingPut(t.Context(), "a", "2"); err != nil {
				return err
			}
			return failure
		})
		if !errors.Is(err, failure) || committed {
			t.Fatalf("err %v, committed %v, want %v", err, committed, failure)
		}
		if got := get(t, s, "a"); got != "1" {
			t.Fatalf("a = %q after a failed transaction, want 1", got)
		}
	})
}

func TestWriteOutlivesACancelledRequest(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		err := s.WriteCompany(ctx, func(tx *store.Tx) error {
			return tx.SettingPut(context.WithoutCancel(ctx), "b", "kept")
		})
		if err != nil || get(t, s, "b") != "kept" {
			t.Fatalf("err %v, b = %q, want kept", err, get(t, s, "b"))
		}
	})
}

// Writers that read before they write neither fail nor lose an update, however many there are.
func TestConcurrentWritersLoseNothing(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		put(t, s, "n", "")
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for range 5 {
					err := s.WriteCompany(t.Context(), func(tx *store.Tx) error {
						old, err := tx.SettingGet(t.Context(), "n")
						if err != nil {
							return err
						}
						return tx.SettingPut(t.Context(), "n", old+"x")
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		if got := get(t, s, "n"); len(got) != 20 {
			t.Fatalf("%d of 20 updates survived", len(got))
		}
	})
}

// A read sees one state of the database, whatever is written meanwhile.
func TestReadSeesOneSnapshot(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		put(t, s, "a", "before")
		err := s.Read(t.Context(), func(q *db.Queries) error {
			for range 2 {
				got, err := q.SettingGet(t.Context(), "a")
				if err != nil || got != "before" {
					t.Errorf("a = %q, %v, want before", got, err)
				}
				put(t, s, "a", "after")
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestProbeTakesThePlaceOfTheCommit(t *testing.T) {
	crash := errors.New("crash")
	for _, test := range []struct {
		at   store.Point
		kept string
	}{{store.BeforeCommit, ""}, {store.AfterCommit, "v"}} {
		t.Run(string(test.at), func(t *testing.T) {
			s, err := store.Open(t.Context(), store.Options{
				URL: testkit.DatabaseURL(t, "sqlite"), Relaxed: true,
				Probe: func(_ context.Context, p store.Point) error {
					if p == test.at {
						return crash
					}
					return nil
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = s.Close() }()
			err = s.WriteCompany(t.Context(), func(tx *store.Tx) error {
				return tx.SettingPut(t.Context(), "k", "v")
			})
			if !errors.Is(err, crash) || get(t, s, "k") != test.kept {
				t.Fatalf("err %v, k = %q, want %q", err, get(t, s, "k"), test.kept)
			}
		})
	}
}

func TestASecondNodeCannotOpenTheSameFile(t *testing.T) {
	url := testkit.DatabaseURL(t, "sqlite")
	first, err := store.Open(t.Context(), store.Options{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(t.Context(), store.Options{URL: url}); err == nil {
		t.Fatal("two nodes opened one SQLite file")
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := store.Open(t.Context(), store.Options{URL: url})
	if err != nil {
		t.Fatalf("after the first node closed: %v", err)
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
}

// A list of ids is one parameter on both engines, even an empty list.
func TestListsOfIDs(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		testkit.AddCustomers(t, s, 1, 2, 3)
		for _, c := range []struct {
			ids  []int64
			want map[int64]int64
		}{
			{nil, map[int64]int64{}},
			{[]int64{2}, map[int64]int64{2: 0}},
			{[]int64{3, 1, 9}, map[int64]int64{1: 0, 3: 0}},
		} {
			got, err := s.Revisions(t.Context(), c.ids)
			if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
				t.Errorf("%v: %v, %s", c.ids, err, diff)
			}
		}
	})
}
