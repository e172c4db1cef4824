package app_test

import (
	"bytes"
	"strings"
	"testing"

	"rento/internal/account"
	"rento/internal/app"
	"rento/internal/calendar"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// The table lists each funnel with its steps. An invalid day is refused before the database is
// opened.
func TestFunnelsCommand(t *testing.T) {
	url := testkit.DatabaseURL(t, "sqlite")
	for _, bad := range [][]string{{"--from", "1 November"}, {"--to", "2026-02-30"}} {
		if err := command(t, url, append([]string{"funnels"}, bad...)...); err == nil || !strings.Contains(err.Error(), bad[0]) {
			t.Errorf("funnels %v: %v, want %s refused", bad, err, bad[0])
		}
	}
	inDatabase(t, url, func(s *store.Store) error {
		w := company.New(t, s, "2026-11-20")
		customer := w.Customer()
		w.Write(customer, func(tx *store.Tx) error {
			if _, err := tx.AccountConsentAdd(t.Context(), db.AccountConsentAddParams{CustomerID: customer, ID: 1, Purpose: string(account.PurposeAnalytics), TextVersion: 2, Language: "en"}); err != nil {
				return err
			}
			return tx.AccountEventAdd(t.Context(), db.AccountEventAddParams{
				CustomerID: customer, ID: 1, Name: "dashboard viewed", Properties: "{}", At: calendar.Stamp(w.Clock.Now()), ConsentID: 1,
			})
		})
		return nil
	})
	var table bytes.Buffer
	if err := app.Main(t.Context(), []string{"funnels", "--from", "2026-11-20", "--to", "2026-11-20"}, &table, &table); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"2026-11-20 to 2026-11-20\n", "\npayment\n  dashboard viewed                1  100.0 %\n  payment attempted               0    0.0 %\n", "\nauto debit\n",
	} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("the table: got %q, want %q in it", table.String(), want)
		}
	}
}
