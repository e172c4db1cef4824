// Package limit limits how often somebody may do something. The limits are data (class.go). Calls
// that cost money or guard a secret are counted in the database, all others in memory.
package limit

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/netip"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/jobs"
	"rento/internal/store"
	"rento/internal/store/db"
)

// keptBuckets limits the memory for buckets. The least recently used bucket is dropped first,
// because it has long been full again.
const keptBuckets = 100_000

// Limiter counts hits. It is safe for concurrent use.
type Limiter struct {
	store   *store.Store
	clock   calendar.Clock
	scale   int64
	buckets *lru.Cache[string, *rate.Limiter]

	mu      sync.Mutex
	running map[string]int // by class and key; no entry is 0

	held    holdings
	lines   lines
	refused refusals
}

// New returns a limiter. scale multiplies every limit. It is 1 in production, and more where one
// machine plays many users.
func New(s *store.Store, clock calendar.Clock, scale int) *Limiter {
	buckets, err := lru.New[string, *rate.Limiter](keptBuckets)
	if err != nil {
		panic(fmt.Sprintf("limit: %v", err)) // cannot happen, because the size is a constant
	}
	return &Limiter{store: s, clock: clock, scale: int64(max(scale, 1)), buckets: buckets, running: map[string]int{}}
}

// Allow counts one hit of key in a class. If the hit is over the limit, it is not counted, and
// Allow returns a 429 with the seconds to wait. Hits that the same call took in other classes with
// windows are then given back (Together).
func (l *Limiter) Allow(ctx context.Context, class, key string) error {
	c, ok := Classes[class]
	if !ok {
		return fmt.Errorf("limit: there is no class %q", class)
	}
	if len(c.Windows) == 0 {
		return l.refuse(ctx, class, l.reserve(c, class+"/"+key))
	}
	return l.refuse(ctx, class, l.count(ctx, c, class+"/"+key, true))
}

// refuse counts err as a refusal of a class if it is a 429. Then it gives back what the refused
// call took in other classes.
func (l *Limiter) refuse(ctx context.Context, class string, err error) error {
	if !fault.Is(l.counted(class, err), http.StatusTooManyRequests) {
		return err
	}
	if lost := l.GiveBack(ctx); lost != nil {
		return lost
	}
	return err
}

// counted counts err as a refusal of a class if it is a 429.
func (l *Limiter) counted(class string, err error) error {
	if fault.Is(err, http.StatusTooManyRequests) {
		l.refused.add(class)
	}
	return err
}

// Check is Allow without counting, for actions that are counted only when they fail.
func (l *Limiter) Check(ctx context.Context, class, key string) error {
	return l.counted(class, l.count(ctx, Classes[class], class+"/"+key, false))
}

// busyWait is the number of seconds to wait if all places are taken. It is a guess, because nobody
// knows how long the running calls take.
const busyWait = 5

// Enter takes one of the places that a key has at the same time on this node, and returns a
// function that gives it back. It returns a 429 if all are taken. A class without AtOnce has no
// limit.
func (l *Limiter) Enter(class, key string) (leave func(), err error) {
	c := Classes[class]
	if c.AtOnce == 0 {
		return func() {}, nil
	}
	key = class + "/" + key
	l.mu.Lock()
	defer l.mu.Unlock()
	if int64(l.running[key]) >= int64(c.AtOnce)*l.scale {
		return nil, l.counted(class, c.Busy)
	}
	l.running[key]++
	return func() { l.leave(key) }, nil
}

func (l *Limiter) leave(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.running[key]--; l.running[key] == 0 {
		delete(l.running, key)
	}
}

func (l *Limiter) reserve(c Class, key string) error {
	bucket, ok := l.buckets.Get(key)
	if !ok {
		bucket = rate.NewLimiter(rate.Limit(c.PerSecond*float64(l.scale)), c.Burst*int(l.scale))
		if before, was, _ := l.buckets.PeekOrAdd(key, bucket); was {
			bucket = before
		}
	}
	now := l.clock.Now()
	r := bucket.ReserveN(now, 1)
	if wait := r.DelayFrom(now); wait > 0 {
		r.CancelAt(now)
		return tooMany(wait)
	}
	return nil
}

func (l *Limiter) count(ctx context.Context, c Class, key string, hit bool) error {
	now := l.clock.Now()
	var wait time.Duration
	var taken []hitOf
	err := l.store.WriteCompany(ctx, func(tx *store.Tx) error {
		wait, taken = 0, nil
		for _, w := range c.Windows {
			over, err := l.over(ctx, tx, w, key, now)
			if err != nil {
				return err
			}
			wait = max(wait, over)
		}
		if wait > 0 || !hit {
			return nil
		}
		for _, w := range c.Windows {
			one := hitOf{bucketOf(w, key), windowAt(w, now)}
			if err := tx.LimitHit(context.WithoutCancel(ctx), one.bucket, one.window); err != nil {
				return err
			}
			taken = append(taken, one)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("limit: count: %w", err)
	}
	if wait > 0 {
		return tooMany(wait)
	}
	remember(ctx, taken)
	return nil
}

// over returns how long to wait until the window has room for a hit, 0 if it has room now. The
// sliding window that ends now overlaps the previous fixed window, so the hits of that window count
// in proportion to the overlap.
func (l *Limiter) over(ctx context.Context, tx *store.Tx, w Window, key string, now time.Time) (time.Duration, error) {
	present := windowAt(w, now)
	former := present - w.Length.Microseconds()
	rows, err := tx.LimitHits(context.WithoutCancel(ctx), db.LimitHitsParams{
		Bucket: bucketOf(w, key), PresentStart: present, FormerStart: former,
	})
	if err != nil {
		return 0, err
	}
	var hits, before int64
	for _, r := range rows {
		if r.WindowStart == present {
			hits = r.Hits
		} else {
			before = r.Hits
		}
	}
	return room(w.Hits*l.scale, hits, before, w.Length, time.Duration(now.UnixMicro()-present)*time.Microsecond), nil
}

// room returns how long to wait until there is room for one more hit.
func room(limit, hits, before int64, length, elapsed time.Duration) time.Duration {
	left := length - elapsed
	if float64(before)*float64(left)/float64(length)+float64(hits) <= float64(limit-1) {
		return 0
	}
	if hits > limit-1 { // the next window must begin, and this window's hits must fade
		share := float64(limit-1) / float64(hits)
		return left + time.Duration((1-share)*float64(length))
	}
	reach := float64(limit-1-hits) / float64(before) * float64(length)
	return left - time.Duration(reach)
}

// windowAt returns the start of the window that contains an instant, in microseconds.
func windowAt(w Window, now time.Time) int64 {
	return now.UnixMicro() - now.UnixMicro()%w.Length.Microseconds()
}

func bucketOf(w Window, key string) string { return w.Length.String() + "/" + key }

func tooMany(wait time.Duration) error {
	return fault.TooMany(max(1, int(math.Ceil(wait.Seconds()))))
}

// Address is the key under which a client is counted: its address, or for IPv6 its /64, because one
// client owns all addresses of it. A text that is not an address is returned as it is.
func Address(text string) string { return prefix(text, 32, 64) }

// Network is the network in which an address is counted: a /24, or for IPv6 a /56, because a
// provider gives a whole /56 to one customer.
func Network(text string) string { return prefix(text, 24, 56) }

// Site is the network of an end site (RFC 6177): a /24, or for IPv6 a /48, which a hosting company
// gives to anybody.
func Site(text string) string { return prefix(text, 24, 48) }

// prefix returns the network of an address with this number of bits, as text.
func prefix(text string, bits4, bits6 int) string {
	address, err := netip.ParseAddr(text)
	if err != nil {
		return text
	}
	address = address.Unmap().WithZone("")
	bits := bits6
	if address.Is4() {
		bits = bits4
	}
	if bits == address.BitLen() {
		return address.String()
	}
	network, err := address.Prefix(bits)
	if err != nil {
		return text // cannot happen, because the bits are constants
	}
	return network.String()
}

// Schedule schedules the deletion of old counters.
func (l *Limiter) Schedule(q *jobs.Queue, logger *slog.Logger) {
	q.Every("limit/forget", jobs.Daily(3, 30), func(ctx context.Context) error {
		return l.store.WriteCompany(ctx, func(tx *store.Tx) error {
			n, err := tx.LimitForget(context.WithoutCancel(ctx), l.clock.Now().Add(-2*day).UnixMicro())
			if err != nil {
				return fmt.Errorf("limit: forget: %w", err)
			}
			logger.DebugContext(ctx, "forgot rate counters", "counters", n)
			return nil
		})
	})
}
