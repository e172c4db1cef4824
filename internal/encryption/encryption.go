// Package encryption encrypts single values before they are stored: account
// numbers, names of account holders, UPI ids and the raw events of providers
// (docs/security.md). Whoever reads a copy of the database without the key
// reads none of them.
//
// A stored value names the key that it was encrypted with, so that keys can be
// rotated while the system runs: new values take the current key, old ones are
// read with the key that they name until `rento rotate-key` has rewritten them.
package encryption

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// MinSecret is the least length of a secret, in characters.
const MinSecret = 32

// version begins every encrypted value: AES-256-GCM with a random nonce, the
// key derived from the secret by HKDF-SHA-256.
const version = "e1"

// ErrNotReadable says that a value was not encrypted with one of the keys for
// this place, or was changed since.
var ErrNotReadable = errors.New("encryption: the value cannot be read with these keys")

// Keyring encrypts with one key and decrypts with that one and the former one.
type Keyring struct {
	current key
	all     map[string]key
}

type key struct {
	id   string
	aead cipher.AEAD
}

// New makes a keyring of secrets with at least MinSecret characters. former may
// be empty: it is the secret before the last rotation.
func New(current, former string) (*Keyring, error) {
	now, err := newKey(current)
	if err != nil {
		return nil, err
	}
	ring := &Keyring{current: now, all: map[string]key{now.id: now}}
	if former == "" {
		return ring, nil
	}
	before, err := newKey(former)
	if err != nil {
		return nil, fmt.Errorf("the former one: %w", err)
	}
	ring.all[before.id] = before
	return ring, nil
}

func newKey(secret string) (key, error) {
	if len(secret) < MinSecret {
		return key{}, fmt.Errorf("encryption: a secret has at least %d characters", MinSecret)
	}
	bits, err := hkdf.Key(sha256.New, []byte(secret), nil, "rento stored values", 32)
	if err != nil {
		return key{}, fmt.Errorf("encryption: derive the key: %w", err)
	}
	name, err := hkdf.Key(sha256.New, []byte(secret), nil, "rento key id", 4)
	if err != nil {
		return key{}, fmt.Errorf("encryption: derive the key's id: %w", err)
	}
	block, err := aes.NewCipher(bits)
	if err != nil {
		return key{}, fmt.Errorf("encryption: %w", err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return key{}, fmt.Errorf("encryption: %w", err)
	}
	return key{id: hex.EncodeToString(name), aead: aead}, nil
}

// Encrypt returns a text for the database. place names table, column and row,
// as in "payees.account_number/7/42": the text can be decrypted for the same
// place only, so that copying it to another row is noticed. An empty value
// stays empty.
func (k *Keyring) Encrypt(place, value string) string {
	if value == "" {
		return ""
	}
	sealed := k.current.aead.Seal(nil, nil, []byte(value), []byte(place)) //nolint:gosec // the cipher makes the nonce itself
	return version + ":" + k.current.id + ":" + base64.RawStdEncoding.EncodeToString(sealed)
}

// Decrypt returns what Encrypt was given for a place, or ErrNotReadable.
func (k *Keyring) Decrypt(place, stored string) (string, error) {
	if stored == "" {
		return "", nil
	}
	id, text := parse(stored)
	named, ok := k.all[id]
	if !ok {
		return "", fmt.Errorf("%w: %s, key %q", ErrNotReadable, place, id)
	}
	sealed, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil {
		return "", fmt.Errorf("%w: %s", ErrNotReadable, place)
	}
	value, err := named.aead.Open(nil, nil, sealed, []byte(place))
	if err != nil {
		return "", fmt.Errorf("%w: %s", ErrNotReadable, place)
	}
	return string(value), nil
}

// parse returns the id of the key and the encoded text, both empty for what is
// no encrypted value.
func parse(stored string) (id, text string) {
	parts := strings.Split(stored, ":")
	if len(parts) != 3 || parts[0] != version {
		return "", ""
	}
	return parts[1], parts[2]
}

// CurrentPrefix begins every value that the current key has encrypted: what
// does not begin with it, and is not empty, waits for its rotation.
func (k *Keyring) CurrentPrefix() string { return version + ":" + k.current.id + ":" }

// Reencrypt returns a stored value under the current key.
func (k *Keyring) Reencrypt(place, stored string) (string, error) {
	value, err := k.Decrypt(place, stored)
	if err != nil {
		return "", err
	}
	return k.Encrypt(place, value), nil
}
