package config

import (
	"net/netip"
	"strings"
	"testing"
)

// A provider's address that leads to this machine is refused, however it is spelled. Names are
// resolved.
func TestThisMachineInEverySpelling(t *testing.T) {
	here := network{
		own: func() []netip.Addr {
			return []netip.Addr{netip.MustParseAddr("203.0.113.7"), netip.MustParseAddr("2001:db8::7")}
		},
		resolve: func(host string) []netip.Addr {
			return map[string][]netip.Addr{
				"inner.example":    {netip.MustParseAddr("127.0.0.1")},
				"own.example":      {netip.MustParseAddr("198.51.100.1"), netip.MustParseAddr("203.0.113.7")},
				"own6.example":     {netip.MustParseAddr("2001:db8::7")},
				"provider.example": {netip.MustParseAddr("198.51.100.1")},
			}[host]
		},
	}
	for host, want := range map[string]bool{
		"localhost": true, "LocalHost": true, "localhost.": true, "api.localhost": true, "localhost.localdomain": true,
		"127.0.0.1": true, "127.9.8.7": true, "127.1": true, "127.0.0.1.": true, "2130706433": true, "0x7f000001": true, "0X7F.1": true,
		"0177.0.0.1": true, "017700000001": true, "0.0.0.0": true, "0": true,
		"::1": true, "0:0:0:0:0:0:0:1": true, "::": true, "::ffff:127.0.0.1": true, "::ffff:7f00:1": true, "::1%lo": true,
		"203.0.113.7": true, "3405803783": true, "0xcb007107": true, "2001:db8::7": true, "2001:DB8:0::7": true,
		"inner.example": true, "own.example": true, "own6.example": true,
		"provider.example": false, "unknown.example": false, "198.51.100.1": false, "2001:db8::8": false, "1.2.3.4.5": false,
		"localhosts.example": false, "127.0.0.1.example": false, "300.1.1.1": false,
	} {
		if got := here.isHere(host); got != want {
			t.Errorf("isHere(%q) = %v, want %v", host, got, want)
		}
	}
}

func TestAddressesOfThisMachineAreRefused(t *testing.T) {
	here := network{own: func() []netip.Addr { return nil }, resolve: func(host string) []netip.Addr {
		if host == "inner.example" {
			return []netip.Addr{netip.MustParseAddr("127.0.0.53")}
		}
		return nil
	}}
	for _, address := range []string{
		"https://LOCALHOST:8443/x", "https://127.1/x", "https://[::1]:9000", "https://2130706433", "https://0x7f.1", "https://localhost.:1", "https://inner.example",
	} {
		for _, set := range []struct {
			variable string
			config   Config
		}{
			{"RAZORPAY_URL", Config{Razorpay: Razorpay{URL: address}}},
			{"RAZORPAY_SCRIPT_URL", Config{Razorpay: Razorpay{ScriptURL: address}}},
			{"PAYTM_URL", Config{Paytm: Paytm{URL: address}}},
			{"JUSPAY_URL", Config{Juspay: Juspay{URL: address}}},
			{"BILLDESK_URL", Config{Billdesk: Billdesk{URL: address}}},
			{"BILLDESK_SDK_URL", Config{Billdesk: Billdesk{SDKURL: address}}},
			{"RAZORPAYX_URL", Config{RazorpayX: RazorpayX{URL: address}}},
			{"MSG91_URL", Config{MSG91: MSG91{URL: address}}},
			{"RENTO_BLOB_S3_URL", Config{Files: Files{URL: address}}},
		} {
			if err := set.config.checkAddresses(here); err == nil || !strings.Contains(err.Error(), set.variable+": ") {
				t.Errorf("%s=%s: got %v, want a refusal", set.variable, address, err)
			}
		}
	}
	own := Config{PublicURL: "https://inner.example", PayOrigin: "https://pay.inner.example:8443", Maps: Maps{Origin: "https://inner.example:8444"}}
	if err := own.checkAddresses(here); err != nil {
		t.Errorf("our own addresses, which lead here: got %v, want them taken", err)
	}
}
