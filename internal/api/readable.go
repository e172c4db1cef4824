package api

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"rento/internal/fault"
	"rento/internal/webpage"
)

//go:embed readable.html
var readableHTML string

var readableTemplate = template.Must(template.New("readable").Parse(readableHTML))

// These types are the contract as the page shows it.
type (
	readable struct {
		Title, Version, Intro string
		Sections              []readableSection
		Types                 []readableType
	}
	readableSection struct {
		Name  string
		Calls []readableCall
	}
	readableCall struct {
		ID, Method, Path, Summary, Description string
		Session                                bool
		Inputs                                 []readableField
		Body, Answer                           []readableWord
		// BodyExample and AnswerExample are JSON.
		BodyExample, AnswerExample string
	}
	readableField struct {
		Name, Where, Doc string
		Required         bool
		Type             []readableWord
	}
	readableType struct {
		Name   string
		Fields []readableField
	}
	// readableWord is a part of a type. A named type links to its table.
	readableWord struct {
		Text string
		Link bool
	}
)

// documents are the contract as a page without scripts and as OpenAPI 3.1. Each is written once, on
// the first request.
type documents struct{ page, yaml, json http.Handler }

func documentsOf(doc *huma.OpenAPI) documents {
	readable := func() ([]byte, error) {
		var out bytes.Buffer
		err := readableTemplate.Execute(&out, readableOf(doc))
		return out.Bytes(), err
	}
	return documents{
		page: written(readable, func(h http.Header) {
			webpage.Plain(h, webpage.Policy{Rules: []string{"style-src 'self'", "font-src 'self'", "img-src 'self'"}})
		}),
		yaml: written(func() ([]byte, error) { return withoutTolerance(doc.YAML()) }, func(h http.Header) {
			h.Set("Content-Type", "application/vnd.oai.openapi+yaml;version=3.1")
		}),
		json: written(func() ([]byte, error) { return withoutTolerance(doc.MarshalJSON()) }, func(h http.Header) {
			h.Set("Content-Type", "application/vnd.oai.openapi+json;version=3.1")
		}),
	}
}

// written serves a text that is written on the first request.
func written(write func() ([]byte, error), setHeaders func(http.Header)) http.Handler {
	once := sync.OnceValues(write)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, err := once()
		if err != nil {
			WriteFault(w, r, fault.Internal())
			return
		}
		setHeaders(w.Header())
		_, _ = w.Write(text) // fails only if the client has disconnected
	})
}

func readableOf(doc *huma.OpenAPI) readable {
	page := readable{Title: doc.Info.Title, Version: doc.Info.Version, Intro: doc.Info.Description}
	sections := map[string][]readableCall{}
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		for _, operation := range operationsOf(doc.Paths[path]) {
			name := sectionOf(path)
			sections[name] = append(sections[name], readableCallOf(operation))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(sections)) {
		page.Sections = append(page.Sections, readableSection{name, sections[name]})
	}
	types := doc.Components.Schemas.Map()
	for _, name := range slices.Sorted(maps.Keys(types)) {
		page.Types = append(page.Types, readableType{name, readableFields(types[name])})
	}
	return page
}

func operationsOf(p *huma.PathItem) []*huma.Operation {
	return slices.DeleteFunc([]*huma.Operation{p.Get, p.Post, p.Put, p.Patch, p.Delete}, func(o *huma.Operation) bool { return o == nil })
}

// sectionOf returns the section of the contract that a path belongs to, in one spelling.
func sectionOf(path string) string {
	parts := strings.Split(path, "/")
	if len(parts) < 4 || parts[1] != "api" {
		return "Other"
	}
	return strings.ToUpper(parts[2][:1]) + parts[2][1:]
}

func readableCallOf(o *huma.Operation) readableCall {
	call := readableCall{ID: o.OperationID, Method: o.Method, Path: o.Path, Summary: o.Summary, Description: o.Description, Session: len(o.Security) > 0}
	for _, p := range o.Parameters {
		call.Inputs = append(call.Inputs, readableField{
			Name: p.Name, Where: p.In, Doc: p.Description, Required: p.Required, Type: words(parameterSchema(p)),
		})
	}
	if o.RequestBody != nil {
		call.Body, call.BodyExample = words(jsonSchema(o.RequestBody.Content)), exampleIn(o.RequestBody.Content)
	}
	if answer := o.Responses["200"]; answer != nil {
		call.Answer, call.AnswerExample = words(jsonSchema(answer.Content)), exampleIn(answer.Content)
	}
	return call
}

// parameterSchema returns the schema of a parameter, even if the parameter is JSON.
func parameterSchema(p *huma.Param) *huma.Schema {
	if p.Schema != nil {
		return p.Schema
	}
	content, _ := p.Extensions["content"].(map[string]*huma.MediaType)
	return jsonSchema(content)
}

// exampleIn returns the example of a body as text.
func exampleIn(content map[string]*huma.MediaType) string {
	media := content["application/json"]
	if media == nil || media.Example == nil {
		return ""
	}
	text, err := marshal(media.Example)
	if err != nil {
		return ""
	}
	return string(text)
}

func jsonSchema(content map[string]*huma.MediaType) *huma.Schema {
	if media := content["application/json"]; media != nil {
		return media.Schema
	}
	return nil
}

func readableFields(s *huma.Schema) []readableField {
	fields := make([]readableField, 0, len(s.Properties))
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		property := s.Properties[name]
		fields = append(fields, readableField{
			Name: name, Doc: property.Description, Required: slices.Contains(s.Required, name), Type: words(property),
		})
	}
	return fields
}

// words describes a type briefly: "integer", "Product[]", "20 or 40".
func words(s *huma.Schema) []readableWord {
	switch {
	case s == nil:
		return nil
	case s.Ref != "":
		return []readableWord{{s.Ref[strings.LastIndex(s.Ref, "/")+1:], true}}
	case s.Type == huma.TypeArray:
		return append(words(s.Items), readableWord{Text: " list"})
	case len(s.Enum) > 0:
		return []readableWord{{Text: choices(s.Enum)}}
	case len(s.OneOf) > 0 && s.Type == "":
		return words(s.OneOf[0])
	case s.Type == huma.TypeObject && len(s.Properties) > 0:
		return inline(s)
	}
	return []readableWord{{Text: kindOf(s)}}
}

func choices(values []any) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = fmt.Sprint(v)
	}
	return strings.Join(texts, " or ")
}

// inline describes an object type that has no name.
func inline(s *huma.Schema) []readableWord {
	list := []readableWord{{Text: "{ "}}
	for i, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if i > 0 {
			list = append(list, readableWord{Text: ", "})
		}
		list = append(list, readableWord{Text: name + ": "})
		list = append(list, words(s.Properties[name])...)
	}
	return append(list, readableWord{Text: " }"})
}

func kindOf(s *huma.Schema) string {
	kind := s.Type
	if kind == "" {
		kind = "anything"
	}
	if s.Format == "date" || s.Format == "date-time" {
		kind = s.Format
	}
	if s.Nullable {
		kind += " or null"
	}
	return kind
}
