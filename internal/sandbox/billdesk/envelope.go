package billdesk

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"strings"
	"time"

	"rento/internal/sandbox/emulator"
)

// The envelope of the provider's own side, written apart from the adapter's library
// so that the two check each other.

const contentType = "application/jose"

var errEnvelope = errors.New("billdesk sandbox: not in an envelope of ours")

func encode(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

func decode(text string) ([]byte, error) { return base64.RawURLEncoding.Strict().DecodeString(text) }

func (p *Provider) header(more map[string]string) string {
	more["clientid"] = p.keys.ClientID
	if p.keys.KeyID != "" {
		more["kid"] = p.keys.KeyID
	}
	raw, _ := json.Marshal(more)
	return encode(raw)
}

func mac(key, text string) []byte {
	sum := hmac.New(sha256.New, []byte(key))
	sum.Write([]byte(text))
	return sum.Sum(nil)
}

func (p *Provider) cipher() cipher.AEAD {
	block, err := aes.NewCipher([]byte(p.keys.EncryptionKey))
	if err != nil {
		panic(err) // Check has looked at its length
	}
	sealer, err := cipher.NewGCM(block)
	if err != nil {
		panic(err)
	}
	return sealer
}

// seal puts a payload into the envelope, by another key if it is to be a forgery.
func (p *Provider) seal(payload []byte, key string) string {
	if p.keys.EncryptionKey != "" {
		head := p.header(map[string]string{"alg": "dir", "enc": "A256GCM"})
		nonce := []byte(p.IDs.Digits(12))
		sealed := p.cipher().Seal(nil, nonce, payload, []byte(head))
		cut := len(sealed) - 16
		payload = []byte(head + ".." + encode(nonce) + "." + encode(sealed[:cut]) + "." + encode(sealed[cut:]))
	}
	signed := p.header(map[string]string{"alg": "HS256"}) + "." + encode(payload)
	return signed + "." + encode(mac(key, signed))
}

// open returns the payload of an envelope of the merchant.
func (p *Provider) open(text string) ([]byte, error) {
	cut := strings.LastIndex(text, ".")
	if cut < 0 {
		return nil, errEnvelope
	}
	signature, err := decode(text[cut+1:])
	if err != nil || !hmac.Equal(signature, mac(p.keys.SigningKey, text[:cut])) {
		return nil, errEnvelope
	}
	head, body, _ := strings.Cut(text[:cut], ".")
	payload, err := decode(body)
	if err != nil || !p.names(head, "HS256") {
		return nil, errEnvelope
	}
	if p.keys.EncryptionKey == "" {
		return payload, nil
	}
	parts := strings.Split(string(payload), ".")
	if len(parts) != 5 || parts[1] != "" || !p.names(parts[0], "dir") {
		return nil, errEnvelope
	}
	nonce, err := decode(parts[2])
	sealed, wrong := decode(parts[3])
	tag, broken := decode(parts[4])
	if errors.Join(err, wrong, broken) != nil || len(nonce) != 12 {
		return nil, errEnvelope
	}
	return p.cipher().Open(nil, nonce, append(sealed, tag...), []byte(parts[0]))
}

// names says whether a header has an algorithm and our client.
func (p *Provider) names(head, algorithm string) bool {
	raw, err := decode(head)
	var said struct{ Alg, ClientID, Kid string }
	return err == nil && json.Unmarshal(raw, &said) == nil && said.Alg == algorithm && said.ClientID == p.keys.ClientID && said.Kid == p.keys.KeyID
}

// refusal is what a call is refused with.
type refusal struct {
	status              int
	kind, code, message string
}

func invalid(message string) *refusal {
	return &refusal{http.StatusUnprocessableEntity, "invalid_data_error", "GNDEE0001", message}
}

func duplicate(message string) *refusal {
	return &refusal{http.StatusConflict, "invalid_data_error", "GNDEE0002", message}
}

func missing(message string) *refusal {
	return &refusal{http.StatusNotFound, "invalid_data_error", "GNDEE0003", message}
}

// request is a call of the merchant's server, with the moment at which it arrived.
type request struct {
	body []byte
	now  time.Time
}

// read reads a body; a member that the call does not know is refused.
func (r request) read(into any) *refusal {
	d := json.NewDecoder(bytes.NewReader(r.body))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return invalid("The body is not valid: " + err.Error())
	}
	return nil
}

// action does a call under the lock of the books.
type action func(r request) (any, *refusal)

const maxBody = 1 << 20

// traceTime is how long the id of a call is not taken a second time.
const traceTime = 24 * time.Hour

// traceForm is that of the id of a call.
var traceForm = regexp.MustCompile(`^[A-Za-z0-9]{1,35}$`)

// api serves a call of the merchant's server: an envelope in and out.
func (p *Provider) api(do action) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(io.LimitReader(r.Body, maxBody))
		if err != nil {
			return
		}
		answer, refused := p.run(r.Header, string(raw), do)
		status := http.StatusOK
		if refused != nil {
			status = refused.status
			answer = map[string]any{"status": status, "error_type": refused.kind, "error_code": refused.code, "message": refused.message}
			if status == http.StatusUnauthorized { // who cannot be known is answered without the envelope
				emulator.Send(w, status, answer)
				return
			}
		}
		body, err := json.Marshal(answer)
		if err != nil {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, p.seal(body, p.keys.SigningKey))
	})
}

func (p *Provider) run(header http.Header, raw string, do action) (any, *refusal) {
	body, err := p.open(raw)
	if err != nil {
		return nil, &refusal{http.StatusUnauthorized, "authentication_error", "GNAUE0003", "The signature is not valid"}
	}
	var who struct {
		MerchantID string `json:"mercid"`
	}
	if json.Unmarshal(body, &who) != nil || who.MerchantID != p.keys.MerchantID {
		return nil, &refusal{http.StatusUnauthorized, "authentication_error", "GNAUE0003", "The merchant is not known"}
	}
	p.Lock()
	defer p.Unlock()
	now := p.CatchUp()
	trace := header.Get("Bd-Traceid")
	if !traceForm.MatchString(trace) || header.Get("Bd-Timestamp") == "" || header.Get("Content-Type") != contentType {
		return nil, &refusal{http.StatusBadRequest, "invalid_request_error", "GNIRE0002", "A header is missing or not valid"}
	}
	if seen, known := p.traces[trace]; known && now.Sub(seen) < traceTime {
		return nil, &refusal{http.StatusBadRequest, "invalid_request_error", "GNIRE0003", "The trace id was used today"}
	}
	p.traces[trace] = now
	return do(request{body, now})
}
