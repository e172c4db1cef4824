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

// A message about money links to the payment, and the link signs its customer in once. The link's
// secret is its code, which is not stored anywhere: the stored message has a placeholder, and the
// code is inserted when the message is sent. The code holds the customer id and message id under
// our signature, so it is short enough for a variable of a registered text (maxVariable).

// codeMark is the placeholder for the code in a stored message.
const codeMark = "{payCode}"

// DefaultLinkLifetime is how long the link in a message is valid by default.
const DefaultLinkLifetime = 24 * time.Hour

// The sizes of a code in bytes: the customer id and message id, and the signature.
const (
	codeIDs       = 16
	codeSignature = 12
	codeLetters   = 38 // length of the code for all these bytes, in 62 letters and digits
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

// end is when the link in a message that was written at this time expires. The time counts from the
// end of the quiet hours, because the message waits for that.
func (l payLinks) end(written calendar.Instant) calendar.Instant {
	if morning := quietEnds(written.Time()); !morning.IsZero() {
		written = calendar.Stamp(morning)
	}
	return written.Add(l.lifetime)
}

func (l payLinks) sign(ids []byte) []byte {
	mac := hmac.New(sha256.New, l.key)
	mac.Write([]byte("pay-link\x00"))
	mac.Write(ids)
	return mac.Sum(nil)[:codeSignature]
}

// code returns the code of a message, in letters and digits. Its length is always the same.
func (l payLinks) code(customerID, messageID int64) string {
	ids := binary.BigEndian.AppendUint64(nil, uint64(customerID))
	ids = binary.BigEndian.AppendUint64(ids, uint64(messageID))
	text := new(big.Int).SetBytes(append(ids, l.sign(ids)...)).Text(62)
	return strings.Repeat("0", codeLetters-len(text)) + text
}

// read returns the customer and message of a code, and false if we did not sign the code.
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

// withCode replaces the placeholder with the code.
func withCode(text, code string) string { return strings.ReplaceAll(text, codeMark, code) }

// withoutCode removes the placeholder: the link still leads to the payment, but signs nobody in.
func withoutCode(text string) string { return strings.ReplaceAll(text, "#"+codeMark, "") }

// PayCode is the code in a link that we have signed.
type PayCode struct {
	CustomerID, MessageID int64
	// Until is when the code expires.
	Until calendar.Instant
}

// ReadPayCode reads the code of a link. It returns false if the code is not ours, or if its message
// was erased. The caller must check whether the code has expired or was used.
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
