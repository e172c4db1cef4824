package app

import (
	"log/slog"
	"math"
	"os"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// memoryShare is the share of the container's memory limit that the Go runtime may use. The rest is
// for memory that the runtime does not count, such as SQLite's file cache.
const memoryShare = 0.9

// garbagePercent lets garbage grow to this percentage of the live heap before a collection. A node
// keeps little data between requests, so the runtime's default of 100 would collect many times a
// second to free a few megabytes.
const garbagePercent = 400

// limitMemory sets the runtime's memory limit from the container's limit (cgroup). Collection then
// gets more frequent only near the limit, so a burst slows the node down instead of killing it. The
// environment variables GOMEMLIMIT and GOGC take precedence.
func limitMemory(logger *slog.Logger, provider memlimit.Provider) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	limit, err := memlimit.Set(memlimit.WithRatio(memoryShare), memlimit.WithProvider(provider))
	switch {
	case err != nil:
		logger.Info("no memory limit of a container is known", "error", err.Error())
	case limit == math.MaxInt64:
		logger.Info("memory is not limited")
	default:
		logger.Info("memory is limited", "bytes", limit)
	}
}
