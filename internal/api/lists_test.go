package api_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
)

// Lists that used to be answered completely have pages now, newest first, with the total number.
func TestDocumentsHavePages(t *testing.T) {
	p := sharedCity(t).person(t, "kabir")
	type documents struct {
		Invoices      []struct{ ID int64 }
		TotalInvoices int
	}
	list := func(query string) (d documents) {
		if code := p.do(t, http.MethodGet, "/api/Dashboards/getLedgersData?query="+url.QueryEscape(query), nil, &d); code != http.StatusOK {
			t.Fatalf("%s: %d, want 200", query, code)
		}
		return d
	}
	all := list("")
	if len(all.Invoices) < 3 || all.TotalInvoices != len(all.Invoices) {
		t.Fatalf("%d of %d documents", len(all.Invoices), all.TotalInvoices)
	}
	for i, want := range all.Invoices[:3] {
		page := list(fmt.Sprintf(`{"page":%d,"size":1}`, i+1))
		if len(page.Invoices) != 1 || page.Invoices[0] != want || page.TotalInvoices != all.TotalInvoices {
			t.Errorf("page %d: %+v, want %v", i+1, page, want)
		}
	}
	if beyond := list(`{"page":1000,"size":100}`); len(beyond.Invoices) != 0 {
		t.Errorf("beyond the end: %+v; want len(beyond.Invoices) = 0", beyond)
	}
	for query, want := range map[string]int{"{": http.StatusBadRequest, `{"size":101}`: http.StatusUnprocessableEntity} {
		for _, call := range []string{"/api/Dashboards/getLedgersData", "/api/RMUsers/{id}/getSettlements"} {
			if code := p.do(t, http.MethodGet, call+"?query="+url.QueryEscape(query), nil, nil); code != want {
				t.Errorf("%s with %s: %d, want %d", call, query, code, want)
			}
		}
	}
}

// If a customer has used up their running calls, further calls of that customer wait or are
// refused. Other customers are not affected.
func TestACustomersCallsAreBounded(t *testing.T) {
	o := newTwoCustomers(t, "sqlite")
	c := o.client()
	ctx, done := context.WithCancel(t.Context())
	defer done()
	const many, runOrWait = 100, 64
	refused := make(chan struct{}, many)
	for range many {
		go func() {
			leave, err := o.Node.Services.Limits.Queue(ctx, fmt.Sprintf("customer:%d", c.id))
			if err != nil {
				refused <- struct{}{}
				return
			}
			<-ctx.Done()
			leave()
		}()
	}
	for range many - runOrWait { // by then all other calls have their place
		<-refused
	}
	isB2B := func(p person) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/Dashboards/isB2B", nil)
		r.Header.Set("Authorization", p.token)
		answer := httptest.NewRecorder()
		o.Node.Handler().ServeHTTP(answer, r)
		return answer
	}
	answer := isB2B(c.person)
	if answer.Code != http.StatusTooManyRequests || answer.Header().Get("Retry-After") == "" {
		t.Errorf("%d %s, want a 429", answer.Code, answer.Body)
	}
	if answer := isB2B(o.other.person); answer.Code != http.StatusOK {
		t.Errorf("another customer: %d %s, want 200", answer.Code, answer.Body)
	}
}
