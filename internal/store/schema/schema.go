// Package schema reads the tables out of the migrations, for the page that describes them
// (docs/schema.md) and for the tests of their rules. It parses only the SQL that the migrations
// use.
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
	Checks      []Check // checks of the table; a column's own check is in Column
	Indexes     []Index
}

// Column is a column. Check is the column's own check, or "". Null is true also for a primary key
// without NOT NULL, because SQLite accepts NULL there.
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

// Check is a named check.
type Check struct{ Name, Text string }

// Index is an index. Where is the condition of a partial index.
type Index struct {
	Name    string
	Columns []string
	Unique  bool
	Where   string
	About   string
}

// Keys lists the primary key and each unique index, partial ones included.
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

// Read returns the tables after all migrations of a folder, in the order in which they are created.
// It returns an error for a statement that it does not know.
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
		if tables, err = Apply(tables, string(text)); err != nil {
			return nil, fmt.Errorf("schema: %s: %w", file, err)
		}
	}
	return tables, nil
}

var (
	tableText      = regexp.MustCompile(`(?s)^CREATE TABLE (\w+) \((.*)^?\);$`)
	indexText      = regexp.MustCompile(`^CREATE (UNIQUE )?INDEX (\w+) ON (\w+) \(([\w, ]+)\)(?: WHERE ([^;]*))?;`)
	dropTableText  = regexp.MustCompile(`^DROP TABLE (\w+);`)
	dropIndexText  = regexp.MustCompile(`^DROP INDEX (\w+);`)
	addText        = regexp.MustCompile(`^ALTER TABLE (\w+) ADD COLUMN (.*);(.*)$`)
	dropText       = regexp.MustCompile(`^ALTER TABLE (\w+) DROP COLUMN (\w+);`)
	renameText     = regexp.MustCompile(`^ALTER TABLE (\w+) RENAME COLUMN (\w+) TO (\w+);`)
	constrainText  = regexp.MustCompile(`^ALTER TABLE (\w+) ADD (CONSTRAINT \w+ CHECK \(.*\));`)
	fillText       = regexp.MustCompile(`^ALTER TABLE (\w+) ALTER COLUMN (\w+) SET NOT NULL;`)
	releaseText    = regexp.MustCompile(`^ALTER TABLE (\w+) DROP CONSTRAINT (\w+);`)
	computedText   = regexp.MustCompile(`^CREATE (?:UNIQUE )?INDEX \w+ ON \w+ \([\w, ]+\([^;]*;`)
	rowsText       = regexp.MustCompile(`^(?:INSERT|UPDATE|DELETE|SELECT)\b`)
	columnText     = regexp.MustCompile(`^([a-z]\w*) (BIGINT|TEXT|BOOLEAN|DOUBLE PRECISION)\b(.*)$`)
	defaultText    = regexp.MustCompile(`DEFAULT ('[^']*'|\S+)`)
	checkText      = regexp.MustCompile(`CHECK \((.*)\)`)
	namedText      = regexp.MustCompile(`^CONSTRAINT (\w+) CHECK \((.*)\)$`)
	foreignText    = regexp.MustCompile(`^CONSTRAINT \w+ FOREIGN KEY \(([\w, ]+)\) REFERENCES (\w+) \(([\w, ]+)\)$`)
	primaryText    = regexp.MustCompile(`^PRIMARY KEY \(([\w, ]+)\)$`)
	refersText     = regexp.MustCompile(`REFERENCES (\w+) \((\w+)\)`)
	endOfStatement = regexp.MustCompile(`;(?: --.*)?$`)
)

// Apply changes the tables as a migration does. It returns an error for a statement that it does
// not know, and for a change to something that does not exist or that something else still uses.
func Apply(tables []Table, migration string) ([]Table, error) {
	up, _, _ := strings.Cut(migration, "-- +goose Down")
	tables = slices.Clone(tables)
	var about, code string
	for line := range strings.Lines(up) {
		line = strings.TrimRight(line, " \n")
		if code == "" && (line == "" || strings.HasPrefix(line, "-- +goose")) {
			about = ""
			continue
		}
		if code == "" && strings.HasPrefix(line, "--") {
			about += line + "\n"
			continue
		}
		code += line
		if !endOfStatement.MatchString(line) {
			code += "\n"
			continue
		}
		var err error
		if tables, err = change(tables, code, comment(about)); err != nil {
			return nil, err
		}
		about, code = "", ""
	}
	if code != "" {
		return nil, fmt.Errorf("this statement has no end: %s", code)
	}
	return tables, nil
}

// change applies one statement.
func change(tables []Table, statement, about string) ([]Table, error) {
	if made := tableText.FindStringSubmatch(statement); made != nil {
		table := Table{Name: made[1], About: about}
		table.readBody(made[2])
		return append(tables, table), nil
	}
	if dropped := dropTableText.FindStringSubmatch(statement); dropped != nil {
		return dropTable(tables, dropped[1])
	}
	if dropped := dropIndexText.FindStringSubmatch(statement); dropped != nil {
		return tables, dropIndex(tables, dropped[1])
	}
	for _, form := range []struct {
		text  *regexp.Regexp
		table int
		do    func(t *Table, words []string) error
	}{
		{indexText, 3, func(t *Table, words []string) error {
			t.Indexes = append(slices.Clone(t.Indexes), Index{words[2], strings.Split(words[4], ", "), words[1] != "", words[5], about})
			return nil
		}},
		{addText, 1, func(t *Table, words []string) error { t.readLine(words[2], comment(words[3])); return nil }},
		{dropText, 1, func(t *Table, words []string) error { return t.drop(words[2]) }},
		{renameText, 1, func(t *Table, words []string) error { return t.rename(words[2], words[3]) }},
		{constrainText, 1, func(t *Table, words []string) error { t.readLine(words[2], ""); return nil }},
		{fillText, 1, func(t *Table, words []string) error { return t.fill(words[2]) }},
		{releaseText, 1, func(t *Table, words []string) error { return t.release(words[2]) }},
	} {
		words := form.text.FindStringSubmatch(statement)
		if words == nil {
			continue
		}
		at := slices.IndexFunc(tables, func(t Table) bool { return t.Name == words[form.table] })
		if at < 0 {
			return nil, fmt.Errorf("there is no table %s: %s", words[form.table], statement)
		}
		return tables, form.do(&tables[at], words)
	}
	if rowsText.MatchString(statement) || computedText.MatchString(statement) {
		return tables, nil // it changes only rows, or is an index that this package does not show
	}
	return nil, fmt.Errorf("internal/store/schema does not know this form of statement; write it as others are written, or teach it: %s", statement)
}

// dropTable drops a table that no other table refers to.
func dropTable(tables []Table, name string) ([]Table, error) {
	for _, t := range tables {
		if slices.ContainsFunc(t.Foreign, func(f ForeignKey) bool { return f.Table == name }) {
			return nil, fmt.Errorf("%s refers to %s", t.Name, name)
		}
	}
	left := slices.DeleteFunc(tables, func(t Table) bool { return t.Name == name })
	if len(left) == len(tables) {
		return nil, fmt.Errorf("there is no table %s to drop", name)
	}
	return left, nil
}

func dropIndex(tables []Table, name string) error {
	for i := range tables {
		t := &tables[i]
		if at := slices.IndexFunc(t.Indexes, func(x Index) bool { return x.Name == name }); at >= 0 {
			t.Indexes = slices.Delete(slices.Clone(t.Indexes), at, at+1)
			return nil
		}
	}
	return fmt.Errorf("there is no index %s to drop", name)
}

// drop drops a column that nothing else uses. The engines differ in what happens to an index, a key
// or a check that uses a dropped column.
func (t *Table) drop(name string) error {
	if err := t.free(name); err != nil {
		return err
	}
	t.Columns = slices.DeleteFunc(slices.Clone(t.Columns), func(c Column) bool { return c.Name == name })
	return nil
}

// rename renames a column that only its own check uses.
func (t *Table) rename(name, to string) error {
	if err := t.free(name); err != nil {
		return err
	}
	t.Columns = slices.Clone(t.Columns)
	for i := range t.Columns {
		if t.Columns[i].Name == name {
			t.Columns[i].Name = to
		}
	}
	return nil
}

// free checks that a column exists and that nothing in its table, apart from its own check, uses
// it.
func (t *Table) free(name string) error {
	if _, ok := t.Column(name); !ok {
		return fmt.Errorf("%s has no column %s", t.Name, name)
	}
	word := regexp.MustCompile(`\b` + name + `\b`)
	for _, c := range t.Checks {
		if word.MatchString(c.Text) {
			return fmt.Errorf("the check %s names %s.%s: drop it first and add it again at the end", c.Name, t.Name, name)
		}
	}
	for _, i := range t.Indexes {
		if slices.Contains(i.Columns, name) || word.MatchString(i.Where) {
			return fmt.Errorf("the index %s names %s.%s: drop it first and create it again at the end", i.Name, t.Name, name)
		}
	}
	keys := [][]string{t.Primary}
	for _, f := range t.Foreign {
		keys = append(keys, f.Columns)
	}
	for _, key := range keys {
		if slices.Contains(key, name) {
			return fmt.Errorf("a key of %s names %s: such a column stays as it is", t.Name, name)
		}
	}
	return nil
}

// fill makes a column NOT NULL.
func (t *Table) fill(name string) error {
	t.Columns = slices.Clone(t.Columns)
	for i := range t.Columns {
		if t.Columns[i].Name == name {
			t.Columns[i].Null = false
			return nil
		}
	}
	return fmt.Errorf("%s has no column %s", t.Name, name)
}

// release drops a named check.
func (t *Table) release(name string) error {
	for i, c := range t.Columns {
		if c.Check != "" && name == t.CheckOf(c) {
			t.Columns = slices.Clone(t.Columns)
			t.Columns[i].Check = ""
			return nil
		}
	}
	at := slices.IndexFunc(t.Checks, func(c Check) bool { return c.Name == name })
	if at < 0 {
		return fmt.Errorf("%s has no check %s", t.Name, name)
	}
	t.Checks = slices.Delete(slices.Clone(t.Checks), at, at+1)
	return nil
}

// CheckOf is the name of a column's own check: the name that PostgreSQL gives it. A migration that
// adds a check to a column uses the same name.
func (t Table) CheckOf(c Column) string { return t.Name + "_" + c.Name + "_check" }

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
		t.addCheck(Check{c[1], c[2]})
	}
}

func (t *Table) addCheck(check Check) {
	t.Columns = slices.Clone(t.Columns)
	for i, c := range t.Columns {
		if check.Name == t.CheckOf(c) {
			t.Columns[i].Check = check.Text
			return
		}
	}
	t.Checks = append(slices.Clone(t.Checks), check)
}

func (t *Table) readColumn(name, kind, rest, about string) {
	c := Column{Name: name, Kind: kind, About: about, Null: !strings.Contains(rest, "NOT NULL")}
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
	t.Columns = append(slices.Clone(t.Columns), c)
}

// comment joins the lines of a comment.
func comment(lines string) string {
	var words []string
	for line := range strings.Lines(lines) {
		words = append(words, strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "--")))
	}
	return strings.TrimSpace(strings.Join(words, " "))
}
