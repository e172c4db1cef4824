package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
)

// calls are the calls of the contract, in its spelling. CALL-03, CALL-04, CALL-05, CALL-06,
// CALL-07, CALL-08, CALL-09, CALL-10, CALL-11, CALL-12, CALL-14, CALL-15, CALL-16, CALL-17,
// CALL-18, CALL-46, CALL-47, CALL-63, CALL-65, CALL-66, CALL-67, CALL-69, CALL-70, CALL-71,
// CALL-72, CALL-73, CALL-74, CALL-75, CALL-76, CALL-77, CALL-78, CALL-102, CALL-103, ROLE-07,
// CALL-40, CALL-41, CALL-42, CALL-43, CALL-44, CALL-45, CALL-21, CALL-22, CALL-23, CALL-25,
// CALL-26, CALL-27, CALL-30, CALL-31, CALL-32, CALL-33, CALL-34, CALL-36, CALL-37, CALL-38,
// CALL-39, CALL-79, CALL-99, CALL-100, CALL-101, CALL-28, CALL-29, CALL-48, CALL-49, CALL-50,
// CALL-51, CALL-52
var calls = []string{
	"GET /api/Dashboards/dashboardData", "GET /api/Dashboards/upcoming", "GET /api/Dashboards/isB2B", "GET /api/Dashboards/checkCreditExist",
	"GET /api/Dashboards/getServiceRequest", "GET /api/Dashboards/getSubscriptions",
	"POST /api/RMUsers/accessTokenLogin", "GET /api/RMUsers/{id}/dashboardTabsVisibility",
	"GET /api/Haptiks/generateUserAndSessionMap", "POST /api/Chatbots/upsertUserAndSessionMap",
	"POST /api/Haptiks/verify", "GET /api/Chatbots/conversation", "POST /api/Chatbots/sendMessage", "POST /api/Chatbots/sendQuickReply", "POST /api/Chatbots/markSeen", "POST /api/Chatbots/uploadImage",
	"GET /api/UserProfiles/downloadData", "POST /api/UserProfiles/requestDeleteUser", "POST /api/UserProfiles/keepUser", "POST /api/customTrack", "POST /api/messageToken",
	"GET /rudderstack-event-data.json", "POST /api/errors/envelope", "POST /api/RMUsers/requestLoginCode", "POST /api/RMUsers/verifyLoginCode",
	"POST /api/RMUsers/logout", "GET /api/RMUsers/{id}/getFeedbackToCollect", "POST /api/Feedbacks/submitFeedback",
	"POST /api/Feedbacks/lapseFeedbackV2", "POST /api/Feedbacks/feedbackLater",
	"GET /api/Dashboards/referrals", "POST /api/Dashboards/joinReferral", "POST /api/RMUsers/sendReferralInviteEmail",
	"GET /api/UserContactLists/getContactList", "GET /api/UserContactLists/getContactListCount", "POST /api/UserContactLists/addContacts",
	"POST /api/UserContactLists/removeContact", "POST /api/UserContactLists/invite",
	"GET /api/Dashboards/getWalletTransactions", "GET /api/Dashboards/getDepositDetails",
	"POST /api/RMUsers/{id}/createPendingRentTransaction", "POST /api/RMUsers/{id}/createPendingDepositTransaction",
	"GET /api/Dashboards/getRecurringCards", "GET /api/Dashboards/advanceRentalMeta", "GET /api/Dashboards/advanceRentalOptions", "GET /api/Dashboards/advanceRentalPackage", "POST /api/rmusers/{id}/createAdvanceRentalTransaction",
	"GET /api/UserProfiles/getBilldeskOptions",
	"GET /api/UserProfiles/getRazorPayOptions", "POST /api/Payments/razorpay/captureRecurringAuthPayment",
	"POST /api/Payments/billdesk/captureBilldeskRecurringAuthToken", "POST /api/Dashboards/checkMandate", "POST /api/Dashboards/setActiveCard", "POST /api/Dashboards/cancelMandate", "POST /api/Dashboards/skipDebit",
	"GET /api/payments/paymentgateways", "POST /api/Payments/startPayment", "POST /api/Payments/razorpay/capturePayment",
	"GET /api/Payments/orderStatus", "GET /api/Dashboards/getLedgersData", "GET /api/RMUsers/{id}/getUserLedgerInvoice",
	"GET /api/RMUsers/{id}/getRentalInvoice", "GET /api/Invoices/generateInvoice", "GET /api/Dashboards/getAccountStatement", "GET /api/Orders/getOrderDetailsForPdf", "GET /api/Payments/receipt", "GET /api/Payments/advanceVoucher",
	"GET /api/RMUsers/{id}/getLateFeeDetails",
	"GET /api/ServiceRequests/getCssTicketMetadata", "DELETE /api/ServiceRequests/cancellCssTask",
	"POST /api/ServiceRequests/getCssSlots", "POST /api/ServiceRequests/bookCssSlot", "POST /api/ServiceRequests/cssRescheduleTicket",
	"POST /api/mojovahans/sameDayCancellationFeedback", "POST /api/ServiceRequests/checkIfTicketsCanExistsParallely",
	"POST /api/ServiceRequests/revokeTickets", "POST /api/ServiceRequests/initiateRevoke", "POST /api/ServiceRequests/proceedRevoke",
	"POST /api/ServiceRequestImages/upload", "POST /api/Dashboards/createNewTickets",
	"POST /api/ServiceRequests/createNewTicket", "POST /api/addresses/updateServiceRequestAddress",
	"POST /api/Dashboards/saveOrderItemsAddress", "POST /api/Dashboards/getClosureAmounts", "GET /api/meta/rmStaticVariables",
	"GET /operations/visits", "POST /operations/finishVisit", "POST /operations/giveUpVisit", "GET /operations/inspections", "POST /operations/finishInspection",
	"GET /operations/doubtfulPayees", "POST /operations/decidePayee", "GET /operations/stuckRefunds", "POST /operations/retryPayout",
	"POST /operations/retryRefund", "POST /operations/finishRefund",
	"POST /operations/recordBankTransfer", "GET /operations/bankTransfers", "POST /operations/matchBankTransfer", "POST /operations/returnBankTransfer",
	"POST /operations/unmatchBankTransfer", "POST /operations/removeBankTransfer",
	"POST /operations/recordPromise", "POST /operations/withdrawPromise", "GET /operations/promises",
	"GET /operations/invoice", "GET /operations/voucher", "GET /operations/challan", "GET /operations/challans", "POST /operations/recordEWayBill", "GET /operations/products", "POST /operations/setProductGoods", "GET /operations/documents", "GET /operations/paymentReceipt", "GET /operations/accountStatement", "GET /operations/alerts", "POST /operations/closeAlert", "POST /operations/enterSettlementFile", "POST /operations/enterSettlementLine",
	"GET /operations/funnels", "GET /operations/errors", "GET /operations/errorDetails", "POST /operations/resolveError", "POST /operations/agentLink", "GET /operations/staff", "POST /operations/addStaff", "POST /operations/endStaff",
	"GET /api/RMUsers/sessions", "POST /api/RMUsers/endOtherSessions", "POST /api/RMUsers/disownSession",
	"GET /api/Hyperverges/generateJwtToken", "GET /api/Hyperverges/getKYCData", "GET /api/Hyperverges/completionStatusV3", "GET /api/Hyperverges/getDigilockerUrl",
	"POST /api/Hyperverges/completeDigilocker", "POST /api/UserProfiles/setProfessionV3", "POST /api/Hyperverges/validateAndUpload",
	"POST /api/UserProfiles/setCompanyEmailV2", "POST /api/UserProfiles/verifyCompanyEmail", "POST /api/UserProfiles/saveCollegeName",
	"POST /api/Hyperverges/setAndVerifyGST", "POST /api/UserProfiles/getFinboxNetBankingLink", "POST /api/FinboxBankStatement/predictionStatus",
	"POST /api/Documents/upload", "POST /api/DocumentDetails/setDetails", "POST /api/UserProfiles/submitPartialApprove",
	"POST /api/UserProfiles/cancelAllPendingKycOrders", "POST /api/UserProfiles/skipAlternateBankDetails", "POST /api/UserProfiles/changeUserNameFromPAN",
	"GET /operations/kycReviews", "POST /operations/decideKyc",
	"POST /api/RMUsers/{id}/setLanguage", "GET /api/RMUsers/{id}/getConsents", "POST /api/RMUsers/{id}/setConsent", "GET /api/RMUsers/{id}/getNotificationPreferences", "GET /api/RMUsers/{id}/getMessages", "POST /api/RMUsers/{id}/setNotificationPreferences",
	"GET /api/ServiceRequests/incomingTransfers", "POST /api/ServiceRequests/acceptTransfer",
	"POST /api/ServiceRequests/declineTransfer", "GET /api/ServiceRequests/novationAgreement", "GET /api/ServiceRequests/deliveryChallan",
	"POST /api/Dashboards/confirmClosure", "POST /api/Dashboards/getExtensionDetails", "POST /api/RMUsers/{id}/extendOrderItems",
	"POST /api/RMUsers/{id}/takeBackExtension",
	"POST /api/RMUsers/{id}/setRefundPreference", "GET /api/RMUsers/{id}/getRefundPreference", "GET /api/RMUsers/{id}/getSettlements",
	"POST /api/RMUsers/{id}/payOutWallet",
	"GET /api/UserProfiles/getBankDetails", "GET /api/UserProfiles/ifsc/{code}",
	"POST /api/UserProfiles/setBankDetails", "POST /api/UserProfiles/setUpiDetails",
	"GET /api/RMUsers/{id}/addresses", "POST /api/RMUsers/{id}/addresses", "POST /api/Addresses/serviceability",
	"GET /api/Places/autocomplete", "GET /api/Places/details", "GET /api/Places/geocode", "GET /api/Places/schematic",
	"GET /api/events",
}

func TestEveryCallOfTheContractIsRegistered(t *testing.T) {
	registered := map[string]bool{}
	for _, r := range sharedCity(t).Node.Contract.Table() {
		if r.Call {
			registered[r.Method+" "+r.Path] = true
		}
	}
	for _, c := range calls {
		if !registered[c] {
			t.Errorf("%s is in calls, but routes.go has no such row", c)
		}
		delete(registered, c)
	}
	for extra := range registered {
		t.Errorf("%s has a row in routes.go, but is not in calls: add it there", extra)
	}
}

// sessionless are the calls that anybody may make.
var sessionless = map[string]bool{
	"POST /api/RMUsers/accessTokenLogin": true, "POST /api/RMUsers/requestLoginCode": true,
	"POST /api/RMUsers/verifyLoginCode": true, "POST /api/Haptiks/verify": true, "GET /rudderstack-event-data.json": true, "POST /api/errors/envelope": true,
}

// CALL-02, ROLE-01: without a session no call answers, and validation errors reveal nothing.
func TestNoCallWithoutASession(t *testing.T) {
	w := sharedCity(t)
	for _, c := range calls {
		if sessionless[c] {
			continue
		}
		method, path, _ := strings.Cut(c, " ")
		path = strings.ReplaceAll(path, "{id}", "1")
		for _, token := range []string{"", "rs1_made-up", "Bearer x", strings.Repeat("a", 9000)} {
			t.Run(fmt.Sprintf("%s %.12s", c, token), func(t *testing.T) {
				answer := w.raw(t, method, path, token, []byte("{"))
				if p := refused(t, answer, http.StatusUnauthorized); p.Error.Name != "AUTHORIZATION_REQUIRED" {
					t.Errorf("name %q, want AUTHORIZATION_REQUIRED", p.Error.Name)
				}
			})
		}
	}
}

// B2B-02, ROLE-02: a business customer gets the B2B flag and the chat, and nothing else.
func TestABusinessCustomerSeesNothing(t *testing.T) {
	w := sharedCity(t)
	farid := w.person(t, "farid")
	var flag struct{ Success bool }
	if status := farid.do(t, http.MethodGet, "/api/Dashboards/isB2B", nil, &flag); status != http.StatusOK || !flag.Success {
		t.Fatalf("status %d, flag %v, want 200", status, flag)
	}
	allowed := map[string]bool{
		"GET /api/Dashboards/isB2B": true, "POST /api/RMUsers/logout": true, "POST /api/RMUsers/disownSession": true,
		"GET /api/Haptiks/generateUserAndSessionMap": true, "POST /api/Chatbots/upsertUserAndSessionMap": true, "GET /api/events": true,
		"GET /api/Chatbots/conversation": true, "POST /api/Chatbots/sendMessage": true, "POST /api/Chatbots/sendQuickReply": true, "POST /api/Chatbots/markSeen": true, "POST /api/Chatbots/uploadImage": true,
	}
	for _, c := range calls {
		if sessionless[c] || allowed[c] || strings.Contains(c, " /operations/") {
			continue
		}
		method, path, _ := strings.Cut(c, " ")
		answer := w.raw(t, method, strings.ReplaceAll(path, "{id}", fmt.Sprint(farid.id)), farid.token, nil)
		refused(t, answer, http.StatusForbidden)
	}
}

func TestUnknownPathsHaveTheErrorShape(t *testing.T) {
	w := sharedCity(t)
	for _, test := range []struct {
		method, path string
		status       int
	}{
		{http.MethodGet, "/api/nothing", 404},
		{http.MethodGet, "/api/", 404},
		{http.MethodGet, "/api/Dashboards/nothing", 404},
		{http.MethodPost, "/api/Dashboards/dashboardData", 405},
		{http.MethodDelete, "/api/RMUsers/1/getRentalInvoice", 405},
	} {
		t.Run(test.method+" "+test.path, func(t *testing.T) {
			refused(t, w.raw(t, test.method, test.path, "", nil), test.status)
		})
	}
}

// CALL-01: the contract spells its sections in several ways. The first two segments are matched in
// any case, the rest exactly.
func TestSectionsAreTakenInAnyCase(t *testing.T) {
	asha := sharedCity(t).person(t, "asha")
	for path, status := range map[string]int{
		"/api/Dashboards/isB2B": 200, "/api/dashboards/isB2B": 200, "/API/DASHBOARDS/isB2B": 200, "/api/Dashboards/isb2b": 404,
		"/api/rmusers/{id}/dashboardTabsVisibility": 200, "/api/Payments/paymentgateways": 200,
	} {
		if got := asha.do(t, http.MethodGet, path, nil, nil); got != status {
			t.Errorf("%s: status %d, want %d", path, got, status)
		}
	}
}

// The committed contract is the generated one. It is also served as a page that lists every call.
func TestTheContractIsServed(t *testing.T) {
	w := sharedCity(t)
	committed, err := os.ReadFile("../../api/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	generated, err := w.Node.Contract.YAML()
	if err != nil || string(generated) != string(committed) {
		t.Errorf("api/openapi.yaml is not what the program writes now: run make gen (%v)", err)
	}
	page := w.raw(t, http.MethodGet, "/docs", "", nil)
	for _, c := range calls {
		_, path, _ := strings.Cut(c, " ")
		if !strings.Contains(page.Body.String(), path) {
			t.Errorf("%s is not on the page", c)
		}
	}
	if document := w.raw(t, http.MethodGet, "/openapi.yaml", "", nil); document.Body.String() != string(committed) {
		t.Errorf("/openapi.yaml: status %d, and it is not api/openapi.yaml", document.Code)
	}
	var document struct{ Paths map[string]any }
	text := w.raw(t, http.MethodGet, "/openapi.json", "", nil).Body.Bytes()
	if err := json.Unmarshal(text, &document); err != nil || bytes.Contains(text, []byte(`"additionalProperties":true`)) {
		t.Errorf("/openapi.json: %v, or it says what is no part of the contract", err)
	}
	for _, c := range calls {
		if _, path, _ := strings.Cut(c, " "); document.Paths[path] == nil {
			t.Errorf("%s is not in /openapi.json", c)
		}
	}
	for _, unlisted := range []string{"/openapi-3.0.json", "/openapi-3.0.yaml", "/schemas/Ok.json"} {
		if answer := w.raw(t, http.MethodGet, unlisted, "", nil); answer.Code != http.StatusNotFound {
			t.Errorf("%s is served: status %d, want 404", unlisted, answer.Code)
		}
	}
}
