package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/alert"
	"rento/internal/calendar"
	"rento/internal/demo"
	"rento/internal/ledger"
	"rento/internal/provider/razorpayx"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	emulated "rento/internal/sandbox/razorpayx"
	"rento/internal/testkit"
	"rento/internal/testkit/node"
	"rento/internal/ticket"
)

type holiday struct {
	LocationID int64
	Date       string
}

// A closure from the customer's call to the inspection, carried out through the calls of the
// company's own systems. CALL-32, CALL-37, CALL-36, CALL-34, CALL-35, ENTITY-29, ENTITY-30,
// ENTITY-31, ENTITY-32, ENTITY-33
func TestAClosureThroughTheCalls(t *testing.T) {
	w, err := newDemoCity(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.store.Close() })
	esha := w.person(t, "esha")
	var static struct {
		ClosureReasons               []struct{ Reason string } `json:"closurereasons"`
		Holidays                     []holiday
		ClosurePickUpCalenderDateMap struct {
			Full, Partial struct{ MinPickupDays, MaxPickupDays int }
		}
	}
	esha.do(t, http.MethodGet, "/api/meta/rmStaticVariables", nil, &static)
	var items struct{ Subscriptions []struct{ ID int64 } }
	esha.do(t, http.MethodGet, "/api/Dashboards/getSubscriptions?status=active", nil, &items)
	some := []int64{items.Subscriptions[0].ID}
	var amounts []struct {
		OrderItem      struct{ ID int64 }
		PickupDate     string
		ClosureCharges float64
		Total          float64
	}
	esha.do(t, http.MethodPost, "/api/Dashboards/getClosureAmounts", map[string]any{"orderItemIds": some}, &amounts)
	if len(amounts) != 1 || amounts[0].OrderItem.ID != some[0] || amounts[0].Total < amounts[0].ClosureCharges {
		t.Fatalf("got %+v; want len(amounts) = 1, amounts[0].OrderItem.ID = %v, amounts[0].Total >= %v", amounts, some[0], amounts[0].ClosureCharges)
	}
	var made struct {
		ServiceRequestID       int64
		TicketID               string
		Success, IsFullClosure bool
		EarlyClosureCharge     float64
		TotalPayableAmount     float64
	}
	closure := map[string]any{
		"orderItemIds": some, "preferredPickupDate": amounts[0].PickupDate, "message": static.ClosureReasons[0].Reason, "id": esha.id,
		"closureCharge": amounts[0].Total + 1,
	}
	const confirm = "/api/Dashboards/confirmClosure"
	refusal := refused(t, esha.city.raw(t, http.MethodPost, confirm, esha.token, encodeBody(t, closure)), http.StatusUnprocessableEntity)
	if refusal.Error.Extra["closureCharge"] != amounts[0].Total {
		t.Fatalf(`got %+v, the screen says %v; want refusal.Error.Extra["closureCharge"] = %v`, refusal, amounts, amounts[0].Total)
	}
	closure["closureCharge"] = amounts[0].Total
	status := esha.do(t, http.MethodPost, confirm, closure, &made)
	if status != http.StatusOK || !made.Success || made.IsFullClosure || made.EarlyClosureCharge != amounts[0].Total {
		t.Fatalf("status %d, %+v; want status = %v, made.Success, not made.IsFullClosure, made.EarlyClosureCharge = %v", status, made, http.StatusOK, amounts[0].Total)
	}
	if w := static.ClosurePickUpCalenderDateMap; w.Full.MaxPickupDays == 0 || w.Partial.MaxPickupDays == 0 {
		t.Fatalf("windows %+v; want w.Full.MaxPickupDays other than 0, w.Partial.MaxPickupDays other than 0", w)
	}
	later := calendar.MustParse(amounts[0].PickupDate).AddDays(7)
	for slices.ContainsFunc(static.Holidays, func(h holiday) bool { return h.Date == later.String() }) {
		later = later.AddDays(1)
	}
	esha.putOff(t, made.TicketID, some, later.String())
	w.carryOut(t, esha, made.ServiceRequestID)
}

// putOff reschedules a closure to a day. Without the charge of that day the call is refused, with
// the charge it succeeds. CALL-26
func (p person) putOff(t *testing.T, ticketID string, items []int64, day string) {
	t.Helper()
	var amounts []struct{ Total float64 }
	p.do(t, http.MethodPost, "/api/Dashboards/getClosureAmounts", map[string]any{"orderItemIds": items, "preferredPickupDate": day}, &amounts)
	body := map[string]any{"ticketId": ticketID, "preferredDate": day}
	const call = "/api/ServiceRequests/cssRescheduleTicket"
	refusal := refused(t, p.city.raw(t, http.MethodPost, call, p.token, encodeBody(t, body)), http.StatusUnprocessableEntity)
	if refusal.Error.Extra["closureCharge"] != amounts[0].Total || amounts[0].Total <= 0 {
		t.Fatalf(`got %+v, the screen says %v; want refusal.Error.Extra["closureCharge"] = %v, amounts[0].Total > 0`, refusal, amounts, amounts[0].Total)
	}
	body["closureCharge"] = amounts[0].Total
	if status := p.do(t, http.MethodPost, call, body, nil); status != http.StatusOK {
		t.Fatalf("put off: %d, want 200", status)
	}
	var details struct {
		Status, VisitDate string
		CanReschedule     bool
	}
	p.do(t, http.MethodGet, "/api/ServiceRequests/getCssTicketMetadata?ticketId="+ticketID, nil, &details)
	if details.Status != "scheduled" || details.VisitDate != day || !details.CanReschedule {
		t.Fatalf(`got %+v; want details.Status = "scheduled", details.VisitDate = %v, details.CanReschedule`, details, day)
	}
}

// carryOut advances the clock to the day of the pickup and acts as the company's systems.
func (w *demoCity) carryOut(t *testing.T, p person, ticketID int64) {
	t.Helper()
	found, err := ticket.Get(t.Context(), w.store.Queries(), p.id, ticketID)
	if err != nil {
		t.Fatal(err)
	}
	if answer := w.operate(t, "POST /operations/finishVisit", map[string]any{"customerId": p.id, "serviceRequestId": ticketID}); answer.Code != http.StatusConflict {
		t.Fatalf("finished before it was begun: %d, want 409", answer.Code)
	}
	ahead := found.VisitOn.At(12, 0).Sub(w.Demo.Clock.Now()) // before the demo's own staff do it
	w.advance(t, fmt.Sprintf("P%dDT%dM", int(ahead.Hours())/24, int(ahead.Minutes())%(24*60)))
	var due struct {
		Visits []struct{ ServiceRequestID int64 }
	}
	read(t, w.operate(t, "GET /operations/visits", nil), &due)
	if len(due.Visits) == 0 {
		t.Fatal("nothing is due")
	}
	if answer := w.operate(t, "POST /operations/finishVisit", map[string]any{"customerId": p.id, "serviceRequestId": ticketID}); answer.Code != http.StatusOK {
		t.Fatalf("finish: %d %s, want 200", answer.Code, answer.Body)
	}
	if _, err := w.Node.Services.Jobs.RunDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	var waiting struct {
		Inspections []struct{ CustomerID, SettlementID int64 }
	}
	read(t, w.operate(t, "GET /operations/inspections", nil), &waiting)
	if len(waiting.Inspections) != 1 || waiting.Inspections[0].CustomerID != p.id {
		t.Fatalf("inspections %+v; want len(waiting.Inspections) = 1, waiting.Inspections[0].CustomerID = %v", waiting, p.id)
	}
	if answer := w.operate(t, "POST /operations/finishInspection", map[string]any{
		"customerId": p.id, "settlementId": waiting.Inspections[0].SettlementID,
		"damage": []map[string]any{{"orderItemId": found.Items[0].ID, "description": "Scratch", "amount": 250}},
	}); answer.Code != http.StatusOK {
		t.Fatalf("inspect: %d %s, want 200", answer.Code, answer.Body)
	}
	if answer := w.raw(t, http.MethodGet, "/operations/visits", p.token, nil); answer.Code != http.StatusUnauthorized {
		t.Fatalf("a customer's session opened the operations: %d, want 401", answer.Code)
	}
}

func (w *demoCity) operate(t *testing.T, call string, body any) *httptest.ResponseRecorder {
	t.Helper()
	method, path, _ := strings.Cut(call, " ")
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	request := httptest.NewRequest(method, path, strings.NewReader(string(raw)))
	request.Header.Set("Operations-Token", node.OperationsToken)
	request.Header.Set("Operations-Actor", "Meera Nair")
	request.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	w.Node.Handler().ServeHTTP(answer, request)
	return answer
}

func read(t *testing.T, answer *httptest.ResponseRecorder, out any) {
	t.Helper()
	if answer.Code != http.StatusOK {
		t.Fatalf("status %d: %s, want 200", answer.Code, answer.Body)
	}
	if err := json.Unmarshal(answer.Body.Bytes(), out); err != nil {
		t.Fatal(err)
	}
}

// The company's systems list a refund that the bank refused, and pay it again to the same account.
// The customer then sees it on its way again. F20
func TestARefundIsTriedAgainThroughTheCalls(t *testing.T) {
	w, err := newDemoCity(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.store.Close() })
	chitra := w.person(t, "chitra")
	err = w.Sandbox.Do(sandbox.Command{Provider: razorpayx.Name, Outcomes: []emulator.Answer{{Call: "payout", Outcome: emulated.PayoutFailed}}})
	if err != nil {
		t.Fatal(err)
	}
	bank := map[string]string{"nameInBank": "Chitra Iyer", "accountNumber": "50100012345678", "ifsc": "HDFC0000001", "bankName": "HDFC Bank"}
	chitra.do(t, http.MethodPost, "/api/UserProfiles/setBankDetails", map[string]any{"userId": chitra.id, "details": bank}, nil)
	chitra.do(t, http.MethodPost, "/api/RMUsers/{id}/setRefundPreference?preferenceInt=20", nil, nil)
	w.advance(t, "P2D")
	chitra.wantRefund(t, "ready", true)
	var stuck struct {
		Refunds []struct {
			CustomerID, SettlementID int64
			PayoutState, Payee       string
		}
	}
	read(t, w.operate(t, "GET /operations/stuckRefunds", nil), &stuck)
	if len(stuck.Refunds) != 1 || stuck.Refunds[0].CustomerID != chitra.id || stuck.Refunds[0].PayoutState != "failed" || stuck.Refunds[0].Payee != "HDFC Bank XXXXXXXXXX5678" {
		t.Fatalf(`got %+v; want len(stuck.Refunds) = 1, stuck.Refunds[0].CustomerID = %v, stuck.Refunds[0].PayoutState = "failed", stuck.Refunds[0].Payee = "HDFC Bank XXXXXXXXXX5678"`, stuck, chitra.id)
	}
	settlementID := stuck.Refunds[0].SettlementID
	for _, c := range []struct {
		customer int64
		status   int
	}{{w.person(t, "hari").id, http.StatusNotFound}, {chitra.id, http.StatusOK}, {chitra.id, http.StatusConflict}} {
		answer := w.operate(t, "POST /operations/retryPayout", map[string]any{"customerId": c.customer, "settlementId": settlementID})
		if answer.Code != c.status {
			t.Fatalf("customer %d: %d, want %d: %s", c.customer, answer.Code, c.status, answer.Body)
		}
	}
	refused(t, w.raw(t, http.MethodGet, "/operations/stuckRefunds", chitra.token, nil), http.StatusUnauthorized)
	refused(t, w.raw(t, http.MethodPost, "/operations/retryPayout", chitra.token, []byte("{}")), http.StatusUnauthorized)
	chitra.wantRefund(t, "paying", false)
	w.advance(t, "PT1H")
	chitra.wantRefund(t, "paid", false)
}

// Only a refund that the gateway has refused can be requested again or marked as paid, and only by
// the company's own systems.
func TestRefundsAreForTheCompanysSystems(t *testing.T) {
	w := sharedCity(t)
	kabir := w.person(t, "kabir")
	for _, call := range []string{"POST /operations/retryRefund", "POST /operations/finishRefund"} {
		body := object{"customerId": kabir.id, "refundId": int64(17), "reference": "UTR 0017"}
		if strings.HasSuffix(call, "retryRefund") {
			delete(body, "reference")
		}
		if answer := w.operate(t, call, body); answer.Code != http.StatusNotFound || !strings.Contains(answer.Body.String(), "payment.refund_not_found") {
			t.Errorf("%s: %d, want 404 payment.refund_not_found: %s", call, answer.Code, answer.Body)
		}
		_, path, _ := strings.Cut(call, " ")
		refused(t, w.raw(t, http.MethodPost, path, kabir.token, encodeBody(t, body)), http.StatusUnauthorized)
	}
	answer := w.operate(t, "POST /operations/finishRefund", object{"customerId": kabir.id, "refundId": int64(17), "reference": ""})
	if answer.Code != http.StatusUnprocessableEntity {
		t.Errorf("without a reference: %d, want 422", answer.Code)
	}
}

// Only the company's own systems can give up a request of a customer, and they must state a reason.
func TestRequestsAreGivenUpByTheCompanysSystems(t *testing.T) {
	w := sharedCity(t)
	kabir := w.person(t, "kabir")
	for reason, want := range map[string]int{"Nobody was at home on the day": http.StatusNotFound, "Nobody": http.StatusUnprocessableEntity} {
		body := object{"customerId": kabir.id, "serviceRequestId": int64(17), "reason": reason}
		if answer := w.operate(t, "POST /operations/giveUpVisit", body); answer.Code != want {
			t.Errorf("%q: %d, want %d: %s", reason, answer.Code, want, answer.Body)
		}
		refused(t, w.raw(t, http.MethodPost, "/operations/giveUpVisit", kabir.token, encodeBody(t, body)), http.StatusUnauthorized)
	}
}

// Alerts that need a manual review are listed to the company's systems and closed by a named
// person. Nobody else sees them.
func TestAlertsAreListedAndClosed(t *testing.T) {
	w := sharedCity(t)
	raised := alert.Alert{Kind: "van_missing", Subject: "van:7", Detail: "It did not come back."}
	if err := w.Node.Services.Alerts.RaiseAlone(t.Context(), raised); err != nil {
		t.Fatal(err)
	}
	listed := func() (id int64) {
		t.Helper()
		var open struct {
			Alerts []struct {
				ID                              int64
				Kind, Subject, Detail, RaisedAt string
			}
		}
		read(t, w.operate(t, "GET /operations/alerts", nil), &open)
		for _, a := range open.Alerts {
			if a.Kind == raised.Kind && a.Subject == raised.Subject && a.Detail == raised.Detail && a.RaisedAt != "" {
				id = a.ID
			}
		}
		return id
	}
	id := listed()
	if id == 0 {
		t.Fatal("the alert is not listed")
	}
	for _, c := range []struct {
		id     int64
		reason string
		status int
	}{{id, "short", http.StatusUnprocessableEntity}, {1, "Found at the depot", http.StatusNotFound}, {id, "Found at the depot", http.StatusOK}} {
		if answer := w.operate(t, "POST /operations/closeAlert", map[string]any{"id": c.id, "reason": c.reason}); answer.Code != c.status {
			t.Fatalf("close %d: %d, want %d: %s", c.id, answer.Code, c.status, answer.Body)
		}
	}
	if listed() != 0 {
		t.Error("the closed alert is listed")
	}
	kabir := w.person(t, "kabir")
	refused(t, w.raw(t, http.MethodGet, "/operations/alerts", kabir.token, nil), http.StatusUnauthorized)
	refused(t, w.raw(t, http.MethodPost, "/operations/closeAlert", kabir.token, []byte("{}")), http.StatusUnauthorized)
}

func (w *demoCity) advance(t *testing.T, by string) {
	t.Helper()
	long, err := demo.ParseDuration(by)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Demo.Travel(t.Context(), long); err != nil {
		t.Fatal(err)
	}
}

// wantRefund expects a person's only refund to have a state.
func (p person) wantRefund(t *testing.T, state string, held bool) {
	t.Helper()
	var list struct {
		Settlements []struct {
			State  string
			IsHeld bool
		}
	}
	p.do(t, http.MethodGet, "/api/RMUsers/{id}/getSettlements", nil, &list)
	if len(list.Settlements) != 1 || list.Settlements[0].State != state || list.Settlements[0].IsHeld != held {
		t.Fatalf("%+v, want %s, held %v", list, state, held)
	}
}

// What the company receives by bank transfer is recorded by its own systems, in the name of a
// person. The business customer gets a receipt, the rest of the money is a case that is listed,
// matched or sent back, and the audit log has it all.
func TestBankTransfersThroughTheCalls(t *testing.T) {
	w, err := newDemoCity(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.store.Close() })
	farid := w.person(t, "farid")
	w.advance(t, "P20D") // the invoice of the 1st
	today := w.Node.Services.Clock.Now()
	rows, err := w.store.Queries().BillingOpenInvoices(t.Context(), farid.id)
	if err != nil || len(rows) != 1 {
		t.Fatalf("open invoices %+v, %v; want one", rows, err)
	}
	type transfer struct {
		UTR               string
		CustomerID        int64
		Amount, Unmatched float64
		Returned          float64
		Receipts          []struct {
			RMTransactionID     int64
			Amount, TaxDeducted float64
			Paid                []struct {
				InvoiceNumber string
				Amount        float64
			}
		}
	}
	total := float64(rows[0].TotalPaise-rows[0].PaidPaise) / 100
	body := object{"utr": "HDFCN52026120100017", "paidOn": calendar.In(today).String(), "amount": total, "taxDeducted": 200, "invoices": []string{rows[0].Number}}
	var got transfer
	for range 2 { // said twice
		got = transfer{}
		read(t, w.operate(t, "POST /operations/recordBankTransfer", body), &got)
	}
	if got.CustomerID != farid.id || got.Unmatched != 200 || len(got.Receipts) != 1 || got.Receipts[0].Amount != total-200 || got.Receipts[0].TaxDeducted != 200 ||
		len(got.Receipts[0].Paid) != 1 || got.Receipts[0].Paid[0].InvoiceNumber != rows[0].Number {
		t.Fatalf("recorded %+v, want the invoice of %v paid with a tax of 200, and 200 unmatched", got, total)
	}
	if open, err := w.store.Queries().BillingOpenInvoices(t.Context(), farid.id); err != nil || len(open) != 0 {
		t.Errorf("open %+v, %v; want nothing", open, err)
	}
	receipt := w.operate(t, fmt.Sprintf("GET /operations/paymentReceipt?customerId=%d&rmTransactionId=%d", farid.id, got.Receipts[0].RMTransactionID), nil)
	if text := strings.Join(strings.Fields(paperText(t, receipt)), " "); !strings.Contains(text, "Bank transfer (HDFCN52026120100017)") {
		t.Errorf("the receipt says\n%s\nwant how it was paid", text)
	}
	subject := fmt.Sprintf("Payment receipt %d", got.Receipts[0].RMTransactionID)
	var open struct {
		Alerts []struct{ Kind, Subject string }
	}
	read(t, w.operate(t, "GET /operations/alerts", nil), &open)
	if !slices.ContainsFunc(open.Alerts, func(a struct{ Kind, Subject string }) bool {
		return a.Kind == "bank_transfer_unmatched" && a.Subject == "HDFCN52026120100017"
	}) {
		t.Errorf("alerts %+v, want the unmatched transfer", open)
	}
	var list struct{ Transfers []transfer }
	read(t, w.operate(t, "GET /operations/bankTransfers", nil), &list)
	if len(list.Transfers) != 1 || list.Transfers[0].Unmatched != 200 {
		t.Errorf("in suspense %+v, want 200", list)
	}
	match := object{"utr": "HDFCN52026120100017", "customerId": farid.id}
	if answer := w.operate(t, "POST /operations/matchBankTransfer", match); answer.Code != http.StatusConflict {
		t.Errorf("matched with nothing open: %d, want 409: %s", answer.Code, answer.Body)
	}
	back := object{"utr": "HDFCN52026120100017", "reference": "AXISN52026120200002"}
	for range 2 { // said twice
		read(t, w.operate(t, "POST /operations/returnBankTransfer", back), &got)
		if got.Returned != 200 || got.Unmatched != 0 {
			t.Errorf("returned %+v, want 200", got)
		}
	}
	misspelt := object{"utr": "HDFCN52026120100020", "paidOn": calendar.In(today).String(), "amount": 5, "invoice": "KA/26-27/0000551"}
	refused(t, w.operate(t, "POST /operations/recordBankTransfer", misspelt), http.StatusUnprocessableEntity)
	var actions []string
	for _, row := range w.recorded(t, farid.id) {
		if strings.HasPrefix(row.Action, "bank_transfer_") {
			actions = append(actions, row.Actor+" "+row.Action+" "+row.Object+" "+row.Reason)
		}
	}
	paid, day := fmt.Sprintf("%.2f", total-200), calendar.In(today).String()
	slices.Sort(actions)
	want := []string{
		"staff:Meera Nair bank_transfer_matched bank_transfer/HDFCN52026120100017 of " + paid + " transferred on " + day + ", with 200.00 of tax deducted",
		fmt.Sprintf("staff:Meera Nair bank_transfer_recorded bank_transfer/HDFCN52026120100017 of %.2f transferred on %s, with 200.00 of tax deducted", total, day),
		"staff:Meera Nair bank_transfer_returned bank_transfer/HDFCN52026120100017 of 200.00 AXISN52026120200002",
	}
	if diff := cmp.Diff(want, actions); diff != "" {
		t.Errorf("the audit log (-want +got):\n%s", diff)
	}
	// What it paid is taken back, and a transfer of which nothing is used is struck.
	undo := object{"utr": "HDFCN52026120100017", "rmTransactionId": got.Receipts[0].RMTransactionID, "reason": "Recorded for the wrong customer"}
	got = transfer{}
	read(t, w.operate(t, "POST /operations/unmatchBankTransfer", undo), &got)
	if got.Unmatched != total-200 || got.CustomerID != 0 || len(got.Receipts) != 0 {
		t.Errorf("taken back %+v, want %.2f of nobody in suspense", got, total-200)
	}
	struck := object{"utr": "HDFCN52026120100017", "reason": "The amount was mistyped"}
	if answer := w.operate(t, "POST /operations/removeBankTransfer", struck); answer.Code != http.StatusConflict {
		t.Errorf("struck after a return: %d, want 409: %s", answer.Code, answer.Body)
	}
	read(t, w.operate(t, "POST /operations/recordBankTransfer", object{"utr": "HDFCN52026120100019", "paidOn": day, "amount": 5}), &got)
	struck["utr"] = "HDFCN52026120100019"
	if answer := w.operate(t, "POST /operations/removeBankTransfer", struck); answer.Code != http.StatusOK {
		t.Errorf("struck: %d, want 200: %s", answer.Code, answer.Body)
	}
	for _, call := range []string{"recordBankTransfer", "matchBankTransfer", "returnBankTransfer", "unmatchBankTransfer", "removeBankTransfer"} {
		refused(t, w.raw(t, http.MethodPost, "/operations/"+call, farid.token, []byte("{}")), http.StatusUnauthorized)
	}
	body["utr"], body["paidOn"] = "HDFCN52026120100018", calendar.In(today).AddDays(1).String()
	if answer := w.operate(t, "POST /operations/recordBankTransfer", body); answer.Code != http.StatusUnprocessableEntity {
		t.Errorf("a day to come: %d, want 422: %s", answer.Code, answer.Body)
	}
	w.advance(t, "P1D") // the documents of a day come on the next morning
	if slices.ContainsFunc(w.mailsTo(t, "9000000006"), func(m mail) bool { return slices.Contains(m.paperNames(), subject) }) {
		t.Errorf("a mail %q brings the receipt of what was taken back", subject)
	}
}

// An agent records what a customer has promised to pay, with the agent's name in the audit log; the
// list has it, and it is withdrawn when it was a mistake.
func TestAnAgentRecordsAPromise(t *testing.T) {
	w := freshCity(t)
	asha := w.person(t, "asha") // owes two months
	today := calendar.In(w.Node.Services.Clock.Now())
	body := object{"customerId": asha.id, "amount": 500, "by": today.AddDays(5).String()}
	type promise struct {
		CustomerID      int64
		Amount, Missing float64
		By, State       string
	}
	want := promise{asha.id, 500, 500, today.AddDays(5).String(), "open"}
	for range 2 { // said twice
		var got promise
		read(t, w.operate(t, "POST /operations/recordPromise", body), &got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("recorded (-want +got):\n%s", diff)
		}
	}
	var list struct{ Open, Broken []promise }
	read(t, w.operate(t, "GET /operations/promises", nil), &list)
	if diff := cmp.Diff([]promise{want}, list.Open); diff != "" {
		t.Errorf("open (-want +got):\n%s", diff)
	}
	var home struct{ Promised object }
	asha.do(t, http.MethodGet, "/api/Dashboards/dashboardData", nil, &home)
	if diff := cmp.Diff(object{"amount": 500.0, "by": today.AddDays(5).String()}, home.Promised); diff != "" {
		t.Errorf("home (-want +got):\n%s", diff)
	}
	body["by"] = today.AddDays(16).String()
	refused(t, w.operate(t, "POST /operations/recordPromise", body), http.StatusUnprocessableEntity)
	refused(t, w.operate(t, "POST /operations/recordPromise", object{"customerId": 1, "amount": 500, "by": today.String()}), http.StatusNotFound)
	withdrawn := object{"customerId": asha.id, "reason": "Recorded for the wrong customer"}
	if answer := w.operate(t, "POST /operations/withdrawPromise", withdrawn); answer.Code != http.StatusOK {
		t.Errorf("withdrawn: %d, want 200: %s", answer.Code, answer.Body)
	}
	refused(t, w.operate(t, "POST /operations/withdrawPromise", withdrawn), http.StatusConflict)
	var actions []string
	for _, row := range w.recorded(t, asha.id) {
		if strings.HasPrefix(row.Action, "promise_") {
			actions = append(actions, row.Actor+" "+row.Action+" "+row.Reason)
		}
	}
	slices.Sort(actions)
	audited := []string{
		"staff:Meera Nair promise_recorded by " + today.AddDays(5).String(),
		"staff:Meera Nair promise_withdrawn Recorded for the wrong customer",
	}
	if diff := cmp.Diff(audited, actions); diff != "" {
		t.Errorf("the audit log (-want +got):\n%s", diff)
	}
	for _, call := range []string{"recordPromise", "withdrawPromise"} {
		refused(t, w.raw(t, http.MethodPost, "/operations/"+call, asha.token, []byte("{}")), http.StatusUnauthorized)
	}
}

// settlementHead names the columns of Razorpay's settlement file.
const settlementHead = "transaction_entity,entity_id,amount,currency,fee (exclusive tax),tax,debit,credit,order_id,settlement_utr\n"

// alertAbout is the id of the open alert of a subject.
func (w *demoCity) alertAbout(t *testing.T, subject string) int64 {
	t.Helper()
	for _, a := range testkit.OpenAlerts(t, w.Node.Services.Store) {
		if a.Subject == subject {
			return a.ID
		}
	}
	t.Fatalf("no alert is about %s", subject)
	return 0
}

// settlementFile sends a settlement file to the company's call.
func (w *demoCity) settlementFile(provider, file string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(http.MethodPost, "/operations/enterSettlementFile?provider="+provider, strings.NewReader(file))
	request.Header.Set("Operations-Token", node.OperationsToken)
	request.Header.Set("Operations-Actor", "Meera Nair")
	request.Header.Set("Content-Type", "text/csv")
	answer := httptest.NewRecorder()
	w.Node.Handler().ServeHTTP(answer, request)
	return answer
}

// A settlement file is taken while the node runs, by the rules of the command. A line of it that fits
// nothing is entered by a named person with a reason. Nobody else may do so.
func TestSettlementFilesThroughTheCalls(t *testing.T) {
	w := freshCity(t)
	line := "payment,pay_strange,100.00,INR,2.00,0.36,0.00,97.64,order_strange,UTR7\n"
	strange := map[string]any{"kind": "payment_unknown_here", "gateway": "razorpay", "id": "pay_strange", "customerId": 0.0, "here": 0.0, "there": 100.0, "isMended": false}
	for _, c := range []struct {
		provider, file string
		status         int
		code           string
		want           object
	}{
		{"nobody", settlementHead + line, http.StatusUnprocessableEntity, "settlement_file.provider_unknown", nil},
		{"razorpay", "<html>", http.StatusUnprocessableEntity, "settlement_file.columns", nil},
		{"razorpay", "", http.StatusBadRequest, "request.unreadable", nil},
		{"razorpay", settlementHead + line + strings.Replace(line, "pay_strange", "pay_other", 1), http.StatusUnprocessableEntity, "settlement_file.foreign", nil},
		{"razorpay", settlementHead + strings.Repeat("x", 2<<20), http.StatusRequestEntityTooLarge, "request.too_large", nil},
		{"razorpay", settlementHead + line, http.StatusOK, "", object{"lines": 1.0, "others": 0.0, "entered": 0.0, "gross": 0.0, "fees": 0.0, "tax": 0.0, "rows": []any{strange}}},
	} {
		answer := w.settlementFile(c.provider, c.file)
		if answer.Code != c.status || !strings.Contains(answer.Body.String(), c.code) {
			t.Errorf("a file of %s beginning with %.20q: %d, want %d %s: %s", c.provider, c.file, answer.Code, c.status, c.code, answer.Body)
		}
		if c.want == nil {
			continue
		}
		got := object{}
		read(t, answer, &got)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("the answer (-want +got):\n%s", diff)
		}
	}
	id := w.alertAbout(t, "razorpay:pay_strange:UTR7")
	for _, c := range []struct {
		id     int64
		reason string
		status int
	}{{id, "short", http.StatusUnprocessableEntity}, {1, "The bank has this amount", http.StatusNotFound}, {id, "The bank has this amount", http.StatusOK}, {id, "The bank has this amount", http.StatusOK}} {
		if answer := w.operate(t, "POST /operations/enterSettlementLine", object{"alertId": c.id, "reason": c.reason}); answer.Code != c.status {
			t.Fatalf("enter %d because %q: %d, want %d: %s", c.id, c.reason, answer.Code, c.status, answer.Body)
		}
	}
	if legs, err := ledger.LegsOf(t.Context(), w.Node.Services.Store.Queries(), 0, "settled_strange", "razorpay:pay_strange"); err != nil || len(legs) != 4 {
		t.Errorf("entered %v, %v; want bank, fee, GST and suspense", legs, err)
	}
	kabir := w.person(t, "kabir")
	refused(t, w.raw(t, http.MethodPost, "/operations/enterSettlementLine", kabir.token, []byte("{}")), http.StatusUnauthorized)
	refused(t, w.raw(t, http.MethodPost, "/operations/enterSettlementFile?provider=razorpay", kabir.token, []byte(settlementHead)), http.StatusUnauthorized)
}
