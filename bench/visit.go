package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// visitDemo runs a script that visits a demo city in a browser, and reads the JSON that the script
// prints into found. Each script gets a demo city of its own.
func visitDemo(ctx context.Context, s settings, script string, found any, progress io.Writer) (err error) {
	name := strings.TrimSuffix(filepath.Base(script), ".mjs")
	rento, err := startDemo(ctx, s.program, filepath.Join(s.folder, name, "rento.db"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rento.stop()) }()
	command := exec.CommandContext(ctx, "node", script, "http://"+rento.addr)
	// On SIGTERM the script closes its browser; a kill would leave the browser running.
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = 10 * time.Second
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, progress
	if err := command.Run(); err != nil {
		return fmt.Errorf("visit for %s (make setup installs what is missing): %w", name, err)
	}
	if err := json.Unmarshal(out.Bytes(), found); err != nil {
		return fmt.Errorf("read what %s has found: %w", name, err)
	}
	return nil
}
