package razorpay

import (
	"net/http"

	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

type errorBody struct {
	Error struct {
		Code        string `json:"code"`
		Description string `json:"description"`
		Reason      string `json:"reason"`
	} `json:"error"`
}

// refuse reads Razorpay's error envelope. Only the status and the reason
// decide; the description is for people and changes without notice. 5xx
// bodies may be HTML.
func refuse(status int, body []byte) httpcall.Refusal {
	var e errorBody
	readable := httpcall.Decode(body, &e) == nil && e.Error.Code != ""
	r := httpcall.Refusal{Outcome: httpcall.ByStatus(status)}
	if !readable {
		return r
	}
	r.Reason, r.Detail = e.Error.Reason, e.Error.Code+": "+e.Error.Description
	if r.Reason == "" || r.Reason == "NA" {
		r.Reason = e.Error.Code
	}
	if status == http.StatusBadRequest || status == http.StatusNotFound {
		r.Outcome = provider.Declined
	}
	return r
}
