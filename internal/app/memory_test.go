package app

import (
	"bytes"
	"math"
	"os"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

func TestMemoryIsLimitedByTheContainer(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	none := func() (uint64, error) { return 0, memlimit.ErrNoLimit }
	missing := func() (uint64, error) { return 0, memlimit.ErrNoCgroup }
	for name, test := range map[string]struct {
		variable string
		provider memlimit.Provider
		want     int64
		log      string
	}{
		"a container of 1 GB":             {"", memlimit.Limit(1_000_000_000), 900_000_000, `"memory is limited","bytes":900000000`},
		"a container without limit":       {"", none, math.MaxInt64, "memory is not limited"},
		"no container":                    {"", missing, 5 << 30, "no memory limit of a container is known"},
		"GOMEMLIMIT in a container of 1G": {"5GiB", memlimit.Limit(1_000_000_000), 5 << 30, `"memory is limited","bytes":5368709120`},
	} {
		t.Run(name, func(t *testing.T) {
			debug.SetMemoryLimit(5 << 30)
			t.Setenv("GOMEMLIMIT", test.variable)
			if test.variable == "" {
				_ = os.Unsetenv("GOMEMLIMIT") // Setenv restores it after the test
			}
			var log bytes.Buffer
			limitMemory(NewLogger(&log, "info"), test.provider)
			if got := debug.SetMemoryLimit(-1); got != test.want {
				t.Errorf("limit: got %d, want %d", got, test.want)
			}
			if !strings.Contains(log.String(), test.log) {
				t.Errorf("log: got %s, want %s", log.String(), test.log)
			}
		})
	}
}

func TestGarbageIsCollectedRarely(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	none := func() (uint64, error) { return 0, memlimit.ErrNoLimit }
	for variable, want := range map[string]int{"": garbagePercent, "50": 50} {
		debug.SetGCPercent(50)
		t.Setenv("GOGC", variable)
		limitMemory(NewLogger(&bytes.Buffer{}, "info"), none)
		if got := debug.SetGCPercent(50); got != want {
			t.Errorf("GOGC %q: got %d, want %d", variable, got, want)
		}
	}
}
