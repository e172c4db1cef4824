package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	rounds     = 3
	homePath   = "/api/Dashboards/dashboardData"
	homeBar    = 0.20
	latencyBar = 3.0
)

// measureHome requests the home screen's data, and the same bytes from a bare handler, in turns.
func measureHome(ctx context.Context, s settings, _ io.Writer) ([]row, error) {
	rento, err := startDemo(ctx, s.program, filepath.Join(s.folder, "home", "rento.db"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = rento.stop() }()
	token, err := demoToken(ctx, rento.addr, "esha")
	if err != nil {
		return nil, err
	}
	request := homeCall(rento.addr, token)
	body, err := fetch(ctx, rento.addr, token)
	if err != nil {
		return nil, err
	}
	bareAddr, _, stopBare, err := startBare(ctx, s.folder, body)
	if err != nil {
		return nil, err
	}
	defer stopBare()
	ours, bare, err := inTurns(ctx, s.duration,
		func(d time.Duration) (load, error) { return repeatCall(ctx, rento.addr, request, d) },
		func(d time.Duration) (load, error) {
			return repeatCall(ctx, bareAddr, homeCall(bareAddr, token), d)
		})
	if err != nil {
		return nil, err
	}
	return homeRows(ours, bare, len(body)), nil
}

func homeRows(ours, bare load, size int) []row {
	name := fmt.Sprintf("dashboardData, %d bytes, %d clients", size, connections)
	return []row{
		row{what: name, value: perSecond(ours.perSecond), beside: perSecond(bare.perSecond) + " bare handler"}.atLeast(ours.perSecond/bare.perSecond, homeBar),
		{what: "  p50", value: micros(ours.p50), beside: micros(bare.p50), ratio: fmt.Sprintf("%.2f", ours.p50.Seconds()/bare.p50.Seconds())},
		row{what: "  p99", value: micros(ours.p99), beside: micros(bare.p99)}.atMost(ours.p99.Seconds()/bare.p99.Seconds(), latencyBar),
	}
}

// inTurns measures two things alternately and returns the median round of each, so that a brief
// disturbance affects both or neither.
func inTurns(ctx context.Context, d time.Duration, first, second func(time.Duration) (load, error)) (load, load, error) {
	var a, b []load
	for range rounds {
		for _, turn := range []struct {
			measure func(time.Duration) (load, error)
			into    *[]load
		}{{first, &a}, {second, &b}} {
			if ctx.Err() != nil {
				return load{}, load{}, fmt.Errorf("measure: %w", ctx.Err())
			}
			l, err := turn.measure(d)
			if err != nil {
				return load{}, load{}, err
			}
			*turn.into = append(*turn.into, l)
		}
	}
	return median(a), median(b), nil
}

func median(loads []load) load {
	slices.SortFunc(loads, func(x, y load) int { return int(x.perSecond - y.perSecond) })
	return loads[len(loads)/2]
}

func homeCall(addr, token string) []byte {
	return []byte("GET " + homePath + " HTTP/1.1\r\nHost: " + addr + "\r\nAuthorization: " + token + "\r\nclient-name: customer-dashboard\r\n\r\n")
}

func demoToken(ctx context.Context, addr, persona string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+addr+"/demo/token/"+persona, strings.NewReader("{}"))
	if err != nil {
		return "", fmt.Errorf("sign %s in: %w", persona, err)
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", fmt.Errorf("sign %s in: %w", persona, err)
	}
	defer func() { _ = answer.Body.Close() }()
	var session struct {
		AccessTokenID string `json:"accessTokenId"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&session); err != nil {
		return "", fmt.Errorf("sign %s in: %s: %w", persona, answer.Status, err)
	}
	if session.AccessTokenID == "" {
		return "", fmt.Errorf("sign %s in: %s without a token", persona, answer.Status)
	}
	return session.AccessTokenID, nil
}

// startBare runs this program again as the bare handler.
func startBare(ctx context.Context, folder string, body []byte) (addr string, pid int, stop func(), err error) {
	path := filepath.Join(folder, "body.json")
	if err := os.WriteFile(path, body, 0o600); err != nil {
		return "", 0, nil, fmt.Errorf("keep the body: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return "", 0, nil, fmt.Errorf("find this program: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	command := exec.CommandContext(ctx, self, "bare", path)
	out, err := command.StdoutPipe()
	if err != nil {
		cancel()
		return "", 0, nil, fmt.Errorf("start the bare handler: %w", err)
	}
	if err := command.Start(); err != nil {
		cancel()
		return "", 0, nil, fmt.Errorf("start the bare handler: %w", err)
	}
	stop = func() { cancel(); _ = command.Wait() }
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		stop()
		return "", 0, nil, errors.New("the bare handler did not start")
	}
	return lines.Text(), command.Process.Pid, stop, nil
}

func perSecond(n float64) string    { return fmt.Sprintf("%.0f/s", n) }
func micros(d time.Duration) string { return fmt.Sprintf("%d us", d.Microseconds()) }
