package account

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"rento/internal/fault"
	"rento/internal/store"
	"rento/internal/store/db"
)

// PropertyType is the JSON type of a property's value.
type PropertyType string

// The types of properties.
const (
	TextProperty   PropertyType = "string"
	NumberProperty PropertyType = "number"
)

// Property is a property that an event may carry.
type Property struct {
	Name     string
	Type     PropertyType
	Required bool
	// Values are the allowed texts. There is no free text, so that nobody's name or number can end
	// up in a property. A personal property has no values.
	Values []string
	// Personal marks a property that identifies a person. It stays in the app and is never stored.
	Personal bool
}

// EventDefinition is an event of the apps and the properties it may carry.
type EventDefinition struct {
	Name       string
	Category   string
	When       string // a sentence in English
	Properties []Property
}

// EventsVersion goes up with each change to the definitions.
const EventsVersion = 2

// EventDefinitions returns all events of the apps. Other events are not stored.
func EventDefinitions() []EventDefinition {
	payment := []Property{
		{Name: "mode", Type: TextProperty, Required: true, Values: []string{"manual", "auto_debit"}},
		{Name: "paymentType", Type: TextProperty, Values: []string{"due", "deposit", "advance-rent"}},
		{Name: "amount", Type: NumberProperty}, // rupees
	}
	return []EventDefinition{
		{"dashboard viewed", "dashboard", "The home screen shows what the customer rents and owes.", nil},
		{"payment attempted", "payment", "A payment is started.", payment},
		{"payment completed", "payment", "A payment has gone through.", payment},
		{"auto debit dialog shown", "payment", "The dialog that offers auto debit is opened.", []Property{
			{Name: "view", Type: TextProperty, Values: []string{"default", "not-interested"}},
		}},
		{"request created", "request", "A service request is raised.", []Property{
			{Name: "ticketType", Type: TextProperty, Required: true, Values: []string{"Relocation Request", "Repair Request"}},
		}},
		{"feedback submitted", "feedback", "Feedback is sent.", []Property{{Name: "rating", Type: NumberProperty, Required: true}}},
		{"submit later", "feedback", "The question for feedback is closed without an answer.", []Property{
			{Name: "feedbackToken", Type: TextProperty, Personal: true},
		}},
	}
}

// TrackedEvent is something a customer did, as reported by an app.
type TrackedEvent struct {
	Name     string
	Platform string
	// Properties is a JSON object.
	Properties json.RawMessage
}

// maxProperties is the maximum size of an event's properties in bytes. maxNumber is the first
// number that is too large for an event: from there on, a number could be a phone number.
const (
	maxProperties = 4 << 10
	maxNumber     = 1e9
)

// Track stores an event, with its defined properties, if the customer has consented to analytics;
// otherwise it stores nothing. It returns a 422 for an undefined event, a missing required
// property, or properties beyond the limits.
func (s *Service) Track(ctx context.Context, session Session, e TrackedEvent) error {
	if len(e.Platform) > maxPlatform {
		return fault.Invalid("device.platform_length", "devicePlatform", "The platform must have at most 40 characters.")
	}
	properties, err := defined(e)
	if err != nil {
		return err
	}
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		consent, held, err := consentOf(ctx, tx.Queries, session.CustomerID, PurposeAnalytics)
		if err != nil || !held {
			return err
		}
		err = tx.AccountEventAdd(ctx, db.AccountEventAddParams{
			CustomerID: session.CustomerID, ID: s.ids.Next(), Name: e.Name, Platform: e.Platform, Properties: properties, At: s.now(), ConsentID: consent.ID,
		})
		if err != nil {
			return fmt.Errorf("account: keep an event: %w", err)
		}
		return s.enqueueForwarding(ctx, tx)
	})
}

// defined returns, as JSON, the properties that the event's definition has and whose values it
// allows. It leaves out all others.
func defined(e TrackedEvent) (string, error) {
	definitions := EventDefinitions()
	i := slices.IndexFunc(definitions, func(d EventDefinition) bool { return d.Name == e.Name })
	if i < 0 {
		return "", fault.Invalid("tracking.event_unknown", "event", "There is no such event.")
	}
	sent, err := properties(e.Properties)
	if err != nil {
		return "", err
	}
	kept := map[string]any{}
	for _, p := range definitions[i].Properties {
		switch value := sent[p.Name]; {
		case p.allows(value):
			kept[p.Name] = value
		case p.Required:
			return "", fault.Invalid("tracking.property_missing", "properties", "The event needs the property {name}.", fault.With("name", p.Name))
		}
	}
	text, err := json.Marshal(kept)
	if err != nil {
		return "", fmt.Errorf("account: properties: %w", err)
	}
	return string(text), nil
}

// properties parses a JSON object. Empty input gives an empty object.
func properties(raw json.RawMessage) (map[string]any, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return map[string]any{}, nil
	}
	if len(raw) > maxProperties {
		return nil, fault.Invalid("tracking.properties_length", "properties", "The properties must have at most 4 KiB.")
	}
	var sent map[string]any
	if err := json.Unmarshal(raw, &sent); err != nil || sent == nil {
		return nil, fault.Invalid("tracking.properties_invalid", "properties", "The properties must be a JSON object.")
	}
	return sent, nil
}

// allows reports whether a JSON value may be stored as the property.
func (p Property) allows(value any) bool {
	switch v := value.(type) {
	case string:
		return p.Type == TextProperty && !p.Personal && slices.Contains(p.Values, v)
	case float64:
		return p.Type == NumberProperty && !p.Personal && v > -maxNumber && v < maxNumber
	default:
		return false
	}
}
