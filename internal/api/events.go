package api

import (
	"context"

	"rento/internal/account"
)

// EventDefinitions lists the analytics events of the apps and their properties. The app drops
// everything else, so that no personal data slips in.
type EventDefinitions struct {
	Version int               `json:"version" doc:"grows with each change of the definitions" example:"2"`
	Events  []EventDefinition `json:"events"`
}

// EventDefinition is one event.
type EventDefinition struct {
	Name         string                   `json:"name" example:"payment attempted"`
	Category     string                   `json:"category" example:"payment"`
	When         string                   `json:"when" doc:"when the app tells of it, in English" example:"A payment is started."`
	Properties   []string                 `json:"properties" doc:"what it may carry"`
	Types        map[string]EventProperty `json:"types" doc:"what each of the properties is"`
	Destinations []string                 `json:"destinations" doc:"where the app tells it: customTrack, which is this server"`
}

// EventProperty is a property of an event.
type EventProperty struct {
	Type     string   `json:"type" enum:"string,number"`
	Required bool     `json:"required"`
	Enum     []string `json:"enum,omitempty" doc:"the values that a text may have; a text has no others"`
	PII      bool     `json:"pii,omitempty" doc:"it leads to a person: it is not sent and never stored"`
}

func (c *sessionCalls) events(context.Context, *Nothing) (EventDefinitions, error) {
	return EventDefinitions{account.EventsVersion, each(account.EventDefinitions(), wireEvent)}, nil
}

func wireEvent(d account.EventDefinition) EventDefinition {
	types := map[string]EventProperty{}
	for _, p := range d.Properties {
		types[p.Name] = EventProperty{string(p.Type), p.Required, p.Values, p.Personal}
	}
	names := each(d.Properties, func(p account.Property) string { return p.Name })
	return EventDefinition{d.Name, d.Category, d.When, names, types, []string{"customTrack"}}
}
