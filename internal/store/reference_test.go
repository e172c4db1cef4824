package store_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"rento/internal/store"
	"rento/internal/store/reference"
	"rento/internal/store/schema"
)

// A column whose name is that of an id has a foreign key, or is listed with the reason why not.
func TestEveryIDHasAForeignKeyOrAReason(t *testing.T) {
	listed := map[string]reference.Unkeyed{}
	for _, u := range reference.All() {
		listed[u.Table+"."+u.Column] = u
		if u.Why == "" {
			t.Errorf("%s.%s: got no reason, want one", u.Table, u.Column)
		}
	}
	for _, of := range tablesNow(t) {
		for _, c := range of.Columns {
			name := of.Name + "." + c.Name
			_, unkeyed := listed[name]
			delete(listed, name)
			if want := strings.HasSuffix(c.Name, "_id") && !hasKey(of, c.Name); unkeyed != want {
				t.Errorf("%s is listed as without a foreign key: got %t, want %t; add the key, or the reason to internal/store/reference", name, unkeyed, want)
			}
		}
	}
	for name := range listed {
		t.Errorf("internal/store/reference lists %s: got no such column, want one", name)
	}
}

func hasKey(of schema.Table, column string) bool {
	return slices.ContainsFunc(of.Foreign, func(f schema.ForeignKey) bool { return slices.Contains(f.Columns, column) })
}

// named are further values of a row. Without them, a row with a missing reference would first break
// a rule of its table.
var named = map[string]map[string]any{
	"invoice_lines.order_id":             {"kind": "charge"},
	"payment_allocations.transaction_id": {"invoice_id": 3},
	"payment_allocations.invoice_id":     {"late_fee_id": 0},
	"payment_allocations.late_fee_id":    {"invoice_id": 0},
	"payouts.payee_id":                   {"preference": 20},
	"payment_transactions.invoice_id":    {"state": "succeeded"}, // a live one would be the customer's second
	"tickets.receiver_id":                {"request_type": 690},
	"invoices.original_id":               {"kind": "credit_note"},
}

// A copy in which a row refers to a missing row is damaged, whether or not the database has a
// foreign key for it.
func TestACopyIsSearchedForRowsThatNameNobody(t *testing.T) {
	f := fill(t, "sqlite")
	for _, u := range reference.All() {
		if u.Refers == "" {
			continue
		}
		at := slices.IndexFunc(f.tables, func(of schema.Table) bool { return of.Name == u.Table })
		row := f.row(f.tables[at], 4, 3)
		for _, other := range reference.All() {
			if other.Table == u.Table && other.Refers == "customers" && other.Column == "customer_id" {
				row[other.Column] = 3
			} else if other.Table == u.Table && other.Refers != "" {
				row[other.Column] = 0
			}
		}
		row[u.Column] = 999
		maps.Copy(row, named[u.Table+"."+u.Column])
		f.lost(f.tables[at], row, fmt.Sprintf("1 rows of %s whose %s is no row of %s", u.Table, u.Column, u.Refers))
	}
}

// lost adds a row, expects the copy to be reported as damaged in these words, and deletes the row
// again.
func (f *filled) lost(of schema.Table, row map[string]any, words string) {
	f.Helper()
	tx, err := f.pool.BeginTx(f.Context(), nil)
	if err != nil {
		f.Fatal(err)
	}
	if err := f.insert(tx, of, row); err != nil {
		f.Fatalf("%s: %v", words, err)
	}
	if err := tx.Commit(); err != nil {
		f.Fatal(err)
	}
	if err := f.integrity(); err == nil || !strings.Contains(err.Error(), words) {
		f.Errorf("got %v, want %s", err, words)
	}
	var keys []string
	var values []any
	for _, name := range of.Primary {
		values = append(values, row[name])
		keys = append(keys, fmt.Sprintf("%s = $%d", name, len(values)))
	}
	if _, err := f.pool.ExecContext(f.Context(), "DELETE FROM "+of.Name+" WHERE "+strings.Join(keys, " AND "), values...); err != nil {
		f.Fatal(err)
	}
	if err := f.integrity(); err != nil {
		f.Errorf("without that row: got %v, want it whole", err)
	}
}

// integrity checks the file that the pool has open.
func (f *filled) integrity() error {
	f.Helper()
	var path string
	if err := f.pool.QueryRowContext(f.Context(), "SELECT file FROM pragma_database_list WHERE name = 'main'").Scan(&path); err != nil {
		f.Fatal(err)
	}
	c, err := store.OpenCopy(f.Context(), path)
	if err != nil {
		f.Fatal(err)
	}
	defer func() { _ = c.Close() }() // it was only read
	return c.Integrity(f.Context())
}
