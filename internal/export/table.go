package export

import (
	"bytes"
	"context"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"unicode"

	"rento/internal/money"
	"rento/internal/store/db"
)

// Table is a table of which a customer gets rows: Few or Paged.
type Table interface {
	Columns() Columns
	each(ctx context.Context, q *db.Queries, customerID int64, put func(row any) error) error
}

// Columns are the columns of a database table, except customer_id. Each one is given to the
// customer, read into other columns that are given, or withheld. A test checks that none is
// forgotten.
type Columns struct {
	Table                 string
	Given, Into, Withheld []string
}

// Few is a table with few rows per customer, which are read at once. R is the exported part of a
// row. Its fields are the columns, so a new column is not exported until a query names it.
type Few[R any] struct {
	// Of is the table's name.
	Of   string
	Read func(q *db.Queries, ctx context.Context, customerID int64) ([]R, error)
	// Change adapts a row, for example by masking a number. Nil leaves it unchanged.
	Change func(row *R)
	// Into names the encrypted columns that are read into fields of R. Without names the withheld
	// columns: secrets, our own keys, other people's data.
	Into, Without string
}

// Columns implements Table.
func (t Few[R]) Columns() Columns { return columns[R](t.Of, t.Into, t.Without) }

func (t Few[R]) each(ctx context.Context, q *db.Queries, customerID int64, put func(any) error) error {
	rows, err := t.Read(q, ctx, customerID)
	if err != nil {
		return err
	}
	return hand(rows, t.Change, put)
}

// Paged is a table that grows over time. Read returns the rows after an id, in order, and none
// after the last row. R must have the field ID.
type Paged[R any] struct {
	Of            string
	Read          func(q *db.Queries, ctx context.Context, customerID, afterID int64) ([]R, error)
	Change        func(row *R)
	Into, Without string
}

// Columns implements Table.
func (t Paged[R]) Columns() Columns { return columns[R](t.Of, t.Into, t.Without) }

func (t Paged[R]) each(ctx context.Context, q *db.Queries, customerID int64, put func(any) error) error {
	var after int64
	for {
		rows, err := t.Read(q, ctx, customerID, after)
		if err != nil || len(rows) == 0 {
			return err
		}
		after = reflect.ValueOf(rows[len(rows)-1]).FieldByName("ID").Int()
		if err := hand(rows, t.Change, put); err != nil {
			return err
		}
	}
}

func hand[R any](rows []R, change func(*R), put func(any) error) error {
	for i := range rows {
		if change != nil {
			change(&rows[i])
		}
		if err := put(rows[i]); err != nil {
			return err
		}
	}
	return nil
}

func columns[R any](table, into, without string) Columns {
	c := Columns{Table: table, Into: strings.Fields(into), Withheld: strings.Fields(without)}
	for field := range reflect.TypeFor[R]().Fields() {
		c.Given = append(c.Given, column(field.Name))
	}
	return c
}

// column is the database column of a field: "CustomerID" is customer_id.
func column(field string) string {
	var b strings.Builder
	lower := false
	for _, r := range field {
		if unicode.IsUpper(r) && lower {
			b.WriteByte('_')
		}
		lower = !unicode.IsUpper(r)
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// columnOfActor is the column that says who did something. Of staff and systems only the kind of
// actor is exported, because the name is somebody else's data.
const columnOfActor = "actor"

// rowJSON writes the fields of a row in order, with amounts in rupees and unknown values as null.
func rowJSON(row any) ([]byte, error) {
	var b bytes.Buffer
	v := reflect.ValueOf(row)
	for field, value := range v.Fields() {
		name, content := column(field.Name), value.Interface()
		if name == columnOfActor {
			content, _, _ = strings.Cut(value.String(), ":")
		}
		switch known := content.(type) {
		case money.Paise:
			name, content = strings.TrimSuffix(name, "_paise"), money.Amount(known)
		case driver.Valuer:
			if _, own := content.(json.Marshaler); !own { // sql.Null…
				var err error
				if content, err = known.Value(); err != nil {
					return nil, fmt.Errorf("%s: %w", name, err)
				}
			}
		}
		text, err := json.Marshal(content)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(quoted(name) + ": " + string(text))
	}
	return []byte("{" + b.String() + "}"), nil
}
