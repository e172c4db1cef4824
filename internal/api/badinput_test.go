package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// wrong are inputs that every call must refuse, with the status that says why:
// 400 for what cannot be read, 422 for a field, 404 for what is not there.
var wrong = []struct {
	call, body string
	status     int
}{
	{"POST /api/RMUsers/requestLoginCode", `{`, 400},
	{"POST /api/RMUsers/requestLoginCode", `"text"`, 422},
	{"POST /api/RMUsers/requestLoginCode", `[]`, 422},
	{"POST /api/RMUsers/requestLoginCode", ``, 400},
	{"POST /api/RMUsers/requestLoginCode", `{}`, 422},
	{"POST /api/RMUsers/requestLoginCode", `{"mobileNumber":9876543210}`, 422},
	{"POST /api/RMUsers/requestLoginCode", `{"mobileNumber":"123"}`, 422},
	{"POST /api/RMUsers/requestLoginCode", `{"mobileNumber":"1234567890"}`, 422},
	{"POST /api/RMUsers/requestLoginCode", `{"mobileNumber":"98765432100"}`, 422},
	{"POST /api/RMUsers/requestLoginCode", `{"mobileNumber":"9876543210; DROP TABLE customers"}`, 422},
	{"POST /api/RMUsers/requestLoginCode", `{"mobileNumber":"9876543210","mobileNumber":"9876543211"}`, 422},
	{"POST /api/RMUsers/requestLoginCode", `{"MobileNumber":"9876543210"}`, 422},
	{"POST /api/RMUsers/requestLoginCode", `{"mobileNumber":"9876543210","MOBILENUMBER":"9876543211"}`, 422},
	{"POST /api/RMUsers/requestLoginCode", `{"mobileNumber":"9876543210","x":{"y":[{"z":1,"Z":2}]}}`, 422},
	{"POST /api/ServiceRequests/initiateRevoke", `{"ticketIds":[]}`, 422},
	{"POST /api/ServiceRequests/initiateRevoke", `{"data":null}`, 422},
	{"POST /api/ServiceRequests/initiateRevoke", `{"Data":{"ticketIds":["T0"]}}`, 422},
	{"POST /api/ServiceRequests/initiateRevoke", `{"ticketIds":["` + strings.Repeat("T", 41) + `"]}`, 422},
	{"POST /api/ServiceRequests/proceedRevoke", `{"comment":"` + strings.Repeat("x", 2001) + `","revokeTickets":[{"ticketId":"T0"}]}`, 422},
	{"POST /api/ServiceRequests/proceedRevoke", `{"revokeTickets":[{"ticketId":"T0"}]}`, 422},
	{"POST /api/Payments/razorpay/capturePayment", `{"rmTransactionId":0}`, 422},
	{"GET /api/Dashboards/getSubscriptions?query=%7B%22page%22%3A1%2C%22PAGE%22%3A2%7D", ``, 400},
	{"GET /api/Dashboards/getSubscriptions?query=" + strings.Repeat("+", 300), ``, 422},
	{"POST /api/Feedbacks/submitFeedback", `{"feedbackData":{"rating":5,"feedbackToken":"x","comment":"` + strings.Repeat("x", 2001) + `"}}`, 422},
	{"POST /api/RMUsers/verifyLoginCode", `{"challengeId":"x"}`, 422},
	{"POST /api/RMUsers/verifyLoginCode", `{"challengeId":"x","code":"` + strings.Repeat("1", 500) + `"}`, 422},
	{"POST /api/RMUsers/accessTokenLogin", `{"accessTokenID":12}`, 422},
	{"POST /api/RMUsers/accessTokenLogin", `{"accessTokenID":"nobody's"}`, 401},
	{"POST /api/RMUsers/accessTokenLogin", `{}`, 422},
	{"GET /api/Dashboards/getServiceRequest?query=%7B", ``, 400},
	{"GET /api/Dashboards/getServiceRequest?query=%7B%22page%22%3A-1%7D", ``, 422},
	{"GET /api/Dashboards/getServiceRequest?query=%7B%22size%22%3A100000%7D", ``, 422},
	{"GET /api/Dashboards/getServiceRequest?query=%5B%5D", ``, 400},
	{"GET /api/Dashboards/getServiceRequest?activeStatus=maybe", ``, 400},
	{"GET /api/Dashboards/getSubscriptions?status=lost", ``, 422},
	{"GET /api/Dashboards/getWalletTransactions?query=%7B%22page%22%3A%22x%22%7D", ``, 400},
	{"GET /api/RMUsers/{id}/getUserLedgerInvoice", ``, 422},
	{"GET /api/RMUsers/{id}/getUserLedgerInvoice?invoiceId=abc", ``, 422},
	{"GET /api/RMUsers/{id}/getUserLedgerInvoice?invoiceId=-1", ``, 404},
	{"GET /api/RMUsers/{id}/getUserLedgerInvoice?invoiceId=99999999999999999999", ``, 422},
	{"GET /api/RMUsers/abc/getRentalInvoice", ``, 422},
	{"GET /api/RMUsers/{id}/getLateFeeDetails?invoiceId=5", ``, 404},
	{"GET /api/Invoices/generateInvoice?type=rental", ``, 422},
	{"GET /api/Invoices/generateInvoice?type=rental&orderUniqueId=" + strings.Repeat("x", 200), ``, 422},
	{"GET /api/Invoices/generateInvoice?type=poem&orderUniqueId=x", ``, 404},
	{"GET /api/Payments/receipt", ``, 422},
	{"GET /api/Payments/receipt?rmTransactionId=7", ``, 404},
	{"GET /api/Orders/getOrderDetailsForPdf", ``, 422},
	{"GET /api/Orders/getOrderDetailsForPdf?orderId=7", ``, 404},
	{"POST /api/RMUsers/{id}/createPendingRentTransaction", `{"isAutoDebit":"yes"}`, 422},
	{"POST /api/RMUsers/{id}/createPendingRentTransaction", `nonsense`, 400},
	{"POST /api/RMUsers/{id}/createPendingRentTransaction", `{"isAutoDebit":false,"paymentMethod":"` + strings.Repeat("x", 99) + `"}`, 422},
	{"POST /api/Payments/startPayment", `{"rmTransactionId":"1","uniqueId":"x","gateway":"razorpay"}`, 422},
	{"POST /api/Payments/startPayment", `{"rmTransactionId":-4,"uniqueId":"x","gateway":"razorpay"}`, 422},
	{"POST /api/Payments/startPayment", `{"rmTransactionId":1,"uniqueId":"x","gateway":"bank of nowhere"}`, 404},
	{"POST /api/Payments/razorpay/capturePayment", `{"data":"x"}`, 422},
	{"POST /api/Payments/razorpay/capturePayment", `{"data":{}}`, 422},
	{"GET /api/Payments/orderStatus", ``, 422},
	{"GET /api/Payments/orderStatus?rmTransactionId=0", ``, 422},
	{"POST /api/Chatbots/upsertUserAndSessionMap", `{"uniqueUserSessionId":"","userId":{id},"active":true}`, 422},
	{"POST /api/customTrack", `{"event":"` + strings.Repeat("e", 200) + `","devicePlatform":"mweb"}`, 422},
	{"POST /api/customTrack", `{"event":"x","properties":"text","devicePlatform":"mweb"}`, 422},
	{"POST /api/customTrack", `{"event":"x","properties":{"a":"` + strings.Repeat("z", 5000) + `"},"devicePlatform":"mweb"}`, 422},
	{"POST /api/messageToken", `{"firebaseDeviceToken":"","isContactPermissionAllowed":true,"devicePlatform":"mweb"}`, 422},
	{"POST /api/Feedbacks/submitFeedback", `{"feedbackData":{"rating":11,"feedbackToken":"x"}}`, 422},
	{"POST /api/Feedbacks/submitFeedback", `{"feedbackData":{"rating":5,"feedbackToken":"x"}}`, 404},
	{"POST /api/Feedbacks/lapseFeedbackV2", `{"feedbackToken":7}`, 422},
	{"GET /api/events?since=now", ``, 422},
	{"GET /api/events?since=-1", ``, 422},
	{"GET /api/ServiceRequests/getCssTicketMetadata", ``, 422},
	{"GET /api/ServiceRequests/getCssTicketMetadata?ticketId=T0", ``, 404},
	{"GET /api/ServiceRequests/getCssTicketMetadata?ticketId=" + strings.Repeat("T", 99), ``, 422},
	{"DELETE /api/ServiceRequests/cancellCssTask?serviceRequestId=-1", ``, 404},
	{"DELETE /api/ServiceRequests/cancellCssTask?serviceRequestId=x", ``, 422},
	{"POST /api/ServiceRequests/getCssSlots", `{"data":{"orderItemIds":[]}}`, 422},
	{"POST /api/ServiceRequests/getCssSlots", `{"data":{"orderItemIds":["1"]}}`, 422},
	{"POST /api/ServiceRequests/bookCssSlot", `{"data":{"slotId":"tomorrow","orderItemIds":[1]}}`, 404},
	{"POST /api/ServiceRequests/bookCssSlot", `{"data":{}}`, 422},
	{"POST /api/ServiceRequests/cssRescheduleTicket", `{"ticketId":"T0","preferredDate":"31-12-2026"}`, 422},
	{"POST /api/mojovahans/sameDayCancellationFeedback", `{"ticketId":"T0","reason":""}`, 422},
	{"POST /api/ServiceRequests/checkIfTicketsCanExistsParallely", `{"data":{"orderItemIds":[1],"requestTypeCreating":61}}`, 422},
	{"POST /api/ServiceRequests/checkIfTicketsCanExistsParallely", `{"data":{"orderItemIds":"all","requestTypeCreating":20}}`, 422},
	{"POST /api/ServiceRequests/revokeTickets", `{"data":{"comment":"x","revokeTickets":[]}}`, 422},
	{"POST /api/ServiceRequests/revokeTickets", `{"data":{"comment":"x","revokeTickets":[{"ticketId":"T0"}]}}`, 404},
	{"POST /api/ServiceRequests/initiateRevoke", `{"data":{"ticketIds":[]}}`, 422},
	{"POST /api/ServiceRequests/createNewTicket", `{"data":{"requestType":7,"orderItemIds":[1]}}`, 422},
	{"POST /api/ServiceRequests/createNewTicket", `{"data":{"requestType":65,"orderItemIds":[1],"orderItemCount":3}}`, 422},
	{"POST /api/ServiceRequests/createNewTicket", `{"data":{"requestType":65,"orderItemIds":[1]}}`, 422},
	{"POST /api/ServiceRequestImages/upload", `{}`, 415},
	{"POST /api/ServiceRequestImages/upload", ``, 415},
	{"GET /api/ServiceRequestImages/upload", ``, 404},
	{"GET /api/ServiceRequestImages/..%2F..%2Fetc%2Fpasswd", ``, 404},
	{"POST /api/Dashboards/createNewTickets", `{"data":[]}`, 422},
	{"POST /api/Dashboards/createNewTickets", `{"data":{}}`, 422},
	{"POST /api/Dashboards/createNewTickets", `{"data":[{"requestType":65,"images":[],"orderItemId":1,"message":"x"}]}`, 422},
	{"POST /api/Dashboards/createNewTickets", `{"data":[{"requestType":20,"images":"all","orderItemId":1,"message":"x"}]}`, 422},
	{"POST /api/Dashboards/createNewTickets", `{"data":[{"requestType":20,"images":[{"id":"x"}],"orderItemId":1,"message":" "}]}`, 422},
	{"POST /api/Dashboards/createNewTickets", `{"data":[{"requestType":20,"images":[{"id":"x"}],"orderItemId":-1,"message":"x"}]}`, 404},
	{"POST /api/ServiceRequests/createNewTicket", `{"data":{"requestType":690,"orderItemIds":[1],"mobileNumber":"12"}}`, 422},
	{"POST /api/ServiceRequests/createNewTicket", `{"data":{"requestType":690,"orderItemIds":[1],"mobileNumber":"123456789012"}}`, 422},
	{"POST /api/ServiceRequests/acceptTransfer", `{"ticketId":"T0","addressId":"home"}`, 422},
	{"POST /api/ServiceRequests/acceptTransfer", `{"ticketId":"T0","addressId":1}`, 404},
	{"POST /api/ServiceRequests/declineTransfer", `{}`, 422},
	{"GET /api/ServiceRequests/novationAgreement", ``, 422},
	{"POST /api/addresses/updateServiceRequestAddress", `{"serviceRequestId":-4,"addressId":1}`, 404},
	{"POST /api/Dashboards/saveOrderItemsAddress", `{"id":1,"orderItems":[]}`, 422},
	{"POST /api/Dashboards/getClosureAmounts", `{"orderItemIds":[]}`, 422},
	{"POST /api/Dashboards/getClosureAmounts", `{"orderItemIds":[-1]}`, 404},
	{"POST /api/Dashboards/getClosureAmounts", `{"orderItemIds":[1],"preferredPickupDate":"soon"}`, 422},
	{"POST /api/Dashboards/confirmClosure", `{"orderItemIds":[1]}`, 422},
	{"POST /api/Dashboards/confirmClosure", `{"orderItemIds":[1],"preferredPickupDate":"2026-12-01","message":"x","id":5}`, 404},
	{"POST /api/Dashboards/getExtensionDetails", `{"orderItemIds":[]}`, 404},
	{"POST /api/RMUsers/{id}/setLanguage", `{"language":"HI"}`, 422},
	{"POST /api/RMUsers/{id}/setLanguage", `{"language":"xx"}`, 422},
	{"POST /api/RMUsers/{id}/setLanguage", `{"language":"xx","fromBrowser":true}`, 422},
	{"POST /api/RMUsers/{id}/extendOrderItems", `{"extensionData":[]}`, 422},
	{"POST /api/RMUsers/{id}/extendOrderItems", `{"extensionData":[{"orderItemId":1,"extendedTenureMonths":4,"newRentAmount":1}]}`, 422},
	{"POST /api/RMUsers/{id}/takeBackExtension", `{"orderItemId":1}`, 422},
	{"POST /api/RMUsers/{id}/takeBackExtension", `{"orderItemId":-1,"tenureEndDate":"2027-01-01"}`, 404},
	{"POST /api/RMUsers/{id}/setRefundPreference", ``, 422},
	{"POST /api/RMUsers/{id}/setRefundPreference?preferenceInt=30", ``, 422},
	{"POST /api/RMUsers/{id}/setRefundPreference?preferenceInt=bank", ``, 422},
	{"POST /api/RMUsers/{id}/setRefundPreference?preferenceInt=20", ``, 422},
	{"POST /api/RMUsers/{id}/setRefundPreference?preferenceInt=40", ``, 422},
	{"POST /api/RMUsers/{id}/payOutWallet", `{}`, 422},
	{"POST /api/RMUsers/{id}/payOutWallet", `{"preferenceInt":10}`, 422},
	{"POST /api/RMUsers/{id}/payOutWallet", `{"preferenceInt":20}`, 422},
	{"POST /api/RMUsers/{id}/payOutWallet", `{"preferenceInt":20,"amount":0.5}`, 422},
	{"POST /api/RMUsers/{id}/payOutWallet", `{"preferenceInt":20,"amount":-5}`, 422},
	{"GET /api/UserProfiles/getBankDetails", ``, 422},
	{"GET /api/UserProfiles/getBankDetails?userId=x", ``, 422},
	{"GET /api/UserProfiles/ifsc/HDFC", ``, 422},
	{"GET /api/UserProfiles/ifsc/HDFC0ZZZZZZ", ``, 404},
	{"GET /api/UserProfiles/ifsc/..%2F..%2Fetc%2Fp", ``, 404},
	{"POST /api/UserProfiles/setBankDetails", `{`, 400},
	{"POST /api/UserProfiles/setBankDetails", `{"userId":{id}}`, 422},
	{"POST /api/UserProfiles/setBankDetails", `{"userId":{id},"details":{"nameInBank":"Esha  Kapoor","accountNumber":"123456789","ifsc":"HDFC0000001","bankName":"HDFC Bank"}}`, 422},
	{"POST /api/UserProfiles/setBankDetails", `{"userId":{id},"details":{"nameInBank":"Esha","accountNumber":"1234567","ifsc":"HDFC0000001","bankName":"HDFC Bank"}}`, 422},
	{"POST /api/UserProfiles/setBankDetails", `{"userId":{id},"details":{"nameInBank":"Esha","accountNumber":123456789,"ifsc":"HDFC0000001","bankName":"HDFC Bank"}}`, 422},
	{"POST /api/UserProfiles/setUpiDetails", `{"userId":{id},"details":{"vpa":"esha@mail.com"}}`, 422},
	{"POST /api/UserProfiles/setUpiDetails", `{"userId":{id},"details":"x"}`, 422},
	{"GET /api/RMUsers/abc/addresses", ``, 422},
	{"POST /api/RMUsers/{id}/addresses", `{`, 400},
	{"POST /api/RMUsers/{id}/addresses", `{}`, 422},
	{"POST /api/RMUsers/{id}/addresses", `{"flatNo":"","addressLine1":"3rd Cross","city":"Pune"}`, 422},
	{"POST /api/RMUsers/{id}/addresses", `{"flatNo":4,"addressLine1":"3rd Cross","city":"Pune"}`, 422},
	{"POST /api/RMUsers/{id}/addresses", `{"flatNo":"4","addressLine1":"3rd Cross","city":"Atlantis"}`, 422},
	{"POST /api/RMUsers/{id}/addresses", `{"flatNo":"4","addressLine1":"3rd Cross","city":"Pune","pincode":"41100"}`, 422},
	{"POST /api/RMUsers/{id}/addresses", `{"flatNo":"4","addressLine1":"3rd Cross","city":"Pune","latlng":{"lat":999,"lng":0}}`, 422},
	{"POST /api/Addresses/serviceability", `{"latitude":12.9}`, 422},
	{"POST /api/Addresses/serviceability", `{"latitude":"12.9","longitude":77.6}`, 422},
	{"POST /api/Addresses/serviceability", `{"latitude":912.9,"longitude":77.6}`, 422},
	{"POST /api/Addresses/serviceability", `{"latitude":12.9,"longitude":77.6,"boundCity":"atlantis"}`, 422},
	{"POST /api/Addresses/serviceability", `{"latitude":12.9,"longitude":77.6,"boundCity":"pune"}`, 403},
	{"POST /api/Dashboards/getClosureAmounts", `{"orderItemIds":[1.0]}`, 422},
	{"POST /api/Dashboards/getClosureAmounts", `{"orderItemIds":[1e400]}`, 422},
	{"POST /api/Dashboards/getClosureAmounts", `{"orderItemIds":[9223372036854775808]}`, 422},
	{"POST /api/ServiceRequests/getCssSlots", `{"orderItemIds":"all of them"}`, 422},
	{"POST /api/Dashboards/getClosureAmounts", strings.Repeat("[", 20_000), 400},
	{"POST /api/ServiceRequests/cssRescheduleTicket", `{"ticketId":"T0","preferredDate":"2026-12-01","reason":"\u0000"}`, 400},
	{"POST /api/ServiceRequests/cssRescheduleTicket", `{"ticketId":"T0","preferredDate":"2026-12-01","reason":"\\\u0000"}`, 400},
	{"POST /api/ServiceRequests/cssRescheduleTicket", `{"ticketId":"T0","preferredDate":"2026-12-01","reason":"\\u0000"}`, 404},
	{"GET /api/ServiceRequests/getCssTicketMetadata?ticketId=T0%00", ``, 400},
	{"GET /api/ServiceRequests/getCssTicketMetadata?x=%zz&ticketId=%ff", ``, 400},
	{"GET /api/ServiceRequests/getCssTicketMetadata?ticketId=%c3&ticketId=%a9", ``, 400},
	{"GET /api/UserProfiles/ifsc/HDFC%0000001", ``, 400},
	{"GET /pay/T0%00", ``, 400},
	{"GET /api/Dashboards/getServiceRequest?page=1&page=2", ``, 400},
	{"GET /pgRedirect?transactionId=%ff", ``, 400},
	{"POST /demo/token/nobody", ``, 404},
	{"POST /demo/clock", `{"advance":"soon"}`, 422},
}

// Bad input gets a clear refusal in the error shape, is logged once, and
// changes nothing. What was sent does not come back: it may be a secret.
func TestBadInputIsRefusedClearly(t *testing.T) {
	w := sharedCity(t)
	esha := w.person(t, "esha")
	before := snapshot(t, esha)
	for _, test := range wrong {
		name := test.call + " " + test.body
		t.Run(name[:min(len(name), 90)], func(t *testing.T) {
			method, path, _ := strings.Cut(strings.ReplaceAll(test.call, "{id}", fmt.Sprint(esha.id)), " ")
			var body []byte
			if method == http.MethodPost {
				body = []byte(strings.ReplaceAll(test.body, "{id}", fmt.Sprint(esha.id)))
			}
			w.log.Drain()
			answer := w.raw(t, method, path, esha.token, body)
			p := refused(t, answer, test.status)
			if strings.Contains(answer.Body.String(), "DROP TABLE") || strings.Contains(answer.Body.String(), strings.Repeat("1", 100)) {
				t.Errorf("the answer repeats what was sent: %s", answer.Body)
			}
			if strings.Contains(answer.Body.String(), "json:") || strings.Contains(answer.Body.String(), "Go ") {
				t.Errorf("the answer speaks of our insides: %s", answer.Body)
			}
			lines := strings.Count(w.log.Drain(), `"status":`+fmt.Sprint(test.status))
			if !strings.HasPrefix(path, "/demo") && lines != 1 {
				t.Errorf("%d log lines for one refusal (%s), want 1", lines, p.Error.Name)
			}
		})
	}
	if after := snapshot(t, esha); after != before {
		t.Error("bad input changed something")
	}
}

// A body beyond the limit is refused before it is read.
func TestALargeBodyIsRefused(t *testing.T) {
	w := sharedCity(t)
	answer := w.raw(t, http.MethodPost, "/api/RMUsers/requestLoginCode", "", []byte(`{"mobileNumber":"`+strings.Repeat("9", 2<<20)+`"}`))
	refused(t, answer, http.StatusRequestEntityTooLarge)
}
