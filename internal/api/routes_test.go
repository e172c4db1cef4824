package api

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"rento/internal/account"
)

// A row whose roles, owner check, path, body and limits contradict each other is refused when the
// program starts.
func TestARowDoesNotContradictItself(t *testing.T) {
	mine := own(func(context.Context, account.Session, *Nothing) (Ok, error) { return done, nil })
	path := ownID(func(context.Context, account.Session, *UserPath) (Ok, error) { return done, nil })
	body := own(func(context.Context, account.Session, *deviceRequest) (Ok, error) { return done, nil })
	nobodys := open(func(context.Context, *Nothing) (Ok, error) { return done, nil })
	for name, c := range map[string]struct {
		row  row
		fits bool
	}{
		"own":                     {row{"GET /api/a", customer, noLimit, noBody, mine, "A", "B."}, true},
		"own, of the path":        {row{"GET /api/{id}/a", customer | agent, noLimit, noBody, path, "A", "B."}, true},
		"with a body":             {row{"POST /api/a", customer, "write", small, body, "A", "B."}, true},
		"without roles":           {row{"GET /api/a", 0, noLimit, noBody, mine, "A", "B."}, false},
		"without an owner check":  {row{"GET /api/a", customer, noLimit, noBody, handler{}, "A", "B."}, false},
		"open to a session":       {row{"GET /api/a", customer, noLimit, noBody, nobodys, "A", "B."}, false},
		"own without a session":   {row{"GET /api/a", anybody, noLimit, noBody, mine, "A", "B."}, false},
		"an agent of nobody":      {row{"GET /api/a", anybody | agent, noLimit, noBody, nobodys, "A", "B."}, false},
		"an id that is unchecked": {row{"GET /api/{id}/a", customer, noLimit, noBody, mine, "A", "B."}, false},
		"an unbounded body":       {row{"POST /api/a", customer, "write", noBody, body, "A", "B."}, false},
		"changing, unlimited":     {row{"POST /api/a", customer, noLimit, small, body, "A", "B."}, false},
		"removing, unlimited":     {row{"DELETE /api/a", customer, noLimit, noBody, mine, "A", "B."}, false},
		"computing":               {row{"POST /api/a", customer, onlyComputes, small, body, "A", "B."}, true},
		"a GET that computes":     {row{"GET /api/a", customer, onlyComputes, noBody, mine, "A", "B."}, false},
		"anybody's computing":     {row{"POST /api/a", anybody, onlyComputes, noBody, nobodys, "A", "B."}, false},
		"an unknown limit":        {row{"GET /api/a", customer, "often", noBody, mine, "A", "B."}, false},
		"without a description":   {row{"GET /api/a", customer, noLimit, noBody, mine, "A", ""}, false},
	} {
		if err := c.row.problem(); (err == nil) != c.fits {
			t.Errorf("%s: got %v, want it to fit: %v", name, err, c.fits)
		}
	}
}

// Every body and answer of the contract has an example that fits its schema.
func TestExamplesFitTheirSchemas(t *testing.T) {
	document := Register(http.NewServeMux(), Deps{Logger: slog.New(slog.DiscardHandler)}).api.OpenAPI()
	examples := 0
	for path, item := range document.Paths {
		for _, operation := range operationsOf(item) {
			contents := []map[string]*huma.MediaType{operation.Responses["200"].Content}
			if operation.RequestBody != nil {
				contents = append(contents, operation.RequestBody.Content)
			}
			for _, content := range contents {
				media := content["application/json"]
				if media == nil {
					continue
				}
				text, err := json.Marshal(media.Example)
				if err != nil {
					t.Fatal(err)
				}
				tree, err := parseJSON(text)
				if problems := check(document.Components.Schemas, media.Schema, "body", tree); err != nil || len(problems) > 0 {
					t.Errorf("%s %s: the example %s does not fit: %v, %v", operation.Method, path, text, err, problems)
				}
				examples++
			}
			if operation.Security == nil || !strings.HasPrefix(operation.Description, "For ") && !strings.HasPrefix(operation.Description, "Needs no session.") {
				t.Errorf("%s %s does not say who may call it: %v, %q", operation.Method, path, operation.Security, operation.Description)
			}
		}
	}
	if examples < 100 {
		t.Errorf("%d examples, want 100 at least", examples)
	}
}

// Every text in an example shows what the field looks like.
func TestEveryTextHasAnExample(t *testing.T) {
	document := Register(http.NewServeMux(), Deps{Logger: slog.New(slog.DiscardHandler)}).api.OpenAPI()
	for path, item := range document.Paths {
		for _, operation := range operationsOf(item) {
			contents := []map[string]*huma.MediaType{operation.Responses["200"].Content}
			if operation.RequestBody != nil {
				contents = append(contents, operation.RequestBody.Content)
			}
			for _, content := range contents {
				if media := content["application/json"]; media != nil {
					wantTexts(t, operation.Method+" "+path, media.Example)
				}
			}
		}
	}
}

func wantTexts(t *testing.T, at string, example any) {
	t.Helper()
	switch value := example.(type) {
	case map[string]any:
		for name, of := range value {
			wantTexts(t, at+" "+name, of)
		}
	case []any:
		for _, of := range value {
			wantTexts(t, at, of)
		}
	case string:
		if value == "" {
			t.Errorf("%s: the example says nothing; add one to its field or to exampleTexts", at)
		}
	}
}
