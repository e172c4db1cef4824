package app

import (
	"errors"
	"fmt"
	"testing"
)

// rento reconcile has exit codes of its own for rows that differed when nothing else went wrong.
func TestExitCode(t *testing.T) {
	mended, open := Differ{Rows: 2}, Differ{Rows: 2, Open: 1}
	for _, c := range []struct {
		err  error
		want int
	}{
		{mended, 2},
		{open, 3},
		{errors.Join(nil, mended), 2},
		{fmt.Errorf("reconcile: %w", errors.Join(open)), 3},
		{errors.Join(errors.New("the gateway does not answer"), open), 1},
		{errors.New("something else"), 1},
	} {
		if got := ExitCode(c.err); got != c.want {
			t.Errorf("%v ends with %d, want %d", c.err, got, c.want)
		}
	}
}
