package store_test

import (
	"database/sql"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rento/internal/store"
	"rento/internal/store/schema"
	"rento/internal/testkit"
)

// tablesNow returns the tables after all migrations.
func tablesNow(t *testing.T) []schema.Table {
	t.Helper()
	tables, err := schema.Read(os.DirFS("migrations"))
	if err != nil || len(tables) == 0 {
		t.Fatalf("migrations: %v, %d tables", err, len(tables))
	}
	return tables
}

// special are the values that a valid row needs but that the column alone does not determine,
// because columns depend on each other. A function gives each row a value of its own, by row
// number.
var special = map[string]any{
	"invoices.cgst_paise": 0, "invoices.sgst_paise": 0, "invoices.igst_paise": 0, "invoices.round_off_paise": 0,
	"invoices.original_id": 0, "invoices.paid_paise": 0, "invoices.credited_paise": 0,
	"invoice_lines.to_date": "2026-12-01", "late_fees.paid_paise": 0, "gst_rates.to_date": "",
	"bank_transfers.matched_paise": 0, "bank_transfers.returned_paise": 0,
	"payment_transactions.wallet_paise": 0, "payment_allocations.late_fee_id": 0,
	"payment_allocations.deposit_paise": 0, "payment_allocations.promotional_paise": 0,
	"mandates.is_active": true, "mandates.state": "confirmed", "payouts.payee_id": 0, "payees.is_current": true, "tickets.receiver_id": 0, "ticket_items.taken_item_id": 0, "gateway_payments.attempt_id": 0, "payment_transactions.debit_id": 0, "visit_hours.end_time": "11:00", "visit_slots.start_time": "10:00", "visit_bookings.held_until": 0,
	"referrals.state": "joined", "referrals.friend_id": func(n int) any { return map[bool]int{true: 3, false: 1}[n == 1] }, // refers to another customer
	"chat_threads.asked_at": 0, "chat_messages.author": "staff", "consents.withdrawn_at": 0,
	"advance_vouchers.cgst_paise": 0, "advance_vouchers.sgst_paise": 0, "advance_vouchers.igst_paise": 0,
}

var (
	listed   = regexp.MustCompile(`IN \(([^,)]+)`)
	exactly  = regexp.MustCompile(`length\(\w+\) (?:= |IN \(\d+, )(\d+)`)
	bounded  = regexp.MustCompile(`length\(\w+\) (?:BETWEEN \d+ AND|<=) (\d+)`)
	shortest = regexp.MustCompile(`length\(\w+\) BETWEEN (\d+) AND`)
	between  = regexp.MustCompile(`^\w+ BETWEEN (-?\d+) AND (\d+)`)
	patterns = regexp.MustCompile(`LIKE '([_:0-9-]+)'`)
)

// valid is a value that a column accepts in the n-th row of its table.
func valid(table string, c schema.Column, n int) any {
	switch value := special[table+"."+c.Name].(type) {
	case nil:
	case func(n int) any:
		return value(n)
	default:
		return value
	}
	if list := listed.FindStringSubmatch(c.Check); list != nil && !strings.Contains(c.Check, "length") {
		first := strings.Trim(list[1], "'")
		return map[bool]any{true: false, false: first}[c.Kind == "BOOLEAN"]
	}
	if c.Kind == "TEXT" {
		return text(c, n)
	}
	if range_ := between.FindStringSubmatch(c.Check); range_ != nil && range_[1] == "2000" {
		return 2026
	}
	return n
}

func text(c schema.Column, n int) string {
	if pattern := patterns.FindStringSubmatch(c.Check); pattern != nil {
		if strings.Contains(pattern[1], ":") {
			return "10:00"
		}
		return fmt.Sprintf("20%02d-11-01", 10+n)
	}
	if length := exactly.FindStringSubmatch(c.Check); length != nil {
		var size int
		_, _ = fmt.Sscan(length[1], &size) // the pattern matches only digits
		return fmt.Sprintf("%0*d", size, n)
	}
	size := 2
	if least := shortest.FindStringSubmatch(c.Check); least != nil {
		_, _ = fmt.Sscan(least[1], &size) // the pattern matches only digits
	}
	return fmt.Sprintf("%0*d", max(size, 2), 10+n)
}

// filled is a database with rows, in which the tests try further rows.
type filled struct {
	*testing.T
	pool   *sql.DB
	tables []schema.Table
}

// row is a valid row number own, which refers to the parent rows number parents.
func (f *filled) row(of schema.Table, own, parents int) map[string]any {
	values := map[string]any{}
	for _, c := range of.Columns {
		values[c.Name] = valid(of.Name, c, own)
	}
	for _, key := range of.Foreign {
		for _, parent := range f.tables {
			for i, name := range key.Refers {
				for _, c := range parent.Columns {
					if parent.Name == key.Table && c.Name == name {
						values[key.Columns[i]] = valid(parent.Name, c, parents)
					}
				}
			}
		}
	}
	return values
}

func (f *filled) insert(tx *sql.Tx, of schema.Table, values map[string]any) error {
	var names, marks []string
	var args []any
	for _, c := range of.Columns {
		args = append(args, values[c.Name])
		names, marks = append(names, c.Name), append(marks, fmt.Sprintf("$%d", len(args)))
	}
	_, err := tx.ExecContext(f.Context(), "INSERT INTO "+of.Name+" ("+strings.Join(names, ", ")+") VALUES ("+strings.Join(marks, ", ")+")", args...)
	return err
}

// refused inserts a row that differs in some columns from a valid one, and expects a violation
// whose error contains one of the words.
func (f *filled) refused(of schema.Table, change map[string]any, words ...string) {
	f.Helper()
	tx, err := f.pool.BeginTx(f.Context(), nil)
	if err != nil {
		f.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }() // nothing to keep
	values := f.row(of, 4, 3)
	for name, value := range change {
		values[name] = value
	}
	err = f.insert(tx, of, values)
	for _, word := range words {
		if err != nil && strings.Contains(err.Error(), word) {
			return
		}
	}
	f.Errorf("%s with %.80v: got %v, want one of %q", of.Name, change, err, words)
}

// Every table accepts a row that follows its rules, and refuses each row that breaks one: a check
// of one or several columns, a duplicate key, or a reference to a row that does not exist.
func TestTablesRefuseWhatTheirRulesDoNotAllow(t *testing.T) {
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) { fill(t, engine).tryRules() })
	}
}

// A key is never NULL. SQLite refuses NULL only if the column says NOT NULL, which PostgreSQL does
// not need for a key.
func TestKeysTakeNoNull(t *testing.T) {
	for _, of := range tablesNow(t) {
		for _, name := range of.Primary {
			if c, ok := of.Column(name); !ok || c.Null {
				t.Errorf("%s.%s is a key and takes NULL on SQLite: got %+v, want PRIMARY KEY NOT NULL", of.Name, name, c)
			}
		}
	}
}

func (f *filled) tryRules() {
	f.Helper()
	for _, of := range f.tables {
		for _, c := range of.Columns {
			f.tryNull(of, c)
			values, err := bad(c)
			if err != nil {
				f.Errorf("%s: %v", of.Name, err)
			}
			for _, value := range values {
				change := map[string]any{c.Name: value}
				maps.Copy(change, alongside[of.Name+"."+c.Name])
				f.refused(of, change, checkOf(of, c)...)
			}
		}
		for _, check := range of.Checks {
			if len(broken[check.Name]) == 0 {
				f.Errorf("no row is known that breaks %s: %s", check.Name, check.Text)
			}
			for _, change := range broken[check.Name] {
				f.refused(of, change, "CHECK constraint failed: "+check.Name, "violates check constraint \""+check.Name+"\"")
			}
		}
		for _, key := range of.Keys() {
			f.tryKey(of, key)
		}
		for _, key := range of.Foreign {
			last := key.Columns[len(key.Columns)-1]
			change := map[string]any{last: f.nobody(of, last)}
			maps.Copy(change, alongside[of.Name+"."+last])
			f.refused(of, change, "FOREIGN KEY", "violates foreign key")
		}
	}
}

// tryNull sets a NOT NULL column to NULL. SQLite accepts that for a key of one integer column, and
// assigns the next number.
func (f *filled) tryNull(of schema.Table, c schema.Column) {
	f.Helper()
	if c.Null || f.numbers(of, c) {
		return
	}
	f.refused(of, map[string]any{c.Name: nil}, "NOT NULL constraint failed: "+of.Name+"."+c.Name,
		fmt.Sprintf("null value in column %q of relation %q violates not-null constraint", c.Name, of.Name))
}

// numbers reports whether the engine assigns a number to a row that has no value in a column.
func (f *filled) numbers(of schema.Table, c schema.Column) bool {
	f.Helper()
	if c.Kind != "BIGINT" || !slices.Equal(of.Primary, []string{c.Name}) {
		return false
	}
	tx, err := f.pool.BeginTx(f.Context(), nil)
	if err != nil {
		f.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }() // nothing to keep
	values := f.row(of, 4, 3)
	values[c.Name] = nil
	if err := f.insert(tx, of, values); err != nil {
		return strings.Contains(err.Error(), "FOREIGN KEY") // no parent row has the number that it assigned
	}
	var without int
	if err := tx.QueryRowContext(f.Context(), "SELECT COUNT(*) FROM "+of.Name+" WHERE "+c.Name+" IS NULL").Scan(&without); err != nil {
		f.Fatal(err)
	}
	return without == 0
}

// tryKey gives a row the key of another row. The row may then share other keys with that row too,
// and the error may name any of them.
func (f *filled) tryKey(of schema.Table, key schema.Index) {
	f.Helper()
	first, same, row := f.row(of, 1, 1), map[string]any{}, f.row(of, 4, 3)
	for _, name := range key.Columns {
		same[name] = first[name]
	}
	f.giveKey(of, key, first)
	maps.Copy(same, alongside[key.Name])
	maps.Copy(row, same)
	var words []string
	for _, other := range of.Keys() {
		if !slices.ContainsFunc(other.Columns, func(name string) bool { return row[name] != first[name] }) {
			words = append(words, "UNIQUE constraint failed: "+of.Name+"."+strings.Join(other.Columns, ", "+of.Name+".")+" (",
				"violates unique constraint \""+other.Name+"\"")
		}
	}
	f.refused(of, same, words...)
}

// giveKey gives the first row of a table its key. The row lacks it if the row was inserted before
// the key's columns were added.
func (f *filled) giveKey(of schema.Table, key schema.Index, first map[string]any) {
	f.Helper()
	var set, where []string
	var args []any
	for _, name := range key.Columns {
		if slices.Contains(of.Primary, name) {
			continue
		}
		args = append(args, first[name])
		set = append(set, fmt.Sprintf("%s = $%d", name, len(args)))
	}
	if len(set) == 0 {
		return
	}
	for _, name := range of.Primary {
		args = append(args, first[name])
		where = append(where, fmt.Sprintf("%s = $%d", name, len(args)))
	}
	if _, err := f.pool.ExecContext(f.Context(), "UPDATE "+of.Name+" SET "+strings.Join(set, ", ")+" WHERE "+strings.Join(where, " AND "), args...); err != nil {
		f.Fatalf("%s: %v", of.Name, err)
	}
}

// checkOf lists how the engines name a column's check. SQLite names it by its text if it was
// created with the column. If a check of several columns includes the column's check, its name is
// listed too.
func checkOf(of schema.Table, c schema.Column) []string {
	words := []string{"CHECK constraint failed: " + c.Check, "CHECK constraint failed: " + of.CheckOf(c), "violates check constraint \"" + of.CheckOf(c) + "\""}
	if wider := implied[of.Name+"."+c.Name]; wider != "" {
		words = append(words, "violates check constraint \""+wider+"\"")
	}
	return words
}

// implied are column checks that a check of several columns includes, so that no row can break only
// the column's check.
var implied = map[string]string{
	"invoices.total_paise": "invoices_not_overpaid", "payouts.payee_id": "payouts_payee", "tickets.receiver_id": "tickets_receiver",
	"advance_packages.to_date": "advance_packages_period", "advance_vouchers.total_paise": "advance_vouchers_total",
}

// alongside are further changes to a row. Without them, a bad value would first break a check of
// several columns, or another key.
var alongside = map[string]map[string]any{
	"referrals_pkey":                  {"friend_id": 77},
	"referrals_friend_once":           {"customer_id": 1},
	"referrals.customer_id":           {"friend_id": 77},
	"invoices.original_id":            {"kind": "credit_note"},
	"payment_transactions_unique_id":  {"state": "succeeded"},
	"mandates.state":                  {"is_active": false},
	"mandates_reference":              {"is_active": false},
	"mandates_unique_id":              {"is_active": false},
	"mandate_debits.skipped_for":      {"state": "skipped"},
	"invoices.period_from":            {"period_to": "2099-12-01"},
	"payouts.preference":              {"payee_id": 1},
	"gst_rates.to_date":               {"from_date": "1000-11-01"},
	"invoices.period_to":              {"period_from": ""},
	"invoice_lines.to_date":           {"from_date": ""},
	"invoice_lines.reason":            {"kind": "credit"},
	"visit_bookings.held_until":       {"ticket_id": 0},
	"visit_hours.start_time":          {"end_time": "23:00"},
	"advance_packages.from_date":      {"to_date": "2099-12-01"},
	"advance_packages.to_date":        {"from_date": "1000-11-01"},
	"advance_draws.from_date":         {"to_date": "2099-12-01"},
	"advance_draws.to_date":           {"from_date": ""},
	"advance_packages.transaction_id": {"state": "ended"},
	"advance_items.voucher_id":        {"package_id": 1},
	"advance_items.list_paise":        {"value_paise": -9},
}

// broken are rows that break a check of several columns, as changes to a valid row.
var broken = map[string][]map[string]any{
	"referrals_friend":            {{"state": "invited"}, {"friend_id": 0}},
	"referrals_not_oneself":       {{"friend_id": 3}},
	"gst_rates_period":            {{"to_date": "2014-11-01"}, {"to_date": "2000-01-01"}},
	"order_items_closed":          {{"delivery_status": 300, "closed_date": ""}},
	"order_items_delivered":       {{"delivery_status": 200, "delivery_date": ""}, {"delivery_status": 300, "delivery_date": ""}},
	"invoices_total":              {{"total_paise": 5}, {"cgst_paise": 1}, {"sgst_paise": 1}, {"igst_paise": 1}, {"round_off_paise": -1}},
	"invoices_tax_of_one_kind":    {{"igst_paise": 1, "cgst_paise": 1, "total_paise": 6}, {"igst_paise": 1, "sgst_paise": 1, "total_paise": 6}},
	"invoices_not_overpaid":       {{"paid_paise": 5}, {"credited_paise": 5}, {"paid_paise": 3, "credited_paise": 2}},
	"invoices_original":           {{"original_id": 1, "kind": "rental"}, {"original_id": 1, "kind": "adjustment"}},
	"invoices_period":             {{"period_from": "2026-12-01", "period_to": "2026-11-30"}},
	"invoice_lines_sign":          {{"amount_paise": -1, "kind": "charge"}},
	"invoice_lines_reason":        {{"kind": "charge", "reason": "picked_up"}},
	"invoice_lines_period":        {{"from_date": "2026-12-02"}},
	"invoice_lines_rent_of_item":  {{"kind": "rent", "item_id": 0}, {"kind": "rent", "from_date": "2026-12-01"}},
	"late_fees_not_overpaid":      {{"paid_paise": 5}},
	"payment_transactions_wallet": {{"wallet_paise": 5}},
	"bank_transfers_used":         {{"matched_paise": 5}, {"returned_paise": 5}, {"matched_paise": 3, "returned_paise": 2}},
	"settlement_rows_tax":         {{"tax_paise": 5}},
	"payment_allocations_target":  {{"invoice_id": 1, "late_fee_id": 1}, {"invoice_id": 0, "late_fee_id": 0}},
	"payment_allocations_parts": {
		{"amount_paise": 0},
		{"deposit_paise": -1},
		{"promotional_paise": -1},
		{"deposit_paise": 5},
		{"promotional_paise": 5},
		{"deposit_paise": 3, "promotional_paise": 2},
		{"amount_paise": -4, "deposit_paise": 1},
		{"amount_paise": -4, "promotional_paise": 1},
		{"amount_paise": -4, "deposit_paise": -5},
		{"amount_paise": -4, "deposit_paise": -3, "promotional_paise": -2},
	},
	"gateway_payments_refunded": {{"refunded_paise": 5}},
	"settings_value":            {{"value": strings.Repeat("x", 10_001)}, {"name": "demo.providers", "value": strings.Repeat("x", 100_000_001)}},
	"payouts_payee":             {{"preference": 10, "payee_id": 1}, {"preference": 20, "payee_id": 0}, {"preference": 40, "payee_id": 0}},
	"tickets_receiver":          {{"request_type": 690, "receiver_id": 0}, {"request_type": 20, "receiver_id": 1}},
	"visit_hours_order":         {{"start_time": "11:00", "end_time": "11:00"}, {"start_time": "12:00"}},
	"mandates_active_lasts":     {{"is_active": true, "state": "initiated"}},
	"mandates_decided":          {{"is_active": false, "state": "cancelled", "check_at": 1}, {"is_active": false, "state": "rejected", "check_at": 1}, {"is_active": false, "state": "expired", "check_at": 1}},
	"payment_attempts_decided":  {{"state": "succeeded", "check_at": 1}},
	"refunds_decided":           {{"state": "processed", "check_at": 1}, {"state": "failed", "check_at": 1}},
	"mandate_debits_reason":     {{"state": "skipped", "skipped_for": ""}, {"state": "scheduled", "skipped_for": "paid"}},
	"visit_bookings_held":       {{"ticket_id": 1, "held_until": 1}},
	"advance_packages_period":   {{"from_date": "2026-12-01", "to_date": "2026-11-01"}},
	"advance_vouchers_total":    {{"total_paise": 5}, {"cgst_paise": 1}, {"sgst_paise": 1}, {"igst_paise": 1}},
	"advance_items_discount":    {{"value_paise": 5}},
	"advance_draws_period":      {{"from_date": "2026-12-01", "to_date": "2026-11-30"}},
	"challans_cause":            {{"ticket_id": nil, "order_id": nil}},
	"consents_withdrawn_later":  {{"given_at": 2, "withdrawn_at": 1}},
	"chat_threads_asked":        {{"state": "waiting", "asked_at": 0}},
	"chat_threads_unasked":      {{"state": "assistant", "asked_at": 1}},
	"chat_messages_by_staff":    {{"author": "customer"}, {"author": "assistant"}, {"staff_id": nil}},
}

// nobody is a value of the column that no row of another table has.
func (f *filled) nobody(of schema.Table, name string) any {
	for _, c := range of.Columns {
		if c.Name == name && c.Kind == "TEXT" {
			if strings.HasSuffix(name, "_time") {
				return "23:59"
			}
			return "nobody"
		}
	}
	return 999
}

// fill opens a fresh database with two rows in every table, and a third row in every table that
// another table refers to.
func fill(t *testing.T, engine string) *filled {
	t.Helper()
	url := testkit.DatabaseURL(t, engine)
	s, err := store.Open(t.Context(), store.Options{URL: url, Relaxed: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	driver, address := "pgx", url
	if engine == "sqlite" {
		driver, address = "sqlite", "file:"+url+"?_pragma=foreign_keys(1)"
	}
	pool, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pool.Close() })
	f := &filled{t, pool, tablesNow(t)}
	for _, of := range f.tables {
		f.add(of)
	}
	return f
}

func (f *filled) referred(to schema.Table) bool {
	for _, of := range f.tables {
		for _, key := range of.Foreign {
			if key.Table == to.Name {
				return true
			}
		}
	}
	return false
}

// SQLite has no boolean type, so its checks refuse other numbers.
func TestTruthValues(t *testing.T) {
	f := fill(t, "sqlite")
	for _, of := range f.tables {
		for _, c := range of.Columns {
			if c.Kind == "BOOLEAN" {
				f.refused(of, map[string]any{c.Name: 2}, "CHECK constraint failed: "+c.Check)
				f.refused(of, map[string]any{c.Name: "yes"}, "CHECK constraint failed: "+c.Check)
			}
		}
	}
}
