package sandbox_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestOfficialNodeSDK holds the sandbox to what Razorpay's own client sends,
// reads and signs.
func TestOfficialNodeSDK(t *testing.T) {
	w := newWorld(t)
	w.pay(w.order(50000, true), "success")
	w.box.Deliver(t.Context())
	w.node(t, "check.mjs", 6, "KEY_SECRET="+keys.Secret, "WEBHOOK_SECRET="+keys.WebhookSecret, "WEBHOOKS="+w.webhooks(t))
}

// TestCheckoutInABrowser opens checkout in a frame with an opaque origin,
// under a policy without inline styles, eval and untyped HTML.
func TestCheckoutInABrowser(t *testing.T) {
	browser := os.Getenv("CHROMIUM")
	if browser == "" {
		browser = "/usr/bin/chromium"
	}
	pair := base64.StdEncoding.EncodeToString([]byte(keys.ID + ":" + keys.Secret))
	newWorld(t).node(t, "browser.mjs", 10, "CHROMIUM="+browser, "BASIC=Basic "+pair)
}

// node runs a script against the sandbox and expects so many steps.
func (w *world) node(t *testing.T, script string, steps int, env ...string) {
	t.Helper()
	install(t)
	server := httptest.NewServer(w.box)
	defer server.Close()
	command := exec.CommandContext(t.Context(), "node", script)
	command.Dir = "nodesdk"
	command.Env = append(append(os.Environ(), "SANDBOX_URL="+server.URL, "KEY_ID="+keys.ID), env...)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := strings.Count("\n"+string(out), "\nok "); got != steps {
		t.Errorf("%d steps:\n%s", got, out)
	}
}

// install brings the packages in once.
func install(t *testing.T) {
	t.Helper()
	if _, err := os.Stat("nodesdk/node_modules/playwright-core"); err == nil {
		return
	}
	command := exec.CommandContext(t.Context(), "npm", "ci")
	command.Dir = "nodesdk"
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("npm ci: %v\n%s", err, out)
	}
}

// webhooks are the webhooks that arrived, with their signatures.
func (w *world) webhooks(t *testing.T) string {
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
		t.Fatalf("%d webhooks", len(all))
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
