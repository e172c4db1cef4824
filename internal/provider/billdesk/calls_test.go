package billdesk_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"strings"
	"testing"

	"rento/internal/sandbox"
	"rento/internal/testkit/gateway"
)

// noted keeps the calls that go through it, with their bodies.
type noted struct {
	http.RoundTripper
	calls  []*http.Request
	bodies [][]byte
}

func (n *noted) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	n.calls, n.bodies = append(n.calls, r), append(n.bodies, body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	return n.RoundTripper.RoundTrip(r)
}

// repeat sends the first call once more, altered, and returns the status and the code
// of the refusal. The form of the answer has to be the one that the status has: who is
// not known is answered without the envelope.
func (n *noted) repeat(t *testing.T, alter func(h http.Header, body string) string) (status int, code string) {
	t.Helper()
	header := maps.Clone(n.calls[0].Header)
	body := alter(header, string(n.bodies[0]))
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, n.calls[0].URL.String(), strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = header
	answer, err := n.RoundTripper.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	raw, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	if answer.StatusCode != http.StatusUnauthorized {
		parts := strings.Split(string(raw), ".")
		if len(parts) != 3 {
			t.Fatalf("HTTP %d: %s, want it in an envelope of three parts", answer.StatusCode, raw)
		}
		if raw, err = base64.RawURLEncoding.DecodeString(parts[1]); err != nil {
			t.Fatal(err)
		}
	}
	var said struct {
		Code string `json:"error_code"`
	}
	if err := json.Unmarshal(raw, &said); err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, said.Code
}

// Each call of the adapter has a trace id of its own. The sandbox refuses, as BillDesk
// does, one that came within a day, a call without the headers, and one that nobody of
// ours has signed.
func TestBDK39CallsThatAreRefused(t *testing.T) {
	alone := keys
	alone.EncryptionKey = ""
	gateway.Both(t, func(t *testing.T, way gateway.Way) *fixture { return openBy(t, way, alone) }, func(t *testing.T, w *fixture) {
		sent := &noted{RoundTripper: w.Client.Transport}
		adapter := w.connect(alone, sent, nil)
		for range 2 {
			if _, err := adapter.Observe(t.Context(), "RM0039", ""); err != nil {
				t.Fatal(err)
			}
		}
		const trace, stamp = "Bd-Traceid", "Bd-Timestamp"
		first, second := sent.calls[0].Header.Get(trace), sent.calls[1].Header.Get(trace)
		if first == "" || first == second {
			t.Errorf("trace ids %q and %q, want two", first, second)
		}
		same := func(http.Header, string) string { return string(sent.bodies[0]) }
		with := func(name, value string) func(http.Header, string) string {
			return func(h http.Header, body string) string {
				h.Set(trace, "T"+strings.ToUpper(name[:2])+"1")
				h.Set(name, value)
				return body
			}
		}
		for name, test := range map[string]struct {
			alter  func(http.Header, string) string
			status int
			code   string
		}{
			"the same again":          {same, http.StatusBadRequest, "GNIRE0003"},
			"no trace id":             {with(trace, ""), http.StatusBadRequest, "GNIRE0002"},
			"a trace id of 36":        {with(trace, strings.Repeat("t", 36)), http.StatusBadRequest, "GNIRE0002"},
			"a trace id with a space": {with(trace, "a b"), http.StatusBadRequest, "GNIRE0002"},
			"no time":                 {with(stamp, ""), http.StatusBadRequest, "GNIRE0002"},
			"plain JSON":              {with("Content-Type", "application/json"), http.StatusBadRequest, "GNIRE0002"},
			"another's signature": {func(h http.Header, body string) string {
				h.Set(trace, "S1")
				return body[:strings.LastIndex(body, ".")+1] + base64.RawURLEncoding.EncodeToString(make([]byte, 32))
			}, http.StatusUnauthorized, "GNAUE0003"},
			"no envelope": {func(http.Header, string) string { return `{"mercid":"SBXMERC"}` }, http.StatusUnauthorized, "GNAUE0003"},
			"another merchant": {func(h http.Header, _ string) string {
				h.Set(trace, "M1")
				return signed(`{"mercid":"ANOTHER","orderid":"RM0039"}`)
			}, http.StatusUnauthorized, "GNAUE0003"},
		} {
			if status, code := sent.repeat(t, test.alter); status != test.status || code != test.code {
				t.Errorf("%s: HTTP %d %s, want %d %s", name, status, code, test.status, test.code)
			}
		}
		w.Do(sandbox.Command{Advance: "24h"})
		if status, code := sent.repeat(t, same); code != "GNDEE0003" {
			t.Errorf("a day later: HTTP %d %s, want the answer to the question", status, code)
		}
	})
}
