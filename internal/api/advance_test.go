package api_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rento/internal/store/db"
)

type wireAdvanceOptions struct {
	PendingAmount float64
	RentalOptions []struct {
		Label                                                       string
		Months                                                      int
		TotalRent, Payable, DiscountAmount, DiscountPercentage, GST float64
		From, To, FirstInvoiceOn                                    string
	}
	Terms struct {
		KeepsDiscount bool
		Earned        []struct {
			Months             int
			DiscountPercentage float64
		}
	}
}

type wireAdvance struct {
	Package *struct {
		State                                  string
		Months                                 int
		Paid, Used, Left, Returned, NextAmount float64
		NextOn                                 string
		Vouchers                               []struct{ ID, Kind, Number string }
		Movements                              []struct{ Kind, InvoiceID string }
	}
}

// Rent in advance over the calls: the meta data and the options with current dues first, the
// transaction of a chosen option, its payment, and the package. ENTITY-50, ENTITY-51, ENTITY-52,
// CALL-54, CALL-55, CALL-64, PAY-29, PROD-06, EASYPAY-38, EASYPAY-39, EASYPAY-40
func TestPayInAdvanceOverTheCalls(t *testing.T) {
	w := freshCity(t)
	p := w.person(t, "esha")
	var meta struct {
		AdvanceRental struct {
			DiscountText, Description string
			MaxDiscountPercentage     float64
			About, AboutCodes         []string
		}
	}
	p.do(t, http.MethodGet, "/api/Dashboards/advanceRentalMeta", nil, &meta)
	if a := meta.AdvanceRental; a.DiscountText != "Save 5%" || a.MaxDiscountPercentage != 5 || a.Description == "" || len(a.About) != 3 || len(a.AboutCodes) != 3 {
		t.Errorf("meta data %+v, want Save 5%% with a description and three points", a)
	}
	var options wireAdvanceOptions
	if status := p.do(t, http.MethodGet, "/api/Dashboards/advanceRentalOptions", nil, &options); status != http.StatusOK || len(options.RentalOptions) != 3 || options.PendingAmount != 0 {
		t.Fatalf("options: status %d, %+v; want three and nothing due", status, options)
	}
	six := options.RentalOptions[1]
	if six.Label != "6 months" || six.DiscountPercentage != 5 || fmt.Sprintf("%.2f", six.TotalRent-six.DiscountAmount+six.GST) != fmt.Sprintf("%.2f", six.Payable) || six.Payable <= 0 {
		t.Errorf("got %+v, want six months at 5 %%", six)
	}
	if len(options.Terms.Earned) != 2 || options.Terms.KeepsDiscount {
		t.Errorf("terms %+v, want two tiers that are earned", options.Terms)
	}
	path := fmt.Sprintf("/api/rmusers/%d/createAdvanceRentalTransaction", p.id)
	refused(t, p.city.raw(t, http.MethodPost, path, p.token, []byte(`{"months":5}`)), http.StatusUnprocessableEntity)
	refused(t, p.city.raw(t, http.MethodPost, path, p.token, []byte(`{"months":0}`)), http.StatusConflict) // nothing is due
	x := p.beginWith(t, strings.Replace(path, fmt.Sprint(p.id), "{id}", 1), map[string]any{"months": 6})
	if got := float64(x.transaction.PGOptions.Amount); got != six.Payable*100 {
		t.Fatalf("asked for %v, want %v", got, six.Payable*100)
	}
	agreed := regexp.MustCompile(`^agreed to the terms, sha256 [0-9a-f]{64}$`)
	if !slices.ContainsFunc(w.recorded(t, p.id), func(a db.AuditLog) bool { return a.Action == "payment_begun" && agreed.MatchString(a.Reason) }) {
		t.Error("the audit log has no payment that was begun under the terms")
	}
	proof := x.pay(t)
	for range 2 {
		if status, paid := x.capture(t, proof); status != http.StatusOK || !paid {
			t.Fatalf("capture: HTTP %d, paid %t, want it paid", status, paid)
		}
	}
	var bought wireAdvance
	p.do(t, http.MethodGet, "/api/Dashboards/advanceRentalPackage", nil, &bought)
	if b := bought.Package; b != nil && b.NextOn != six.FirstInvoiceOn {
		t.Errorf("the offer says that %q is the first invoice that it pays, the package says %q", six.FirstInvoiceOn, b.NextOn)
	}
	if b := bought.Package; x.status(t) != 300 || b == nil || b.State != "active" || b.Months != 6 || b.Paid != six.Payable || b.Left != six.Payable || b.NextAmount <= 0 || b.NextOn == "" || len(b.Vouchers) != 1 || b.Vouchers[0].Kind != "receipt" {
		t.Fatalf("package %+v, want six months of which nothing is used, with a receipt voucher", b)
	}
	theVoucherOf(t, p, bought.Package.Vouchers[0].ID, bought.Package.Vouchers[0].Number, six.Payable)
	p.do(t, http.MethodGet, "/api/Dashboards/advanceRentalOptions", nil, &options)
	if len(options.RentalOptions) != 0 {
		t.Errorf("options %+v while a package is active, want none", options)
	}
	w.advance(t, "P1M")
	p.do(t, http.MethodGet, "/api/Dashboards/advanceRentalPackage", nil, &bought)
	if b := bought.Package; b == nil || b.Used <= 0 || fmt.Sprintf("%.2f", b.Used+b.Left) != fmt.Sprintf("%.2f", b.Paid) || len(b.Movements) != 1 || b.Movements[0].InvoiceID == "" {
		t.Errorf("a month later: %+v, want one month used", b)
	}
	if due := p.home(t).TotalPayableAmount; due != 0 {
		t.Errorf("%v are due a month later, want nothing", due)
	}

	asha := w.person(t, "asha")
	asha.do(t, http.MethodGet, "/api/Dashboards/advanceRentalOptions", nil, &options)
	if len(options.RentalOptions) != 4 || options.RentalOptions[0].Label != "Due Amount" || options.RentalOptions[0].Months != 0 || options.RentalOptions[0].Payable != options.PendingAmount || options.PendingAmount <= 0 {
		t.Errorf("options of who owes %+v, want what is due first", options)
	}
}

// theVoucherOf opens the receipt voucher of a customer: as figures, on paper, as pages, and by its
// number for the company's own systems. It is listed with its payment, and other customers cannot
// open it. Rule 50 of the CGST Rules.
func theVoucherOf(t *testing.T, p person, id, number string, total float64) {
	t.Helper()
	path := "/api/Payments/advanceVoucher?voucher=" + id
	var doc struct {
		Number, Kind, PlaceOfSupply string
		RMTransactionID             int64
		Total                       float64
		Items                       []struct{ Product, SAC string }
	}
	if status := p.do(t, http.MethodGet, path, nil, &doc); status != http.StatusOK || doc.Number != number || doc.Kind != "receipt" || doc.Total != total || len(doc.Items) != 3 {
		t.Fatalf("the voucher: status %d, %+v; want %s of %v for three items", status, doc, number, total)
	}
	paper := p.fetchPDF(t, path, "en")
	text := paperText(t, paper)
	for _, want := range []string{"Receipt voucher", number, doc.Items[0].Product, doc.Items[0].SAC, doc.PlaceOfSupply, fmt.Sprint(doc.RMTransactionID), "Amount received"} {
		if !strings.Contains(text, want) {
			t.Errorf("the voucher lacks %q:\n%s", want, text)
		}
	}
	if got := paper.Header().Get("Content-Disposition"); !strings.Contains(got, strings.ReplaceAll(number, "/", "-")+".pdf") {
		t.Errorf("it is kept as %s, want it named after %s", got, number)
	}
	if seen := p.fetchAs(t, "application/vnd.rento.pages+json", path, "hi"); seen.Code != http.StatusOK || !strings.Contains(seen.Body.String(), "रसीद वाउचर") {
		t.Errorf("its pages: status %d, want 200 and Hindi", seen.Code)
	}
	for _, media := range []string{"application/json", "application/pdf"} {
		if answer := p.city.person(t, "bilal").fetchAs(t, media, path, "en"); answer.Code != http.StatusNotFound {
			t.Errorf("another's voucher as %s: status %d, want 404", media, answer.Code)
		}
	}
	var ledgers struct {
		Transactions []struct {
			RMTransactionID int64
			Vouchers        []struct{ ID string }
		}
	}
	p.do(t, http.MethodGet, "/api/Dashboards/getLedgersData", nil, &ledgers)
	for _, l := range ledgers.Transactions {
		if has := len(l.Vouchers) == 1 && l.Vouchers[0].ID == id; has != (l.RMTransactionID == doc.RMTransactionID) {
			t.Errorf("payment %d is listed with %+v, want the voucher with its own payment alone", l.RMTransactionID, l.Vouchers)
		}
	}
	var found struct{ Number string }
	read(t, p.city.operate(t, "GET /operations/voucher?number="+number, nil), &found)
	if found.Number != number {
		t.Errorf("by its number: %+v, want %s", found, number)
	}
	refused(t, p.city.raw(t, http.MethodGet, "/operations/voucher?number="+number, p.token, nil), http.StatusUnauthorized)
	refused(t, p.city.operate(t, "GET /operations/voucher?number=KA/26-27/V999999", nil), http.StatusNotFound)
}
