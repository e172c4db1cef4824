package api

import (
	"maps"
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// exemplify gives every body and answer of the contract an example built from its schema. For each
// field it uses the field's own example, or else one by its name, or else one by its type.
func (r *routes) exemplify() {
	document := r.api.OpenAPI()
	for _, item := range document.Paths {
		for _, operation := range operationsOf(item) {
			if operation.RequestBody != nil {
				exemplifyMedia(document.Components.Schemas, operation.RequestBody.Content)
			}
			if response := operation.Responses["200"]; response != nil {
				exemplifyMedia(document.Components.Schemas, response.Content)
			}
		}
	}
}

func exemplifyMedia(registry huma.Registry, content map[string]*huma.MediaType) {
	if media := content["application/json"]; media != nil && media.Example == nil {
		media.Example = exampleOf(registry, media.Schema, "")
	}
	if media := content["text/event-stream"]; media != nil {
		media.Example = "event: changed\nid: 42\ndata: {\"revision\":42}\n\n"
	}
}

// exampleOf returns a value that fits a schema. name is the field that contains it.
func exampleOf(registry huma.Registry, s *huma.Schema, name string) any {
	for s.Ref != "" {
		s = registry.SchemaFromRef(s.Ref)
	}
	switch {
	case len(s.Examples) > 0:
		return s.Examples[0]
	case len(s.Enum) > 0:
		return s.Enum[0]
	case len(s.OneOf) > 0:
		return exampleOf(registry, s.OneOf[0], name)
	}
	switch s.Type {
	case huma.TypeObject:
		return exampleObject(registry, s)
	case huma.TypeArray:
		return []any{exampleOf(registry, s.Items, name)}
	}
	return exampleScalar(s, name)
}

func exampleObject(registry huma.Registry, s *huma.Schema) map[string]any {
	out := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		out[name] = exampleOf(registry, s.Properties[name], name)
	}
	if values, ok := s.AdditionalProperties.(*huma.Schema); ok {
		out["3"] = exampleOf(registry, values, "")
	}
	return out
}

func exampleScalar(s *huma.Schema, name string) any {
	switch s.Type {
	case huma.TypeBoolean:
		return true
	case huma.TypeInteger:
		if v, ok := exampleNumbers[name]; ok {
			return int64(v)
		}
		return int64(12)
	case huma.TypeNumber:
		if v, ok := exampleNumbers[name]; ok {
			return v
		}
		return 1499.5
	case huma.TypeString:
		return exampleText(s, name)
	}
	return map[string]any{} // anything
}

func exampleText(s *huma.Schema, name string) string {
	switch s.Format {
	case "date":
		return "2026-11-20"
	case "date-time":
		return "2026-11-20T10:30:00+05:30"
	}
	if text, ok := exampleTexts[name]; ok {
		return text
	}
	return "" // TestEveryTextHasAnExample fails for it
}

// exampleNumbers are examples by field name.
var exampleNumbers = map[string]float64{
	"deliveryStatus": 200, "gstRate": 18, "lat": 12.9352, "latitude": 12.9352, "lng": 77.6245, "longitude": 77.6245,
	"months": 3, "multiplier": 1.5, "nameScore": 87, "page": 1, "radiusKm": 25, "rating": 9, "refundPreference": 20,
	"requestType": 65, "requestTypeCreating": 65, "resendAfter": 30, "size": 184320,
}

// exampleTexts are examples by field name. A field with an ambiguous name has an example in its
// tag.
var exampleTexts = map[string]string{ //nolint:gosec // examples of the contract open nothing
	"accessTokenID":       "7k2m9x4q1c8v3b6n5z0w7j2h4d",
	"accessTokenId":       "rs1_8h3k5m7p9r2t4v6x8z0b2d4f6h8k0m2p4r6t8v0x2z4b6d8f0h2k4m6p8r0",
	"accountNumber":       "50100123456789",
	"address":             "12, 5th Cross, Koramangala, Bengaluru 560034",
	"addressLine1":        "5th Cross, 6th Block",
	"addressLine2":        "Near the water tank",
	"agent":               "Ravi Menon",
	"alternativeMobile":   "9876543211",
	"area":                "Koramangala",
	"auth_code":           "eyJzaWQiOiI3azJtOXg0cTEifQ.q1c8v3b6n5z0",
	"BANK":                "HDFC Bank",
	"bankName":            "HDFC Bank",
	"boundCity":           "bengaluru",
	"challengeId":         "4v6x8z0b2d4f6h8k0m2p4r6t8v",
	"city":                "Bengaluru",
	"code":                "482913",
	"comment":             "Please ring twice.",
	"contact":             "9876543210",
	"currency":            "INR",
	"description":         "Rent and charges",
	"device":              "Chrome on Android",
	"devicePlatform":      "android",
	"email":               "asha@example.com",
	"endTime":             "12:00",
	"event":               "dashboard viewed",
	"feedbackToken":       "9r2t4v6x8z0b2d4f6h8k0m2p4r",
	"firebaseDeviceToken": "fGx3kQ7mRz2:APA91bH5v8",
	"flatNo":              "12",
	"formatted_address":   "Koramangala, Bengaluru, Karnataka",
	"fullName":            "Asha Rao",
	"gateway":             "examplepay",
	"gstIn":               "29AAAAA0000A1Z5",
	"haptikCities":        "bengaluru",
	"IFSC":                "HDFC0000001",
	"ifsc":                "HDFC0000001",
	"image":               "/media/products/oak-sofa.svg",
	"intentUrl":           "upi://pay?pa=rento@examplebank&am=1299.00",
	"invoiceNumber":       "KA/26-27/0001234",
	"key":                 "examplepay_live_1a2b3c",
	"kind":                "rent",
	"landMark":            "Opposite the park",
	"location":            "Bengaluru",
	"logo":                "/pay/logos/examplepay.svg",
	"long_name":           "Karnataka",
	"message":             "Thank you.",
	"mobileNumber":        "9876543210",
	"mode":                "upi",
	"mojoVahanTaskType":   "PICKUP",
	"nameInBank":          "Asha Rao",
	"next":                "e1.4f2a.9rT4vX0bD2fK6xZ0mP8rT4vX0bD2fK6xZ0mP8rT4vX0b",
	"offerText":           "10 % back on the first payment",
	"order_id":            "order_Nx2p4r6t8v",
	"orderUniqueId":       "R7f3k2m9q4",
	"os":                  "Android 16",
	"paidTo":              "HDFC Bank XXXXXXXXXX6789",
	"payee":               "HDFC Bank XXXXXXXXXX6789",
	"payment_categories":  "upi",
	"paymentMethod":       "upi",
	"paymentText":         "Approve once in your UPI app",
	"payoutReference":     "HDFCN26324000123",
	"pendingDuesText":     "Rent and tax <b>₹1,299.00</b> are to be paid.",
	"phoneNumber":         "9876543210",
	"pincode":             "560034",
	"place_id":            "bengaluru.koramangala",
	"placeOfSupply":       "Karnataka (29)",
	"platform":            "mweb",
	"productName":         "Oak sofa",
	"productNames":        "Oak sofa",
	"properties":          "paymentType",
	"destinations":        "customTrack",
	"enum":                "manual",
	"razorpay_order_id":   "order_Nx2p4r6t8v",
	"razorpay_payment_id": "pay_Nx2q5s7u9w",
	"razorpay_signature":  "9ef4dffbfd84f1318f6739a3ce19f9d85851857ae648f114332d8401e0949a3d",
	"reason":              "Moving to another city",
	"redirectUrl":         "/pgRedirect?transactionId=6h8k0m2p4r6t8v0x2z4b6d8f0h&gateway=examplepay",
	"reference":           "KA/26-27/0001234",
	"registeredName":      "ASHA RAO",
	"requestTypeName":     "Repair",
	"rule":                "R3",
	"sac":                 "997329",
	"scriptUrl":           "https://checkout.examplepay.com/v1/checkout.js",
	"short_name":          "KA",
	"slotId":              "1/2026-11-24/10:00",
	"slug":                "bengaluru",
	"societyName":         "Palm Residency",
	"sortedBanners":       "START_RENTING",
	"startTime":           "10:00",
	"subCity":             "South Bengaluru",
	"thumbnail":           "/media/products/oak-sofa.svg",
	"ticketId":            "T3W5E11264SG",
	"ticketIds":           "T3W5E11264SG",
	"token":               "9r2t4v6x8z0b2d4f6h8k0m2p4r",
	"types":               "locality",
	"uniqueId":            "6h8k0m2p4r6t8v0x2z4b6d8f0h",
	"uniqueUserSessionId": "2d4f6h8k0m2p4r6t8v0x2z4b6d",
	"vpa":                 "asha@okbank",
	"waived":              "paid in time",
}
