package testkit_test

import (
	"testing"

	"rento/internal/testkit"
)

// A PostgreSQL database that another test has had is as a new one: without its rows,
// with those of the migrations, and with its whole schema.
func TestADatabaseIsLeftToTheNextTest(t *testing.T) {
	for what, change := range map[string]string{
		"rows":               "INSERT INTO settings (name, value) VALUES ('left', '1')",
		"rows of the law":    "UPDATE gst_rates SET rate_bp = 500",
		"no rows of the law": "DELETE FROM gst_rates",
		"a table":            "CREATE TABLE parrots (id BIGINT PRIMARY KEY)",
		"no index":           "DROP INDEX jobs_dedupe",
		"a check":            "ALTER TABLE settings ADD CHECK (name <> 'right')",
		"no column":          "ALTER TABLE settings DROP COLUMN value",
		"a trigger": `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
			CREATE TRIGGER refused BEFORE INSERT ON settings FOR EACH ROW EXECUTE FUNCTION refuse()`,
	} {
		t.Run(what, func(t *testing.T) {
			t.Run("left", func(t *testing.T) {
				if _, err := testkit.Raw(t, testkit.OpenOn(t, "postgres")).ExecContext(t.Context(), change); err != nil {
					t.Fatal(err)
				}
			})
			t.Run("taken", func(t *testing.T) {
				var settings, rates, indexes int
				raw := testkit.Raw(t, testkit.OpenOn(t, "postgres"))
				err := raw.QueryRowContext(t.Context(), `SELECT (SELECT COUNT(*) FROM settings), (SELECT COUNT(*) FROM gst_rates WHERE rate_bp = 1800),
					(SELECT COUNT(*) FROM pg_indexes WHERE indexname = 'jobs_dedupe')`).Scan(&settings, &rates, &indexes)
				if err != nil || settings != 0 || rates != 2 || indexes != 1 {
					t.Errorf("%d settings, %d rates of 18 %%, %d indexes, %v; want 0, 2 and 1", settings, rates, indexes, err)
				}
				if _, err := raw.ExecContext(t.Context(), "INSERT INTO settings (name, value) VALUES ('right', '1')"); err != nil {
					t.Errorf("a setting: %v; want it taken", err)
				}
				if _, err := raw.ExecContext(t.Context(), "SELECT 1 FROM parrots"); err == nil {
					t.Error("the table is still there")
				}
			})
		})
	}
}
