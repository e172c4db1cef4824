package config_test

import (
	"reflect"
	"strings"
	"testing"

	"rento/internal/config"
)

func production() config.Config {
	return config.Config{
		Addr: ":8080", PublicURL: "https://rento.example", Database: "postgres://rento:hunter2@db/rento", SecretKey: strings.Repeat("k", 32),
		Billing: config.Billing{DueDay: 10},
		Razorpay: config.Razorpay{
			URL: "https://api.razorpay.com", ScriptURL: "https://checkout.razorpay.com/v1/checkout.js",
			KeyID: "rzp_live_1", KeySecret: "very-secret", WebhookSecret: "webhook-secret",
		},
		RazorpayX: config.RazorpayX{
			URL: "https://api.razorpay.com", KeyID: "rzp_live_2", KeySecret: "payout-secret", WebhookSecret: "payout-webhook-secret", Account: "7878780080316316",
		},
		MSG91: config.MSG91{URL: "https://control.msg91.com", AuthKey: "msg91-key"},
	}
}

func TestProductionSettingsAreTaken(t *testing.T) {
	c := production()
	if err := c.CheckProduction(); err != nil {
		t.Fatal(err)
	}
}

// Production refuses the sandbox, and every problem names its variable.
func TestProductionRefusesWhatIsNotFit(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*config.Config)
		want   string
	}{
		"sandbox path":    {func(c *config.Config) { c.Razorpay.URL = "https://pay.example/sandbox/razorpay" }, "RAZORPAY_URL"},
		"sandbox host":    {func(c *config.Config) { c.Razorpay.ScriptURL = "http://localhost:8080/checkout.js" }, "RAZORPAY_SCRIPT_URL"},
		"no secret key":   {func(c *config.Config) { c.SecretKey = "short" }, "RENTO_SECRET_KEY"},
		"plain http":      {func(c *config.Config) { c.PublicURL = "http://rento.example" }, "RENTO_PUBLIC_URL"},
		"no gateway":      {func(c *config.Config) { c.Razorpay.KeyID = "" }, "RAZORPAY_KEY_ID"},
		"no webhook key":  {func(c *config.Config) { c.Razorpay.WebhookSecret = "" }, "RAZORPAY_WEBHOOK_SECRET"},
		"payout sandbox":  {func(c *config.Config) { c.RazorpayX.URL = "https://pay.example/sandbox/razorpayx" }, "RAZORPAYX_URL"},
		"live payouts":    {func(c *config.Config) { c.RazorpayX.URL = "http://localhost:8080" }, "RAZORPAYX_KEY_ID: a live key"},
		"no payouts":      {func(c *config.Config) { c.RazorpayX.KeyID = "" }, "RAZORPAYX_KEY_ID"},
		"no account":      {func(c *config.Config) { c.RazorpayX.Account = "" }, "RAZORPAYX_ACCOUNT"},
		"no sign-in code": {func(c *config.Config) { c.MSG91.AuthKey = "" }, "MSG91_AUTH_KEY"},
		"due day":         {func(c *config.Config) { c.Billing.DueDay = 31 }, "RENTO_BILLING_DUE_DAY"},
		"node":            {func(c *config.Config) { c.Node = 16 }, "RENTO_NODE"},
		"no address":      {func(c *config.Config) { c.MSG91.URL = "msg91" }, "MSG91_URL"},
		"no bucket":       {func(c *config.Config) { c.Files.URL = "https://s3.example" }, "RENTO_BLOB_S3_BUCKET"},
		"odd bucket":      {func(c *config.Config) { c.Files.URL = "https://s3.example/files" }, "RENTO_BLOB_S3_URL"},
		"live key in the sandbox": {func(c *config.Config) {
			c.Razorpay.URL = "http://127.0.0.1:9000/sandbox/razorpay"
		}, "a live key must not be used with the sandbox"},
	} {
		t.Run(name, func(t *testing.T) {
			c := production()
			test.change(&c)
			if err := c.CheckProduction(); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v does not name %s", err, test.want)
			}
		})
	}
}

// Several nodes share a database, so they must share the files too.
func TestFilesOfSeveralNodes(t *testing.T) {
	c := production()
	if w := c.Warnings(); len(w) != 1 || !strings.Contains(w[0], "RENTO_BLOB_S3_URL") || c.FilesFolder() != "data/files" {
		t.Errorf("%v, %s", w, c.FilesFolder())
	}
	c.Files = config.Files{URL: "https://s3.example", Bucket: "files", AccessKey: "a", SecretKey: "b"}
	if err := c.CheckProduction(); err != nil || c.Warnings() != nil {
		t.Errorf("%v, %v", err, c.Warnings())
	}
	c = config.Config{Database: "/var/lib/rento/rento.db"}
	if c.Warnings() != nil || c.FilesFolder() != "/var/lib/rento/files" {
		t.Errorf("%v, %s", c.Warnings(), c.FilesFolder())
	}
	if c.Files.Folder = "/srv"; c.FilesFolder() != "/srv" {
		t.Error(c.FilesFolder())
	}
}

func TestSecretsAreNeverPrinted(t *testing.T) {
	c := production()
	c.SMTP.Password, c.MetricsToken = "mail-password", "metrics-token"
	for _, s := range c.Describe() {
		for _, secret := range []string{"hunter2", "very-secret", "webhook-secret", "msg91-key", "mail-password", "metrics-token", strings.Repeat("k", 32)} {
			if strings.Contains(s.Value, secret) {
				t.Errorf("%s shows %s", s.Variable, secret)
			}
		}
	}
}

// Every setting has a variable, a flag's help, and both are its own.
func TestEverySettingIsDocumented(t *testing.T) {
	seen := map[string]bool{}
	var walk func(reflect.Type)
	walk = func(of reflect.Type) {
		for i := range of.NumField() {
			field := of.Field(i)
			if field.Type.Kind() == reflect.Struct {
				walk(field.Type)
				continue
			}
			variable := field.Tag.Get("env")
			if variable == "" || field.Tag.Get("help") == "" || seen[variable] {
				t.Errorf("%s.%s: variable %q, help %q", of.Name(), field.Name, variable, field.Tag.Get("help"))
			}
			seen[variable] = true
		}
	}
	walk(reflect.TypeFor[config.Config]())
}

func TestThePortTakesThePlaceOfTheAddress(t *testing.T) {
	for _, test := range []struct{ addr, port, want string }{
		{":8080", "", ":8080"}, {":8080", "9000", ":9000"}, {"127.0.0.1:8080", "9000", "127.0.0.1:9000"},
	} {
		c := config.Config{Addr: test.addr, Port: test.port}
		if got := c.ListenAddr(); got != test.want {
			t.Errorf("%s with port %q is %s, want %s", test.addr, test.port, got, test.want)
		}
	}
}
