package api

import (
	"net/http"

	"rento/internal/limit"
	"rento/internal/payment/paypage"
)

// linkPages are the pages of a payment link. They need no session and can make us ask a gateway. So
// they have their own limits, and their own text for a client that exceeds them.
type linkPages struct {
	pages  *paypage.Pages
	limits *limit.Limiter
}

// redirect redirects to the gateway for the link in the query.
func (p linkPages) redirect(w http.ResponseWriter, r *http.Request) {
	p.open(w, r, r.URL.Query().Get("transactionId"), p.pages.Redirect)
}

// pay shows the pay page.
func (p linkPages) pay(w http.ResponseWriter, r *http.Request) {
	p.open(w, r, r.PathValue("uniqueId"), p.pages.Pay)
}

// open shows a page that can start a payment at a gateway.
func (p linkPages) open(w http.ResponseWriter, r *http.Request, link string, page http.HandlerFunc) {
	if err := p.allow(r, limit.OpeningFromNetwork, limit.OpeningOfLink, link); err != nil {
		p.pages.Refuse(w, r, err)
		return
	}
	page(w, r)
}

// ofInvoice serves a page of the link of an invoice. It counts with the openings of payment links.
func (p linkPages) ofInvoice(page http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := p.allow(r, limit.OpeningFromNetwork, limit.OpeningOfLink, r.PathValue("code")); err != nil {
			p.pages.RefuseInvoice(w, r, err)
			return
		}
		page(w, r)
	}
}

// returned handles the form that a gateway sends back.
func (p linkPages) returned(w http.ResponseWriter, r *http.Request) {
	if err := p.allow(r, limit.ReturnFromNetwork, limit.ReturnOfLink, r.PathValue("uniqueId")); err != nil {
		p.pages.TooOften(w, r, err)
		return
	}
	p.pages.Return(w, r)
}

// below handles the pages below a pay page: the return page of a gateway that uses a URL, and pages
// that need no limit.
func (p linkPages) below(w http.ResponseWriter, r *http.Request) {
	if r.PathValue("name") == "return" {
		p.returned(w, r)
		return
	}
	p.pages.Below(w, r)
}

// allow counts a request by its network first, so that nobody can fill the memory with invented
// links.
func (p linkPages) allow(r *http.Request, ofNetwork, ofLink, link string) error {
	ctx := r.Context()
	if err := p.limits.Allow(ctx, ofNetwork, limit.Network(clientIP(ctx))); err != nil {
		return err
	}
	return p.limits.Allow(ctx, ofLink, link)
}
