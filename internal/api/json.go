package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/encryption"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/paging"
	"rento/internal/ticket"
)

// marshal encodes without escaping <, > and &, because answers are never inserted into a page as
// they are.
func marshal(v any) ([]byte, error) {
	var out bytes.Buffer
	if err := encode(&out, v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(out.Bytes(), "\n"), nil
}

func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// unmarshal decodes a text that parseJSON has accepted. Its errors reach the customer. So unlike
// those of encoding/json they contain neither what was sent nor our internal names.
func unmarshal(data []byte, v any) error {
	err := json.Unmarshal(data, v)
	if _, ok := errors.AsType[*json.SyntaxError](err); ok {
		return errNotJSON
	}
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return misfit(wrong.Field)
	}
	return err
}

// misfit is the error for a value that its field cannot hold. field is empty if the field is
// unknown.
func misfit(field string) error {
	if field == "" {
		field = "a value"
	}
	return errors.New(field + " is of the wrong type or too large")
}

// These are the wire forms of our own types, for the document and for validation.
type (
	wireDate        string
	wireInstant     string
	wireRequestType int64
)

// Schema returns the schema of a business date.
func (wireDate) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "date", Description: "business date in Asia/Kolkata, YYYY-MM-DD"}
}

// Schema returns the schema of an instant.
func (wireInstant) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "date-time"}
}

// Schema returns the schema of a kind of request. It lists every kind, so that a client generated
// from the document does not compile until it handles a new kind.
func (wireRequestType) Schema(huma.Registry) *huma.Schema {
	var codes []any
	var names []string
	for _, kind := range ticket.Kinds() {
		codes = append(codes, int64(kind))
		names = append(names, fmt.Sprintf("%d %s", kind, strings.ToLower(kind.Name())))
	}
	return &huma.Schema{Type: huma.TypeInteger, Format: "int64", Enum: codes, Description: "the kind: " + strings.Join(names, ", ")}
}

func aliases(r huma.Registry) {
	r.RegisterTypeAlias(reflect.TypeFor[money.Amount](), reflect.TypeFor[float64]())
	r.RegisterTypeAlias(reflect.TypeFor[money.Paise](), reflect.TypeFor[int64]())
	r.RegisterTypeAlias(reflect.TypeFor[calendar.Date](), reflect.TypeFor[wireDate]())
	r.RegisterTypeAlias(reflect.TypeFor[calendar.Instant](), reflect.TypeFor[wireInstant]())
	r.RegisterTypeAlias(reflect.TypeFor[ticket.Type](), reflect.TypeFor[wireRequestType]())
}

// PageQuery selects the page of a list.
type PageQuery struct {
	Query string `query:"query" maxLength:"200" doc:"JSON object {page, size}, or pageSize instead of size"`
	After string `query:"after" maxLength:"1000" doc:"the next of the page before: then the page follows that one, whatever has come or gone in front of it, and the page of the query is not looked at"`
}

// pager reads which page of a list is asked for. It seals where a page ends, so that after names
// only what a page of the same list of the same customer has given.
type pager struct{ keys *encryption.Keyring }

// of returns the requested page: of the query's JSON object, such as {"page":1,"size":10}, or after
// another one. Some calls say pageSize instead of size. Pages count from 1. Without parameters it
// is the first page.
func (p pager) of(list string, s account.Session, in PageQuery) (paging.Page, error) {
	page, err := pageOf(in.Query)
	if err != nil || in.After == "" {
		return page, err
	}
	if page.After, err = p.keys.Decrypt(placeOf(list, s), in.After); err != nil {
		return page, paging.ErrAfter()
	}
	return page, nil
}

// from is of for lists that had no pages in the past. Without a query the page has the given size.
func (p pager) from(list string, s account.Session, in PageQuery, size int) (paging.Page, error) {
	page, err := p.of(list, s, in)
	if in.Query == "" {
		page.Size = size
	}
	return page, err
}

// next seals where a page ends. It stays empty after the last page.
func (p pager) next(list string, s account.Session, after string) string {
	return p.keys.Encrypt(placeOf(list, s), after)
}

func placeOf(list string, s account.Session) string { return fmt.Sprintf("%s/%d", list, s.CustomerID) }

func pageOf(query string) (paging.Page, error) {
	var p struct{ Page, Size, PageSize int }
	if query != "" {
		tree, err := parseJSON([]byte(query))
		if err != nil || len(check(nil, pageSchema, "query", tree)) > 0 || unmarshal([]byte(query), &p) != nil {
			return paging.Page{}, fault.Unreadable("list.query_invalid", "The parameter 'query' is not a JSON object of a page.")
		}
	}
	if p.Size == 0 {
		p.Size = p.PageSize
	}
	return paging.Page{Number: p.Page, Size: p.Size}.Normal()
}

var pageSchema = &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{
	"page": {Type: huma.TypeInteger}, "size": {Type: huma.TypeInteger}, "pageSize": {Type: huma.TypeInteger},
}}
