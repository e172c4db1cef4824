package paytm

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"rento/internal/sandbox/emulator"
)

const maxBody = 1 << 20

// request is the body of a call of the merchant's server, with the moment at
// which it arrived.
type request struct {
	fields map[string]json.RawMessage
	query  url.Values
	now    time.Time
}

// text reads a member that is a string, "" when it is none.
func (r request) text(name string) string {
	var s string
	if json.Unmarshal(r.fields[name], &s) != nil {
		return ""
	}
	return s
}

// extra names a member that the call does not know, "" without one.
func (r request) extra(known ...string) string {
	for name := range r.fields {
		if !slices.Contains(known, name) {
			return name
		}
	}
	return ""
}

// action does a call under the lock of the books. What it refuses it answers
// too: Paytm's status is 200 either way.
type action func(r request) map[string]any

// result is how Paytm says what came of a call.
func result(status, code, message string) map[string]any {
	return map[string]any{"resultInfo": map[string]any{"resultStatus": status, "resultCode": code, "resultMsg": message}}
}

// api serves a call of the merchant's server: a signed envelope in and out.
func (p *Provider) api(do action) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(io.LimitReader(r.Body, maxBody))
		if err != nil {
			return
		}
		body := p.run(raw, r.URL.Query(), do)
		text, err := json.Marshal(body)
		if err != nil {
			emulator.Send(w, http.StatusInternalServerError, nil)
			return
		}
		head := map[string]any{
			"responseTimestamp": strconv.FormatInt(p.Clock.Now().UnixMilli(), 10), "version": "v1",
			"signature": seal(p.keys.Key, text, p.salt()),
		}
		emulator.Send(w, http.StatusOK, map[string]any{"head": head, "body": json.RawMessage(text)})
	})
}

// run checks the envelope, catches up with the clock and does the call. The
// signature covers the very bytes of the body; a head with anything besides it
// breaks it.
func (p *Provider) run(raw []byte, query url.Values, do action) map[string]any {
	var envelope struct {
		Head map[string]json.RawMessage `json:"head"`
		Body json.RawMessage            `json:"body"`
	}
	r := request{query: query}
	if json.Unmarshal(raw, &envelope) != nil || json.Unmarshal(envelope.Body, &r.fields) != nil {
		return result("F", "335", "Invalid request")
	}
	var signature string
	if json.Unmarshal(envelope.Head["signature"], &signature) != nil || len(envelope.Head) != 1 || !opens(p.keys.Key, envelope.Body, signature) {
		return result("F", "227", "Checksum provided is invalid")
	}
	if r.text("mid") != p.keys.MID {
		return result("F", "335", "Mid is invalid")
	}
	p.Lock()
	defer p.Unlock()
	r.now = p.CatchUp()
	return do(r)
}
