package account

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/semaphore"

	"rento/internal/fault"
)

const (
	// mostHashes is the maximum number of codes that a node hashes at the same time. Each hash
	// takes 19 MiB.
	mostHashes = 4
	// hashWait is how long a sign-in waits for its turn.
	hashWait = time.Second
	// busyWait is the Retry-After of the 503, in seconds.
	busyWait = 5
)

// hashes limits how many codes are hashed at a time. It leaves one processor free for other work if
// there is more than one.
type hashes struct {
	places  *semaphore.Weighted
	refused func() // called for each 503
}

func newHashes(processors int, refused func()) *hashes {
	return &hashes{semaphore.NewWeighted(int64(min(max(processors-1, 1), mostHashes))), refused}
}

// do runs work when a slot is free. It returns a 503 if no slot became free within hashWait.
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
