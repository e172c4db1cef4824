package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"rento/internal/fault"
)

// maxBody is the maximum size of the body of a call in bytes, unless its row says otherwise. It is
// enough because texts and lists are bounded.
const maxBody = 64 << 10

// body reads a JSON body after the gate and checks it against the call's schema before any value is
// built from it. The framework would first collect every problem of every element, and it would
// accept a name twice or in any case.
func (r *routes) body(w row) func(huma.Context, func(huma.Context)) {
	refuse, optionalData, checks := r.refusal(w.at), wrapped(w.handler.in), check
	if w.who.has(operations) {
		checks = checkClosed
	}
	return func(c huma.Context, next func(huma.Context)) {
		request, out := humago.Unwrap(c)
		leave, err := r.expect(c.Context(), out, request, w)
		if err != nil {
			refuse(c, err)
			return
		}
		defer leave()
		raw, err := readBody(request, w.body)
		if err != nil {
			refuse(c, bodyFault(err))
			return
		}
		raw, err = r.checkBody(c, raw, optionalData, checks)
		if err != nil {
			refuse(c, err)
			return
		}
		request.Body = io.NopCloser(bytes.NewReader(raw))
		next(c)
	}
}

// checkBody returns a body with its texts as they will be stored. It returns a 400, 415 or 422 for
// a body that the call does not accept.
func (r *routes) checkBody(c huma.Context, raw []byte, optionalData bool, checks func(huma.Registry, *huma.Schema, string, any) []problem) ([]byte, error) {
	if len(raw) == 0 { // the framework checks whether the body may be missing
		return raw, nil
	}
	if kind := c.Header("Content-Type"); kind != "" {
		if media, _, err := mime.ParseMediaType(kind); err != nil || media != "application/json" {
			return nil, fault.Unsupported("request.body_not_json", "The body of a request is JSON.")
		}
	}
	tree, err := parseJSON(raw)
	if err != nil {
		return nil, fault.Unreadable("request.unreadable", "The request could not be read.")
	}
	schema, path := c.Operation().RequestBody.Content["application/json"].Schema, "body"
	if o, ok := tree.(object); optionalData && ok && !o.has("data") {
		schema = schema.Properties["data"]
	}
	people := writer{registry: r.api.OpenAPI().Components.Schemas}
	tree = people.value(schema, tree)
	if problems := checks(people.registry, schema, path, tree); len(problems) > 0 {
		return nil, invalidInput(problems)
	}
	if !people.changed {
		return raw, nil
	}
	return marshal(tree)
}

// wrapped reports whether the body of an input is a Data.
func wrapped(in reflect.Type) bool {
	f, found := in.FieldByName("Body")
	if !found {
		return false
	}
	body, is := reflect.Zero(f.Type).Interface().(interface{ wrapsData() bool })
	return is && body.wrapsData()
}

// wrapsData distinguishes a Data of any type from other bodies.
func (Data[T]) wrapsData() bool { return true }

// hasBody reports whether a call has a JSON body.
func hasBody(in reflect.Type) bool {
	_, found := in.FieldByName("Body")
	return found
}

// hasForm reports whether a call has a multipart form. in is nil for a page.
func hasForm(in reflect.Type) bool {
	if in == nil {
		return false
	}
	f, found := in.FieldByName("RawBody")
	return found && f.Type != rawBytes
}

var rawBytes = reflect.TypeFor[[]byte]()

// hasRaw reports whether a call reads its body itself.
func hasRaw(in reflect.Type) bool {
	if in == nil {
		return false
	}
	f, found := in.FieldByName("RawBody")
	return found && f.Type == rawBytes
}

// raw reads a body after the gate for a call that decodes it itself. It ignores the content type.
func (r *routes) raw(w row) func(huma.Context, func(huma.Context)) {
	refuse := r.refusal(w.at)
	return func(c huma.Context, next func(huma.Context)) {
		request, out := humago.Unwrap(c)
		leave, err := r.expect(c.Context(), out, request, w)
		if err != nil {
			refuse(c, err)
			return
		}
		defer leave()
		body, err := readBody(request, w.body)
		if err != nil {
			refuse(c, bodyFault(err))
			return
		}
		request.Body = io.NopCloser(bytes.NewReader(body))
		next(c)
	}
}

func bodyFault(err error) error {
	if over, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		return fault.TooLarge("request.too_large", "This request is larger than {size} KB.", fault.With("size", over.Limit>>10))
	}
	if slow, ok := errors.AsType[net.Error](err); ok && slow.Timeout() {
		return fault.TooSlow("request.too_slow", "The request took too long to arrive.")
	}
	return fmt.Errorf("api: read a body: %w: %w", context.Canceled, err) // the connection broke
}
