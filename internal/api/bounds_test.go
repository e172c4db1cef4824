package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"rento/internal/api"
	"rento/internal/testkit"
	"rento/internal/testkit/node"
)

// These are the maximum costs of a refusal, whatever was sent.
const (
	mostAnswer = 4 << 10         // bytes
	mostMemory = 1 << 20         // bytes, plus mostFactor for each byte that was sent
	mostFactor = 48              // a list of numbers takes that much after it is read
	mostTime   = 5 * time.Second // on a busy machine, and as much again per 256 KiB
	longText   = 24 << 10        // bytes of a parameter; the server takes 32 KiB of headers
)

// schema is the part of the contract's schemas that the test needs.
type schema struct {
	Ref        string             `json:"$ref"`
	Type       any                `json:"type"`
	Format     string             `json:"format"`
	Enum       []any              `json:"enum"`
	Properties map[string]*schema `json:"properties"`
	Required   []string           `json:"required"`
	Items      *schema            `json:"items"`
	MaxItems   *int               `json:"maxItems"`
	MaxLength  *int               `json:"maxLength"`
	// The check of bodies does not know these.
	OneOf, AnyOf, AllOf, Not any
	AdditionalProperties     any
	UniqueItems              bool
}

type contract struct {
	Paths map[string]map[string]struct {
		Parameters []struct {
			Name   string
			In     string
			Schema *schema
		}
		RequestBody struct {
			Content map[string]struct{ Schema *schema }
		}
	}
	Components struct{ Schemas map[string]*schema }
}

func (w *demoCity) contract(t *testing.T) contract {
	t.Helper()
	var c contract
	if err := json.Unmarshal(w.raw(t, http.MethodGet, "/openapi.json", "", nil).Body.Bytes(), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c contract) resolve(s *schema) *schema {
	for s.Ref != "" {
		s = c.Components.Schemas[s.Ref[strings.LastIndex(s.Ref, "/")+1:]]
	}
	return s
}

func (s *schema) is(kind string) bool {
	kinds, _ := s.Type.([]any)
	return s.Type == kind || slices.Contains(kinds, any(kind))
}

// inputs visits every schema of what a call takes.
func (c contract) inputs(visit func(at string, s *schema)) {
	var walk func(at string, s *schema)
	walk = func(at string, s *schema) {
		s = c.resolve(s)
		visit(at, s)
		if s.Items != nil {
			walk(at+"[]", s.Items)
		}
		for name, p := range s.Properties {
			walk(at+"."+name, p)
		}
	}
	for path, methods := range c.Paths {
		for method, call := range methods {
			at := strings.ToUpper(method) + " " + path
			for _, p := range call.Parameters {
				walk(at+" "+p.In+" "+p.Name, p.Schema)
			}
			for _, media := range call.RequestBody.Content {
				walk(at, media.Schema)
			}
		}
	}
}

// The schema of every input bounds every list and text, in terms that the check of bodies knows.
func TestEveryInputIsBounded(t *testing.T) {
	free := []string{"POST /api/customTrack.properties"} // its service limits the bytes
	sealed := []string{                                  // written by a machine
		"POST /api/Payments/billdesk/captureBilldeskRecurringAuthToken.billDeskResponse.txnResponse",
		"POST /api/Hyperverges/completeDigilocker.query",
	}
	const longest = 1000 // characters; nobody writes that much in one line
	seen := 0
	sharedCity(t).contract(t).inputs(func(at string, s *schema) {
		seen++
		if long := s.MaxLength != nil && *s.MaxLength >= longest; long != (s.Format == "lines") && !strings.Contains(at, " query ") && !slices.Contains(sealed, at) {
			t.Errorf("%s: at least %d characters: %t, format %q; want the format lines where people write so much, and nowhere else", at, longest, long, s.Format)
		}
		open, _ := s.AdditionalProperties.(bool)
		switch {
		case s.Type == nil && !slices.Contains(free, at):
			t.Errorf("%s may be anything", at)
		case s.is("array") && s.MaxItems == nil:
			t.Errorf("%s has no maxItems", at)
		case s.is("string") && s.MaxLength == nil && s.Enum == nil && !slices.Contains([]string{"date", "date-time", "binary"}, s.Format):
			t.Errorf("%s has no maxLength", at)
		case s.OneOf != nil, s.AnyOf != nil, s.AllOf != nil, s.Not != nil, s.UniqueItems, s.AdditionalProperties != nil && !open:
			t.Errorf("%s has a rule that the check of bodies does not know", at)
		}
	})
	if seen < 150 {
		t.Errorf("%d schemas were seen: the contract was not read", seen)
	}
}

// A client that sends the largest body that a call accepts, with every value wrong, gets a short
// answer quickly and uses little memory. The same holds for parameters and forms.
func TestNothingSentCostsMuch(t *testing.T) {
	o := newTwoCustomers(t, "sqlite")
	c, caller := o.contract(t), o.client()
	for _, route := range o.Node.Contract.Table() {
		at := route.Method + " " + route.Path
		call := c.Paths[route.Path][strings.ToLower(route.Method)]
		if at == "GET /api/events" || !route.Call {
			continue // it is not refused, and it does not end
		}
		long := url.Values{}
		for _, p := range call.Parameters {
			if p.In == "query" {
				long.Set(p.Name, strings.Repeat("9", longText/len(call.Parameters)))
			}
		}
		target := strings.ReplaceAll(route.Path, "{id}", strconv.FormatInt(caller.id, 10))
		if len(long) > 0 {
			o.costsLittle(t, at+" with long parameters", caller, route, target+"?"+long.Encode(), "", nil)
		}
		if before, after, found := strings.Cut(target, "{"); found {
			_, after, _ = strings.Cut(after, "}")
			target = before + "x" + after
			o.costsLittle(t, at+" with a long path", caller, route, before+strings.Repeat("9", longText)+after, "", nil)
		}
		if _, ok := call.RequestBody.Content["multipart/form-data"]; ok {
			for name, form := range wrongForms(t, int(route.MaxBody)) {
				o.costsLittle(t, at+" with "+name, caller, route, target, form.kind, form.data)
			}
		}
		if _, ok := call.RequestBody.Content["application/x-sentry-envelope"]; ok {
			for name, lines := range map[string]string{
				"a long line": strings.Repeat("x", int(route.MaxBody)-10), "too much": strings.Repeat("x", int(route.MaxBody)+10),
				"many items":   "{}\n" + strings.Repeat("{\"type\":\"session\"}\n{}\n", 2000),
				"a deep event": "{}\n{\"type\":\"event\"}\n" + strings.Repeat("{\"exception\":", 4000),
			} {
				o.costsLittle(t, at+" with "+name, caller, route, target, "application/x-sentry-envelope", []byte(lines))
			}
		}
		if media, ok := call.RequestBody.Content["application/json"]; ok {
			if route.MaxBody == 0 {
				t.Errorf("%s: the size of its body is not bounded", at)
			}
			for name, body := range c.wrongBodies(media.Schema, int(route.MaxBody)) {
				o.costsLittle(t, at+" with "+name, caller, route, target, "application/json", body)
			}
		}
	}
}

func (o *twoCustomers) costsLittle(t *testing.T, what string, caller client, route api.Route, target, kind string, body []byte) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), route.Method, target, bytes.NewReader(body))
	r.Header.Set("Content-Type", kind)
	r.Header.Set("Authorization", caller.token)
	if strings.HasPrefix(route.Path, "/operations/") {
		r.Header.Set("Operations-Token", node.OperationsToken)
		r.Header.Set("Operations-Actor", "Meera Nair")
	}
	answer := httptest.NewRecorder()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := testkit.MachineTime()
	o.Node.Handler().ServeHTTP(answer, r)
	took := testkit.MachineTime().Sub(start)
	runtime.ReadMemStats(&after)
	if answer.Code < 300 && len(body) == 0 {
		return // a long parameter that has no effect
	}
	if answer.Code < 400 || answer.Code == http.StatusTooManyRequests || answer.Code >= 500 {
		t.Errorf("%s: status %d, want a refusal of the input: %.200s", what, answer.Code, answer.Body)
	}
	if answer.Body.Len() > mostAnswer {
		t.Errorf("%s: an answer of %d bytes, want at most %d: %.300s", what, answer.Body.Len(), mostAnswer, answer.Body)
	}
	sent := uint64(len(body) + len(target))
	if got, want := after.TotalAlloc-before.TotalAlloc, mostMemory+mostFactor*sent; got > want {
		t.Errorf("%s: %d bytes of memory for %d, want at most %d", what, got, sent, want)
	}
	if most := mostTime * time.Duration(1+sent>>18); took > most {
		t.Errorf("%s: took %v for %d bytes, want at most %v", what, took, sent, most)
	}
}

// wrongBodies returns bodies of almost size bytes, with as many problems as fit.
func (c contract) wrongBodies(s *schema, size int) map[string][]byte {
	all := map[string][]byte{
		"brackets":        []byte(strings.Repeat("[", size/2) + strings.Repeat("]", size/2)),
		"a list":          swollen(`[`, `0,`, `0]`, size),
		"no JSON":         bytes.Repeat([]byte("x"), size),
		"a list of texts": swollen(`{"data":[`, `"x",`, `"x"]}`, size),
		"one name again":  swollen(`{`, `"a":0,`, `"a":0}`, size),
		"a text":          swollen(`{"data":"`, `x`, `"}`, size),
		"too many bytes":  bytes.Repeat([]byte(" "), size+1),
	}
	var names bytes.Buffer
	for i := 0; names.Len() < size-20; i++ {
		fmt.Fprintf(&names, `"n%d":[],`, i)
	}
	all["many names"] = []byte("{" + names.String() + `"data":0}`)
	bodies := map[string]*schema{"": s}
	if inner := c.resolve(s).Properties["data"]; inner != nil && len(c.resolve(s).Properties) == 1 {
		bodies["without data, "] = inner
	}
	for prefix, s := range bodies {
		for _, filling := range []string{`0`, `"x"`, `{}`, `[]`, `null`} {
			for list := range c.lists(s) {
				all[fmt.Sprintf("%s%q full of %s", prefix, list, filling)] = c.wrongBody(s, list, filling, size)
			}
		}
		all[prefix+"long texts"] = c.wrongBody(s, "", "", size)
	}
	return all
}

// lists returns the paths of the lists in a schema.
func (c contract) lists(s *schema) map[string]bool {
	found := map[string]bool{}
	var walk func(at string, s *schema)
	walk = func(at string, s *schema) {
		if s = c.resolve(s); s.is("array") {
			found[at] = true
			walk(at+"[]", s.Items)
		}
		for name, p := range s.Properties {
			walk(at+"."+name, p)
		}
	}
	walk("", s)
	return found
}

// wrongBody returns a body of almost size bytes with one full list, or with long texts.
func (c contract) wrongBody(s *schema, list, filling string, size int) []byte {
	texts := 0
	var write func(b *bytes.Buffer, at string, s *schema, most int)
	write = func(b *bytes.Buffer, at string, s *schema, most int) {
		switch s = c.resolve(s); {
		case s.is("array") && at == list:
			b.Write(swollen("[", filling+",", filling+"]", most))
		case s.is("array"):
			b.WriteByte('[')
			for i := range 100 {
				if i > 0 {
					b.WriteByte(',')
				}
				write(b, at+"[]", s.Items, most/100)
			}
			b.WriteByte(']')
		case s.is("object"):
			b.WriteByte('{')
			for i, name := range slices.Sorted(maps.Keys(s.Properties)) {
				if i > 0 {
					b.WriteByte(',')
				}
				fmt.Fprintf(b, "%q:", name)
				write(b, at+"."+name, s.Properties[name], most/max(1, len(s.Properties)))
			}
			b.WriteByte('}')
		case s.is("string") && list == "":
			texts++
			b.Write(swollen(`"`, "x", `"`, most-20))
		default:
			b.WriteString("[0]")
		}
	}
	var b bytes.Buffer
	write(&b, "", s, size-len(`{"data":}`)-600)
	return b.Bytes()
}

// swollen repeats a text between two others until it has almost size bytes.
func swollen(before, text, after string, size int) []byte {
	return []byte(before + strings.Repeat(text, max(0, size-len(before)-len(after)-2)/len(text)) + after)
}

type wrongForm struct {
	kind string
	data []byte
}

func wrongForms(t *testing.T, size int) map[string]wrongForm {
	t.Helper()
	all := map[string]wrongForm{}
	add := func(name string, fill func(f *multipart.Writer, left func() int) error) {
		var b bytes.Buffer
		f := multipart.NewWriter(&b)
		if err := fill(f, func() int { return size - 1000 - b.Len() }); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		all[name] = wrongForm{f.FormDataContentType(), b.Bytes()}
	}
	add("one field", func(f *multipart.Writer, left func() int) error {
		return f.WriteField("file", strings.Repeat("x", left()))
	})
	add("many fields", func(f *multipart.Writer, left func() int) error {
		for i := 0; left() > 0; i++ {
			if err := f.WriteField(fmt.Sprintf("field%d", i), ""); err != nil {
				return err
			}
		}
		return nil
	})
	add("a file that is none", func(f *multipart.Writer, left func() int) error {
		w, err := f.CreateFormFile("file", strings.Repeat("x", 5000)+".jpg")
		if err == nil {
			_, err = w.Write(bytes.Repeat([]byte("x"), left()))
		}
		return err
	})
	return all
}
