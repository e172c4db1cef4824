package api

import (
	"bytes"
	"context"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"rento/internal/account"
	"rento/internal/document"
)

const (
	mediaJSON = "application/json"
	mediaPDF  = "application/pdf"
)

// wantsPDF reports whether a client asks for a document as a PDF: it is the first
// that it accepts.
func wantsPDF(ctx context.Context) bool { return visitOf(ctx).accepts == mediaPDF }

// firstMedia is the media type that a client accepts first.
func firstMedia(header string) string {
	first, _, _ := strings.Cut(header, ",")
	first, _, _ = strings.Cut(first, ";")
	return strings.ToLower(strings.TrimSpace(first))
}

// printed answers with a PDF.
func printed[In any](fn func(context.Context, account.Session, *In) (document.File, error)) handler {
	read := func(ctx context.Context, s account.Session, in *In) (huma.StreamResponse, error) {
		file, err := fn(ctx, s, in)
		return writePDF(file), err
	}
	return streamed(read, func(*routes) (string, *huma.Schema) { return mediaPDF, schemaOfPDF() })
}

func schemaOfPDF() *huma.Schema { return &huma.Schema{Type: huma.TypeString, Format: "binary"} }

func writePDF(file document.File) huma.StreamResponse {
	return huma.StreamResponse{Body: func(c huma.Context) {
		c.SetHeader("Content-Disposition", `inline; filename="`+file.Name+`"`)
		writeWhole(c, mediaPDF, file.PDF)
	}}
}

// paper is how a document is answered with: read from its domain, it is either
// encoded or printed, as the client asks, so that both have the same figures.
type paper[In, D, Out any] struct {
	read  func(context.Context, account.Session, *In) (D, error)
	wire  func(D) Out
	print func(context.Context, account.Session, D) (document.File, error)
}

func ownPaper[In, D, Out any](p paper[In, D, Out]) handler { return p.handler(inSession) }

func ownIDPaper[In owned, D, Out any](p paper[In, D, Out]) handler { return p.handler(inPath) }

// companyPaper is for the company's own systems, whosever the document is.
func companyPaper[In, D, Out any](p paper[In, D, Out]) handler { return p.handler(nobodys) }

func (p paper[In, D, Out]) handler(owner owner) handler {
	return handler{owner: owner, in: reflect.TypeFor[In](), add: func(r *routes, section string, w row) {
		operation := r.operation(section, w)
		operation.Responses = map[string]*huma.Response{"200": {
			Description: "OK",
			Headers:     map[string]*huma.Param{"Cache-Control": {Schema: &huma.Schema{Type: huma.TypeString}}},
			Content: map[string]*huma.MediaType{
				mediaJSON: {Schema: schemaOf[Out](r.api.OpenAPI().Components.Schemas)}, mediaPDF: {Schema: schemaOfPDF()},
			},
		}}
		huma.Register(r.api, operation, func(ctx context.Context, in *In) (*huma.StreamResponse, error) {
			s, err := r.ownSession(ctx, w, in)
			if err != nil {
				return nil, err
			}
			out, err := p.answer(ctx, r, s, in)
			if err != nil {
				return nil, answer(ctx, r.logger, w.at, err)
			}
			return &out, nil
		})
	}}
}

func (p paper[In, D, Out]) answer(ctx context.Context, r *routes, s account.Session, in *In) (huma.StreamResponse, error) {
	d, err := p.read(ctx, s, in)
	if err != nil {
		return huma.StreamResponse{}, err
	}
	if wantsPDF(ctx) {
		file, err := p.print(ctx, s, d)
		return writePDF(file), err
	}
	out := p.wire(d)
	if err := r.names.put(ctx, &out); err != nil {
		return huma.StreamResponse{}, err
	}
	var body bytes.Buffer
	if err := encode(&body, out); err != nil {
		return huma.StreamResponse{}, err
	}
	return huma.StreamResponse{Body: func(c huma.Context) { writeWhole(c, mediaJSON, body.Bytes()) }}, nil
}
