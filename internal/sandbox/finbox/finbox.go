// Package finbox pretends to be FinBox BankConnect: sessions, uploads of PDFs, which it
// reads as they are, and the page on which a customer signs in at a bank. Its facts are
// those of docs/providers/finbox.md.
package finbox

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/sandbox/emulator"
	"rento/internal/sandbox/specimen"
)

// Name is the first segment of the provider's paths.
const Name = "finbox"

// Keys are our credentials at this provider.
type Keys struct{ APIKey, ServerHash string }

// Check refuses keys that are not whole.
func (k Keys) Check() error {
	if k.APIKey == "" || k.ServerHash == "" {
		return errors.New("finbox needs API key and server hash")
	}
	return nil
}

// Open opens a FinBox that knows the keys, with empty books.
func (k Keys) Open(base *emulator.Base) emulator.Provider { return New(k, base) }

// Provider is the emulated FinBox. It is safe for concurrent use.
type Provider struct {
	*emulator.Base
	keys     Keys
	prefix   string
	sessions map[string]*session
}

// session is a place for statements.
type session struct {
	Bank       string                        `json:"bank"`
	From       calendar.Date                 `json:"from"`
	To         calendar.Date                 `json:"to"`
	Online     bool                          `json:"online"`
	ReturnURL  string                        `json:"return_url"`
	Statements map[string]specimen.Statement `json:"statements"` // by the hash of the file
	ReadyAt    time.Time                     `json:"ready_at"`   // zero before processing is asked for
	Created    time.Time                     `json:"created"`
}

const (
	// readingTime is how long the reading of a session takes.
	readingTime = 3 * time.Second
	// sessionLifetime is how long a session is there.
	sessionLifetime = 24 * time.Hour
)

// New opens a FinBox with empty books.
func New(keys Keys, r *emulator.Base) *Provider {
	return &Provider{Base: r, keys: keys, sessions: map[string]*session{}}
}

// Name is "finbox".
func (p *Provider) Name() string { return Name }

// ForShops is nothing: customers come to the provider's own page.
func (*Provider) ForShops() []string { return nil }

// Reset empties the books.
func (p *Provider) Reset() { p.Restart(func() { p.sessions = map[string]*session{} }) }

// Books are what the provider believes, for people to read.
func (p *Provider) Books() any {
	p.Lock()
	defer p.Unlock()
	return map[string]any{"sessions": p.sessions, "plans": p.Plans()}
}

// Memory returns the books in a form that Recall takes.
func (p *Provider) Memory() (json.RawMessage, error) {
	p.Lock()
	defer p.Unlock()
	return json.Marshal(p.sessions)
}

// Recall takes the place of the books with what Memory returned.
func (p *Provider) Recall(raw json.RawMessage) error {
	kept := map[string]*session{}
	if err := json.Unmarshal(raw, &kept); err != nil {
		return err
	}
	p.Restart(func() { p.sessions = kept })
	return nil
}

// Routes mounts everything below prefix, as in "/sandbox/finbox".
func (p *Provider) Routes(mux *http.ServeMux, prefix string) {
	p.prefix = prefix
	call := func(name, method, path string, do action) {
		mux.Handle(method+" "+prefix+"/v1"+path, p.Faults.Inject(name, p.api(do)))
	}
	call("sessions.create", http.MethodPost, "/session/", p.create)
	call("statements.upload", http.MethodPost, "/statement/upload_session/", p.upload)
	call("sessions.process", http.MethodPost, "/session_data/{id}/initiate_processing/", p.process)
	call("sessions.progress", http.MethodGet, "/session_data/{id}/progress/", p.progress)
	call("sessions.insights", http.MethodGet, "/session_data/{id}/insights/", p.insights)
	mux.HandleFunc("GET "+prefix+"/netbanking/{id}", p.page)
	mux.HandleFunc("POST "+prefix+"/netbanking/{id}", p.signedIn)
}

// action does a call under the lock of the books.
type action func(r *http.Request, now time.Time) (any, error)

const maxBody = 12 << 20

func (p *Provider) api(do action) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		same := subtle.ConstantTimeCompare([]byte(r.Header.Get("X-Api-Key")), []byte(p.keys.APIKey)) == 1
		if r.Method == http.MethodGet {
			same = same && subtle.ConstantTimeCompare([]byte(r.Header.Get("Server-Hash")), []byte(p.keys.ServerHash)) == 1
		}
		if !same {
			answer(w, nil, refusal(http.StatusUnauthorized, "UNAUTHORIZED"))
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		p.Lock()
		defer p.Unlock()
		result, err := do(r, p.CatchUp())
		answer(w, result, err)
	})
}

// apiError is a refusal in the provider's form.
type apiError struct {
	status int
	code   string
}

func (e *apiError) Error() string { return e.code }

func refusal(status int, code string) *apiError { return &apiError{status, code} }

func answer(w http.ResponseWriter, result any, err error) {
	if err == nil {
		emulator.Send(w, http.StatusOK, result)
		return
	}
	e, ok := errors.AsType[*apiError](err)
	if !ok {
		e = refusal(http.StatusInternalServerError, "INTERNAL")
	}
	emulator.Send(w, e.status, map[string]any{"error": map[string]any{"code": e.code, "message": strings.ToLower(strings.ReplaceAll(e.code, "_", " "))}})
}

const dayForm = "02/01/2006"

func dayOf(value string) (calendar.Date, error) {
	t, err := time.ParseInLocation(dayForm, value, calendar.India)
	if err != nil {
		return calendar.Date{}, refusal(http.StatusBadRequest, "INVALID_DATE")
	}
	return calendar.In(t), nil
}

func (p *Provider) create(r *http.Request, now time.Time) (any, error) {
	var asked map[string]string
	if json.NewDecoder(r.Body).Decode(&asked) != nil || asked["link_id"] == "" {
		return nil, refusal(http.StatusBadRequest, "LINK_ID_MISSING")
	}
	from, err := dayOf(asked["from_date"])
	if err != nil {
		return nil, err
	}
	to, err := dayOf(asked["to_date"])
	if err != nil {
		return nil, err
	}
	id := p.IDs.ID("session")
	s := &session{Bank: asked["bank_name"], From: from, To: to, Online: asked["mode"] == "online", ReturnURL: asked["redirect_url"], Statements: map[string]specimen.Statement{}, Created: now}
	at, err := url.Parse(s.ReturnURL)
	if s.Online && (err != nil || at.Host == "") {
		return nil, refusal(http.StatusBadRequest, "REDIRECT_URL_MISSING")
	}
	p.sessions[id] = s
	return map[string]any{"session_id": id, "redirect_url": p.Origin + p.prefix + "/netbanking/" + id}, nil
}

// find returns a session that is still there.
func (p *Provider) find(id string, now time.Time) (*session, error) {
	s := p.sessions[id]
	switch {
	case s == nil:
		return nil, refusal(http.StatusNotFound, "SESSION_NOT_FOUND")
	case now.Sub(s.Created) > sessionLifetime:
		return nil, refusal(http.StatusGone, "SESSION_DELETED")
	}
	return s, nil
}

// upload reads a PDF as it is.
func (p *Provider) upload(r *http.Request, now time.Time) (any, error) {
	if err := r.ParseMultipartForm(maxBody); err != nil { //nolint:gosec // the sandbox bounds every body
		return nil, refusal(http.StatusBadRequest, "FILE_MISSING")
	}
	s, err := p.find(r.FormValue("session_id"), now)
	if err != nil {
		return nil, err
	}
	f, _, err := r.FormFile("file")
	if err != nil {
		return nil, refusal(http.StatusBadRequest, "FILE_MISSING")
	}
	defer f.Close()
	raw, err := io.ReadAll(f)
	if err != nil {
		return nil, refusal(http.StatusBadRequest, "FILE_MISSING")
	}
	read, err := specimen.ReadStatement(raw, r.FormValue("pdf_password"))
	switch {
	case errors.Is(err, specimen.ErrPassword):
		return nil, refusal(http.StatusBadRequest, "PASSWORD_INCORRECT")
	case errors.Is(err, specimen.ErrScan):
		return nil, refusal(http.StatusBadRequest, "PDF_IS_IMAGE")
	case err != nil:
		return nil, refusal(http.StatusBadRequest, "STATEMENT_UNSUPPORTED_FORMAT")
	}
	return s.addStatement(read, raw, r.FormValue("bank_name"), p.IDs.ID("stmt"))
}

// addStatement takes a statement that could be read.
func (s *session) addStatement(read specimen.Statement, raw []byte, bank, id string) (any, error) {
	hash := sha256.Sum256(raw)
	key := hex.EncodeToString(hash[:])
	_, twice := s.Statements[key]
	switch {
	case read.Bank == "":
		return nil, refusal(http.StatusBadRequest, "BANK_NAME_UNDETECTED")
	case bank != "" && bank != read.Bank:
		return nil, refusal(http.StatusBadRequest, "BANK_NAME_MISMATCH")
	case twice:
		return nil, refusal(http.StatusBadRequest, "STATEMENT_DUPLICATE")
	case read.To.Before(s.From) || read.From.After(s.To):
		return nil, refusal(http.StatusBadRequest, "OUT_OF_DATE_RANGE")
	}
	s.Statements[key] = read
	return map[string]any{
		"statement_id": id, "bank_name": read.Bank, "status": 1, "is_fraud": read.Altered,
		"identity":   map[string]any{"name": read.Holder, "account_number": read.Account, "ifsc": read.IFSC, "account_category": "individual"},
		"date_range": map[string]any{"from_date": read.From.Format(dayForm), "to_date": read.To.Format(dayForm)},
	}, nil
}

func (p *Provider) process(r *http.Request, now time.Time) (any, error) {
	s, err := p.find(r.PathValue("id"), now)
	if err != nil {
		return nil, err
	}
	if len(s.Statements) == 0 {
		return nil, refusal(http.StatusBadRequest, "NO_UPLOADS")
	}
	if s.ReadyAt.IsZero() {
		s.ReadyAt = now.Add(readingTime)
	}
	return map[string]any{"session_id": r.PathValue("id"), "message": "processing"}, nil
}

func (p *Provider) progress(r *http.Request, now time.Time) (any, error) {
	s, err := p.find(r.PathValue("id"), now)
	if err != nil {
		return nil, err
	}
	if s.ReadyAt.IsZero() {
		return nil, refusal(http.StatusBadRequest, "PROCESSING_NOT_REQUESTED")
	}
	if plan, ok := p.Answers.Next("reading"); ok { // what control has planned
		return map[string]any{"session_progress": "completed", "progress": []any{map[string]any{"identity_status": "completed", "transaction_status": "failed", "error_code": plan.Outcome}}}, nil
	}
	state := "completed"
	if now.Before(s.ReadyAt) {
		state = "processing"
	}
	list := []any{}
	for range s.Statements {
		list = append(list, map[string]any{"identity_status": "completed", "transaction_status": state, "processing_status": state, "fraud_status": state})
	}
	return map[string]any{"session_progress": state, "progress": list}, nil
}

func (p *Provider) insights(r *http.Request, now time.Time) (any, error) {
	s, err := p.find(r.PathValue("id"), now)
	if err != nil {
		return nil, err
	}
	if s.ReadyAt.IsZero() || now.Before(s.ReadyAt) {
		return nil, refusal(http.StatusBadRequest, "PROCESSING_NOT_REQUESTED")
	}
	accounts := []any{}
	for _, read := range s.Statements {
		movements, salary, fraud := []any{}, []any{}, []any{}
		for _, e := range read.Entries {
			kind := "credit"
			if e.Amount < 0 {
				kind = "debit"
			}
			m := map[string]any{
				"date": e.On.String(), "transaction_note": e.Text, "transaction_type": kind,
				"amount": json.Number(e.Amount.Abs().Decimal()), "balance": json.Number(e.Balance.Decimal()),
			}
			movements = append(movements, m)
			if strings.HasPrefix(e.Text, specimen.SalaryMark) {
				salary = append(salary, m)
			}
		}
		if read.Altered {
			fraud = append(fraud, map[string]any{"fraud_type": "author_fraud"})
		}
		accounts = append(accounts, map[string]any{
			"bank_name": read.Bank, "account_details": map[string]any{"name": read.Holder, "account_number": read.Account, "ifsc": read.IFSC},
			"from_date": read.From.Format(dayForm), "to_date": read.To.Format(dayForm), "transactions": movements, "salary": salary, "fraud": fraud,
		})
	}
	return map[string]any{"accounts": accounts}, nil
}

// page is where a customer signs in at the bank.
func (p *Provider) page(w http.ResponseWriter, r *http.Request) {
	p.Lock()
	s, err := p.find(r.PathValue("id"), p.CatchUp())
	p.Unlock()
	if err != nil || !s.Online {
		http.Error(w, "This session is not known, or is over.", http.StatusGone)
		return
	}
	back, err := url.Parse(s.ReturnURL)
	if err != nil {
		http.Error(w, "There is no way back.", http.StatusBadRequest)
		return
	}
	specimen.NetBankingPage(w, back, s.Bank)
}

// signedIn takes what the customer did at the bank, and sends the browser back.
func (p *Provider) signedIn(w http.ResponseWriter, r *http.Request) {
	const longest = 64 << 10
	r.Body = http.MaxBytesReader(w, r.Body, longest)
	if err := r.ParseForm(); err != nil {
		http.Error(w, "The form could not be read.", http.StatusBadRequest)
		return
	}
	p.Lock()
	defer p.Unlock()
	now := p.CatchUp()
	s, err := p.find(r.PathValue("id"), now)
	if err != nil || !s.Online {
		http.Error(w, "This session is not known, or is over.", http.StatusGone)
		return
	}
	back, err := url.Parse(s.ReturnURL)
	if err != nil {
		http.Error(w, "There is no way back.", http.StatusBadRequest)
		return
	}
	query := back.Query()
	query.Set("session_id", r.PathValue("id"))
	query.Set("success", "false")
	switch r.PostForm.Get("answer") {
	case "success":
		if err := s.fetch(r.PostForm, now); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		query.Set("success", "true")
	case "error":
		query.Set("error_type", "NB001")
	}
	back.RawQuery = query.Encode()
	http.Redirect(w, r, back.String(), http.StatusSeeOther)
}

// fetch has the bank make a statement, which is read at once.
func (s *session) fetch(form url.Values, now time.Time) error {
	months, _ := strconv.Atoi(form.Get("months")) // refused below when it is none
	salary, err := strconv.ParseInt(form.Get("salary"), 10, 32)
	if err != nil {
		salary = -1
	}
	made, err := specimen.NewStatement(form.Get("bank"), strings.TrimSpace(form.Get("name")), months, 0, money.Rupees(salary), calendar.In(now))
	if err != nil {
		return err
	}
	s.Statements["netbanking"], s.ReadyAt = made, now.Add(readingTime)
	return nil
}
