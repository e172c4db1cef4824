package notify

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/big"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/store"
	"rento/internal/store/db"
)

// A message about money leads to the payment by a link, which signs its customer
// in once. What makes the link a secret, its code, is nowhere stored: a message is
// kept with a mark in its place, and the code is put in when it leaves. It says
// which message of which customer it belongs to, under our signature, so that it
// is as short as the operators demand of a variable (maxVariable).

// codeMark stands in a stored message where its code goes.
const codeMark = "{payCode}"

// DefaultLinkLifetime is how long the link of a message works when nothing is said.
const DefaultLinkLifetime = 24 * time.Hour

// The bytes of a code: its customer and message, and the signature.
const (
	codeIDs       = 16
	codeSignature = 12
	codeLetters   = 38 // of all these bytes, in 62 letters and digits
)

type payLinks struct {
	key      []byte
	lifetime time.Duration
}

func newPayLinks(key []byte, lifetime time.Duration) payLinks {
	if len(key) == 0 {
		key = make([]byte, sha256.Size)
		_, _ = rand.Read(key) // crypto/rand never fails
	}
	if lifetime == 0 {
		lifetime = DefaultLinkLifetime
	}
	return payLinks{key: key, lifetime: lifetime}
}

// end is when the link of a message that was written at a time stops to work.
func (l payLinks) end(written calendar.Instant) calendar.Instant { return written.Add(l.lifetime) }

func (l payLinks) sign(ids []byte) []byte {
	mac := hmac.New(sha256.New, l.key)
	mac.Write([]byte("pay-link\x00"))
	mac.Write(ids)
	return mac.Sum(nil)[:codeSignature]
}

// code is the code of a message: letters and digits, always as many.
func (l payLinks) code(customerID, messageID int64) string {
	ids := binary.BigEndian.AppendUint64(nil, uint64(customerID))
	ids = binary.BigEndian.AppendUint64(ids, uint64(messageID))
	text := new(big.Int).SetBytes(append(ids, l.sign(ids)...)).Text(62)
	return strings.Repeat("0", codeLetters-len(text)) + text
}

// read returns whose message a code belongs to, and false for one that we have not
// signed.
func (l payLinks) read(code string) (customerID, messageID int64, ok bool) {
	n, isNumber := new(big.Int).SetString(code, 62)
	if len(code) != codeLetters || !isNumber || n.Sign() < 0 || n.BitLen() > 8*(codeIDs+codeSignature) {
		return 0, 0, false
	}
	raw := n.FillBytes(make([]byte, codeIDs+codeSignature))
	if ids := raw[:codeIDs]; !hmac.Equal(raw[codeIDs:], l.sign(ids)) || l.code(int64(binary.BigEndian.Uint64(ids)), int64(binary.BigEndian.Uint64(ids[8:]))) != code {
		return 0, 0, false
	}
	return int64(binary.BigEndian.Uint64(raw)), int64(binary.BigEndian.Uint64(raw[8:])), true
}

// withCode puts a code in its place.
func withCode(text, code string) string { return strings.ReplaceAll(text, codeMark, code) }

// withoutCode is a text that leads to the payment as well, but signs nobody in.
func withoutCode(text string) string { return strings.ReplaceAll(text, "#"+codeMark, "") }

// PayCode is the code in the link of a message that we have signed.
type PayCode struct {
	CustomerID, MessageID int64
	// Until is when it stops to work.
	Until calendar.Instant
}

// ReadPayCode reads the code of a link. It reports false for a text that is none
// of ours, and for the code of a message that was erased. Whether it has run out
// or was used is the caller's business.
func (n *Service) ReadPayCode(ctx context.Context, q *db.Queries, code string) (PayCode, bool, error) {
	if n == nil {
		return PayCode{}, false, nil
	}
	customerID, messageID, ok := n.links.read(code)
	if !ok {
		return PayCode{}, false, nil
	}
	m, err := q.NotifyMessage(ctx, customerID, messageID)
	if store.IsNone(err) || err == nil && !strings.Contains(m.Body, codeMark) {
		return PayCode{}, false, nil
	}
	if err != nil {
		return PayCode{}, false, fmt.Errorf("notify: the message of a link: %w", err)
	}
	return PayCode{CustomerID: customerID, MessageID: messageID, Until: n.links.end(m.CreatedAt)}, true, nil
}
