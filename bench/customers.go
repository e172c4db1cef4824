package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"strings"

	"rento/internal/calendar"
	"rento/internal/store"
)

// originals is how many customers the services make. All other customers are copies of them.
const originals = 120

// copiesAtOnce limits the size of one statement, and with it the engine's log.
const copiesAtOnce = 1000

// filling says what to fill a database with: how many customers, who rent since the first day of a
// month, and whether they are billed for that month and have a mandate.
type filling struct {
	customers int
	month     calendar.Date
	billed    bool
	debited   bool // each customer has a mandate
}

// fill makes a company in an empty database. The first customers order through the services. The
// rest are copied from them inside the database, which takes seconds, while placing as many orders
// would take minutes.
func fill(ctx context.Context, d database, f filling, progress io.Writer) error {
	first, err := fillOriginals(ctx, d, f)
	if err != nil {
		return fmt.Errorf("fill %s: %w", d.engine, err)
	}
	if f.customers <= originals {
		return nil
	}
	if f.customers >= 100_000 {
		fmt.Fprintf(progress, "  copying %d customers\n", f.customers)
	}
	pool, err := d.open(false)
	if err != nil {
		return err
	}
	err = copyCustomers(ctx, pool, first, f.customers/originals)
	if err == nil && d.engine == postgres {
		_, err = pool.ExecContext(ctx, "ANALYZE") // as autovacuum would do within a minute
	}
	if err != nil {
		err = fmt.Errorf("fill %s: %w", d.engine, err)
	}
	return errors.Join(err, pool.Close())
}

// fillOriginals makes the customers that are copied, and before them the remainder by which the
// wanted number is not a multiple of originals. It returns the first id of the customers to copy.
func fillOriginals(ctx context.Context, d database, f filling) (first int64, err error) {
	c, err := openCompany(ctx, d.url, true, f.month)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, c.store.Close()) }()
	if err := c.store.WriteCompany(ctx, func(tx *store.Tx) error { return saveOffer(ctx, tx, calendar.Today(c.clock)) }); err != nil {
		return 0, fmt.Errorf("save the offer: %w", err)
	}
	rest := f.customers
	if f.customers > originals {
		rest = f.customers%originals + originals
	}
	for n := range rest {
		if n == rest-originals {
			first = c.ids.Next()
		}
		customer, err := c.addCustomer(ctx, int64(n+1))
		if err == nil && f.debited {
			err = c.authorize(ctx, customer)
		}
		if err != nil {
			return 0, fmt.Errorf("customer %d: %w", n+1, err)
		}
	}
	if f.billed {
		c.clock.Set(f.month.NextMonth().At(1, 0))
		if _, err := c.billing.BillMonth(ctx, f.month, nil); err != nil {
			return 0, fmt.Errorf("bill: %w", err)
		}
	}
	return first, nil
}

// copied are the tables with rows of the originals, in an order in which each table comes after
// those it refers to.
var copied = []string{
	"customers", "addresses", "orders", "order_items", "item_terms",
	"invoices", "invoice_lines", "ledger_entries", "ledger_postings", "ledger_balances", "mandates", "mandate_debits",
}

// copyCustomers copies each customer from the id first on, until there are times as many. Every id
// of the n-th copy is the original's id plus n strides. Other unique values are derived from such
// an id.
func copyCustomers(ctx context.Context, pool *sql.DB, first int64, times int) error {
	var last, invoices int64
	if err := pool.QueryRowContext(ctx, "SELECT MAX(id) FROM order_items").Scan(&last); err != nil {
		return fmt.Errorf("find the last id: %w", err)
	}
	if err := pool.QueryRowContext(ctx, fmt.Sprintf("SELECT COALESCE(MIN(id), 0) FROM invoices WHERE customer_id >= %d", first)).Scan(&invoices); err != nil {
		return fmt.Errorf("find the first invoice: %w", err)
	}
	c := copying{first: first, stride: last - first + idStep, invoices: invoices}
	for _, table := range copied {
		columns, err := columnsOf(ctx, pool, table)
		if err != nil {
			return err
		}
		for from := 1; from < times; from += copiesAtOnce {
			to := min(from+copiesAtOnce, times) - 1
			if _, err := pool.ExecContext(ctx, c.statement(table, columns, from, to)); err != nil {
				return fmt.Errorf("copy %s: %w", table, err)
			}
		}
	}
	past := originals*10 + int64(times)*c.stride/idStep // no copy has a larger number
	_, err := pool.ExecContext(ctx, fmt.Sprintf("UPDATE invoice_serials SET last_number = last_number + %d", past))
	if err != nil {
		return fmt.Errorf("move the serials on: %w", err)
	}
	return nil
}

func columnsOf(ctx context.Context, pool *sql.DB, table string) (names []string, err error) {
	rows, err := pool.QueryContext(ctx, "SELECT * FROM "+table+" LIMIT 0")
	if err != nil {
		return nil, fmt.Errorf("read the columns of %s: %w", table, err)
	}
	defer func() { err = errors.Join(err, rows.Close(), rows.Err()) }()
	return rows.Columns()
}

// idStep is the minimum difference between consecutive ids of one node.
const idStep = 16

// copying holds the ids of the originals.
type copying struct{ first, stride, invoices int64 }

// statement copies the rows of a table. The copies are the outer side of the join, so that rows are
// written in the order of their keys.
func (c copying) statement(table string, columns []string, from, to int) string {
	values := make([]string, len(columns))
	for i, name := range columns {
		values[i] = c.value(table, name)
	}
	owner := "customer_id"
	if table == "customers" {
		owner = "id"
	}
	return fmt.Sprintf(`INSERT INTO %s (%s)
		WITH RECURSIVE copies(k) AS (SELECT CAST(%d AS BIGINT) UNION ALL SELECT k + 1 FROM copies WHERE k < %d)
		SELECT %s FROM copies CROSS JOIN %s WHERE %s BETWEEN %d AND %d ORDER BY k, %s`,
		table, strings.Join(columns, ", "), from, to, strings.Join(values, ", "), table, owner, c.first, c.first+c.stride-1, owner)
}

// value is the SQL value of a copy's column.
func (c copying) value(table, column string) string {
	switch column {
	case "id", "customer_id", "order_id", "item_id", "address_id", "invoice_id", "entry_id", "mandate_id":
		return fmt.Sprintf("CASE WHEN %[1]s > 0 THEN %[1]s + k * %[2]d ELSE 0 END", column, c.stride)
	case "source_id":
		return fmt.Sprintf("CAST(CAST(source_id AS BIGINT) + k * %d AS TEXT)", c.stride)
	case "mobile":
		return fmt.Sprintf("CAST(7000000000 + %s AS TEXT)", c.number("id", c.first))
	case "email":
		return fmt.Sprintf("'d' || CAST(%s AS TEXT) || '@example.in'", c.number("id", c.first))
	case "referral_code":
		return fmt.Sprintf("'S' || CAST(%s AS TEXT)", c.number("id", c.first))
	case "unique_id":
		return fmt.Sprintf("'R' || CAST(100000000 + %s AS TEXT)", c.number("id", c.first))
	case "order_unique_id":
		return fmt.Sprintf("CASE WHEN order_id > 0 THEN 'R' || CAST(100000000 + %s AS TEXT) ELSE '' END", c.number("order_id", c.first))
	case "number":
		return fmt.Sprintf("SUBSTR(number, 1, 9) || SUBSTR(CAST(10000000 + %d + %s AS TEXT), 2)", originals*10, c.number("id", c.invoices))
	default:
		return table + "." + column
	}
}

// number is a small number derived from an id, which no other copy has.
func (c copying) number(id string, first int64) string {
	return fmt.Sprintf("((%s - %d + k * %d) / %d)", id, first, c.stride, idStep)
}
