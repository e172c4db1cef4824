package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// The scores that each screen is held to, of 1 at best.
const (
	performanceBar = 0.90
	ruleBar        = 1.0
)

// score is what Lighthouse says of one screen on a phone; the times are in
// milliseconds of its simulated phone.
type score struct {
	Screen        string  `json:"screen"`
	Performance   float64 `json:"performance"`
	Accessibility float64 `json:"accessibility"`
	BestPractices float64 `json:"bestPractices"`
	LargestPaint  int     `json:"largestPaint"`
	Blocked       int     `json:"blocked"`
}

// measureLighthouse lets Lighthouse visit the screens of a demo city. Whatever
// else the machine does lowers the performance that it finds.
func measureLighthouse(ctx context.Context, s settings, progress io.Writer) ([]row, error) {
	rento, err := startDemo(ctx, s.program, filepath.Join(s.folder, "lighthouse", "rento.db"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = rento.stop() }()
	command := exec.CommandContext(ctx, "node", "e2e/lighthouse.mjs", "http://"+rento.addr)
	// It ends its browser when it is asked to, which a kill would not let it do.
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = 10 * time.Second
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, progress
	if err := command.Run(); err != nil {
		return nil, fmt.Errorf("visit the screens (make setup installs what is missing): %w", err)
	}
	var scores []score
	if err := json.Unmarshal(out.Bytes(), &scores); err != nil {
		return nil, fmt.Errorf("read the scores: %w", err)
	}
	var rows []row
	for _, found := range scores {
		rows = append(rows, found.rows()...)
	}
	return rows, nil
}

func (s score) rows() []row {
	name := "Lighthouse on a phone, " + s.Screen
	times := fmt.Sprintf("largest paint %.1f s, blocked %d ms", float64(s.LargestPaint)/1000, s.Blocked)
	return []row{
		row{what: name, value: times, beside: "performance"}.atLeast(s.Performance, performanceBar),
		row{what: "  accessibility"}.atLeast(s.Accessibility, ruleBar),
		row{what: "  best practices"}.atLeast(s.BestPractices, ruleBar),
	}
}
