package app_test

import (
	"strings"
	"testing"
	"time"

	"rento/internal/app"
	"rento/internal/calendar"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/node"
)

// The books are checked once a night, by one node, and each node's metrics tell
// what was found.
func TestTheBooksAreCheckedAtNight(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := calendar.NewFrozen(calendar.MustParse("2026-03-02").At(12, 0))
		log := &node.Log{}
		logger := app.NewLogger(log, "info")
		start := func() *app.Node {
			x, err := app.NewServices(node.Config(), s, app.Outside{Clock: clock, Logger: logger})
			if err != nil {
				t.Fatal(err)
			}
			n, err := app.NewNode(node.Config(), x, logger, false)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		nodes := []*app.Node{start(), start()}
		told := func(want string) {
			t.Helper()
			for i, n := range nodes {
				page := get(n, "/metrics", "127.0.0.1:1", "").Body.String()
				if !strings.Contains(page, "\nrento_ledger_findings "+want+"\n") {
					t.Errorf("the metrics of node %d do not say rento_ledger_findings %s", i, want)
				}
			}
		}
		night := func() {
			t.Helper()
			clock.Set(clock.Now().Add(24 * time.Hour))
			for _, n := range nodes {
				if _, err := n.Services.Jobs.RunDue(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		testkit.AddCustomers(t, s, 7)
		night() // plans the schedules
		told("0")
		_, err := testkit.Raw(t, s).ExecContext(t.Context(), "INSERT INTO ledger_balances (customer_id, account, balance_paise) VALUES (7, 'receivable', 1)")
		if err != nil {
			t.Fatal(err)
		}
		log.Drain()
		night()
		told("1")
		if lines := strings.Count(log.Drain(), "the books do not balance"); lines != 1 {
			t.Errorf("%d nodes said that the books do not balance, want the one that checked them", lines)
		}
	})
}
