package app

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"rento/internal/calendar"
	"rento/internal/config"
	"rento/internal/notify"
)

// A template of a message that does not exist would never be used: the start
// says so.
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
		senders, err := newSenders(&c, calendar.System{}, slog.New(slog.DiscardHandler))
		switch {
		case want == "" && (err != nil || senders[notify.SMS] == nil):
			t.Errorf("%q: %v", flows, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: got %v, want %q", flows, err, want)
		}
	}
}
