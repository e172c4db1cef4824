package api

import (
	"net"
	"sync"

	"rento/internal/limit"
)

// eachConnections is the maximum number of connections of one address if browsers connect to the
// node directly. It is enough for some dozens of people behind one router.
const eachConnections = 512

// overConnections is the name under which refused connections are counted.
const overConnections = "connections"

// BoundConnections makes a listener close connections beyond most in total, or beyond the share of
// one address, because every connection takes memory. Behind proxies all connections come from the
// proxies, which limit each client themselves, so there is no share per address. If most is 0,
// there is no limit.
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
	open  map[string]int // by address; no entry is 0
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
		_ = conn.Close() // nobody waits for the error
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

// CloseWrite is called by the server after an answer to a request that it has not read completely.
func (c *connection) CloseWrite() error {
	if conn, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return conn.CloseWrite()
	}
	return nil
}
