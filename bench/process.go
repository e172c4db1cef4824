package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is the program under measurement.
type process struct {
	addr    string
	command *exec.Cmd
	log     bytes.Buffer
	// ready is the time from the start of the program to its first 200 of /readyz.
	ready time.Duration
}

// startDemo starts the program's demo on a free port and waits until it is ready.
func startDemo(ctx context.Context, program, database string) (*process, error) {
	addr, err := freeAddr(ctx)
	if err != nil {
		return nil, err
	}
	_, port, _ := net.SplitHostPort(addr)
	env := []string{"PORT=" + port, "RENTO_DATABASE=" + database, "RENTO_LOG_LEVEL=warn", "RENTO_PUBLIC_URL=http://" + addr, "RENTO_DEMO_TODAY=" + cmp.Or(os.Getenv("TODAY"), "2026-11-12") + "T11:00"}
	return start(ctx, addr, env, program, "demo")
}

// start starts a command of the program and waits until it is ready.
func start(ctx context.Context, addr string, env []string, program, command string) (*process, error) {
	p := &process{addr: addr, command: exec.CommandContext(ctx, program, command)}
	p.command.Env = append(os.Environ(), env...)
	p.command.Stdout, p.command.Stderr = &p.log, &p.log
	began := time.Now()
	if err := p.command.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", program, err)
	}
	if err := p.wait(ctx); err != nil {
		_ = p.stop()
		return nil, fmt.Errorf("%w: %s", err, p.log.String())
	}
	p.ready = time.Since(began)
	return p, nil
}

func (p *process) wait(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	ticker := time.NewTicker(5 * time.Millisecond)
	defer ticker.Stop()
	for {
		if p.isReady(ctx) {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait until it is ready: %w", ctx.Err())
		case <-ticker.C:
		}
	}
}

func (p *process) isReady(ctx context.Context) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.addr+"/readyz", nil)
	if err != nil {
		return false
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	return answer.Body.Close() == nil && answer.StatusCode == http.StatusOK
}

// stop ends the program as an operator would.
func (p *process) stop() error {
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		return fmt.Errorf("stop: %w", err)
	}
	if err := p.command.Wait(); err != nil {
		return fmt.Errorf("stop: %w: %s", err, p.log.String())
	}
	return nil
}

// memory is the program's current memory use in bytes.
func (p *process) memory() (int64, error) {
	return memoryLine(p.command.Process.Pid, "VmRSS")
}

// memoryLine reads one of the kernel's memory figures of a process, in bytes. VmRSS is the current
// use, VmHWM the peak.
func memoryLine(pid int, name string) (int64, error) {
	status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return 0, fmt.Errorf("read the memory: %w", err)
	}
	for line := range strings.Lines(string(status)) {
		var kilobytes int64
		if _, err := fmt.Sscanf(line, name+": %d kB", &kilobytes); err == nil {
			return kilobytes << 10, nil
		}
	}
	return 0, fmt.Errorf("the memory of %d is not known", pid)
}

// processorTime is the processor time of a process, in steps of 10 ms. Other load on the machine
// delays a process, but hardly changes this value.
func processorTime(pid int) (time.Duration, error) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, fmt.Errorf("read the processor time: %w", err)
	}
	_, after, _ := strings.Cut(string(text), ") ") // the process name may contain anything
	fields := strings.Fields(after)
	if len(fields) < 13 {
		return 0, fmt.Errorf("the processor time of %d is not known", pid)
	}
	var ticks time.Duration
	for _, field := range fields[11:13] { // user time and system time
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("read the processor time: %w", err)
		}
		ticks += time.Duration(n)
	}
	return ticks * 10 * time.Millisecond, nil
}

func freeAddr(ctx context.Context) (string, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a port: %w", err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().String(), nil
}
