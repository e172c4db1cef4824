// Package hyperverge pretends to be HyperVerge: the calls that read documents and
// faces, the registers of PANs and of GST, the provider's screens, and DigiLocker through
// it. It reads specimens (package specimen) and nothing else: of any other picture it
// says that there is no document in it. Its facts are those of
// docs/providers/hyperverge.md.
package hyperverge

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"time"

	"rento/internal/sandbox/emulator"
)

// Name is the first segment of the provider's paths.
const Name = "hyperverge"

// Keys are our credentials at this provider.
type Keys struct {
	AppID         string
	AppKey        string
	WorkflowID    string
	WebhookSecret string
}

// Check refuses keys that are not whole. Whether they are live ones cannot be seen by
// their form.
func (k Keys) Check() error {
	if k.AppID == "" || k.AppKey == "" || k.WorkflowID == "" || k.WebhookSecret == "" {
		return errors.New("hyperverge needs app id, app key, workflow and webhook secret")
	}
	return nil
}

// Open opens a HyperVerge that knows the keys, with empty books.
func (k Keys) Open(base *emulator.Base) emulator.Provider { return New(k, base) }

// Provider is the emulated HyperVerge. It is safe for concurrent use.
type Provider struct {
	*emulator.Base
	keys   Keys
	books  books
	prefix string
}

// New opens a HyperVerge with empty books.
func New(keys Keys, r *emulator.Base) *Provider {
	return &Provider{Base: r, keys: keys, books: newBooks()}
}

// Name is "hyperverge".
func (p *Provider) Name() string { return Name }

// ForShops are the calls of the script, which runs on our pages.
func (*Provider) ForShops() []string { return []string{"/sdk/"} }

// Reset empties the books.
func (p *Provider) Reset() { p.Restart(func() { p.books = newBooks() }) }

// Books are what the provider believes, for people to read.
func (p *Provider) Books() any {
	p.Lock()
	defer p.Unlock()
	return map[string]any{"transactions": p.books.Transactions, "plans": p.Plans()}
}

// Memory returns the books in a form that Recall takes.
func (p *Provider) Memory() (json.RawMessage, error) {
	p.Lock()
	defer p.Unlock()
	return json.Marshal(p.books)
}

// Recall takes the place of the books with what Memory returned.
func (p *Provider) Recall(raw json.RawMessage) error {
	kept := newBooks()
	if err := json.Unmarshal(raw, &kept); err != nil {
		return err
	}
	p.Restart(func() { p.books = kept })
	return nil
}

// Routes mounts everything below prefix, as in "/sandbox/hyperverge".
func (p *Provider) Routes(mux *http.ServeMux, prefix string) {
	p.prefix = prefix
	call := func(name, path string, do action) {
		mux.Handle("POST "+prefix+path, p.Faults.Inject(name, p.api(do)))
	}
	call("token.create", "/v2/auth/token", p.createToken)
	call("transactions.output", "/v1/output", p.output)
	call("documents.read", "/v2.0/readKYC", p.readCard)
	call("documents.licence", "/v1/readId", p.readLicence)
	call("faces.liveness", "/v1/checkLiveness", p.checkLiveness)
	call("faces.match", "/v1/photo/verifyPair", p.verifyPair)
	call("pan.check", "/api/verifyPAN", p.verifyPAN)
	call("pan.name", "/api/getNameFromPAN", p.nameOfPAN)
	call("gst.find", "/v1/searchGSTINV2", p.searchGSTIN)
	call("locker.start", "/api/digilocker/start", p.startLocker)
	call("locker.aadhaar", "/api/digilocker/eAadhaarDetails", p.lockerAadhaar)
	call("locker.documents", "/api/digilocker/docDetails", p.lockerDocuments)
	mux.Handle("GET "+prefix+"/pictures/{id}", p.Faults.Inject("documents.picture", http.HandlerFunc(p.picture)))
	p.pages(mux, prefix)
}

// request is a call of our server with the moment at which it arrived.
type request struct {
	*http.Request
	transaction string
	now         time.Time
	body        []byte
	form        *multipart.Form
}

// field is a field of a form.
func (r *request) field(name string) string {
	if r.form == nil || len(r.form.Value[name]) == 0 {
		return ""
	}
	return r.form.Value[name][0]
}

// read reads a JSON body.
func (r *request) read(into any) error {
	if json.Unmarshal(r.body, into) != nil {
		return refusal(http.StatusBadRequest, "", "Invalid JSON")
	}
	return nil
}

// file is a file of a form by one of its names.
func (r *request) file(names ...string) ([]byte, error) {
	for _, name := range names {
		if r.form == nil || len(r.form.File[name]) == 0 {
			continue
		}
		head := r.form.File[name][0]
		if head.Size > maxFile {
			return nil, refusal(http.StatusBadRequest, "", "image size cannot be greater than 6MB")
		}
		f, err := head.Open()
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return io.ReadAll(f)
	}
	return nil, refusal(http.StatusBadRequest, "", "API call requires one input image")
}

// action does a call under the lock of the books. What it returns is the result.
type action func(r *request) (any, error)

const (
	maxFile = 6 << 20
	maxBody = 2*maxFile + 1<<20
)

// api serves a call of our server.
func (p *Provider) api(do action) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !p.knows(r.Header) {
			answer(w, "", nil, refusal(http.StatusUnauthorized, "", "Missing/Invalid credentials"))
			return
		}
		in := &request{Request: r, transaction: r.Header.Get("transactionId")}
		if err := in.open(w); err != nil {
			answer(w, in.transaction, nil, err)
			return
		}
		p.Lock()
		defer p.Unlock()
		in.now = p.CatchUp()
		result, err := do(in)
		answer(w, in.transaction, result, err)
	})
}

// knows compares the keys. They come under names that are no canonical ones.
func (p *Provider) knows(h http.Header) bool {
	given := h.Get("appId") + ":" + h.Get("appKey")
	return subtle.ConstantTimeCompare([]byte(given), []byte(p.keys.AppID+":"+p.keys.AppKey)) == 1
}

func (r *request) open(w http.ResponseWriter) error {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
		if err := r.ParseMultipartForm(maxBody); err != nil {
			return refusal(http.StatusBadRequest, "", "The form could not be read")
		}
		r.form = r.MultipartForm
		return nil
	}
	var err error
	if r.body, err = io.ReadAll(r.Body); err != nil {
		return refusal(http.StatusBadRequest, "", "The request could not be read")
	}
	return nil
}

// apiError is a refusal in the provider's form.
type apiError struct {
	status        int
	code, message string
}

func (e *apiError) Error() string { return e.message }

func refusal(status int, code, message string) *apiError { return &apiError{status, code, message} }

// answer sends a result, or an error: a text in the older calls, an object with a code
// where there is one.
func answer(w http.ResponseWriter, transaction string, result any, err error) {
	meta := map[string]any{"requestId": transaction, "transactionId": transaction}
	if err == nil {
		emulator.Send(w, http.StatusOK, map[string]any{"status": "success", "statusCode": "200", "result": result, "metadata": meta})
		return
	}
	e, ok := errors.AsType[*apiError](err)
	if !ok {
		e = refusal(http.StatusInternalServerError, "", "Internal Server Error")
	}
	var shown any = e.message
	if e.code != "" {
		shown = map[string]any{"code": e.code, "message": e.message}
	}
	emulator.Send(w, e.status, map[string]any{"status": "failure", "statusCode": e.status, "error": shown, "metadata": meta})
}
