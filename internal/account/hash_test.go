package account

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"rento/internal/fault"
)

// In a flood of sign-ins, a few codes are hashed at a time. The others wait for a second and are
// told to try again.
func TestAFewCodesAreHashedAtATime(t *testing.T) {
	for processors, want := range map[int]int64{1: 1, 2: 1, 4: 3, 64: mostHashes} {
		synctest.Test(t, func(t *testing.T) {
			var running, most, refused, counted atomic.Int64
			h := newHashes(processors, func() { counted.Add(1) })
			release := make(chan struct{})
			var flood sync.WaitGroup
			for range 200 {
				flood.Go(func() {
					err := h.do(t.Context(), func() error {
						most.Store(max(most.Load(), running.Add(1)))
						<-release
						running.Add(-1)
						return nil
					})
					if f := fault.Of(err); f != nil && f.Status == http.StatusServiceUnavailable && f.Extra["retryAfter"] == busyWait {
						refused.Add(1)
					}
				})
			}
			synctest.Wait()
			if got := running.Load(); got != want {
				t.Errorf("%d processors: %d at once, want %d", processors, got, want)
			}
			sleepPast(t)
			if got := refused.Load(); got != 200-want {
				t.Errorf("%d processors: %d refused, want %d", processors, got, 200-want)
			}
			if got := counted.Load(); got != 200-want {
				t.Errorf("%d processors: %d counted for the log, want %d", processors, got, 200-want)
			}
			close(release)
			flood.Wait()
			if most.Load() != want {
				t.Errorf("%d processors: %d at once at most, want %d", processors, most.Load(), want)
			}
			if err := h.do(t.Context(), func() error { return nil }); err != nil {
				t.Errorf("after the flood: %v", err)
			}
		})
	}
}

// sleepPast waits, in the test's fake time, until nobody waits for a slot.
func sleepPast(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*hashWait)
	defer cancel()
	<-ctx.Done()
	if !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		t.Fatal(ctx.Err())
	}
	synctest.Wait()
}
