package paypage

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rento/internal/payment"
	"rento/internal/provider"
)

// opening is a payment whose checkout opens on the page.
type opening struct {
	Payments
	page provider.Page
}

func (o opening) OpenLink(context.Context, string, string) (payment.Started, error) {
	return payment.Started{Checkout: &payment.Checkout{Page: o.page, ScriptURL: "https://sdk.example/sdk.esm.js"}}, nil
}

// A provider's script is loaded as what its gateway says it is.
func TestAScriptThatIsAModule(t *testing.T) {
	for module, want := range map[bool]string{
		true: ` data-script="https://sdk.example/sdk.esm.js" data-module id="pay"`, false: ` data-script="https://sdk.example/sdk.esm.js" id="pay"`,
	} {
		pages := New(opening{page: provider.Page{Module: module}}, Config{AppOrigin: "https://app.example"}, slog.New(slog.DiscardHandler))
		out := httptest.NewRecorder()
		pages.Pay(out, httptest.NewRequest(http.MethodGet, "/pay/x", nil))
		if out.Code != http.StatusOK || !strings.Contains(out.Body.String(), want) {
			t.Errorf("module %t: HTTP %d, %s; want %s", module, out.Code, out.Body, want)
		}
	}
}
