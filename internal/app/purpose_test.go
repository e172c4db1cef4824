package app_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rento/internal/app"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/encryption"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
	"rento/internal/testkit/clamd"
	"rento/internal/testkit/company"
)

// productionSettings are settings with which production starts. Their secrets are made anew for each
// run, so that nobody copies them.
var productionSettings = map[string]string{
	"RENTO_PUBLIC_URL": "https://rento.example", "RENTO_ADDR": "127.0.0.1:0", "RENTO_TRUSTED_PROXIES": "1",
	"RENTO_SECRET_KEY": rand.Text() + rand.Text(), "RENTO_DATA_KEY": rand.Text() + rand.Text(), "MSG91_AUTH_KEY": rand.Text(),
	"RENTO_LEGAL_NAME": "Town Rentals Private Limited", "RENTO_SUPPORT_PHONE": "+91 80 4000 1234", "RENTO_SUPPORT_EMAIL": "care@town.example", "RENTO_FAQ_URL": "https://help.town.example",
	"MSG91_FLOW_ID":   "65f0c1d2e3a4b5",
	"RAZORPAY_KEY_ID": "rzp_live_b7Xq2Lw9sT4mKd", "RAZORPAY_KEY_SECRET": rand.Text(), "RAZORPAY_WEBHOOK_SECRET": rand.Text() + rand.Text(),
	"RAZORPAYX_KEY_ID": "rzp_live_c1Vn8Rk3hY6pJs", "RAZORPAYX_KEY_SECRET": rand.Text(), "RAZORPAYX_WEBHOOK_SECRET": rand.Text() + rand.Text(),
	"RAZORPAYX_ACCOUNT": "2323230041626905",
}

// command runs the program on a database, with a time limit.
func command(t *testing.T, url string, args ...string) error {
	t.Helper()
	return commandWith(t, productionSettings, url, args...)
}

func commandWith(t *testing.T, settings map[string]string, url string, args ...string) error {
	t.Helper()
	for name, value := range settings {
		t.Setenv(name, value)
	}
	t.Setenv("RENTO_DATABASE", url)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	return app.Main(ctx, args, io.Discard, io.Discard)
}

// inDatabase opens a database without a purpose, uses it and closes it.
func inDatabase(t *testing.T, url string, use func(s *store.Store) error) {
	t.Helper()
	s, err := store.Open(t.Context(), store.Options{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(use(s), s.Close()); err != nil {
		t.Fatal(err)
	}
}

// Production refuses test keys, with which no money moves.
func TestProductionRefusesTestKeys(t *testing.T) {
	for _, variable := range []string{"RAZORPAY_KEY_ID", "RAZORPAYX_KEY_ID"} {
		settings := maps.Clone(productionSettings)
		settings[variable] = strings.Replace(settings[variable], "_live_", "_test_", 1)
		for _, command := range []string{"serve", "doctor"} {
			var out bytes.Buffer
			for name, value := range settings {
				t.Setenv(name, value)
			}
			t.Setenv("RENTO_DATABASE", filepath.Join(t.TempDir(), "rento.db"))
			err := app.Main(t.Context(), []string{command}, &out, io.Discard)
			if err == nil || !strings.Contains(out.String()+err.Error(), variable+": is a test key") {
				t.Errorf("%s with a test key in %s: %v, want %q in it\n%s", command, variable, err, variable+": is a test key", &out)
			}
		}
	}
}

// doctor reports whatever would prevent serve from starting, and then never says that all is well.
func TestDoctorFindsWhatKeepsServeFromStarting(t *testing.T) {
	city := filepath.Join(t.TempDir(), "demo.db")
	policies := t.TempDir()
	if err := os.WriteFile(filepath.Join(policies, "shipping-policy.html"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	inDatabase(t, city, func(s *store.Store) error { return s.MarkDemo(t.Context()) })
	for _, wrong := range []map[string]string{
		{"SMTP_ADDR": "relay.example"},
		{"SMTP_ADDR": "relay.example:25", "SMTP_FROM": "foo"},
		{"SMTP_ADDR": "relay.example:25", "SMTP_FROM": "care@town.example\r\nBcc: x@town.example"},
		{"MSG91_FLOWS": "nonsense=1"},
		{"SMTP_ADDR": "relay.example:25"},
		{"RENTO_FAQ_URL": "https://help.example.com"},
		{"RENTO_POLICY_DIR": policies},
		{"PORT": "99999"},
		{"RENTO_ADDR": "x"},
		{"RENTO_ADDR": "192.0.2.1:8080"},
		{"RENTO_BILLING_HOME_STATE": "99"},
		{"RENTO_BILLING_ADVANCE": "6=8"},
		{"RENTO_DEBIT_HOURS": "upi:10-6"},
		{"RENTO_CLAMD": "clamd.ctl"},
		{"RENTO_CLAMD": "203.0.113.7:3310"},
		{"RENTO_DATABASE": city},
		{"RENTO_DATABASE": "host=db password=hunter2"},
		{"RENTO_DATABASE": "postgres://rento:w7Rk2Zq9Xt4Lm6Vb@db.invalid/rento?sslmode=disable"},
	} {
		for _, name := range []string{"serve", "doctor"} {
			t.Run(fmt.Sprint(name, wrong), func(t *testing.T) {
				settings := maps.Clone(productionSettings)
				settings["RENTO_DATABASE"] = filepath.Join(t.TempDir(), "rento.db")
				maps.Copy(settings, wrong)
				for name, value := range settings {
					t.Setenv(name, value)
				}
				ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
				defer cancel()
				var out bytes.Buffer
				err := app.Main(ctx, []string{name}, &out, io.Discard)
				if err == nil || strings.Contains(out.String(), "Ready for production") && !strings.Contains(out.String(), "Not ready") || strings.Contains(fmt.Sprint(err)+out.String(), "hunter2") {
					t.Errorf("rento %s with %v: got %v, want it refused\n%s", name, wrong, err, &out)
				}
			})
		}
	}
	for name, value := range productionSettings {
		t.Setenv(name, value)
	}
	t.Setenv("RENTO_DATABASE", filepath.Join(t.TempDir(), "rento.db"))
	if err := app.Main(t.Context(), []string{"doctor"}, io.Discard, io.Discard); err != nil {
		t.Errorf("rento doctor with settings that serve takes: got %v, want it content", err)
	}
}

// doctor asks clamd for its version and complains if there is no answer. serve starts all the same,
// because clamd may come back.
func TestDoctorAsksTheScanner(t *testing.T) {
	scanner := clamd.Listen(t)
	for name, value := range productionSettings {
		t.Setenv(name, value)
	}
	t.Setenv("RENTO_DATABASE", filepath.Join(t.TempDir(), "rento.db"))
	t.Setenv("RENTO_CLAMD", scanner.Address)
	doctor := func() (string, error) {
		var out bytes.Buffer
		err := app.Main(t.Context(), []string{"doctor"}, &out, io.Discard)
		return out.String(), err
	}
	if out, err := doctor(); err != nil || !strings.Contains(out, clamd.Version) || !strings.Contains(out, "\nReady for production.") {
		t.Errorf("a scanner that answers: %v, want %q and ready for production\n%s", err, clamd.Version, out)
	}
	scanner.Stop()
	if out, err := doctor(); err == nil || !strings.Contains(out, "RENTO_CLAMD: clamd VERSION: not_attempted") {
		t.Errorf("a scanner that does not answer: %v, want it named\n%s", err, out)
	}
	t.Setenv("RENTO_CLAMD", "")
	if out, err := doctor(); err != nil || !strings.Contains(out, "RENTO_CLAMD: is not set") {
		t.Errorf("no scanner: %v, want a note of it\n%s", err, out)
	}
}

func TestDemoRefusesADatabaseWithCustomers(t *testing.T) {
	for _, engine := range testkit.Engines() {
		t.Run(engine, func(t *testing.T) {
			url := testkit.DatabaseURL(t, engine)
			inDatabase(t, url, func(s *store.Store) error {
				return s.Write(t.Context(), 1, func(tx *store.Tx) error {
					return tx.AccountCustomerAdd(t.Context(), db.AccountCustomerAddParams{ID: 1, Mobile: "9812345670", ReferralCode: "R1"})
				})
			})
			for _, args := range [][]string{{"demo"}, {"demo", "--fresh"}} {
				if err := command(t, url, args...); !errors.Is(err, store.ErrNotDemo) {
					t.Errorf("rento %v: got %v, want %v", args, err, store.ErrNotDemo)
				}
			}
			inDatabase(t, url, func(s *store.Store) error {
				_, err := s.Queries().AccountCustomerByMobile(t.Context(), "9812345670")
				return err
			})
		})
	}
}

// The clock of a demo city can be set. The clock of production cannot.
func TestProductionHasNoDayOfItsOwn(t *testing.T) {
	settings := maps.Clone(productionSettings)
	settings["RENTO_DEMO_TODAY"] = "2026-11-12T11:00"
	err := commandWith(t, settings, filepath.Join(t.TempDir(), "rento.db"), "serve")
	if err == nil || !strings.Contains(err.Error(), "RENTO_DEMO_TODAY") {
		t.Errorf("rento serve with RENTO_DEMO_TODAY: got %v, want it refused by that name", err)
	}
}

// An unreadable moment is refused before anything is built.
func TestDemoRefusesAMomentThatCannotBeRead(t *testing.T) {
	for _, today := range []string{"2026-11-12", "12.11.2026", "2026-02-30T11:00"} {
		err := commandWith(t, nil, filepath.Join(t.TempDir(), "demo.db"), "demo", "--today", today)
		if err == nil || !strings.Contains(err.Error(), "a moment like 2026-11-12T11:00 is expected") {
			t.Errorf("rento demo --today %s: got %v, want it refused", today, err)
		}
	}
}

func TestProductionRefusesADemoCity(t *testing.T) {
	testkit.BothEngines(t)
	for _, engine := range testkit.Engines() {
		t.Run(engine, func(t *testing.T) {
			url := testkit.DatabaseURL(t, engine)
			inDatabase(t, url, func(s *store.Store) error { return s.MarkDemo(t.Context()) })
			for _, name := range []string{"serve", "bill", "reconcile", "migrate"} {
				if err := command(t, url, name); !errors.Is(err, store.ErrIsDemo) {
					t.Errorf("rento %s: got %v, want %v", name, err, store.ErrIsDemo)
				}
			}
		})
	}
}

// A data key that can be guessed, or that cannot decrypt the data, stops the program before it
// writes anything with it.
func TestADataKeyThatDoesNotFit(t *testing.T) {
	for _, engine := range testkit.Engines() {
		t.Run(engine, func(t *testing.T) {
			url := testkit.DatabaseURL(t, engine)
			ring, err := encryption.New("another key of tests, 32 characters long", "")
			if err != nil {
				t.Fatal(err)
			}
			inDatabase(t, url, func(s *store.Store) error {
				return s.WriteCompany(t.Context(), func(tx *store.Tx) error {
					_, err := tx.InboxEventAdd(t.Context(), db.InboxEventAddParams{
						Provider: "acme", EventID: "e-1", Kind: "payment", ReceivedAt: 1, BodyHash: "1", Body: ring.Encrypt("provider_events.body/acme/e-1", "{}"),
					})
					return err
				})
			})
			if err := command(t, url, "serve"); !errors.Is(err, encryption.ErrNotReadable) || !strings.Contains(fmt.Sprint(err), "RENTO_DATA_KEY") {
				t.Errorf("rento serve with another key: got %v, want %v", err, encryption.ErrNotReadable)
			}
			var out bytes.Buffer
			if err := app.Main(t.Context(), []string{"doctor"}, &out, io.Discard); err == nil || !strings.Contains(out.String(), "RENTO_DATA_KEY: does not fit this database") {
				t.Errorf("rento doctor with another key: got %v, want it named\n%s", err, &out)
			}
			if err := command(t, url, "rotate-key"); !errors.Is(err, encryption.ErrNotReadable) {
				t.Errorf("rento rotate-key with another key: got %v, want %v", err, encryption.ErrNotReadable)
			}
			weak := maps.Clone(productionSettings)
			weak["RENTO_DATA_KEY"], weak["RENTO_DATA_KEY_OLD"] = strings.Repeat("a", 35), "another key of tests, 32 characters long"
			weak["RENTO_DATA_KEY"] = "the demo city has invented bank accounts only"
			if err := commandWith(t, weak, url, "rotate-key"); err == nil || !strings.Contains(err.Error(), "RENTO_DATA_KEY: is published") {
				t.Errorf("rento rotate-key to the demo city's key: got %v, want %q in it", err, "RENTO_DATA_KEY: is published")
			}
			weak["RENTO_DATA_KEY"] = strings.Repeat("a", 35)
			if err := commandWith(t, weak, url, "rotate-key"); err == nil || !strings.Contains(err.Error(), "RENTO_DATA_KEY: repeats itself") {
				t.Errorf("rento rotate-key to a key that can be guessed: got %v, want %q in it", err, "RENTO_DATA_KEY: repeats itself")
			}
		})
	}
}

// Invoices show the name of a registration, receipts and statements that of the settings: with two
// names nothing starts.
func TestTheCompanyHasOneLegalName(t *testing.T) {
	for _, engine := range testkit.Engines() {
		t.Run(engine, func(t *testing.T) {
			url := testkit.DatabaseURL(t, engine)
			register := func(state, gstin, name string) {
				inDatabase(t, url, func(s *store.Store) error {
					return s.WriteCompany(t.Context(), func(tx *store.Tx) error {
						return billing.SaveRegistration(t.Context(), tx, billing.Registration{StateCode: state, GSTIN: gstin, Series: "S" + state[1:], LegalName: name, Address: "1, High Street"})
					})
				})
			}
			register("29", "29AAACR0000R1ZE", productionSettings["RENTO_LEGAL_NAME"])
			if err := command(t, url, "doctor"); err != nil {
				t.Errorf("one name: got %v, want rento doctor content", err)
			}
			register("27", "27AAACR0000R1ZI", "Town Rentals Pvt Ltd")
			want := `RENTO_LEGAL_NAME: is "Town Rentals Private Limited", and the GST registration of state 27 has "Town Rentals Pvt Ltd"`
			if err := command(t, url, "serve"); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("rento serve with two names: got %v, want %q in it", err, want)
			}
			var out bytes.Buffer
			if err := app.Main(t.Context(), []string{"doctor"}, &out, io.Discard); err == nil || !strings.Contains(out.String(), want) {
				t.Errorf("rento doctor with two names: got %v, want %q in it\n%s", err, want, &out)
			}
		})
	}
}

// By default, a demo city and production use different databases.
func TestDemoHasADatabaseOfItsOwn(t *testing.T) {
	t.Chdir(t.TempDir())
	inDatabase(t, "data/demo.db", func(s *store.Store) error {
		return s.WriteCompany(t.Context(), func(tx *store.Tx) error { return tx.SettingPut(t.Context(), "somebody", "else's") })
	})
	if err := command(t, "", "demo"); !errors.Is(err, store.ErrNotDemo) {
		t.Errorf("rento demo, while data/demo.db is taken: got %v, want %v", err, store.ErrNotDemo)
	}
	if err := command(t, "", "migrate"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("data/rento.db"); err != nil {
		t.Errorf("the database of production: %v", err)
	}
}

// Two commands at once would generate the same ids, so the second one is refused. On SQLite only
// one process can open the file anyway.
func TestOneCommandAtATime(t *testing.T) {
	url := testkit.DatabaseURL(t, "postgres")
	inDatabase(t, url, func(s *store.Store) error {
		release, err := s.Alone(t.Context())
		if err != nil {
			return err
		}
		for _, name := range []string{"bill", "reconcile", "rotate-key"} {
			if err := command(t, url, name); !errors.Is(err, store.ErrNotAlone) {
				t.Errorf("rento %s beside another command: got %v, want %v", name, err, store.ErrNotAlone)
			}
		}
		release()
		if err := command(t, url, "rotate-key"); err != nil {
			t.Errorf("rento rotate-key after it: got %v, want nil", err)
		}
		return nil
	})
}

// Messages from a command wait for the serving node, which sends them.
func TestWhatACommandTellsIsSent(t *testing.T) {
	url := filepath.Join(t.TempDir(), "rento.db")
	today := calendar.Today(calendar.System{})
	var customer int64
	inDatabase(t, url, func(s *store.Store) error {
		w := company.New(t, s, today.AddMonths(-3).String())
		customer = w.Customer()
		w.Rent(customer, company.Bengaluru, today.AddMonths(-3).String(), company.Sofa)
		return nil
	})
	if err := command(t, url, "bill"); err != nil {
		t.Fatal(err)
	}
	inDatabase(t, url, func(s *store.Store) error {
		rows, err := s.Queries().NotifyOutbox(t.Context(), "", 100)
		states := map[string]int{}
		for _, row := range rows {
			states[row.Channel+" "+row.State]++
		}
		if states["sms waiting"] == 0 {
			t.Errorf("after rento bill: %v, want text messages that wait", states)
		}
		return err
	})
}
