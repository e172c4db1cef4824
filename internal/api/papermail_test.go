package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"rento/internal/advance"
	"rento/internal/calendar"
	"rento/internal/payment"
	"rento/internal/subscription"
	"rento/internal/ticket"
)

// mail is a mail in the demo's inbox. Documents are the URLs of the attachments.
type mail struct {
	Channel, Subject, Body string
	Documents              []string
}

// mailsTo returns the mails to the customer with this mobile number.
func (w *demoCity) mailsTo(t *testing.T, mobile string) []mail {
	t.Helper()
	var inbox struct{ Messages []mail }
	if err := json.Unmarshal(w.get(t, "/demo/inbox?to="+mobile).Body.Bytes(), &inbox); err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(inbox.Messages, func(m mail) bool { return m.Channel != "email" })
}

func (w *demoCity) get(t *testing.T, path string) *httptest.ResponseRecorder {
	t.Helper()
	out := httptest.NewRecorder()
	w.Node.Handler().ServeHTTP(out, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
	return out
}

// advancePaid pays rent in advance, as the company does for a customer without a dashboard.
func (w *demoCity) advancePaid(t *testing.T, who person, months int) payment.Transaction {
	t.Helper()
	payments := w.Node.Services.Payments
	begun, err := payments.StartAdvance(t.Context(), who.id, months)
	if err != nil {
		t.Fatal(err)
	}
	started, err := payments.StartGateway(t.Context(), who.id, payment.GatewayInput{TransactionID: begun.ID, UniqueID: begun.UniqueID, Gateway: "razorpay"})
	if err != nil {
		t.Fatal(err)
	}
	x := payable{person: who}
	x.start.RazorpayOptions.OrderID = started.Checkout.OrderID
	x.pay(t)
	w.advance(t, "PT1H") // the payment arrives by webhook
	return begun
}

// paperNames are the documents that a mail brings, as "Tax invoice KA/26-27/0000001".
func (m mail) paperNames() (names []string) {
	switch len(m.Documents) {
	case 0:
		return nil
	case 1:
		return []string{m.Subject}
	}
	for line := range strings.Lines(m.Body) {
		if name, _, found := strings.Cut(strings.TrimPrefix(line, "- "), ": "); found && strings.HasPrefix(line, "- ") {
			names = append(names, name)
		}
	}
	return names
}

// A business customer has the notice page and no dashboard. Its documents come by mail as PDFs, each
// once, those of a day in one mail, and no second mail mentions them.
func TestABusinessCustomersDocumentsComeByMail(t *testing.T) {
	w := sharedCity(t)
	times := map[string]int{}
	for _, m := range w.mailsTo(t, "9000000006") {
		if len(m.Documents) == 0 {
			if strings.Contains(m.Subject, "invoice") {
				t.Errorf("a mail %q tells of an invoice and does not bring it", m.Subject)
			}
			continue
		}
		names := m.paperNames()
		if len(names) != len(m.Documents) {
			t.Errorf("%q names %q, want the %d documents that it brings", m.Subject, names, len(m.Documents))
			continue
		}
		for i, name := range names {
			times[name]++
			file := w.get(t, m.Documents[i])
			if file.Header().Get("Content-Type") != "application/pdf" {
				t.Fatalf("%s: status %d: %s; want a PDF", m.Documents[i], file.Code, file.Body)
			}
			text := paperText(t, file)
			number := name[strings.LastIndex(name, " ")+1:]
			if month, err := time.Parse("01/2006", number); err == nil { // a statement
				number = month.Format("January 2006")
			}
			if !strings.Contains(text, number) || !strings.Contains(text, "Farid Merchant") {
				t.Errorf("%q brings\n%s\nwant %s of Farid Merchant", name, text, number)
			}
		}
	}
	for _, kind := range []string{"Tax invoice ", "Payment receipt "} {
		found := 0
		for name, n := range times {
			if strings.HasPrefix(name, kind) {
				found += n
				if n != 1 {
					t.Errorf("%q came %d times, want once", name, n)
				}
			}
		}
		if found == 0 {
			t.Errorf("no mail brings a %s, of %v", kind, times)
		}
	}
	for _, path := range []string{"?customer=1&message=x", "?customer=1&message=1&n=-1"} {
		if answer := w.get(t, "/demo/inbox/document"+path); answer.Code != http.StatusNotFound {
			t.Errorf("%s, a message that is not there: status %d, want 404", path, answer.Code)
		}
	}
}

// On the 1st, a business customer gets the statement of the account over the past month, in the one
// mail with the invoice of that day, once.
func TestABusinessCustomersStatementComesByMail(t *testing.T) {
	w := freshCity(t)
	month := calendar.In(w.Node.Services.Clock.Now()).MonthStart()
	w.advance(t, fmt.Sprintf("P%dD", month.NextMonth().AddDays(2).Sub(calendar.In(w.Node.Services.Clock.Now()))))
	if err := w.Node.Services.Payments.MailStatements(t.Context()); err != nil { // again
		t.Fatal(err)
	}
	w.advance(t, "P1D")
	name, found := "Account statement "+month.Format("01/2006"), 0
	for _, m := range w.mailsTo(t, "9000000006") {
		names := m.paperNames()
		at := slices.Index(names, name)
		if at < 0 {
			continue
		}
		if found++; !slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, "Tax invoice ") }) {
			t.Errorf("%q names %q, want the invoice of the day beside the statement", m.Subject, names)
		}
		text := strings.Join(strings.Fields(paperText(t, w.get(t, m.Documents[at]))), " ")
		for _, want := range []string{"Farid Merchant", month.Format("2 January 2006"), month.NextMonth().AddDays(-1).Format("2 January 2006")} {
			if !strings.Contains(text, want) {
				t.Errorf("the statement says\n%s\nwant %q in it", text, want)
			}
		}
	}
	if found != 1 {
		t.Errorf("the statement came %d times, want once", found)
	}
	for _, m := range w.mailsTo(t, "9000000001") { // not a business
		if slices.Contains(m.paperNames(), name) {
			t.Errorf("%q brings a statement to a customer with a dashboard", m.Subject)
		}
	}
}

// A business customer who pays rent in advance gets the receipt and each receipt voucher by mail,
// once, and no second mail mentions them.
func TestABusinessCustomersVouchersComeByMail(t *testing.T) {
	w := freshCity(t)
	farid := w.person(t, "farid")
	begun := w.advancePaid(t, farid, 3)
	w.advance(t, "P1D") // the documents of a day come on the next morning
	packages, err := advance.PackagesOf(t.Context(), w.store.Queries(), farid.id)
	if err != nil || len(packages) != 1 {
		t.Fatalf("packages %+v, %v; want one", packages, err)
	}
	vouchers, err := advance.VouchersOf(t.Context(), w.store.Queries(), farid.id, packages[0].ID)
	if err != nil || len(vouchers) == 0 {
		t.Fatalf("vouchers %+v, %v; want some", vouchers, err)
	}
	attached := map[string]int{}
	for _, m := range w.mailsTo(t, "9000000006") {
		if len(m.Documents) == 0 && strings.Contains(m.Subject, "in advance") {
			t.Errorf("%q tells by mail of what a document tells", m.Subject)
		}
		for _, name := range m.paperNames() {
			attached[name]++
		}
	}
	subjects := []string{fmt.Sprintf("Payment receipt %d", begun.ID)}
	for _, v := range vouchers {
		subjects = append(subjects, "Receipt voucher "+v.Number)
	}
	for _, subject := range subjects {
		if attached[subject] != 1 {
			t.Errorf("%q came %d times with a PDF, want once; there are %v", subject, attached[subject], attached)
		}
	}
}

// A business customer gets by mail the challans of a delivery and of a pickup, the refund voucher for returned rent in
// advance, and the credit note for a cancelled charge. Each comes once, with the PDF of its number.
func TestABusinessCustomersOtherPapersComeByMail(t *testing.T) {
	w := freshCity(t)
	farid, x := w.person(t, "farid"), w.Node.Services
	w.advancePaid(t, farid, 3)
	items, err := subscription.CurrentItems(t.Context(), w.store.Queries(), farid.id, calendar.Today(x.Clock))
	if err != nil || len(items) < 2 {
		t.Fatalf("items %+v, %v; want some", items, err)
	}
	pickup := calendar.Today(x.Clock).AddDays(5)
	leave := func(item int64) ticket.Closed {
		t.Helper()
		closed, err := x.Tickets.Close(t.Context(), farid.id, ticket.CloseInput{ItemIDs: []int64{item}, Pickup: pickup, Reason: "Other"})
		if err != nil {
			t.Fatal(err)
		}
		return closed
	}
	leave(items[0].ID)
	stays := leave(items[1].ID)
	if err := x.Tickets.Revoke(t.Context(), farid.id, []string{stays.Ticket.Number}, ""); err != nil {
		t.Fatal(err)
	}
	w.advance(t, "P8D") // the company's staff pick up the first items and inspect them
	got := map[string]int{}
	for _, m := range w.mailsTo(t, "9000000006") {
		for i, name := range m.paperNames() {
			at := strings.LastIndex(name, " ")
			kind := name[:max(0, at)]
			if kind != "Delivery challan" && kind != "Credit note" && kind != "Refund voucher" {
				continue
			}
			got[kind]++
			if text := paperText(t, w.get(t, m.Documents[i])); !strings.Contains(text, kind) || !strings.Contains(text, name[at+1:]) || !strings.Contains(text, "Farid Merchant") {
				t.Errorf("%q brings\n%s\nwant the document of its number", name, text)
			}
		}
	}
	if want := map[string]int{"Delivery challan": 2, "Credit note": 1, "Refund voucher": 1}; !maps.Equal(got, want) {
		t.Errorf("mails bring %v, want %v", got, want)
	}
}
