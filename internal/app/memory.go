package app

import (
	"log/slog"
	"math"
	"os"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// memoryShare is what the Go runtime may use of the container's limit; the rest
// is for what it does not count, such as the file cache of SQLite.
const memoryShare = 0.9

// garbagePercent lets garbage grow to this share of what is in use before it is
// collected. A node keeps little between two requests, so that the runtime's own
// 100 would collect many times a second for a few megabytes.
const garbagePercent = 400

// limitMemory has the runtime collect garbage harder as the memory nears the
// limit of its container (cgroup), so that a burst slows the node down and does
// not have it killed, and rarely before. GOMEMLIMIT and GOGC go first.
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
