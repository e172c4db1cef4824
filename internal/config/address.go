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

// resolvePatience is how long the check of the settings waits for the names of
// all providers.
const resolvePatience = 2 * time.Second

// network is what the check of the settings asks this machine for.
type network struct {
	// resolve returns the addresses of a host name, none when it is not known.
	resolve func(host string) []netip.Addr
	// own returns the addresses of this machine.
	own func() []netip.Addr
}

func thisMachine() network {
	ctx, cancel := context.WithTimeout(context.Background(), resolvePatience)
	context.AfterFunc(ctx, cancel)
	return network{
		resolve: func(host string) []netip.Addr {
			found, _ := net.DefaultResolver.LookupNetIP(ctx, "ip", host) // a name that is not known yet keeps nobody from starting
			return found
		},
		own: ownAddresses,
	}
}

func ownAddresses() []netip.Addr {
	var own []netip.Addr
	interfaces, _ := net.InterfaceAddrs() // without them the loopback addresses are still known
	for _, a := range interfaces {
		if prefix, err := netip.ParsePrefix(a.String()); err == nil {
			own = append(own, prefix.Addr().Unmap())
		}
	}
	return own
}

// isHere says whether a host is this machine, by name, by any spelling of its
// address, or by what its name resolves to.
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

// isLoopback says so of names and addresses that mean the machine itself
// wherever they are used.
func isLoopback(host string) bool {
	if name := canonical(host); name == "" || name == "localhost" || strings.HasSuffix(name, ".localhost") || strings.HasPrefix(name, "localhost.") {
		return true
	}
	ip, ok := parseIP(host)
	return ok && (ip.IsLoopback() || ip.IsUnspecified())
}

// IsSandbox says whether an address names the sandbox by its path or host, or
// cannot be read.
func IsSandbox(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return true
	}
	named := func(part string) bool { return strings.Contains(strings.ToLower(part), "sandbox") }
	return isLoopback(u.Hostname()) || slices.ContainsFunc(strings.Split(u.Path, "/"), named) || named(u.Hostname())
}

// isASCII: browsers and resolvers turn other letters into ASCII, each in its
// way, and a host must not become another one by that.
func isASCII(host string) bool {
	return !strings.ContainsFunc(host, func(r rune) bool { return r >= utf8.RuneSelf })
}

func canonical(host string) string { return strings.ToLower(strings.TrimRight(host, ".")) }

// parseIP reads an address in the usual spellings and in those of inet_aton,
// which resolvers take: fewer than four parts, each decimal, octal or
// hexadecimal (127.1, 0x7f.1, 2130706433).
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
			bits = 8 * (4 - i) // the last part fills what is left
		}
		n, err := strconv.ParseUint(part, 0, bits)
		if err != nil {
			return netip.Addr{}, false
		}
		value = value<<bits | n
	}
	return netip.AddrFrom4([4]byte{byte(value >> 24), byte(value >> 16), byte(value >> 8), byte(value)}), true
}
