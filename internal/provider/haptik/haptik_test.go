package haptik_test

import (
	"encoding/json"
	"strings"
	"testing"

	"rento/internal/provider"
	"rento/internal/provider/haptik"
)

var account = haptik.Config{
	LoaderURL: "https://assets.haptik.example/js/loader.js", BaseURL: "https://api.haptik.example", BusinessID: "77", ClientID: "client", SignupType: "third_party",
}

var _ provider.Chat = (*haptik.Haptik)(nil)

// The page gets what the script's settings want, and may reach Haptik's hosts alone.
func TestThePage(t *testing.T) {
	h, err := haptik.New(account)
	if err != nil {
		t.Fatal(err)
	}
	page := h.Page()
	raw, err := json.Marshal(page.Settings)
	want := `{"loader":"https://assets.haptik.example/js/loader.js","baseUrl":"https://api.haptik.example","businessId":"77","clientId":"client","signupType":"third_party"}`
	if err != nil || string(raw) != want {
		t.Errorf("settings %s, %v; want %s", raw, err, want)
	}
	rules := strings.Join(page.Rules, "; ")
	for _, host := range []string{"connect-src https://assets.haptik.example https://api.haptik.example", "'nonce-NONCE'"} {
		if !strings.Contains(rules, host) {
			t.Errorf("rules %s, want %q in them", rules, host)
		}
	}
	if h.Proof("asha") != "" || h.Name() != "haptik" {
		t.Errorf("%q, %q; want no proof, because Haptik asks us", h.Proof("asha"), h.Name())
	}
}

func TestAnAccountThatIsNotWhole(t *testing.T) {
	for name, change := range map[string]func(c *haptik.Config){
		"no business": func(c *haptik.Config) { c.BusinessID = "" },
		"no client":   func(c *haptik.Config) { c.ClientID = "" },
		"no loader":   func(c *haptik.Config) { c.LoaderURL = "" },
		"no address":  func(c *haptik.Config) { c.BaseURL = "/api" },
	} {
		c := account
		change(&c)
		if _, err := haptik.New(c); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}
