package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// measureSizes looks at the program itself: how large it is, how fast it
// starts on a database that exists, what it holds while nobody asks, and what
// the home screen makes a browser load.
func measureSizes(ctx context.Context, s settings, progress io.Writer) ([]row, error) {
	file, err := os.Stat(s.program)
	if err != nil {
		return nil, fmt.Errorf("find the program (make build): %w", err)
	}
	rows := []row{{what: "binary", value: megabytes(file.Size())}}
	database := filepath.Join(s.folder, "sizes", "rento.db")
	first, err := startDemo(ctx, s.program, database)
	if err != nil {
		return nil, err
	}
	if err := first.stop(); err != nil {
		return nil, err
	}
	second, err := startDemo(ctx, s.program, database)
	if err != nil {
		return nil, err
	}
	memory, err := second.memory()
	if err != nil {
		return nil, err
	}
	if err := second.stop(); err != nil {
		return nil, err
	}
	rows = append(rows,
		row{what: "start, new demo city", value: first.ready.Round(time.Millisecond).String(), beside: "10 s"}.atMost(first.ready.Seconds()/10, 1),
		row{what: "start, existing database", value: second.ready.Round(time.Millisecond).String(), beside: "1 s"}.atMost(second.ready.Seconds(), 1),
		row{what: "memory, idle", value: megabytes(memory)})
	web, err := exec.CommandContext(ctx, "node", "web/scripts/budget.mjs").Output()
	if err != nil {
		return nil, fmt.Errorf("weigh the home screen: %w: %s", err, web)
	}
	_, err = fmt.Fprintf(progress, "%s\n", web)
	return rows, err
}

func megabytes(bytes int64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/1e6) }
