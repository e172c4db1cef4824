package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// measureSizes measures the program itself: its size, its start on an existing database, its memory
// when idle, and what the home screen makes a browser load.
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
	var home weights
	if err := visitDemo(ctx, s, "e2e/weight.mjs", &home, progress); err != nil {
		return nil, err
	}
	return append(rows, home.rows()...), nil
}

// weight is what a browser loads: the compressed bytes of scripts and styles, and the number of
// script and font files.
type weight struct {
	Scripts float64 `json:"scripts"`
	Files   float64 `json:"files"`
	Styles  float64 `json:"styles"`
	Fonts   float64 `json:"fonts"`
}

// weighed is the home screen until it shows its figures, and until the browser is idle.
type weighed struct {
	Name  string `json:"name"`
	Shown weight `json:"shown"`
	Idle  weight `json:"idle"`
}

// weights are the home screens of several customers, with their limits. The browser journeys use
// the same limits.
type weights struct {
	Limits weighed   `json:"limits"`
	Homes  []weighed `json:"homes"`
}

func (w weights) rows() []row {
	most := w.Limits
	var rows []row
	for _, home := range w.Homes {
		rows = append(rows,
			of("home, "+home.Name+", scripts until shown", home.Shown.Scripts, most.Shown.Scripts, kilobytes),
			of("  their files", home.Shown.Files, most.Shown.Files, number),
			of("  styles", home.Shown.Styles, most.Shown.Styles, kilobytes),
			of("  scripts until idle", home.Idle.Scripts, most.Idle.Scripts, kilobytes),
			of("  font files", home.Idle.Fonts, most.Idle.Fonts, number))
	}
	return rows
}

func of(what string, found, most float64, unit func(float64) string) row {
	return row{what: what, value: unit(found), beside: unit(most)}.atMost(found/most, 1)
}

func kilobytes(bytes float64) string { return fmt.Sprintf("%.1f kB", bytes/1e3) }

func number(n float64) string { return fmt.Sprintf("%.0f", n) }

func megabytes(bytes int64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/1e6) }
