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

// PropertyType is what the value of a property is in JSON.
type PropertyType string

// The types of properties.
const (
	TextProperty   PropertyType = "string"
	NumberProperty PropertyType = "number"
)

// Property is something that an event may carry.
type Property struct {
	Name     string
	Type     PropertyType
	Required bool
	// Values are those that a text may have: none is free, so that nobody's name or
	// number can stand in one. One that leads to a person has none.
	Values []string
	// Personal ones lead to a person. They stay in the app and are never stored.
	Personal bool
}

// EventDefinition is an event of the apps and what it may carry.
type EventDefinition struct {
	Name       string
	Category   string
	When       string // a sentence in English
	Properties []Property
}

// EventsVersion grows with each change of the definitions.
const EventsVersion = 2

// EventDefinitions returns all events of the apps. No other is stored.
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

// TrackedEvent is something that the apps saw a customer do.
type TrackedEvent struct {
	Name     string
	Platform string
	// Properties is a JSON object.
	Properties json.RawMessage
}

// maxProperties is the size of an event's properties in bytes, maxNumber the
// first number that is none of an event: it is long enough for a phone.
const (
	maxProperties = 4 << 10
	maxNumber     = 1e9
)

// Track stores an event of a customer who has agreed to analytics, with the
// properties that are defined; of anybody else it stores nothing. It returns a
// 422 for an event that is not defined or lacks a property, and for properties
// beyond the limits.
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

// defined returns as JSON the properties that the event's definition has, each
// with a value of its type. Others are left out.
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

// properties reads a JSON object; none is an empty one.
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
