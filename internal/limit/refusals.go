package limit

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
)

// refusals counts what was refused, by class, so that a flood costs the log a
// line now and then and not one for each request.
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

// Refused counts a refusal of what this package does not limit, under a name
// beside those of the classes.
func (l *Limiter) Refused(name string) { l.refused.add(name) }

// LogRefusals writes one line for each class that has refused something since
// the last call, with the number. It is called at intervals by whoever runs the
// node.
func (l *Limiter) LogRefusals(ctx context.Context, logger *slog.Logger) {
	counts := l.refused.drain()
	for _, class := range slices.Sorted(maps.Keys(counts)) {
		logger.WarnContext(ctx, "refused by a rate limit", "class", class, "refusals", counts[class])
	}
}
