package crash

import (
	"database/sql"
	"syscall"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // to lock a table beside the program

	"rento/internal/testkit"
)

// TestTheDatabaseRestartsInMidTransaction has the database lose power while a node posts a payment: it
// has written, and waits for a table that somebody else has locked. Nothing of that stays, and the
// payment is posted once when the database is back (P2, P9).
func TestTheDatabaseRestartsInMidTransaction(t *testing.T) {
	t.Parallel()
	folder, database := durablePostgres(t)
	r, payers := newTestProgram(t, database, 1, 1)
	b, err := payers[0].begin("", "razorpay")
	if err != nil {
		t.Fatal(err)
	}
	back, err := payers[0].atGateway(b.orderID)
	if err != nil {
		t.Fatal(err)
	}
	beside, err := sql.Open("pgx", database)
	if err != nil {
		t.Fatal(err)
	}
	defer beside.Close()
	locking, err := beside.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = locking.Rollback() }()
	if _, err := locking.Exec("LOCK TABLE messages IN EXCLUSIVE MODE"); err != nil { // the receipt is written last
		t.Fatal(err)
	}
	brought := make(chan error, 1)
	go func() { brought <- payers[0].bring(b, back) }()
	until(t, "a node waits after it has written", func() bool {
		return count(t, beside, "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND backend_xid IS NOT NULL AND query LIKE '%INTO messages%'") > 0
	})
	if err := testkit.RestartPostgres(folder); err != nil {
		t.Fatal(err)
	}
	if err := <-brought; err != nil {
		t.Error(err)
	}
	if err := payers[0].waitPaid(b); err != nil {
		t.Error(err)
	}
	r.nodes[0].stop(syscall.SIGTERM)
	r.checkPaid(payers)
}
