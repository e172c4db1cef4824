package store_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rento/internal/store/schema"
)

// manyRows are the queries that read one row but may find several: which, and why.
var manyRows = map[string]string{}

var (
	oneRowText  = regexp.MustCompile("(?s)const \\w+ = `-- name: (\\w+) :one\\n(.*?)\\n`")
	tableNamed  = regexp.MustCompile(`(?:FROM|JOIN) (\w+)(?: (?:AS )?([a-z]\w*))?`)
	comparison  = regexp.MustCompile(`^(?:(\w+)\.)?(\w+) = (\$\d+|'[^']*'|\d+|(?:(\w+)\.)?(\w+))$`)
	aggregate   = regexp.MustCompile(`\b(COUNT|SUM|MIN|MAX)\(`)
	conjunction = regexp.MustCompile(`\s(?:AND|WHERE|ON)\s|\s(?:LEFT )?JOIN\s|\sORDER BY\s`)
)

// A query for one row finds at most one: it searches by a primary or unique key, takes the first
// row of an order, or aggregates.
func TestWhatIsReadAsOneRowIsOne(t *testing.T) {
	tables, read := tablesNow(t), map[string]string{}
	files, err := filepath.Glob("db/*.sql.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, query := range oneRowText.FindAllStringSubmatch(string(text), -1) {
			if strings.HasPrefix(query[2], "SELECT") {
				read[query[1]] = query[2]
			}
		}
	}
	if len(read) < 50 {
		t.Fatalf("%d queries read one row, want more than 50", len(read))
	}
	for name, query := range read {
		if one := isOneRow(tables, query); one == (manyRows[name] != "") {
			t.Errorf("%s reads one row: got %t, want %t; give it the columns of a unique key or LIMIT 1, or name it in manyRows with the reason:\n%s", name, one, !one, query)
		}
	}
	for name := range manyRows {
		if read[name] == "" {
			t.Errorf("manyRows: got %s, want a query that reads one row", name)
		}
	}
}

// isOneRow reports whether a query cannot find more than one row.
func isOneRow(tables []schema.Table, query string) bool {
	flat := withoutGroups(query)
	list, from, found := strings.Cut(flat, "FROM ")
	if !found || strings.Contains(flat, "LIMIT 1") {
		return true
	}
	if aggregate.MatchString(list) && !strings.Contains(flat, "GROUP BY") {
		return true
	}
	if strings.Contains(from, " OR ") {
		return false
	}
	conditions := conjunction.Split(strings.Join(strings.Fields(from), " "), -1)
	named := map[string]string{} // table by its alias in the query
	for _, n := range tableNamed.FindAllStringSubmatch("FROM "+from, -1) {
		if n[2] == "" {
			n[2] = n[1]
		}
		named[n[2]] = n[1]
	}
	known := map[string]bool{}
	for range named {
		for alias, table := range named {
			known[alias] = known[alias] || foundByKey(tables, table, alias, conditions, known)
		}
	}
	return len(named) > 0 && !slices.ContainsFunc(keysOf(named), func(alias string) bool { return !known[alias] })
}

func keysOf(named map[string]string) (names []string) {
	for name := range named {
		names = append(names, name)
	}
	return names
}

// foundByKey reports whether the conditions set every column of one of the table's keys to a value
// or to a column of a table whose row is known. For a partial index, the conditions must also
// include its condition.
func foundByKey(tables []schema.Table, table, alias string, conditions []string, known map[string]bool) bool {
	at := slices.IndexFunc(tables, func(of schema.Table) bool { return of.Name == table })
	if at < 0 {
		return false
	}
	set := map[string]bool{}
	for _, condition := range conditions {
		c := comparison.FindStringSubmatch(condition)
		if c == nil {
			continue
		}
		isValue := c[5] == ""
		if (c[1] == "" || c[1] == alias) && (isValue || known[c[4]]) {
			set[c[2]] = true
		}
		if !isValue && c[4] == alias && known[c[1]] {
			set[c[5]] = true
		}
	}
	return slices.ContainsFunc(tables[at].Keys(), func(key schema.Index) bool {
		for _, column := range key.Columns {
			if !set[column] {
				return false
			}
		}
		return key.Where == "" || slices.Contains(conditions, key.Where) || slices.Contains(conditions, alias+"."+key.Where)
	})
}

// withoutGroups removes the contents of parentheses that hold a subquery or an OR, because they fix
// no column of the query itself.
func withoutGroups(query string) string {
	var kept strings.Builder
	for i := 0; i < len(query); i++ {
		kept.WriteByte(query[i])
		if query[i] != '(' {
			continue
		}
		end := groupEnd(query, i)
		inner := query[i+1 : end]
		if !strings.Contains(inner, "SELECT ") && !strings.Contains(inner, " OR ") {
			continue
		}
		kept.WriteByte(')')
		i = end
	}
	return kept.String()
}

// groupEnd is the position of the closing parenthesis for the one at i.
func groupEnd(query string, i int) int {
	for depth, n := 0, i; n < len(query); n++ {
		switch query[n] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return n
			}
		}
	}
	return len(query) - 1
}

func TestIsOneRow(t *testing.T) {
	tables, err := schema.Apply(nil, `-- +goose Up
CREATE TABLE carts (
    id BIGINT PRIMARY KEY NOT NULL,
    number TEXT NOT NULL,
    state TEXT NOT NULL
);
CREATE UNIQUE INDEX carts_number ON carts (number) WHERE state = 'open';
CREATE TABLE wheels (
    cart_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    PRIMARY KEY (cart_id, id)
);
`)
	if err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]bool{
		"SELECT * FROM carts WHERE id = $1":                                                              true,
		"SELECT * FROM carts WHERE state = 'open'":                                                       false,
		"SELECT * FROM carts WHERE number = $1":                                                          false,
		"SELECT * FROM carts WHERE number = $1 AND state = 'open'":                                       true,
		"SELECT * FROM carts c WHERE c.number = $1 AND c.state = 'open'":                                 true,
		"SELECT * FROM carts WHERE id = $1 OR number = $2":                                               false,
		"SELECT * FROM carts WHERE id = $1 AND state = $2 OR number = $3":                                false,
		"SELECT * FROM carts WHERE (id = $1 OR number = $2)":                                             false,
		"SELECT * FROM carts WHERE id >= $1":                                                             false,
		"SELECT * FROM carts ORDER BY number LIMIT 1":                                                    true,
		"SELECT * FROM carts WHERE id = (SELECT cart_id FROM wheels LIMIT 1)":                            false,
		"SELECT * FROM wheels WHERE cart_id = $1":                                                        false,
		"SELECT * FROM wheels WHERE cart_id = $1 AND id = $2":                                            true,
		"SELECT COUNT(*) FROM wheels WHERE cart_id = $1":                                                 true,
		"SELECT COUNT(*) FROM wheels GROUP BY cart_id":                                                   false,
		"SELECT (SELECT COUNT(*) FROM wheels) FROM carts":                                                false,
		"SELECT EXISTS (SELECT 1 FROM wheels) AS any":                                                    true,
		"SELECT w.id FROM wheels w JOIN carts c ON c.id = w.cart_id\nWHERE w.cart_id = $1 AND w.id = $2": true,
		"SELECT w.id FROM wheels w JOIN carts c ON c.id = w.cart_id\nWHERE c.id = $1":                    false,
		"SELECT w.id FROM carts c JOIN wheels w ON w.cart_id = c.id WHERE c.id = $1 AND w.id = 1":        true,
	} {
		if got := isOneRow(tables, query); got != want {
			t.Errorf("%s is one row: got %t, want %t", query, got, want)
		}
	}
}
