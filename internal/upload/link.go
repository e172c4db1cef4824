package upload

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"rento/internal/fault"
)

// A link works for one to two hours. It is the same for an hour, so that a
// browser need not load a picture twice.
const (
	linkStep     = time.Hour
	linkLifetime = 2 * linkStep
)

type link struct {
	customerID int64
	id         string
	until      time.Time
}

// Token is the last part of the address of a picture. Whoever holds it sees
// the picture until it runs out: an <img> can send no session.
func (s *Service) Token(customerID int64, id string) string {
	until := s.clock.Now().Truncate(linkStep).Add(linkLifetime)
	claim := strings.Join([]string{strconv.FormatInt(customerID, 36), id, strconv.FormatInt(until.Unix(), 36)}, ".")
	return claim + "." + s.sign(claim)
}

func (s *Service) read(token string) (link, error) {
	cut := strings.LastIndexByte(token, '.')
	if cut < 0 || !hmac.Equal([]byte(s.sign(token[:cut])), []byte(token[cut+1:])) {
		return link{}, gone()
	}
	parts := strings.Split(token[:cut], ".")
	if len(parts) != 3 {
		return link{}, gone()
	}
	customerID, err := strconv.ParseInt(parts[0], 36, 64)
	seconds, err2 := strconv.ParseInt(parts[2], 36, 64)
	l := link{customerID, parts[1], time.Unix(seconds, 0)}
	if err != nil || err2 != nil || !s.clock.Now().Before(l.until) {
		return link{}, gone()
	}
	return l, nil
}

func (s *Service) sign(claim string) string {
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte(claim))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// linkKey is a key for nothing but links, made of the secret that keys all.
func linkKey(secret []byte) []byte {
	if len(secret) == 0 {
		secret = make([]byte, sha256.Size)
		_, _ = rand.Read(secret) // crypto/rand never fails
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("links to uploads"))
	return mac.Sum(nil)
}

func gone() error {
	return fault.NotFound("upload.link_expired", "This image is not here any more. Please reload the page.")
}
