package juspay_test

import (
	"errors"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rento/internal/provider"
	"rento/internal/provider/juspay"
	"rento/internal/testkit/gateway"
)

// The signature of a return as Juspay's pages describe it, computed by other
// means: it stands in the address percent-encoded twice.
const (
	inAddress = "bAh7uhD18G6yWXQyo4qw29Tb2sXrv5Syo14UgyEWOr0%253D"
	asField   = "bAh7uhD18G6yWXQyo4qw29Tb2sXrv5Syo14UgyEWOr0%3D"
)

func TestVectorOfTheReturn(t *testing.T) {
	g := answering(t, http.StatusOK, "")
	query, err := url.ParseQuery("order_id=RMTXN0001&status=CHARGED&status_id=21&signature=" + inAddress + "&signature_algorithm=HMAC-SHA256")
	if err != nil {
		t.Fatal(err)
	}
	fields := map[string]string{}
	for name := range query {
		fields[name] = query.Get(name)
	}
	if fields["signature"] != asField {
		t.Fatalf("the field is %s, want %s", fields["signature"], asField)
	}
	order := provider.Order{Reference: "RMTXN0001", ID: "RMTXN0001"}
	if claim, err := g.ReadReturn(order, fields); claim != provider.ClaimPaid || err != nil {
		t.Errorf("%s, %v; want %s", claim, err, provider.ClaimPaid)
	}
	for name, change := range map[string]func(map[string]string){
		"one letter":        func(f map[string]string) { f["signature"] = strings.Replace(asField, "bA", "cA", 1) },
		"no signature":      func(f map[string]string) { delete(f, "signature") },
		"decoded once more": func(f map[string]string) { f["signature"], _ = url.QueryUnescape(asField) },
		"cut":               func(f map[string]string) { f["signature"] = asField[:20] },
		"small letters":     func(f map[string]string) { f["signature"] = strings.ToLower(asField) },
		"another status":    func(f map[string]string) { f["status"], f["status_id"] = "AUTHORIZING", "28" },
		"another number":    func(f map[string]string) { f["status_id"] = "22" },
		"a field more":      func(f map[string]string) { f["amount"] = "1" },
		"another algorithm": func(f map[string]string) { f["signature_algorithm"] = "none" },
		"another order":     func(f map[string]string) { f["order_id"] = "RMTXN0002" },
	} {
		changed := maps.Clone(fields)
		change(changed)
		if claim, err := g.ReadReturn(order, changed); !errors.Is(err, provider.ErrBadSignature) {
			t.Errorf("%s: %s, %v; want %v", name, claim, err, provider.ErrBadSignature)
		}
	}
	for _, other := range []provider.Order{{}, {ID: "RMTXN0002"}} {
		if claim, err := g.ReadReturn(other, fields); !errors.Is(err, provider.ErrBadSignature) {
			t.Errorf("for %q: %s, %v; want %v", other.ID, claim, err, provider.ErrBadSignature)
		}
	}
}

// What we have put into the address takes part, in encoded order.
func TestReturnWithFieldsOfOurs(t *testing.T) {
	w := inProcess(t)
	req := gateway.Asking("RM0026", 5000)
	req.ReturnURL = "http://shop.test/pay/1/return?note=" + url.QueryEscape("a b&c=(d)é")
	if _, err := w.Gateway.CreateOrder(t.Context(), req); err != nil {
		t.Fatal(err)
	}
	back := w.pay("RM0026", "success")
	to, err := url.Parse(back.ReturnURL)
	if err != nil {
		t.Fatal(err)
	}
	fields := map[string]string{}
	for name := range to.Query() {
		fields[name] = to.Query().Get(name)
	}
	if claim, err := w.Gateway.ReadReturn(provider.Order{ID: "RM0026"}, fields); claim != provider.ClaimPaid || err != nil {
		t.Errorf("%s, %v; want %s of %v", claim, err, provider.ClaimPaid, fields)
	}
}

// What a return decides: nothing, unless it is proved to be a success.
func TestClaims(t *testing.T) {
	w := inProcess(t)
	order := provider.Order{ID: "RM0027"}
	w.Order("RM0027", 5000)
	failed := w.pay("RM0027", "failure").Fields
	for name, c := range map[string]struct {
		fields map[string]string
		want   provider.Claim
	}{
		"the Back key":     {nil, provider.ClaimNone},
		"a proved failure": {failed, provider.ClaimNone},
		"an unproved one":  {map[string]string{"order_id": "RM0027", "status": "AUTHORIZATION_FAILED", "status_id": "27"}, provider.ClaimFailed},
	} {
		if claim, err := w.Gateway.ReadReturn(order, c.fields); claim != c.want || err != nil {
			t.Errorf("%s: %s, %v; want %s", name, claim, err, c.want)
		}
	}
	unproved := map[string]string{"order_id": "RM0027", "status": "CHARGED", "status_id": "21"}
	if claim, err := w.Gateway.ReadReturn(order, unproved); !errors.Is(err, provider.ErrBadSignature) {
		t.Errorf("a success without proof: %s, %v; want %v", claim, err, provider.ErrBadSignature)
	}
}

// The key goes before a colon, and nothing behind it.
func TestVectorOfTheKey(t *testing.T) {
	heard := ""
	made, err := juspay.New(configOf(t, "https://api.juspay.in"), inProcess(t).Clock, nil, heardBy(func(r *http.Request) { heard = r.Header.Get("Authorization") }))
	if err != nil {
		t.Fatal(err)
	}
	_, _ = made[0].Observe(t.Context(), "RM0028", "") // its answer makes no sense
	if heard != "Basic U0JYQVBJS0VZOg==" {
		t.Errorf("the key is sent as %s, want Basic U0JYQVBJS0VZOg==", heard)
	}
}

type heardBy func(*http.Request)

func (h heardBy) RoundTrip(r *http.Request) (*http.Response, error) {
	h(r)
	return gateway.Saying(http.StatusOK, "").RoundTrip(r)
}
