package api

import (
	"context"
	"net/http"
	"net/netip"
	"strings"

	"rento/internal/limit"
)

// remoteAddress returns the client's address without port and zone. An IPv4 address in IPv6 form
// becomes the IPv4 address. Behind n proxies it is the n-th entry from the right of all
// X-Forwarded-For lines, which the outermost proxy wrote. Entries before it came with the request
// and cannot be trusted. If that entry is missing or not an address, it is the address of the
// connection.
func remoteAddress(r *http.Request, proxies int) string {
	if proxies > 0 {
		hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		if i := len(hops) - proxies; i >= 0 {
			if address, ok := parseAddress(hops[i]); ok {
				return address
			}
		}
	}
	if address, ok := parseAddress(r.RemoteAddr); ok {
		return address
	}
	return r.RemoteAddr
}

// parseAddress parses an address with or without port, brackets and zone.
func parseAddress(text string) (string, bool) {
	text = strings.TrimSpace(text)
	address, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"))
	if err != nil {
		withPort, err := netip.ParseAddrPort(text)
		if err != nil {
			return "", false
		}
		address = withPort.Addr()
	}
	return address.Unmap().WithZone("").String(), true
}

// addressKey is the key by which limits count the client's address.
func addressKey(ctx context.Context) string { return "ip:" + limit.Address(clientIP(ctx)) }
