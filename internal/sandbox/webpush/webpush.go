// Package webpush plays the push service of a browser, and the browser: it gives out
// subscriptions, takes what is sent to them as RFC 8030 has it, and reads it as the
// browser would (RFC 8188, 8291). A call must be signed with the key for which the
// subscription was made (RFC 8292).
package webpush

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"rento/internal/ident"
)

// What is kept at the most, so that nobody fills the memory.
const (
	mostSubscriptions = 1000
	mostMessages      = 100
	longestRequest    = 1 << 10 // of a browser, in bytes
)

// Service is a push service with its browsers. It is safe for concurrent use.
type Service struct {
	origin, prefix string
	mu             sync.Mutex
	browsers       map[string]*browser
	order          []string // of the subscriptions, oldest first
}

type browser struct {
	key       *ecdh.PrivateKey
	auth      []byte
	serverKey string
	gone      bool
	messages  []json.RawMessage
}

// New returns a service that browsers reach at an origin.
func New(origin string) *Service {
	return &Service{origin: strings.TrimSuffix(origin, "/"), browsers: map[string]*browser{}}
}

// Routes adds the service's paths below a prefix.
func (s *Service) Routes(mux *http.ServeMux, prefix string) {
	s.prefix = prefix
	mux.HandleFunc("POST "+prefix+"/subscriptions", s.subscribe)
	mux.HandleFunc("POST "+prefix+"/{id}", s.receive)
	mux.HandleFunc("DELETE "+prefix+"/{id}", s.leave)
	mux.HandleFunc("GET "+prefix+"/{id}/messages", s.list)
}

// subscribe answers as PushSubscription.toJSON() does, for the key of a server in
// base64url.
func (s *Service) subscribe(w http.ResponseWriter, r *http.Request) {
	var in struct {
		ApplicationServerKey string `json:"applicationServerKey"`
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, longestRequest)).Decode(&in); err != nil || !isPoint(in.ApplicationServerKey) {
		http.Error(w, "applicationServerKey must be a point of P-256 in base64url", http.StatusBadRequest)
		return
	}
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	b := &browser{key: key, auth: make([]byte, 16), serverKey: in.ApplicationServerKey}
	_, _ = rand.Read(b.auth) // it never fails
	id := ident.Reference(20)
	s.mu.Lock()
	s.browsers[id] = b
	if s.order = append(s.order, id); len(s.order) > mostSubscriptions {
		delete(s.browsers, s.order[0])
		s.order = s.order[1:]
	}
	s.mu.Unlock()
	w.WriteHeader(http.StatusCreated)
	answer(w, map[string]any{
		"endpoint": s.origin + s.prefix + "/" + id, "expirationTime": nil,
		"keys": map[string]string{"p256dh": base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()), "auth": base64.RawURLEncoding.EncodeToString(b.auth)},
	})
}

func isPoint(text string) bool {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		_, err = ecdh.P256().NewPublicKey(raw)
	}
	return err == nil
}

// leave ends a subscription: what is sent to it is refused as gone.
func (s *Service) leave(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b := s.browsers[r.PathValue("id")]; b != nil {
		b.gone = true
	}
	w.WriteHeader(http.StatusNoContent)
}

// list answers what the browser has read, oldest first.
func (s *Service) list(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.browsers[r.PathValue("id")]
	if b == nil {
		http.NotFound(w, r)
		return
	}
	answer(w, append([]json.RawMessage{}, b.messages...))
}

// receive keeps a message, as the services of the browsers do.
func (s *Service) receive(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	b := s.browsers[r.PathValue("id")]
	s.mu.Unlock()
	if b == nil {
		http.NotFound(w, r)
		return
	}
	status, why := s.read(b, w, r)
	if status != http.StatusCreated {
		http.Error(w, why, status)
		return
	}
	w.Header().Set("Location", s.origin+r.URL.Path+"/messages")
	w.WriteHeader(status)
}

func (s *Service) read(b *browser, w http.ResponseWriter, r *http.Request) (status int, why string) {
	if ttl, err := strconv.Atoi(r.Header.Get("TTL")); err != nil || ttl < 0 {
		return http.StatusBadRequest, "TTL is missing"
	}
	if r.Header.Get("Content-Encoding") != "aes128gcm" {
		return http.StatusUnsupportedMediaType, "Content-Encoding must be aes128gcm"
	}
	if err := checkSigned(r.Header.Get("Authorization"), s.origin, b.serverKey); err != nil {
		return http.StatusForbidden, err.Error()
	}
	body, err := readBody(w, r)
	if err != nil {
		return http.StatusRequestEntityTooLarge, "longer than 4096 bytes"
	}
	text, err := open(b.key, b.auth, body)
	if err != nil {
		return http.StatusBadRequest, err.Error()
	}
	if !json.Valid(text) {
		return http.StatusBadRequest, "the worker of the page reads JSON"
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if b.gone {
		return http.StatusGone, "the browser has unsubscribed"
	}
	if b.messages = append(b.messages, text); len(b.messages) > mostMessages {
		b.messages = b.messages[1:]
	}
	return http.StatusCreated, ""
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // the connection is all that can fail
}
