package fcm

import (
	"errors"
	"net/http"

	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

// failure is the body of an answer that is not 2xx.
type failure struct {
	Error struct {
		Message string `json:"message"`
		Status  string `json:"status"`
		Details []struct {
			ErrorCode string `json:"errorCode"`
		} `json:"details"`
	} `json:"error"`
}

// reason is the code of the service itself, or the general one.
func (f failure) reason() string {
	for _, d := range f.Error.Details {
		if d.ErrorCode != "" {
			return d.ErrorCode
		}
	}
	return f.Error.Status
}

// refuse reads an answer that is not 2xx: an app that is gone, and a message that is never
// taken as it is. An account that is not taken is ours to mend, so the message waits.
func refuse(status int, body []byte) httpcall.Refusal {
	var f failure
	r := httpcall.Refusal{Outcome: httpcall.ByStatus(status)}
	if httpcall.Decode(body, &f) == nil {
		r.Reason, r.Detail = f.reason(), f.Error.Message
	}
	switch r.Reason {
	case "UNREGISTERED":
		r.Outcome, r.Reason = provider.Declined, provider.ReasonGone
	case "INVALID_ARGUMENT", "SENDER_ID_MISMATCH": // of another project
		r.Outcome = provider.Declined
	}
	return r
}

// refuseToken reads why there is no token; whatever it is, it is ours to mend.
func refuseToken(status int, body []byte) httpcall.Refusal {
	var f struct {
		Error string `json:"error"`
		About string `json:"error_description"`
	}
	r := httpcall.Refusal{Outcome: httpcall.ByStatus(status)}
	if httpcall.Decode(body, &f) == nil {
		r.Reason, r.Detail = f.Error, f.About
	}
	if status >= http.StatusInternalServerError {
		r.Outcome = provider.NotAttempted // nothing was sent yet
	}
	return r
}

// isUnauthorized says that the token was refused.
func isUnauthorized(err error) bool {
	failed, is := errors.AsType[*provider.Error](err)
	return is && failed.Status == http.StatusUnauthorized
}
