package api

import (
	"net"
	"sync"

	"rento/internal/limit"
)

// eachConnections is how many connections one address has at most, where
// browsers reach the node itself: some dozens of people behind one router.
const eachConnections = 512

// overConnections is the name under which refused connections are counted.
const overConnections = "connections"

// BoundConnections has a listener close what is beyond most connections at once,
// or with one address beyond its share: every connection takes memory, whatever
// comes over it. Behind proxies all connections are the proxies', which bound
// each client's themselves. most 0 is no bound.
func BoundConnections(l net.Listener, most, proxies int, limits *limit.Limiter) net.Listener {
	bounded := &connections{Listener: l, most: most, each: eachConnections, refused: limits.Refused, open: map[string]int{}}
	if most == 0 || proxies > 0 {
		bounded.each = most
	}
	return bounded
}

type connections struct {
	net.Listener
	most, each int
	refused    func(name string)

	mu    sync.Mutex
	total int
	open  map[string]int // by address, never 0
}

func (c *connections) Accept() (net.Conn, error) {
	for {
		conn, err := c.Listener.Accept()
		if err != nil {
			return nil, err
		}
		address, _ := parseAddress(conn.RemoteAddr().String())
		from := limit.Address(address)
		if c.enter(from) {
			return &connection{Conn: conn, leave: sync.OnceFunc(func() { c.leave(from) })}, nil
		}
		c.refused(overConnections)
		_ = conn.Close() // nobody waits for it
	}
}

func (c *connections) enter(from string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.most > 0 && (c.total >= c.most || c.open[from] >= c.each) {
		return false
	}
	c.total++
	c.open[from]++
	return true
}

func (c *connections) leave(from string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.total--
	if c.open[from]--; c.open[from] == 0 {
		delete(c.open, from)
	}
}

type connection struct {
	net.Conn
	leave func()
}

func (c *connection) Close() error {
	c.leave()
	return c.Conn.Close()
}

// CloseWrite is what the server ends an answer with whose request it has not
// read to its end.
func (c *connection) CloseWrite() error {
	if conn, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return conn.CloseWrite()
	}
	return nil
}
