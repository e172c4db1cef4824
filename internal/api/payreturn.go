package api

import (
	"net/http"

	"rento/internal/limit"
	"rento/internal/payment/paypage"
)

// returnPages is the page to which gateways send the browser back. It needs no
// session and has the gateway asked, so it has limits of its own, and words of its
// own for who passes them.
type returnPages struct {
	pages  *paypage.Pages
	limits *limit.Limiter
}

// form takes what a gateway's form brings.
func (p returnPages) form(w http.ResponseWriter, r *http.Request) {
	if err := p.allow(r); err != nil {
		p.pages.TooOften(w, r, err)
		return
	}
	p.pages.Return(w, r)
}

// below takes what lies below a pay page: the page of return for a gateway that
// uses an address, and what needs no limit.
func (p returnPages) below(w http.ResponseWriter, r *http.Request) {
	if r.PathValue("name") == "return" {
		p.form(w, r)
		return
	}
	p.pages.Below(w, r)
}

// allow counts a return by its network first, so that nobody fills the memory with
// made-up links.
func (p returnPages) allow(r *http.Request) error {
	ctx := r.Context()
	if err := p.limits.Allow(ctx, limit.ReturnFromNetwork, limit.Network(clientIP(ctx))); err != nil {
		return err
	}
	return p.limits.Allow(ctx, limit.ReturnOfLink, r.PathValue("uniqueId"))
}
