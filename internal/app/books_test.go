package app_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rento/internal/app"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/hashchain"
	"rento/internal/ident"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/node"
)

// One node checks the books once a night, and each node's metrics show the findings.
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
		told := func(ledger, audit string) {
			t.Helper()
			for i, n := range nodes {
				page := get(n, "/metrics", "127.0.0.1:1", "").Body.String()
				for _, want := range []string{"rento_ledger_findings " + ledger, "rento_audit_findings " + audit} {
					if !strings.Contains(page, "\n"+want+"\n") {
						t.Errorf("the metrics of node %d do not say %s", i, want)
					}
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
		told("0", "0")
		_, err := testkit.Raw(t, s).ExecContext(t.Context(), "INSERT INTO ledger_balances (customer_id, account, balance_paise) VALUES (7, 'receivable', 1)")
		if err != nil {
			t.Fatal(err)
		}
		log.Drain()
		night()
		told("2", "0")
		if lines := strings.Count(log.Drain(), "the books do not balance"); lines != 1 {
			t.Errorf("%d nodes said that the books do not balance, want the one that checked them", lines)
		}
		for range 2 { // make two days with entries, which get sealed
			x := nodes[0].Services
			err := s.WriteCompany(t.Context(), func(tx *store.Tx) error {
				return audit.New(x.IDs, clock).Record(t.Context(), tx, audit.Entry{CustomerID: 7, Action: "item_extended"})
			})
			if err != nil {
				t.Fatal(err)
			}
			night()
			told("2", "0")
			if lines := log.Drain(); strings.Count(lines, `"day sealed"`) != 1 {
				t.Errorf("the log says %s, want the seal of one day", lines)
			}
		}
		if _, err := testkit.Raw(t, s).ExecContext(t.Context(), "UPDATE audit_log SET actor = 'customer'"); err != nil {
			t.Fatal(err)
		}
		night()
		told("2", "2")
		if lines := strings.Count(log.Drain(), `"a sealed day was changed"`); lines != 1 {
			t.Errorf("%d nodes said that a sealed day was changed, want the one that checked", lines)
		}
	})
}

// If a database is older than the audit log's hash chain, migrate starts the chain, so that no
// check finds a day without a seal.
func TestMigrateBeginsTheChainOfTheAuditLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rento.db")
	t.Setenv("RENTO_DATABASE", path)
	s, err := store.Open(t.Context(), store.Options{URL: path, Relaxed: true})
	if err != nil {
		t.Fatal(err)
	}
	clock := calendar.NewFrozen(calendar.MustParse("2026-03-02").At(12, 0))
	log := audit.New(ident.NewSource(clock, 0), clock)
	for range 3 {
		err := s.WriteCompany(t.Context(), func(tx *store.Tx) error { return log.Record(t.Context(), tx, audit.Entry{Action: "staff_added"}) })
		if err != nil {
			t.Fatal(err)
		}
		clock.Advance(24 * time.Hour)
	}
	if _, err := hashchain.Verify(t.Context(), audit.Chain(s.Queries())); !errors.Is(err, hashchain.ErrTampered) {
		t.Errorf("before: %v, want %v", err, hashchain.ErrTampered)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "migrate")
	if s, err = store.Open(t.Context(), store.Options{URL: path, Relaxed: true}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if head, err := hashchain.Verify(t.Context(), audit.Chain(s.Queries())); err != nil || head == "" {
		t.Errorf("after: the chain ends with %q, %v, want a head", head, err)
	}
}
