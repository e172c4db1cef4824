package app_test

import (
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rento/internal/app"
	"rento/internal/calendar"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/sandbox"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit/company"
	"rento/internal/testkit/node"
)

// The audit log names the command as the actor of what it does: bill plans a debit, reconcile books
// a payment whose webhook was lost, and rotate-key leaves an entry.
func TestCommandsSayWhoTheyAre(t *testing.T) {
	var box *sandbox.Sandbox
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, in *http.Request) { box.ServeHTTP(out, in) }))
	t.Cleanup(server.Close)
	var err error
	c := node.Config()
	box, err = sandbox.New(sandbox.Options{
		Clock:     calendar.NewFrozen(calendar.System{}.Now().Add(-time.Hour)), // lists only show what is older than a second
		PublicURL: server.URL, Random: rand.NewPCG(1, 2),
		Merchants: app.Merchants(c, ""),
	})
	if err != nil {
		t.Fatal(err)
	}
	app.UseSandbox(c, server.URL)
	c.DataKey, c.Files.Folder = productionSettings["RENTO_DATA_KEY"], t.TempDir()
	settings := maps.Clone(productionSettings)
	maps.Copy(settings, map[string]string{
		"RAZORPAY_URL": c.Razorpay.URL, "RAZORPAY_KEY_ID": c.Razorpay.KeyID, "RAZORPAY_KEY_SECRET": c.Razorpay.KeySecret, "RAZORPAY_WEBHOOK_SECRET": c.Razorpay.WebhookSecret,
		"RAZORPAYX_URL": c.RazorpayX.URL, "RAZORPAYX_KEY_ID": c.RazorpayX.KeyID, "RAZORPAYX_KEY_SECRET": c.RazorpayX.KeySecret,
		"RAZORPAYX_WEBHOOK_SECRET": c.RazorpayX.WebhookSecret, "RAZORPAYX_ACCOUNT": c.RazorpayX.Account,
	})
	url := filepath.Join(t.TempDir(), "rento.db")
	var customer int64
	inDatabase(t, url, func(s *store.Store) error {
		since := calendar.Today(calendar.System{}).AddMonths(-2)
		w := company.New(t, s, since.String())
		customer = w.Customer()
		w.Rent(customer, company.Bengaluru, since.String(), company.Sofa)
		w.Write(customer, func(tx *store.Tx) error {
			_, err := w.Mandates.Record(t.Context(), tx, customer, mandate.Mandate{Gateway: "razorpay", Method: "upi", Active: true, Max: money.Rupees(50_000)})
			return err
		})
		return nil
	})
	// recorded are the audit entries about the customer and about nobody.
	recorded := func() (all []db.AuditLog) {
		inDatabase(t, url, func(s *store.Store) error {
			for _, about := range []int64{customer, 0} {
				rows, err := s.Queries().AuditOf(t.Context(), about)
				if err != nil {
					return err
				}
				all = append(all, rows...)
			}
			return nil
		})
		return all
	}
	want := func(actor, action string, args ...string) {
		t.Helper()
		before := recorded()
		err := commandWith(t, settings, url, args...)
		var actions []string
		for _, row := range recorded() {
			if slices.Contains(before, row) {
				continue
			}
			actions = append(actions, row.Action)
			if row.Actor != actor {
				t.Errorf("rento %s recorded %s by %s, want it by %s", args[0], row.Action, row.Actor, actor)
			}
		}
		if !slices.Contains(actions, action) {
			t.Errorf("rento %s recorded %v, want %s among them; it returned %v", args[0], actions, action, err)
		}
	}
	want("system:command/bill", "mandate_debit_scheduled", "bill", "--quiet")
	inDatabase(t, url, func(s *store.Store) error {
		x, err := app.NewServices(c, s, app.Outside{Clock: calendar.System{}, Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			return err
		}
		due, err := x.Payments.StartDue(t.Context(), customer, payment.DueInput{})
		if err != nil {
			return err
		}
		opened, err := x.Payments.StartGateway(t.Context(), customer, payment.GatewayInput{TransactionID: due.ID, UniqueID: due.UniqueID, Gateway: "razorpay"})
		if err != nil {
			return err
		}
		paid, err := server.Client().Post(server.URL+"/sandbox/razorpay/pay", "application/json", strings.NewReader(`{"order_id":"`+opened.Checkout.OrderID+`","outcome":"success"}`))
		if err != nil {
			return err
		}
		defer paid.Body.Close()
		if text, err := io.ReadAll(paid.Body); err != nil || paid.StatusCode != http.StatusOK {
			t.Fatalf("pay: status %d, %v: %s, want 200", paid.StatusCode, err, text)
		}
		return nil
	})
	want("system:command/reconcile", "payment_attempt_succeeded", "reconcile")
	want("system:command/gst-rate", "gst_rate_announced", "gst-rate", "997323", "7.5", "2099-04-01")
	want("system:command/rotate-key", "data_key_rotated", "rotate-key")
}
