// Package finbox reads bank statements through FinBox BankConnect: PDFs that are
// uploaded, and those that a customer has fetched by net banking on the provider's page.
// Amounts are rupees on this wire. The protocol's facts and traps are retold in
// docs/providers/finbox.md.
package finbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

// Name is the provider's name as it is stored.
const Name = "finbox"

// longestAnswer is the largest answer that is read: the movements of a year.
const longestAnswer = 16 << 20

// Config is what the operator sets.
type Config struct {
	// BaseURL ends in /bank-connect.
	BaseURL string
	APIKey  string
	// ServerHash is the second key, which what was read asks for.
	ServerHash string
}

// Statements is FinBox as a provider.Statements. It is safe for concurrent use.
type Statements struct {
	config Config
	client *httpcall.Client
}

var _ provider.Statements = (*Statements)(nil)

// New makes the adapter. transport is nil for the real network.
func New(config Config, clock calendar.Clock, log *slog.Logger, transport http.RoundTripper) (*Statements, error) {
	if config.APIKey == "" || config.ServerHash == "" {
		return nil, errors.New("finbox: API key and server hash must be set")
	}
	client, err := httpcall.New(httpcall.Options{
		Provider: Name, BaseURL: config.BaseURL, Clock: clock, Log: log, Transport: transport, Refuse: refuse, MaxBody: longestAnswer,
	})
	if err != nil {
		return nil, err
	}
	return &Statements{config: config, client: client}, nil
}

// Name is "finbox".
func (s *Statements) Name() string { return Name }

// Available reports whether the provider has been answering.
func (s *Statements) Available() bool { return s.client.Available() }

// Banks are those of which most customers have an account. The ids are the provider's.
func (s *Statements) Banks() []provider.Bank {
	return []provider.Bank{
		{ID: "axis", Name: "Axis Bank", NetBanking: true},
		{ID: "hdfc", Name: "HDFC Bank", NetBanking: true},
		{ID: "icici", Name: "ICICI Bank", NetBanking: true},
		{ID: "kotak", Name: "Kotak Mahindra Bank", NetBanking: true},
		{ID: "sbi", Name: "State Bank of India", NetBanking: true},
	}
}

func (s *Statements) request(call, method, path string) httpcall.Request {
	header := http.Header{"X-Api-Key": {s.config.APIKey}}
	if method == http.MethodGet {
		header["Server-Hash"] = []string{s.config.ServerHash}
	}
	return httpcall.Request{Call: call, Method: method, Path: "/v1" + path, Header: header, Answers: func(err error) bool { return provider.RefusalOf(err) != "" }}
}

// session is the path of a session's data. Its id is the provider's.
func session(id, what string) string { return "/session_data/" + url.PathEscape(id) + "/" + what + "/" }

// refusals are the provider's codes by what they mean for the customer.
var refusals = map[string]provider.Refusal{
	"PASSWORD_INCORRECT": provider.PasswordIncorrect, "BANK_NAME_MISMATCH": provider.OtherBank, "BANK_NAME_UNDETECTED": provider.BankUnknown,
	"PDF_IS_IMAGE": provider.ScannedStatement, "STATEMENT_UNSUPPORTED_FORMAT": provider.UnsupportedStatement, "UNPARSABLE": provider.UnsupportedStatement,
	"STATEMENT_DUPLICATE": provider.DuplicateStatement, "OUT_OF_DATE_RANGE": provider.OutOfDateRange, "INCOMPLETE_MONTHS": provider.MonthsMissing,
	"SESSION_NOT_FOUND": provider.SessionGone, "SESSION_DELETED": provider.SessionGone,
	"NO_UPLOADS": provider.NothingUploaded,
}

// refuse reads the error envelope: a code beside the error, or within it.
func refuse(status int, body []byte) httpcall.Refusal {
	r := httpcall.Refusal{Outcome: httpcall.ByStatus(status)}
	var e struct {
		Code  string          `json:"error_code"`
		Error json.RawMessage `json:"error"`
	}
	if httpcall.Decode(body, &e) != nil {
		return r
	}
	var within struct {
		Code string `json:"code"`
	}
	if e.Code == "" && httpcall.Decode(e.Error, &within) == nil {
		e.Code = within.Code
	}
	r.Reason, r.Detail = e.Code, e.Code
	if refusal := refusals[e.Code]; refusal != "" && status < http.StatusInternalServerError {
		r.Outcome, r.Reason = provider.Declined, string(refusal)
	}
	return r
}

func declined(call string, refusal provider.Refusal) error {
	return &provider.Error{Provider: Name, Call: call, Outcome: provider.Declined, Reason: string(refusal), Cause: errors.New("refused as it was answered")}
}

func failed(call string, outcome provider.Outcome, cause error) error {
	return &provider.Error{Provider: Name, Call: call, Outcome: outcome, Cause: cause}
}

const dayForm = "02/01/2006"

type sessionAnswer struct {
	ID  string `json:"session_id"`
	URL string `json:"redirect_url"`
}

// Check makes sure of the session.
func (a *sessionAnswer) Check() error {
	at, err := url.Parse(a.URL)
	if a.ID == "" || err != nil || a.URL != "" && at.Host == "" {
		return errors.New("a session without id, or without a page")
	}
	return provider.CheckIDs(a.ID)
}

// CreateSession makes a place for statements.
func (s *Statements) CreateSession(ctx context.Context, req provider.SessionRequest) (provider.StatementSession, error) {
	const call = "sessions.create"
	asked := map[string]string{
		"link_id": req.Reference, "from_date": req.From.Format(dayForm), "to_date": req.To.Format(dayForm), "mode": "pdf", "redirect_url": req.ReturnURL,
	}
	if req.NetBanking {
		asked["mode"] = "online"
	}
	if req.Bank != "" {
		asked["bank_name"] = req.Bank
	}
	if req.Mobile != "" {
		asked["mobile_number"] = req.Mobile
	}
	var answer sessionAnswer
	if err := s.client.JSON(ctx, s.request(call, http.MethodPost, "/session/"), asked, &answer); err != nil {
		return provider.StatementSession{}, err
	}
	if req.NetBanking && answer.URL == "" {
		return provider.StatementSession{}, failed(call, provider.Unknown, errors.New("no page for net banking"))
	}
	return provider.StatementSession{ID: answer.ID, URL: answer.URL}, nil
}

// uploaded is a statement as it was taken. Status is that of the older calls.
type uploaded struct {
	ID       string `json:"statement_id"`
	Status   *int   `json:"status"`
	Identity struct {
		Name    string `json:"name"`
		Account string `json:"account_number"`
		IFSC    string `json:"ifsc"`
	} `json:"identity"`
	Range struct {
		From string `json:"from_date"`
		To   string `json:"to_date"`
	} `json:"date_range"`
	Fraud bool `json:"is_fraud"`
}

// Check makes sure that a statement which was taken has an id.
func (u *uploaded) Check() error {
	if u.ID == "" && u.refusal() == "" {
		return errors.New("a statement without id")
	}
	return provider.CheckIDs(u.ID)
}

// refusal is what the status of an older call says, "" for one that was taken.
func (u *uploaded) refusal() provider.Refusal {
	if u.Status == nil {
		return ""
	}
	return map[int]provider.Refusal{
		3: provider.PasswordIncorrect, 4: provider.OtherBank, 5: provider.BankUnknown, 6: provider.ScannedStatement, 7: provider.UnsupportedStatement,
	}[*u.Status]
}

// Upload puts a statement into a session.
func (s *Statements) Upload(ctx context.Context, upload provider.StatementUpload) (provider.Statement, error) {
	const call = "statements.upload"
	if http.DetectContentType(upload.PDF) != "application/pdf" {
		return provider.Statement{}, declined(call, provider.BadFile)
	}
	r := s.request(call, http.MethodPost, "/statement/upload_session/")
	fields := map[string]string{"session_id": upload.SessionID, "bank_name": upload.Bank, "upload_type": "PDF", "pdf_password": upload.Password}
	if err := form(&r, fields, upload.PDF); err != nil {
		return provider.Statement{}, failed(call, provider.NotAttempted, err)
	}
	var u uploaded
	if err := s.client.JSON(ctx, r, nil, &u); err != nil {
		return provider.Statement{}, err
	}
	if refusal := u.refusal(); refusal != "" {
		return provider.Statement{}, declined(call, refusal)
	}
	return provider.Statement{
		ID: u.ID, Holder: strings.TrimSpace(u.Identity.Name), Account: masked(u.Identity.Account), IFSC: u.Identity.IFSC,
		From: day(u.Range.From), To: day(u.Range.To), Fraud: u.Fraud,
	}, nil
}

// form makes the body of a request: fields that have a value, and the file.
func form(r *httpcall.Request, fields map[string]string, file []byte) error {
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for name, value := range fields {
		if value == "" {
			continue
		}
		if err := w.WriteField(name, value); err != nil {
			return err
		}
	}
	part, err := w.CreateFormFile("file", "statement.pdf")
	if err != nil {
		return err
	}
	if _, err := part.Write(file); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	r.Body = body.Bytes()
	r.Header.Set("Content-Type", w.FormDataContentType())
	return nil
}

// StartProcessing has the session's statements read.
func (s *Statements) StartProcessing(ctx context.Context, sessionID string) error {
	var answer map[string]any
	return s.client.JSON(ctx, s.request("sessions.process", http.MethodPost, session(sessionID, "initiate_processing")), struct{}{}, &answer)
}

// masked leaves the last four characters of an account.
func masked(account string) string {
	if len(account) < 4 {
		return ""
	}
	return "XXXX" + account[len(account)-4:]
}

// day reads a date of either form, zero for none.
func day(value string) calendar.Date {
	for _, form := range []string{dayForm, time.DateOnly, time.DateTime} {
		if t, err := time.ParseInLocation(form, value, calendar.India); err == nil {
			return calendar.In(t)
		}
	}
	return calendar.Date{}
}
