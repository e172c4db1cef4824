package store_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rento/internal/store"
	"rento/internal/testkit"
)

// small are tables that do not grow with customers or time, or only by one row a day or month.
var small = map[string]bool{
	"cities": true, "gst_rates": true, "gst_registrations": true, "products": true, "product_names": true, "visit_hours": true, "holidays": true,
	"settings": true, "staff": true, "billing_runs": true, "ledger_days": true, "audit_days": true, "json_each": true, "t": true,
}

// scans are the queries that must read a whole table: which tables, and why.
var scans = map[string]struct{ tables, why string }{
	"SubscriptionFirstBilledDay":  {"order_items", "only until the first month was billed"},
	"SubscriptionTenants":         {"order_items", "a month's run bills everybody, a page at a time"},
	"SubscriptionDepositors":      {"order_items", "the reminders look once a day at whose deposit is to be paid, a page at a time"},
	"SubscriptionTenantsCount":    {"order_items", "how far a month's run is, asked for by the operator"},
	"NotifyOutbox":                {"messages", "the demo only"},
	"InboxEventsOfOtherKeys":      {"provider_events", "a rotation of keys, by the operator"},
	"SettlementPayeesOfOtherKeys": {"payees", "a rotation of keys, by the operator"},
	"KycKeysOfOtherKeys":          {"kyc_cases", "a rotation of keys, by the operator"},
	"SupportKeysOfOtherKeys":      {"chat_threads", "a rotation of keys, by the operator"},
	"SupportThreadsWaiting":       {"chat_threads", "reads the partial index of threads that wait"},
	"AccountFunnel":               {"begun gone_on", "reads what it has made of the days of a funnel"},
	"SupportLastChange":           {"chat_threads", "reads the end of its index"},
	"KycBlobKeys":                 {"kyc_documents", "making the demo city anew"},
	"KycCasesInReview":            {"kyc_cases", "reads the partial index of cases in review"},
	"JobsCount":                   {"jobs", "tests and make bench only"},
	"JobPayloads":                 {"jobs", "making the demo city anew"},
	"UploadKeys":                  {"uploads", "making the demo city anew"},
	"LedgerTotals":                {"ledger_postings", "the nightly check of the books adds all postings up"},
	"LedgerMissingBalances":       {"ledger_postings", "the nightly check of the books adds all postings up"},
	"LedgerUnbalancedEntries":     {"ledger_postings ledger_entries", "the nightly check of the books adds all postings up"},
	"LedgerWrongBalances":         {"ledger_postings ledger_balances", "the nightly check of the books adds all postings up"},
	"BillingWrongPaid":            {"invoices", "the check of the books compares every invoice with its allocations"},
	"BillingWrongCredited":        {"invoices", "the check of the books compares every invoice with its credit notes"},
	"BillingWrongFeesPaid":        {"late_fees", "the check of the books compares every late fee with its allocations"},
	"BillingWrongLines":           {"invoices", "the check of the books compares every document with its lines"},
	"BillingWrongDues":            {"customers", "the check of the books compares every customer's dues with the accounts"},
	"SettlementWrongOwed":         {"customers", "the check of the books compares every customer's refunds with the account"},
	"PaymentInTransit":            {"gateway_payments refunds ledger_postings taken given_back settled booked", "the check of the books adds all payments, refunds and postings up"},
	"JobsAbandoned":               {"jobs", "reads the partial index of running jobs"},
	"JobsNextAt":                  {"jobs", "reads the partial indexes of ready and running jobs"},
	"JobsDead":                    {"jobs", "reads the partial index of dead jobs"},
	"PaymentTransactionsUnused":   {"payment_transactions", "reads the partial index of open transactions"},
	"PaymentTransfersUnmatched":   {"bank_transfers", "reads the partial index of transfers with money in suspense"},
	"AlertsOpen":                  {"alerts", "reads the partial index of open alerts"},
	"BillingIssuedInvoices":       {"invoices", "the company fetches the documents of a month, a page at a time"},
	"BillingIssuedChallans":       {"challans", "the company fetches the documents of a month, a page at a time"},
	"BillingEWayBillElsewhere":    {"challans", "somebody notes an e-way bill by hand, a few times a day"},
	"AdvanceIssuedVouchers":       {"advance_vouchers", "the company fetches the documents of a month, a page at a time"},
	"BillingFailures":             {"billing_failures", "customers whom a run could not bill: hardly ever any"},
	"SettlementPayeesDoubtful":    {"payees", "reads the partial index of doubtful payees"},
	"ErrorGroupsNewest":           {"error_groups", "reads the end of its index"},
	"AuditNewest":                 {"audit_log", "reads the end of its index"},
}

var (
	queryText = regexp.MustCompile("(?s)const \\w+ = `-- name: (\\w+) :\\w+\\n(.*?)\\n`")
	namedAs   = regexp.MustCompile(`(?:FROM|JOIN|UPDATE|INTO)\s+(\w+)(?:\s+(?:AS\s+)?([a-z]\w*))?`)
	scanned   = regexp.MustCompile(`^SCAN (\w+)`)
	searched  = regexp.MustCompile(`^SEARCH (\w+) USING (.*) \(([^()]*)\)`)
	parameter = regexp.MustCompile(`\$\d+`)
)

const readsAll = "%s reads all of %s: give it an index in the migration, or, if it must, name it in scans with the reason"

// emptySQLite opens a database with its schema and no rows.
func emptySQLite(t *testing.T) *sql.DB {
	t.Helper()
	url := testkit.DatabaseURL(t, "sqlite")
	s, err := store.Open(t.Context(), store.Options{URL: url, Relaxed: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	pool, err := sql.Open("sqlite", url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pool.Close() })
	return pool
}

// No query of a request or a job reads the whole of a growing table, except those listed above.
func TestNoQueryReadsAllOfATableThatGrows(t *testing.T) {
	pool := emptySQLite(t)
	for name, query := range queries(t) {
		for _, table := range scannedBy(t, pool, query) {
			if !small[table] && !slices.Contains(strings.Fields(scans[name].tables), table) {
				t.Errorf(readsAll, name, table)
			}
		}
	}
}

// SQLite plans a statement again at every use if its LIMIT is a bare parameter. For a small query
// that is most of its cost.
func TestLimitsAreCast(t *testing.T) {
	bare := regexp.MustCompile(`(LIMIT|OFFSET) \$\d`)
	for name, query := range queries(t) {
		if found := bare.FindString(query); found != "" {
			t.Errorf("%s says %s, which is to be cast to INTEGER", name, found)
		}
	}
}

// queries returns the text of each query by its name.
func queries(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("db/*.sql.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("queries: %v, %v", files, err)
	}
	texts := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, query := range queryText.FindAllStringSubmatch(string(text), -1) {
			texts[query[1]] = query[2]
		}
	}
	return texts
}

// planOf returns the steps of SQLite's query plan.
func planOf(t *testing.T, pool *sql.DB, query string) (steps []string) {
	t.Helper()
	text := parameter.ReplaceAllString(query, "?")
	rows, err := pool.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+text, make([]any, strings.Count(text, "?"))...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, detail)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return steps
}

// scannedBy lists the tables that SQLite scans for a query.
func scannedBy(t *testing.T, pool *sql.DB, query string) []string {
	t.Helper()
	tables := map[string]string{}
	for _, named := range namedAs.FindAllStringSubmatch(query, -1) {
		tables[named[1]] = named[1]
		if named[2] != "" {
			tables[named[2]] = named[1]
		}
	}
	var found []string
	for _, detail := range planOf(t, pool, query) {
		if scan := scanned.FindStringSubmatch(detail); scan != nil && !strings.Contains(detail, "CONSTANT") && tables[scan[1]] != "" { // else it is a subquery
			found = append(found, tables[scan[1]])
		}
		if search := searched.FindStringSubmatch(detail); search != nil && leadsToAll(search[2], search[3]) {
			found = append(found, tables[search[1]])
		}
	}
	return found
}

// leadsToAll reports a search that finds all rows or nearly all: by a column with the same value in
// most rows, or by the primary key from some row on.
func leadsToAll(index, conditions string) bool {
	switch conditions {
	case "gateway=?", "provider=?":
		return true
	}
	return index == "PRIMARY KEY" && !strings.Contains(conditions, "=?") && !strings.Contains(conditions, " AND ")
}

// PostgreSQL has an index for every query too. With sequential scans disabled, the plan contains
// one only if no index serves.
func TestPostgresReadsByIndex(t *testing.T) {
	url := testkit.DatabaseURL(t, "postgres")
	s, err := store.Open(t.Context(), store.Options{URL: url, Relaxed: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	pool, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = pool.Close() }()
	pool.SetMaxOpenConns(1) // the settings below apply to one session
	for _, setting := range []string{"enable_seqscan = off", "plan_cache_mode = force_generic_plan"} {
		if _, err := pool.ExecContext(t.Context(), "SET "+setting); err != nil {
			t.Fatal(err)
		}
	}
	for name, query := range queries(t) {
		for _, table := range scannedByPostgres(t, pool, query) {
			if !small[table] && !slices.Contains(strings.Fields(scans[name].tables), table) {
				t.Errorf(readsAll, name, table)
			}
		}
	}
}

var (
	placeholder   = regexp.MustCompile(`\$(\d+)`)
	scannedByNode = regexp.MustCompile(`Seq Scan on (\w+)`)
)

// scannedByPostgres lists the tables that PostgreSQL scans for a query.
func scannedByPostgres(t *testing.T, pool *sql.DB, query string) (found []string) {
	t.Helper()
	arguments := map[string]bool{}
	for _, p := range placeholder.FindAllStringSubmatch(query, -1) {
		arguments[p[1]] = true
	}
	execute := "EXPLAIN EXECUTE explained"
	if len(arguments) > 0 {
		execute += "(NULL" + strings.Repeat(", NULL", len(arguments)-1) + ")"
	}
	if _, err := pool.ExecContext(t.Context(), "PREPARE explained AS "+query); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer func() { _, _ = pool.ExecContext(t.Context(), "DEALLOCATE explained") }() // the connection ends with the test
	rows, err := pool.QueryContext(t.Context(), execute)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		if scan := scannedByNode.FindStringSubmatch(line); scan != nil {
			found = append(found, scan[1])
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return found
}

// The rows of a settlement are found by the settlement id. Searching all rows of the customer would
// make a list of settlements take quadratic time.
func TestASettlementsRowsAreFoundByItsId(t *testing.T) {
	pool := emptySQLite(t)
	texts := queries(t)
	for name, want := range map[string]string{
		"SettlementPayouts":     "(customer_id=? AND settlement_id=?)",
		"SettlementItems":       "(customer_id=? AND settlement_id=?)",
		"SettlementWalletOwed":  "(customer_id=? AND settlement_id=?)",
		"BillingPaidBy":         "(customer_id=? AND entry_id=?)",
		"LedgerEntriesOfSource": "(customer_id=? AND source_type=? AND source_id>? AND source_id<?)",
	} {
		plan := strings.Join(planOf(t, pool, texts[name]), "\n")
		if !strings.Contains(plan, want) {
			t.Errorf("%s is not found by %s:\n%s", name, want, plan)
		}
	}
}
