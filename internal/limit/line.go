package limit

import (
	"context"
	"sync"
	"time"

	"rento/internal/fault"
)

// What one customer may have done at once on a node: so many calls run, and so
// many wait for them. A screen asks for a dozen things at once; whoever asks for
// more waits for what they asked for themselves, and nobody else does.
const (
	customerRuns  = 3
	customerWaits = 61
	// linePatience is how long a call waits for others of its customer.
	linePatience = 10 * time.Second
)

// lines are the calls of each customer that run or wait.
type lines struct {
	mu  sync.Mutex
	all map[string]*line // by customer; none is empty
}

type line struct {
	places chan struct{} // holds one for each that runs
	in     int           // run or wait
}

// Queue waits until fewer than customerRuns calls of a customer run on this
// node, and returns what ends the call. It returns a 429 when too many wait
// already, and after linePatience; ctx's error when the client goes.
func (l *Limiter) Queue(ctx context.Context, customer string) (leave func(), err error) {
	mine := l.lines.join(customer)
	if mine == nil {
		return nil, l.counted("queue", fault.TooMany(busyWait))
	}
	patience := time.NewTimer(linePatience)
	defer patience.Stop()
	select {
	case mine.places <- struct{}{}:
		return sync.OnceFunc(func() {
			<-mine.places
			l.lines.quit(customer)
		}), nil
	case <-patience.C:
		err = l.counted("queue", fault.TooMany(busyWait))
	case <-ctx.Done():
		err = ctx.Err()
	}
	l.lines.quit(customer)
	return nil, err
}

// join returns the line of a customer with one more in it, nil when it is full.
func (s *lines) join(customer string) *line {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all = map[string]*line{}
	}
	mine := s.all[customer]
	if mine == nil {
		mine = &line{places: make(chan struct{}, customerRuns)}
		s.all[customer] = mine
	}
	if mine.in == customerRuns+customerWaits {
		return nil
	}
	mine.in++
	return mine
}

func (s *lines) quit(customer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	mine := s.all[customer]
	if mine.in--; mine.in == 0 {
		delete(s.all, customer)
	}
}
