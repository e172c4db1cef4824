package ident_test

import (
	"sync"
	"testing"
	"time"

	"rento/internal/calendar"
	"rento/internal/ident"
)

// Ids are unique and rise, also when many are made in one millisecond, when
// the clock steps back, and on several nodes at once.
func TestIDsAreUniqueAndRise(t *testing.T) {
	clock := calendar.NewFrozen(time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC))
	seen := map[int64]bool{}
	for node := range 16 {
		source := ident.NewSource(clock, node)
		last := int64(0)
		for i := range 1000 {
			if i == 500 {
				clock.Advance(-time.Hour)
			}
			id := source.Next()
			if id <= last || seen[id] || id >= 1<<53 {
				t.Fatalf("node %d made %d after %d", node, id, last)
			}
			seen[id], last = true, id
		}
		clock.Advance(time.Hour)
	}
}

func TestIDsAreUniqueAmongGoroutines(t *testing.T) {
	source := ident.NewSource(calendar.System{}, 3)
	var seen sync.Map
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 2000 {
				if _, twice := seen.LoadOrStore(source.Next(), true); twice {
					t.Error("an id was made twice")
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestReferencesAndCodes(t *testing.T) {
	seen := map[string]bool{}
	for range 5000 {
		r := ident.Reference(26)
		if len(r) != 26 || seen[r] {
			t.Fatalf("reference %q, want length 26", r)
		}
		seen[r] = true
	}
	digits := map[rune]int{}
	for range 2000 {
		code := ident.Code(6)
		if len(code) != 6 {
			t.Fatalf("code %q, want length 6", code)
		}
		for _, c := range code {
			digits[c]++
		}
	}
	for c := '0'; c <= '9'; c++ {
		if digits[c] < 900 { // of 1200 expected
			t.Errorf("the digit %c came %d times in 12000", c, digits[c])
		}
	}
	if len(digits) != 10 {
		t.Errorf("codes hold %d different characters", len(digits))
	}
}

func TestHash(t *testing.T) {
	if got := ident.Hash("abc"); got != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" {
		t.Errorf("SHA-256 of abc is not %s", got)
	}
}
