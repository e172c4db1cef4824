package netname_test

import (
	"strings"
	"testing"

	"rento/internal/netname"
)

func TestIsHost(t *testing.T) {
	for name, want := range map[string]bool{
		"rento.example": true, "a-b.c3.in": true, "xn--11b4c3d.xn--h2brj9c": true,
		"": false, "localhost": false, ".notify.windows.com": false, "a..in": false, "a.in.": false, "-a.in": false, "a-.in": false, "a_b.in": false,
		"127.0.0.1": false, "[::1]": false, "A.in": false, "भारत.in": false, strings.Repeat("a", 64) + ".in": false, strings.Repeat("a.", 127) + "in": false,
	} {
		if got := netname.IsHost(name); got != want {
			t.Errorf("IsHost(%q) = %t, want %t", name, got, want)
		}
	}
}

func TestMail(t *testing.T) {
	for text, want := range map[string]string{
		" Bilal@Example.in ": "bilal@example.in", "a+b.c@rento.example": "a+b.c@rento.example", "o'neil@a.in": "o'neil@a.in",
		strings.Repeat("a", 64) + "@b.in": strings.Repeat("a", 64) + "@b.in",
	} {
		if got, ok := netname.Mail(text); got != want || !ok {
			t.Errorf("Mail(%q) = %q, %t; want %q", text, got, ok, want)
		}
	}
	for _, text := range []string{
		"", "bilal", "@a.in", "a@", "a@localhost", "root@127.0.0.1", "root@[127.0.0.1]", "root@[::1]", "root@[ipv6:::1]", "root@0x7f.1", "a@printer.local",
		"a@db.internal", "a@a.test", "a@b.c", "a@b..in", "a@.in", "a@b.in.", "a@-b.in", "a@b.in, c@d.in", "Bilal <bilal@example.in>", "<a@b.in>", `"a b"@c.in`,
		"a@b.in\r\nBcc: c@d.in", "बिलाल@example.in", "a@भारत.in", strings.Repeat("a", 65) + "@b.in", "a@" + strings.Repeat("b.", 126) + "in",
	} {
		if got, ok := netname.Mail(text); ok {
			t.Errorf("Mail(%q) = %q, want none", text, got)
		}
	}
}

func TestMailbox(t *testing.T) {
	for address, want := range map[string]string{
		"dev@example.in": "dev@example.in", "Dev+1@Example.in": "dev@example.in", "dev+@example.in": "dev@example.in", "d.ev@example.in": "d.ev@example.in",
		"d.e.v+rent@gmail.com": "dev@gmail.com", "dev@googlemail.com": "dev@gmail.com", "+dev@example.in": "+dev@example.in", "": "",
	} {
		if got := netname.Mailbox(address); got != want {
			t.Errorf("Mailbox(%q) = %q, want %q", address, got, want)
		}
	}
}
