package api

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/go-cmp/cmp"
)

// checked returns the problems of a body by field, or the error if the text cannot be read.
func checked(registry huma.Registry, schema *huma.Schema, body string) []string {
	tree, err := parseJSON([]byte(body))
	if err != nil {
		return []string{err.Error()}
	}
	var said []string
	for _, p := range check(registry, schema, "body", tree) {
		said = append(said, field(p.location)+": "+p.message)
	}
	return said
}

// A body of the company's own systems may hold no name that its schema does not know, at any depth.
func TestBodiesOfTheCompanyAreClosed(t *testing.T) {
	type inner struct {
		ID int64 `json:"id"`
	}
	type body struct {
		Name  string  `json:"name" maxLength:"5"`
		Inner []inner `json:"inner,omitempty" maxItems:"20"`
		Free  any     `json:"free,omitempty"`
	}
	registry := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	schema := registry.Schema(reflect.TypeFor[body](), true, "")
	for text, want := range map[string][]problem{
		`{"name":"Asha","inner":[{"id":1}],"free":{"a":1}}`: nil,
		`{"name":"Asha","other":1}`:                         {{"body", "expected no names but free, inner, name"}},
		`{"name":"Asha","inner":[{"id":1,"ix":1}]}`:         {{"body.inner[0]", "expected no names but id"}},
	} {
		tree, err := parseJSON([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, checkClosed(registry, schema, "body", tree), cmp.AllowUnexported(problem{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

// A name that occurs twice or in another case is refused at every depth, whether known or not. An
// unknown name is not repeated in the error.
func TestBodiesAgainstTheirSchema(t *testing.T) {
	type inner struct {
		ID   int64    `json:"id"`
		Tags []string `json:"tags,omitempty" maxItems:"3"`
	}
	type body struct {
		Name  string  `json:"name" maxLength:"5"`
		Inner []inner `json:"inner,omitempty" maxItems:"20"`
		Free  any     `json:"free,omitempty"`
	}
	huma.DefaultArrayNullable = false
	registry := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	schema := registry.Schema(reflect.TypeFor[body](), true, "")
	twice, once := "expected each name to be present once, in one case", "expected name to be present once"
	cased := "expected name to be written in this case"
	for text, want := range map[string][]string{
		`{"name":"Asha"}`: nil,
		`{"name":"Asha","other":{"a":[1,{"b":null}]},"free":{"A":1}}`:                   nil,
		`{"name":"Asha","inner":null}`:                                                  nil,
		`{"name":"Asha","name":"Esha"}`:                                                 {"name: " + once},
		`{"name":"Asha","NAME":"Esha"}`:                                                 {"name: " + once},
		`{"name":"Asha","n\u0061me":"Esha"}`:                                            {"name: " + once},
		`{"Name":"Asha"}`:                                                               {"name: " + cased},
		`{"name":"Asha","inner":[{"id":1},{"id":1,"Id":2}]}`:                            {"inner[1].id: " + once},
		`{"name":"Asha","inner":[{"iD":1}]}`:                                            {"inner[0].id: " + cased},
		`{"name":"Asha","free":{"x":[{"secret":1,"secret":2}]}}`:                        {"free: " + twice},
		`{"name":"Asha","free":{"\u212a":1,"k":2}}`:                                     {"free: " + twice},
		`{"name":"Asha","secret":{"x":{"y":1,"Y":2}}}`:                                  {"body: " + twice},
		`{"name":"Asha","inner":[{"id":1,"tags":["a","b","c","d"]}]}`:                   {"inner[0].tags: expected array length <= 3"},
		`{"name":"Asha","inner":[{"id":1,"tags":[1,2,3,4,5,6,7]}]}`:                     {"inner[0].tags: expected array length <= 3"},
		`{"inner":[` + strings.Repeat("0,", 500) + `0]}`:                                {"inner: expected array length <= 20"},
		`{"name":"Asha","free":[` + strings.Repeat("0,", 100) + `0]}`:                   {"free: expected array length <= 100"},
		`{"name":"Asha","x":` + strings.Repeat("[", 20) + strings.Repeat("]", 20) + `}`: {errDeep.Error()},
		`{"name":"Esha Kapoor","inner":{}}`:                                             {"inner: expected array", "name: expected length <= 5"},
		`{"name":"\u0000"}`:                                                             {errNUL.Error()},
		"{\"name\":\"\xff\"}":                                                           {errNotJSON.Error()},
		`{"name":"Asha"} {}`:                                                            {errNotJSON.Error()},
		`[]`:                                                                            {"body: expected object"},
		`null`:                                                                          {"body: expected object"},
		`{}`:                                                                            {"body: expected required property name to be present"},
	} {
		if diff := cmp.Diff(want, checked(registry, schema, text)); diff != "" {
			t.Errorf("%.80s (-want +got):\n%s", text, diff)
		}
	}
	many := checked(registry, schema, `{"name":"Asha","inner":[`+strings.Repeat(`{"id":"x","tags":[1,2,3]},`, 19)+`{}]}`)
	if len(many) != maxProblems {
		t.Errorf("%d problems, want %d: %v", len(many), maxProblems, many)
	}
}

// An object with more names than any call has is not read to its end.
func TestAnObjectOfManyNames(t *testing.T) {
	var b strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&b, `"n%d":0,`, i)
	}
	got := checked(nil, &huma.Schema{Type: huma.TypeObject}, "{"+b.String()+`"z":0}`)
	if diff := cmp.Diff([]string{"body: expected object with at most 100 properties"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The body of an error stays short and readable, however much the error says.
func TestErrorBodiesAreShort(t *testing.T) {
	for name, body := range map[string]ErrorBody{
		"extra":   {ErrorContent{StatusCode: 422, Message: "Short.", Extra: map[string]any{"code": "request.refused", "ids": make([]int, 5000)}}},
		"message": {ErrorContent{StatusCode: 422, Message: strings.Repeat("ü\"", 5000)}},
	} {
		text, err := marshal(bounded(body))
		if err != nil || len(text) > maxError || !strings.Contains(string(text), `"statusCode":422`) {
			t.Errorf("%s: %d bytes, want at most %d (%v)", name, len(text), maxError, err)
		}
		if code := body.Error.Extra["code"]; code != nil && !strings.Contains(string(text), `"code":"request.refused"`) {
			t.Errorf("%s: the code %v is lost: %s, want %q in it", name, code, text, `"code":"request.refused"`)
		}
	}
}

// Parsing stops at a repeated name, so a body full of repetitions costs no more than its first one.
func TestARepeatedNameEndsTheBody(t *testing.T) {
	for name, text := range map[string]string{
		"one name":      `{` + strings.Repeat(`"a":{"b":[0,{"c":0}]},`, 3000) + `"a":0}`,
		"in two cases":  `{"a":{"b":[0,{"c":0}]},` + strings.Repeat(`"A":{"b":[0,{"c":0}]},`, 3000) + `"a":0}`,
		"further below": `{"a":{"b":[0,{` + strings.Repeat(`"c":0,`, 3000) + `"c":0}]},` + strings.Repeat(`"z":0,`, 3000) + `"z":0}`,
	} {
		tree, err := parseJSON([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := values(tree); got > 6 {
			t.Errorf("%s: %d values were built", name, got)
		}
		if said := checked(nil, &huma.Schema{Type: huma.TypeObject}, text); len(said) != 1 || !strings.Contains(said[0], "each name to be present once") {
			t.Errorf("%s: %v, want length 1 and %q in it", name, said, "each name to be present once")
		}
	}
}

// values counts the values in a tree.
func values(tree any) int {
	sum := 1
	switch v := tree.(type) {
	case []any:
		for _, inner := range v {
			sum += values(inner)
		}
	case object:
		for _, inner := range v.values {
			sum += values(inner)
		}
	}
	return sum
}
