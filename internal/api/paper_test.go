package api_test

import (
	"archive/zip"
	"bytes"
	"database/sql"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/testkit/node"
	"rento/internal/testkit/pdftext"
)

// fetchPDF requests the PDF of a document in a language.
func (p person) fetchPDF(t *testing.T, path, language string) *httptest.ResponseRecorder {
	t.Helper()
	return p.fetchAs(t, "application/pdf", path, language)
}

func (p person) fetchAs(t *testing.T, media, path, language string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, strings.ReplaceAll(path, "{id}", fmt.Sprint(p.id)), nil)
	r.Header.Set("client-name", "customer-dashboard")
	r.Header.Set("Authorization", p.token)
	r.Header.Set("Accept", media)
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

// CALL-71, CALL-72, CALL-73: the calls that answer with an invoice can also answer with its PDF,
// with the same figures and in the requested language.
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

// CALL-68, CALL-69: the statements of wallet and deposit and the receipt of a payment are available
// as PDFs too. Nobody gets those of another customer.
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
	// The company has one legal name, on invoices and on documents that no registration issues.
	var doc struct{ Supplier struct{ Name string } }
	esha.do(t, http.MethodGet, "/api/RMUsers/{id}/getRentalInvoice", nil, &doc)
	for _, l := range ledgers.Transactions {
		if l.Kind != "due" || l.Status != "succeeded" {
			continue
		}
		path := fmt.Sprintf("/api/Payments/receipt?rmTransactionId=%d", l.RMTransactionID)
		text := paperText(t, esha.fetchPDF(t, path, "en"))
		for _, want := range []string{"Payment receipt", fmt.Sprint(l.RMTransactionID), "Used for", "Invoice ", "Received from", doc.Supplier.Name} {
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

// The company's own systems can fetch a document by its number. Nobody else can.
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
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/operations/invoice?number="+doc.InvoiceNumber, nil)
	r.Header.Set("Operations-Token", node.OperationsToken)
	r.Header.Set("Accept", "application/pdf")
	ours := httptest.NewRecorder()
	w.Node.Handler().ServeHTTP(ours, r)
	for _, copy := range []struct {
		text, want string
	}{
		{paperText(t, asha.fetchPDF(t, "/api/RMUsers/{id}/getRentalInvoice", "en")), "ORIGINAL FOR RECIPIENT"},
		{paperText(t, ours), "DUPLICATE FOR SUPPLIER"},
	} {
		if !strings.Contains(copy.text, copy.want) {
			t.Errorf("got\n%s\nwant %q in it", copy.text, copy.want)
		}
	}
	refused(t, w.raw(t, http.MethodGet, "/operations/invoice?number="+doc.InvoiceNumber, asha.token, nil), http.StatusUnauthorized)
}

// The company's own systems can fetch the receipt of a payment and the account of a customer, with
// the customer's own figures. Nobody else can.
func TestTheCompanyFetchesReceiptsAndAccounts(t *testing.T) {
	w := sharedCity(t)
	asha := w.person(t, "asha")
	var ledgers struct {
		Transactions []struct {
			RMTransactionID int64
			Status          string
		}
	}
	asha.do(t, http.MethodGet, "/api/Dashboards/getLedgersData", nil, &ledgers)
	paid := int64(0)
	for _, l := range ledgers.Transactions {
		if l.Status == "succeeded" {
			paid = l.RMTransactionID
		}
	}
	own := asha.fetchPDF(t, fmt.Sprintf("/api/Payments/receipt?rmTransactionId=%d", paid), "en")
	receipt := fmt.Sprintf("/operations/paymentReceipt?customerId=%d&rmTransactionId=%d", asha.id, paid)
	if got := paperText(t, w.operate(t, "GET "+receipt, nil)); got != paperText(t, own) {
		t.Errorf("the receipt says\n%s\nwant what hers says\n%s", got, own.Body)
	}
	account := fmt.Sprintf("/operations/accountStatement?customerId=%d&from=2020-04-01", asha.id)
	var hers, theirs map[string]any
	asha.do(t, http.MethodGet, "/api/Dashboards/getAccountStatement?from=2020-04-01", nil, &hers)
	read(t, w.operate(t, "GET "+account, nil), &theirs)
	if diff := cmp.Diff(hers, theirs); diff != "" || len(hers) == 0 {
		t.Errorf("the account is not hers (-hers +theirs):\n%s", diff)
	}
	for _, path := range []string{receipt, account} {
		refused(t, w.raw(t, http.MethodGet, path, asha.token, nil), http.StatusUnauthorized)
	}
	for path, status := range map[string]int{
		fmt.Sprintf("/operations/paymentReceipt?customerId=%d&rmTransactionId=%d", w.person(t, "bilal").id, paid): http.StatusNotFound,
		"/operations/accountStatement?customerId=1":                                                               http.StatusNotFound,
		"/operations/accountStatement":                                                                            http.StatusUnprocessableEntity,
		account + "&to=2020-03-31":                                                                                http.StatusUnprocessableEntity,
		fmt.Sprintf("/operations/paymentReceipt?rmTransactionId=%d", paid):                                        http.StatusUnprocessableEntity,
	} {
		refused(t, w.operate(t, "GET "+path, nil), status)
	}
}

// ROUTE-19, CALL-74: every document is also available as pictures of its pages, with the text and
// the name of the file. Nobody gets those of another customer.
func TestADocumentIsSeenAsItIsPrinted(t *testing.T) {
	w := sharedCity(t)
	asha, bilal := w.person(t, "asha"), w.person(t, "bilal")
	var doc struct{ InvoiceID, OrderID int64 }
	asha.do(t, http.MethodGet, "/api/RMUsers/{id}/getRentalInvoice", nil, &doc)
	var ledgers struct {
		Invoices     []struct{ OrderID int64 }
		Transactions []struct {
			RMTransactionID int64
			Status          string
		}
	}
	asha.do(t, http.MethodGet, "/api/Dashboards/getLedgersData", nil, &ledgers)
	order, paid := int64(0), int64(0)
	for _, i := range ledgers.Invoices {
		order = max(order, i.OrderID)
	}
	for _, p := range ledgers.Transactions {
		if p.Status == "succeeded" {
			paid = p.RMTransactionID
		}
	}
	for path, isWhoseever := range map[string]bool{
		fmt.Sprintf("/api/RMUsers/{id}/getUserLedgerInvoice?invoiceId=%d", doc.InvoiceID): false,
		fmt.Sprintf("/api/Orders/getOrderDetailsForPdf?orderId=%d", order):                false,
		fmt.Sprintf("/api/Payments/receipt?rmTransactionId=%d", paid):                     false,
		"/api/Dashboards/getWalletTransactions":                                           true, "/api/Dashboards/getDepositDetails": true,
	} {
		file := asha.fetchPDF(t, path, "hi")
		answer := asha.fetchAs(t, "application/vnd.rento.pages+json", path, "hi")
		var seen struct {
			FileName string
			Pages    []struct {
				SVG   string
				Lines []string
			}
		}
		if err := json.Unmarshal(answer.Body.Bytes(), &seen); err != nil || answer.Code != http.StatusOK || len(seen.Pages) == 0 {
			t.Fatalf("%s: status %d, %v: %.200s; want 200 and pages", path, answer.Code, err, answer.Body)
		}
		if got := answer.Header().Get("Content-Type"); got != "application/vnd.rento.pages+json" {
			t.Errorf("%s is of type %s, want pages", path, got)
		}
		var lines []string
		for _, page := range seen.Pages {
			lines = append(lines, page.Lines...)
			if !strings.HasPrefix(page.SVG, "<svg ") {
				t.Errorf("%s: a page is %.40q, want a picture", path, page.SVG)
			}
		}
		if got, want := strings.Join(lines, "\n"), paperText(t, file); got != want {
			t.Errorf("%s: the pages say\n%s\nthe file says\n%s", path, got, want)
		}
		if got := file.Header().Get("Content-Disposition"); !strings.Contains(got, `"`+seen.FileName+`"`) {
			t.Errorf("%s is kept as %s, want the name that its pages have, %s", path, got, seen.FileName)
		}
		if isWhoseever {
			continue
		}
		if answer := bilal.fetchAs(t, "application/vnd.rento.pages+json", path, "hi"); answer.Code != http.StatusNotFound {
			t.Errorf("another's %s: status %d, want 404", path, answer.Code)
		}
	}
}

// The account statement is available as figures, as a PDF and for a spreadsheet, with the same
// figures. Its days are checked, and each customer gets only their own. The statements of wallet
// and deposit have spreadsheet rows too.
func TestAnAccountStatementHasTheSameFiguresEverywhere(t *testing.T) {
	w := sharedCity(t)
	asha := w.person(t, "asha")
	path := "/api/Dashboards/getAccountStatement?from=2020-04-01"
	var stated struct {
		Opening, Closing, Charged, Settled, Owed, Advance, Returning float64

		Entries []struct {
			Kind, Reference string
			Amount, Balance float64
		}
	}
	if status := asha.do(t, http.MethodGet, path, nil, &stated); status != http.StatusOK || len(stated.Entries) < 10 {
		t.Fatalf("status %d with %d entries, want those of a year", status, len(stated.Entries))
	}
	var home struct{ TotalPayableAmount float64 }
	asha.do(t, http.MethodGet, "/api/Dashboards/dashboardData", nil, &home)
	if stated.Opening != 0 || stated.Owed != home.TotalPayableAmount || math.Abs(stated.Closing-(stated.Owed-stated.Advance-stated.Returning)) > 0.001 {
		t.Errorf("it goes from 0 to %+v, want what home says is due, %v", stated, home.TotalPayableAmount)
	}
	text := paperText(t, asha.fetchPDF(t, path, "en"))
	rows, err := csv.NewReader(asha.fetchAs(t, "text/csv", path, "en").Body).ReadAll()
	if err != nil || len(rows) != len(stated.Entries)+3 {
		t.Fatalf("%d rows (%v), want the names of the columns, the balances before and after, and %d", len(rows), err, len(stated.Entries))
	}
	for i, e := range stated.Entries {
		if row := rows[i+2]; row[1]+" "+row[2]+" "+row[4]+" "+row[5] != fmt.Sprintf("%s %s %.2f %.2f", e.Kind, e.Reference, e.Amount, e.Balance) {
			t.Errorf("row %d is %q, want %+v", i, row, e)
		}
		if e.Reference != "" && !strings.Contains(text, e.Reference) {
			t.Errorf("the paper lacks %s", e.Reference)
		}
	}
}

// Each statement covers the requested days, both ends included, or else the financial year, and
// says which. The balance after each row is the previous balance plus the amount of the row.
// Invalid days are refused with the name of their field.
func TestStatementsAreOfTheDaysThatAreAskedFor(t *testing.T) {
	w := sharedCity(t)
	for who, path := range map[string]string{
		"asha": "/api/Dashboards/getAccountStatement", "esha": "/api/Dashboards/getWalletTransactions", "jaya": "/api/Dashboards/getDepositDetails",
	} {
		p := w.person(t, who)
		rows := func(query string) [][]string {
			t.Helper()
			rows, err := csv.NewReader(p.fetchAs(t, "text/csv", path+query, "en").Body).ReadAll()
			if err != nil || len(rows) < 3 || strings.Join(rows[0], ",") != "date,kind,reference,description,amount,balance" || rows[1][1] != "opening_balance" || rows[len(rows)-1][1] != "closing_balance" {
				t.Fatalf("%s%s: rows %v, %v; want columns, and a balance before and after", path, query, rows, err)
			}
			balance := rows[1][5]
			for _, row := range rows[2 : len(rows)-1] {
				if before, moved := paiseOf(t, balance), paiseOf(t, row[4]); before+moved != paiseOf(t, row[5]) {
					t.Errorf("%s%s: got %v after %s, want the balance moved by the amount", path, query, row, balance)
				}
				balance = row[5]
			}
			if rows[len(rows)-1][5] != balance {
				t.Errorf("%s%s: it ends with %v after %s", path, query, rows[len(rows)-1], balance)
			}
			return rows
		}
		all := rows("?from=2020-01-01")
		if len(all) < 4 || all[1][5] != "0.00" {
			t.Fatalf("%s: %v, want something that moved", path, all)
		}
		first := all[2][0]
		of := rows("?from=" + first + "&to=" + first)
		if of[1][0] != first || of[len(of)-1][0] != first || len(of) < 4 || of[2][0] != first || of[1][5] != "0.00" {
			t.Errorf("%s on %s: got %v, want what moved that day, after a balance of 0.00", path, first, of)
		}
		if today := all[len(all)-1][0]; first < today { // no statement begins after today
			if after := rows("?from=" + calendar.MustParse(first).AddDays(1).String()); after[1][5] != of[len(of)-1][5] {
				t.Errorf("%s after %s begins with %v, want %s", path, first, after[1], of[len(of)-1][5])
			}
		}
		var shown struct{ From, To string }
		if err := json.Unmarshal(p.fetchAs(t, "application/vnd.rento.pages+json", path, "en").Body.Bytes(), &shown); err != nil || !strings.HasSuffix(shown.From, "-04-01") || shown.To < shown.From {
			t.Errorf("%s shows %+v, %v; want the financial year up to today", path, shown, err)
		}
		for query, field := range map[string]string{
			"?from=2026-13-01": "from", "?from=2026-11-02&to=2026-11-01": "from", "?to=yesterday": "to", "?to=2199-01-01": "to", "?from=2199-01-01": "from",
		} {
			answer := p.fetchAs(t, "application/pdf", path+query, "en")
			if answer.Code != http.StatusUnprocessableEntity || !strings.Contains(answer.Body.String(), `"field":"`+field+`"`) {
				t.Errorf("%s%s: status %d %s, want 422 of %s", path, query, answer.Code, answer.Body, field)
			}
		}
	}
}

func paiseOf(t *testing.T, rupees string) money.Paise {
	t.Helper()
	p, err := money.Parse(strings.TrimPrefix(rupees, "-"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasPrefix(rupees, "-") {
		return -p
	}
	return p
}

// A request that moves goods shows the delivery challan: as figures, as a PDF in three copies, and
// by its number for the company's own systems. Rule 55 of the CGST Rules.
func TestADeliveryChallanIsAnsweredOnPaper(t *testing.T) {
	w := freshCity(t)
	indu := w.person(t, "indu")
	w.advance(t, "P7D") // to after the pickup of her purifier
	var requests struct{ ServiceRequests []struct{ TicketID string } }
	indu.do(t, http.MethodGet, "/api/Dashboards/getServiceRequest", nil, &requests)
	var request struct {
		Challans []struct{ ID, Number, Movement string }
	}
	for _, r := range requests.ServiceRequests {
		if len(request.Challans) == 0 {
			indu.do(t, http.MethodGet, "/api/ServiceRequests/getCssTicketMetadata?ticketId="+r.TicketID, nil, &request)
		}
	}
	if len(request.Challans) != 1 || request.Challans[0].Movement != "pickup" {
		t.Fatalf("her requests have %+v, want the challan of the pickup", request.Challans)
	}
	number, path := request.Challans[0].Number, "/api/ServiceRequests/deliveryChallan?challan="+request.Challans[0].ID
	var doc struct {
		Number, Date         string
		Consigner, Consignee struct{ Name, GSTIn string }
		Goods                []struct {
			Product, HSN string
			Quantity     int
			Value        float64
		}
		Value float64
	}
	indu.do(t, http.MethodGet, path, nil, &doc)
	if doc.Number != number || doc.Consigner.Name != "Indu Banerjee" || doc.Consignee.GSTIn == "" || len(doc.Goods) != 1 || doc.Goods[0].HSN == "" || doc.Value != doc.Goods[0].Value {
		t.Errorf("the challan is %+v, want her purifier on its way to the company", doc)
	}
	text := paperText(t, indu.fetchPDF(t, path, "en"))
	for _, want := range []string{number, "Original for consignee", "Duplicate for transporter", "Triplicate for consigner", doc.Goods[0].HSN, doc.Consignee.GSTIn, "no supply takes place"} {
		if !strings.Contains(text, want) {
			t.Errorf("the challan lacks %q:\n%s", want, text)
		}
	}
	if answer := w.person(t, "bilal").fetchPDF(t, path, "en"); answer.Code != http.StatusNotFound {
		t.Errorf("another's challan: status %d, want 404", answer.Code)
	}
	var found struct{ Number string }
	read(t, w.operate(t, "GET /operations/challan?number="+number, nil), &found)
	if found.Number != number {
		t.Errorf("by its number: %+v, want %s", found, number)
	}
	refused(t, w.raw(t, http.MethodGet, "/operations/challan?number="+number, indu.token, nil), http.StatusUnauthorized)
	var day struct {
		Challans []struct {
			Number     string
			CustomerID int64
		}
	}
	read(t, w.operate(t, "GET /operations/challans?date="+doc.Date, nil), &day)
	if !slices.ContainsFunc(day.Challans, func(c struct {
		Number     string
		CustomerID int64
	},
	) bool {
		return c.Number == number && c.CustomerID == indu.id
	}) {
		t.Errorf("the challans of %s are %+v, want %s of hers among them", doc.Date, day.Challans, number)
	}
}

// The company's own systems note the e-way bill of a challan, which prints it. Customers do not.
func TestTheEWayBillOfAChallan(t *testing.T) {
	w := freshCity(t)
	var day struct {
		Challans []struct {
			Number, EWayBill string
			Value            float64
		}
	}
	var asked string
	for on := calendar.Today(w.Node.Services.Clock); len(day.Challans) == 0 && on.After(calendar.Today(w.Node.Services.Clock).AddDays(-60)); on = on.AddDays(-1) {
		asked = "GET /operations/challans?date=" + on.String()
		read(t, w.operate(t, asked, nil), &day)
	}
	if len(day.Challans) == 0 || day.Challans[0].Value <= 0 || day.Challans[0].EWayBill != "" {
		t.Fatalf("the challans of a day are %+v; want some with a value and no e-way bill", day.Challans)
	}
	number := day.Challans[0].Number
	refused(t, w.operate(t, "POST /operations/recordEWayBill", object{"number": number, "eWayBill": "29100876543X"}), http.StatusUnprocessableEntity)
	refused(t, w.operate(t, "POST /operations/recordEWayBill", object{"number": "KA/26-27/D9999", "eWayBill": "291008765432"}), http.StatusNotFound)
	if answer := w.operate(t, "POST /operations/recordEWayBill", object{"number": number, "eWayBill": "291008765432"}); answer.Code != http.StatusOK {
		t.Fatalf("status %d: %s, want 200", answer.Code, answer.Body)
	}
	read(t, w.operate(t, asked, nil), &day)
	if diff := cmp.Diff("291008765432", day.Challans[0].EWayBill); diff != "" {
		t.Errorf("e-way bill (-want +got):\n%s", diff)
	}
	kabir := w.person(t, "kabir")
	refused(t, w.raw(t, http.MethodPost, "/operations/recordEWayBill", kabir.token, []byte("{}")), http.StatusUnauthorized)
}

// The company's own systems can fetch all documents of a month that is over, as one archive. If one
// cannot be printed, the answer breaks off and is no archive. Nobody else can fetch it.
func TestTheCompanyFetchesTheDocumentsOfAMonth(t *testing.T) {
	folder := t.TempDir()
	w, err := newDemoCity(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.store.Close() })
	last := calendar.Today(w.Node.Services.Clock).MonthStart().AddMonths(-1).String()[:7]
	opened := func(body []byte) (names []string, rows int, err error) {
		archive, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
		if err != nil {
			return nil, 0, err
		}
		for _, f := range archive.File {
			names = append(names, f.Name)
		}
		index, err := archive.Open("index.csv")
		if err != nil {
			return nil, 0, err
		}
		table, err := csv.NewReader(index).ReadAll()
		return names[1:], len(table) - 1, err
	}
	call := "GET /operations/documents?month="
	names, rows, err := opened(w.operate(t, call+last, nil).Body.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if len(names) != rows || rows < 10 {
		t.Errorf("%d documents and %d rows of the index, want as many, and ten at least", len(names), rows)
	}
	refused(t, w.operate(t, call+calendar.Today(w.Node.Services.Clock).String()[:7], nil), http.StatusUnprocessableEntity)
	refused(t, w.operate(t, call+"2026-13", nil), http.StatusUnprocessableEntity)
	refused(t, w.raw(t, http.MethodGet, "/operations/documents?month="+last, w.person(t, "asha").token, nil), http.StatusUnauthorized)

	raw, err := sql.Open("sqlite", filepath.Join(folder, "rento.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = raw.Close() }()
	if _, err := raw.ExecContext(t.Context(), "ALTER TABLE invoice_lines RENAME TO invoice_lines_away"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(w.Node.Handler())
	defer server.Close()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/operations/documents?month="+last, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Operations-Token", node.OperationsToken)
	answer, err := server.Client().Do(request)
	var body []byte
	if err == nil {
		defer func() { _ = answer.Body.Close() }()
		body, err = io.ReadAll(answer.Body)
	}
	if err == nil {
		t.Error("an archive that breaks off: got a whole answer, want an error of the connection")
	}
	if _, _, err := opened(body); err == nil {
		t.Error("an archive that breaks off opens, want that it does not")
	}
}
