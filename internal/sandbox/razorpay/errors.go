package razorpay

import (
	"errors"
	"net/http"
)

// apiError is a refusal in Razorpay's form.
type apiError struct {
	Status      int
	Code        string
	Description string
	Field       string
	Reason      string
	Source      string
	Step        string
	PaymentID   string
	OrderID     string
}

func (e *apiError) Error() string { return e.Description }

// refusal is a 400 without a field.
func refusal(description string) *apiError {
	return &apiError{Status: http.StatusBadRequest, Description: description, Reason: "input_validation_failed", Source: "business", Step: "payment_initiation"}
}

// wrong is a 400 about one field.
func wrong(field, description string) *apiError {
	e := refusal(description)
	e.Field = field
	return e
}

func missing(field string) *apiError { return wrong(field, "The "+field+" field is required.") }

func unknownID() *apiError {
	return refusal("The id provided does not exist")
}

func describe(err error) (int, any) {
	e, ok := errors.AsType[*apiError](err)
	if !ok {
		e = &apiError{Status: http.StatusInternalServerError, Code: "SERVER_ERROR", Description: "We are facing some trouble completing your request at the moment."}
	}
	return e.Status, map[string]any{"error": e.body()}
}

func (e *apiError) body() map[string]any {
	code := e.Code
	if code == "" {
		code = "BAD_REQUEST_ERROR"
	}
	body := map[string]any{
		"code": code, "description": e.Description, "metadata": e.metadata(),
		"source": orNA(e.Source), "step": orNA(e.Step), "reason": orNA(e.Reason),
	}
	if e.Field != "" {
		body["field"] = e.Field
	}
	return body
}

func (e *apiError) metadata() map[string]string {
	m := map[string]string{}
	if e.PaymentID != "" {
		m["payment_id"] = e.PaymentID
	}
	if e.OrderID != "" {
		m["order_id"] = e.OrderID
	}
	return m
}

func orNA(text string) string {
	if text == "" {
		return "NA"
	}
	return text
}
