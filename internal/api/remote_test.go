package api

import (
	"net/http/httptest"
	"testing"
)

func TestTheClientsAddress(t *testing.T) {
	for _, test := range []struct {
		name    string
		lines   []string
		proxies int
		remote  string
		want    string
	}{
		{"no proxy", nil, 0, "198.51.100.7:4711", "198.51.100.7"},
		{"no proxy and a forged header", []string{"203.0.113.1"}, 0, "198.51.100.7:4711", "198.51.100.7"},
		{"no proxy, IPv6", nil, 0, "[2001:db8::7%eth0]:4711", "2001:db8::7"},
		{"one proxy", []string{"203.0.113.9"}, 1, "10.0.0.1:1", "203.0.113.9"},
		{"forged entries", []string{"1.1.1.1, 2.2.2.2, 203.0.113.9"}, 1, "10.0.0.1:1", "203.0.113.9"},
		{"a forged first line", []string{"1.1.1.1", "203.0.113.9"}, 1, "10.0.0.1:1", "203.0.113.9"},
		{"forged lines and entries", []string{"1.1.1.1, 1.1.1.2", "", "2.2.2.2,203.0.113.9"}, 1, "10.0.0.1:1", "203.0.113.9"},
		{"a line that is left open", []string{"1.1.1.1,", "203.0.113.9"}, 1, "10.0.0.1:1", "203.0.113.9"},
		{"two proxies", []string{"203.0.113.9, 10.0.0.2"}, 2, "10.0.0.1:1", "203.0.113.9"},
		{"two proxies, a line each", []string{"1.1.1.1", "203.0.113.9", "10.0.0.2"}, 2, "10.0.0.1:1", "203.0.113.9"},
		{"three proxies and a forged entry", []string{"1.1.1.1,203.0.113.9 ,10.0.0.3", "10.0.0.2"}, 3, "10.0.0.1:1", "203.0.113.9"},
		{"with port", []string{"203.0.113.9:55555"}, 1, "10.0.0.1:1", "203.0.113.9"},
		{"IPv6", []string{"2001:DB8:0::9"}, 1, "10.0.0.1:1", "2001:db8::9"},
		{"IPv6 in brackets", []string{"[2001:db8::9]"}, 1, "10.0.0.1:1", "2001:db8::9"},
		{"IPv6 with port and zone", []string{"[2001:db8::9%eth0]:443"}, 1, "10.0.0.1:1", "2001:db8::9"},
		{"IPv4 in IPv6", []string{"::ffff:203.0.113.9"}, 1, "10.0.0.1:1", "203.0.113.9"},
		{"fewer entries than proxies", []string{"203.0.113.9"}, 2, "10.0.0.1:1", "10.0.0.1"},
		{"no header behind a proxy", nil, 1, "10.0.0.1:1", "10.0.0.1"},
		{"no address", []string{"203.0.113.9, unknown"}, 1, "10.0.0.1:1", "10.0.0.1"},
		{"a name", []string{"evil.example"}, 1, "10.0.0.1:1", "10.0.0.1"},
		{"more than an address", []string{"203.0.113.9 OR 1=1"}, 1, "10.0.0.1:1", "10.0.0.1"},
		{"a socket", nil, 1, "@", "@"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = test.remote
		for _, line := range test.lines {
			r.Header.Add("X-Forwarded-For", line)
		}
		if got := remoteAddress(r, test.proxies); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}
