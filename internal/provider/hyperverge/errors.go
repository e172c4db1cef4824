package hyperverge

import (
	"encoding/json"
	"errors"

	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

// refuse reads the error envelope: the error is a text, or an object of code and
// message. The message changes without notice, and may repeat what was asked.
func refuse(status int, body []byte) httpcall.Refusal {
	r := httpcall.Refusal{Outcome: httpcall.ByStatus(status)}
	var e struct {
		Error     json.RawMessage `json:"error"`
		ErrorCode string          `json:"errorCode"`
	}
	if httpcall.Decode(body, &e) != nil {
		return r
	}
	var coded struct {
		Code json.RawMessage `json:"code"`
	}
	if e.ErrorCode == "" && httpcall.Decode(e.Error, &coded) == nil {
		e.ErrorCode = text(coded.Code)
	}
	r.Reason, r.Detail = e.ErrorCode, e.ErrorCode
	return r
}

// refusedFor makes an answer of a status into a refusal of the port.
func refusedFor(err error, by map[int]provider.Refusal) error {
	e, ok := errors.AsType[*provider.Error](err)
	if !ok || e.Outcome != provider.NotAttempted || by[e.Status] == "" {
		return err
	}
	return refusedAs(e, by[e.Status])
}

func refusedAs(e *provider.Error, refusal provider.Refusal) error {
	declined := *e
	declined.Outcome, declined.Reason = provider.Declined, string(refusal)
	return &declined
}

func declined(call string, refusal provider.Refusal) error {
	return &provider.Error{
		Provider: Name, Call: call, Outcome: provider.Declined, Reason: string(refusal), Cause: errors.New("refused as it was answered"),
	}
}

func failed(call string, outcome provider.Outcome, cause error) error {
	return &provider.Error{Provider: Name, Call: call, Outcome: outcome, Cause: cause}
}
