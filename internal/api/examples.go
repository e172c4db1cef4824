package api

import (
	"maps"
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// exemplify gives every body and answer of the contract an example, made of its
// schema: of what a field says of itself, else of its name, else of its type.
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

// exampleOf is a value that fits a schema; name is the field that holds it.
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
	return "text"
}

// exampleNumbers are by the name of the field.
var exampleNumbers = map[string]float64{
	"deliveryStatus": 200, "gstRate": 18, "lat": 12.9352, "latitude": 12.9352, "lng": 77.6245, "longitude": 77.6245,
	"months": 3, "multiplier": 1.5, "nameScore": 87, "page": 1, "radiusKm": 25, "rating": 9, "refundPreference": 20,
	"requestType": 65, "requestTypeCreating": 65, "resendAfter": 30, "size": 184320,
}

// exampleTexts are by the name of the field.
var exampleTexts = map[string]string{
	"BANK": "HDFC Bank", "IFSC": "HDFC0000001", "accountNumber": "50100123456789", "address": "12, 5th Cross, Koramangala, Bengaluru 560034",
	"addressLine1": "5th Cross, 6th Block", "agent": "Ravi Menon", "alternativeMobile": "9876543211", "area": "Koramangala",
	"bankName": "HDFC Bank", "boundCity": "bengaluru", "city": "Bengaluru", "code": "482913", "comment": "Please ring twice.",
	"contact": "9876543210", "currency": "INR", "description": "Rent and charges", "devicePlatform": "android",
	"email": "asha@example.com", "endTime": "12:00", "event": "dashboard viewed", "flatNo": "12", "formatted_address": "Koramangala, Bengaluru, Karnataka",
	"from": "Asha Rao", "fullName": "Asha Rao", "gateway": "examplepay", "gstIn": "29AAAAA0000A1Z5", "ifsc": "HDFC0000001",
	"invoiceNumber": "KA/26-27/000123", "kind": "rent", "landMark": "Opposite the park", "location": "Bengaluru", "long_name": "Karnataka",
	"message": "Thank you.", "mobileNumber": "9876543210", "mode": "upi", "name": "Oak sofa", "nameInBank": "Asha Rao",
	"orderUniqueId": "ORD-7F3K2", "paymentMethod": "upi", "pincode": "560034", "placeOfSupply": "Karnataka (29)", "productName": "Oak sofa",
	"reason": "I am moving to another city", "registeredName": "ASHA RAO", "sac": "997329", "short_name": "KA", "slug": "bengaluru",
	"societyName": "Palm Residency", "startTime": "10:00", "state": "Karnataka", "status": "open", "subCity": "South Bengaluru",
	"ticketId": "SR-1042", "thumbnail": "/images/sofa.jpg", "type": "rental", "vpa": "asha@okbank",
}
