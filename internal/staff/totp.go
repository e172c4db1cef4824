package staff

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // RFC 6238 as authenticator apps speak it; HMAC-SHA-1 is not broken
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// The codes of authenticator apps (RFC 6238): SHA-1, six digits, a new one every 30
// seconds; the one before and the one after are taken as well, for clocks that differ.
const (
	secretSize = 20
	codeDigits = 6
	codeModulo = 1_000_000
	period     = 30 * time.Second
	skew       = 1
)

// secret is what we share with an authenticator app.
type secret []byte

func newSecret() secret {
	bits := make([]byte, secretSize)
	_, _ = rand.Read(bits) // crypto/rand never fails
	return bits
}

var inLetters = base32.StdEncoding.WithPadding(base32.NoPadding)

func (s secret) text() string { return inLetters.EncodeToString(s) }

func secretOf(text string) (secret, error) {
	bits, err := inLetters.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("staff: secret: %w", err)
	}
	return bits, nil
}

// uri is the secret as authenticator apps read it.
func (s secret) uri(issuer, account string) string {
	query := url.Values{"secret": {s.text()}, "issuer": {issuer}, "algorithm": {"SHA1"}, "digits": {fmt.Sprint(codeDigits)}, "period": {"30"}}
	return "otpauth://totp/" + url.PathEscape(issuer+":"+account) + "?" + query.Encode()
}

// stepOf numbers the 30 seconds in which a time lies.
func stepOf(t time.Time) int64 { return t.Unix() / int64(period/time.Second) }

// code is the code of a step (RFC 4226, 5.3).
func (s secret) code(step int64) string {
	mac := hmac.New(sha1.New, s)
	_ = binary.Write(mac, binary.BigEndian, step) // a hash takes everything
	sum := mac.Sum(nil)
	at := sum[len(sum)-1] & 15
	number := binary.BigEndian.Uint32(sum[at:at+4]) & 0x7fffffff
	return fmt.Sprintf("%0*d", codeDigits, number%codeModulo)
}

// match returns the step of a code near a time, false when it is of none that comes
// after the last one that was taken. All are compared, in constant time.
func (s secret) match(given string, now time.Time, taken int64) (step int64, ok bool) {
	given = strings.ReplaceAll(given, " ", "")
	for n := stepOf(now) - skew; n <= stepOf(now)+skew; n++ {
		if subtle.ConstantTimeCompare([]byte(s.code(n)), []byte(given)) == 1 && n > taken {
			step, ok = n, true
		}
	}
	return step, ok
}

// CodeAt is the code of a secret in base32 at a time, for the demo and for tests, which
// have no authenticator app.
func CodeAt(text string, t time.Time) (string, error) {
	s, err := secretOf(text)
	if err != nil {
		return "", err
	}
	return s.code(stepOf(t)), nil
}
