package app_test

import (
	"archive/zip"
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rento/internal/account"
	"rento/internal/app"
	"rento/internal/calendar"
	"rento/internal/demo"
	"rento/internal/export"
	"rento/internal/referral"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/node"
)

// personaCity is a demo city with only the personas.
func personaCity(t *testing.T, s *store.Store) *app.City {
	t.Helper()
	c := node.Config()
	c.Files.Folder = t.TempDir() // the personas upload documents
	city, err := app.NewCity(c, s, slog.New(slog.DiscardHandler), true)
	if err != nil {
		t.Fatal(err)
	}
	if err := city.Demo.Build(t.Context(), demo.Options{Extras: -1, Today: node.Today}); err != nil {
		t.Fatal(err)
	}
	return city
}

// columnsOf returns the columns of each table that has rows of customers.
func columnsOf(t *testing.T, raw *sql.DB, engine string) map[string][]string {
	t.Helper()
	list := "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"
	if engine == "sqlite" {
		list = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
	}
	tables := map[string][]string{}
	for _, name := range texts(t, raw, list) {
		columns := columnsIn(t, raw, name)
		if name == "customers" || slices.Contains(columns, "customer_id") || slices.Contains(columns, "mobile") {
			tables[name] = columns
		}
	}
	return tables
}

func columnsIn(t *testing.T, raw *sql.DB, table string) []string {
	t.Helper()
	rows, err := raw.QueryContext(t.Context(), "SELECT * FROM "+table+" WHERE 1 = 0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil || rows.Err() != nil {
		t.Fatal(err, rows.Err())
	}
	return columns
}

// texts returns the first column of a query's rows.
func texts(t *testing.T, raw *sql.DB, query string, args ...any) (all []string) {
	t.Helper()
	rows, err := raw.QueryContext(t.Context(), query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var value any
		if err := rows.Scan(&value); err != nil {
			t.Fatal(err)
		}
		if b, ok := value.([]byte); ok {
			value = string(b)
		}
		all = append(all, fmt.Sprint(value))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

func givenTables(x *app.Services) map[string]export.Columns {
	given := map[string]export.Columns{}
	for _, part := range x.Data {
		for _, table := range part.Tables {
			given[table.Columns().Table] = table.Columns()
		}
	}
	return given
}

// Each table with customer data is either exported, with every column, or listed with the reason
// why it is not.
func TestEveryTableOfCustomersIsGivenOrNamed(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		x, err := app.NewServices(node.Config(), s, app.Outside{Clock: calendar.System{}, Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		given, named := givenTables(x), map[string]bool{}
		for _, k := range x.KeptBack {
			for _, table := range k.Tables {
				named[table] = true
			}
			if k.What == "" || k.Why == "" {
				t.Errorf("%v is kept back without a reason", k)
			}
		}
		tables := columnsOf(t, testkit.Raw(t, s), s.Engine())
		for name, columns := range tables {
			c, isGiven := given[name]
			switch {
			case isGiven == named[name]:
				t.Errorf("%s is given: %v, named in keptBack of internal/app/export.go: %v; want one of them", name, isGiven, named[name])
			case isGiven:
				known := slices.Concat(c.Given, c.Into, c.Withheld, []string{"customer_id"})
				for _, column := range columns {
					if !slices.Contains(known, column) {
						t.Errorf("%s.%s is neither given nor withheld", name, column)
					}
				}
				for _, column := range slices.Concat(c.Into, c.Withheld) {
					if !slices.Contains(columns, column) || slices.Contains(c.Given, column) && slices.Contains(c.Withheld, column) {
						t.Errorf("%s.%s is withheld, and given or none", name, column)
					}
				}
			}
		}
		for name := range given {
			if tables[name] == nil {
				t.Errorf("%s is given and has no rows of customers", name)
			}
		}
	})
}

var accountNumber = regexp.MustCompile(`"masked_account": "X+[0-9]{4}"`)

// A customer's download contains every row of theirs, no row of anybody else's, and no secret:
// neither the withheld columns nor the encrypted ones.
func TestADownloadHoldsTheCustomersDataAndNothingElse(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		city := personaCity(t, s)
		x, raw := city.Node.Services, testkit.Raw(t, s)
		given := givenTables(x)
		filled, files, masked := map[string]bool{}, 0, 0
		asha := account.Session{CustomerID: customerOf(t, raw, demo.Personas()[0].Mobile)}
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		must(x.Settlements.SaveBank(t.Context(), asha, settlement.BankDetails{NameInBank: "Asha Rao", AccountNumber: fullNumber, IFSC: "HDFC0000001", BankName: "HDFC Bank"}))
		must(x.Settlements.SaveUPI(t.Context(), asha, fullUPI))
		must(x.Referrals.AddContacts(t.Context(), asha.CustomerID, []referral.Contact{{Name: "Old Friend", Mobile: "9811111111"}}))
		for _, p := range demo.Personas() {
			id := customerOf(t, raw, p.Mobile)
			archive, names := download(t, x, id)
			files += len(names) - 2
			all := string(archive)
			masked += len(accountNumber.FindAllString(all, -1))
			for _, secret := range []string{fullNumber, fullUPI, "rs1_"} {
				if strings.Contains(all, secret) {
					t.Errorf("%s is in the download of %s", secret, p.Mobile)
				}
			}
			// A friend's reward refers to its invitation.
			invitations := texts(t, raw, "SELECT id FROM referrals WHERE friend_id = $1", id)
			var data map[string]json.RawMessage
			if err := json.Unmarshal(archive, &data); err != nil {
				t.Fatalf("data.json of %s: %v", p.Mobile, err)
			}
			rows := map[string][]json.RawMessage{}
			for key, part := range data {
				var tables map[string][]json.RawMessage
				if key == "made_at" {
					continue
				}
				if err := json.Unmarshal(part, &tables); err != nil {
					t.Fatalf("%s: %v", key, err)
				}
				for name, list := range tables {
					rows[name] = list
				}
			}
			for name, c := range given {
				key := "customer_id"
				if name == "customers" {
					key = "id"
				}
				want := texts(t, raw, "SELECT count(*) FROM "+name+" WHERE "+key+" = $1", id)[0]
				if got := fmt.Sprint(len(rows[name])); got != want {
					t.Errorf("%s of %s: got %s rows, want %s", name, p.Mobile, got, want)
				}
				if len(rows[name]) > 0 {
					filled[name] = true
				}
				for _, column := range slices.Concat(c.Withheld, c.Into) {
					for _, value := range texts(t, raw, "SELECT "+column+" FROM "+name+" WHERE "+key+" = $1", id) {
						if len(value) >= 12 && strings.Contains(all, value) && !public[name+"."+column] {
							t.Errorf("%s.%s is in the download of %s: %q", name, column, p.Mobile, value)
						}
					}
				}
				if slices.Contains(c.Given, "id") {
					for _, other := range texts(t, raw, "SELECT id FROM "+name+" WHERE "+key+" <> $1", id) {
						if len(other) >= 12 && strings.Contains(all, other) && !slices.Contains(invitations, other) {
							t.Errorf("row %s of %s, which is another customer's, is in the download of %s", other, name, p.Mobile)
						}
					}
				}
			}
			for _, other := range texts(t, raw, "SELECT mobile FROM customers WHERE id <> $1", id) {
				if strings.Contains(all, other) && !strings.Contains(string(data["referral"]), other) {
					t.Errorf("the number %s of another customer is in the download of %s", other, p.Mobile)
				}
			}
		}
		if files == 0 || masked == 0 {
			t.Errorf("%d files and %d masked accounts, want some", files, masked)
		}
		for _, name := range []string{"customers", "addresses", "orders", "invoices", "payment_transactions", "mandates", "payees", "tickets", "ledger_entries", "messages", "kyc_steps", "chat_messages", "referral_contacts", "audit_log"} {
			if !filled[name] {
				t.Errorf("no persona has rows of %s: nothing is tried of it", name)
			}
		}
	})
}

const fullNumber, fullUPI = "50100123456789", "asharao.private@okhdfcbank"

func customerOf(t *testing.T, raw *sql.DB, mobile string) (id int64) {
	t.Helper()
	if err := raw.QueryRowContext(t.Context(), "SELECT id FROM customers WHERE mobile = $1", mobile).Scan(&id); err != nil {
		t.Fatalf("%s: %v", mobile, err)
	}
	return id
}

// public are withheld columns whose values the customer knows from elsewhere in the download.
var public = map[string]bool{
	"referrals.mailbox": true, // equals the address, which the customer has given, if that address is plain
	"messages.fact":     true, // names a row of theirs as the audit log does, such as late_fee/12
	"messages.document": true, // the same of a document
}

// download returns data.json and the names of all files.
func download(t *testing.T, x *app.Services, customerID int64) (data []byte, names []string) {
	t.Helper()
	d, err := x.Accounts.DownloadData(t.Context(), account.Session{CustomerID: customerID})
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := d.Write(t.Context(), &file); err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.File {
		names = append(names, f.Name)
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil || len(content) == 0 {
			t.Errorf("%s: %d bytes, %v, want some", f.Name, len(content), err)
		}
		if f.Name == "data.json" {
			data = content
		}
	}
	if !slices.Equal(names[:2], []string{"readme.txt", "data.json"}) {
		t.Errorf("files %v, want readme.txt and data.json first", names)
	}
	return data, names
}
