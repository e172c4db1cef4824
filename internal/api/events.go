package api

import "context"

// EventDefinitions name the analytics events of the apps and what each may
// carry. The app drops everything else, so that no personal data slips in.
type EventDefinitions struct {
	Events []EventDefinition `json:"events"`
}

// EventDefinition is one event.
type EventDefinition struct {
	Name       string   `json:"name" example:"payment attempted"`
	Properties []string `json:"properties"`
}

var eventDefinitions = EventDefinitions{Events: []EventDefinition{
	{"signed in", []string{"method"}},
	{"dashboard viewed", []string{"banner"}},
	{"payment attempted", []string{"mode", "paymentType", "amount"}},
	{"payment completed", []string{"mode", "paymentType", "amount"}},
	{"auto debit dialog shown", []string{"view"}},
	{"request created", []string{"ticketType"}},
	{"feedback submitted", []string{"rating"}},
	{"submit later", []string{"feedbackToken"}},
	{"help opened", []string{"option"}},
}}

func (c *sessionCalls) events(context.Context, *Nothing) (EventDefinitions, error) {
	return eventDefinitions, nil
}
