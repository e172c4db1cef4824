package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http/httputil"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// connections is how many clients send requests at once. Each waits for its answer before the next
// request.
const connections = 16

// load is the result of a round of requests.
type load struct {
	perSecond float64
	p50, p99  time.Duration
	// processor is the processor time of the server and this client per request, where it was
	// measured.
	processor time.Duration
	requests  int
}

// repeatCall sends the same request over and over for this duration.
func repeatCall(ctx context.Context, addr string, request []byte, duration time.Duration) (load, error) {
	until := time.Now().Add(duration)
	return send(ctx, addr, duration+10*time.Second, func() []byte {
		if time.Now().After(until) {
			return nil
		}
		return request
	})
}

// eachPatience is how long a round of one request per visitor may take.
const eachPatience = 5 * time.Minute

// each sends one request for every visitor.
func each(ctx context.Context, addr string, visitors []visitor, request func(addr string, v visitor) []byte) (load, error) {
	var sent atomic.Int64
	return send(ctx, addr, eachPatience, func() []byte {
		n := int(sent.Add(1)) - 1
		if n >= len(visitors) {
			return nil
		}
		return request(addr, visitors[n])
	})
}

// send sends requests on all connections until next has no more. The client does as little as
// possible, so that the machine's time goes to the server.
func send(ctx context.Context, addr string, patience time.Duration, next func() []byte) (load, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	type answer struct {
		took []time.Duration
		err  error
	}
	answers := make(chan answer)
	start := time.Now()
	for range connections {
		go func() {
			took, err := sendOnOne(ctx, addr, next)
			answers <- answer{took, err}
		}()
	}
	var all []time.Duration
	var failed error
	for range connections {
		a := <-answers
		all = append(all, a.took...)
		failed = errors.Join(failed, a.err)
	}
	if failed != nil {
		return load{}, failed
	}
	slices.Sort(all)
	return load{
		perSecond: float64(len(all)) / time.Since(start).Seconds(),
		p50:       all[len(all)/2],
		p99:       all[len(all)*99/100],
		requests:  len(all),
	}, nil
}

func sendOnOne(ctx context.Context, addr string, next func() []byte) ([]time.Duration, error) {
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	defer func() { _ = conn.Close() }()
	if deadline, ok := ctx.Deadline(); ok {
		if err := conn.SetDeadline(deadline); err != nil {
			return nil, fmt.Errorf("bound the connection: %w", err)
		}
	}
	reader := bufio.NewReaderSize(conn, 64<<10)
	var took []time.Duration
	for request := next(); request != nil; request = next() {
		start := time.Now()
		if _, err := conn.Write(request); err != nil {
			return nil, fmt.Errorf("ask: %w", err)
		}
		if err := readAnswer(reader); err != nil {
			return nil, err
		}
		took = append(took, time.Since(start))
	}
	return took, nil
}

// readAnswer reads one answer and discards it. Anything but a 200 of known length is an error,
// because it is not what should be measured.
func readAnswer(r *bufio.Reader) error {
	status, err := r.ReadString('\n')
	if err != nil {
		return fmt.Errorf("read the status: %w", err)
	}
	if !strings.Contains(status, " 200 ") {
		return fmt.Errorf("the answer was %s", strings.TrimSpace(status))
	}
	body, err := bodyOf(r)
	if err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, body); err != nil {
		return fmt.Errorf("read the body: %w", err)
	}
	return nil
}

// bodyOf reads the headers and returns a reader for the body.
func bodyOf(r *bufio.Reader) (io.Reader, error) {
	var body io.Reader
	for {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return nil, fmt.Errorf("read the headers: %w", err)
		}
		name, value, _ := strings.Cut(strings.TrimSpace(string(line)), ":")
		switch value = strings.TrimSpace(value); {
		case name == "" && body == nil:
			return nil, errors.New("the answer has no length")
		case name == "":
			return body, nil
		case strings.EqualFold(name, "Transfer-Encoding") && value == "chunked":
			body = chunks(r)
		case strings.EqualFold(name, "Content-Length"):
			length, err := strconv.ParseInt(value, 10, 64)
			if err != nil {
				return nil, fmt.Errorf("read the length: %w", err)
			}
			body = io.LimitReader(r, length)
		}
	}
}

// chunks reads a chunked body and the empty line after it.
func chunks(r *bufio.Reader) io.Reader {
	return io.MultiReader(httputil.NewChunkedReader(r), io.LimitReader(r, 2))
}
