// Package hyperverge proves who customers are through HyperVerge: it reads documents
// and faces, asks the registers of PANs and of GST, opens the provider's own screens,
// and reaches DigiLocker. The protocol's facts and traps are retold in
// docs/providers/hyperverge.md.
package hyperverge

import (
	"bytes"
	"context"
	"crypto/subtle"
	"errors"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/textproto"

	"rento/internal/calendar"
	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

// Name is the provider's name as it is stored.
const Name = "hyperverge"

// longestAnswer is the largest answer that is read: a picture may be in it.
const longestAnswer = 8 << 20

// Config is what the operator sets. The provider has a host for each kind of call.
type Config struct {
	StateURL  string // tokens
	IDVURL    string // liveness, licences, transactions
	DocsURL   string // documents
	FaceURL   string // comparing faces
	VerifyURL string // the register of PANs, DigiLocker
	EngineURL string // the register of GST
	ScriptURL string // the provider's script for browsers
	AppID     string
	AppKey    string
	// WorkflowID names the screens that the token opens.
	WorkflowID string
	// WebhookSecret is the last segment of the address to which events come: the
	// provider does not sign them.
	WebhookSecret string
}

// Identity is HyperVerge as a provider.Identity. It is safe for concurrent use.
type Identity struct {
	config Config
	clock  calendar.Clock
	log    *slog.Logger
	// transport is that of pictures, which are fetched from a host of their own.
	transport                              http.RoundTripper
	state, idv, docs, face, verify, engine *httpcall.Client
}

var _ provider.Identity = (*Identity)(nil)

// New makes the adapter. transport is nil for the real network. It fails when the
// configuration misses a value without which nothing could be asked.
func New(config Config, clock calendar.Clock, log *slog.Logger, transport http.RoundTripper) (*Identity, error) {
	if config.AppID == "" || config.AppKey == "" || config.WorkflowID == "" || config.WebhookSecret == "" {
		return nil, errors.New("hyperverge: app id, app key, workflow and webhook secret must be set")
	}
	h := &Identity{config: config, clock: clock, log: log, transport: transport}
	for _, host := range []struct {
		url  string
		into **httpcall.Client
	}{
		{config.StateURL, &h.state},
		{config.IDVURL, &h.idv},
		{config.DocsURL, &h.docs},
		{config.FaceURL, &h.face},
		{config.VerifyURL, &h.verify},
		{config.EngineURL, &h.engine},
	} {
		client, err := h.client(host.url)
		if err != nil {
			return nil, err
		}
		*host.into = client
	}
	return h, nil
}

func (h *Identity) client(address string) (*httpcall.Client, error) {
	return httpcall.New(httpcall.Options{
		Provider: Name, BaseURL: address, Clock: h.clock, Log: h.log, Transport: h.transport, Refuse: refuse, MaxBody: longestAnswer,
	})
}

// Name is "hyperverge".
func (h *Identity) Name() string { return Name }

// Available reports whether the hosts that read documents and faces have been
// answering.
func (h *Identity) Available() bool { return h.docs.Available() && h.idv.Available() }

// request is a call with our keys. What the provider could not do with what it was
// asked about is an answer, and nobody need look at it.
func (h *Identity) request(call, path, transaction string) httpcall.Request {
	header := http.Header{"appId": {h.config.AppID}, "appKey": {h.config.AppKey}}
	if transaction != "" {
		header["transactionId"] = []string{transaction}
	}
	return httpcall.Request{Call: call, Method: http.MethodPost, Path: path, Header: header, Answers: isAnswer}
}

func isAnswer(err error) bool {
	e, ok := errors.AsType[*provider.Error](err)
	return ok && (e.Status == http.StatusUnprocessableEntity || e.Status == http.StatusBadRequest)
}

// part is a file of a form.
type part struct {
	name string
	scan provider.Scan
}

var extensions = map[string]string{"image/jpeg": "jpg", "image/png": "png", "application/pdf": "pdf"}

// upload sends files and fields as a form, and reads the answer into out.
func upload(ctx context.Context, client *httpcall.Client, r httpcall.Request, fields map[string]string, files []part, out any) error {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for _, f := range files {
		extension, known := extensions[f.scan.Type]
		if !known || len(f.scan.Data) == 0 {
			return declined(r.Call, provider.BadFile)
		}
		head := textproto.MIMEHeader{
			"Content-Disposition": {`form-data; name="` + f.name + `"; filename="` + f.name + `.` + extension + `"`}, "Content-Type": {f.scan.Type},
		}
		w, err := form.CreatePart(head)
		if err == nil {
			_, err = w.Write(f.scan.Data)
		}
		if err != nil {
			return failed(r.Call, provider.NotAttempted, err)
		}
	}
	for name, value := range fields {
		if err := form.WriteField(name, value); err != nil {
			return failed(r.Call, provider.NotAttempted, err)
		}
	}
	if err := form.Close(); err != nil {
		return failed(r.Call, provider.NotAttempted, err)
	}
	r.Body = body.Bytes()
	r.Header.Set("Content-Type", form.FormDataContentType())
	return client.JSON(ctx, r, nil, out)
}

// LooksSigned says whether the header has the secret of our address. The API puts the
// last segment of the address into it.
func (h *Identity) LooksSigned(header http.Header) bool {
	return subtle.ConstantTimeCompare([]byte(header.Get(provider.HeaderWebhookSecret)), []byte(h.config.WebhookSecret)) == 1
}

// VerifyWebhook reads what an event is about. The provider does not sign events: that
// it knows our secret address is all the proof, so that how the transaction stands is
// asked.
func (h *Identity) VerifyWebhook(header http.Header, raw []byte) (provider.Event, error) {
	if !h.LooksSigned(header) {
		return provider.Event{}, provider.ErrBadSignature
	}
	var w struct {
		EventID     string `json:"eventId"`
		EventType   string `json:"eventType"`
		Transaction string `json:"transactionId"`
	}
	if err := httpcall.Decode(raw, &w); err != nil {
		return provider.Event{}, failed("webhook", provider.Unknown, err)
	}
	event := provider.Event{ID: w.EventID, Kind: w.EventType, SubjectID: w.Transaction}
	if w.EventID == "" || w.Transaction == "" {
		return provider.Event{}, failed("webhook", provider.Unknown, errors.New("an event without id or transaction"))
	}
	return event, event.Check()
}
