package juspay_test

import (
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"rento/internal/provider"
	emulated "rento/internal/sandbox/juspay"
	"rento/internal/testkit/gateway"
)

// PAY-40: with the app CRED is opened by an address of its own, without it on a
// page; the phone number is CRED's alone to read.
func TestJSP15Cred(t *testing.T) {
	w := inProcess(t)
	cred := w.gateways["juspay-credpay"]
	page, err := cred.CreateOrder(t.Context(), gateway.Asking("RM0015", 5000))
	if err != nil || page.IntentURL != "" || page.RedirectURL == "" {
		t.Fatalf("without the app: %+v, %v; want a page", page, err)
	}
	w.forms = nil
	req := gateway.Asking("RM0015", 5000)
	req.Device.AppPresent = true
	app, err := cred.Resume(t.Context(), "RM0015", req)
	if err != nil || !strings.HasPrefix(app.IntentURL, "credpay://checkout?") || app.RedirectURL != "" || app.OrderID != "RM0015" {
		t.Fatalf("with the app: %+v, %v; want an address of credpay:", app, err)
	}
	scheme, _, _ := strings.Cut(app.IntentURL, ":")
	if !slices.Contains(cred.Profile().Schemes, scheme) || cred.Profile().Checkout != provider.Intent {
		t.Errorf("%s is not among the schemes %v", scheme, cred.Profile().Schemes)
	}
	form, err := url.ParseQuery(w.forms[len(w.forms)-1])
	if err != nil {
		t.Fatal(err)
	}
	var told struct {
		Platform, OS, Device string
		Country              string `json:"countryCode"`
		Phone                string `json:"phoneNumber"`
		AppPresent           bool   `json:"credAppPresent"`
	}
	if err := json.Unmarshal([]byte(form.Get("sdk_pg_params")), &told); err != nil {
		t.Fatal(err)
	}
	sealed, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(told.Phone, "enc-"))
	if err != nil {
		t.Fatal(err)
	}
	phone, err := rsa.DecryptPKCS1v15(nil, credKey(), sealed) //nolint:staticcheck // CRED's own form
	if err != nil || string(phone) != "9876543210" || told.Platform != "WEB" || told.OS != "ANDROID" || told.Device != "MOBILE" || told.Country != "+91" || !told.AppPresent {
		t.Errorf("CRED is told %+v with the phone %q, %v; want a mobile with the app, and 9876543210", told, phone, err)
	}
	if strings.Contains(strings.Join(w.forms, " "), "9876543210") {
		t.Error("the phone number goes to CRED as it is")
	}
	w.pay("RM0015", "success")
	seen, err := cred.Observe(t.Context(), "RM0015", "RM0015")
	if err != nil || len(seen.Payments) != 1 || seen.Payments[0].State != provider.PaymentCaptured || seen.Gateway != "juspay-credpay" {
		t.Errorf("%+v, %v; want it captured", seen, err)
	}
}

func TestJSP16AFormOpensThePage(t *testing.T) {
	w := open(t, gateway.OverHTTP)
	c, err := w.gateways["juspay-amazonpay"].CreateOrder(t.Context(), gateway.Asking("RM0016", 5000))
	if err != nil || c.Form["txn"] == "" || c.Form["source"] != "rento" {
		t.Fatalf("checkout %+v, %v; want the fields of a form", c, err)
	}
	for _, open := range []func() (*http.Response, error){
		func() (*http.Response, error) {
			return w.Client.PostForm(c.RedirectURL, url.Values{"txn": {c.Form["txn"]}})
		},
		func() (*http.Response, error) { return w.Client.Get(c.RedirectURL) },
	} {
		answer, err := open()
		if err != nil {
			t.Fatal(err)
		}
		page, _ := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusOK || !strings.Contains(string(page), `data-order="RM0016"`) {
			t.Errorf("HTTP %d: %s; want the page of RM0016", answer.StatusCode, page)
		}
	}
	w.pay("RM0016", "success")
	answer, err := w.Client.Get(c.RedirectURL)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusGone {
		t.Errorf("after the payment: HTTP %d, want 410", answer.StatusCode)
	}
	if _, status := w.tryPay("/sandbox/juspay/v2/pay/finish", emulated.Attempt{OrderID: "RM0016"}); status == http.StatusOK {
		t.Error("the payment was made a second time")
	}
}
