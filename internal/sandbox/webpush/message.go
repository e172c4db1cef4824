package webpush

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"rento/internal/calendar"
)

// mostBytes is how much a push service takes (RFC 8030, 7.2).
const mostBytes = 4096

func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	return io.ReadAll(http.MaxBytesReader(w, r.Body, mostBytes))
}

// The parts of a message (RFC 8188, 2.1): salt, size of a record, length of the sender's
// key, which is a point of P-256.
const (
	saltSize   = 16
	headerSize = saltSize + 4 + 1
	pointSize  = 65
	lastRecord = 2 // stands behind the text of the last record, before the padding
)

// longestToken is how long a token may be good for (RFC 8292, 2).
const longestToken = 24 * time.Hour

var errMessage = errors.New("this is no message for the browser")

// open reads a message of one record.
func open(key *ecdh.PrivateKey, auth, message []byte) ([]byte, error) {
	if len(message) < headerSize+pointSize || message[headerSize-1] != pointSize {
		return nil, errMessage
	}
	salt, point, sealed := message[:saltSize], message[headerSize:headerSize+pointSize], message[headerSize+pointSize:]
	if binary.BigEndian.Uint32(message[saltSize:]) < uint32(len(sealed)) {
		return nil, errMessage
	}
	sender, err := ecdh.P256().NewPublicKey(point)
	if err != nil {
		return nil, errMessage
	}
	shared, err := key.ECDH(sender)
	if err != nil {
		return nil, errMessage
	}
	about := "WebPush: info\x00" + string(key.PublicKey().Bytes()) + string(point)
	secret, err := hkdf.Key(sha256.New, shared, auth, about, 32)
	if err != nil {
		return nil, err
	}
	contentKey, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(contentKey)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	text, err := gcm.Open(nil, nonce, sealed, nil)
	if err != nil {
		return nil, errMessage
	}
	text = bytes.TrimRight(text, "\x00")
	if len(text) == 0 || text[len(text)-1] != lastRecord {
		return nil, errMessage
	}
	return text[:len(text)-1], nil
}

// checkSigned checks "vapid t=…, k=…" (RFC 8292): a token that the key has signed, for
// the origin of the service, with whom to reach. The key must be that of the subscription.
func checkSigned(header, origin, serverKey string) error {
	scheme, rest, _ := strings.Cut(header, " ")
	if scheme != "vapid" {
		return errors.New("the call is not signed")
	}
	fields := map[string]string{}
	for part := range strings.SplitSeq(rest, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		fields[name] = value
	}
	if fields["k"] != serverKey {
		return errors.New("the key is not the one of the subscription")
	}
	raw, err := base64.RawURLEncoding.DecodeString(fields["k"])
	if err != nil {
		return errors.New("the key is not in base64url")
	}
	key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), raw)
	if err != nil {
		return errors.New("the key is no point of P-256")
	}
	token, err := jwt.ParseSigned(fields["t"], []jose.SignatureAlgorithm{jose.ES256})
	if err != nil {
		return fmt.Errorf("the token: %w", err)
	}
	var claims jwt.Claims
	if err := token.Claims(key, &claims); err != nil {
		return fmt.Errorf("the token: %w", err)
	}
	now := calendar.System{}.Now() // a service has a clock of its own
	if err := claims.Validate(jwt.Expected{AnyAudience: jwt.Audience{origin}, Time: now}); err != nil {
		return fmt.Errorf("the token: %w", err)
	}
	if claims.Expiry == nil || claims.Expiry.Time().Sub(now) > longestToken {
		return errors.New("the token must expire within a day")
	}
	if !strings.HasPrefix(claims.Subject, "mailto:") && !strings.HasPrefix(claims.Subject, "https:") {
		return errors.New("the token names nobody to reach")
	}
	return nil
}
