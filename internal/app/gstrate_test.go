package app_test

import (
	"bytes"
	"strings"
	"testing"

	"rento/internal/app"
	"rento/internal/testkit"
)

// An invalid rate is refused before the database is opened. An announced rate is in the printed
// table.
func TestGSTRateCommand(t *testing.T) {
	url := testkit.DatabaseURL(t, "sqlite")
	for _, bad := range [][]string{
		{"123456", "18", "2099-04-01"},
		{"99732x", "18", "2099-04-01"},
		{"997323"},
		{"997323", "18"},
		{"997323", "18", "2099-02-30"},
		{"997323", "-1", "2099-04-01"},
		{"997323", "12.5", "2099-04-01"},
		{"997323", "12.345", "2099-04-01"},
		{"997323", "NaN", "2099-04-01"},
		{"997323", "18", "2020-04-01"},
	} {
		if err := command(t, url, append([]string{"gst-rate", "--"}, bad...)...); err == nil {
			t.Errorf("gst-rate %v: no error", bad)
		}
	}
	if err := command(t, url, "gst-rate", "997323", "7.5", "2099-04-01"); err != nil {
		t.Fatal(err)
	}
	var table bytes.Buffer
	if err := app.Main(t.Context(), []string{"gst-rate"}, &table, &table); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"997323  18.00 % from 2017-07-01 until 2099-03-31\n", "997323   7.50 % from 2099-04-01\n"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("the table: got %q, want %q in it", table.String(), want)
		}
	}
}
