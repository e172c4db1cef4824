package main

import (
	"context"
	"fmt"
	"io"
)

// The limits of the home screen on a slow phone, in milliseconds.
const (
	paintBar   = 1900
	blockedBar = 200
	againBar   = 600
)

// visit is the median of five visits, in milliseconds.
type visit struct {
	Paint   float64 `json:"paint"`
	Blocked float64 `json:"blocked"`
	// Whole is when the last part of the home screen is shown, long after the page reacts to taps.
	Whole float64 `json:"whole"`
}

// reached is the first visit of the home screen, and the home screen again from the installed copy.
type reached struct {
	Home  visit `json:"home"`
	Again visit `json:"again"`
}

// measureReach lets a slowed-down browser visit the home screen of a demo city.
func measureReach(ctx context.Context, s settings, progress io.Writer) ([]row, error) {
	var found reached
	if err := visitDemo(ctx, s, "e2e/reach.mjs", &found, progress); err != nil {
		return nil, err
	}
	return found.rows(), nil
}

func (r reached) rows() []row {
	return []row{
		row{what: "home on a slow phone, largest paint", value: millis(r.Home.Paint), beside: millis(paintBar)}.atMost(r.Home.Paint/paintBar, 1),
		row{what: "  blocked", value: millis(r.Home.Blocked), beside: millis(blockedBar)}.atMost(r.Home.Blocked/blockedBar, 1),
		{what: "  last part of home", value: millis(r.Home.Whole)},
		row{what: "  again, from the installed copy", value: millis(r.Again.Paint), beside: millis(againBar)}.atMost(r.Again.Paint/againBar, 1),
	}
}

func millis(n float64) string { return fmt.Sprintf("%.0f ms", n) }
