package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rento/internal/testkit"
)

// Every payload that the tests below mutate is valid before.
func TestThePayloadsAreRight(t *testing.T) {
	o := newTwoCustomers(t, "sqlite")
	for i, a := range o.other.attempts() {
		t.Run(a.call, func(t *testing.T) {
			c := o.client()
			a := c.attempts()[i]
			if answer := o.send(t, c, a, encodeBody(t, a.body)); answer.Code != http.StatusOK {
				t.Errorf("status %d: %s, want 200", answer.Code, answer.Body)
			}
		})
	}
}

// payloadSeeds is the number of seeds, tries the number of mutated payloads per seed. Each seed is
// a customer. PAYLOAD_SEEDS sets another number of seeds, PAYLOAD_FIRST another first seed.
const (
	payloadSeeds = 120
	tries        = 10
)

// Whatever a customer with a session sends to any call of the service requests is accepted, or
// refused in the common error format. It never causes an internal error. A refused payload changes
// nothing, and nothing of it is sent back or logged. Another customer's rows stay unchanged.
func TestNoPayloadBreaksAnything(t *testing.T) {
	first, seeds := number(t, "PAYLOAD_FIRST", 1), number(t, "PAYLOAD_SEEDS", payloadSeeds)
	for _, engine := range testkit.Engines() {
		t.Run(engine, func(t *testing.T) {
			o := newTwoCustomers(t, engine)
			answered := map[int]int{}
			for seed := first; seed < first+seeds; seed++ {
				c := o.client()
				m, before := newMutator(seed, c.ids(), o.other.ids()), o.state(c)
				for range tries {
					answer, after := o.try(t, m, c, before)
					answered[answer.Code]++
					before = after
				}
				if t.Failed() {
					t.Fatalf("see it again with PAYLOAD_FIRST=%d PAYLOAD_SEEDS=1", seed)
				}
			}
			t.Logf("answers by status: %v", answered)
			if seeds >= payloadSeeds && (answered[http.StatusOK] == 0 || answered[http.StatusNotFound] == 0 || answered[http.StatusConflict] == 0) {
				t.Error("the payloads do not get beyond the reading")
			}
		})
	}
}

// number reads a number from the environment.
func number(t *testing.T, variable string, otherwise uint64) uint64 {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return otherwise
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", variable, err)
	}
	return n
}

// try sends one mutated payload, and returns the answer and the state of the database afterwards.
func (o *twoCustomers) try(t *testing.T, m mutator, c client, before map[int64]string) (*httptest.ResponseRecorder, map[int64]string) {
	t.Helper()
	a, text := m.attempt(t, c)
	o.log.Drain()
	answer := o.send(t, c, a, text)
	after := o.state(c)
	what := fmt.Sprintf("%s %.1000q %.1000q\n%d %.2000s", a.call, fmt.Sprint(a.query), text, answer.Code, answer.Body)
	if after[o.other.id] != before[o.other.id] {
		t.Errorf("%s\nchanged what is another customer's:\n%s\n%s", what, before[o.other.id], after[o.other.id])
	}
	if answer.Code != http.StatusOK && !maps.Equal(before, after) {
		t.Errorf("%s\nwas refused and changed something:\n%v\n%v", what, before, after)
	}
	if word := leaked(o.log.Drain()); word != "" {
		t.Errorf("%s\n%q is in the log", what, word)
	}
	judge(t, what, answer)
	return answer, after
}

// attempt returns a call with a mutated payload, and the body to send.
func (m mutator) attempt(t *testing.T, c client) (a attempt, text []byte) {
	t.Helper()
	a = pick(m, c.attempts()...)
	if a.query != nil {
		wrong := m.mutated(a.query)
		if query, ok := wrong.(object); ok {
			a.query = query
		} else {
			a.query = object{"query": wrong}
		}
	}
	if a.body == nil {
		return a, nil
	}
	if a.body = m.mutated(a.body); a.form() {
		return a, nil
	}
	text, err := m.written(a.body)
	if err != nil {
		t.Fatalf("write %v: %v", a.body, err)
	}
	return a, text
}

// refusals are the valid statuses of a refusal.
var refusals = []int{400, 403, 404, 409, 413, 415, 422}

func judge(t *testing.T, what string, answer *httptest.ResponseRecorder) {
	t.Helper()
	if answer.Code == http.StatusOK {
		if answer.Header().Get("Content-Type") != "application/pdf" && !json.Valid(answer.Body.Bytes()) {
			t.Fatalf("%s\nis no JSON", what)
		}
		return
	}
	if !slices.Contains(refusals, answer.Code) {
		t.Fatalf("%s\nis no refusal", what)
	}
	refused(t, answer, answer.Code)
	text := answer.Body.String()
	if word := leaked(text); word != "" {
		t.Fatalf("%s\n%q comes back", what, word)
	}
	for _, word := range []string{"json:", "strconv", "Go struct", "parsing", "SQL", "0x", "runtime"} {
		if strings.Contains(text, word) {
			t.Fatalf("%s\nspeaks of our insides", what)
		}
	}
}

// leaked returns what a text contains of the confidential values.
func leaked(text string) string {
	for _, word := range []string{confided, accountNumber, vpa} {
		if strings.Contains(text, word) {
			return word
		}
	}
	return ""
}

// form reports whether the body is a form with a file.
func (a attempt) form() bool {
	return strings.HasSuffix(a.call, "/upload") || strings.HasSuffix(a.call, "/uploadImage")
}

// send makes the call. text is the body if it is not a form.
func (o *twoCustomers) send(t *testing.T, c client, a attempt, text []byte) *httptest.ResponseRecorder {
	t.Helper()
	method, target := c.target(a)
	if a.form() {
		file, _ := a.body.(object)
		return c.sendTo(t, target, part{textOf(file["field"]), textOf(file["name"]), textOf(file["kind"]), []byte(textOf(file["data"]))})
	}
	return o.demoCity.raw(t, method, target, c.token, text)
}
