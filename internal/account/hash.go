package account

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/semaphore"

	"rento/internal/fault"
)

const (
	// mostHashes is how many codes a node hashes at the same time at most: each
	// takes 19 MiB.
	mostHashes = 4
	// hashWait is how long a sign-in waits for its turn.
	hashWait = time.Second
	// busyWait is when to try again, in seconds.
	busyWait = 5
)

// hashes lets a few codes at a time be hashed, and leaves a processor to
// everything else where there is more than one.
type hashes struct {
	places  *semaphore.Weighted
	refused func() // is told of each 503
}

func newHashes(processors int, refused func()) *hashes {
	return &hashes{semaphore.NewWeighted(int64(min(max(processors-1, 1), mostHashes))), refused}
}

// do runs work that hashes when there is a place, or returns a 503 when there
// was none for hashWait.
func (h *hashes) do(ctx context.Context, work func() error) error {
	waiting, cancel := context.WithTimeout(ctx, hashWait)
	defer cancel()
	if err := h.places.Acquire(waiting, 1); err != nil {
		if ctx.Err() != nil {
			return fmt.Errorf("account: %w", ctx.Err())
		}
		h.refused()
		return fault.Busy(busyWait)
	}
	defer h.places.Release(1)
	return work()
}
