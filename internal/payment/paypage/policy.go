package paypage

import (
	"net/http"
	"net/url"
	"strings"

	"rento/internal/webpage"
)

// sandboxed lists what the page may do when it has no origin. It submits the gateway's form and
// opens pop-ups of banks, which need an origin of their own.
var sandboxed = []string{"allow-forms", "allow-popups", "allow-popups-to-escape-sandbox"}

// policy allows a provider's script to load from its own host and from the hosts that its
// gateway names.
func (p *Pages) policy(r *http.Request, v view) webpage.Policy {
	from := sources(v.ScriptURL, v.Page.Hosts)
	styles := "'nonce-" + v.Nonce + "' " + from
	if v.Page.InlineStyles { // the script cannot know our nonce
		styles = "'unsafe-inline' " + from
	}
	return webpage.Policy{Forms: p.place.Address(r) + " " + from, Rules: []string{
		"script-src 'nonce-" + v.Nonce + "' " + from,
		"style-src " + strings.TrimSpace(styles), "font-src data: " + from, "img-src data: https: " + from,
		"connect-src " + orNone(from), "frame-src " + orNone(from),
	}}
}

// sources returns the origin of a provider's script or page, followed by the other hosts from
// which it loads. It is empty if address is not a full URL.
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
