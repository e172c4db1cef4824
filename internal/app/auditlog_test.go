package app_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/app"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/store"
	"rento/internal/testkit"
)

// The audit log is printed beside a serving node, as lines or as rows for a spreadsheet in which no
// text is run as a formula.
func TestAuditCommand(t *testing.T) {
	testkit.BothEngines(t)
	for _, engine := range testkit.Engines() {
		t.Run(engine, func(t *testing.T) {
			url := testkit.DatabaseURL(t, engine)
			for _, bad := range [][]string{{"--since", "1 November"}, {"--until", "2026-02-30"}} {
				if err := command(t, url, append([]string{"audit"}, bad...)...); err == nil || !strings.Contains(err.Error(), bad[0]) {
					t.Errorf("audit %v: %v, want %s refused", bad, err, bad[0])
				}
			}
			serving, err := store.Open(t.Context(), store.Options{URL: url, Purpose: store.Production})
			if err != nil {
				t.Fatal(err)
			}
			defer serving.Close()
			clock := calendar.NewFrozen(calendar.MustParse("2026-11-20").At(12, 0))
			log := audit.New(ident.NewSource(clock, 0), clock)
			record := func(actor audit.Actor, e audit.Entry) {
				t.Helper()
				ctx := audit.WithActor(t.Context(), actor)
				if err := serving.WriteCompany(ctx, func(tx *store.Tx) error { return log.Record(context.WithoutCancel(ctx), tx, e) }); err != nil {
					t.Fatal(err)
				}
			}
			record(audit.System("billing.run"), audit.Entry{CustomerID: 7, Action: "invoice_issued", Object: "invoice/4", Amount: 149900})
			record(audit.Customer(), audit.Entry{CustomerID: 8, Action: "sign_in", Object: "session"})
			clock.Set(calendar.MustParse("2026-11-21").At(9, 30))
			record(audit.Staff("Meera Nair"), audit.Entry{CustomerID: 7, Action: "refund_retried", Object: "refund/5", Amount: 50, Reason: "=1+1, by phone"})
			printed := func(args ...string) string {
				t.Helper()
				var out bytes.Buffer
				if err := app.Main(t.Context(), append([]string{"audit", "--since", "2026-11-20", "--until", "2026-11-21"}, args...), &out, &out); err != nil {
					t.Fatal(err)
				}
				return out.String()
			}
			lines := strings.Split(printed("--customer", "7"), "\n")
			got := make([]string, len(lines))
			for i, line := range lines {
				got[i] = strings.Join(strings.Fields(line), " ")
			}
			want := []string{
				"2026-11-20 12:00:00 7 system:billing.run invoice_issued invoice/4 1499.00",
				"2026-11-21 09:30:00 7 staff:Meera Nair refund_retried refund/5 0.50 =1+1, by phone", "",
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("lines (-want +got):\n%s", diff)
			}
			rows := strings.Split(printed("--csv"), "\n")
			for i, row := range rows[1 : len(rows)-1] {
				_, rows[i+1], _ = strings.Cut(row, ",") // the id
			}
			want = []string{
				"id,at,customer,actor,action,object,amount,reason,request,network",
				"2026-11-20 12:00:00,7,system:billing.run,invoice_issued,invoice/4,1499.00,,,",
				"2026-11-20 12:00:00,8,customer,sign_in,session,,,,",
				fmt.Sprintf("2026-11-21 09:30:00,7,staff:Meera Nair,refund_retried,refund/5,0.50,%q,,", "'=1+1, by phone"), "",
			}
			if diff := cmp.Diff(want, rows); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}
