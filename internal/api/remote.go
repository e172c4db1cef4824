package api

import (
	"context"
	"net/http"
	"net/netip"
	"strings"

	"rento/internal/limit"
)

// remoteAddress is the client's address, without port and zone; an IPv4 address
// in IPv6 is the IPv4 one. Behind proxies it is the entry of X-Forwarded-For
// that the outermost of them wrote: with n proxies the n-th from the right of
// all lines of the header. What stands before it came with the request and is
// worth nothing. Where that entry is missing or no address, the connection's
// own address counts.
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

// parseAddress reads an address with or without port, brackets and zone.
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

// addressKey is what limits count the client's address by.
func addressKey(ctx context.Context) string { return "ip:" + limit.Address(clientIP(ctx)) }
