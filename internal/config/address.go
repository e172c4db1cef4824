package config

import (
	"context"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// resolvePatience is how long the settings check waits for the host names of all providers to
// resolve.
const resolvePatience = 2 * time.Second

// network is what the settings check asks of this machine.
type network struct {
	// resolve returns the addresses of a host name, or none if the name is unknown.
	resolve func(host string) []netip.Addr
	// own returns the addresses of this machine.
	own func() []netip.Addr
}

func thisMachine() network {
	ctx, cancel := context.WithTimeout(context.Background(), resolvePatience)
	context.AfterFunc(ctx, cancel)
	return network{
		resolve: func(host string) []netip.Addr {
			found, _ := net.DefaultResolver.LookupNetIP(ctx, "ip", host) // a name that does not resolve yet must not prevent the start
			return found
		},
		own: ownAddresses,
	}
}

func ownAddresses() []netip.Addr {
	var own []netip.Addr
	interfaces, _ := net.InterfaceAddrs() // without them, the loopback addresses are still known
	for _, a := range interfaces {
		if prefix, err := netip.ParsePrefix(a.String()); err == nil {
			own = append(own, prefix.Addr().Unmap())
		}
	}
	return own
}

// isHere says whether a host is this machine: by name, by any spelling of its address, or by what
// its name resolves to.
func (n network) isHere(host string) bool {
	if isLoopback(host) {
		return true
	}
	addresses := []netip.Addr{}
	if ip, ok := parseIP(host); ok {
		addresses = append(addresses, ip)
	} else {
		addresses = n.resolve(host)
	}
	own := n.own()
	return slices.ContainsFunc(addresses, func(a netip.Addr) bool {
		a = a.Unmap().WithZone("")
		return a.IsLoopback() || a.IsUnspecified() || a.IsLinkLocalUnicast() || slices.Contains(own, a)
	})
}

// isLoopback recognizes names and addresses that mean the local machine wherever they are used.
func isLoopback(host string) bool {
	if name := canonical(host); name == "" || name == "localhost" || strings.HasSuffix(name, ".localhost") || strings.HasPrefix(name, "localhost.") {
		return true
	}
	ip, ok := parseIP(host)
	return ok && (ip.IsLoopback() || ip.IsUnspecified())
}

// IsSandbox says whether an address is the sandbox's, by its path or host. An address that cannot
// be parsed counts as the sandbox's.
func IsSandbox(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return true
	}
	named := func(part string) bool { return strings.Contains(strings.ToLower(part), "sandbox") }
	return isLoopback(u.Hostname()) || slices.ContainsFunc(strings.Split(u.Path, "/"), named) || named(u.Hostname())
}

// isASCII says whether a host is ASCII. Browsers and resolvers convert other letters to ASCII, each
// in its own way, so they might not agree on the host.
func isASCII(host string) bool {
	return !strings.ContainsFunc(host, func(r rune) bool { return r >= utf8.RuneSelf })
}

func canonical(host string) string { return strings.ToLower(strings.TrimRight(host, ".")) }

// parseIP parses an address in the usual spellings and in those of inet_aton, which resolvers
// accept: fewer than four parts, each decimal, octal or hexadecimal (127.1, 0x7f.1, 2130706433).
func parseIP(host string) (netip.Addr, bool) {
	host = canonical(host)
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.Unmap().WithZone(""), true
	}
	parts := strings.Split(host, ".")
	if len(parts) > 4 {
		return netip.Addr{}, false
	}
	var value uint64
	for i, part := range parts {
		bits := 8
		if i == len(parts)-1 {
			bits = 8 * (4 - i) // the last part fills the remaining bytes
		}
		n, err := strconv.ParseUint(part, 0, bits)
		if err != nil {
			return netip.Addr{}, false
		}
		value = value<<bits | n
	}
	return netip.AddrFrom4([4]byte{byte(value >> 24), byte(value >> 16), byte(value >> 8), byte(value)}), true
}
