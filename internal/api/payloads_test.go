package api_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// attempt is a call with the values of its query and its body.
type attempt struct {
	call  string
	query map[string]any
	body  any
}

type object = map[string]any

// attempts are all calls of the service requests, each with a valid payload.
func (c client) attempts() []attempt {
	data := func(body any) any { return object{"data": body} }
	one := func(id int64) []any { return []any{id} }
	item := object{
		"ticketId": c.repair.Number, "serviceRequestId": c.repair.ID, "requestType": int64(20), "requestTypeName": "Repair",
		"orderItemId": c.here[0], "productName": "Sofa",
	}
	return slices.Concat(c.writing(data, one, item), []attempt{
		{"GET /api/Dashboards/getServiceRequest", object{"query": `{"page":1,"size":10}`, "activeStatus": "true"}, nil},
		{"GET /api/ServiceRequests/getCssTicketMetadata", object{"ticketId": c.repair.Number}, nil},
		{"GET /api/Places/autocomplete", object{"input": "Koramangala"}, nil},
		{"GET /api/Places/details", object{"placeId": "bengaluru.koramangala"}, nil},
		{"GET /api/Places/geocode", object{"latlng": "12.97,77.59"}, nil},
		{"GET /api/UserProfiles/getBankDetails", object{"userId": c.id}, nil},
		{"POST /api/ServiceRequests/getCssSlots", nil, data(object{"orderItemIds": one(c.there[1]), "mojoVahanTaskType": "PICKUP", "requestType": "Relocation Pickup"})},
		{"POST /api/ServiceRequests/getCssSlots", nil, data(object{"ticketId": c.cooling.Number})},
		{"POST /api/ServiceRequests/checkIfTicketsCanExistsParallely", nil, data(object{
			"userId": c.id, "orderItemIds": one(c.here[0]), "requestTypeCreating": int64(200), "requestTypeName": "Closure",
		})},
		{"POST /api/ServiceRequests/initiateRevoke", nil, data(object{"ticketIds": []any{c.repair.Number, c.moving.Number}})},
		{"POST /api/Dashboards/getClosureAmounts", nil, object{"orderItemIds": []any{c.here[2], c.here[3]}, "preferredPickupDate": "2026-11-24"}},
		{"POST /api/Dashboards/getExtensionDetails", nil, object{"orderItemIds": []any{c.here[2], c.here[3]}}},
		{"POST /api/Addresses/serviceability", nil, object{"latitude": 12.97, "longitude": 77.59, "boundCity": "bangalore"}},
	})
}

func (c client) writing(data func(any) any, one func(int64) []any, item object) []attempt {
	return []attempt{
		{"DELETE /api/ServiceRequests/cancellCssTask", object{"serviceRequestId": c.repair.ID}, nil},
		{"POST /api/ServiceRequests/bookCssSlot", nil, data(object{"slotId": "2/2026-11-24/10:00", "orderItemIds": one(c.there[1])})},
		{"POST /api/ServiceRequests/bookCssSlot", nil, data(object{"slotId": "2/2026-11-24/10:00", "ticketId": c.cooling.Number})},
		{"POST /api/ServiceRequests/cssRescheduleTicket", nil, object{"ticketId": c.repair.Number, "preferredDate": "2026-11-24", "reason": "I am away."}},
		{"POST /api/ServiceRequests/cssRescheduleTicket", nil, object{"ticketId": c.cooling.Number, "slotId": "2/2026-11-25/10:00"}},
		{"POST /api/ServiceRequests/cssRescheduleTicket", nil, object{
			"ticketId": c.closure.Number, "preferredDate": "2026-11-25", "closureCharge": float64(c.charge) / 100,
		}},
		{"POST /api/mojovahans/sameDayCancellationFeedback", nil, object{"ticketId": c.over.Number, "reason": "Other", "comment": "It works again."}},
		{"POST /api/ServiceRequests/revokeTickets", nil, data(object{"comment": "", "revokeTickets": []any{item}})},
		{"POST /api/ServiceRequests/proceedRevoke", nil, data(object{"comment": "It works again.", "revokeTickets": []any{item}})},
		{"POST /api/ServiceRequests/createNewTicket", nil, data(object{
			"requestType": int64(65), "message": "Third floor", "orderItemCount": int64(1), "orderItemIds": one(c.here[2]), "location": "Pune",
			"address": object{"id": c.away}, "cxPreferredPickupDate": "2026-11-24", "cxPreferredDeliveryDate": "2026-11-28",
		})},
		{"POST /api/ServiceRequests/createNewTicket", nil, data(object{"requestType": int64(690), "orderItemIds": one(c.here[2]), "mobileNumber": c.mobile})},
		{"POST /api/Dashboards/createNewTickets", nil, data([]any{
			object{"requestType": int64(20), "images": []any{object{"id": c.image}}, "orderItemId": c.here[2], "message": "It makes a noise."},
			object{"requestType": int64(20), "images": []any{object{"id": c.image}}, "orderItemId": c.there[1], "message": "It makes none."},
		})},
		{"POST /api/addresses/updateServiceRequestAddress", nil, object{"serviceRequestId": c.moving.ID, "addressId": c.home}},
		{"POST /api/Dashboards/saveOrderItemsAddress", nil, object{"id": c.home, "orderItems": one(c.here[2])}},
		{"POST /api/ServiceRequests/acceptTransfer", nil, object{"ticketId": c.offer.Number, "addressId": c.home}},
		{"POST /api/ServiceRequests/declineTransfer", nil, object{"ticketId": c.offer.Number}},
		{"POST /api/Dashboards/confirmClosure", nil, object{
			"orderItemIds": []any{c.here[2], c.here[3]}, "preferredPickupDate": "2026-11-24", "message": "Other", "id": c.id,
		}},
		{"POST /api/RMUsers/{id}/extendOrderItems", nil, object{
			"id": c.id, "extensionData": []any{object{"orderItemId": c.here[2], "extendedTenureMonths": int64(3), "newRentAmount": int64(699)}},
		}},
		{"POST /api/RMUsers/{id}/takeBackExtension", nil, object{"id": c.id, "orderItemId": c.there[1], "tenureEndDate": c.extendedTo}},
		{"POST /api/RMUsers/{id}/addresses", nil, object{
			"flatNo": "4", "societyName": "Palm Court", "addressLine1": "3rd Cross", "addressLine2": "Lane 7", "area": "Baner", "landMark": "Park",
			"subCity": "Pune", "city": "Pune", "pincode": "411045", "alternativeMobile": "9876543210", "latlng": object{"lat": 18.56, "lng": 73.78},
		}},
		{"POST /api/RMUsers/{id}/setRefundPreference", object{"preferenceInt": int64(10)}, nil},
		{"POST /api/UserProfiles/setBankDetails", nil, object{"userId": c.id, "details": object{
			"nameInBank": "Asha Confided", "accountNumber": accountNumber, "ifsc": "HDFC0000001", "bankName": "HDFC Bank",
		}}},
		{"POST /api/UserProfiles/setUpiDetails", nil, object{"userId": c.id, "details": object{"vpa": vpa}}},
		{"POST /api/ServiceRequestImages/upload", nil, object{"field": "file", "name": "sofa.png", "kind": "image/png", "data": c.photo}},
		{"POST /api/Chatbots/uploadImage", nil, object{"field": "file", "name": "fridge.png", "kind": "image/png", "data": c.photo}},
	}
}

// These values must not appear in a refusal or in the log, like confided.
const (
	accountNumber = "918273645546"
	vpa           = "asha.confided@okbank"
)

// target returns the method and the path of a call, with its query.
func (c client) target(a attempt) (method, target string) {
	method, target, _ = strings.Cut(strings.ReplaceAll(a.call, "{id}", fmt.Sprint(c.id)), " ")
	values := url.Values{}
	for name, value := range a.query {
		values.Set(name, textOf(value))
	}
	if len(values) > 0 {
		target += "?" + values.Encode()
	}
	return method, target
}

// textOf returns a value as text, for a query or a form.
func textOf(value any) string {
	if text, ok := value.(string); ok {
		return text
	}
	text, _ := json.Marshal(value)
	return string(text)
}
