// Package schema reads the tables out of the migrations, for the page that
// describes them (docs/schema.md) and for the tests that try their rules.
// It knows the form in which the migrations are written, not all of SQL.
package schema

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// Table is a table after all migrations.
type Table struct {
	Name, About string
	Columns     []Column
	Primary     []string // columns of the primary key
	Foreign     []ForeignKey
	Checks      []Check // of several columns; a column has its own
	Indexes     []Index
}

// Column is a column with the check that stands beside it, "" for none.
type Column struct {
	Name, Kind, Default, Check, About string
	Null                              bool
}

// ForeignKey refers to a row of another table.
type ForeignKey struct {
	Columns []string
	Table   string
	Refers  []string
}

// Check is a rule that has a name of its own.
type Check struct{ Name, Text string }

// Index is an index; Where is the condition of a partial one.
type Index struct {
	Name    string
	Columns []string
	Unique  bool
	Where   string
	About   string
}

// Keys lists the primary key and each unique index, of all rows or of some.
func (t Table) Keys() []Index {
	keys := []Index{{Name: t.Name + "_pkey", Columns: t.Primary, Unique: true}}
	for _, i := range t.Indexes {
		if i.Unique {
			keys = append(keys, i)
		}
	}
	return keys
}

// Column returns a column by its name.
func (t Table) Column(name string) (Column, bool) {
	at := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
	if at < 0 {
		return Column{}, false
	}
	return t.Columns[at], true
}

// Read reads the tables of all migrations of a folder, in the order in which
// they are made.
func Read(folder fs.FS) ([]Table, error) {
	files, err := fs.Glob(folder, "*.sql")
	if err != nil {
		return nil, fmt.Errorf("schema: list the migrations: %w", err)
	}
	var tables []Table
	for _, file := range files {
		text, err := fs.ReadFile(folder, file)
		if err != nil {
			return nil, fmt.Errorf("schema: read a migration: %w", err)
		}
		tables = Apply(tables, string(text))
	}
	return tables, nil
}

var (
	tableText   = regexp.MustCompile(`(?ms)((?:^--[^\n]*\n)*)^CREATE TABLE (\w+) \((.*?)^\);`)
	indexText   = regexp.MustCompile(`(?m)((?:^--[^\n]*\n)*)^CREATE (UNIQUE )?INDEX (\w+) ON (\w+) \(([\w, ]+)\)(?: WHERE ([^;]*))?;`)
	addedText   = regexp.MustCompile(`(?m)^ALTER TABLE (\w+) ADD COLUMN (.*);(.*)$`)
	columnText  = regexp.MustCompile(`^([a-z]\w*) (BIGINT|TEXT|BOOLEAN|DOUBLE PRECISION)\b(.*)$`)
	defaultText = regexp.MustCompile(`DEFAULT ('[^']*'|\S+)`)
	checkText   = regexp.MustCompile(`CHECK \((.*)\)`)
	namedText   = regexp.MustCompile(`^CONSTRAINT (\w+) CHECK \((.*)\)$`)
	foreignText = regexp.MustCompile(`^CONSTRAINT \w+ FOREIGN KEY \(([\w, ]+)\) REFERENCES (\w+) \(([\w, ]+)\)$`)
	primaryText = regexp.MustCompile(`^PRIMARY KEY \(([\w, ]+)\)$`)
	refersText  = regexp.MustCompile(`REFERENCES (\w+) \((\w+)\)`)
)

// Apply adds to the tables what a migration makes.
func Apply(tables []Table, migration string) []Table {
	up, _, _ := strings.Cut(migration, "-- +goose Down")
	tables = slices.Clone(tables)
	for _, made := range tableText.FindAllStringSubmatch(up, -1) {
		table := Table{Name: made[2], About: comment(made[1])}
		table.readBody(made[3])
		tables = append(tables, table)
	}
	find := func(name string) *Table {
		return &tables[slices.IndexFunc(tables, func(t Table) bool { return t.Name == name })]
	}
	for _, added := range addedText.FindAllStringSubmatch(up, -1) {
		find(added[1]).readLine(added[2], comment(added[3]))
	}
	for _, made := range indexText.FindAllStringSubmatch(up, -1) {
		table := find(made[4])
		table.Indexes = append(table.Indexes, Index{made[3], strings.Split(made[5], ", "), made[2] != "", made[6], comment(made[1])})
	}
	return tables
}

func (t *Table) readBody(body string) {
	var before []string
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "--") {
			before = append(before, line)
			continue
		}
		code, about, _ := strings.Cut(line, " -- ")
		t.readLine(strings.TrimSuffix(strings.TrimSpace(code), ","), comment(strings.Join(append(before, about), "\n")))
		before = nil
	}
}

func (t *Table) readLine(code, about string) {
	if c := columnText.FindStringSubmatch(code); c != nil {
		t.readColumn(c[1], c[2], c[3], about)
		return
	}
	if key := primaryText.FindStringSubmatch(code); key != nil {
		t.Primary = strings.Split(key[1], ", ")
	}
	if f := foreignText.FindStringSubmatch(code); f != nil {
		t.Foreign = append(t.Foreign, ForeignKey{strings.Split(f[1], ", "), f[2], strings.Split(f[3], ", ")})
	}
	if c := namedText.FindStringSubmatch(code); c != nil {
		t.Checks = append(t.Checks, Check{c[1], c[2]})
	}
}

func (t *Table) readColumn(name, kind, rest, about string) {
	c := Column{Name: name, Kind: kind, About: about, Null: !strings.Contains(rest, "NOT NULL") && !strings.Contains(rest, "PRIMARY KEY")}
	if d := defaultText.FindStringSubmatch(rest); d != nil {
		c.Default = d[1]
	}
	if check := checkText.FindStringSubmatch(rest); check != nil {
		c.Check = check[1]
	}
	if refers := refersText.FindStringSubmatch(rest); refers != nil {
		t.Foreign = append(t.Foreign, ForeignKey{[]string{name}, refers[1], []string{refers[2]}})
	}
	if strings.Contains(rest, "PRIMARY KEY") {
		t.Primary = []string{name}
	}
	t.Columns = append(t.Columns, c)
}

// comment joins the lines of a comment.
func comment(lines string) string {
	var words []string
	for line := range strings.Lines(lines) {
		words = append(words, strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "--")))
	}
	return strings.TrimSpace(strings.Join(words, " "))
}
