package encryption

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"fmt"
)

// DataKey encrypts what belongs to one person: files and texts of any size. It is
// stored wrapped by a keyring, so that a rotation wraps it anew and leaves the files,
// and its deletion leaves nobody who can read them, in backups either.
type DataKey struct {
	bits []byte
	aead cipher.AEAD
}

const dataKeySize = 32

// NewDataKey makes a key.
func NewDataKey() DataKey {
	bits := make([]byte, dataKeySize)
	_, _ = rand.Read(bits) // crypto/rand never fails
	k, err := dataKeyOf(bits)
	if err != nil {
		panic(err) // the size is right
	}
	return k
}

func dataKeyOf(bits []byte) (DataKey, error) {
	if len(bits) != dataKeySize {
		return DataKey{}, fmt.Errorf("%w: a data key of %d bytes", ErrNotReadable, len(bits))
	}
	block, err := aes.NewCipher(bits)
	if err != nil {
		return DataKey{}, fmt.Errorf("encryption: %w", err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return DataKey{}, fmt.Errorf("encryption: %w", err)
	}
	return DataKey{bits, aead}, nil
}

// Wrap returns a data key as it is stored in a place.
func (k *Keyring) Wrap(place string, key DataKey) string {
	return k.Encrypt(place, base64.RawStdEncoding.EncodeToString(key.bits))
}

// Unwrap returns what Wrap was given for a place, or ErrNotReadable.
func (k *Keyring) Unwrap(place, stored string) (DataKey, error) {
	text, err := k.Decrypt(place, stored)
	if err != nil {
		return DataKey{}, err
	}
	bits, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil {
		return DataKey{}, fmt.Errorf("%w: %s", ErrNotReadable, place)
	}
	return dataKeyOf(bits)
}

// Seal encrypts data for a place, as Keyring.Encrypt does.
func (k DataKey) Seal(place string, data []byte) []byte {
	return k.aead.Seal(nil, nil, data, []byte(place)) //nolint:gosec // the cipher makes the nonce itself
}

// Open returns what Seal was given for a place, or ErrNotReadable.
func (k DataKey) Open(place string, sealed []byte) ([]byte, error) {
	data, err := k.aead.Open(nil, nil, sealed, []byte(place))
	if err != nil {
		return nil, fmt.Errorf("%w: %s", ErrNotReadable, place)
	}
	return data, nil
}
