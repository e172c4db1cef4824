package limit

import (
	"context"
	"fmt"
	"sync"

	"rento/internal/store"
)

// hitOf is one stored hit.
type hitOf struct {
	bucket string
	window int64
}

// call records the hits that one call has taken in classes with windows.
type call struct {
	mu    sync.Mutex
	taken []hitOf
}

type callKey struct{}

// Together marks ctx as one call. If one limit refuses the call, the hits that it took in other
// classes are given back. Only classes with windows give hits back, because they forget slowly.
// Buckets in memory also count refused calls, because they limit the load, and they are full again
// within a minute.
func Together(ctx context.Context) context.Context {
	return context.WithValue(ctx, callKey{}, &call{})
}

// remember records the hits that the call of ctx has taken, if ctx is marked by Together.
func remember(ctx context.Context, taken []hitOf) {
	if c, ok := ctx.Value(callKey{}).(*call); ok {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.taken = append(c.taken, taken...)
	}
}

// GiveBack gives back the hits of the call of ctx, for a call that is refused for a reason other
// than its content.
func (l *Limiter) GiveBack(ctx context.Context) error {
	c, ok := ctx.Value(callKey{}).(*call)
	if !ok {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.taken) == 0 {
		return nil
	}
	err := l.store.WriteCompany(ctx, func(tx *store.Tx) error {
		for _, one := range c.taken {
			if err := tx.LimitGiveBack(context.WithoutCancel(ctx), one.bucket, one.window); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("limit: give back: %w", err)
	}
	c.taken = nil
	return nil
}
