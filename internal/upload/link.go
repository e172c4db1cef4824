package upload

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/fault"
)

// Links makes addresses by which a file is shown without a session: an <img> can
// send none. Whoever holds one sees the file until it runs out.
type Links struct {
	clock calendar.Clock
	key   []byte
	// An address works for lifetime less step, at least, and is the same for a step, so
	// that a browser need not load a file twice.
	step, lifetime time.Duration
}

// NewLinks makes links for a purpose, which those of another are not taken for. The
// secret keys them; an empty one makes one that lasts as long as the process.
func NewLinks(clock calendar.Clock, secret []byte, purpose string, step, lifetime time.Duration) Links {
	return Links{clock, linkKey(secret, purpose), step, lifetime}
}

// A link to a picture works for one to two hours.
const (
	linkStep     = time.Hour
	linkLifetime = 2 * linkStep
)

// Link is whose file is shown, which one, and until when.
type Link struct {
	CustomerID int64
	ID         string
	Until      time.Time
}

// Token is the last part of the address of a file.
func (l Links) Token(customerID int64, id string) string {
	until := l.clock.Now().Truncate(l.step).Add(l.lifetime)
	claim := strings.Join([]string{strconv.FormatInt(customerID, 36), id, strconv.FormatInt(until.Unix(), 36)}, ".")
	return claim + "." + l.sign(claim)
}

// Read returns the link of a token, or a 404 when it is not ours or has run out.
func (l Links) Read(token string) (Link, error) {
	cut := strings.LastIndexByte(token, '.')
	if cut < 0 || !hmac.Equal([]byte(l.sign(token[:cut])), []byte(token[cut+1:])) {
		return Link{}, gone()
	}
	parts := strings.Split(token[:cut], ".")
	if len(parts) != 3 {
		return Link{}, gone()
	}
	customerID, err := strconv.ParseInt(parts[0], 36, 64)
	seconds, err2 := strconv.ParseInt(parts[2], 36, 64)
	read := Link{customerID, parts[1], time.Unix(seconds, 0)}
	if err != nil || err2 != nil || !l.clock.Now().Before(read.Until) {
		return Link{}, gone()
	}
	return read, nil
}

func (l Links) sign(claim string) string {
	mac := hmac.New(sha256.New, l.key)
	mac.Write([]byte(claim))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// linkKey is a key for nothing but the links of a purpose, made of the secret that
// keys all.
func linkKey(secret []byte, purpose string) []byte {
	if len(secret) == 0 {
		secret = make([]byte, sha256.Size)
		_, _ = rand.Read(secret) // crypto/rand never fails
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(purpose))
	return mac.Sum(nil)
}

func gone() error {
	return fault.NotFound("upload.link_expired", "This image is not here any more. Please reload the page.")
}

// Token is the last part of the address of a picture.
func (s *Service) Token(customerID int64, id string) string { return s.links.Token(customerID, id) }
