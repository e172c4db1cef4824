// Package netname checks names that come from outside: of hosts, and of mailboxes. It asks
// no server whether there is one.
package netname

import (
	"net/mail"
	"slices"
	"strings"
)

// longestMail is how long a mail address is at most, and longestLocal what stands before
// its @ (RFC 5321).
const (
	longestMail  = 254
	longestLocal = 64
)

// notPublic are names at the end of a host at which no mail arrives from outside (RFC 6761,
// RFC 6762, and those that networks use inside).
var notPublic = []string{"arpa", "home", "internal", "intranet", "invalid", "lan", "local", "localdomain", "localhost", "onion", "test"}

// IsHost says whether a text in small letters is the name of a host: at least two labels
// of ASCII letters, digits and hyphens, the last of them no number. An IP address is none.
func IsHost(name string) bool {
	labels := strings.Split(name, ".")
	last := labels[len(labels)-1]
	return len(labels) >= 2 && len(name) <= 253 && !slices.ContainsFunc(labels, isNoLabel) && strings.Trim(last, "0123456789") != ""
}

func isNoLabel(label string) bool {
	return label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-") != ""
}

// Mail reads a mail address as people type it, in small letters. It is false for what is no
// address (a display name, a second address and a line break make it none) and for one at
// which nothing arrives: at an IP address, or at a host that is not public.
func Mail(text string) (address string, ok bool) {
	address = strings.ToLower(strings.TrimSpace(text))
	read, err := mail.ParseAddress(address)
	if err != nil || read.Address != address || len(address) > longestMail {
		return "", false
	}
	local, host := parts(address)
	isPlain := !strings.ContainsFunc(local, func(r rune) bool { return r <= ' ' || r > '~' })
	top := host[strings.LastIndexByte(host, '.')+1:]
	return address, isPlain && len(local) <= longestLocal && IsHost(host) && len(top) >= 2 && !slices.Contains(notPublic, top)
}

// Host is where the mailbox of an address is.
func Host(address string) string {
	_, host := parts(address)
	return host
}

// Mailbox is where what is sent to an address arrives, the same for all ways to write it:
// without what follows a plus, and at Gmail, which leaves dots out of account, without
// them.
func Mailbox(address string) string {
	local, host := parts(strings.ToLower(strings.TrimSpace(address)))
	if plus := strings.IndexByte(local, '+'); plus > 0 {
		local = local[:plus]
	}
	switch host {
	case "":
		return ""
	case "gmail.com", "googlemail.com":
		local, host = strings.ReplaceAll(local, ".", ""), "gmail.com"
	}
	return local + "@" + host
}

func parts(address string) (local, host string) {
	at := strings.LastIndexByte(address, '@')
	if at < 0 {
		return address, ""
	}
	return address[:at], address[at+1:]
}
