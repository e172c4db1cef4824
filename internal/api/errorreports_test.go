package api_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rento/internal/store/db"
)

const report = `{}
{"type":"event"}
{"release":"v9.9.9","tags":{"route":"/home"},"exception":{"values":[{"type":"TypeError","value":"no rent of 9000000001","stacktrace":{"frames":[{"function":"total","filename":"/dashboard/assets/home.js","lineno":1,"colno":2}]}}]}}
`

// An error is reported without a session and with any content type, as SDKs send it. The company's
// systems can list it, read it and mark it as resolved.
func TestAnErrorIsReported(t *testing.T) {
	w := sharedCity(t)
	for _, kind := range []string{"application/x-sentry-envelope", "text/plain;charset=UTF-8", ""} {
		r := httptest.NewRequest(http.MethodPost, "/api/errors/envelope?sentry_version=7", strings.NewReader(report))
		r.Header.Set("Content-Type", kind)
		answer := httptest.NewRecorder()
		w.Node.Handler().ServeHTTP(answer, r)
		var stored struct{ ID string }
		if read(t, answer, &stored); answer.Code != http.StatusOK || len(stored.ID) != 32 {
			t.Fatalf("%q: %d %s, want 200 and an id", kind, answer.Code, answer.Body)
		}
	}
	type group struct {
		ID                            int64
		Source, State, Type, Message  string
		Culprit, Release, FirstSeenAt string
		Count                         int64
		Tags                          map[string]string
		Errors                        []struct {
			Type, Message string
			Stack         []string
		}
	}
	listed := func() (found group) {
		t.Helper()
		var list struct{ Groups []group }
		read(t, w.operate(t, "GET /operations/errors", nil), &list)
		for _, g := range list.Groups {
			if g.Release == "v9.9.9" {
				found = g
			}
		}
		return found
	}
	g := listed()
	if g.Count != 3 || g.State != "open" || g.Source != "app" || g.Message != "no rent of [number]" || g.Culprit != "total in /dashboard/assets/home.js" {
		t.Fatalf("listed %+v, want three of the app, scrubbed", g)
	}
	one := "GET /operations/errorDetails?id=" + strconv.FormatInt(g.ID, 10)
	var details group
	read(t, w.operate(t, one, nil), &details)
	if details.Tags["route"] != "/home" || len(details.Errors) != 1 || details.Errors[0].Stack[0] != "total (/dashboard/assets/home.js:1:2)" {
		t.Errorf("details %+v, want the route and the call", details)
	}
	for id, want := range map[int64]int{1: http.StatusNotFound, g.ID: http.StatusOK} {
		if answer := w.operate(t, "POST /operations/resolveError", map[string]any{"id": id}); answer.Code != want {
			t.Errorf("resolve %d: %d %s, want %d", id, answer.Code, answer.Body, want)
		}
	}
	if got := listed(); got.State != "resolved" {
		t.Errorf("it is %s, want it resolved", got.State)
	}
	resolved := slices.DeleteFunc(w.recorded(t, 0), func(row db.AuditLog) bool { return row.Action != "error_resolved" })
	if len(resolved) != 1 || resolved[0].Actor != "staff:Meera Nair" || resolved[0].RequestID == "" {
		t.Errorf("recorded are %+v, want one by staff:Meera Nair with the request", resolved)
	}
	refused(t, w.operate(t, "GET /operations/errorDetails?id=1", nil), http.StatusNotFound)
	kabir := w.person(t, "kabir")
	for _, call := range []string{"GET /operations/errors", one, "POST /operations/resolveError"} {
		method, path, _ := strings.Cut(call, " ")
		refused(t, w.raw(t, method, path, kabir.token, []byte("{}")), http.StatusUnauthorized)
	}
}

// A body that is not a report is refused in the common error format. A body that is too long is
// refused unread.
func TestAReportThatIsRefused(t *testing.T) {
	w := sharedCity(t)
	for body, status := range map[string]int{
		"": http.StatusBadRequest, "x": http.StatusBadRequest, "{}\n": http.StatusUnprocessableEntity, strings.Repeat("x", 65<<10): http.StatusRequestEntityTooLarge,
	} {
		refused(t, w.raw(t, http.MethodPost, "/api/errors/envelope", "", []byte(body)), status)
	}
}
