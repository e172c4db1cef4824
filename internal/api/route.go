package api

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"strings"

	"rento/internal/limit"
)

// section is a part of the table. It is a tag of the contract.
type section struct {
	name string
	rows []row
}

// row is one line of the table. Rows are written without field names, so that a row with a missing
// field does not compile.
type row struct {
	at                   string // method and path
	who                  roles
	limit                string // class of package limit, beside the limits of every call
	body                 int64  // maximum bytes of a body or form
	handler              handler
	summary, description string
}

func (w row) method() string { method, _, _ := strings.Cut(w.at, " "); return method }
func (w row) path() string   { _, path, _ := strings.Cut(w.at, " "); return path }

// roles are the callers that a call accepts. Roles beside customer are accepted in addition.
type roles uint8

const (
	// customer is a customer's session. agent is an agent's session for a customer. business is the
	// session of a business customer, who sees one notice and nothing else. payer is a session that
	// was opened by a message's link, so it can belong to anybody who has the message.
	customer roles = 1 << iota
	agent
	business
	payer
	// operations are the company's own systems, with their token.
	operations
	// providers authenticate by their signature, bearer by a token in the URL, a cookie or the
	// Authorization header.
	providers
	bearer
	// anybody needs no authentication.
	anybody
)

func (r roles) has(other roles) bool { return r&other != 0 }

// These constants are for rows that have no limit or no body, or one of the usual sizes.
const (
	noLimit = ""
	// onlyComputes marks a customer's call that changes nothing and uses POST only because of its
	// input. It needs no limit.
	onlyComputes = "only computes"
	noBody       = 0
	small        = maxBody
	tiny         = 4 << 10
)

// words say for the contract who may make a call.
func (r roles) words() string {
	if r.has(customer) && !r.has(payer) {
		return r.people() + " A session that the link of a message has opened is refused with a 403 (`session.code_needed`)."
	}
	return r.people()
}

func (r roles) people() string {
	switch {
	case r.has(operations):
		return "For the company's own systems, by their token."
	case r.has(anybody):
		return "Needs no session."
	case r.has(agent) && r.has(business):
		return "For the customer, an agent who acts for one, and businesses."
	case r.has(agent):
		return "For the customer and an agent who acts for one."
	case r.has(business):
		return "For the customer and businesses; an agent's session is refused with a 403."
	}
	return "For the customer alone; an agent's session is refused with a 403."
}

// Route is the public view of a row.
type Route struct {
	Method, Path string
	// Changes means that the call may change something: it is not sent with GET and does more than
	// compute.
	Changes bool
	// Session means that the call needs a session, UserID that the path contains the customer's id,
	// Agent that an agent's session may make it, Payer that a session opened by a message's link
	// may.
	Session, UserID, Agent, Payer bool
	// MaxBody is the maximum size of the body or form in bytes, 0 for none.
	MaxBody int64
	// Call means that it is a call of the contract and not a page.
	Call bool
}

// handler is what a row runs, with its owner check.
type handler struct {
	owner owner
	in    reflect.Type
	out   reflect.Type // type of the body, nil if it is not JSON
	also  []int        // statuses of faults besides those of every call
	lasts bool         // the answer takes minutes, or continues until the client disconnects
	add   func(r *routes, section string, w row)
}

// owner says how a handler determines whose data it may touch.
type owner int

const (
	nobodys   owner = iota + 1 // touches nobody's data, or everybody's
	inSession                  // looks up every id among the rows of the session's customer
	inPath                     // like inSession, and the {id} of the path is that customer
	itself                     // checks a signature or token itself
)

// check panics if a row contradicts itself, so that the program does not start.
func (w row) check() {
	if err := w.problem(); err != nil {
		panic(fmt.Sprintf("api: %s: %v", w.at, err))
	}
}

func (w row) problem() error {
	h := w.handler
	session := h.owner == inSession || h.owner == inPath
	switch {
	case w.summary == "" || w.description == "":
		return fmt.Errorf("has no summary or description")
	case h.owner == 0 || w.who == 0:
		return fmt.Errorf("has no owner check or no roles")
	case session != w.who.has(customer) || !session && w.who.has(agent|business|payer):
		return fmt.Errorf("roles %b do not fit the owner check %d", w.who, h.owner)
	case h.owner == itself && !w.who.has(providers|bearer|anybody), h.owner == nobodys && !w.who.has(operations|anybody):
		return fmt.Errorf("roles %b do not fit the owner check %d", w.who, h.owner)
	case (h.owner == inPath) != strings.Contains(w.path(), "{id}"):
		return fmt.Errorf("its path and its owner check differ about {id}")
	case h.in != nil && (w.body > 0) != (hasBody(h.in) || hasForm(h.in) || hasRaw(h.in)):
		return fmt.Errorf("its input and its bound of %d bytes differ", w.body)
	}
	if _, ok := limit.Classes[w.limit]; !ok && w.limit != noLimit && w.limit != onlyComputes {
		return fmt.Errorf("there is no class of limits %q", w.limit)
	}
	switch {
	case w.limit == onlyComputes && (!session || w.method() == http.MethodGet):
		return fmt.Errorf("only a customer's call that is not sent with GET says that it only computes")
	case session && w.changes() && w.limit == noLimit:
		return fmt.Errorf("changes something and has no limit: a customer could fill the database")
	}
	return nil
}

// changes reports whether a call may change something.
func (w row) changes() bool { return w.method() != http.MethodGet && w.limit != onlyComputes }

// class is the limit class in which a call is counted beside the limits of every call, or "".
func (w row) class() string {
	if w.limit == onlyComputes {
		return noLimit
	}
	return w.limit
}

// add registers a row.
func (r *routes) add(section string, w row) {
	w.check()
	h := w.handler
	r.table = append(r.table, Route{
		Method: w.method(), Path: w.path(), Changes: w.changes(), Session: w.who.has(customer), UserID: h.owner == inPath, Agent: w.who.has(agent), Payer: w.who.has(payer),
		MaxBody: w.body, Call: h.in != nil,
	})
	h.add(r, section, w)
}

// page returns a handler that is not a call of the contract. It is limited by the client's address,
// and its body is limited in size.
func page(h http.Handler) handler {
	return handler{owner: itself, add: func(r *routes, _ string, w row) {
		r.mux.HandleFunc(w.at, func(out http.ResponseWriter, in *http.Request) {
			ctx := in.Context()
			leave, err := r.enterPage(ctx, out, in, w)
			if err != nil {
				unread(out)
				WriteFault(out, in, faultFor(ctx, r.logger, w.at, err))
				return
			}
			defer leave()
			h.ServeHTTP(out, in)
		})
	}}
}

// enterPage counts a request by the client's address and reserves room for its body.
func (r *routes) enterPage(ctx context.Context, out http.ResponseWriter, in *http.Request, w row) (leave func(), err error) {
	ctx = limit.Together(ctx)
	if w.limit != noLimit {
		if err := r.deps.Limits.Allow(ctx, w.limit, addressKey(ctx)); err != nil {
			return nil, err
		}
	}
	if w.body == noBody {
		in.Body = http.MaxBytesReader(out, in.Body, noBody)
		return func() {}, nil
	}
	return r.expect(ctx, out, in, w)
}
