package config_test

import (
	"strings"
	"testing"

	"rento/internal/config"
)

// A value meant as a server address never becomes a file name, and no error repeats its password.
func TestADatabaseIsAServerOrAFile(t *testing.T) {
	for _, database := range []string{
		"host=db user=rento password=hunter2", "user=rento\tpassword = 'hunter2'", "PASSWORD=hunter2 HOST=db", "dbname=rento;password=hunter2",
		"mysql://u:hunter2@db/rento", "sqlserver://u:hunter2@db", "postgres:/u:hunter2@db/rento", "postgres:u:hunter2@db/rento", "postgres//u:hunter2@db/rento",
		"postgresq://u:hunter2@db/rento", " postgres://u:hunter2@db/rento", "\"postgres://u:hunter2@db/rento\"", "//u:hunter2@db/rento", "u:hunter2@db/rento",
		"db.example:5432/rento", "sqlite://u:hunter2@db/rento", "sqlite:", "postgres://u:hunter2/x@db/rento", "postgres://u:hunter2%zz@db/rento", "jdbc:postgresql://db/rento?password=hunter2",
		"data/rento.db\n",
	} {
		c := production()
		c.Database = database
		c.Normalize()
		err := c.Check()
		if err == nil || !strings.Contains(err.Error(), "RENTO_DATABASE: ") || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: got %v, want a refusal of RENTO_DATABASE without the password", database, err)
		}
		if got := shownAs(&c, "RENTO_DATABASE"); strings.Contains(got, "hunter2") {
			t.Errorf("%q is shown as %q, want no password", database, got)
		}
	}
	for _, database := range []string{
		"data/rento.db", "/var/lib/rento/rento.db", "./a:b.db", "sqlite:data/rento.db", "sqlite:/var/lib/rento:x@y.db", "rento", "data//rento.db", "/srv/user=a/rento.db",
		"POSTGRES://rento@db/rento", "PostgreSQL://db/rento", "postgres:///rento?host=/run/postgresql",
	} {
		c := production()
		c.Database = database
		c.Normalize()
		if err := c.Check(); err != nil {
			t.Errorf("%q: got %v, want it taken", database, err)
		}
		if isServer := strings.HasPrefix(strings.ToLower(database), "postgres"); isServer != (c.FilesFolder() == "data/files" && len(c.Warnings()) == 1) {
			t.Errorf("%q is taken for a server: %t, want %t", database, !isServer, isServer)
		}
	}
}

func shownAs(c *config.Config, variable string) string {
	for _, s := range c.Describe() {
		if s.Variable == variable {
			return s.Value
		}
	}
	return "missing"
}

// Passwords in addresses are masked wherever they are. The rest is shown.
func TestPasswordsInAddressesAreMasked(t *testing.T) {
	for database, want := range map[string]string{
		"postgres://rento:hunter2@db/rento":                                     "postgres://rento:••••@db/rento",
		"postgres://rento@db/rento?sslmode=require&password=hunter2":            "postgres://rento:••••@db/rento?sslmode=require&password=••••",
		"postgresql://db/rento?user=rento&PASSWORD=hunter2&sslpassword=hunter2": "postgresql://db/rento?user=rento&PASSWORD=••••&sslpassword=••••",
		"host=db password=hunter2":                                              "••••",
		"data/rento.db":                                                         "data/rento.db",
	} {
		c := production()
		c.Database = database
		if got := shownAs(&c, "RENTO_DATABASE"); got != want {
			t.Errorf("%s is shown as %s, want %s", database, got, want)
		}
	}
	const held = "https://u:hunter2/@x@h.example/a?b=c&api_key=hunter2"
	c := production()
	c.PublicURL, c.PayOrigin, c.Razorpay.URL, c.Razorpay.ScriptURL, c.RazorpayX.URL = held, held, held, held, held
	c.Files.URL, c.MSG91.URL, c.Maps.Origin, c.Product.FAQURL = held, held, held, held
	masked := 0
	for _, s := range c.Describe() {
		if strings.Contains(s.Value, "hunter2") {
			t.Errorf("%s is shown as %s, want no password", s.Variable, s.Value)
		}
		if s.Value == "https://••••@h.example/a?b=c&api_key=••••" {
			masked++
		}
	}
	if masked != 9 {
		t.Errorf("%d addresses are shown without their credentials, want 9", masked)
	}
}
