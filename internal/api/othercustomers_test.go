package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"rento/internal/billing"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/ticket"
)

// belongings are ids of one customer that another customer might try.
type belongings struct {
	customer, invoice, order, item int64
	orderUnique                    string
	transaction                    int64
	voucher                        string // omkar's, because omkar has one
	uniqueID                       string
	feedback, chat                 string
	said                           int64  // a chat message
	picture                        string // an image of a chat message
	ticket, challan, contact       int64
	ticketName                     string
	image                          string
	card                           int64
	secrets                        []string // texts that no answer to another customer may contain
}

func (p person) belongings(t *testing.T) belongings {
	t.Helper()
	b := belongings{customer: p.id}
	var ledgers struct {
		Invoices []struct {
			InvoiceID     int64
			OrderUniqueID string
			InvoiceNumber string
		}
	}
	p.do(t, http.MethodGet, "/api/Dashboards/getLedgersData", nil, &ledgers)
	b.invoice, b.orderUnique = ledgers.Invoices[0].InvoiceID, ledgers.Invoices[0].OrderUniqueID
	b.secrets = append(b.secrets, ledgers.Invoices[0].InvoiceNumber, ledgers.Invoices[0].OrderUniqueID)
	id, found, err := subscription.OrderID(t.Context(), p.city.store.Queries(), p.id, b.orderUnique)
	if err != nil || !found {
		t.Fatalf("order %s: %v, %v; want it found", b.orderUnique, found, err)
	}
	order, err := subscription.OrderOf(t.Context(), p.city.store.Queries(), p.id, id)
	if err != nil {
		t.Fatal(err)
	}
	b.order = order.ID
	var items struct{ Subscriptions []struct{ ID int64 } }
	p.do(t, http.MethodGet, "/api/Dashboards/getSubscriptions?status=active", nil, &items)
	b.item = items.Subscriptions[0].ID
	if err := p.city.store.Write(t.Context(), p.id, func(tx *store.Tx) error {
		made, err := p.city.Node.Services.Tickets.Raise(t.Context(), tx, ticket.Ticket{
			CustomerID: p.id, Type: ticket.Repair, Items: ticket.ItemsOf(b.item),
		})
		b.ticket, b.ticketName = made.ID, made.Number
		return err
	}); err != nil {
		t.Fatalf("raise a request: %v", err)
	}
	if err := p.city.store.Write(t.Context(), p.id, func(tx *store.Tx) error {
		err := p.city.Node.Services.Billing.IssueChallan(t.Context(), tx, billing.ChallanFor{
			CustomerID: p.id, TicketID: b.ticket, Movement: billing.PickedUpGoods, ItemIDs: []int64{b.item}, AddressID: order.Address.ID,
		})
		if err != nil {
			return err
		}
		issued, err := billing.ChallansOf(t.Context(), tx.Queries, p.id, b.ticket)
		b.challan, b.secrets = issued[0].ID, append(b.secrets, issued[0].Number)
		return err
	}); err != nil {
		t.Fatalf("issue a challan: %v", err)
	}
	b.image = p.upload(t).ID
	if err := p.city.store.Write(t.Context(), p.id, func(tx *store.Tx) error {
		m, err := p.city.Node.Services.Mandates.Record(t.Context(), tx, p.id, mandate.Mandate{Gateway: "razorpay", Method: provider.MandateCard, Max: 5000 * money.Rupee})
		b.card = m.ID
		return err
	}); err != nil {
		t.Fatalf("record a mandate: %v", err)
	}
	b.secrets = append(b.secrets, b.ticketName, b.image)
	var started struct {
		RMTransactionID int64 `json:"rmTransactionId"`
		UniqueID        string
	}
	if status := p.do(t, http.MethodPost, "/api/RMUsers/{id}/createPendingRentTransaction", map[string]any{"isAutoDebit": false}, &started); status != http.StatusOK {
		t.Fatalf("start a payment: status %d, want 200", status)
	}
	b.transaction, b.uniqueID = started.RMTransactionID, started.UniqueID
	b.secrets = append(b.secrets, started.UniqueID)
	var chat struct {
		UniqueUserSessionID string `json:"uniqueUserSessionId"`
	}
	p.do(t, http.MethodGet, "/api/Haptiks/generateUserAndSessionMap", nil, &chat)
	b.chat = chat.UniqueUserSessionID
	b.secrets = append(b.secrets, chat.UniqueUserSessionID)
	var said struct{ ID int64 }
	p.do(t, http.MethodPost, "/api/Chatbots/sendMessage", object{"key": "one", "text": "The fridge does not cool."}, &said)
	b.said, b.picture = said.ID, p.uploadTo(t, "/api/Chatbots/uploadImage").ID
	b.secrets = append(b.secrets, b.picture, "The fridge does not cool.")
	var ahead wireAdvance
	p.city.person(t, "omkar").do(t, http.MethodGet, "/api/Dashboards/advanceRentalPackage", nil, &ahead)
	if ahead.Package == nil || len(ahead.Package.Vouchers) == 0 {
		t.Fatal("omkar has no voucher")
	}
	b.voucher, b.secrets = ahead.Package.Vouchers[0].ID, append(b.secrets, ahead.Package.Vouchers[0].Number)
	return b
}

// attempts are what another customer can try with somebody's belongings: every call that takes an
// id, in a path, a query or a body.
func attempts(b belongings) []struct{ method, path, body string } {
	id := fmt.Sprint(b.customer)
	q := url.QueryEscape
	return []struct{ method, path, body string }{
		{"GET", "/api/RMUsers/" + id + "/dashboardTabsVisibility", ""},
		{"GET", "/api/RMUsers/" + id + "/getFeedbackToCollect", ""},
		{"GET", "/api/RMUsers/" + id + "/addresses", ""},
		{"POST", "/api/FinboxBankStatement/predictionStatus?documentId=7&entityId=x&userId=" + id, ""},
		{"POST", "/api/DocumentDetails/setDetails?documentId=7", `{"password":"x"}`},
		{"POST", "/api/UserProfiles/changeUserNameFromPAN", `{"userId":` + id + `}`},
		{"POST", "/api/RMUsers/" + id + "/setLanguage", `{"language":"hi"}`},
		{"GET", "/api/RMUsers/" + id + "/getNotificationPreferences", ""},
		{"GET", "/api/RMUsers/" + id + "/getMessages", ""},
		{"GET", "/api/RMUsers/" + id + "/getConsents", ""},
		{"POST", "/api/RMUsers/" + id + "/setConsent", `{"purpose":"analytics","isGiven":true,"textVersion":1,"language":"en"}`},
		{"POST", "/api/RMUsers/" + id + "/setNotificationPreferences", `{"preferences":[{"category":"service","channel":"email","isEnabled":false}]}`},
		{"POST", "/api/RMUsers/" + id + "/addresses", `{"flatNo":"4","addressLine1":"3rd Cross","city":"Pune"}`},
		{"GET", "/api/RMUsers/" + id + "/getUserLedgerInvoice?invoiceId=" + fmt.Sprint(b.invoice), ""},
		{"GET", "/api/RMUsers/{id}/getUserLedgerInvoice?invoiceId=" + fmt.Sprint(b.invoice), ""},
		{"GET", "/api/RMUsers/" + id + "/getRentalInvoice", ""},
		{"GET", "/api/RMUsers/{id}/getRentalInvoice?invoiceId=" + fmt.Sprint(b.invoice), ""},
		{"GET", "/api/RMUsers/{id}/getLateFeeDetails?invoiceId=" + fmt.Sprint(b.invoice), ""},
		{"GET", "/api/RMUsers/" + id + "/getLateFeeDetails?invoiceId=" + fmt.Sprint(b.invoice), ""},
		{"GET", "/api/Invoices/generateInvoice?type=rental&orderUniqueId=" + q(b.orderUnique), ""},
		{"GET", fmt.Sprintf("/api/Invoices/generateInvoice?type=rental&orderUniqueId=%s&orderItemId=%d", q(b.orderUnique), b.item), ""},
		{"GET", "/api/Orders/getOrderDetailsForPdf?orderId=" + fmt.Sprint(b.order), ""},
		{"POST", "/api/RMUsers/" + id + "/createPendingRentTransaction", `{"isAutoDebit":false}`},
		{"POST", "/api/RMUsers/0" + id + "/createPendingRentTransaction", `{"isAutoDebit":false}`},
		{"POST", "/api/RMUsers/%2B" + id + "/createPendingRentTransaction", `{"isAutoDebit":false}`},
		{"POST", "/api/rmusers/" + id + "/createPendingRentTransaction", `{"isAutoDebit":false}`},
		{"POST", "/api/RMUsers/" + id + "/createPendingDepositTransaction", `{}`},
		{"POST", "/api/rmusers/" + id + "/createAdvanceRentalTransaction", `{"months":6}`},
		{"GET", "/api/Payments/orderStatus?rmTransactionId=" + fmt.Sprint(b.transaction), ""},
		{"GET", "/api/Payments/receipt?rmTransactionId=" + fmt.Sprint(b.transaction), ""},
		{"GET", "/api/Payments/advanceVoucher?voucher=" + b.voucher, ""},
		{"POST", "/api/Payments/startPayment", fmt.Sprintf(`{"rmTransactionId":%d,"uniqueId":%q,"gateway":"razorpay"}`, b.transaction, b.uniqueID)},
		{"POST", "/api/Payments/razorpay/capturePayment", fmt.Sprintf(
			`{"data":{"razorpay_payment_id":"pay_1","razorpay_order_id":"order_1","razorpay_signature":"00","rmTransactionId":%d,"uniqueId":%q}}`, b.transaction, b.uniqueID)},
		{"POST", "/api/Payments/razorpay/captureRecurringAuthPayment", `{"razorPayResponse":{"razorpay_payment_id":"pay_1","razorpay_order_id":"order_1","razorpay_signature":"00"}}`},
		{"POST", "/api/Payments/billdesk/captureBilldeskRecurringAuthToken", `{"billDeskResponse":{"bdOrderId":"MT0","txnResponse":"a.b.c"}}`},
		{"POST", "/api/Dashboards/setActiveCard", fmt.Sprintf(`{"gatewayType":"RAZORPAY","customerCardId":"%d"}`, b.card)},
		{"POST", "/api/Dashboards/checkMandate", fmt.Sprintf(`{"cardId":"%d"}`, b.card)},
		{"POST", "/api/Dashboards/cancelMandate", fmt.Sprintf(`{"cardId":"%d","paymentGateway":"RAZORPAY"}`, b.card)},
		{"POST", "/api/Dashboards/skipDebit", fmt.Sprintf(`{"debitId":"%d"}`, b.card)}, // TestSkipOneDebit covers another customer's debit
		{"POST", "/api/Chatbots/upsertUserAndSessionMap", fmt.Sprintf(`{"uniqueUserSessionId":%q,"userId":%s,"active":false}`, b.chat, id)},
		{"POST", "/api/Chatbots/upsertUserAndSessionMap", fmt.Sprintf(`{"uniqueUserSessionId":%q,"userId":{id},"active":false}`, b.chat)},
		{"POST", "/api/Chatbots/sendMessage", fmt.Sprintf(`{"key":"x","imageId":%q}`, b.picture)},
		{"POST", "/api/Chatbots/sendMessage", fmt.Sprintf(`{"key":"x","imageId":%q}`, b.image)},
		{"POST", "/api/Chatbots/markSeen", fmt.Sprintf(`{"messageId":%d}`, b.said)},
		{"POST", "/api/RMUsers/" + id + "/setRefundPreference?preferenceInt=10", ""},
		{"POST", "/api/RMUsers/" + id + "/payOutWallet", `{"preferenceInt":20}`},
		{"GET", "/api/RMUsers/" + id + "/getRefundPreference", ""},
		{"GET", "/api/RMUsers/" + id + "/getSettlements", ""},
		{"GET", "/api/UserProfiles/getBankDetails?userId=" + id, ""},
		{"POST", "/api/UserProfiles/setBankDetails", fmt.Sprintf(`{"userId":%s,"details":{"nameInBank":"Thief","accountNumber":"123456789","ifsc":"HDFC0000001","bankName":"HDFC Bank"}}`, id)},
		{"POST", "/api/UserProfiles/setUpiDetails", fmt.Sprintf(`{"userId":%s,"details":{"vpa":"thief@okbank"}}`, id)},
		{"POST", "/api/UserContactLists/removeContact", fmt.Sprintf(`{"contactId":%d}`, b.contact)},
		{"POST", "/api/UserContactLists/invite", fmt.Sprintf(`{"contactIds":[%d]}`, b.contact)},
		{"POST", "/api/Feedbacks/submitFeedback", fmt.Sprintf(`{"feedbackData":{"rating":5,"feedbackToken":%q}}`, b.feedback)},
		{"POST", "/api/Feedbacks/lapseFeedbackV2", fmt.Sprintf(`{"feedbackToken":%q}`, b.feedback)},
		{"POST", "/api/Feedbacks/feedbackLater", fmt.Sprintf(`{"feedbackToken":%q}`, b.feedback)},
		{"GET", "/api/ServiceRequests/getCssTicketMetadata?ticketId=" + b.ticketName, ""},
		{"DELETE", "/api/ServiceRequests/cancellCssTask?serviceRequestId=" + fmt.Sprint(b.ticket), ""},
		{"POST", "/api/ServiceRequests/getCssSlots", fmt.Sprintf(`{"data":{"orderItemIds":[%d]}}`, b.item)},
		{"POST", "/api/ServiceRequests/getCssSlots", fmt.Sprintf(`{"data":{"ticketId":%q}}`, b.ticketName)},
		{"POST", "/api/ServiceRequests/bookCssSlot", fmt.Sprintf(`{"data":{"slotId":"1/2026-01-01/10:00","orderItemIds":[%d]}}`, b.item)},
		{"POST", "/api/ServiceRequests/bookCssSlot", fmt.Sprintf(`{"data":{"slotId":"1/2026-01-01/10:00","ticketId":%q}}`, b.ticketName)},
		{"POST", "/api/ServiceRequests/cssRescheduleTicket", fmt.Sprintf(`{"ticketId":%q,"preferredDate":"2026-01-01"}`, b.ticketName)},
		{"POST", "/api/mojovahans/sameDayCancellationFeedback", fmt.Sprintf(`{"ticketId":%q,"reason":"x"}`, b.ticketName)},
		{"POST", "/api/ServiceRequests/checkIfTicketsCanExistsParallely", fmt.Sprintf(`{"data":{"orderItemIds":[%d],"requestTypeCreating":20}}`, b.item)},
		{"POST", "/api/ServiceRequests/checkIfTicketsCanExistsParallely", fmt.Sprintf(`{"data":{"userId":%s,"orderItemIds":[%d],"requestTypeCreating":20}}`, id, b.item)},
		{"POST", "/api/ServiceRequests/revokeTickets", fmt.Sprintf(`{"data":{"comment":"","revokeTickets":[{"ticketId":%q}]}}`, b.ticketName)},
		{"POST", "/api/ServiceRequests/initiateRevoke", fmt.Sprintf(`{"data":{"ticketIds":[%q]}}`, b.ticketName)},
		{"POST", "/api/ServiceRequests/proceedRevoke", fmt.Sprintf(`{"data":{"comment":"","revokeTickets":[{"ticketId":%q}]}}`, b.ticketName)},
		{"POST", "/api/ServiceRequests/createNewTicket", fmt.Sprintf(`{"data":{"requestType":65,"orderItemIds":[%d],"address":{"id":1}}}`, b.item)},
		{"POST", "/api/Dashboards/createNewTickets", fmt.Sprintf(`{"data":[{"requestType":20,"orderItemId":%d,"message":"x","images":[{"id":%q}]}]}`, b.item, b.image)},
		{"GET", "/api/ServiceRequestImages/" + b.image, ""},
		{"POST", "/api/ServiceRequests/acceptTransfer", fmt.Sprintf(`{"ticketId":%q,"addressId":1}`, b.ticketName)},
		{"POST", "/api/ServiceRequests/declineTransfer", fmt.Sprintf(`{"ticketId":%q}`, b.ticketName)},
		{"GET", "/api/ServiceRequests/deliveryChallan?challan=" + fmt.Sprint(b.challan), ""},
		{"GET", "/api/ServiceRequests/novationAgreement?ticketId=" + b.ticketName, ""},
		{"POST", "/api/addresses/updateServiceRequestAddress", fmt.Sprintf(`{"serviceRequestId":%d,"addressId":1}`, b.ticket)},
		{"POST", "/api/Dashboards/saveOrderItemsAddress", fmt.Sprintf(`{"id":1,"orderItems":[%d]}`, b.item)},
		{"POST", "/api/Dashboards/getClosureAmounts", fmt.Sprintf(`{"orderItemIds":[%d]}`, b.item)},
		{"POST", "/api/Dashboards/confirmClosure", fmt.Sprintf(`{"orderItemIds":[%d],"preferredPickupDate":"2026-12-01","message":"Other"}`, b.item)},
		{"POST", "/api/Dashboards/getExtensionDetails", fmt.Sprintf(`{"orderItemIds":[%d]}`, b.item)},
		{"POST", "/api/RMUsers/" + id + "/extendOrderItems", fmt.Sprintf(`{"extensionData":[{"orderItemId":%d,"extendedTenureMonths":3,"newRentAmount":1}]}`, b.item)},
		{"POST", "/api/RMUsers/" + id + "/takeBackExtension", fmt.Sprintf(`{"orderItemId":%d,"tenureEndDate":"2027-01-01"}`, b.item)},
		{"POST", "/api/RMUsers/{id}/takeBackExtension", fmt.Sprintf(`{"orderItemId":%d,"tenureEndDate":"2027-01-01"}`, b.item)},
		{"POST", "/api/RMUsers/{id}/extendOrderItems", fmt.Sprintf(`{"extensionData":[{"orderItemId":%d,"extendedTenureMonths":3,"newRentAmount":1}]}`, b.item)},
	}
}

// withoutID are the calls with a session that take no id of a customer's data.
var withoutID = []string{
	"POST /api/RMUsers/logout", "GET /api/RMUsers/sessions", "POST /api/RMUsers/endOtherSessions", "POST /api/RMUsers/disownSession",
	"GET /api/Dashboards/getRecurringCards", "GET /api/Dashboards/advanceRentalMeta", "GET /api/Dashboards/advanceRentalOptions", "GET /api/Dashboards/advanceRentalPackage", "GET /api/UserProfiles/getBilldeskOptions",
	"GET /api/UserProfiles/getRazorPayOptions",
	"GET /api/Dashboards/referrals", "POST /api/Dashboards/joinReferral", "POST /api/RMUsers/sendReferralInviteEmail", "GET /api/UserContactLists/getContactList",
	"GET /api/UserContactLists/getContactListCount", "POST /api/UserContactLists/addContacts",
	"GET /api/Dashboards/isB2B", "GET /api/Dashboards/checkCreditExist", "GET /api/Haptiks/generateUserAndSessionMap",
	"GET /api/Chatbots/conversation", "POST /api/Chatbots/sendQuickReply", "POST /api/Chatbots/uploadImage", // before is a position among the customer's own messages
	"GET /api/UserProfiles/downloadData", "POST /api/UserProfiles/requestDeleteUser", "POST /api/UserProfiles/keepUser", "POST /api/customTrack", "POST /api/messageToken", "GET /api/Dashboards/getSubscriptions",
	"GET /api/Dashboards/getServiceRequest", "GET /api/payments/paymentgateways", "GET /api/Dashboards/getWalletTransactions",
	"GET /api/Dashboards/getDepositDetails", "GET /api/Dashboards/getAccountStatement", "GET /api/Dashboards/getLedgersData", "POST /api/ServiceRequestImages/upload",
	"GET /api/ServiceRequests/incomingTransfers", "GET /api/meta/rmStaticVariables", "GET /api/UserProfiles/ifsc/{code}",
	"POST /api/Addresses/serviceability", "GET /api/Places/autocomplete", "GET /api/Places/details", "GET /api/Places/geocode",
	"GET /api/Places/schematic", "GET /api/Dashboards/dashboardData", "GET /api/Dashboards/upcoming", "GET /api/events",
	"GET /api/Hyperverges/generateJwtToken", "GET /api/Hyperverges/getKYCData", "GET /api/Hyperverges/completionStatusV3", "GET /api/Hyperverges/getDigilockerUrl",
	"POST /api/Hyperverges/completeDigilocker", "POST /api/UserProfiles/setProfessionV3", "POST /api/Hyperverges/validateAndUpload",
	"POST /api/UserProfiles/setCompanyEmailV2", "POST /api/UserProfiles/verifyCompanyEmail", "POST /api/UserProfiles/saveCollegeName",
	"POST /api/Hyperverges/setAndVerifyGST", "POST /api/UserProfiles/getFinboxNetBankingLink", "POST /api/Documents/upload",
	"POST /api/UserProfiles/submitPartialApprove", "POST /api/UserProfiles/cancelAllPendingKycOrders", "POST /api/UserProfiles/skipAlternateBankDetails",
}

func TestEveryCallWithAnIDIsTriedByOtherCustomers(t *testing.T) {
	w := sharedCity(t)
	tried := withoutID
	for _, a := range attempts(belongings{customer: 7}) {
		path, _, _ := strings.Cut(a.path, "?")
		tried = append(tried, a.method+" "+strings.ReplaceAll(path, "/7/", "/{id}/"))
	}
	for _, r := range w.Node.Contract.Table() {
		if call := r.Method + " " + r.Path; r.Session && !slices.Contains(tried, call) {
			t.Errorf("%s is not tried with the ids of another customer: add it to attempts of this file, or to withoutID if it takes none", call)
		}
	}
}

// Nobody reads or changes another customer's data. The test uses every id of one customer, in every
// call that takes one, with the session of another customer. CALL-03, ROLE-01
func TestOtherCustomersReachNothing(t *testing.T) {
	w := sharedCity(t)
	asha, bilal := w.person(t, "asha"), w.person(t, "kabir")
	hers := asha.belongings(t)
	hers.feedback = feedbackFor(t, asha)
	hers.contact = contactOf(t, asha)
	before := snapshot(t, asha)
	for _, a := range attempts(hers) {
		path, body := strings.ReplaceAll(a.path, "{id}", fmt.Sprint(bilal.id)), strings.ReplaceAll(a.body, "{id}", fmt.Sprint(bilal.id))
		t.Run(a.method+" "+a.path, func(t *testing.T) {
			var raw []byte
			if body != "" {
				raw = []byte(body)
			}
			answer := w.raw(t, a.method, path, bilal.token, raw)
			refused(t, answer, http.StatusNotFound)
			for _, secret := range hers.secrets {
				if secret != "" && strings.Contains(answer.Body.String(), secret) {
					t.Errorf("the answer holds %q: %s", secret, answer.Body)
				}
			}
		})
	}
	if after := snapshot(t, asha); after != before {
		t.Errorf("another customer changed her data:\n%s\n%s", before, after)
	}
}

func contactOf(t *testing.T, p person) int64 {
	t.Helper()
	p.do(t, http.MethodPost, "/api/UserContactLists/addContacts", object{"contacts": []any{object{"name": "Farah", "mobileNumber": "9000100007"}}, "consent": true}, nil)
	var list struct{ Contacts []struct{ ID int64 } }
	p.do(t, http.MethodGet, "/api/UserContactLists/getContactList", nil, &list)
	if len(list.Contacts) == 0 {
		t.Fatal("there is no contact, so the test would prove nothing")
	}
	return list.Contacts[0].ID
}

func feedbackFor(t *testing.T, p person) string {
	t.Helper()
	s := p.city.Node.Services
	err := s.Store.Write(t.Context(), p.id, func(tx *store.Tx) error {
		return s.Feedback.OpenAfterRequest(t.Context(), tx, p.id, "ticket/of a test")
	})
	if err != nil {
		t.Fatal(err)
	}
	var next struct{ Info struct{ Token string } }
	p.do(t, http.MethodGet, "/api/RMUsers/{id}/getFeedbackToCollect", nil, &next)
	if next.Info.Token == "" {
		t.Fatal("there is no feedback to collect, so the test would prove nothing")
	}
	return next.Info.Token
}

// snapshot returns what a customer can see, and the number of writes to it.
func snapshot(t *testing.T, p person) string {
	t.Helper()
	var all []string
	for _, path := range []string{
		"/api/Dashboards/dashboardData", "/api/Dashboards/getLedgersData", "/api/Dashboards/getWalletTransactions",
		"/api/RMUsers/{id}/getRefundPreference", "/api/UserProfiles/getBankDetails?userId={id}",
		"/api/Dashboards/getDepositDetails", "/api/RMUsers/{id}/getFeedbackToCollect", "/api/RMUsers/{id}/addresses",
	} {
		answer := p.city.raw(t, http.MethodGet, strings.ReplaceAll(path, "{id}", fmt.Sprint(p.id)), p.token, nil)
		all = append(all, answer.Body.String())
	}
	customer, err := p.city.Node.Services.Accounts.Customer(t.Context(), p.id)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(customer)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(append(all, string(text)), "\n")
}

// An agent can help in the customer's dashboard but cannot move money. ROLE-05
func TestAnAgentMovesNoMoney(t *testing.T) {
	w := sharedCity(t)
	kabir := w.person(t, "kabir")
	agent := w.agentFor(t, "kabir")
	if status := agent.do(t, http.MethodGet, "/api/Dashboards/dashboardData", nil, nil); status != http.StatusOK {
		t.Fatalf("an agent cannot look: status %d", status)
	}
	before := snapshot(t, kabir)
	for _, a := range []struct{ path, body string }{
		{"/api/RMUsers/{id}/createPendingRentTransaction", `{"isAutoDebit":false}`},
		{"/api/RMUsers/{id}/createPendingDepositTransaction", `{}`},
		{"/api/rmusers/{id}/createAdvanceRentalTransaction", `{"months":6}`},
		{"/api/Payments/startPayment", `{"rmTransactionId":1,"uniqueId":"x","gateway":"razorpay"}`},
		{"/api/Payments/razorpay/capturePayment", `{"data":{"razorpay_payment_id":"p","razorpay_order_id":"o","razorpay_signature":"s","rmTransactionId":1,"uniqueId":"x"}}`},
		{"/api/UserProfiles/requestDeleteUser", `{}`},
		{"/api/RMUsers/{id}/setRefundPreference?preferenceInt=10", ``},
		{"/api/RMUsers/{id}/payOutWallet", `{"preferenceInt":20}`},
		{"/api/UserProfiles/setBankDetails", `{"userId":{id},"details":{"nameInBank":"Agent","accountNumber":"123456789","ifsc":"HDFC0000001","bankName":"HDFC Bank"}}`},
		{"/api/UserProfiles/setUpiDetails", `{"userId":{id},"details":{"vpa":"agent@okbank"}}`},
	} {
		own := strings.NewReplacer("{id}", fmt.Sprint(agent.id))
		refused(t, w.raw(t, http.MethodPost, own.Replace(a.path), agent.token, []byte(own.Replace(a.body))), http.StatusForbidden)
	}
	if after := snapshot(t, kabir); after != before {
		t.Error("an agent changed the customer's data")
	}
}

// agentFor signs in an agent as the demo's page does.
func (w *demoCity) agentFor(t *testing.T, customer string) person {
	t.Helper()
	answer := w.raw(t, http.MethodGet, "/demo/as/agent?customer="+customer, "", nil)
	target, err := url.Parse(answer.Header().Get("Location"))
	if err != nil || answer.Code != http.StatusFound {
		t.Fatalf("status %d, %v, want 302", answer.Code, err)
	}
	var in struct {
		AccessTokenID string `json:"accessTokenId"`
		UserID        int64  `json:"userId"`
	}
	status := w.call(t, http.MethodPost, "/api/RMUsers/accessTokenLogin", "", map[string]string{"accessTokenID": target.Query().Get("accessToken")}, &in)
	if status != http.StatusOK {
		t.Fatalf("sign in as an agent: status %d, want 200", status)
	}
	return person{w, in.UserID, in.AccessTokenID}
}
