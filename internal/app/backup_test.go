package app_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	_ "modernc.org/sqlite" // to change a copy behind the program's back

	"rento/internal/app"
	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/hashchain"
	"rento/internal/ident"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// journal is a database in use, with some sealed days.
type journal struct {
	store  *store.Store
	ledger *ledger.Ledger
	log    *audit.Log
	clock  *calendar.Frozen
	path   string
}

// openJournal opens a database and enters some days of postings. All days but the last are sealed.
func openJournal(t *testing.T) *journal {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rento 100%?.db") // all characters that an address must escape
	s, err := store.Open(t.Context(), store.Options{URL: path, Relaxed: true})
	if err != nil {
		t.Fatal(err)
	}
	testkit.AddCustomers(t, s, 1, 2, 3, 4, 5, 6, 7, 8) // the last one has no postings
	t.Cleanup(func() { _ = s.Close() })
	clock := calendar.NewFrozen(calendar.MustParse("2026-11-01").At(10, 0))
	ids := ident.NewSource(clock, 0)
	j := &journal{store: s, ledger: ledger.New(ids), log: audit.New(ids, clock), clock: clock, path: path}
	for n := range 40 {
		clock.Set(calendar.Day(2026, 11, 1+n%3).At(10, 0))
		if err := j.post(t.Context(), n); err != nil {
			t.Fatal(err)
		}
	}
	clock.Set(calendar.Day(2026, 11, 4).At(1, 0))
	for _, table := range []hashchain.Table{ledger.Chain(s.Queries()), audit.Chain(s.Queries())} {
		if _, err := hashchain.SealDays(t.Context(), s, clock, table); err != nil {
			t.Fatal(err)
		}
	}
	clock.Set(calendar.Day(2026, 11, 4).At(9, 0))
	t.Setenv("RENTO_DATABASE", path)
	return j
}

// post enters the n-th deposit.
func (j *journal) post(ctx context.Context, n int) error {
	return j.store.WriteCompany(ctx, func(tx *store.Tx) error {
		if err := j.log.Record(ctx, tx, audit.Entry{CustomerID: int64(n%7 + 1), Action: "deposit_paid", Object: fmt.Sprint("test/", n)}); err != nil {
			return err
		}
		_, _, err := j.ledger.Post(ctx, tx, ledger.Entry{
			CustomerID: int64(n%7 + 1), SourceType: "test", SourceID: fmt.Sprint(n), At: calendar.Stamp(j.clock.Now()),
			Legs: []ledger.Leg{ledger.Debit(ledger.Bank, money.Paise(100+n)), ledger.Credit(ledger.Deposit, money.Paise(100+n))},
		})
		return err
	})
}

// rento runs a command and returns what it printed.
func rento(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := app.Main(t.Context(), args, &out, io.Discard)
	return out.String(), err
}

func mustRun(t *testing.T, args ...string) string {
	t.Helper()
	out, err := rento(t, args...)
	if err != nil {
		t.Fatalf("rento %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

func TestBackupIsProvedAndRestored(t *testing.T) {
	openJournal(t)
	file := filepath.Join(t.TempDir(), "copy.db")
	mustRun(t, "backup", file)
	for _, name := range []string{file, store.ChecksumFile(file), store.CountsFile(file)} {
		info, err := os.Stat(name)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: mode %v, %v, want 0600", name, info.Mode(), err)
		}
	}
	out := mustRun(t, "restore", "--check", file)
	for _, want := range []string{"schema: version ", "the sealed days are whole up to ", "rows: every table has those that it had", "deposit                          40 postings, -", "ledger_entries                   40\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("the proof does not say %q:\n%s", want, out)
		}
	}
	restored := filepath.Join(t.TempDir(), "restored.db")
	t.Setenv("RENTO_DATABASE", restored)
	mustRun(t, "restore", file)
	mustRun(t, "migrate") // a node can open the restored database
	if again := mustRun(t, "restore", "--check", restored); !strings.Contains(again, "ledger_entries                   40\n") {
		t.Errorf("the restored database has not what the copy had:\n%s", again)
	}
}

func TestBackupAndRestoreOverwriteNothing(t *testing.T) {
	j := openJournal(t)
	file := filepath.Join(t.TempDir(), "copy.db")
	mustRun(t, "backup", file)
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.post(t.Context(), 1000); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"backup", file}, {"restore", file}} {
		if _, err := rento(t, args...); err == nil || !strings.Contains(err.Error(), "is not overwritten") {
			t.Errorf("rento %s: %v, want a refusal to overwrite", args[0], err)
		}
	}
	after, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the first copy was changed: %v, want the same bytes", err)
	}
	// SQLite would replay an earlier database's write-ahead log into the restored one.
	database := filepath.Join(t.TempDir(), "rento.db")
	if err := os.WriteFile(database+"-wal", []byte("left behind"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("RENTO_DATABASE", database)
	if _, err := rento(t, "restore", file); err == nil {
		t.Error("a copy was restored beside the log of another database")
	}
}

// The copy has every commit that was acknowledged before the backup began, whatever is written
// meanwhile, and no partial transaction.
func TestBackupUnderWrites(t *testing.T) {
	j := openJournal(t)
	var acknowledged struct {
		sync.Mutex
		n int
	}
	ctx, stop := context.WithCancel(t.Context())
	var writer sync.WaitGroup
	defer writer.Wait()
	defer stop()
	writer.Go(func() {
		for n := 40; ctx.Err() == nil; n++ {
			if err := j.post(context.WithoutCancel(ctx), n); err != nil {
				t.Error(err)
				return
			}
			acknowledged.Lock()
			acknowledged.n = n + 1
			acknowledged.Unlock()
		}
	})
	folder := t.TempDir()
	for round := range 5 {
		acknowledged.Lock()
		want := acknowledged.n
		acknowledged.Unlock()
		file := filepath.Join(folder, fmt.Sprintf("copy-%d.db", round))
		mustRun(t, "backup", file)
		mustRun(t, "restore", "--check", file)
		if got := entries(t, file); got < want {
			t.Errorf("copy %d has %d entries, and %d were acknowledged before it began", round, got, want)
		}
	}
}

// entries counts the entries of a copy, whose sources must have no gap.
func entries(t *testing.T, file string) int {
	t.Helper()
	pool := raw(t, file)
	var count, last int
	err := pool.QueryRowContext(t.Context(), "SELECT COUNT(*), MAX(CAST(source_id AS INTEGER)) FROM ledger_entries").Scan(&count, &last)
	if err != nil || count != last+1 {
		t.Fatalf("%d entries, the last is %d: %v, want %v", count, last, err, last+1)
	}
	return count
}

func raw(t *testing.T, file string) *sql.DB {
	t.Helper()
	pool, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pool.Close() })
	return pool
}

// A changed byte anywhere in the file is found.
func TestDamagedCopiesAreRefused(t *testing.T) {
	openJournal(t)
	file := filepath.Join(t.TempDir(), "copy.db")
	mustRun(t, "backup", file)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for at := 5; at < len(whole); at += len(whole) / 9 {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 0x40
		if err := os.WriteFile(file, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := rento(t, "restore", "--check", file); err == nil {
			t.Errorf("a copy whose byte %d of %d was flipped passed", at, len(whole))
		}
	}
	if err := os.WriteFile(file, whole[:len(whole)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(store.ChecksumFile(file)); err != nil {
		t.Fatal(err)
	}
	if _, err := rento(t, "restore", "--check", file); err == nil {
		t.Error("half a copy without a checksum passed")
	}
	if err := os.WriteFile(file, []byte("a letter"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := rento(t, "restore", "--check", file); err == nil {
		t.Error("a file that is no database passed")
	}
}

// Somebody who edits a copy can recompute its checksum, but cannot make the books consistent.
func TestEditedCopiesAreRefused(t *testing.T) {
	for name, edit := range map[string]string{
		"a posting":                   "UPDATE ledger_postings SET amount_paise = amount_paise + 1 WHERE account = 'deposit' AND customer_id = 3",
		"a balance":                   "UPDATE ledger_balances SET balance_paise = 0 WHERE customer_id = 3",
		"a sealed entry":              "UPDATE ledger_entries SET description = 'x' WHERE source_id = '1'",
		"an entry that is out":        "DELETE FROM ledger_days WHERE day = '2026-11-01'",
		"all seals":                   "DELETE FROM ledger_days",
		"the newest seals":            "DELETE FROM ledger_days WHERE day > '2026-11-01'",
		"an entry of the audit log":   "UPDATE audit_log SET actor = 'customer' WHERE object = 'test/1'",
		"a day of the audit log":      "DELETE FROM audit_days WHERE day = '2026-11-01'",
		"all seals of the audit log":  "DELETE FROM audit_days",
		"the schema":                  "DROP INDEX ledger_entries_day",
		"a customer without postings": "DELETE FROM customers WHERE id = 8",
		"a row more":                  "INSERT INTO settings (name, value) VALUES ('somebody', 'else')",
		"a newer schema":              "UPDATE goose_db_version SET version_id = 99999",
	} {
		t.Run(name, func(t *testing.T) {
			openJournal(t)
			file := filepath.Join(t.TempDir(), "copy.db")
			mustRun(t, "backup", file)
			editCopy(t, file, edit)
			if out, err := rento(t, "restore", "--check", file); err == nil {
				t.Errorf("the copy passed:\n%s", out)
			}
		})
	}
}

// editCopy changes a copy and recomputes its checksum.
func editCopy(t *testing.T, file, edit string) {
	t.Helper()
	pool := raw(t, file)
	if _, err := pool.ExecContext(t.Context(), edit); err != nil {
		t.Fatal(err)
	}
	if err := pool.Close(); err != nil {
		t.Fatal(err)
	}
	edited, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	sum := fmt.Sprintf("%x  %s\n", sha256.Sum256(edited), filepath.Base(file))
	if err := os.WriteFile(store.ChecksumFile(file), []byte(sum), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A copy whose invoices, late fees or settlements differ from their bookings is refused, and the error
// says which. Checking the journal alone would not find it.
func TestCopiesWithAlteredDocumentsAreRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rento.db")
	s, err := store.Open(t.Context(), store.Options{URL: path, Relaxed: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	t.Setenv("RENTO_DATABASE", path)
	w := company.New(t, s, "2026-10-01")
	c := w.Customer()
	w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
	w.Go("2026-11-01")
	w.Bill()
	invoice := w.Invoices(c)[0]
	w.Pay(c, "1", money.Rupees(1000))
	w.Write(c, func(tx *store.Tx) error {
		_, err := w.Billing.CreditIn(t.Context(), tx, billing.Credit{
			CustomerID: c, InvoiceID: invoice.ID, Operation: "x", Reason: billing.Reason{Code: billing.WrittenReason, Written: "Goodwill"}, Lines: []billing.CreditedLine{{LineNo: 1, Amount: 10000}},
		})
		return err
	})
	if _, err := hashchain.SealDays(t.Context(), s, calendar.System{}, audit.Chain(s.Queries())); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	good := filepath.Join(folder, "good.db")
	mustRun(t, "backup", good)
	if out := mustRun(t, "restore", "--check", good); !strings.Contains(out, "invoices, late fees, settlements and money in transit are as booked") {
		t.Errorf("a good copy: %s, want %q in it", out, "invoices, late fees, settlements and money in transit are as booked")
	}
	of, has := invoice.Number+fmt.Sprintf(" of customer %d has ", c), fmt.Sprintf("customer %d has ", c)
	for n, edit := range []struct{ do, want string }{
		{"UPDATE invoices SET paid_paise = 99900 WHERE kind = 'rental'", of + "₹999 paid and should have ₹1,000"},
		{"DELETE FROM payment_allocations", of + "₹1,000 paid and should have ₹0"},
		{"UPDATE invoices SET credited_paise = 11900 WHERE kind = 'rental'", of + "₹119 credited and should have ₹118"},
		{"UPDATE invoices SET paid_paise = 0; DELETE FROM payment_allocations", "receivable of " + has + "₹651 in the account and should have ₹1,651"},
		{"INSERT INTO late_fees SELECT customer_id, 7, id, '2026-11-01', '2026-11-01', 3, 0, 1500, 0, '', 0 FROM invoices WHERE kind = 'rental'", "late_fee of " + has + "₹0 in the account and should have ₹15"},
		{"UPDATE invoice_lines SET amount_paise = amount_paise + 1 WHERE kind = 'rent'", of + "₹1,768.82 with tax and should have ₹1,768.83"},
		{"INSERT INTO settlements SELECT id, 7, 'pickup', 'ready', 100, 0, 100, 0, 0, 0, 0 FROM customers", has + "₹0 in the account and is owed ₹1"},
	} {
		file := filepath.Join(folder, fmt.Sprint(n, ".db"))
		mustRun(t, "backup", file)
		editCopy(t, file, edit.do)
		if out, err := rento(t, "restore", "--check", file); err == nil || !strings.Contains(err.Error(), edit.want) {
			t.Errorf("%s: %v, want it to say: %s\n%s", edit.do, err, edit.want, out)
		}
	}
}

func TestBackupOfPostgreSQLNamesItsOwnTool(t *testing.T) {
	t.Setenv("RENTO_DATABASE", "postgres://rento@db.example/rento")
	_, err := rento(t, "backup", filepath.Join(t.TempDir(), "copy"))
	if err == nil || !strings.Contains(err.Error(), "pg_dump --format=custom") {
		t.Errorf("%v, want the way to copy PostgreSQL", err)
	}
}

// A copy without recorded row counts is accepted, and the output says so.
func TestACopyWithoutNotedRowsIsTaken(t *testing.T) {
	openJournal(t)
	file := filepath.Join(t.TempDir(), "copy.db")
	mustRun(t, "backup", file)
	if err := os.Remove(store.CountsFile(file)); err != nil {
		t.Fatal(err)
	}
	if out := mustRun(t, "restore", "--check", file); !strings.Contains(out, "rows: what they were is not noted beside the copy") {
		t.Errorf("the proof does not say that nothing is noted:\n%s", out)
	}
}
