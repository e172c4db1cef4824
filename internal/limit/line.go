package limit

import (
	"context"
	"sync"
	"time"

	"rento/internal/fault"
)

// These constants limit the calls of one customer on a node: customerRuns calls run at the same
// time and customerWaits more wait. A screen makes a dozen calls at once. A client that makes more
// waits for its own calls and delays nobody else.
const (
	customerRuns  = 3
	customerWaits = 61
	// linePatience is how long a call waits for other calls of the same customer.
	linePatience = 10 * time.Second
)

// lines holds the running and waiting calls of each customer.
type lines struct {
	mu  sync.Mutex
	all map[string]*line // by customer; no line is empty
}

type line struct {
	places chan struct{} // holds one entry per running call
	in     int           // running and waiting calls
}

// Queue waits until fewer than customerRuns calls of a customer run on this node, and returns a
// function that ends the call. It returns a 429 if too many calls already wait, or after
// linePatience. If the client disconnects, it returns ctx's error.
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

// join adds one call to the line of a customer and returns the line, or nil if it is full.
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
