package paypage

import (
	"net/http"
	"net/url"
	"strings"
)

// isolated gives the page an origin of its own that is nobody's, so that a
// provider's script cannot read what the dashboard stores. Windows of banks
// escape it, because they need their own.
const isolated = "sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox"

// razorpayHosts are what the real checkout loads from besides its script.
const razorpayHosts = "https://*.razorpay.com"

// policy is the page's content security policy. The provider's script may load
// from its own host only, and Razorpay's real one from Razorpay's other hosts.
func (p *Pages) policy(r *http.Request, nonce, scriptURL string) string {
	rules := []string{
		"default-src 'none'", "base-uri 'none'", "object-src 'none'",
		"script-src 'nonce-" + nonce + "' " + hosts(scriptURL),
		"style-src " + styles(nonce, scriptURL), "font-src data: " + hosts(scriptURL), "img-src data: https: " + hosts(scriptURL),
		"connect-src " + orNone(hosts(scriptURL)), "frame-src " + orNone(hosts(scriptURL)),
		"form-action " + strings.TrimSpace(p.origin(r)+" "+hosts(scriptURL)),
		"frame-ancestors 'self' " + p.appOrigin(r),
	}
	if p.config.PayOrigin == "" {
		rules = append(rules, isolated)
	}
	return strings.Join(rules, "; ")
}

// hosts are the origins of a provider's script, empty without one.
func hosts(scriptURL string) string {
	u, err := url.Parse(scriptURL)
	if err != nil || u.Host == "" {
		return ""
	}
	origin := u.Scheme + "://" + u.Host
	if strings.HasSuffix(u.Hostname(), ".razorpay.com") {
		return origin + " " + razorpayHosts
	}
	return origin
}

// styles lets the real checkout add its own: it cannot know our nonce.
func styles(nonce, scriptURL string) string {
	if strings.Contains(hosts(scriptURL), razorpayHosts) {
		return "'unsafe-inline' " + hosts(scriptURL)
	}
	return strings.TrimSpace("'nonce-" + nonce + "' " + hosts(scriptURL))
}

func orNone(sources string) string {
	if sources == "" {
		return "'none'"
	}
	return sources
}
