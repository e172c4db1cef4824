package webpush

import (
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
)

// Keys are ours, for which alone browsers take messages: in base64url without padding,
// the public one an uncompressed point of P-256, as browsers want it.
type Keys struct{ Public, Private string }

// KeysOf derives the keys from a secret, so that all nodes have the same ones, also after
// a restart. Who changes the secret has browsers subscribe anew, which they do when the
// app is opened.
func KeysOf(secret []byte) (Keys, error) {
	for try := 0; ; try++ { // one of 2^32 numbers is none of the curve
		scalar, err := hkdf.Key(sha256.New, secret, nil, fmt.Sprintf("rento web push %d", try), 32)
		if err != nil {
			return Keys{}, fmt.Errorf("webpush: derive the keys: %w", err)
		}
		if key, err := ecdh.P256().NewPrivateKey(scalar); err == nil {
			return Keys{base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()), base64.RawURLEncoding.EncodeToString(scalar)}, nil
		}
	}
}
