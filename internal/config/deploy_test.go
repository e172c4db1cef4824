package config_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var variable = regexp.MustCompile(`[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+`)

// demanded returns the variables that production requires when all settings have their defaults,
// and the further variables that those require once they are set.
func demanded(t *testing.T) []string {
	t.Helper()
	c := declared()
	own := production() // its addresses need no name resolution
	c.Razorpay.URL, c.Razorpay.ScriptURL, c.Paytm.URL, c.Juspay.URL = own.Razorpay.URL, own.Razorpay.ScriptURL, own.Paytm.URL, own.Juspay.URL
	c.Billdesk.URL, c.Billdesk.SDKURL = own.Billdesk.URL, own.Billdesk.SDKURL
	c.RazorpayX.URL, c.MSG91.URL, c.Twilio.URL = own.RazorpayX.URL, own.MSG91.URL, own.Twilio.URL
	c.FCM.URL, c.FCM.TokenURL, c.RudderStack.APIURL = own.FCM.URL, own.FCM.TokenURL, own.RudderStack.APIURL
	c.Haptik.URL, c.Haptik.LoaderURL, c.Chatwoot.URL = own.Haptik.URL, own.Haptik.LoaderURL, own.Chatwoot.URL
	names := map[string]bool{}
	check := func() {
		problems := c.CheckProductionOffline()
		if problems == nil {
			t.Fatal("settings that nobody has made are taken")
		}
		for line := range strings.Lines(problems.Error()) {
			about, _, _ := strings.Cut(line, ": ")
			for _, name := range variable.FindAllString(about, -1) {
				names[name] = true
			}
		}
	}
	check()
	c.Razorpay.KeyID, c.Paytm.MID, c.Juspay.MerchantID, c.Billdesk.MerchantID = "rzp_live_1", "Merchant000000000001", "rento", "RENTO"
	c.RazorpayX.KeyID, c.PublicURL = "rzp_live_2", own.PublicURL
	c.Haptik.BusinessID, c.Chatwoot.WebsiteToken = "77", "w7Rk2Zq9Xt4Lm6Vb"
	c.HyperVerge.AppID, c.DigiLocker.ClientID, c.FinBox.APIKey = "rento", "rento", "q7Zr2mXv9LdK4tWc8HsB1nYf"
	c.Twilio.AccountSID, c.FCM.ProjectID = "AC0123456789abcdef0123456789abcdef", "rento"
	c.RudderStack.WriteKey = opsToken
	check()
	c.MSG91.AuthKey = messagesKey
	check()
	return slices.Sorted(maps.Keys(names))
}

func deployed(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "deploy", file))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// found returns the first group of every match.
func found(text, pattern string) []string {
	var names []string
	for _, match := range regexp.MustCompile("(?m)"+pattern).FindAllStringSubmatch(text, -1) {
		names = append(names, match[1])
	}
	return names
}

// Production starts for an operator who follows deploy/: every required variable is set in the
// files or is listed in env.example to be filled in. Nodes have a memory limit, from which the
// program derives its own.
func TestDeploySetsWhatProductionDemands(t *testing.T) {
	toFill := found(deployed(t, "env.example"), `^([A-Z0-9_]+)=$`)
	compose, unit := deployed(t, "compose.yaml"), deployed(t, "rento.service")
	node, _, _ := strings.Cut(compose, "\nservices:")
	ofCompose := found(compose, `\$\{([A-Z_]+)`)
	demanded := demanded(t)
	if len(demanded) < 10 || !slices.Contains(demanded, "RAZORPAY_WEBHOOK_SECRET") {
		t.Errorf("production asks for %v only, want %q in it", demanded, "RAZORPAY_WEBHOOK_SECRET")
	}
	for file, set := range map[string][]string{
		"compose.yaml": found(compose, `^ +([A-Z0-9_]+): `), "rento.service": found(unit, `^Environment=([A-Z0-9_]+)=.`),
	} {
		for _, name := range demanded {
			if !slices.Contains(set, name) && !slices.Contains(toFill, name) {
				t.Errorf("production asks for %s, which neither deploy/%s sets nor deploy/env.example names", name, file)
			}
		}
		if !slices.Contains(set, "RENTO_TRUSTED_PROXIES") {
			t.Errorf("deploy/%s does not say how many proxies stand in front", file)
		}
	}
	for _, name := range slices.Concat(ofCompose, toFill) {
		if !slices.Contains(toFill, name) || !slices.Contains(ofCompose, name) && !slices.Contains(demanded, name) {
			t.Errorf("%s: deploy/env.example names it: %t; compose.yaml or production asks for it: %t",
				name, slices.Contains(toFill, name), slices.Contains(ofCompose, name) || slices.Contains(demanded, name))
		}
	}
	if len(found(node, `^  mem_limit: ([0-9]+[mg])\b`)) != 1 || len(found(unit, `^MemoryMax=([0-9]+[MG])$`)) != 1 {
		t.Error("the nodes of compose.yaml or rento.service have no memory limit")
	}
	if !strings.Contains(compose, "RENTO_PUBLIC_URL: https://") {
		t.Error("compose.yaml does not serve by https")
	}
}

// The proxies of deploy/ speak only TLS 1.2 and 1.3: nginx by its configuration, Caddy by default.
// Requests without TLS are redirected to it.
func TestDeploySpeaksTLSAlone(t *testing.T) {
	nginx, caddy := deployed(t, "nginx.conf"), deployed(t, "Caddyfile")
	if got := found(nginx, `^\s*ssl_protocols (.*);$`); !slices.Equal(got, []string{"TLSv1.2 TLSv1.3"}) {
		t.Errorf("nginx speaks %q, want TLSv1.2 TLSv1.3 once", got)
	}
	if listens := found(nginx, `^\s*listen (.*);$`); !slices.Equal(listens, []string{"80", "443 ssl"}) || len(found(nginx, `^\s*(return 308 https://)\$host`)) != 1 {
		t.Errorf("nginx listens on %q, want 80, which leads to https alone, and 443 with TLS", listens)
	}
	for _, word := range []string{"protocols", "ciphers", "http://", "auto_https"} {
		if strings.Contains(caddy, word) {
			t.Errorf("the Caddyfile says %s, want what Caddy does by itself", word)
		}
	}
}
