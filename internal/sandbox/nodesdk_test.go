package sandbox_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"

	"rento/internal/sandbox"
)

// TestOfficialNodeSDK holds the sandbox to what Razorpay's own client sends,
// reads and signs.
func TestOfficialNodeSDK(t *testing.T) {
	install(t)
	w := newWorld(t)
	server := httptest.NewServer(w.box)
	defer server.Close()
	order := w.order(50000, true)
	w.pay(order, "success")
	w.box.Deliver(t.Context())
	command := exec.CommandContext(t.Context(), "node", "check.mjs")
	command.Dir = "nodesdk"
	command.Env = append(os.Environ(),
		"SANDBOX_URL="+server.URL, "KEY_ID="+keys.ID, "KEY_SECRET="+keys.Secret,
		"WEBHOOK_SECRET="+keys.WebhookSecret, "WEBHOOKS="+w.letters(t))
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := strings.Count(string(out), "ok "); got != 6 {
		t.Errorf("%d steps:\n%s", got, out)
	}
}

// install brings the SDK in once.
func install(t *testing.T) {
	t.Helper()
	if _, err := os.Stat("nodesdk/node_modules/razorpay"); err == nil {
		return
	}
	command := exec.CommandContext(t.Context(), "npm", "ci")
	command.Dir = "nodesdk"
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("npm ci: %v\n%s", err, out)
	}
}

// letters are the webhooks that arrived, with their signatures.
func (w *world) letters(t *testing.T) string {
	t.Helper()
	type letter struct {
		Body      string `json:"body"`
		Signature string `json:"signature"`
	}
	var all []letter
	for _, r := range w.received {
		all = append(all, letter{r.body, r.header.Get("X-Razorpay-Signature")})
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

var _ http.Handler = (*sandbox.Sandbox)(nil)
