package notify

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/big"
	"strconv"
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

// linkKind is what a code opens. A code of one kind is not valid as another one.
type linkKind string

const (
	signInLink  linkKind = "pay-link"     // of a message: signs its customer in
	invoiceLink linkKind = "invoice-link" // of an invoice: opens that invoice and nothing else
)

func (l payLinks) sign(kind linkKind, ids []byte) []byte {
	mac := hmac.New(sha256.New, l.key)
	mac.Write([]byte(kind + "\x00"))
	mac.Write(ids)
	return mac.Sum(nil)[:codeSignature]
}

// code returns the code of a customer's message or invoice, in letters and digits. Its length is
// always the same.
func (l payLinks) code(kind linkKind, customerID, id int64) string {
	ids := binary.BigEndian.AppendUint64(nil, uint64(customerID))
	ids = binary.BigEndian.AppendUint64(ids, uint64(id))
	text := new(big.Int).SetBytes(append(ids, l.sign(kind, ids)...)).Text(62)
	return strings.Repeat("0", codeLetters-len(text)) + text
}

// read returns the customer and the message or invoice of a code, and false if we did not sign the
// code for this kind.
func (l payLinks) read(kind linkKind, code string) (customerID, id int64, ok bool) {
	n, isNumber := new(big.Int).SetString(code, 62)
	if len(code) != codeLetters || !isNumber || n.Sign() < 0 || n.BitLen() > 8*(codeIDs+codeSignature) {
		return 0, 0, false
	}
	raw := n.FillBytes(make([]byte, codeIDs+codeSignature))
	if ids := raw[:codeIDs]; !hmac.Equal(raw[codeIDs:], l.sign(kind, ids)) || l.code(kind, int64(binary.BigEndian.Uint64(ids)), int64(binary.BigEndian.Uint64(ids[8:]))) != code {
		return 0, 0, false
	}
	return int64(binary.BigEndian.Uint64(raw)), int64(binary.BigEndian.Uint64(raw[8:])), true
}

// withCodes replaces the placeholders of a customer's message with the codes.
func (l payLinks) withCodes(text string, customerID, messageID int64) string {
	text = strings.ReplaceAll(text, codeMark, l.code(signInLink, customerID, messageID))
	return invoiceMark.ReplaceAllStringFunc(text, func(mark string) string {
		id, err := strconv.ParseInt(invoiceMark.FindStringSubmatch(mark)[1], 10, 64)
		if err != nil {
			return "" // no invoice has such an id
		}
		return l.code(invoiceLink, customerID, id)
	})
}

// withoutCodes removes the placeholders: the links still lead to the payment, but open nothing.
func withoutCodes(text string) string {
	return invoiceMark.ReplaceAllString(strings.ReplaceAll(text, "#"+codeMark, ""), "…")
}

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
	customerID, messageID, ok := n.links.read(signInLink, code)
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
