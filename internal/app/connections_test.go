package app

import (
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rento/internal/calendar"
	"rento/internal/config"
	"rento/internal/provider"
	"rento/internal/sandbox"
	sandboxeddigilocker "rento/internal/sandbox/digilocker"
	sandboxedfcm "rento/internal/sandbox/fcm"
)

// Each provider in connections is complete: the sandbox plays it under its name with demo keys,
// production refuses those keys, and its addresses lead to the sandbox.
func TestConnections(t *testing.T) {
	var c config.Config
	UseSandbox(&c, "http://city.example/")
	box, err := sandbox.New(sandbox.Options{Clock: calendar.System{}, PublicURL: "http://city.example", Merchants: Merchants(&c, "http://city.example/webhooks")})
	if err != nil {
		t.Fatal(err)
	}
	books := httptest.NewRecorder()
	box.ServeHTTP(books, httptest.NewRequest(http.MethodGet, sandbox.Prefix+"/books", nil))
	for _, n := range connections() {
		if n.url == nil {
			if got, _, _ := strings.Cut(strings.Replace(*n.key(&c), sandboxSentryKey+"@", "", 1), "/"+sandboxSentryProject); got != box.BaseURL(n.name) {
				t.Errorf("%s is called at %s, want %s", n.name, got, box.BaseURL(n.name))
			}
		} else if got, want := *n.url(&c), box.BaseURL(n.name); got != want {
			t.Errorf("%s is called at %s, want %s", n.name, got, want)
		}
		if !strings.Contains(books.Body.String(), `"`+n.name+`":`) {
			t.Errorf("the sandbox has no books of %s: %s", n.name, books.Body)
		}
		if err := checkTestKeys(&c); n.testKey != nil && (err == nil || !strings.Contains(err.Error(), n.variable+": is a test key")) {
			t.Errorf("the sandbox's key of %s is fit for production: %v, want %q in it", n.name, err, n.variable+": is a test key")
		}
		purposes := 0
		for _, is := range []bool{n.gateways != nil, n.payouts != nil, n.proofs != nil, n.texts != nil, n.apps != nil, n.chat != nil, n.collects != nil, n.tracks != nil} {
			if is {
				purposes++
			}
		}
		if purposes != 1 {
			t.Errorf("%s takes money, pays out, proves who customers are, sends texts or push messages, has a chat, collects events, tracks errors: %d of these, want one", n.name, purposes)
		}
		movesMoney := n.gateways != nil || n.payouts != nil
		if movesMoney && (!config.IsSandbox(*n.url(&c)) || (n.testKey == nil) != (n.liveKey == nil) || (n.testKey == nil) == (n.testAddress == nil)) {
			t.Errorf("%s: neither its key nor its address tells whether money moves", n.name)
		}
		if !strings.HasPrefix(n.variable, n.prefix) {
			t.Errorf("%s does not begin with %s", n.variable, n.prefix)
		}
	}
	registry, err := newGateways(&c, Outside{Clock: calendar.System{}})
	if err != nil || registry.Default() == nil {
		t.Errorf("gateways at the sandbox: %v, %v", registry, err)
	}
	proofs, err := newProofs(&c, Outside{Clock: calendar.System{}})
	if err != nil || proofs.identity == nil || proofs.locker == nil || proofs.statements == nil {
		t.Errorf("who proves identities at the sandbox: got %+v, %v, want all three", proofs, err)
	}
	if collector, err := newCollector(&c, Outside{Clock: calendar.System{}}); err != nil || collector == nil {
		t.Errorf("who collects events at the sandbox: got %v, %v, want one", collector, err)
	}
	if tracker, err := newErrorTracker(&c, Outside{Clock: calendar.System{}}); err != nil || tracker == nil {
		t.Errorf("who tracks errors at the sandbox: got %v, %v, want one", tracker, err)
	}
	var bare config.Config
	if tracker, err := newErrorTracker(&bare, Outside{Clock: calendar.System{}}); err != nil || tracker != nil {
		t.Errorf("who tracks errors without a DSN: got %v, %v, want nobody", tracker, err)
	}
	if collector, err := newCollector(&bare, Outside{Clock: calendar.System{}}); err != nil || collector != nil {
		t.Errorf("who collects events without a key: got %v, %v, want nobody", collector, err)
	}
	if proofs, err := newProofs(&bare, Outside{Clock: calendar.System{}}); err != nil || proofs.identity != nil || proofs.locker != nil || proofs.statements != nil {
		t.Errorf("without keys: %+v, %v; want none", proofs, err)
	}
}

// PAY-34, PAY-35: with all providers connected, customers choose among six gateways, of which the
// first is the default. Each way to set up auto debit is offered once.
func TestGatewaysThatAreOffered(t *testing.T) {
	var c config.Config
	UseSandbox(&c, "http://city.example")
	registry, err := newGateways(&c, Outside{Clock: calendar.System{}})
	if err != nil {
		t.Fatal(err)
	}
	var offered []string
	for _, g := range registry.Offered() {
		offered = append(offered, g.Profile().Name)
	}
	if want := []string{"razorpay", "paytm", "juspay-credpay", "juspay-phonepe", "juspay-amazonpay", "juspay-mobikwik"}; !slices.Equal(offered, want) {
		t.Errorf("offered %v, want %v", offered, want)
	}
	var rails []string
	for _, o := range paymentOptions(registry) {
		rails = append(rails, o.Gateway+" "+o.PaymentMethod)
	}
	if want := []string{"razorpay card", "razorpay emandate", "billdesk upi"}; !slices.Equal(rails, want) {
		t.Errorf("auto debit by %v, want %v", rails, want)
	}
	for _, g := range registry.All() {
		_, able := g.(provider.Mandates)
		if p := g.Profile(); p.MandatesOnly && (!able || len(p.Mandates) == 0) {
			t.Errorf("%s takes money by mandates alone, and can do none", p.Name)
		}
	}
}

// Signatures with an old secret are accepted as long as that secret is set.
func TestFormerSecretsAreTaken(t *testing.T) {
	var c config.Config
	UseSandbox(&c, "http://city.example")
	former := c.Juspay.WebhookPassword
	event := []byte(`{"id":"evt_1","event_name":"ORDER_SUCCEEDED","content":{"order":{"order_id":"RM1"}}}`)
	header := http.Header{"Authorization": {"Basic " + base64.StdEncoding.EncodeToString([]byte(c.Juspay.WebhookUser+":"+former))}}
	for _, old := range []string{"", former} {
		c.Juspay.WebhookPassword, c.Juspay.WebhookPasswordOld = "the one of after the rotation", old
		registry, err := newGateways(&c, Outside{Clock: calendar.System{}})
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range registry.BySource()["juspay"] {
			if _, err := g.VerifyWebhook(header, event); (err == nil) != (old != "") {
				t.Errorf("%s, with the former password: %t; %v", g.Profile().Name, old != "", err)
			}
		}
	}
}

// The operator configures which gateway sets up each auto debit method. A method without a setting
// goes to Razorpay, and an impossible setting is refused at start.
func TestWhereAutoDebitIsSetUp(t *testing.T) {
	for _, c := range []struct {
		setting string
		want    []string
		wrong   string
	}{
		{"", []string{"razorpay upi", "razorpay card", "razorpay emandate"}, ""},
		{"upi:billdesk,card:billdesk", []string{"razorpay emandate", "billdesk upi", "billdesk card"}, ""},
		{"upi:none,card:none,emandate:billdesk", []string{"billdesk emandate"}, ""},
		{"upi:paytm", nil, "does not set auto debit up that way"},
		{"upi:stripe", nil, "no such gateway"},
		{"upi:billdesk,upi:razorpay", nil, "upi is named at billdesk and at razorpay"},
		{"nach:billdesk", nil, "is not a way"},
		{"billdesk", nil, "is not a way"},
	} {
		var set config.Config
		UseSandbox(&set, "http://city.example")
		set.AutoDebit = strings.Split(c.setting, ",")
		registry, err := newGateways(&set, Outside{Clock: calendar.System{}})
		if c.wrong != "" {
			if err == nil || !strings.Contains(err.Error(), "RENTO_AUTO_DEBIT") || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("%s: %v, want RENTO_AUTO_DEBIT and %q", c.setting, err, c.wrong)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		var rails []string
		for _, o := range registry.MandateOffers() {
			rails = append(rails, o.Gateway.Profile().Name+" "+string(o.Choice.Method))
		}
		if !slices.Equal(rails, c.want) {
			t.Errorf("%q: auto debit at %v, want %v", c.setting, rails, c.want)
		}
	}
}

// Every folder that has a gateway is in connections and has an emulator in the sandbox.
func TestEveryAdapterIsConnected(t *testing.T) {
	adapters := filepath.Join("..", "provider")
	folders, err := os.ReadDir(adapters)
	if err != nil {
		t.Fatal(err)
	}
	connected := map[string]bool{}
	for _, n := range connections() {
		connected[n.name] = true
	}
	for _, folder := range folders {
		profile, err := filepath.Glob(filepath.Join(adapters, folder.Name(), "profile.go"))
		if err != nil || len(profile) == 0 {
			continue // it takes no payments
		}
		if _, err := os.Stat(filepath.Join("..", "sandbox", folder.Name())); err != nil || !connected[folder.Name()] {
			t.Errorf("gateway %s: connected in connections: %t, other end: %v", folder.Name(), connected[folder.Name()], err)
		}
	}
}

// A live key is refused with the sandbox's address, however that address is spelled.
func TestLiveKeysAreRefusedAtTheSandbox(t *testing.T) {
	live := map[string]string{"RAZORPAY_KEY_ID": "rzp_live_1", "RAZORPAYX_KEY_ID": "rzp_live_2"}
	for _, n := range connections() {
		if n.liveKey == nil {
			continue // its form does not tell; see TestTheAddressOfATestSystemIsRefused
		}
		var c config.Config
		*n.key(&c) = live[n.variable]
		for _, at := range []string{"http://127.0.0.1:9000/sandbox/pay", "http://localhost:8080", "https://pay.example/SandBox/x"} {
			*n.url(&c) = at
			if err := checkLiveKeys(&c); err == nil || !strings.Contains(err.Error(), n.variable+": a live key must not be used with the sandbox") {
				t.Errorf("%s=%q at %s: got %v, want a refusal", n.variable, live[n.variable], at, err)
			}
		}
		if *n.url(&c) = "https://pay.example"; checkLiveKeys(&c) != nil {
			t.Errorf("%s is refused at the provider: %v", n.variable, checkLiveKeys(&c))
		}
	}
}

func TestTheSDKOfATestSystemIsRefused(t *testing.T) {
	for address, wrong := range map[string]bool{"https://uat.billdesk.com/jssdk/v1/dist": true, "https://pay.billdesk.com/jssdk/v1/dist": false, "": false} {
		c := config.Config{Billdesk: config.Billdesk{SDKURL: address}}
		if err := checkTestKeys(&c); (err != nil) != wrong || wrong && !strings.Contains(err.Error(), "BILLDESK_SDK_URL") {
			t.Errorf("%q: %v, want a complaint: %t", address, err, wrong)
		}
	}
}

// If a key's form does not tell test from live, the address of the test system does.
func TestTheAddressOfATestSystemIsRefused(t *testing.T) {
	var c config.Config
	for address, want := range map[string]bool{
		"https://securestage.paytmpayments.com": true, "https://SecureStage.PaytmPayments.com.:443/x": true, "https://secure.paytmpayments.com": false,
	} {
		c.Paytm.URL, c.Paytm.MID = address, "Merchant000000000001"
		if err := checkTestKeys(&c); (err != nil) != want || want && !strings.Contains(err.Error(), "PAYTM_URL: is that of the test system") {
			t.Errorf("%s: got %v, want a refusal: %t", address, err, want)
		}
		if c.Paytm.MID = ""; checkTestKeys(&c) != nil {
			t.Errorf("%s: a gateway that is not connected is refused: %v", address, checkTestKeys(&c))
		}
	}
}

// Every command refuses a live key at the sandbox when it starts.
func TestTheStartLooksAtLiveKeys(t *testing.T) {
	t.Setenv("RAZORPAY_KEY_ID", "rzp_live_1")
	t.Setenv("RAZORPAY_URL", "http://localhost:9000")
	if err := Main(t.Context(), []string{"version"}, httptest.NewRecorder(), httptest.NewRecorder()); err == nil || !strings.Contains(err.Error(), "RAZORPAY_KEY_ID: a live key") {
		t.Errorf("got %v, want a refusal that names RAZORPAY_KEY_ID", err)
	}
}

// A key id that was not copied exactly is refused.
func TestKeysHaveTheirForm(t *testing.T) {
	for _, n := range connections() {
		if n.keyForm == nil {
			continue
		}
		for key, taken := range map[string]bool{
			"": true, "rzp_live_b7Xq2Lw9sT4mKd": true,
			" rzp_live_b7Xq2Lw9sT4mKd": false, "rzp_live_b7Xq2Lw9sT4mKd\n": false, "RZP_LIVE_b7Xq2Lw9sT4mKd": false, "Rzp_test_b7Xq2Lw9sT4mKd": false,
			" rzp_test_b7Xq2Lw9sT4mKd": false, "rzp_live_": false, "key": false, "rzp_live_b7Xq 2Lw9": false,
		} {
			var c config.Config
			*n.key(&c) = key
			if err := checkKeyForms(&c); (err == nil) != taken || err != nil && !strings.Contains(err.Error(), n.variable+": has not the form") {
				t.Errorf("%s=%q: got %v, want it taken: %t", n.variable, key, err, taken)
			}
		}
	}
}

// What the sandbox and the demo city use stands in the source, so production refuses it in any
// setting and however its lines are broken.
func TestPublishedKeysAreRefused(t *testing.T) {
	cred := strings.ReplaceAll(sandboxCredKey, "DD869", "\n DD869")
	for variable, set := range map[string]func(c *config.Config){
		"FCM_PRIVATE_KEY":         func(c *config.Config) { c.FCM.PrivateKey = strings.ReplaceAll(sandboxedfcm.PrivateKey(), "\n", `\n`) },
		"JUSPAY_CRED_KEY":         func(c *config.Config) { c.Juspay.CredKey = cred },
		"DIGILOCKER_CERTIFICATE":  func(c *config.Config) { c.DigiLocker.Certificate = sandboxeddigilocker.Certificate() },
		"RENTO_DATA_KEY":          func(c *config.Config) { c.DataKey = demoDataKey },
		"RENTO_DATA_KEY_OLD":      func(c *config.Config) { c.DataKeyOld = demoDataKey },
		"RENTO_SECRET_KEY":        func(c *config.Config) { c.SecretKey = demoDataKey },
		"BILLDESK_ENCRYPTION_KEY": func(c *config.Config) { c.Billdesk.EncryptionKey = "sandbox-billdesk-encryption-key0" },
		"RUDDERSTACK_WRITE_KEY":   func(c *config.Config) { c.RudderStack.WriteKey = "sandbox-rudderstack-source" },
		"RAZORPAYX_ACCOUNT":       func(c *config.Config) { c.RazorpayX.Account = "7878780080316316" },
	} {
		var c config.Config
		set(&c)
		err := (&environment{config: &c}).checkProduction()
		if want := variable + ": is published with this program"; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q in it", err, want)
		}
	}
	if err := checkPublishedKeys(&config.Config{DataKey: rand.Text() + rand.Text()}); err != nil {
		t.Errorf("a key of our own: got %v, want it taken", err)
	}
}
