package sandbox_test

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"

	"rento/internal/provider"
	adapter "rento/internal/provider/paytm"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
)

// TestOfficialNodeSDK holds the sandbox to what Razorpay's own client sends,
// reads and signs.
func TestOfficialNodeSDK(t *testing.T) {
	w := newFixture(t)
	w.pay(w.order(50000, true), "success")
	w.box.Deliver(t.Context())
	w.node(t, "check.mjs", 7, "KEY_SECRET="+keys.Secret, "WEBHOOK_SECRET="+keys.WebhookSecret, "WEBHOOKS="+w.webhooks(t))
}

// TestPaytmsChecksumPackage holds the sandbox and the adapter to what Paytm's own
// package signs and verifies.
func TestPaytmsChecksumPackage(t *testing.T) {
	w := newFixture(t)
	raw := []string{}
	merchant := paytmKeys
	box, err := sandbox.New(sandbox.Options{
		Clock: w.clock, PublicURL: origin, Random: rand.NewPCG(7, 7),
		Webhooks: emulator.Transport{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				t.Error(err)
			}
			raw = append(raw, string(body))
		})},
		Merchants: []sandbox.Merchant{{Keys: merchant, WebhookURL: origin + "/webhooks/paytm"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	gateway, err := adapter.New(adapter.Config{BaseURL: box.BaseURL("paytm"), MID: merchant.MID, Key: merchant.Key, Website: merchant.Website}, w.clock, nil, box.Transport())
	if err != nil {
		t.Fatal(err)
	}
	order := provider.OrderRequest{Reference: "RMSDK0", Amount: 129_900, ReturnURL: origin, Customer: provider.Customer{ID: 1, Name: "₹ <&>"}}
	if _, err := gateway.CreateOrder(t.Context(), order); err != nil {
		t.Fatal(err)
	}
	if answer, err := (&http.Client{Transport: box.Transport()}).Post(box.BaseURL("paytm")+"/pay", "application/json", strings.NewReader(`{"order_id":"RMSDK0"}`)); err != nil {
		t.Fatal(err)
	} else if answer.Body.Close(); answer.StatusCode != http.StatusOK {
		t.Fatalf("pay: HTTP %d, want 200", answer.StatusCode)
	}
	box.Deliver(t.Context())
	w.box = box
	signed := []map[string]string{}
	for _, text := range []string{"", "{}", `{"name":"₹ <&>"}`} {
		checksum, err := adapter.Sign(merchant.Key, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		signed = append(signed, map[string]string{"text": text, "checksum": checksum})
	}
	w.node(t, "paytm.mjs", 6, "MID="+merchant.MID, "KEY="+merchant.Key, "WEBSITE="+merchant.Website, "WEBHOOKS="+jsonOf(t, raw), "SIGNED="+jsonOf(t, signed))
}

func jsonOf(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestCheckoutInABrowser opens checkout in a frame with an opaque origin,
// under a policy without inline styles, eval and untyped HTML.
func TestCheckoutInABrowser(t *testing.T) {
	browser := os.Getenv("CHROMIUM")
	if browser == "" {
		browser = "/usr/bin/chromium"
	}
	pair := base64.StdEncoding.EncodeToString([]byte(keys.ID + ":" + keys.Secret))
	newFixture(t).node(t, "browser.mjs", 11, "CHROMIUM="+browser, "BASIC=Basic "+pair)
}

// node runs a script against the sandbox and expects so many steps.
func (w *fixture) node(t *testing.T, script string, steps int, env ...string) {
	t.Helper()
	install(t)
	server := httptest.NewServer(w.box)
	defer server.Close()
	// Go runs a test again after a change of a file that the test has read itself.
	if _, err := os.ReadFile("nodesdk/" + script); err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), "node", script)
	command.Dir = "nodesdk"
	command.Env = append(append(os.Environ(), "SANDBOX_URL="+server.URL, "KEY_ID="+keys.ID), env...)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := strings.Count("\n"+string(out), "\nok "); got != steps {
		t.Errorf("%d steps, want %v:\n%s", got, steps, out)
	}
}

// install brings the packages in once.
func install(t *testing.T) {
	t.Helper()
	if _, err := os.Stat("nodesdk/node_modules/paytmchecksum"); err == nil {
		return
	}
	command := exec.CommandContext(t.Context(), "npm", "ci")
	command.Dir = "nodesdk"
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("npm ci: %v\n%s", err, out)
	}
}

// webhooks are the webhooks that arrived, with their signatures.
func (w *fixture) webhooks(t *testing.T) string {
	t.Helper()
	type webhook struct {
		Body      string `json:"body"`
		Signature string `json:"signature"`
	}
	var all []webhook
	for _, r := range w.received {
		all = append(all, webhook{r.body, r.header.Get("X-Razorpay-Signature")})
	}
	if len(all) != 3 {
		t.Fatalf("%d webhooks, want 3", len(all))
	}
	return jsonOf(t, all)
}
