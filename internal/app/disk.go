package app

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"rento/internal/alert"
	"rento/internal/calendar"
	"rento/internal/config"
)

const (
	// leastFree and leastShare are how much of a disk must be free, in bytes and as a part of all of it.
	// With less, a person is told while everything still works.
	leastFree  = 512 << 20
	leastShare = 50
	// diskInterval is how often the disks are looked at.
	diskInterval = 5 * time.Minute
)

// space is what a file system has, in bytes: free for this program, and in all. Known is false if
// the machine cannot tell.
type space struct {
	free, all uint64
	known     bool
}

func (s space) low() bool { return s.known && (s.free < leastFree || s.free < s.all/leastShare) }

// disk is a place of this machine that the node writes to.
type disk struct{ name, path string }

// disksOf are the disks of a node: those of the SQLite database and of the folder of uploaded files.
// The disk of PostgreSQL is seen by that machine alone.
func disksOf(c *config.Config) []disk {
	var disks []disk
	if file := c.DatabaseFile(); file != "" {
		disks = append(disks, disk{"database", file})
	}
	if c.Files.URL == "" {
		disks = append(disks, disk{"uploaded files", c.FilesFolder()})
	}
	return disks
}

// existing is the path, or the nearest folder above it that exists: what is not there yet will be
// written to the same disk.
func existing(path string) string {
	for {
		if _, err := os.Stat(path); err == nil || path == filepath.Dir(path) {
			return path
		}
		path = filepath.Dir(path)
	}
}

// lowDisk is a disk that is nearly full.
type lowDisk struct {
	disk
	space
}

// String says how much is left, without the path, since anybody may ask whether a node is ready.
func (d lowDisk) String() string {
	return fmt.Sprintf("the disk of the %s is nearly full: %d MiB of %d MiB are free", d.name, d.free>>20, d.all>>20)
}

// lowDisks are the disks that are nearly full.
func lowDisks(disks []disk, spaceAt func(path string) space) []lowDisk {
	var low []lowDisk
	for _, d := range disks {
		if s := spaceAt(existing(d.path)); s.low() {
			low = append(low, lowDisk{d, s})
		}
	}
	return low
}

// watchDisks raises an alert once a day for each disk of this node that is nearly full, until ctx
// ends.
func (n *Node) watchDisks(ctx context.Context) {
	tick := time.NewTicker(diskInterval)
	defer tick.Stop()
	for {
		n.alertOfDisks(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (n *Node) alertOfDisks(ctx context.Context) {
	for _, d := range lowDisks(n.readiness.disks, n.readiness.spaceAt) {
		err := n.Services.Alerts.RaiseAlone(ctx, alert.Alert{
			Kind: "disk_nearly_full", Subject: fmt.Sprintf("node %d/%s/%s", n.config.Node, d.name, calendar.Today(n.Services.Clock)), Detail: d.String() + ", at " + d.path,
		})
		if err != nil {
			n.logger.ErrorContext(ctx, "no alert of a disk that is nearly full", "disk", d.String(), "error", err)
		}
	}
}
