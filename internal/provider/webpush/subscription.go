package webpush

import (
	"crypto/ecdh"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
)

// Subscription is where a browser takes messages: the address that its push service gave
// out, and the keys with which only that browser reads them.
type Subscription struct {
	Endpoint *url.URL
	// PublicKey is the browser's, an uncompressed point of P-256 (65 bytes); Auth is its
	// secret (16 bytes).
	PublicKey, Auth []byte
}

// ErrNoSubscription says that a token is not one of Web Push.
var ErrNoSubscription = errors.New("webpush: not a subscription")

// The names of the keys, which stand behind the address as its fragment.
const (
	keyPublic = "p256dh"
	keyAuth   = "auth"
)

const authSize = 16

// Parse reads a token as the app writes it: endpoint#p256dh=…&auth=…, the keys in
// base64url without padding as browsers give them out. The error wraps ErrNoSubscription.
func Parse(token string) (Subscription, error) {
	endpoint, err := url.Parse(token)
	if err != nil || endpoint.Scheme != "https" && endpoint.Scheme != "http" || endpoint.Host == "" || endpoint.User != nil {
		return Subscription{}, fmt.Errorf("%w: no address", ErrNoSubscription)
	}
	keys, err := url.ParseQuery(endpoint.Fragment)
	if err != nil {
		return Subscription{}, fmt.Errorf("%w: no keys", ErrNoSubscription)
	}
	s := Subscription{Endpoint: endpoint}
	if s.PublicKey, err = base64.RawURLEncoding.DecodeString(keys.Get(keyPublic)); err == nil {
		_, err = ecdh.P256().NewPublicKey(s.PublicKey)
	}
	if err != nil {
		return Subscription{}, fmt.Errorf("%w: its public key is no point of P-256", ErrNoSubscription)
	}
	if s.Auth, err = base64.RawURLEncoding.DecodeString(keys.Get(keyAuth)); err != nil || len(s.Auth) != authSize {
		return Subscription{}, fmt.Errorf("%w: its secret has not %d bytes", ErrNoSubscription, authSize)
	}
	endpoint.Fragment, endpoint.RawFragment = "", ""
	return s, nil
}

// Token is what Parse reads.
func (s Subscription) Token() string {
	return fmt.Sprintf("%s#%s=%s&%s=%s", s.Endpoint, keyPublic, base64.RawURLEncoding.EncodeToString(s.PublicKey), keyAuth, base64.RawURLEncoding.EncodeToString(s.Auth))
}
