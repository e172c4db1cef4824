package sandbox_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	adapter "rento/internal/provider/billdesk"
	"rento/internal/sandbox"
	"rento/internal/sandbox/billdesk"
)

// TestMandatesInABrowser opens the SDK and the adapter's own script in a browser, by
// what the adapter has registered.
func TestMandatesInABrowser(t *testing.T) {
	browser := os.Getenv("CHROMIUM")
	if browser == "" {
		browser = "/usr/bin/chromium"
	}
	w := newFixture(t)
	merchant := billdesk.Keys{MerchantID: "SBXMERC", ClientID: "sbxclient", SigningKey: "sbx-billdesk-hmac-secret-00000001", EncryptionKey: "sbx-billdesk-enc-key-00000000032"}
	box, err := sandbox.New(sandbox.Options{Clock: w.clock, PublicURL: origin, Random: rand.NewPCG(7, 7), Merchants: []sandbox.Merchant{{Keys: merchant}}})
	if err != nil {
		t.Fatal(err)
	}
	base := box.BaseURL(billdesk.Name)
	gateway, err := adapter.New(adapter.Config{
		BaseURL: base, SDKURL: base + "/jssdk/v1/dist", MerchantID: merchant.MerchantID, ClientID: merchant.ClientID,
		SigningKey: merchant.SigningKey, EncryptionKey: merchant.EncryptionKey,
	}, w.clock, nil, box.Transport())
	if err != nil {
		t.Fatal(err)
	}
	orders := []map[string]string{}
	customer, device := provider.Customer{ID: 7, Name: "Rohan"}, provider.Device{Address: "203.0.113.7", UserAgent: "Mozilla/5.0"}
	for i := range 6 {
		reference := "RMSDK" + strconv.Itoa(i)
		var checkout provider.Checkout
		if i == 1 {
			checkout, err = gateway.CreateOrder(t.Context(), provider.OrderRequest{
				Reference: reference, Amount: 129_900, Customer: customer, Device: device, ReturnURL: origin + "/return",
			})
		} else {
			checkout, err = gateway.Register(t.Context(), provider.MandateRequest{
				Reference: reference, Method: provider.MandateUPI, Max: money.Rupees(20_000), About: "Monthly rent",
				Starts: calendar.In(w.clock.Now()), Ends: calendar.In(w.clock.Now()).AddMonths(60), ReturnURL: origin + "/return",
				Customer: customer, Device: device,
			})
		}
		if err != nil {
			t.Fatal(err)
		}
		orders = append(orders, checkout.Options)
	}
	w.box = box
	w.node(t, "billdesk.mjs", 6, "CHROMIUM="+browser, "ORDERS="+jsonOf(t, orders))
}
