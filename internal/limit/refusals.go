package limit

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
)

// refusals counts refusals by class, so that a flood writes an occasional line to the log and not
// one per request.
type refusals struct {
	mu     sync.Mutex
	counts map[string]int64
}

func (r *refusals) add(class string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.counts == nil {
		r.counts = map[string]int64{}
	}
	r.counts[class]++
}

func (r *refusals) drain() map[string]int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	counts := r.counts
	r.counts = nil
	return counts
}

// Refused counts a refusal that this package did not decide, under a name beside those of the
// classes.
func (l *Limiter) Refused(name string) { l.refused.add(name) }

// LogRefusals logs one line with a number for each class that has refused something since the last
// call. The node calls it at intervals.
func (l *Limiter) LogRefusals(ctx context.Context, logger *slog.Logger) {
	counts := l.refused.drain()
	for _, class := range slices.Sorted(maps.Keys(counts)) {
		logger.WarnContext(ctx, "refused by a rate limit", "class", class, "refusals", counts[class])
	}
}
