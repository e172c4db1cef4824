package paypage

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rento/internal/calendar"
	"rento/internal/payment"
	"rento/internal/provider"
)

// opening is a payment domain whose checkout opens on the page.
type opening struct {
	Payments
	page provider.Page
	paid payment.Transaction
}

func (o opening) OpenLink(context.Context, string, string) (payment.Started, error) {
	return payment.Started{Transaction: o.paid, Checkout: &payment.Checkout{Page: o.page, ScriptURL: "https://sdk.example/sdk.esm.js"}}, nil
}

// The page loads a provider's script as a module if the gateway says that it is one.
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

func (o opening) FirstMonthAhead(payment.Transaction) calendar.Date {
	return calendar.MustParse("2026-12-01")
}

// The gateway shows what is paid. For advance rent it names the months.
func TestTheGatewayNamesWhatIsPaid(t *testing.T) {
	for _, c := range []struct {
		paid       payment.Transaction
		lang, want string
	}{
		{payment.Transaction{Purpose: payment.Due}, "en", "Rent and charges"},
		{payment.Transaction{Purpose: payment.Deposit}, "en", "Deposit"},
		{payment.Transaction{Purpose: payment.AdvanceRent, Months: 6}, "en", "Rent in advance, 6 months (12/2026 to 05/2027)"},
		{payment.Transaction{Purpose: payment.AdvanceRent, Months: 3}, "hi", "अग्रिम किराया, 3 महीने (12/2026 से 02/2027)"},
	} {
		pages := New(opening{paid: c.paid}, Config{AppOrigin: "https://app.example"}, slog.New(slog.DiscardHandler))
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/pay/x?lang="+c.lang, http.NoBody)
		if got := pages.checkout(r, payment.Started{Transaction: c.paid, Checkout: &payment.Checkout{}})["description"]; got != c.want {
			t.Errorf("%+v in %s: %q, want %q", c.paid, c.lang, got, c.want)
		}
	}
}
