package app

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"rento/internal/calendar"
	"rento/internal/config"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/testkit"
)

// A template for a message that does not exist would never be used, so it is refused at start.
func TestTemplatesOfTextMessages(t *testing.T) {
	for flows, want := range map[string]string{
		"":                                  "",
		"invoice_raised=1;visit_tomorrow=2": "",
		"no_such_message=1":                 `MSG91_FLOWS: there is no message "no_such_message"`,
		"login_code.hi=1;payment_received+gifted+paid.hi=2": "",
		"invoice_raised.xx=1":                               `there is no message "invoice_raised.xx"`,
		"invoice_raised.en=1":                               `there is no message "invoice_raised.en"`,
		"invoice_raised+rent+rent=1":                        `there is no message "invoice_raised+rent+rent"`,
		"invoice_raised+paid=1":                             `there is no message "invoice_raised+paid"`,
		"payment_received+paid+gifted=1":                    `there is no message "payment_received+paid+gifted"`,
	} {
		t.Setenv("MSG91_AUTH_KEY", "key")
		t.Setenv("MSG91_FLOWS", flows)
		var c config.Config
		parser, err := kong.New(&c)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.Parse(nil); err != nil {
			t.Fatal(err)
		}
		senders, err := newSenders(&c, Outside{Clock: calendar.System{}, Logger: slog.New(slog.DiscardHandler)})
		switch {
		case want == "" && (err != nil || senders[notify.SMS] == nil):
			t.Errorf("%q: %v", flows, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: got %v, want %q", flows, err, want)
		}
	}
}

// connected returns the senders for changed settings.
func connected(t *testing.T, change func(c *config.Config)) (map[notify.Channel]provider.Sender, error) {
	t.Helper()
	var c config.Config
	parser, err := kong.New(&c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(nil); err != nil {
		t.Fatal(err)
	}
	c.SecretKey = testkit.Secret
	change(&c)
	return newSenders(&c, Outside{Clock: calendar.System{}, Logger: slog.New(slog.DiscardHandler)})
}

// Only one provider sends text messages. A template id for an unknown message is refused at start.
func TestOneProviderSendsTextMessages(t *testing.T) {
	twilio := func(c *config.Config) { c.Twilio.AccountSID, c.Twilio.From = "AC1", "RENTOS" }
	for name, x := range map[string]struct {
		change func(c *config.Config)
		want   string
	}{
		"Twilio":              {twilio, ""},
		"MSG91":               {func(c *config.Config) { c.MSG91.AuthKey = "key" }, ""},
		"both":                {func(c *config.Config) { twilio(c); c.MSG91.AuthKey = "key" }, "MSG91_AUTH_KEY and TWILIO_ACCOUNT_SID: only one of them"},
		"a text that is none": {func(c *config.Config) { twilio(c); c.Twilio.Templates = map[string]string{"no_such_message": "1"} }, `TWILIO_TEMPLATES: there is no message "no_such_message"`},
	} {
		senders, err := connected(t, x.change)
		switch {
		case x.want == "" && (err != nil || senders[notify.SMS] == nil):
			t.Errorf("%s: %v, want it to send text messages", name, err)
		case x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)):
			t.Errorf("%s: got %v, want %q", name, err, x.want)
		}
	}
}

// Push messages to browsers need no account with a provider; push messages to apps do. If nothing
// is sent to browsers, there is no key for them.
func TestWhoSendsPushMessages(t *testing.T) {
	const app = "fGx3kQ7mRz2:APA91bH5v8"
	apps := func(c *config.Config) { throughFCM().demo(c) }
	noBrowsers := func(c *config.Config) { c.WebPush = false }
	for name, x := range map[string]struct {
		change          func(c *config.Config)
		sends, key, app bool
	}{
		"browsers":          {func(*config.Config) {}, true, true, false},
		"browsers and apps": {apps, true, true, true},
		"apps":              {func(c *config.Config) { apps(c); noBrowsers(c) }, true, false, true},
		"nobody":            {noBrowsers, false, false, false},
	} {
		senders, err := connected(t, x.change)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		to, sends := senders[notify.Push].(provider.Addressed)
		if sends != x.sends || (pushKey(senders) != "") != x.key || (sends && to.Takes(app)) != x.app {
			t.Errorf("%s: sends %t, key %q; want sends %t, a key %t, apps %t", name, sends, pushKey(senders), x.sends, x.key, x.app)
		}
	}
	if _, err := connected(t, func(c *config.Config) { apps(c); c.FCM.PrivateKey = "no key" }); err == nil || !strings.Contains(err.Error(), "FCM_*: ") {
		t.Errorf("a key that is none: %v, want FCM_*", err)
	}
}
