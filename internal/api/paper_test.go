package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rento/internal/testkit/pdftext"
)

// fetchPDF asks for a document on paper in a language.
func (p person) fetchPDF(t *testing.T, path, language string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, strings.ReplaceAll(path, "{id}", fmt.Sprint(p.id)), nil)
	r.Header.Set("client-name", "customer-dashboard")
	r.Header.Set("Authorization", p.token)
	r.Header.Set("Accept", "application/pdf")
	r.Header.Set("Accept-Language", language)
	out := httptest.NewRecorder()
	p.city.Node.Handler().ServeHTTP(out, r)
	return out
}

func paperText(t *testing.T, answer *httptest.ResponseRecorder) string {
	t.Helper()
	if answer.Code != http.StatusOK || answer.Header().Get("Content-Type") != "application/pdf" {
		t.Fatalf("status %d, %s: %s; want 200 and application/pdf", answer.Code, answer.Header().Get("Content-Type"), answer.Body)
	}
	lines, err := pdftext.Lines(answer.Body.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

// CALL-71, CALL-72, CALL-73: the calls that answer with an invoice answer with its
// paper too, with the same figures, in the language that is asked for.
func TestAnInvoiceIsAnsweredOnPaper(t *testing.T) {
	w := sharedCity(t)
	asha := w.person(t, "asha")
	var doc struct {
		InvoiceID     int64
		InvoiceNumber string
		OrderUniqueID string
		Total         float64
		Items         []struct{ Product string }
	}
	if status := asha.do(t, http.MethodGet, "/api/RMUsers/{id}/getRentalInvoice", nil, &doc); status != http.StatusOK {
		t.Fatalf("status %d, want 200", status)
	}
	byID := fmt.Sprintf("?invoiceId=%d", doc.InvoiceID)
	for _, path := range []string{
		"/api/RMUsers/{id}/getRentalInvoice", "/api/RMUsers/{id}/getRentalInvoice" + byID, "/api/RMUsers/{id}/getUserLedgerInvoice" + byID,
		"/api/Invoices/generateInvoice?type=rental&orderUniqueId=" + doc.OrderUniqueID,
	} {
		answer := asha.fetchPDF(t, path, "en")
		text := paperText(t, answer)
		for _, want := range []string{"Tax invoice", doc.InvoiceNumber, doc.Items[0].Product, "Place of delivery"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s:\n%s\nwant %q in it, and that it is no tax invoice", path, text, want)
			}
		}
		if got := answer.Header().Get("Content-Disposition"); !strings.Contains(got, strings.ReplaceAll(doc.InvoiceNumber, "/", "-")+".pdf") {
			t.Errorf("%s is kept as %s, want it named after %s", path, got, doc.InvoiceNumber)
		}
		if again := asha.fetchPDF(t, path, "en"); again.Body.String() != answer.Body.String() {
			t.Errorf("%s is printed differently the second time", path)
		}
	}
	if text := paperText(t, asha.fetchPDF(t, "/api/RMUsers/{id}/getRentalInvoice", "hi-IN,en;q=0.5")); !strings.Contains(text, "कर बिल") || strings.Contains(text, doc.Items[0].Product) {
		t.Errorf("in Hindi:\n%s\nwant its title and items in Hindi", text)
	}
	bilal := w.person(t, "bilal")
	if answer := bilal.fetchPDF(t, "/api/RMUsers/{id}/getUserLedgerInvoice"+byID, "en"); answer.Code != http.StatusNotFound {
		t.Errorf("another's invoice: status %d, want 404", answer.Code)
	}
	if answer := bilal.fetchPDF(t, fmt.Sprintf("/api/RMUsers/%d/getRentalInvoice", asha.id), "en"); answer.Code != http.StatusNotFound {
		t.Errorf("another's path: status %d, want 404", answer.Code)
	}
}

// CALL-68, CALL-69: the statements of wallet and deposit, and the receipt of a
// payment, are paper too; nobody gets another's.
func TestStatementsAndReceiptsAreOnPaper(t *testing.T) {
	w := sharedCity(t)
	esha := w.person(t, "esha")
	for path, want := range map[string]string{"/api/Dashboards/getWalletTransactions": "Rentomoney statement", "/api/Dashboards/getDepositDetails": "Deposit statement"} {
		if text := paperText(t, esha.fetchPDF(t, path, "en")); !strings.Contains(text, want) || !strings.Contains(text, "This is no tax invoice") {
			t.Errorf("%s:\n%s\nwant %q in it, and that it is no tax invoice", path, text, want)
		}
	}
	var ledgers struct {
		Transactions []struct {
			RMTransactionID int64
			Kind, Status    string
		}
	}
	esha.do(t, http.MethodGet, "/api/Dashboards/getLedgersData", nil, &ledgers)
	for _, l := range ledgers.Transactions {
		if l.Kind != "due" || l.Status != "succeeded" {
			continue
		}
		path := fmt.Sprintf("/api/Payments/receipt?rmTransactionId=%d", l.RMTransactionID)
		text := paperText(t, esha.fetchPDF(t, path, "en"))
		for _, want := range []string{"Payment receipt", fmt.Sprint(l.RMTransactionID), "Used for", "Invoice ", "Received from"} {
			if !strings.Contains(text, want) {
				t.Errorf("the receipt lacks %q:\n%s", want, text)
			}
		}
		if answer := w.person(t, "bilal").fetchPDF(t, path, "en"); answer.Code != http.StatusNotFound {
			t.Errorf("another's receipt: status %d, want 404", answer.Code)
		}
		return
	}
	t.Error("there is no payment to look at")
}

// Decision 0009: the company's own systems fetch a document by its number, and
// nobody else does.
func TestTheCompanyFetchesADocumentByItsNumber(t *testing.T) {
	w := sharedCity(t)
	asha := w.person(t, "asha")
	var doc struct{ InvoiceNumber string }
	asha.do(t, http.MethodGet, "/api/RMUsers/{id}/getRentalInvoice", nil, &doc)
	var found struct{ InvoiceNumber string }
	read(t, w.operate(t, "GET /operations/invoice?number="+doc.InvoiceNumber, nil), &found)
	if found != doc {
		t.Errorf("found %+v, want %+v", found, doc)
	}
	refused(t, w.raw(t, http.MethodGet, "/operations/invoice?number="+doc.InvoiceNumber, asha.token, nil), http.StatusUnauthorized)
}
