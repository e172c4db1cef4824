package crash

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"rento/internal/testkit"
)

// disturbance happens to three nodes and their database while customers pay.
type disturbance struct {
	name     string
	do       func(r *testProgram, database string) error
	happened *atomic.Int64
}

func newDisturbances() []disturbance {
	return []disturbance{
		{"a node is killed", func(r *testProgram, _ string) error { r.node().kill(); return nil }, new(atomic.Int64)},
		{"the database loses power", func(_ *testProgram, database string) error { return testkit.RestartPostgres(database) }, new(atomic.Int64)},
		{"a node stands still", func(r *testProgram, _ string) error { r.node().pause(2 * time.Second); return nil }, new(atomic.Int64)},
	}
}

// lastPayers pay once each disturbance has happened, in the midst of further ones.
const lastPayers = 8

// durablePostgres is a server of its own, which waits for the disk, with an empty
// database.
func durablePostgres(t *testing.T) (folder, database string) {
	t.Helper()
	folder = t.TempDir()
	for _, way := range []string{filepath.Dir(folder), folder} { // the server has a user of its own
		if err := os.Chmod(way, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	server, stop, err := testkit.StartPostgres(folder)
	if err != nil {
		t.Fatalf("PostgreSQL: %v (make setup installs it)", err)
	}
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	if err := testkit.CreatePostgres(server, "rento"); err != nil {
		t.Fatal(err)
	}
	return folder, server + "rento"
}

// TestThreeNodesSurviveTheirDisturbances has customers pay at three nodes behind a proxy, of which
// one is killed or stopped at any moment, while their database goes down with what
// is under way (P2, P9, P10, P11). Every customer ends with one payment.
func TestThreeNodesSurviveTheirDisturbances(t *testing.T) {
	t.Parallel()
	customers, rounds := 24, 3
	if whole() {
		customers, rounds = 3000, 1000
	}
	folder, database := durablePostgres(t)
	r, payers := newTestProgram(t, database, 3, customers)
	disturbed, cancel := context.WithCancel(t.Context())
	var disturbing sync.WaitGroup
	queue, wait := payAtOnce(t)
	disturbances := newDisturbances()
	disturbing.Go(func() {
		for i := range rounds * len(disturbances) {
			select {
			case <-disturbed.Done():
				return
			case <-time.After(time.Duration(500+rand.IntN(1500)) * time.Millisecond):
			}
			d := disturbances[i%len(disturbances)]
			if err := d.do(r, folder); err != nil {
				t.Errorf("%s: %v", d.name, err)
			}
			d.happened.Add(1)
		}
	})
	for i, p := range payers {
		if i == len(payers)-lastPayers {
			until(t, "every disturbance has happened", func() bool {
				return !slices.ContainsFunc(disturbances, func(d disturbance) bool { return d.happened.Load() == 0 })
			})
		}
		queue <- p
	}
	wait()
	cancel()
	disturbing.Wait()
	for _, d := range disturbances {
		t.Logf("%s: %d times", d.name, d.happened.Load())
	}
	for _, n := range r.nodes {
		n.stop(syscall.SIGTERM)
	}
	r.checkPaid(payers)
}
