package architecture

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A query file belongs to the package of its name, and a table to the file that
// writes it. A statement touches its own tables, and a package calls its own
// file's queries; for anything else it asks the package that owns it. Tests and
// measurements, which put things into a state, are free to call all.

// foreign is what a statement touches of other domains' tables, with the reason
// for which nobody is asked.
type foreign struct {
	tables []string
	why    string
}

// allowedStatements are all that touch tables of another domain.
var allowedStatements = map[string]foreign{
	"TouchCustomer":     {[]string{"customers"}, "every write moves its customer's revision on, which stands in the customer's row"},
	"CustomerRevisions": {[]string{"customers"}, "the same revision, for open streams"},

	"NotifyCustomer":         {[]string{"customers"}, "account sends its codes through notify, so notify stands below it and reads itself where to"},
	"NotifyCustomerByMobile": {[]string{"customers"}, "as NotifyCustomer"},
	"NotifyDevices":          {[]string{"devices"}, "as NotifyCustomer"},
	"NotifyOutbox":           {[]string{"customers"}, "as NotifyCustomer"},

	"MandateDebitsDropped":      {[]string{"invoices"}, "billing, which has the invoices, stands above the mandates that it plans debits with"},
	"MandateDebitsPlannedFor":   {[]string{"invoices"}, "as MandateDebitsDropped"},
	"MandateDebitsPlannedUnder": {[]string{"invoices"}, "as MandateDebitsDropped"},
	"SubscriptionRateKnown":     {[]string{"gst_rates"}, "billing, which has the rates, stands above the products that it taxes"},
	"UploadForget":              {[]string{"ticket_images", "chat_messages"}, "ticket and support stand above uploads, and a picture must not find a request or a message between the look and the deletion"},
	"DashboardCustomer": {
		[]string{"customers", "deletion_requests", "invoices", "settlements", "refund_preferences", "mandates", "mandate_debits", "payment_transactions", "chat_threads"},
		"the home screen in one read, as fast as make bench wants it",
	},
	"BillingAccountSummary": {
		[]string{"ledger_balances", "ledger_postings", "ledger_entries", "order_items"},
		"the account of a customer in one read, because each home and payment asks for it",
	},
	"BillingWrongDues":          {[]string{"customers", "ledger_balances"}, "documents against the accounts that they are booked in, of which only differences are read"},
	"SettlementWrongOwed":       {[]string{"customers", "ledger_balances"}, "as BillingWrongDues"},
	"PaymentsUnsettled":         {[]string{"ledger_entries"}, "a page of the payments that no settlement file has had, out of a table that grows: the source of an entry says which it had"},
	"PaymentRefundsUnsettled":   {[]string{"ledger_entries"}, "as PaymentsUnsettled"},
	"PaymentInTransit":          {[]string{"ledger_entries", "ledger_postings"}, "payments, refunds and settlement files against the account of money in transit, of which sums are read"},
	"SettlementItemsHandedOver": {[]string{"tickets", "ticket_items"}, "ticket, which knows who took an item over, stands above settlements"},
}

const queryFolder = "internal/store/query/"

// statement is a query of a file, at the line of its name.
type statement struct {
	file string // billing.sql
	line int
	name string
	text string
}

func (s statement) domain() string { return strings.TrimSuffix(s.file, ".sql") }

func (s statement) String() string {
	return fmt.Sprintf("%s%s:%d: %s", queryFolder, s.file, s.line, s.name)
}

func TestEachStatementTouchesItsOwnTables(t *testing.T) {
	for _, complaint := range checkStatements(projectStatements(t), tableNames(t), projectFolders(t), allowedStatements) {
		t.Error(complaint)
	}
}

func TestEachPackageCallsItsOwnQueries(t *testing.T) {
	owners := ownersOf(projectStatements(t))
	var calls []call
	for _, top := range []string{"../../../internal", "../../../cmd"} {
		err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
			name := strings.TrimPrefix(filepath.ToSlash(path), "../../../")
			if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || mayCallAll(name) {
				return err
			}
			calls = append(calls, callsIn(t, name, read(t, path), owners)...)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(calls) == 0 {
		t.Fatal("no package calls a query")
	}
	for _, complaint := range checkCalls(calls, owners) {
		t.Error(complaint)
	}
}

// mayCallAll are the generated code, and what only tests use.
func mayCallAll(name string) bool {
	return strings.HasPrefix(name, "internal/store/db/") || strings.HasPrefix(name, "internal/testkit/")
}

// The table in docs/architecture.md is what the files say.
func TestTheTableOfDomainsIsFresh(t *testing.T) {
	want := tableOfDomains(projectStatements(t), tableNames(t), allowedStatements)
	if page := read(t, "../../../docs/architecture.md"); !strings.Contains(page, "\n"+want+"\n") {
		t.Errorf("docs/architecture.md: the table under \"Who asks which table\" is to be, want %q in it\n%s", "\n"+want+"\n", want)
	}
}

func projectStatements(t *testing.T) []statement {
	t.Helper()
	var all []statement
	for _, path := range matching(t, "../../store/query/*.sql") {
		all = append(all, statementsIn(filepath.Base(path), read(t, path))...)
	}
	return all
}

// projectFolders are the packages that stand right in internal.
func projectFolders(t *testing.T) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	entries, err := os.ReadDir("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		found[e.Name()] = e.IsDir()
	}
	return found
}

var statementName = regexp.MustCompile(`^-- name: (\w+) :\w+`)

// statementsIn takes a file of queries apart. The comment above a name is left
// with the statement before it, where it says nothing.
func statementsIn(file, text string) (all []statement) {
	n := 0
	for line := range strings.Lines(text) {
		n++
		if m := statementName.FindStringSubmatch(line); m != nil {
			all = append(all, statement{file: file, line: n, name: m[1]})
		} else if len(all) > 0 {
			all[len(all)-1].text += line
		}
	}
	return all
}

// ownersOf is the domain of each query.
func ownersOf(all []statement) map[string]string {
	owners := map[string]string{}
	for _, s := range all {
		owners[s.name] = s.domain()
	}
	return owners
}

// touched is a table that a statement names.
type touched struct {
	table  string
	writes bool
}

var (
	sqlNoise = regexp.MustCompile(`--[^\n]*|'(?:[^']|'')*'`)
	sqlToken = regexp.MustCompile(`\w+|[(),]`)
)

// touches lists the tables that a statement reads or writes. What follows FROM
// may be a list.
func (s statement) touches(tables map[string]bool) (found []touched) {
	tokens := sqlToken.FindAllString(sqlNoise.ReplaceAllString(s.text, ""), -1)
	at := func(i int) string {
		if i < 0 || i >= len(tokens) {
			return ""
		}
		return strings.ToUpper(tokens[i])
	}
	for i := range tokens {
		switch at(i) {
		case "INTO":
			found = append(found, touched{tokens[i+1], true})
		case "UPDATE":
			if at(i-1) != "DO" && at(i-1) != "FOR" {
				found = append(found, touched{tokens[i+1], true})
			}
		case "FROM", "JOIN":
			found = append(found, touched{tokens[i+1], at(i-1) == "DELETE"})
			for n := afterTable(at, i+1); at(n) == "," && at(i) == "FROM"; n = afterTable(at, n+1) {
				found = append(found, touched{tokens[n+1], false})
			}
		}
	}
	return slices.DeleteFunc(found, func(t touched) bool { return !tables[t.table] })
}

// afterTable skips a table's name and its alias.
func afterTable(at func(int) string, n int) int {
	n++
	if at(n) == "AS" {
		n++
	}
	if at(n) != "," && at(n+1) == "," {
		n++
	}
	return n
}

// checkStatements says what breaks the rules of statements.
func checkStatements(all []statement, tables, packages map[string]bool, allow map[string]foreign) (complaints []string) {
	owners, complaints := tableOwners(all, tables, allow)
	files := map[string]bool{}
	for _, s := range all {
		if !packages[s.domain()] && !files[s.file] {
			complaints = append(complaints, fmt.Sprintf("%s%s: there is no package internal/%s", queryFolder, s.file, s.domain()))
		}
		files[s.file] = true
		seen := map[string]bool{}
		for _, t := range s.touches(tables) {
			owner := owners[t.table]
			if owner != s.domain() && owner != "" && !seen[t.table] && !slices.Contains(allow[s.name].tables, t.table) {
				complaints = append(complaints, fmt.Sprintf("%s touches %s, which is %s's", s, t.table, owner))
			}
			seen[t.table] = true
		}
		for _, table := range allow[s.name].tables {
			if !seen[table] {
				complaints = append(complaints, fmt.Sprintf("allowedStatements: %s does not touch %s", s.name, table))
			}
		}
		if f, ok := allow[s.name]; ok && f.why == "" {
			complaints = append(complaints, fmt.Sprintf("allowedStatements: %s has no reason", s.name))
		}
	}
	named := ownersOf(all)
	for _, name := range slices.Sorted(maps.Keys(allow)) {
		if named[name] == "" {
			complaints = append(complaints, "allowedStatements: there is no "+name)
		}
	}
	for _, table := range slices.Sorted(maps.Keys(tables)) {
		if _, ok := owners[table]; !ok && !strings.Contains(table, ".") {
			complaints = append(complaints, "no query writes "+table)
		}
	}
	return complaints
}

// tableOwners is the domain that writes each table; none for one that has two
// writers, which are complained about.
func tableOwners(all []statement, tables map[string]bool, allow map[string]foreign) (owners map[string]string, complaints []string) {
	writers := map[string][]statement{}
	for _, s := range all {
		for _, t := range s.touches(tables) {
			other := func(w statement) bool { return w.domain() == s.domain() }
			if t.writes && !slices.Contains(allow[s.name].tables, t.table) && !slices.ContainsFunc(writers[t.table], other) {
				writers[t.table] = append(writers[t.table], s)
			}
		}
	}
	owners = map[string]string{}
	for _, table := range slices.Sorted(maps.Keys(writers)) {
		list := writers[table]
		if owners[table] = list[0].domain(); len(list) == 1 {
			continue
		}
		owners[table] = ""
		for i, s := range list {
			complaints = append(complaints, fmt.Sprintf("%s writes %s, and so does %s", s, table, list[(i+1)%len(list)].domain()))
		}
	}
	return owners, complaints
}

// call is where a package names a query.
type call struct {
	file  string
	line  int
	query string
}

func (c call) domain() string {
	return top(strings.TrimPrefix(c.file, "internal/"))
}

// callsIn finds the queries that a source file calls, or hands on as functions:
// what is selected by a query's name, of anything but an imported package.
func callsIn(t *testing.T, file, source string, owners map[string]string) (calls []call) {
	t.Helper()
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	imported := map[string]bool{}
	for _, i := range parsed.Imports {
		path, _ := strconv.Unquote(i.Path.Value) // the parser has read it
		imported[path[strings.LastIndex(path, "/")+1:]] = true
		if i.Name != nil {
			imported[i.Name.Name] = true
		}
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		selected, ok := n.(*ast.SelectorExpr)
		if !ok || owners[selected.Sel.Name] == "" {
			return true
		}
		if of, ok := selected.X.(*ast.Ident); !ok || !imported[of.Name] {
			calls = append(calls, call{file, files.Position(selected.Sel.Pos()).Line, selected.Sel.Name})
		}
		return true
	})
	return calls
}

// checkCalls says which calls are of another package's queries.
func checkCalls(calls []call, owners map[string]string) (complaints []string) {
	for _, c := range calls {
		if owners[c.query] != c.domain() {
			complaints = append(complaints, fmt.Sprintf("%s:%d: %s calls %s, which is %s's", c.file, c.line, c.domain(), c.query, owners[c.query]))
		}
	}
	return complaints
}

// tableOfDomains is the table of docs/architecture.md.
func tableOfDomains(all []statement, tables map[string]bool, allow map[string]foreign) string {
	owners, _ := tableOwners(all, tables, allow)
	own, others := map[string][]string{}, map[string][]string{}
	for _, s := range all {
		own[s.domain()] = nil
	}
	for _, table := range slices.Sorted(maps.Keys(owners)) {
		own[owners[table]] = append(own[owners[table]], "`"+table+"`")
	}
	for _, s := range all {
		for _, table := range allow[s.name].tables {
			if name := "`" + table + "`"; !slices.Contains(others[s.domain()], name) {
				others[s.domain()] = append(others[s.domain()], name)
			}
		}
	}
	var text strings.Builder
	text.WriteString("| domain | query file | its tables | of others |\n| --- | --- | --- | --- |\n")
	for _, domain := range slices.Sorted(maps.Keys(own)) {
		fmt.Fprintf(&text, "| `%s` | `%s.sql` | %s | %s |\n", domain, domain,
			cmp.Or(strings.Join(own[domain], ", "), "–"), cmp.Or(strings.Join(others[domain], ", "), "–"))
	}
	return strings.TrimSuffix(text.String(), "\n")
}
