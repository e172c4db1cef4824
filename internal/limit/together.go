package limit

import (
	"context"
	"fmt"
	"sync"

	"rento/internal/store"
)

// hitOf is one hit that is stored.
type hitOf struct {
	bucket string
	window int64
}

// call is what one call has taken of classes with windows.
type call struct {
	mu    sync.Mutex
	taken []hitOf
}

type callKey struct{}

// Together makes ctx that of one call: when one limit refuses it, it takes
// nothing from the others that were asked before. Only classes with windows are
// given back, which forget slowly. The buckets in memory count what is refused
// too, because they bound the load, and are full again within a minute.
func Together(ctx context.Context) context.Context {
	return context.WithValue(ctx, callKey{}, &call{})
}

// remember notes what the call of ctx has taken, if it is one.
func remember(ctx context.Context, taken []hitOf) {
	if c, ok := ctx.Value(callKey{}).(*call); ok {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.taken = append(c.taken, taken...)
	}
}

// GiveBack takes back what the call of ctx was counted for, because it is
// refused for another reason than what it asks for.
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
