// Package digilocker takes documents from DigiLocker as a requester of its own, by OAuth2
// with a code and a proof of possession (PKCE). The protocol's facts and traps are retold
// in docs/providers/digilocker.md.
package digilocker

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

// Name is the provider's name as it is stored.
const Name = "digilocker"

// longestAnswer is the largest document that is read, in bytes: an Aadhaar with its
// photo.
const longestAnswer = 2 << 20

// Config is what the operator sets.
type Config struct {
	// BaseURL ends in /public.
	BaseURL      string
	ClientID     string
	ClientSecret string
	// Certificate is that with which Aadhaars are signed, its DER form in base64.
	Certificate string
}

// Locker is DigiLocker as a provider.Locker. It is safe for concurrent use.
type Locker struct {
	config Config
	client *httpcall.Client
	clock  calendar.Clock
	issuer *x509.Certificate
}

var _ provider.Locker = (*Locker)(nil)

// New makes the adapter. transport is nil for the real network.
func New(config Config, clock calendar.Clock, log *slog.Logger, transport http.RoundTripper) (*Locker, error) {
	if config.ClientID == "" || config.ClientSecret == "" {
		return nil, errors.New("digilocker: client id and client secret must be set")
	}
	raw, err := base64.StdEncoding.DecodeString(config.Certificate)
	if err != nil {
		return nil, errors.New("digilocker: the certificate of the issuer is not base64")
	}
	issuer, err := x509.ParseCertificate(raw)
	if err != nil {
		return nil, errors.New("digilocker: the certificate of the issuer cannot be read")
	}
	client, err := httpcall.New(httpcall.Options{
		Provider: Name, BaseURL: config.BaseURL, Clock: clock, Log: log, Transport: transport, Refuse: refuse, MaxBody: longestAnswer,
	})
	if err != nil {
		return nil, err
	}
	return &Locker{config: config, client: client, clock: clock, issuer: issuer}, nil
}

// Name is "digilocker".
func (l *Locker) Name() string { return Name }

// Available reports whether the provider has been answering.
func (l *Locker) Available() bool { return l.client.Available() }

// refuse reads the error of OAuth2, or that of the documents. The description changes
// without notice.
func refuse(status int, body []byte) httpcall.Refusal {
	r := httpcall.Refusal{Outcome: httpcall.ByStatus(status)}
	var e struct {
		Error string `json:"error"`
	}
	if httpcall.Decode(body, &e) == nil {
		r.Reason, r.Detail = e.Error, e.Error
	}
	return r
}

// refusals are the provider's errors by what they mean.
var refusals = map[string]provider.Refusal{
	"access_denied": provider.ConsentDenied, "invalid_grant": provider.ConsentExpired, "invalid_token": provider.ConsentExpired,
	"aadhaar_not_linked": provider.NotLinked, "aadhaar_not_available": provider.NotFound, "uri_missing": provider.NotFound,
}

func refusedByCode(err error) error {
	e, ok := errors.AsType[*provider.Error](err)
	if !ok || refusals[e.Reason] == "" || e.Status >= http.StatusInternalServerError {
		return err
	}
	refused := *e
	refused.Outcome, refused.Reason = provider.Declined, string(refusals[e.Reason])
	return &refused
}

func declined(call string, refusal provider.Refusal) error {
	return &provider.Error{Provider: Name, Call: call, Outcome: provider.Declined, Reason: string(refusal), Cause: errors.New("refused as it was answered")}
}

func failed(call string, outcome provider.Outcome, cause error) error {
	return &provider.Error{Provider: Name, Call: call, Outcome: outcome, Cause: cause}
}

// Start makes the address of the consent. Nothing is called.
func (l *Locker) Start(_ context.Context, reference, returnURL string) (provider.Consent, error) {
	state, verifier := ident.Reference(32), ident.Reference(64)
	sum := sha256.Sum256([]byte(verifier))
	query := url.Values{
		"response_type": {"code"}, "client_id": {l.config.ClientID}, "redirect_uri": {returnURL}, "state": {state},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}, "code_challenge_method": {"S256"}, "dl_flow": {"signup"},
	}
	address := strings.TrimSuffix(l.config.BaseURL, "/") + "/oauth2/1/authorize?" + query.Encode()
	return provider.Consent{URL: address, Reference: reference, ReturnURL: returnURL, State: state, Verifier: verifier}, nil
}

type tokenAnswer struct {
	Token   string `json:"access_token"`
	Type    string `json:"token_type"`
	Aadhaar string `json:"eaadhaar"`
}

// Check makes sure of the token.
func (a *tokenAnswer) Check() error {
	if a.Token == "" || !strings.EqualFold(a.Type, "bearer") {
		return errors.New("no bearer token")
	}
	return nil
}

// Finish exchanges the code and fetches what was shared.
func (l *Locker) Finish(ctx context.Context, consent provider.Consent, query url.Values) (provider.LockerDocuments, error) {
	const call = "locker.token"
	var found provider.LockerDocuments
	if subtle.ConstantTimeCompare([]byte(query.Get("state")), []byte(consent.State)) != 1 || consent.State == "" {
		return found, failed(call, provider.NotAttempted, provider.ErrBadSignature)
	}
	if reason := query.Get("error"); reason != "" || query.Get("code") == "" {
		return found, declined(call, provider.ConsentDenied)
	}
	form := url.Values{
		"grant_type": {"authorization_code"}, "code": {query.Get("code")}, "client_id": {l.config.ClientID}, "client_secret": {l.config.ClientSecret},
		"redirect_uri": {consent.ReturnURL}, "code_verifier": {consent.Verifier},
	}
	var token tokenAnswer
	r := httpcall.Request{
		Call: call, Method: http.MethodPost, Path: "/oauth2/1/token", Body: []byte(form.Encode()),
		Header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}},
	}
	if err := l.client.JSON(ctx, r, nil, &token); err != nil {
		return found, refusedByCode(err)
	}
	if token.Aadhaar == "N" {
		return found, declined(call, provider.NotLinked)
	}
	var err error
	if found.Aadhaar, err = l.aadhaar(ctx, token.Token); err != nil {
		return provider.LockerDocuments{}, err
	}
	found.PAN, err = l.pan(ctx, token.Token)
	return found, err
}

// get fetches a document with the customer's token. What the provider says of its
// integrity is checked where it says it.
func (l *Locker) get(ctx context.Context, call, token, path string, query url.Values, proved bool) ([]byte, error) {
	answer, err := l.client.Do(ctx, httpcall.Request{
		Call: call, Method: http.MethodGet, Path: path, Query: query, Header: http.Header{"Authorization": {"Bearer " + token}},
	})
	if err != nil {
		return nil, refusedByCode(err)
	}
	told := answer.Header.Get("Hmac")
	if told == "" && !proved {
		return answer.Body, nil
	}
	mac := hmac.New(sha256.New, []byte(l.config.ClientSecret))
	mac.Write(answer.Body)
	given, err := base64.StdEncoding.DecodeString(told)
	if err != nil || !hmac.Equal(given, mac.Sum(nil)) {
		return nil, failed(call, provider.Unknown, provider.ErrBadSignature)
	}
	return answer.Body, nil
}
