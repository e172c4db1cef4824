package api_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The company's own systems say what a product is as goods. Customers neither see nor change it.
func TestAProductIsDescribedAsGoods(t *testing.T) {
	w := freshCity(t)
	type product struct {
		ID            int64
		Name, HSN     string
		Value         float64
		Rent, Deposit float64
	}
	catalogue := func() (list []product) {
		t.Helper()
		var out struct{ Products []product }
		read(t, w.operate(t, "GET /operations/products", nil), &out)
		return out.Products
	}
	before := catalogue()
	if len(before) == 0 || before[0].HSN == "" || before[0].Value <= 0 || before[0].Rent <= 0 {
		t.Fatalf("the catalogue is %+v; want products with code, value and rent", before)
	}
	first := before[0]
	for name, c := range map[string]struct {
		body   object
		status int
		code   any
	}{
		"of services":    {object{"productId": first.ID, "hsn": "997323", "value": 100}, http.StatusUnprocessableEntity, "product.hsn_invalid"},
		"of five digits": {object{"productId": first.ID, "hsn": "94014", "value": 100}, http.StatusUnprocessableEntity, "product.hsn_invalid"},
		"of no value":    {object{"productId": first.ID, "hsn": "9401", "value": 0}, http.StatusUnprocessableEntity, "request.field_invalid"},
		"of nothing":     {object{"productId": int64(987_654), "hsn": "9401", "value": 100}, http.StatusNotFound, "product.not_found"},
	} {
		p := refused(t, w.operate(t, "POST /operations/setProductGoods", c.body), c.status)
		if diff := cmp.Diff(c.code, p.Error.Extra["code"]); diff != "" {
			t.Errorf("%s: code (-want +got):\n%s", name, diff)
		}
	}
	if diff := cmp.Diff(before, catalogue()); diff != "" {
		t.Errorf("after refusals (-want +got):\n%s", diff)
	}
	answer := w.operate(t, "POST /operations/setProductGoods", object{"productId": first.ID, "hsn": "94036000", "value": 31250.5})
	if answer.Code != http.StatusOK {
		t.Fatalf("status %d: %s, want 200", answer.Code, answer.Body)
	}
	want := append([]product(nil), before...)
	want[0].HSN, want[0].Value = "94036000", 31250.5
	if diff := cmp.Diff(want, catalogue()); diff != "" {
		t.Errorf("afterwards (-want +got):\n%s", diff)
	}
	var recorded []string
	for _, row := range w.recorded(t, 0) {
		if row.Action == "product_goods_set" {
			recorded = append(recorded, row.Actor+" "+row.Object)
		}
	}
	if diff := cmp.Diff([]string{fmt.Sprintf("staff:Meera Nair product/%d as 94036000 of 31250.50", first.ID)}, recorded); diff != "" {
		t.Errorf("in the audit log (-want +got):\n%s", diff)
	}
	kabir := w.person(t, "kabir")
	refused(t, w.raw(t, http.MethodGet, "/operations/products", kabir.token, nil), http.StatusUnauthorized)
	refused(t, w.raw(t, http.MethodPost, "/operations/setProductGoods", kabir.token, []byte("{}")), http.StatusUnauthorized)
}
