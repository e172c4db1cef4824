package fcm

import (
	"context"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"rento/internal/calendar"
	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

// Account is a service account, by the fields of its JSON file.
type Account struct {
	ProjectID   string
	ClientEmail string
	// PrivateKey is in PEM; line breaks may be written as \n, as in that file.
	PrivateKey string
}

// scope is what a token may be used for.
const scope = "https://www.googleapis.com/auth/firebase.messaging"

const (
	// assertionLifetime is the longest that is taken.
	assertionLifetime = time.Hour
	// spare is how long before its end a token is replaced.
	spare = time.Minute
)

// access gets tokens of the account and keeps the one that works.
type access struct {
	client *httpcall.Client
	url    string
	email  string
	key    *rsa.PrivateKey
	clock  calendar.Clock

	mu      sync.Mutex
	current string
	until   time.Time
}

func newAccess(o Options) (*access, error) {
	key, err := parseKey(o.Account.PrivateKey)
	if err != nil {
		return nil, err
	}
	client, err := httpcall.New(httpcall.Options{
		Provider: Name, BaseURL: o.TokenURL, Clock: o.Clock, Log: o.Logger, Transport: o.Transport, Refuse: refuseToken,
	})
	if err != nil {
		return nil, err
	}
	return &access{client: client, url: o.TokenURL, email: o.Account.ClientEmail, key: key, clock: o.Clock}, nil
}

func parseKey(text string) (*rsa.PrivateKey, error) {
	block, _ := pem.Decode([]byte(strings.ReplaceAll(text, `\n`, "\n")))
	if block == nil {
		return nil, errors.New("the private key is not in PEM")
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("the private key: %w", err)
	}
	if key, is := key.(*rsa.PrivateKey); is {
		return key, nil
	}
	return nil, errors.New("the private key is not one of RSA")
}

// token is one that works now.
func (a *access) token(ctx context.Context) (string, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.clock.Now()
	if now.Before(a.until) {
		return a.current, nil
	}
	granted, err := a.request(ctx, now)
	if err != nil {
		return "", err
	}
	a.current, a.until = granted.AccessToken, now.Add(time.Duration(granted.ExpiresIn)*time.Second-spare)
	return a.current, nil
}

// forget has the next call ask for another token than one that was refused.
func (a *access) forget(token string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.current == token {
		a.until = time.Time{}
	}
}

type grant struct {
	AccessToken string `json:"access_token"`
	ExpiresIn   int    `json:"expires_in"` // seconds
}

// Check tells a grant from something else.
func (g *grant) Check() error {
	if g.AccessToken == "" || g.ExpiresIn <= 0 {
		return errors.New("no token, or none that lasts")
	}
	return nil
}

// request shows who we are by a signed assertion (RFC 7523).
func (a *access) request(ctx context.Context, now time.Time) (grant, error) {
	assertion, err := a.assertion(now)
	if err != nil {
		return grant{}, &provider.Error{Provider: Name, Call: "token.create", Outcome: provider.NotAttempted, Cause: err}
	}
	form := url.Values{"grant_type": {"urn:ietf:params:oauth:grant-type:jwt-bearer"}, "assertion": {assertion}}
	var granted grant
	_, err = a.client.Do(ctx, httpcall.Request{
		Call: "token.create", Method: http.MethodPost, Header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}, Body: []byte(form.Encode()),
		Read: func(answer httpcall.Response) error {
			return errors.Join(json.Unmarshal(answer.Body, &granted), granted.Check())
		},
	})
	return granted, err
}

func (a *access) assertion(now time.Time) (string, error) {
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: a.key}, (&jose.SignerOptions{}).WithType("JWT"))
	if err != nil {
		return "", fmt.Errorf("a signer: %w", err)
	}
	text, err := jwt.Signed(signer).Claims(jwt.Claims{
		Issuer: a.email, Audience: jwt.Audience{a.url}, IssuedAt: jwt.NewNumericDate(now), Expiry: jwt.NewNumericDate(now.Add(assertionLifetime)),
	}).Claims(map[string]any{"scope": scope}).Serialize()
	if err != nil {
		return "", fmt.Errorf("an assertion: %w", err)
	}
	return text, nil
}
