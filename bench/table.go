package main

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// row is one line of the table.
type row struct {
	what   string
	value  string
	beside string
	// ratio is the value divided by the value beside it, and bar is its limit. Both are empty if
	// there is nothing to compare.
	ratio, bar string
	// missed says that the bar was missed.
	missed bool
}

// atLeast sets the ratio of a value that should be large.
func (r row) atLeast(ratio, bar float64) row {
	r.ratio, r.bar, r.missed = fmt.Sprintf("%.2f", ratio), fmt.Sprintf(">= %.2f", bar), ratio < bar
	return r
}

// atMost sets the ratio of a value that should be small.
func (r row) atMost(ratio, bar float64) row {
	r.ratio, r.bar, r.missed = fmt.Sprintf("%.2f", ratio), fmt.Sprintf("<= %.2f", bar), ratio > bar
	return r
}

// skipped is a row for something that could not be measured here.
func skipped(what string, why error) row { return row{what: what, value: "skipped: " + why.Error()} }

func printTable(out io.Writer, rows []row) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "what\tmeasured\tbeside\tratio\tbar\t")
	for _, r := range rows {
		verdict := ""
		if r.missed {
			verdict = "missed"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", r.what, r.value, r.beside, r.ratio, r.bar, verdict)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("print the table: %w", err)
	}
	return nil
}
