package juspay

import (
	"errors"
	"net/http"

	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

// The reasons on which we act.
const (
	reasonDuplicate = "DUPLICATE_ORDER_ID"
	reasonNotFound  = "NOT_FOUND"
)

// statusNotFound numbers an order that Juspay does not have.
const statusNotFound = 40

// refuse reads Juspay's error body. Only the status and the code decide.
func refuse(status int, body []byte) httpcall.Refusal {
	r := httpcall.Refusal{Outcome: httpcall.ByStatus(status)}
	var e errorBody
	if httpcall.Decode(body, &e) != nil {
		return r
	}
	r.Reason, r.Detail = e.Code, e.Status+": "+e.Message
	switch {
	case r.Reason == "" && (e.StatusID == statusNotFound || e.Status == reasonNotFound):
		r.Reason = reasonNotFound
	case r.Reason == "":
		r.Reason = e.Status
	}
	if status == http.StatusBadRequest || status == http.StatusNotFound || status == http.StatusConflict && r.Reason == reasonDuplicate {
		r.Outcome = provider.Declined
	}
	return r
}

func hasReason(err error, reasons ...string) bool {
	e, ok := errors.AsType[*provider.Error](err)
	if !ok || e.Outcome != provider.Declined {
		return false
	}
	for _, reason := range reasons {
		if e.Reason == reason {
			return true
		}
	}
	return false
}

// isUnknownOrder reports whether Juspay has said that it has no such order. A 404
// without its own word may be somebody else's.
func isUnknownOrder(err error) bool {
	return hasReason(err, reasonNotFound, "order_not_found", "RECORD_NOT_FOUND")
}
