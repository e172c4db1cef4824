package api

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"rento/internal/account"
	"rento/internal/advance"
	"rento/internal/calendar"
	"rento/internal/document"
	"rento/internal/export"
	"rento/internal/pdf/picture"
)

const (
	mediaJSON  = "application/json"
	mediaPDF   = "application/pdf"
	mediaPages = "application/vnd.rento.pages+json"
	mediaCSV   = "text/csv"
)

// PaperPages is a printed document for a screen. The pages are drawn from the PDF itself.
type PaperPages struct {
	FileName string           `json:"fileName" doc:"under which the PDF is kept" example:"KA-26-27-0000001.pdf"`
	Pages    []PaperPage      `json:"pages"`
	From     calendar.Date    `json:"from" nullable:"true" doc:"the first day of a statement"`
	To       calendar.Date    `json:"to" nullable:"true" doc:"the last day of a statement"`
	Vouchers []AdvanceVoucher `json:"vouchers,omitempty" doc:"of the receipt of rent in advance: those that it names"`
}

// PaperPage is one A4 page.
type PaperPage struct {
	SVG   string   `json:"svg" doc:"the page as a picture, which has no scripts and needs nothing from elsewhere"`
	Lines []string `json:"lines" doc:"what is written on it, for those who do not see it"`
}

// firstMedia returns the media type that a client accepts first.
func firstMedia(header string) string {
	first, _, _ := strings.Cut(header, ",")
	first, _, _ = strings.Cut(first, ";")
	return strings.ToLower(strings.TrimSpace(first))
}

// printed returns a handler that answers with a PDF. If the client wants pages, the answer also
// lists the vouchers that the document names.
func printed[In any](fn func(context.Context, account.Session, *In) (document.File, []advance.Voucher, error)) handler {
	read := func(ctx context.Context, s account.Session, in *In) (huma.StreamResponse, error) {
		file, names, err := fn(ctx, s, in)
		if err != nil {
			return huma.StreamResponse{}, err
		}
		return writePaper(ctx, file, names...)
	}
	return streamed(read, onPaper)
}

// companyPrinted is printed for the company's own systems.
func companyPrinted[In any](fn func(context.Context, account.Session, *In) (document.File, []advance.Voucher, error)) handler {
	h := printed(fn)
	h.owner = nobodys
	return h
}

// onPaper returns the media types of every printed document.
func onPaper(r *routes) map[string]*huma.MediaType {
	return map[string]*huma.MediaType{
		mediaPDF:   {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
		mediaPages: {Schema: schemaOf[PaperPages](r.api.OpenAPI().Components.Schemas)},
	}
}

// wantsPaper reports whether the client wants a printed document: the first media type that it
// accepts is the PDF or its pages.
func wantsPaper(ctx context.Context) bool {
	accepts := visitOf(ctx).accepts
	return accepts == mediaPDF || accepts == mediaPages
}

// writePaper answers with a PDF, or with its pages if the client wants pages.
func writePaper(ctx context.Context, file document.File, names ...advance.Voucher) (huma.StreamResponse, error) {
	return writePages(ctx, file, PaperPages{Vouchers: each(names, wireVoucherHead)})
}

// writePages answers like writePaper. out contains the other fields of the answer with pages.
func writePages(ctx context.Context, file document.File, out PaperPages) (huma.StreamResponse, error) {
	if visitOf(ctx).accepts != mediaPages {
		return huma.StreamResponse{Body: func(c huma.Context) {
			c.SetHeader("Content-Disposition", `inline; filename="`+file.Name+`"`)
			writeWhole(c, mediaPDF, file.PDF)
		}}, nil
	}
	pages, err := picture.Pages(file.PDF)
	if err != nil {
		return huma.StreamResponse{}, fmt.Errorf("api: pages of %s: %w", file.Name, err)
	}
	var body bytes.Buffer
	out.FileName, out.Pages = file.Name, each(pages, func(p picture.Page) PaperPage { return PaperPage(p) })
	if err := encode(&body, out); err != nil {
		return huma.StreamResponse{}, err
	}
	return huma.StreamResponse{Body: func(c huma.Context) { writeWhole(c, mediaPages, body.Bytes()) }}, nil
}

// paper is a document that is answered as JSON or in print, as the client wants. Both forms come
// from the same value, so they have the same figures.
type paper[In, D, Out any] struct {
	read  func(context.Context, account.Session, *In) (D, error)
	wire  func(D) Out
	print func(context.Context, account.Session, D) (document.File, error)
	// csv returns the rows of a statement for a spreadsheet, the column names first. It is nil for
	// other documents.
	csv func(D) [][]string
	// days returns the first and the last day of a statement, both included. It is nil for other
	// documents.
	days func(D) (from, to calendar.Date)
}

func ownPaper[In, D, Out any](p paper[In, D, Out]) handler { return p.handler(inSession) }

func ownIDPaper[In owned, D, Out any](p paper[In, D, Out]) handler { return p.handler(inPath) }

// companyPaper is for the company's own systems, for a document of any customer.
func companyPaper[In, D, Out any](p paper[In, D, Out]) handler { return p.handler(nobodys) }

func (p paper[In, D, Out]) handler(owner owner) handler {
	return handler{owner: owner, in: reflect.TypeFor[In](), add: func(r *routes, section string, w row) {
		operation, content := r.operation(section, w), onPaper(r)
		if p.csv != nil {
			content[mediaCSV] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
		}
		content[mediaJSON] = &huma.MediaType{Schema: schemaOf[Out](r.api.OpenAPI().Components.Schemas)}
		operation.Responses = map[string]*huma.Response{"200": {
			Description: "OK",
			Headers:     map[string]*huma.Param{"Cache-Control": {Schema: &huma.Schema{Type: huma.TypeString}}},
			Content:     content,
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

// copyFor is whose copy of a tax document is printed: the original in a customer's session, the
// duplicate for the company's own systems, which have none.
func copyFor(s account.Session) document.Copy {
	if s.CustomerID == 0 {
		return document.ForSupplier
	}
	return document.ForRecipient
}

func (p paper[In, D, Out]) answer(ctx context.Context, r *routes, s account.Session, in *In) (huma.StreamResponse, error) {
	d, err := p.read(ctx, s, in)
	if err != nil {
		return huma.StreamResponse{}, err
	}
	if wantsPaper(ctx) {
		file, err := p.print(ctx, s, d)
		if err != nil {
			return huma.StreamResponse{}, err
		}
		var beside PaperPages
		if p.days != nil {
			beside.From, beside.To = p.days(d)
		}
		return writePages(ctx, file, beside)
	}
	if p.csv != nil && visitOf(ctx).accepts == mediaCSV {
		return writeCSV(p.csv(d))
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

// writeCSV answers with rows for a spreadsheet.
func writeCSV(rows [][]string) (huma.StreamResponse, error) {
	var body bytes.Buffer
	w := csv.NewWriter(&body)
	for _, row := range rows {
		if err := w.Write(export.SpreadsheetRow(row...)); err != nil {
			return huma.StreamResponse{}, fmt.Errorf("api: write a row: %w", err)
		}
	}
	w.Flush()
	if err := w.Error(); err != nil {
		return huma.StreamResponse{}, fmt.Errorf("api: write rows: %w", err)
	}
	return huma.StreamResponse{Body: func(c huma.Context) { writeWhole(c, mediaCSV, body.Bytes()) }}, nil
}
