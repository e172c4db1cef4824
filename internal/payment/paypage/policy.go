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

// policy is the page's content security policy: a provider's script may load
// from its own host, and from those that its gateway names.
func (p *Pages) policy(r *http.Request, v view) string {
	from := sources(v.ScriptURL, v.Page.Hosts)
	styles := "'nonce-" + v.Nonce + "' " + from
	if v.Page.InlineStyles { // its script cannot know our nonce
		styles = "'unsafe-inline' " + from
	}
	rules := []string{
		"default-src 'none'", "base-uri 'none'", "object-src 'none'",
		"script-src 'nonce-" + v.Nonce + "' " + from,
		"style-src " + strings.TrimSpace(styles), "font-src data: " + from, "img-src data: https: " + from,
		"connect-src " + orNone(from), "frame-src " + orNone(from),
		"form-action " + strings.TrimSpace(p.origin(r)+" "+from),
		"frame-ancestors 'self' " + p.appOrigin(r),
	}
	if p.config.PayOrigin == "" {
		rules = append(rules, isolated)
	}
	return strings.Join(rules, "; ")
}

// sources are the origin of a provider's script or page and what it loads from
// besides, empty without one.
func sources(address string, hosts []string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return strings.Join(append([]string{u.Scheme + "://" + u.Host}, hosts...), " ")
}

func orNone(sources string) string {
	if sources == "" {
		return "'none'"
	}
	return sources
}
