package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// The flood of sign-ins and its limits: the program's maximum memory, and the slowest readiness
// answer during the flood.
const (
	floodRequests = 800
	floodMemory   = 400 << 20
	floodReady    = 100 * time.Millisecond
)

// measureLogin floods the call that checks sign-in codes, with each request from a different
// network, and watches the program's memory and readiness. Hashing a code takes 19 MiB.
func measureLogin(ctx context.Context, s settings, _ io.Writer) ([]row, error) {
	d, err := s.bases.empty(sqlite, "login")
	if err != nil {
		return nil, err
	}
	rento, err := startServe(ctx, s.program, d)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rento.stop() }()
	idle, err := rento.memory()
	if err != nil {
		return nil, err
	}
	slowest, refused, err := rento.readyDuring(ctx, func() error { return flood(ctx, rento.addr) })
	if err != nil {
		return nil, err
	}
	peak, err := memoryLine(rento.command.Process.Pid, "VmHWM")
	if err != nil {
		return nil, err
	}
	return []row{
		row{
			what: fmt.Sprintf("sign-in flood, %d at once", floodRequests), value: megabytes(peak) + " at most", beside: megabytes(idle) + " idle",
		}.atMost(float64(peak)/floodMemory, 1),
		row{
			what: "  slowest readyz", value: fmt.Sprintf("%s, %d times not ready", slowest.Round(time.Millisecond), refused), beside: floodReady.String(),
		}.atMost(slowest.Seconds()/floodReady.Seconds()+float64(refused), 1),
	}, nil
}

// readyDuring keeps asking whether the program is ready while something runs. It returns the
// slowest answer and the number of answers other than ready.
func (p *process) readyDuring(ctx context.Context, something func() error) (slowest time.Duration, refused int, err error) {
	done := make(chan error, 1)
	go func() { done <- something() }()
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case err := <-done:
			return slowest, refused, err
		case <-ticker.C:
			start := time.Now()
			if !p.isReady(ctx) {
				refused++
			}
			slowest = max(slowest, time.Since(start))
		}
	}
}

// flood sends all requests at once: a third ask for a code, the others try one.
func flood(ctx context.Context, addr string) error {
	client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 0, DisableKeepAlives: true}, Timeout: 2 * time.Minute}
	var all sync.WaitGroup
	failures := make([]error, floodRequests)
	for n := range floodRequests {
		all.Go(func() {
			path, body := "verifyLoginCode", fmt.Sprintf(`{"challengeId":"%026d","code":"000000"}`, n)
			if n%3 == 0 {
				path, body = "requestLoginCode", fmt.Sprintf(`{"mobileNumber":"7%09d"}`, n)
			}
			failures[n] = post(ctx, client, addr, path, body, n)
		})
	}
	all.Wait()
	return errors.Join(failures...)
}

// post sends one request of the flood. A refusal is a valid answer.
func post(ctx context.Context, client *http.Client, addr, path, body string, n int) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+addr+"/api/RMUsers/"+path, strings.NewReader(body))
	if err != nil {
		return fmt.Errorf("flood: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Forwarded-For", fmt.Sprintf("2001:db8:%x:%x::1", n>>4, n&15)) // each from another /48
	answer, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("flood: %w", err)
	}
	text, err := io.ReadAll(answer.Body)
	if err := errors.Join(err, answer.Body.Close()); err != nil {
		return fmt.Errorf("flood: %w", err)
	}
	if answer.StatusCode == http.StatusNotFound || answer.StatusCode == http.StatusInternalServerError {
		return fmt.Errorf("flood: %s: %s: %s", path, answer.Status, text)
	}
	return nil
}
