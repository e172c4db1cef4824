package billdesk

import (
	"fmt"
	"strings"

	"github.com/go-jose/go-jose/v4"

	"rento/internal/provider"
)

// leastSigningKey is how many bytes a key of HS256 has at least (RFC 7518, 3.2): with
// a shorter one nothing could be signed.
const leastSigningKey = 32

// encryptionKey is how many bytes the key of AES-256 has.
const encryptionKey = 32

// envelope puts payloads into the form in which BillDesk takes and gives them: a
// signature over the payload or, with an encryption key, over the payload within a
// JWE. What is not in exactly that form is not BillDesk's word.
type envelope struct {
	clientID string
	// keyID is the kid of the headers, left out when it is empty.
	keyID      string
	signing    []byte
	signingOld []byte
	encryption []byte
}

// seal signs a payload, and encrypts it before if a key for that is set.
func (e envelope) seal(payload []byte) (string, error) {
	if len(e.encryption) > 0 {
		sealed, err := e.encrypt(payload)
		if err != nil {
			return "", err
		}
		payload = []byte(sealed)
	}
	options := (&jose.SignerOptions{}).WithHeader("clientid", e.clientID)
	if e.keyID != "" {
		options = options.WithHeader("kid", e.keyID)
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.HS256, Key: e.signing}, options)
	if err != nil {
		return "", fmt.Errorf("billdesk: sign: %w", err)
	}
	signed, err := signer.Sign(payload)
	if err != nil {
		return "", fmt.Errorf("billdesk: sign: %w", err)
	}
	return signed.CompactSerialize()
}

func (e envelope) encrypt(payload []byte) (string, error) {
	options := (&jose.EncrypterOptions{}).WithHeader("clientid", e.clientID)
	if e.keyID != "" {
		options = options.WithHeader("kid", e.keyID)
	}
	encrypter, err := jose.NewEncrypter(jose.A256GCM, jose.Recipient{Algorithm: jose.DIRECT, Key: e.encryption}, options)
	if err != nil {
		return "", fmt.Errorf("billdesk: encrypt: %w", err)
	}
	encrypted, err := encrypter.Encrypt(payload)
	if err != nil {
		return "", fmt.Errorf("billdesk: encrypt: %w", err)
	}
	return encrypted.CompactSerialize()
}

// open returns the payload of what BillDesk has signed, by the present or the
// former key. The algorithms are those that were agreed on: whoever names others
// is refused before any key is used. The error wraps provider.ErrBadSignature.
func (e envelope) open(text string) ([]byte, error) {
	signed, err := jose.ParseSignedCompact(strings.TrimSpace(text), []jose.SignatureAlgorithm{jose.HS256})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", provider.ErrBadSignature, err)
	}
	payload, err := signed.Verify(e.signing)
	if err != nil && len(e.signingOld) > 0 {
		payload, err = signed.Verify(e.signingOld)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", provider.ErrBadSignature, err)
	}
	if len(e.encryption) == 0 {
		return payload, nil
	}
	sealed, err := jose.ParseEncryptedCompact(string(payload), []jose.KeyAlgorithm{jose.DIRECT}, []jose.ContentEncryption{jose.A256GCM})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", provider.ErrBadSignature, err)
	}
	if payload, err = sealed.Decrypt(e.encryption); err != nil {
		return nil, fmt.Errorf("%w: %w", provider.ErrBadSignature, err)
	}
	return payload, nil
}
