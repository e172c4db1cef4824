package api

import (
	"net/http"

	"rento/internal/limit"
	"rento/internal/payment/paypage"
)

// linkPages are the pages of a payment's link. They need no session and have a
// gateway asked, so they have limits of their own, and words of their own for who
// passes them.
type linkPages struct {
	pages  *paypage.Pages
	limits *limit.Limiter
}

// redirect leads to the gateway of the link in the query.
func (p linkPages) redirect(w http.ResponseWriter, r *http.Request) {
	p.open(w, r, r.URL.Query().Get("transactionId"), p.pages.Redirect)
}

// pay shows the pay page.
func (p linkPages) pay(w http.ResponseWriter, r *http.Request) {
	p.open(w, r, r.PathValue("uniqueId"), p.pages.Pay)
}

// open shows a page that may begin a payment at a gateway.
func (p linkPages) open(w http.ResponseWriter, r *http.Request, link string, page http.HandlerFunc) {
	if err := p.allow(r, limit.OpeningFromNetwork, limit.OpeningOfLink, link); err != nil {
		p.pages.Refuse(w, r, err)
		return
	}
	page(w, r)
}

// returned takes what a gateway's form brings.
func (p linkPages) returned(w http.ResponseWriter, r *http.Request) {
	if err := p.allow(r, limit.ReturnFromNetwork, limit.ReturnOfLink, r.PathValue("uniqueId")); err != nil {
		p.pages.TooOften(w, r, err)
		return
	}
	p.pages.Return(w, r)
}

// below takes what lies below a pay page: the page of return for a gateway that
// uses an address, and what needs no limit.
func (p linkPages) below(w http.ResponseWriter, r *http.Request) {
	if r.PathValue("name") == "return" {
		p.returned(w, r)
		return
	}
	p.pages.Below(w, r)
}

// allow counts a request by its network first, so that nobody fills the memory with
// made-up links.
func (p linkPages) allow(r *http.Request, ofNetwork, ofLink, link string) error {
	ctx := r.Context()
	if err := p.limits.Allow(ctx, ofNetwork, limit.Network(clientIP(ctx))); err != nil {
		return err
	}
	return p.limits.Allow(ctx, ofLink, link)
}
