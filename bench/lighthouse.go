package main

import (
	"context"
	"fmt"
	"io"
)

// The minimum scores of each screen, where 1 is the best.
const (
	performanceBar = 0.90
	ruleBar        = 1.0
)

// score is Lighthouse's result for one screen on a phone. The times are in milliseconds on its
// simulated phone.
type score struct {
	Screen        string  `json:"screen"`
	Performance   float64 `json:"performance"`
	Accessibility float64 `json:"accessibility"`
	BestPractices float64 `json:"bestPractices"`
	LargestPaint  int     `json:"largestPaint"`
	Blocked       int     `json:"blocked"`
}

// measureLighthouse lets Lighthouse visit the screens of a demo city. Any other load on the machine
// lowers the performance score.
func measureLighthouse(ctx context.Context, s settings, progress io.Writer) ([]row, error) {
	var scores []score
	if err := visitDemo(ctx, s, "e2e/lighthouse.mjs", &scores, progress); err != nil {
		return nil, err
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
